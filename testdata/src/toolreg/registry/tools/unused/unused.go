// Package unused is imported by no command, so no server offers its tool.
package unused

import (
	"context"

	"example.test/mcpvet/src/toolreg/registry/core"
	"github.com/mark3labs/mcp-go/mcp"
)

func init() { core.Register(tool{}) }

type tool struct{}

func (tool) Definition() mcp.Tool { return mcp.NewTool("unused") } // none

func (tool) Execute(ctx context.Context, args map[string]any) (*mcp.CallToolResult, error) {
	return nil, nil
}
