// Command hints states its annotations in every way.
package main

import (
	"context"
	"log"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

func ptr[T any](v T) *T { return &v }

func boolPtr(b bool) *bool { return &b }

var (
	no  = false
	yes = true
)

var readOnly = &mcp.ToolAnnotations{ReadOnlyHint: true, OpenWorldHint: &no}

const isSafe = true

func annotate(title string, safe bool) *mcp.ToolAnnotations {
	a := &mcp.ToolAnnotations{Title: title}
	if safe {
		a.ReadOnlyHint = true
	} else {
		a.DestructiveHint = &yes
	}
	return a
}

func destructive(t *mcp.Tool) *mcp.Tool {
	t.Annotations = &mcp.ToolAnnotations{DestructiveHint: &yes, IdempotentHint: true}
	return t
}

type option func(*mcp.ToolAnnotations)

func idempotent(a *mcp.ToolAnnotations) { a.IdempotentHint = true }

func annotations(opts ...option) *mcp.ToolAnnotations {
	a := new(mcp.ToolAnnotations)
	for _, o := range opts {
		o(a)
	}
	return a
}

func main() {
	s := mcp.NewServer(&mcp.Implementation{Name: "hints"}, nil)
	mcp.AddTool(s, &mcp.Tool{Name: "shared_a", Annotations: readOnly}, handle)                                                                       // tool: shared_a ro=true idem=false open=false declared=ro,open
	mcp.AddTool(s, &mcp.Tool{Name: "shared_b", Annotations: readOnly}, handle)                                                                       // tool: shared_b ro=true idem=false open=false declared=ro,open
	mcp.AddTool(s, &mcp.Tool{Name: "generic", Annotations: &mcp.ToolAnnotations{DestructiveHint: ptr(true)}}, handle)                                // tool: generic ro=false idem=false destr=true declared=destr
	mcp.AddTool(s, &mcp.Tool{Name: "helper", Annotations: &mcp.ToolAnnotations{DestructiveHint: boolPtr(false)}}, handle)                            // tool: helper ro=false idem=false destr=false declared=destr
	mcp.AddTool(s, &mcp.Tool{Name: "new", Annotations: &mcp.ToolAnnotations{DestructiveHint: new(false), OpenWorldHint: new(!no)}}, handle)          // tool: new ro=false idem=false destr=false open=true declared=destr,open
	mcp.AddTool(s, &mcp.Tool{Name: "constant", Annotations: &mcp.ToolAnnotations{ReadOnlyHint: isSafe}}, handle)                                     // tool: constant ro=true idem=false declared=ro
	mcp.AddTool(s, &mcp.Tool{Name: "func_safe", Annotations: annotate("Safe", true)}, handle)                                                        // tool: func_safe ro=true idem=false declared=ro
	mcp.AddTool(s, &mcp.Tool{Name: "func_unsafe", Annotations: annotate("Unsafe", false)}, handle)                                                   // tool: func_unsafe ro=false idem=false destr=true declared=destr
	mcp.AddTool(s, destructive(&mcp.Tool{Name: "decorated"}), handle)                                                                                // tool: decorated ro=false idem=true destr=true declared=destr,idem
	mcp.AddTool(s, &mcp.Tool{Name: "options", Annotations: annotations(idempotent, func(a *mcp.ToolAnnotations) { a.ReadOnlyHint = true })}, handle) // tool: options ro=true idem=true declared=ro,idem
	mcp.AddTool(s, &mcp.Tool{Name: "declared_false", Annotations: &mcp.ToolAnnotations{ReadOnlyHint: false}}, handle)                                // tool: declared_false ro=false idem=false
	mcp.AddTool(s, &mcp.Tool{Name: "nil", Annotations: nil}, handle)                                                                                 // tool: nil hints=none declared=none
	copied := *readOnly
	copied.ReadOnlyHint = false
	mcp.AddTool(s, &mcp.Tool{Name: "copied", Annotations: &copied}, handle) // tool: copied ro=false idem=false open=false
	if err := s.Run(context.Background(), &mcp.StdioTransport{}); err != nil {
		log.Fatal(err)
	}
}

func handle(ctx context.Context, r *mcp.CallToolRequest, in struct{}) (*mcp.CallToolResult, any, error) {
	return nil, nil, nil
}
