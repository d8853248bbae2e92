// Package kit pairs tools with handlers.
package kit

import (
	"context"
	"fmt"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

// Tool is a descriptor with its handler.
type Tool struct {
	Tool    mcp.Tool
	Handler server.ToolHandlerFunc
}

// Register adds the tool to a server.
func (t *Tool) Register(s *server.MCPServer) { s.AddTool(t.Tool, t.Handler) }

// MustTool is Convert for package variables.
func MustTool[A any](name, desc string, fn func(context.Context, A) (string, error), opts ...mcp.ToolOption) Tool {
	tool, handler, err := Convert(name, desc, fn, opts...)
	if err != nil {
		panic(err)
	}
	return Tool{Tool: tool, Handler: handler}
}

// Convert makes a tool from a function with typed arguments.
func Convert[A any](name, desc string, fn func(context.Context, A) (string, error), opts ...mcp.ToolOption) (mcp.Tool, server.ToolHandlerFunc, error) {
	var zero mcp.Tool
	if name == "" {
		return zero, nil, fmt.Errorf("a tool without a name")
	}
	handler := func(ctx context.Context, r mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		var in A
		if err := r.BindArguments(&in); err != nil {
			return mcp.NewToolResultError(err.Error()), nil
		}
		out, err := fn(ctx, in)
		return mcp.NewToolResultText(out), err
	}
	t := mcp.NewTool(name, append(opts, mcp.WithDescription(desc), mcp.WithInputSchema[A]())...)
	return t, handler, nil
}
