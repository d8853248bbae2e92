// Command registry makes its tools from tables, with handlers that they share.
package main

import (
	"context"
	"errors"
	"fmt"
	"log"
	"os/exec"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

// A command is a tool that fills its argument into a line.
type command struct {
	name   string
	format string
	param  string
	change func(string) string
}

func asIs(s string) string { return s }

func first(s string) string {
	for i, r := range s {
		if r == '.' {
			return s[:i]
		}
	}
	return s
}

var table = []command{
	{name: "whois", format: "whois %s | head -n 40", param: "domain", change: asIs},
	{name: "trace", format: "traceroute -m 10 %s", param: "host", change: first},
}

func shared(c command) server.ToolHandlerFunc {
	return func(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		v, err := req.RequireString(c.param)
		if err != nil {
			return mcp.NewToolResultError(err.Error()), nil
		}
		out, err := exec.CommandContext(ctx, "sh", "-c", fmt.Sprintf(c.format, c.change(v))).Output() // want `argument "domain" of tool "whois" becomes part of the command text that sh runs` `argument "host" of tool "trace" becomes part of the command text that sh runs`
		if err != nil {
			return mcp.NewToolResultError("failed"), nil
		}
		return mcp.NewToolResultText(string(out)), nil
	}
}

// An action is a field of a struct that holds a function.
type action struct {
	name string
	run  func(ctx context.Context, args map[string]any) (string, error)
}

var actions = map[string]action{
	"restart": {name: "restart", run: restart},
	"list":    {name: "list", run: list},
}

func restart(ctx context.Context, args map[string]any) (string, error) {
	unit, _ := args["unit"].(string)
	out, err := exec.CommandContext(ctx, "sh", "-c", "sudo systemctl restart "+unit).CombinedOutput() // want `argument "unit" of tool "restart" becomes part of`
	return string(out), err
}

func list(ctx context.Context, _ map[string]any) (string, error) {
	out, err := exec.CommandContext(ctx, "sh", "-c", "systemctl list-units | head -n 20").Output()
	return string(out), err
}

func (a action) handle(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	out, err := a.run(ctx, req.GetArguments())
	if err != nil {
		return nil, err
	}
	return mcp.NewToolResultText(out), nil
}

// operations dispatches on an argument.
func operations(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	var line string
	switch op := req.GetString("operation", ""); op {
	case "size":
		line = "du -s /srv"
	case "show":
		line = "cat " + req.GetString("file", "/dev/null")
	default:
		return nil, fmt.Errorf("operation %q is not known", op)
	}
	out, err := exec.CommandContext(ctx, "sh", "-c", line).Output() // want `argument "file" of tool "operations" becomes part of`
	if err != nil {
		return nil, errors.New("failed")
	}
	return mcp.NewToolResultText(string(out)), nil
}

// macros are lines that the operator has written.
var macros = map[string]string{"top": "ps aux --sort=-rss | head", "disk": "df -h | sort -k5"}

func macro(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	out, err := exec.CommandContext(ctx, "sh", "-c", macros[req.GetString("name", "top")]).Output()
	if err != nil {
		return nil, errors.New("failed")
	}
	return mcp.NewToolResultText(string(out)), nil
}

func main() {
	s := server.NewMCPServer("registry", "1")
	for _, c := range table {
		s.AddTool(mcp.NewTool(c.name, mcp.WithString(c.param, mcp.Required())), shared(c))
	}
	for _, a := range actions {
		s.AddTool(mcp.NewTool(a.name), a.handle)
	}
	s.AddTool(mcp.NewTool("operations", mcp.WithString("operation"), mcp.WithString("file")), operations)
	s.AddTool(mcp.NewTool("macro", mcp.WithString("name")), macro)
	s.AddTool(mcp.NewTool("lookup", mcp.WithString("domain")), func(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		out, err := exec.CommandContext(ctx, "sh", "-c", "whois "+req.GetString("domain", "")).Output() // want `argument "domain" of tool "lookup" becomes part of`
		if err != nil {
			return nil, errors.New("failed")
		}
		return mcp.NewToolResultText(string(out)), nil
	})
	if err := server.ServeStdio(s); err != nil {
		log.Fatal(err)
	}
}
