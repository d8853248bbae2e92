// Package library registers on servers that others make: there is no main.
package library

// bug: (.*_option) fields of an unknown struct value are zero

import (
	"context"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

// Register adds the tools of this package.
func Register(s *server.MCPServer) {
	s.AddTool(mcp.NewTool("lib_list"), list) // tool: lib_list handler=list server=?
	registerMore(s, "lib_")
}

func registerMore(s *server.MCPServer, prefix string) {
	s.AddTool(mcp.NewTool(prefix+"more"), list) // tool: lib_more row handler=list server=?
}

// Option registers more.
type Option struct{ Prefix string }

// Register adds a tool whose name the user of the package decides.
func (o Option) Register(s *server.MCPServer) {
	s.AddTool(mcp.NewTool(o.Prefix+"_option"), list) // tool: /.*_option/ handler=list server=?
}

func list(ctx context.Context, r mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	return mcp.NewToolResultText(""), nil
}
