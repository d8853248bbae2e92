// Program whole has a hook for each way in which a call ends.
package main

import (
	"context"
	"errors"
	"log"
	"log/slog"
	"net/http"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

func toss(_ context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	if req.GetInt("side", 0) > 1 {
		return nil, errors.New("a coin has two sides")
	}
	return mcp.NewToolResultText("heads"), nil
}

func main() {
	hooks := &server.Hooks{}
	hooks.AddAfterCallTool(func(ctx context.Context, id any, req *mcp.CallToolRequest, _ any) {
		slog.InfoContext(ctx, "answered", "id", id, "tool", req.Params.Name)
	})
	hooks.AddOnError(func(ctx context.Context, id any, method mcp.MCPMethod, _ any, _ error) {
		slog.WarnContext(ctx, "failed", "id", id, "method", method)
	})

	s := server.NewMCPServer("whole", "1.0.0", server.WithHooks(hooks))
	s.AddTool(mcp.NewTool("toss", mcp.WithDescription("Toss a coin.")), toss)
	log.Print(errors.New("start"))
	log.Fatal(http.ListenAndServe("localhost:8080", server.NewStreamableHTTPServer(s)))
}
