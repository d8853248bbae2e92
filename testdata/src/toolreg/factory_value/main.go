// Command factory_value keeps factories in slices and maps, and calls them in loops.
package main

import (
	"context"
	"log"
	"maps"
	"slices"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type deps struct{ dsn string }

type factory func(d *deps) (*mcp.Tool, mcp.ToolHandler)

var factories = []factory{queryTool, explainTool}

var named = map[string]factory{
	"vacuum":  maintenance("vacuum", "Vacuums."),   // tool: vacuum handler=maintenance$1$1
	"analyze": maintenance("analyze", "Analyzes."), // tool: analyze handler=maintenance$1$1 desc=Analyzes.
}

func queryTool(d *deps) (*mcp.Tool, mcp.ToolHandler) {
	return &mcp.Tool{Name: "query", InputSchema: object}, func(ctx context.Context, r *mcp.CallToolRequest) (*mcp.CallToolResult, error) { // tool: query handler=queryTool$1
		return text(d.dsn), nil
	}
}

func explainTool(d *deps) (*mcp.Tool, mcp.ToolHandler) {
	return &mcp.Tool{Name: "explain", InputSchema: object}, d.explain // tool: explain handler=deps.explain
}

func (d *deps) explain(ctx context.Context, r *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	return text(d.dsn), nil
}

func maintenance(name, desc string) factory {
	return func(d *deps) (*mcp.Tool, mcp.ToolHandler) {
		return &mcp.Tool{Name: name, Description: desc, InputSchema: object}, func(ctx context.Context, r *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
			return text(name + d.dsn), nil
		}
	}
}

var object = map[string]any{"type": "object"}

func text(s string) *mcp.CallToolResult {
	return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: s}}}
}

func main() {
	s := mcp.NewServer(&mcp.Implementation{Name: "db"}, nil)
	d := &deps{dsn: "postgres://"}
	for _, f := range factories {
		tool, handler := f(d)
		s.AddTool(tool, handler)
	}
	for _, name := range slices.Sorted(maps.Keys(named)) {
		s.AddTool(named[name](d))
	}
	if err := s.Run(context.Background(), &mcp.StdioTransport{}); err != nil {
		log.Fatal(err)
	}
}
