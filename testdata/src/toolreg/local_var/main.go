// Command local_var changes its descriptors before it registers them.
package main

import (
	"context"
	"log"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type none struct{}

func nothing(ctx context.Context, r *mcp.CallToolRequest, in none) (*mcp.CallToolResult, any, error) {
	return nil, nil, nil
}

func main() {
	s := mcp.NewServer(&mcp.Implementation{Name: "local"}, nil)

	plain := &mcp.Tool{Name: "plain", Description: "Plain."} // tool: plain desc=Plain.
	mcp.AddTool(s, plain, nothing)

	var later mcp.Tool // tool: later desc="Set later." ro=true idem=false declared=ro
	later.Name = "later"
	later.Description = "Set later."
	later.Annotations = &mcp.ToolAnnotations{}
	later.Annotations.ReadOnlyHint = true
	mcp.AddTool(s, &later, nothing)

	renamed := &mcp.Tool{Name: "old_name"} // tool: new_name
	rename(renamed, "new_name")
	mcp.AddTool(s, renamed, nothing)

	base := mcp.Tool{Description: "Shared.", Annotations: &mcp.ToolAnnotations{IdempotentHint: true}}
	one := base // tool: copy_one row desc=Shared. ro=false idem=true
	one.Name = "copy_one"
	two := base // tool: copy_two row desc=Other. ro=false idem=true
	two.Name, two.Description = "copy_two", "Other."
	mcp.AddTool(s, &one, nothing)
	mcp.AddTool(s, &two, nothing)

	// The SDK copies the descriptor, so what changes afterwards isn't served.
	reused := &mcp.Tool{Name: "reused_a"} // tool: reused_a; tool: reused_b desc=Second.
	mcp.AddTool(s, reused, nothing)
	reused.Name = "reused_b"
	reused.Description = "Second."
	mcp.AddTool(s, reused, nothing)

	if err := s.Run(context.Background(), &mcp.StdioTransport{}); err != nil {
		log.Fatal(err)
	}
}

func rename(t *mcp.Tool, name string) { t.Name = name }
