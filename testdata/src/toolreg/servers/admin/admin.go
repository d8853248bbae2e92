// Package admin serves the administrators.
package admin

import (
	"context"

	"example.test/mcpvet/src/toolreg/servers/public"
	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

var srv = server.NewMCPServer("admin", "1") // server: servers/admin.init name=admin transports=stdio

func init() {
	srv.AddTool(mcp.NewTool("reset"), reset) // tool: reset server=servers/admin.init live=no
}

// Serve serves over stdio.
func Serve() error {
	_ = public.Nothing
	return server.ServeStdio(srv)
}

func reset(ctx context.Context, r mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	return mcp.NewToolResultText(""), nil
}
