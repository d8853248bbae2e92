// Program companion keeps arguments from being options by the companion
// library, and shows ways to do it wrong.
package main

import (
	"context"
	"log"
	"os/exec"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
	"github.com/mcpvet/mcpvet/guard"
)

func answer(ctx context.Context, args ...string) (*mcp.CallToolResult, error) {
	out, err := exec.CommandContext(ctx, "git", args...).Output()
	if err != nil {
		return mcp.NewToolResultError("failed"), nil
	}
	return mcp.NewToolResultText(string(out)), nil
}

func main() {
	s := server.NewMCPServer("git", "1")
	s.AddTool(mcp.NewTool("checked_log"), func(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		ref := req.GetString("ref", "")
		if err := guard.NoOption(ref); err != nil {
			return mcp.NewToolResultError(err.Error()), nil
		}
		out, err := exec.CommandContext(ctx, "git", "log", ref).Output()
		if err != nil {
			return mcp.NewToolResultError("failed"), nil
		}
		return mcp.NewToolResultText(string(out)), nil
	})
	s.AddTool(mcp.NewTool("operands_log"), func(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		paths, err := guard.Operands(req.GetString("path", ""))
		if err != nil {
			return mcp.NewToolResultError(err.Error()), nil
		}
		return answer(ctx, append([]string{"log"}, paths...)...)
	})
	s.AddTool(mcp.NewTool("unchecked_log"), func(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		ref := req.GetString("ref", "")
		_ = guard.NoOption(ref)
		out, err := exec.CommandContext(ctx, "git", "log", ref).Output() // want `argument "ref" of tool "unchecked_log"`
		if err != nil {
			return mcp.NewToolResultError("failed"), nil
		}
		return mcp.NewToolResultText(string(out)), nil
	})
	log.Fatal(server.ServeStdio(s))
}
