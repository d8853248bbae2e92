// Package around stands around the handlers.
package around

import (
	"context"
	"log"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

// Logged logs each call.
func Logged(next server.ToolHandlerFunc) server.ToolHandlerFunc {
	return func(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		log.Printf("call %s: %+v", req.Params.Name, req.Params) // want `all arguments are logged, for tool "[a-z_]+" and each other tool behind the same function`
		return next(ctx, req)
	}
}

// Named logs the name of each call.
func Named(next server.ToolHandlerFunc) server.ToolHandlerFunc {
	return func(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		log.Printf("call %s with %d arguments", req.Params.Name, len(req.GetArguments()))
		return next(ctx, req)
	}
}
