// Program argv gives words of callers to programs.
package main

import (
	"context"
	"errors"
	"log"
	"os/exec"
	"strings"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
)

type in struct {
	Ref  string   `json:"ref"`
	Path string   `json:"path"`
	More []string `json:"more"`
	Opts []string `json:"options"`
}

func out(b []byte, err error) (*sdk.CallToolResult, any, error) {
	return &sdk.CallToolResult{Content: []sdk.Content{&sdk.TextContent{Text: string(b)}}}, nil, err
}

func history(ctx context.Context, _ *sdk.CallToolRequest, a in) (*sdk.CallToolResult, any, error) {
	return out(exec.CommandContext(ctx, "git", "log", "--oneline", a.Ref).Output()) // fix review MCP018
}

func fetch(ctx context.Context, _ *sdk.CallToolRequest, a in) (*sdk.CallToolResult, any, error) {
	args := []string{"-sS"}
	args = append(args, "--max-time", "10")
	args = append(args, a.Ref)
	return out(exec.CommandContext(ctx, "curl", args...).Output()) // fix safe MCP018
}

// Options stand behind the word: they would be none any more, so that it is
// refused if it looks like one.
func behind(ctx context.Context, _ *sdk.CallToolRequest, a in) (*sdk.CallToolResult, any, error) {
	return out(exec.CommandContext(ctx, "curl", a.Ref, "--max-time", "10").Output()) // fix review MCP018
}

// find reads a path with a dash as part of its expression even after "--".
func find(ctx context.Context, _ *sdk.CallToolRequest, a in) (*sdk.CallToolResult, any, error) {
	return out(exec.CommandContext(ctx, "find", a.Path).Output()) // fix review MCP018
}

// many are words, of which none is to be an option.
func many(ctx context.Context, _ *sdk.CallToolRequest, a in) (*sdk.CallToolResult, any, error) {
	return out(exec.CommandContext(ctx, "git", append([]string{"diff"}, a.More...)...).Output()) // fix review MCP018
}

// options are the caller's own, of which some may be harmless.
func options(ctx context.Context, _ *sdk.CallToolRequest, a in) (*sdk.CallToolResult, any, error) {
	args := []string{"log", "--oneline"}
	if len(a.Opts) > 0 {
		args = append(args, a.Opts...)
	}
	args = append(args, "--end-of-options", a.Ref)
	return out(exec.CommandContext(ctx, "git", args...).Output()) // fix review MCP018
}

// each adds word by word.
func each(ctx context.Context, _ *sdk.CallToolRequest, a in) (*sdk.CallToolResult, any, error) {
	args := []string{"add"}
	for _, w := range a.More {
		args = append(args, w)
	}
	return out(exec.CommandContext(ctx, "git", args...).Output()) // fix review MCP018
}

// The function that starts the program can refuse nothing but with an error, and
// this one not even that.
func silent(ctx context.Context, args []string) string {
	b, _ := exec.CommandContext(ctx, "git", args...).Output() // fix review MCP018
	return string(b)
}

func quiet(ctx context.Context, _ *sdk.CallToolRequest, a in) (*sdk.CallToolResult, any, error) {
	return out([]byte(silent(ctx, append([]string{"show"}, a.More...))), nil)
}

// The options are checked against a list: what is behind them is no option.
func listed(ctx context.Context, _ *sdk.CallToolRequest, a in) (*sdk.CallToolResult, any, error) {
	for _, o := range a.Opts {
		if o != "--stat" && o != "--name-only" {
			return nil, nil, errors.New("not allowed")
		}
	}
	args := append([]string{"diff"}, a.Opts...)
	args = append(args, "--end-of-options", a.Ref)
	return out(exec.CommandContext(ctx, "git", args...).Output())
}

// house is a program that nobody knows.
func house(ctx context.Context, _ *sdk.CallToolRequest, a in) (*sdk.CallToolResult, any, error) {
	return out(exec.CommandContext(ctx, "/opt/house/report", a.Path).Output()) // fix none MCP018
}

func clone(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	if err := exec.CommandContext(ctx, "git", "clone", req.GetString("url", ""), "work").Run(); err != nil { // fix review MCP018
		return mcp.NewToolResultError("failed"), nil
	}
	return mcp.NewToolResultText("done"), nil
}

// run starts a program with words that others give, who have to look at them.
func run(ctx context.Context, name string, args ...string) error {
	return exec.CommandContext(ctx, name, args...).Run() // fix review MCP018
}

func split(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	args := append([]string{"log"}, strings.Fields(req.GetString("args", ""))...)
	if err := exec.CommandContext(ctx, "git", args...).Run(); err != nil { // fix review MCP018
		return mcp.NewToolResultError("failed"), nil
	}
	return mcp.NewToolResultText("done"), nil
}

func branch(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	if err := run(ctx, "git", "rebase", req.GetString("upstream", "main")); err != nil {
		return mcp.NewToolResultError("failed"), nil
	}
	return mcp.NewToolResultText("done"), nil
}

func main() {
	s := sdk.NewServer(&sdk.Implementation{Name: "argv", Version: "1"}, nil)
	sdk.AddTool(s, &sdk.Tool{Name: "history"}, history)
	sdk.AddTool(s, &sdk.Tool{Name: "fetch"}, fetch)
	sdk.AddTool(s, &sdk.Tool{Name: "behind"}, behind)
	sdk.AddTool(s, &sdk.Tool{Name: "find"}, find)
	sdk.AddTool(s, &sdk.Tool{Name: "many"}, many)
	sdk.AddTool(s, &sdk.Tool{Name: "options"}, options)
	sdk.AddTool(s, &sdk.Tool{Name: "each"}, each)
	sdk.AddTool(s, &sdk.Tool{Name: "quiet"}, quiet)
	sdk.AddTool(s, &sdk.Tool{Name: "listed"}, listed)
	sdk.AddTool(s, &sdk.Tool{Name: "house"}, house)
	go s.Run(context.Background(), &sdk.StdioTransport{})
	m := server.NewMCPServer("argv", "1")
	m.AddTool(mcp.NewTool("branch", mcp.WithString("upstream")), branch)
	m.AddTool(mcp.NewTool("split", mcp.WithString("args")), split)
	m.AddTool(mcp.NewTool("clone", mcp.WithString("url")), clone)
	log.Fatal(server.ServeStdio(m))
}
