// Package parts registers tools, more than one program wants.
package parts

import (
	"context"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

// prefix is what the programs leave as it is, and Rename changes.
var prefix = "parts_"

// Register is run by the program.
func Register(s *server.MCPServer) {
	s.AddTool(mcp.NewTool("used"), serve) // tool: used handler=serve server=partly.main
	add(s, "common")                      // tool: parts_common row server=partly.main
}

// Small is run by a small program only.
func Small(s *server.MCPServer) {
	s.AddTool(mcp.NewTool("small"), serve) // tool: small handler=serve server=partly/small.main live=no
}

// Extra is run by none.
func Extra(s *server.MCPServer) {
	s.AddTool(mcp.NewTool("extra"), serve) // tool: extra handler=serve server=? live=no
}

// Admin is run by none, and calls what the program calls too.
func Admin(s *server.MCPServer) {
	add(s, "admin") // tool: parts_admin row handler=serve server=partly.main live=no
}

// Rename is run by none: the program's tools keep their names.
func Rename(s *server.MCPServer) {
	prefix = "new_"
	add(s, "renamed") // tool: new_renamed row server=partly.main live=no
}

// New makes a server that no program here serves.
func New() *server.MCPServer {
	s := server.NewMCPServer("parts", "1")  // server: partly/parts.New
	s.AddTool(mcp.NewTool("inside"), serve) // tool: inside handler=serve server=partly/parts.New live=no
	return s
}

func add(s *server.MCPServer, name string) {
	s.AddTool(mcp.NewTool(prefix+name), serve)
}

func serve(ctx context.Context, r mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	return mcp.NewToolResultText(""), nil
}
