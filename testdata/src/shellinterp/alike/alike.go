// Package alike registers one handler under one name on two servers. What it
// calls is bound to it, and another function on each.
package alike

import (
	"context"
	"os/exec"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type line struct {
	Text string `json:"text"`
}

type runner func(ctx context.Context, text string) error

func echo(ctx context.Context, text string) error {
	return exec.CommandContext(ctx, "echo", text).Run()
}

func shell(ctx context.Context, text string) error {
	return exec.CommandContext(ctx, "sh", "-c", text).Run() // want `argument "text" of tool "run"`
}

func register(server *mcp.Server, run runner) {
	mcp.AddTool(server, &mcp.Tool{Name: "run"}, func(ctx context.Context, _ *mcp.CallToolRequest, in line) (*mcp.CallToolResult, any, error) {
		return nil, nil, run(ctx, in.Text)
	})
}

func servers() (first, again, last *mcp.Server) {
	first = mcp.NewServer(&mcp.Implementation{Name: "first"}, nil)
	register(first, echo)
	again = mcp.NewServer(&mcp.Implementation{Name: "again"}, nil)
	register(again, echo)
	last = mcp.NewServer(&mcp.Implementation{Name: "last"}, nil)
	register(last, shell)
	return first, again, last
}
