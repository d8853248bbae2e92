// Command elsewhere has other machines, and containers that are there already,
// run what the caller chooses: what confines that, they decide.
package main

import (
	"context"
	"log"
	"os/exec"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
	"golang.org/x/crypto/ssh"
)

func main() {
	s := server.NewMCPServer("elsewhere", "1")
	s.AddTool(mcp.NewTool("host", mcp.WithString("line")), func(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		out, err := exec.CommandContext(ctx, "ssh", "build.example", req.GetString("line", "")).Output()
		return mcp.NewToolResultText(string(out)), err
	})
	s.AddTool(mcp.NewTool("pod", mcp.WithString("line")), func(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		out, err := exec.CommandContext(ctx, "kubectl", "exec", "web-0", "--", "sh", "-c", req.GetString("line", "")).Output()
		return mcp.NewToolResultText(string(out)), err
	})
	s.AddTool(mcp.NewTool("session", mcp.WithString("line")), func(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		client, err := ssh.Dial("tcp", "build.example:22", &ssh.ClientConfig{HostKeyCallback: ssh.FixedHostKey(nil)})
		if err != nil {
			return nil, err
		}
		session, err := client.NewSession()
		if err != nil {
			return nil, err
		}
		out, err := session.Output(req.GetString("line", ""))
		return mcp.NewToolResultText(string(out)), err
	})
	s.AddTool(mcp.NewTool("here", mcp.WithString("line")), func(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		out, err := exec.CommandContext(ctx, "sh", "-c", req.GetString("line", "")).Output() // want `argument "line" of tool "here" is the command text that sh runs, outside a sandbox`
		return mcp.NewToolResultText(string(out)), err
	})
	if err := server.ServeStdio(s); err != nil {
		log.Fatal(err)
	}
}
