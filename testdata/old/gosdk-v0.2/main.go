// Command gosdk-v0.2 has handlers with the session as a parameter of its own.
package main

import (
	"context"
	"log"

	"github.com/modelcontextprotocol/go-sdk/jsonschema"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type args struct {
	Name  string `json:"name" jsonschema:"who"`
	Times int    `json:"times,omitempty"`
}

func greet(ctx context.Context, ss *mcp.ServerSession, p *mcp.CallToolParamsFor[args]) (*mcp.CallToolResultFor[struct{}], error) {
	return &mcp.CallToolResultFor[struct{}]{}, nil
}

func raw(ctx context.Context, ss *mcp.ServerSession, p *mcp.CallToolParamsFor[map[string]any]) (*mcp.CallToolResult, error) {
	return &mcp.CallToolResult{}, nil
}

func main() {
	s := mcp.NewServer(&mcp.Implementation{Name: "old"}, nil)                                                                                                 // server: gosdk-v0.2.main name=old transports=stdio
	mcp.AddTool(s, &mcp.Tool{Name: "greet", Annotations: &mcp.ToolAnnotations{ReadOnlyHint: true, DestructiveHint: new(false)}}, greet)                       // tool: greet ro=true destr=false handler=greet args=name:string,times?:integer
	mcp.AddTool(s, &mcp.Tool{Name: "quiet", Annotations: &mcp.ToolAnnotations{IdempotentHint: false}}, greet)                                                 // tool: quiet hints=none
	s.AddTool(&mcp.Tool{Name: "raw", InputSchema: &jsonschema.Schema{Type: "object", Properties: map[string]*jsonschema.Schema{"q": {Type: "string"}}}}, raw) // tool: raw handler=raw args=q?:string
	s.AddPrompt(&mcp.Prompt{Name: "ask"}, func(ctx context.Context, ss *mcp.ServerSession, p *mcp.GetPromptParams) (*mcp.GetPromptResult, error) {            // prompt: ask handler=main$1
		return nil, nil
	})
	if err := s.Run(context.Background(), mcp.NewStdioTransport()); err != nil {
		log.Fatal(err)
	}
}
