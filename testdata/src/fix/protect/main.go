// Command protect serves over HTTP, with nothing in front of its tools.
package main

import (
	"context"
	"log"
	"net/http"

	"example.test/mcpvet/src/fix/protect/local"
	"example.test/mcpvet/src/fix/protect/own"
	"example.test/mcpvet/src/fix/protect/raw"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type in struct {
	Name string `json:"name"`
}

func hello(_ context.Context, _ *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: "hello " + a.Name}}}, nil, nil
}

func main() {
	s := mcp.NewServer(&mcp.Implementation{Name: "protect", Version: "1"}, nil) // fix review MCP006
	// fix review -1 MCP009
	s.AddReceivingMiddleware(func(next mcp.MethodHandler) mcp.MethodHandler {
		return func(ctx context.Context, method string, req mcp.Request) (mcp.Result, error) {
			return next(ctx, method, req)
		}
	})
	mcp.AddTool(s, &mcp.Tool{Name: "hello", Description: "Greets."}, hello)
	mcp.AddTool(s, &mcp.Tool{Name: "goodbye", Description: "Says goodbye."}, hello)
	s.AddResource(&mcp.Resource{Name: "motto", URI: "text://motto"}, func(context.Context, *mcp.ReadResourceRequest) (*mcp.ReadResourceResult, error) {
		return &mcp.ReadResourceResult{}, nil
	})
	go func() { log.Fatal(raw.Serve()) }()
	go func() { log.Fatal(local.Serve()) }()
	go func() { log.Fatal(own.Serve()) }()
	log.Fatal(http.ListenAndServe("127.0.0.1:8080", mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return s }, nil)))
}
