// Package raw serves with the other SDK, in a function that returns an error.
package raw

import (
	"context"
	"os"

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
	go configured()
	go listed(server.WithRecovery())
	go long()
	return server.NewStreamableHTTPServer(s).Start("127.0.0.1:8081")
}

// named gets the name of its tool from the caller.
func named(name string) {
	s := server.NewMCPServer("named", "1") // fix review MCP006
	s.AddTool(mcp.NewTool(name), handle)
	_ = server.NewStreamableHTTPServer(s).Start("127.0.0.1:8082")
}

// configured has a tool that nobody knows the name of.
func configured() {
	s := server.NewMCPServer("configured", "1") // fix none MCP006
	s.AddTool(mcp.NewTool(os.Getenv("TOOL")), handle)
	_ = server.NewStreamableHTTPServer(s).Start("127.0.0.1:8083")
}

// listed hands its options on as a list, to which nothing can be put first.
func listed(options ...server.ServerOption) {
	s := server.NewMCPServer("listed", "1", options...) // fix none MCP006
	s.AddTool(mcp.NewTool("list_items"), handle)
	_ = server.NewStreamableHTTPServer(s).Start("127.0.0.1:8084")
}

// long has a task, whose handler the companion does not reach from the outside.
func long() {
	s := server.NewMCPServer("long", "1") // fix none MCP006
	s.AddTaskTool(mcp.NewTool("long_report"), func(context.Context, mcp.CallToolRequest) (*mcp.CreateTaskResult, error) {
		return &mcp.CreateTaskResult{}, nil
	})
	_ = server.NewStreamableHTTPServer(s).Start("127.0.0.1:8085")
}
