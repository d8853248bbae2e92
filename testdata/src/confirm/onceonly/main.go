// Command onceonly does what it does once for each key that comes with a call.
package main

import (
	"context"
	"log"
	"log/slog"
	"os"
	"sync"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

// seen is what was done, by the keys of the calls.
type seen struct {
	mu   sync.Mutex
	done map[string]string
}

// before returns the answer that a key has had.
func (s *seen) before(key string) (string, bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	answer, ok := s.done[key]
	return answer, ok
}

func (s *seen) note(key, answer string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.done[key] = answer
}

func key(req mcp.CallToolRequest) string { return req.GetString("idempotency_key", "") }

func remove(name string) (*mcp.CallToolResult, error) {
	if err := os.Remove("notes/" + name); err != nil {
		return mcp.NewToolResultError("not removed"), nil
	}
	return mcp.NewToolResultText("removed"), nil
}

func recorded(name string, h server.ToolHandlerFunc) server.ToolHandlerFunc {
	return func(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		res, err := h(ctx, req)
		slog.Info("call", "tool", req.Params.Name, "failed", err != nil)
		return res, err
	}
}

func main() {
	kept := &seen{done: map[string]string{}}
	s := server.NewMCPServer("onceonly", "1")
	tool := func(name string) mcp.Tool {
		return mcp.NewTool(name, mcp.WithString("name", mcp.Required()), mcp.WithString("idempotency_key", mcp.Required()))
	}
	// Once for a key, and recorded.
	s.AddTool(tool("remove_once"), recorded("remove_once", func(_ context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		if answer, ok := kept.before(key(req)); ok {
			return mcp.NewToolResultText(answer), nil
		}
		kept.note(key(req), "removed")
		return remove(req.GetString("name", ""))
	}))
	// Recorded, and the key is asked for and no more.
	s.AddTool(tool("remove_named"), recorded("remove_named", func(_ context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) { // want `error regular: tool "remove_named" deletes files`
		if key(req) == "" {
			return mcp.NewToolResultError("no key"), nil
		}
		return remove(req.GetString("name", ""))
	}))
	// Once for a key, and nobody knows of it.
	s.AddTool(tool("remove_unseen"), func(_ context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) { // want `error regular: tool "remove_unseen" deletes files`
		if answer, ok := kept.before(key(req)); ok {
			return mcp.NewToolResultText(answer), nil
		}
		kept.note(key(req), "removed")
		return remove(req.GetString("name", ""))
	})
	// The key is looked up when all is done.
	s.AddTool(tool("remove_then_look"), recorded("remove_then_look", func(_ context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) { // want `error regular: tool "remove_then_look" deletes files`
		res, err := remove(req.GetString("name", ""))
		if answer, ok := kept.before(key(req)); ok {
			return mcp.NewToolResultText(answer), nil
		}
		return res, err
	}))
	if err := server.ServeStdio(s); err != nil {
		log.Fatal(err)
	}
}
