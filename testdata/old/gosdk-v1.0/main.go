// Command gosdk-v1.0 publishes no hint that is false.
package main

import (
	"context"
	"log"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type args struct {
	Name string `json:"name"`
}

func greet(ctx context.Context, r *mcp.CallToolRequest, in args) (*mcp.CallToolResult, any, error) {
	return nil, nil, nil
}

func main() {
	s := mcp.NewServer(&mcp.Implementation{Name: "old"}, nil)
	mcp.AddTool(s, &mcp.Tool{Name: "empty", Annotations: &mcp.ToolAnnotations{}}, greet)                                                 // tool: empty hints=none args=name:string
	mcp.AddTool(s, &mcp.Tool{Name: "false", Annotations: &mcp.ToolAnnotations{ReadOnlyHint: false, DestructiveHint: new(false)}}, greet) // tool: false destr=false
	mcp.AddTool(s, &mcp.Tool{Name: "true", Annotations: &mcp.ToolAnnotations{ReadOnlyHint: true, IdempotentHint: true}}, greet)          // tool: true ro=true idem=true
	if err := s.Run(context.Background(), &mcp.StdioTransport{}); err != nil {
		log.Fatal(err)
	}
}
