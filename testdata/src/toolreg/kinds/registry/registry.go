// Package registry makes tools by kind.
package registry

import (
	"context"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

// A Kind makes tools and serves them.
type Kind interface {
	Create(name string) mcp.Tool
	Handle(ctx context.Context, r mcp.CallToolRequest) (*mcp.CallToolResult, error)
}

// A Registry keeps the kinds.
type Registry struct {
	srv   *server.MCPServer
	kinds map[string]Kind
}

// New returns a registry with all kinds.
func New(s *server.MCPServer) *Registry {
	return &Registry{srv: s, kinds: map[string]Kind{"list": list{}, "erase": erase{}}}
}

// RegisterAll registers one tool of each kind.
func (r *Registry) RegisterAll() {
	r.add("list")  // tool: list row handler=list.Handle server=kinds.main args=path?:string
	r.add("erase") // tool: erase row handler=erase.Handle server=kinds.main args=all?:boolean
}

func (r *Registry) add(name string) {
	kind, ok := r.kinds[name]
	if !ok {
		return
	}
	r.srv.AddTool(kind.Create(name), kind.Handle)
}

type list struct{}

func (list) Create(name string) mcp.Tool {
	return mcp.NewTool(name, mcp.WithDescription("Lists"), mcp.WithString("path"))
}

func (list) Handle(ctx context.Context, r mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	return mcp.NewToolResultText("list"), nil
}

type erase struct{}

func (erase) Create(name string) mcp.Tool {
	return mcp.NewTool(name, mcp.WithDescription("Erases"), mcp.WithBoolean("all"))
}

func (erase) Handle(ctx context.Context, r mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	return mcp.NewToolResultText("erase"), nil
}
