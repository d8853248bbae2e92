// Command named has two trails in middleware: one says which tool was called,
// and one has what came along, too.
package main

import (
	"context"
	"log"
	"log/slog"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

func find(context.Context, *mcp.CallToolRequest, struct{}) (*mcp.CallToolResult, any, error) {
	return &mcp.CallToolResult{}, nil, nil
}

func trail(next mcp.MethodHandler) mcp.MethodHandler {
	return func(ctx context.Context, method string, req mcp.Request) (mcp.Result, error) {
		tool := ""
		if p, ok := req.GetParams().(*mcp.CallToolParamsRaw); ok {
			tool = p.Name
		}
		res, err := next(ctx, method, req)
		slog.InfoContext(ctx, "call", "method", method, "tool", tool, "failed", err != nil)
		return res, err
	}
}

func chatty(next mcp.MethodHandler) mcp.MethodHandler {
	return func(ctx context.Context, method string, req mcp.Request) (mcp.Result, error) {
		tool, args := "", ""
		if p, ok := req.GetParams().(*mcp.CallToolParamsRaw); ok {
			tool, args = p.Name, string(p.Arguments)
		}
		res, err := next(ctx, method, req)
		slog.InfoContext(ctx, "call", "method", method, "tool", tool, "args", args, "failed", err != nil) // want `the record of tool "found" holds the arguments of the call as they came`
		return res, err
	}
}

func main() {
	one := mcp.NewServer(&mcp.Implementation{Name: "one", Version: "1.0.0"}, nil)
	mcp.AddTool(one, &mcp.Tool{Name: "find"}, find)
	one.AddReceivingMiddleware(trail)
	go func() { log.Print(one.Run(context.Background(), &mcp.StdioTransport{})) }()
	two := mcp.NewServer(&mcp.Implementation{Name: "two", Version: "1.0.0"}, nil)
	mcp.AddTool(two, &mcp.Tool{Name: "found"}, find)
	two.AddReceivingMiddleware(chatty)
	log.Print(two.Run(context.Background(), &mcp.StdioTransport{}))
}
