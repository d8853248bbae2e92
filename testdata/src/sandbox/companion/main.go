// Program companion runs code of the caller in the companion library's sandbox,
// and outside of it.
package main

import (
	"context"
	"log"
	"os/exec"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
	"github.com/mcpvet/mcpvet/guard"
)

func main() {
	box, err := guard.NewSandbox(guard.SandboxOptions{})
	if err != nil {
		log.Fatal(err)
	}
	s := server.NewMCPServer("code", "1")
	s.AddTool(mcp.NewTool("boxed"), func(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		res, err := box.Run(ctx, nil, "python3", "-c", req.GetString("code", ""))
		if err != nil {
			return mcp.NewToolResultError("failed"), nil
		}
		return mcp.NewToolResultText(string(res.Stdout)), nil
	})
	s.AddTool(mcp.NewTool("bare"), func(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		out, err := exec.CommandContext(ctx, "python3", "-c", req.GetString("code", "")).Output() // want `error regular: .*tool "bare"`
		if err != nil {
			return mcp.NewToolResultError("failed"), nil
		}
		return mcp.NewToolResultText(string(out)), nil
	})
	log.Fatal(server.ServeStdio(s))
}
