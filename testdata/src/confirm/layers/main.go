// Command layers has the same guard inside a handler, as a decorator, as
// middleware of the server, and in another package.
package main

import (
	"context"
	"log"
	"os"

	"example.test/mcpvet/src/confirm/layers/guarded"
	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

func remove(_ context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	if err := os.RemoveAll("/srv/data"); err != nil {
		return nil, err
	}
	return mcp.NewToolResultText("done"), nil
}

func inside(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	if !req.GetBool("confirm", false) {
		return mcp.NewToolResultError("repeat with confirm=true"), nil
	}
	return remove(ctx, req)
}

func decorate(next server.ToolHandlerFunc) server.ToolHandlerFunc {
	return func(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		if !req.GetBool("confirm", false) {
			return mcp.NewToolResultError("repeat with confirm=true"), nil
		}
		return next(ctx, req)
	}
}

// logged is around a handler and holds nothing.
func logged(next server.ToolHandlerFunc) server.ToolHandlerFunc {
	return func(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		if !req.GetBool("confirm", false) {
			log.Print("not confirmed")
		}
		return next(ctx, req)
	}
}

func main() {
	confirm := mcp.WithBoolean("confirm")
	s := server.NewMCPServer("layers", "1")
	s.AddTool(mcp.NewTool("inside", confirm), inside)
	s.AddTool(mcp.NewTool("decorated", confirm), decorate(remove))
	s.AddTool(mcp.NewTool("elsewhere", confirm), guarded.Decorate(remove))
	s.AddTool(mcp.NewTool("logged", confirm), logged(remove)) // want `tool "logged" deletes files .* whatever "confirm" says`

	behind := server.NewMCPServer("behind", "1", server.WithToolHandlerMiddleware(decorate))
	behind.AddTool(mcp.NewTool("behind", confirm), remove)
	other := server.NewMCPServer("other", "1", server.WithToolHandlerMiddleware(guarded.Decorate))
	other.AddTool(mcp.NewTool("other", confirm), remove)
	bare := server.NewMCPServer("bare", "1", server.WithToolHandlerMiddleware(logged))
	bare.AddTool(mcp.NewTool("bare", confirm), remove) // want `tool "bare" deletes files .* whatever "confirm" says`

	go func() { _ = server.NewStdioServer(behind).Listen(context.Background(), os.Stdin, os.Stdout) }()
	go func() { _ = server.NewStdioServer(other).Listen(context.Background(), os.Stdin, os.Stdout) }()
	go func() { _ = server.NewStdioServer(bare).Listen(context.Background(), os.Stdin, os.Stdout) }()
	if err := server.ServeStdio(s); err != nil {
		log.Fatal(err)
	}
}
