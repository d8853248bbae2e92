// Program gaps writes records that leave something out.
package main

import (
	"context"
	"errors"
	"log"
	"log/slog"
	"slices"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
)

type in struct{}

func record(tool string) { slog.Info("audit", "tool", tool) }

// early returns before the record.
func early(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	if req.GetString("x", "") == "" {
		return mcp.NewToolResultError("x is missing"), nil // want `warning regular: tool "early": it returns here without a record`
	}
	record(req.Params.Name)
	return mcp.NewToolResultText("done"), nil
}

// well writes down what went well.
func well(next server.ToolHandlerFunc) server.ToolHandlerFunc {
	return func(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		res, err := next(ctx, req)
		if err != nil {
			return nil, err // want `warning regular: tool "wrapped": it returns here without a record`
		}
		record(req.Params.Name)
		return res, nil
	}
}

func work(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	return mcp.NewToolResultText("done"), nil
}

func journal(next sdk.MethodHandler) sdk.MethodHandler {
	return func(ctx context.Context, method string, req sdk.Request) (sdk.Result, error) {
		if call, ok := req.(*sdk.CallToolRequest); ok {
			record(call.Params.Name)
		}
		return next(ctx, method, req)
	}
}

func gate(next sdk.MethodHandler) sdk.MethodHandler {
	return func(ctx context.Context, method string, req sdk.Request) (sdk.Result, error) {
		if call, ok := req.(*sdk.CallToolRequest); ok {
			if call.Extra == nil || call.Extra.TokenInfo == nil || !slices.Contains(call.Extra.TokenInfo.Scopes, "do") { // want `warning regular: tool "inside": what is refused here gets to no record`
				return nil, errors.New("not allowed")
			}
		}
		return next(ctx, method, req)
	}
}

func do(context.Context, *sdk.CallToolRequest, in) (*sdk.CallToolResult, any, error) {
	return nil, nil, nil
}

func main() {
	s := server.NewMCPServer("gaps", "1")
	s.AddTool(mcp.NewTool("early"), early)
	s.AddTool(mcp.NewTool("wrapped"), well(work))
	log.Print(server.ServeStdio(s))

	inside := sdk.NewServer(&sdk.Implementation{Name: "inside"}, nil)
	inside.AddReceivingMiddleware(gate, journal)
	sdk.AddTool(inside, &sdk.Tool{Name: "inside"}, do)
	outside := sdk.NewServer(&sdk.Implementation{Name: "outside"}, nil)
	outside.AddReceivingMiddleware(gate)
	outside.AddReceivingMiddleware(journal) // a later one is outside an earlier
	sdk.AddTool(outside, &sdk.Tool{Name: "outside"}, do)
	log.Print(inside.Run(context.Background(), &sdk.StdioTransport{}), outside.Run(context.Background(), &sdk.StdioTransport{}))
}
