// Command middlecheck checks its arguments in a middleware, for all tools.
package main

import (
	"context"
	"log"
	"os/exec"
	"regexp"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

var word = regexp.MustCompile(`^[a-z0-9]+$`)

func checked(next server.ToolHandlerFunc) server.ToolHandlerFunc {
	return func(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		if !word.MatchString(req.GetString("name", "")) {
			return mcp.NewToolResultError("no name"), nil
		}
		return next(ctx, req)
	}
}

func id(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	return nil, exec.CommandContext(ctx, "sh", "-c", "id "+req.GetString("name", "")).Run()
}

func main() {
	s := server.NewMCPServer("gap", "1", server.WithToolHandlerMiddleware(checked))
	s.AddTool(mcp.NewTool("id", mcp.WithString("name")), id)
	if err := server.ServeStdio(s); err != nil {
		log.Fatal(err)
	}
}
