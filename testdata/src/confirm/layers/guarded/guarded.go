// Package guarded has a decorator that refuses calls that confirm nothing.
package guarded

import (
	"context"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

// Decorate refuses calls without confirm=true.
func Decorate(next server.ToolHandlerFunc) server.ToolHandlerFunc {
	return func(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		if req.GetBool("confirm", false) {
			return next(ctx, req)
		}
		return mcp.NewToolResultError("repeat with confirm=true"), nil
	}
}
