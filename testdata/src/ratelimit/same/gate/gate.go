// Package gate limits calls by counters of its own.
package gate

import (
	"context"
	"errors"
	"sync"
	"time"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
)

// Gate lets calls in.
type Gate interface{ Enter() error }

type window struct {
	mu    sync.Mutex
	start time.Time
	n     int
}

// New makes a gate.
func New() Gate { return &window{} }

// Enter counts.
func (w *window) Enter() error {
	w.mu.Lock()
	defer w.mu.Unlock()
	if time.Since(w.start) > time.Minute {
		w.start, w.n = time.Now(), 0
	}
	w.n++
	if w.n > 60 {
		return errors.New("slow down")
	}
	return nil
}

// Middleware counts before a handler.
func Middleware(g Gate) server.ToolHandlerMiddleware {
	return func(next server.ToolHandlerFunc) server.ToolHandlerFunc {
		return func(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
			if err := g.Enter(); err != nil {
				return mcp.NewToolResultError(err.Error()), nil
			}
			return next(ctx, req)
		}
	}
}

var slots = make(chan struct{}, 4)

// Methods lets four calls run at once.
func Methods(next sdk.MethodHandler) sdk.MethodHandler {
	return func(ctx context.Context, method string, req sdk.Request) (sdk.Result, error) {
		select {
		case slots <- struct{}{}:
			defer func() { <-slots }()
		case <-ctx.Done():
			return nil, ctx.Err()
		}
		return next(ctx, method, req)
	}
}
