// Command mcpgo-v0.25 has the first form of annotations: plain booleans, all
// of them set by one option.
package main

// bug: (hints) false hints that this version leaves out

import (
	"context"
	"log"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

func main() {
	s := server.NewMCPServer("old", "1")
	s.AddTool(mcp.NewTool("bare"), handle)                                                                                          // tool: bare args=-
	s.AddTool(mcp.NewTool("hints", mcp.WithToolAnnotation(mcp.ToolAnnotation{ReadOnlyHint: true, DestructiveHint: false})), handle) // tool: hints ro=true
	if err := server.ServeStdio(s); err != nil {
		log.Fatal(err)
	}
}

func handle(ctx context.Context, r mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	return mcp.NewToolResultText(""), nil
}
