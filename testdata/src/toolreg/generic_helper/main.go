// Command generic_helper registers through helpers whose parameters are names and types.
package main

import (
	"context"
	"log"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

type addArgs struct {
	A float64 `json:"a"`
	B float64 `json:"b"`
}

type rootArgs struct {
	X float64 `json:"x"`
}

// addTyped registers a handler for typed arguments.
func addTyped[A any](s *server.MCPServer, name, desc string, fn func(context.Context, A) (string, error), opts ...mcp.ToolOption) {
	opts = append([]mcp.ToolOption{mcp.WithDescription(desc), mcp.WithInputSchema[A]()}, opts...)
	s.AddTool(mcp.NewTool(name, opts...), mcp.NewTypedToolHandler(func(ctx context.Context, r mcp.CallToolRequest, in A) (*mcp.CallToolResult, error) {
		out, err := fn(ctx, in)
		return mcp.NewToolResultText(out), err
	}))
}

// addReadOnly goes through another helper.
func addReadOnly[A any](s *server.MCPServer, name, desc string, fn func(context.Context, A) (string, error)) {
	addTyped(s, name, desc, fn, mcp.WithReadOnlyHintAnnotation(true), mcp.WithDestructiveHintAnnotation(false))
}

// addText is a helper for tools without arguments.
func addText(s *server.MCPServer, name string, text func() string) {
	s.AddTool(mcp.NewTool(name), func(ctx context.Context, r mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		return mcp.NewToolResultText(text()), nil
	})
}

func main() {
	s := server.NewMCPServer("math", "1")
	addTyped(s, "add", "Adds.", add)                                                                                 // tool: add args=a:number,b:number desc=Adds. ro=false destr=true idem=false open=true declared=none
	addReadOnly(s, "root", "Takes a root.", root)                                                                    // tool: root args=x:number ro=true destr=false idem=false open=true declared=ro,destr
	addReadOnly[struct{}](s, "pi", "Tells pi.", func(context.Context, struct{}) (string, error) { return "3", nil }) // tool: pi args=- ro=true destr=false idem=false open=true
	addText(s, "version", func() string { return "1" })                                                              // tool: version args=- handler=addText$1
	if err := server.ServeStdio(s); err != nil {
		log.Fatal(err)
	}
}

func add(ctx context.Context, in addArgs) (string, error) { return "", nil }

func root(ctx context.Context, in rootArgs) (string, error) { return "", nil }
