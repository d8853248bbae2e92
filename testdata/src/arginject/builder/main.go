// Command builder puts command lines together in a struct, so that nobody knows
// where in them a word stands.
package main

import (
	"context"
	"log"
	"os/exec"
	"strings"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

type line struct {
	program string
	args    []string
}

func git() *line { return &line{program: "git"} }

func (l *line) with(args ...string) *line {
	l.args = append(l.args, args...)
	return l
}

func (l *line) run(ctx context.Context) (*mcp.CallToolResult, error) {
	if err := exec.CommandContext(ctx, l.program, l.args...).Run(); err != nil { // want `argument "words" of tool "some" can bring options of git` `"who" of tool "author" can be an option of git, unless`
		return mcp.NewToolResultError("failed"), nil
	}
	return mcp.NewToolResultText("done"), nil
}

// author gives a text as the value of an option.
func author(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	args := []string{"log", "-n", "5"}
	if who := req.GetString("who", ""); who != "" {
		args = append(args, "--author", who)
	}
	return git().with(args...).run(ctx)
}

// some has words taken from a text.
func some(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	return git().with("log").with(strings.Fields(req.GetString("words", ""))...).run(ctx)
}

// all runs what the caller lists.
func all(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	words := strings.Fields(req.GetString("command", ""))
	if err := exec.CommandContext(ctx, "git", words...).Run(); err != nil { // want `argument "command" of tool "all" can bring options of git`
		return mcp.NewToolResultError("failed"), nil
	}
	return mcp.NewToolResultText("done"), nil
}

func main() {
	s := server.NewMCPServer("builder", "1.0.0")
	s.AddTool(mcp.NewTool("author", mcp.WithString("who")), author)
	s.AddTool(mcp.NewTool("some", mcp.WithString("words")), some)
	s.AddTool(mcp.NewTool("all", mcp.WithString("command")), all)
	if err := server.ServeStdio(s); err != nil {
		log.Fatal(err)
	}
}
