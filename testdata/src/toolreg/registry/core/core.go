// Package core is the registry.
package core

import (
	"context"
	"fmt"
	"sync"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

// Tool is what packages register.
type Tool interface {
	Definition() mcp.Tool
	Execute(ctx context.Context, args map[string]any) (*mcp.CallToolResult, error)
}

var (
	mu    sync.Mutex
	tools = map[string]Tool{}
	funcs []func(s *server.MCPServer)
)

// Register adds a tool; packages call it from init.
func Register(t Tool) {
	mu.Lock()
	defer mu.Unlock()
	name := t.Definition().Name
	if _, dup := tools[name]; dup {
		panic(fmt.Sprintf("tool %s registered twice", name))
	}
	tools[name] = t
}

// RegisterFunc adds a function that registers tools.
func RegisterFunc(f func(s *server.MCPServer)) { funcs = append(funcs, f) }

// Install registers everything with a server.
func Install(s *server.MCPServer) {
	for _, t := range tools {
		s.AddTool(t.Definition(), func(ctx context.Context, r mcp.CallToolRequest) (*mcp.CallToolResult, error) {
			return t.Execute(ctx, r.GetArguments())
		})
	}
	for _, f := range funcs {
		f(s)
	}
}
