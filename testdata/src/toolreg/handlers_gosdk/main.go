// Command handlers_gosdk has handlers in every form.
package main

import (
	"context"
	"encoding/json"
	"log"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type in struct {
	ID string `json:"id"`
}

type out struct {
	OK bool `json:"ok"`
}

type svc struct{ name string }

func (s *svc) typed(ctx context.Context, r *mcp.CallToolRequest, a in) (*mcp.CallToolResult, out, error) {
	return nil, out{}, nil
}

func (s *svc) raw(ctx context.Context, r *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	return &mcp.CallToolResult{}, nil
}

// simple turns a plain function into a typed handler.
func simple[A, B any](fn func(context.Context, A) (B, error)) mcp.ToolHandlerFor[A, B] {
	return func(ctx context.Context, r *mcp.CallToolRequest, a A) (*mcp.CallToolResult, B, error) {
		b, err := fn(ctx, a)
		return nil, b, err
	}
}

func business(ctx context.Context, a in) (out, error) { return out{}, nil }

// audited is a generic decorator.
func audited[A, B any](name string, next mcp.ToolHandlerFor[A, B]) mcp.ToolHandlerFor[A, B] {
	return func(ctx context.Context, r *mcp.CallToolRequest, a A) (*mcp.CallToolResult, B, error) {
		log.Print(name)
		return next(ctx, r, a)
	}
}

// decoded makes a raw handler from a typed function.
func decoded[A any](fn func(ctx context.Context, r *mcp.CallToolRequest, a A) (*mcp.CallToolResult, error)) mcp.ToolHandler {
	return func(ctx context.Context, r *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		var a A
		if err := json.Unmarshal(r.Params.Arguments, &a); err != nil {
			return nil, err
		}
		return fn(ctx, r, a)
	}
}

func typedRaw(ctx context.Context, r *mcp.CallToolRequest, a in) (*mcp.CallToolResult, error) {
	return &mcp.CallToolResult{}, nil
}

func main() {
	s := mcp.NewServer(&mcp.Implementation{Name: "handlers"}, nil)
	d := &svc{name: "x"}
	t := func(name string) *mcp.Tool {
		return &mcp.Tool{Name: name, InputSchema: map[string]any{"type": "object"}}
	}
	mcp.AddTool(s, t("typed"), d.typed)                                                                                                          // tool: typed row handler=svc.typed args=-
	mcp.AddTool(s, &mcp.Tool{Name: "inferred"}, d.typed)                                                                                         // tool: inferred handler=svc.typed args=id:string
	mcp.AddTool(s, &mcp.Tool{Name: "simple"}, simple(business))                                                                                  // tool: simple handler=business args=id:string
	mcp.AddTool(s, &mcp.Tool{Name: "audited"}, audited("a", d.typed))                                                                            // tool: audited handler=svc.typed args=id:string
	mcp.AddTool(s, &mcp.Tool{Name: "both"}, audited("b", simple(business)))                                                                      // tool: both handler=business args=id:string
	s.AddTool(t("raw"), d.raw)                                                                                                                   // tool: raw handler=svc.raw
	s.AddTool(t("decoded"), decoded(typedRaw))                                                                                                   // tool: decoded handler=typedRaw
	mcp.AddTool(s, &mcp.Tool{Name: "pointer_args"}, func(ctx context.Context, r *mcp.CallToolRequest, a *in) (*mcp.CallToolResult, any, error) { // tool: pointer_args handler=main$2 args=id:string
		return nil, nil, nil
	})
	mcp.AddTool(s, &mcp.Tool{Name: "map_args"}, func(ctx context.Context, r *mcp.CallToolRequest, a map[string]any) (*mcp.CallToolResult, any, error) { // tool: map_args handler=main$3 args=-
		return nil, nil, nil
	})
	mcp.AddTool(s, &mcp.Tool{Name: "any_args"}, func(ctx context.Context, r *mcp.CallToolRequest, a any) (*mcp.CallToolResult, any, error) { // tool: any_args handler=main$4 args=-
		return nil, nil, nil
	})
	if err := s.Run(context.Background(), &mcp.StdioTransport{}); err != nil {
		log.Fatal(err)
	}
}
