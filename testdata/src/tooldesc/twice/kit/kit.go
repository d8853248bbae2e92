// Package kit wraps the SDK.
package kit

import (
	"context"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

// The servers of the program.
var (
	Server = server.NewMCPServer("garden", "1", server.WithToolCapabilities(true))
	Shed   = server.NewMCPServer("shed", "1")
)

// Add adds a tool to the first server.
func Add(name, description string) { AddTo(Server, name, description) }

// AddTo adds a tool to a server.
func AddTo(s *server.MCPServer, name, description string) {
	s.AddTool(mcp.NewTool(name, mcp.WithDescription(description)), Done)
}

// Done is a handler.
func Done(context.Context, mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	return mcp.NewToolResultText("done"), nil
}
