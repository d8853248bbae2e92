// Package clock has middleware.
package clock

import (
	"context"
	"errors"
	"log"
	"time"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

// Stop cancels calls that take too long.
func Stop(next server.ToolHandlerFunc) server.ToolHandlerFunc {
	return func(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		ctx, cancel := context.WithCancelCause(ctx)
		defer cancel(nil)
		t := time.AfterFunc(time.Minute, func() { cancel(errors.New("late")) })
		defer t.Stop()
		return next(ctx, req)
	}
}

// Log says how long calls take, and bounds nothing.
func Log(next server.ToolHandlerFunc) server.ToolHandlerFunc {
	return func(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		begin := time.Now()
		defer func() { log.Print(time.Since(begin)) }()
		return next(ctx, req)
	}
}
