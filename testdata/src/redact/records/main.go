// Command records writes a log.
package main

import (
	"context"
	"io/fs"
	"log"
	"log/slog"
	"os"
	"path/filepath"
	"strings"

	"example.test/mcpvet/src/redact/records/around"
	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

func started(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	slog.InfoContext(ctx, "connecting", "password", os.Getenv("DESK_PASSWORD")) // want `the secret "DESK_PASSWORD" is logged by tool "started"`
	return mcp.NewToolResultText("fine"), nil
}

func whole(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	slog.Info("call", slog.Any("arguments", req.GetArguments())) // want `all arguments of tool "whole" are logged`
	return mcp.NewToolResultText("fine"), nil
}

func quiet(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	slog.Debug("call", slog.Any("arguments", req.GetArguments())) // want `pedantic: all arguments of tool "quiet" are logged`
	return mcp.NewToolResultText("fine"), nil
}

func single(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	slog.Info("call", "id", req.GetString("id", ""), "user", os.Getenv("DESK_USER"))
	return mcp.NewToolResultText("fine"), nil
}

// cached logs which file it looks for: what the variable holds is a name there.
func cached(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	token := os.Getenv("DESK_TOKEN")
	file, err := filepath.Abs(token)
	if err != nil {
		return mcp.NewToolResultError("no folder"), nil
	}
	if _, err := fs.Stat(os.DirFS("/srv"), strings.TrimPrefix(file, "/srv/")); err != nil {
		slog.WarnContext(ctx, "no token", "file", file)
		slog.WarnContext(ctx, "no token", "token", token) // want `the secret "DESK_TOKEN" is logged by tool "cached"`
	}
	return mcp.NewToolResultText("fine"), nil
}

func main() {
	s := server.NewMCPServer("records", "1", server.WithToolHandlerMiddleware(around.Logged), server.WithToolHandlerMiddleware(around.Named)) // want `nothing around the handlers of 5 of 5 tools`
	s.AddTool(mcp.NewTool("started", mcp.WithDescription("Start.")), started)
	s.AddTool(mcp.NewTool("whole", mcp.WithDescription("Log all.")), whole)
	s.AddTool(mcp.NewTool("quiet", mcp.WithDescription("Log all, seldom.")), quiet)
	s.AddTool(mcp.NewTool("single", mcp.WithDescription("Log one."), mcp.WithString("id")), single)
	s.AddTool(mcp.NewTool("cached", mcp.WithDescription("Is there a token?")), cached)
	if err := server.ServeStdio(s); err != nil {
		log.Fatal(err)
	}
}
