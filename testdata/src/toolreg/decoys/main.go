// Command decoys has functions that are named like those of the SDKs, and
// tools that are never registered. It offers one tool.
package main

import (
	"context"
	"fmt"
	"log"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

// Toolbox has nothing to do with MCP.
type Toolbox struct{ tools []string }

// AddTool puts a hammer into the box.
func (b *Toolbox) AddTool(name string, use func()) {
	b.tools = append(b.tools, name)
	use()
}

// RegisterTool is for machines.
func (b *Toolbox) RegisterTool(t *Tool, h func(context.Context, string) error) {
	b.tools = append(b.tools, t.Name)
}

// AddResource is for quarries.
func (b *Toolbox) AddResource(r Resource, h func()) {}

// Tool is a machine.
type Tool struct{ Name, Description string }

// Resource is stone.
type Resource struct{ URI, Name string }

// NewTool builds a machine.
func NewTool(name string, opts ...func(*Tool)) *Tool { return &Tool{Name: name} }

type crane struct{}

func (crane) AddTool(tool mcp.Tool, handler server.ToolHandlerFunc) {
	fmt.Println("swallowed", tool.Name)
}

type collector interface {
	AddTool(tool mcp.Tool, handler server.ToolHandlerFunc)
}

func main() {
	b := &Toolbox{}
	b.AddTool("hammer", func() {})                                                     // none
	b.RegisterTool(NewTool("saw"), func(context.Context, string) error { return nil }) // none
	b.AddResource(Resource{URI: "rock://1", Name: "rock"}, func() {})                  // none

	// s.AddTool(mcp.NewTool("commented_out"), handle)
	never := mcp.NewTool("never", mcp.WithDescription("Never registered."))                                                     // none
	list := []server.ServerTool{{Tool: mcp.NewTool("left_out"), Handler: handle}, {Tool: mcp.NewTool("kept"), Handler: handle}} // tool: kept handler=handle
	crane{}.AddTool(mcp.NewTool("swallowed"), handle)                                                                           // none
	var c collector = crane{}
	c.AddTool(mcp.NewTool("swallowed_too"), handle) // none

	s := server.NewMCPServer("decoys", "1") // server: decoys.main name=decoys transports=stdio
	s.AddTools(list[1:]...)
	_ = never
	if false {
		s.AddTool(mcp.NewTool("dead"), handle) // none
	}
	if err := server.ServeStdio(s); err != nil {
		log.Fatal(err)
	}
}

func handle(ctx context.Context, r mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	return mcp.NewToolResultText(`{"method":"tools/list"}`), nil
}
