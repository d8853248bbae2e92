// Command own_options writes options of its own for the SDK's descriptors.
package main

import (
	"context"
	"log"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

func destructive() mcp.ToolOption {
	return func(t *mcp.Tool) {
		t.Annotations.DestructiveHint = new(true)
		t.Annotations.ReadOnlyHint = new(false)
	}
}

func withPaging() mcp.ToolOption {
	return func(t *mcp.Tool) {
		mcp.WithNumber("page", mcp.Description("Page."))(t)
		mcp.WithNumber("per_page", mcp.DefaultNumber(50))(t)
	}
}

// all applies several options.
func all(opts ...mcp.ToolOption) mcp.ToolOption {
	return func(t *mcp.Tool) {
		for _, o := range opts {
			o(t)
		}
	}
}

func prefixed(p string) func(*mcp.Tool) {
	return func(t *mcp.Tool) { t.Name = p + t.Name }
}

func raw(t *mcp.Tool) {
	t.InputSchema.Properties["verbose"] = map[string]any{"type": "boolean", "default": false}
	t.InputSchema.Required = append(t.InputSchema.Required, "verbose")
}

func main() {
	s := server.NewMCPServer("options", "1")
	s.AddTool(mcp.NewTool("wipe", destructive()), handle)                                           // tool: wipe ro=false destr=true idem=false open=true declared=ro,destr args=-
	s.AddTool(mcp.NewTool("page", withPaging(), mcp.WithString("q")), handle)                       // tool: page args=page?:number,per_page?:number=50,q?:string
	s.AddTool(mcp.NewTool("both", all(withPaging(), mcp.WithReadOnlyHintAnnotation(true))), handle) // tool: both args=page?:number,per_page?:number=50 ro=true destr=true idem=false open=true
	s.AddTool(mcp.NewTool("list", prefixed("acme_"), raw), handle)                                  // tool: acme_list args=verbose:boolean=false
	if err := server.ServeStdio(s); err != nil {
		log.Fatal(err)
	}
}

func handle(ctx context.Context, r mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	return mcp.NewToolResultText(""), nil
}
