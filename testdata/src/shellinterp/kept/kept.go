// Package kept has tools that use what another one keeps in a variable of the
// package, whichever of them is registered first.
package kept

import (
	"context"
	"os/exec"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

var desk, clock string // of the next run

func run(ctx context.Context, _ mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	return nil, exec.CommandContext(ctx, "sh", "-c", desk).Run() // want `argument "text" of tool "keep"`
}

func keep(_ context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	desk = req.GetString("text", "")
	return nil, nil
}

func show(ctx context.Context, _ mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	return nil, exec.CommandContext(ctx, "sh", "-c", clock).Run()
}

func choose(_ context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	clock = "date"
	if req.GetBool("utc", false) {
		clock = "date -u"
	}
	return nil, nil
}

func serve() *server.MCPServer {
	s := server.NewMCPServer("kept", "1")
	s.AddTool(mcp.NewTool("run"), run)
	s.AddTool(mcp.NewTool("keep", mcp.WithString("text")), keep)
	s.AddTool(mcp.NewTool("show"), show)
	s.AddTool(mcp.NewTool("choose", mcp.WithBoolean("utc")), choose)
	return s
}
