// Package raw serves with the other SDK, in a function that returns an error.
package raw

import (
	"context"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

func handle(context.Context, mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	return mcp.NewToolResultText("ok"), nil
}

// Serve serves until something fails.
func Serve() error {
	s := server.NewMCPServer("raw", "1") // fix review MCP006
	// fix review -1 MCP009
	s.AddTool(mcp.NewTool("first"), handle)
	s.AddPrompt(mcp.NewPrompt("ask"), func(context.Context, mcp.GetPromptRequest) (*mcp.GetPromptResult, error) {
		return &mcp.GetPromptResult{}, nil
	})
	go named("second")
	return server.NewStreamableHTTPServer(s).Start("127.0.0.1:8081")
}

// named can't be protected so: the tool's name is known to its caller only, and
// nobody is told of an error.
func named(name string) {
	s := server.NewMCPServer("named", "1") // fix none MCP006
	s.AddTool(mcp.NewTool(name), handle)
	_ = server.NewStreamableHTTPServer(s).Start("127.0.0.1:8082")
}
