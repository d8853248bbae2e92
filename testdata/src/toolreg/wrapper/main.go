// Command wrapper hides the SDK behind types of its own.
package main

import (
	"context"
	"log"
	"log/slog"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

// Server embeds the SDK's server; its AddTool shadows the promoted method.
type Server struct {
	*server.MCPServer
	log   *slog.Logger
	names []string
}

// AddTool logs and registers.
func (s *Server) AddTool(tool mcp.Tool, h server.ToolHandlerFunc) {
	s.names = append(s.names, tool.Name)
	s.MCPServer.AddTool(tool, s.logged(tool.Name, h))
}

func (s *Server) logged(name string, h server.ToolHandlerFunc) server.ToolHandlerFunc {
	return func(ctx context.Context, r mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		s.log.Info("call", "tool", name)
		return h(ctx, r)
	}
}

// adder is all that most functions need of a server.
type adder interface {
	AddTool(tool mcp.Tool, handler server.ToolHandlerFunc)
}

// recorder is another adder.
type recorder struct {
	next  adder
	count int
}

func (r *recorder) AddTool(tool mcp.Tool, handler server.ToolHandlerFunc) {
	r.count++
	r.next.AddTool(tool, handler)
}

// promoted has the SDK's methods.
type promoted struct{ *server.MCPServer }

func registerNotes(a adder) {
	a.AddTool(mcp.NewTool("list_notes"), listNotes) // tool: list_notes handler=listNotes server=wrapper.newServer
}

func registerTags(a adder) {
	a.AddTool(mcp.NewTool("list_tags"), listTags) // tool: list_tags handler=listTags server=wrapper.newServer
}

func register(s *Server, name string, h func(ctx context.Context, args map[string]any) (string, error)) {
	s.AddTool(mcp.NewTool(name), func(ctx context.Context, r mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		out, err := h(ctx, r.GetArguments())
		return mcp.NewToolResultText(out), err
	})
}

func newServer() *Server {
	return &Server{MCPServer: server.NewMCPServer("wrapped", "1"), log: slog.Default()} // server: wrapper.newServer name=wrapped transports=stdio
}

func main() {
	s := newServer()
	registerNotes(s)
	registerTags(&recorder{next: s})
	register(s, "count", count) // tool: count server=wrapper.newServer
	p := promoted{s.MCPServer}
	p.AddTool(mcp.NewTool("promoted"), listTags) // tool: promoted handler=listTags
	add := s.MCPServer.AddTool
	add(mcp.NewTool("method_value"), listTags)                                            // tool: method_value handler=listTags
	(*server.MCPServer).AddTool(s.MCPServer, mcp.NewTool("method_expression"), listNotes) // tool: method_expression handler=listNotes
	if err := server.ServeStdio(s.MCPServer); err != nil {
		log.Fatal(err)
	}
}

func listNotes(ctx context.Context, r mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	return mcp.NewToolResultText(""), nil
}

func listTags(ctx context.Context, r mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	return mcp.NewToolResultText(""), nil
}

func count(ctx context.Context, args map[string]any) (string, error) { return "0", nil }
