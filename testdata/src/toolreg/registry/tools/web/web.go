// Package web registers tools for the web.
package web

import (
	"context"

	"example.test/mcpvet/src/toolreg/registry/core"
	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

func init() {
	core.RegisterFunc(func(s *server.MCPServer) {
		s.AddTool(mcp.NewTool("fetch"), fetch) // tool: fetch server=registry.main handler=fetch
	})
	core.RegisterFunc(register)
}

func register(s *server.MCPServer) {
	s.AddTool(mcp.NewTool("post"), fetch) // tool: post server=registry.main handler=fetch
}

func fetch(ctx context.Context, r mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	return mcp.NewToolResultText(""), nil
}
