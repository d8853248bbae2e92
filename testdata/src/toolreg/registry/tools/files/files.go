// Package files registers tools for files.
package files

import (
	"context"

	"example.test/mcpvet/src/toolreg/registry/core"
	"github.com/mark3labs/mcp-go/mcp"
)

func init() {
	core.Register(&Read{})
	core.Register(Write{root: "/srv"})
}

// Read reads.
type Read struct{}

// Definition describes the tool.
func (*Read) Definition() mcp.Tool {
	return mcp.NewTool("read_file", mcp.WithString("path", mcp.Required())) // tool: read_file server=registry.main args=path:string handler=Read.Execute
}

// Execute runs it.
func (*Read) Execute(ctx context.Context, args map[string]any) (*mcp.CallToolResult, error) {
	return mcp.NewToolResultText(""), nil
}

// Write writes.
type Write struct{ root string }

// Definition describes the tool.
func (w Write) Definition() mcp.Tool {
	return mcp.NewTool("write_file", mcp.WithDescription("Below "+w.root)) // tool: write_file server=registry.main handler=Write.Execute desc="Below /srv"
}

// Execute runs it.
func (w Write) Execute(ctx context.Context, args map[string]any) (*mcp.CallToolResult, error) {
	return mcp.NewToolResultText(w.root), nil
}
