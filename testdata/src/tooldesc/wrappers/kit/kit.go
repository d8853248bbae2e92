// Package kit builds tools and registers them.
package kit

import (
	"context"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

// A Tool carries its handler.
type Tool struct {
	mcp.Tool
	Handler server.ToolHandlerFunc
}

// Must makes a tool; a nil handler does nothing.
func Must(name, description string, options ...mcp.ToolOption) Tool {
	return Tool{mcp.NewTool(name, append([]mcp.ToolOption{mcp.WithDescription(description)}, options...)...), nothing}
}

// Register adds the tool.
func (t Tool) Register(s *server.MCPServer) { s.AddTool(t.Tool, t.Handler) }

// Bare makes a tool that has its description from later options.
func Bare(name string, options ...mcp.ToolOption) Tool {
	return Tool{mcp.NewTool(name, options...), nothing}
}

func nothing(context.Context, mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	return mcp.NewToolResultText("done"), nil
}

// Ping is a tool of every server.
var Ping = Must("ping", "Tell that the server is there.")

// Echo says nothing of itself.
var Echo = Must("echo", "Echo") // want `warning regular: description "Echo" of tool "echo" only repeats the name`
