// Command builder has a fluent builder of its own around the SDK.
package main

import (
	"context"
	"log"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

type builder struct {
	name    string
	opts    []mcp.ToolOption
	handler server.ToolHandlerFunc
	srv     *server.MCPServer
}

func on(s *server.MCPServer) *builder { return &builder{srv: s} }

func (b *builder) Tool(name string) *builder {
	b.name, b.opts = name, nil
	return b
}

func (b *builder) Doc(text string) *builder {
	b.opts = append(b.opts, mcp.WithDescription(text))
	return b
}

func (b *builder) ReadOnly() *builder {
	b.opts = append(b.opts, mcp.WithReadOnlyHintAnnotation(true))
	return b
}

func (b *builder) Arg(name string, opts ...mcp.PropertyOption) *builder {
	b.opts = append(b.opts, mcp.WithString(name, opts...))
	return b
}

func (b *builder) Handle(h server.ToolHandlerFunc) *builder {
	b.handler = h
	return b
}

func (b *builder) Add() {
	b.srv.AddTool(mcp.NewTool(b.name, b.opts...), b.handler)
}

// value is a builder whose methods return copies.
type value struct{ tool mcp.Tool }

func describe(name string) value { return value{mcp.NewTool(name)} }

func (v value) doc(text string) value {
	v.tool.Description = text
	return v
}

func (v value) readOnly() value {
	v.tool.Annotations.ReadOnlyHint = mcp.ToBoolPtr(true)
	return v
}

func (v value) build() mcp.Tool { return v.tool }

func main() {
	s := server.NewMCPServer("builder", "1")
	b := on(s)
	b.Tool("first").Doc("First.").Arg("q", mcp.Required()).ReadOnly().Handle(handle).Add() // tool: first args=q:string desc=First. ro=true destr=true idem=false open=true declared=ro
	b.Tool("second").Handle(handle).Add()                                                  // tool: second args=- desc= ro=false destr=true idem=false open=true
	base := describe("third").doc("Third.")                                                // tool: third desc=Third. declared=ro ro=true destr=true idem=false open=true
	s.AddTool(base.readOnly().build(), handle)
	if err := server.ServeStdio(s); err != nil {
		log.Fatal(err)
	}
}

func handle(ctx context.Context, r mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	return mcp.NewToolResultText(""), nil
}
