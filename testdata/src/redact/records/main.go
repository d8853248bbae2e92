// Command records writes a log.
package main

import (
	"context"
	"log"
	"log/slog"
	"os"

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

func main() {
	s := server.NewMCPServer("records", "1", server.WithToolHandlerMiddleware(around.Logged), server.WithToolHandlerMiddleware(around.Named)) // want `nothing around the handlers of 4 of 4 tools`
	s.AddTool(mcp.NewTool("started", mcp.WithDescription("Start.")), started)
	s.AddTool(mcp.NewTool("whole", mcp.WithDescription("Log all.")), whole)
	s.AddTool(mcp.NewTool("quiet", mcp.WithDescription("Log all, seldom.")), quiet)
	s.AddTool(mcp.NewTool("single", mcp.WithDescription("Log one."), mcp.WithString("id")), single)
	if err := server.ServeStdio(s); err != nil {
		log.Fatal(err)
	}
}
