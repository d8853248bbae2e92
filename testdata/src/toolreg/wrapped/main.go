// Command wrapped puts decorators around handlers that may have some already.
package main

import (
	"context"
	"log"
	"os"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

// logged is a decorator.
func logged(next server.ToolHandlerFunc) server.ToolHandlerFunc {
	return func(ctx context.Context, r mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		log.Print(r.Params.Name)
		return next(ctx, r)
	}
}

// limited is another one.
func limited(next server.ToolHandlerFunc) server.ToolHandlerFunc {
	return func(ctx context.Context, r mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		return next(ctx, r)
	}
}

func main() {
	s := server.NewMCPServer("wrapped", "1")
	h := server.ToolHandlerFunc(status)
	if os.Getenv("LOG") != "" {
		h = logged(h)
	}
	if os.Getenv("LIMIT") != "" {
		h = limited(h)
	}
	s.AddTool(mcp.NewTool("status"), h) // tool: status handler=status
	if err := server.ServeStdio(s); err != nil {
		log.Fatal(err)
	}
}

func status(ctx context.Context, r mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	return mcp.NewToolResultText(""), nil
}
