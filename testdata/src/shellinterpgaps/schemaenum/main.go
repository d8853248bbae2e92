// Command schemaenum lets the SDK check its arguments: a call with another name never gets to the handler.
package main

import (
	"context"
	"log"
	"os/exec"

	"github.com/google/jsonschema-go/jsonschema"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type in struct {
	Name string `json:"name"`
}

func id(ctx context.Context, _ *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	return nil, nil, exec.CommandContext(ctx, "sh", "-c", "id "+a.Name).Run()
}

func main() {
	s := mcp.NewServer(&mcp.Implementation{Name: "gap", Version: "1"}, nil)
	mcp.AddTool(s, &mcp.Tool{Name: "id", InputSchema: &jsonschema.Schema{
		Type:       "object",
		Properties: map[string]*jsonschema.Schema{"name": {Type: "string", Enum: []any{"build", "deploy"}}},
		Required:   []string{"name"},
	}}, id)
	if err := s.Run(context.Background(), &mcp.StdioTransport{}); err != nil {
		log.Fatal(err)
	}
}
