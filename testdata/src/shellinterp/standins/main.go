// Command standins keeps functions of other code in variables and fields, so
// that its tests can put others there.
package main

import (
	"context"
	"log"
	"os"
	"os/exec"
	"strings"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

var (
	command = exec.CommandContext
	upper   = strings.ToUpper
	start   = exec.CommandContext
)

type runner struct {
	command func(ctx context.Context, name string, arg ...string) *exec.Cmd
	other   func(ctx context.Context, name string, arg ...string) *exec.Cmd
}

func variable(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	return nil, command(ctx, "sh", "-c", req.GetString("line", "")).Run() // want `argument "line" of tool "variable" is the command text that sh runs`
}

func through(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	return nil, command(ctx, "sh", "-c", upper(req.GetString("line", ""))).Run() // want `argument "line" of tool "through" (is|becomes part of) the command text that sh runs`
}

func (r *runner) field(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	cmd := r.command(ctx, "sh", "-c", req.GetString("line", "")) // want `argument "line" of tool "field" is the command text that sh runs`
	return nil, cmd.Run()
}

func array(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	return nil, command(ctx, "ls", "--", req.GetString("line", "")).Run()
}

// replaced runs what start-up code chooses: nothing is known of that.
func replaced(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	return nil, start(ctx, "sh", "-c", req.GetString("line", "")).Run()
}

func (r *runner) given(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	return nil, r.other(ctx, "sh", "-c", req.GetString("line", "")).Run()
}

func dry(ctx context.Context, _ string, arg ...string) *exec.Cmd {
	log.Printf("%d arguments", len(arg))
	return exec.CommandContext(ctx, "true")
}

func main() {
	r := &runner{command: exec.CommandContext, other: dry}
	if os.Getenv("DRY") != "" {
		start = dry
	}
	s := server.NewMCPServer("standins", "1")
	s.AddTool(mcp.NewTool("variable", mcp.WithDescription("Run by a variable.")), variable)
	s.AddTool(mcp.NewTool("through", mcp.WithDescription("Run by two variables.")), through)
	s.AddTool(mcp.NewTool("field", mcp.WithDescription("Run by a field.")), r.field)
	s.AddTool(mcp.NewTool("array", mcp.WithDescription("List.")), array)
	s.AddTool(mcp.NewTool("replaced", mcp.WithDescription("Run by what is chosen.")), replaced)
	s.AddTool(mcp.NewTool("given", mcp.WithDescription("Run by what is given.")), r.given)
	if err := server.ServeStdio(s); err != nil {
		log.Fatal(err)
	}
}
