// Command recovers stops panics itself, in a decorator and in a handler.
package main

import (
	"context"
	"fmt"
	"log"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type handler = mcp.ToolHandlerFor[map[string]any, any]

func safe(h handler) handler {
	return func(ctx context.Context, req *mcp.CallToolRequest, a map[string]any) (res *mcp.CallToolResult, out any, err error) {
		defer func() {
			if p := recover(); p != nil {
				err = fmt.Errorf("the call failed: %v", p)
			}
		}()
		return h(ctx, req, a)
	}
}

func done(s string) (*mcp.CallToolResult, any, error) {
	return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: s}}}, nil, nil
}

func decorated(_ context.Context, _ *mcp.CallToolRequest, a map[string]any) (*mcp.CallToolResult, any, error) {
	return done(a["name"].(string)) // want `note auditor: argument "name" of tool "decorated" is asserted to be string`
}

func caught() { _ = recover() }

func itself(_ context.Context, _ *mcp.CallToolRequest, a map[string]any) (*mcp.CallToolResult, any, error) {
	defer caught()
	return done(a["name"].(string)) // want `note auditor: argument "name" of tool "itself" is asserted to be string`
}

func bare(_ context.Context, _ *mcp.CallToolRequest, a map[string]any) (*mcp.CallToolResult, any, error) {
	defer log.Print("done")
	return done(a["name"].(string)) // want `error regular: argument "name" of tool "bare" is asserted to be string`
}

func main() {
	s := mcp.NewServer(&mcp.Implementation{Name: "recovers", Version: "1"}, nil)
	mcp.AddTool(s, &mcp.Tool{Name: "decorated"}, safe(decorated))
	mcp.AddTool(s, &mcp.Tool{Name: "itself"}, itself)
	mcp.AddTool(s, &mcp.Tool{Name: "bare"}, bare)
	if err := s.Run(context.Background(), &mcp.StdioTransport{}); err != nil {
		log.Fatal(err)
	}
}
