// Command gosdk-v0.3 uses ToolFor, which no other version has.
package main

// bug: (made) the schema that ToolFor infers

import (
	"context"
	"log"

	"github.com/google/jsonschema-go/jsonschema"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type args struct {
	Name string `json:"name"`
}

func greet(ctx context.Context, r *mcp.CallToolRequest, in args) (*mcp.CallToolResult, any, error) {
	return nil, nil, nil
}

func main() {
	s := mcp.NewServer(&mcp.Implementation{Name: "old"}, nil)                                              // server: gosdk-v0.3.main name=old transports=stdio
	mcp.AddTool(s, &mcp.Tool{Name: "greet", Annotations: &mcp.ToolAnnotations{ReadOnlyHint: true}}, greet) // tool: greet ro=true handler=greet args=name:string
	tool, handler := mcp.ToolFor(&mcp.Tool{Name: "made"}, greet)                                           // tool: made handler=greet args=name:string
	s.AddTool(tool, handler)
	s.AddTool(&mcp.Tool{Name: "raw", InputSchema: &jsonschema.Schema{Type: "object"}}, func(ctx context.Context, r *mcp.CallToolRequest) (*mcp.CallToolResult, error) { // tool: raw handler=main$1
		return &mcp.CallToolResult{}, nil
	})
	if err := s.Run(context.Background(), mcp.NewLoggingTransport(mcp.NewStdioTransport(), log.Writer())); err != nil {
		log.Fatal(err)
	}
}
