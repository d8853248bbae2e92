// Command mcpgo has its checks before the handlers: in the middleware of the
// server, and in decorators.
package main

import (
	"context"
	"errors"
	"log"
	"os/exec"
	"regexp"
	"strings"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

var word = regexp.MustCompile(`^[a-z0-9]+$`)

var errWord = errors.New("not a word")

func sh(ctx context.Context, line string) (*mcp.CallToolResult, error) {
	out, err := exec.CommandContext(ctx, "sh", "-c", line).Output() // want `argument "level" of tool "log" becomes part` `argument "unit" of tool "task" becomes part` `argument "path" of tool "size" becomes part of the command text that sh runs; a check on the way does not hold: .*deny` `argument "name" of tool "after" becomes part` `argument "name" of tool "logged_only" becomes part` `argument "name" of tool "other_tool"`
	if err != nil {
		return nil, err
	}
	return mcp.NewToolResultText(string(out)), nil
}

// words lets only words pass as the unit, by a helper.
func words(next server.ToolHandlerFunc) server.ToolHandlerFunc {
	return func(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		if err := checkUnit(req); err != nil {
			return mcp.NewToolResultError(err.Error()), nil
		}
		return next(ctx, req)
	}
}

func checkUnit(req mcp.CallToolRequest) error {
	if unit := req.GetString("unit", "web"); !word.MatchString(unit) {
		return errWord
	}
	return nil
}

// one is middleware for a tool that it knows by its name.
func one(next server.ToolHandlerFunc) server.ToolHandlerFunc {
	return func(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		if req.Params.Name == "known" {
			if name, err := req.RequireString("name"); err != nil || !word.MatchString(name) {
				return nil, errWord
			}
		}
		if req.Params.Name == "never" {
			return nil, errWord
		}
		return next(ctx, req)
	}
}

// checked is a decorator that checks an argument whose name it is given.
func checked(name string, next server.ToolHandlerFunc) server.ToolHandlerFunc {
	return func(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		v, ok := req.GetArguments()["name"].(string)
		if !ok || !word.MatchString(v) {
			return nil, errors.New(name)
		}
		return next(ctx, req)
	}
}

// quiet refuses a few characters.
func quiet(next server.ToolHandlerFunc) server.ToolHandlerFunc {
	return func(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		if strings.ContainsAny(req.GetString("path", ""), ";|") {
			return nil, errWord
		}
		return next(ctx, req)
	}
}

// after checks when it is too late.
func after(next server.ToolHandlerFunc) server.ToolHandlerFunc {
	return func(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		res, err := next(ctx, req)
		if !word.MatchString(req.GetString("name", "")) {
			return nil, errWord
		}
		return res, err
	}
}

// logged notes what is no word, and goes on.
func logged(next server.ToolHandlerFunc) server.ToolHandlerFunc {
	return func(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		if !word.MatchString(req.GetString("name", "")) {
			log.Print("no word")
		}
		return next(ctx, req)
	}
}

// all checks every argument that is a text.
func all(next server.ToolHandlerFunc) server.ToolHandlerFunc {
	return func(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		for _, v := range req.GetArguments() {
			s, ok := v.(string)
			if !ok || !word.MatchString(s) {
				return nil, errWord
			}
		}
		return next(ctx, req)
	}
}

func run(prefix, arg string) server.ToolHandlerFunc {
	return func(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		return sh(ctx, prefix+req.GetString(arg, ""))
	}
}

func main() {
	s := server.NewMCPServer("before", "1", server.WithToolHandlerMiddleware(words), server.WithToolHandlerMiddleware(one))
	s.AddTool(mcp.NewTool("status", mcp.WithString("unit")), run("systemctl status ", "unit"))
	s.AddTool(mcp.NewTool("log", mcp.WithString("level")), run("journalctl -p ", "level"))
	s.AddTaskTool(mcp.NewTool("task", mcp.WithString("unit")), func(ctx context.Context, req mcp.CallToolRequest) (*mcp.CreateTaskResult, error) {
		if _, err := sh(ctx, "systemctl restart "+req.GetString("unit", "")); err != nil { // no middleware comes before a task
			return nil, err
		}
		return &mcp.CreateTaskResult{}, nil
	})
	s.AddTool(mcp.NewTool("known", mcp.WithString("name")), run("id ", "name"))
	s.AddTool(mcp.NewTool("other_tool", mcp.WithString("name")), run("id ", "name"))
	s.AddTool(mcp.NewTool("checked", mcp.WithString("name")), checked("checked", run("id ", "name")))
	s.AddTool(mcp.NewTool("twice", mcp.WithString("name")), logged(checked("twice", run("id ", "name"))))
	s.AddTool(mcp.NewTool("size", mcp.WithString("path")), quiet(run("du -s ", "path")))
	s.AddTool(mcp.NewTool("after", mcp.WithString("name")), after(run("id ", "name")))
	s.AddTool(mcp.NewTool("logged_only", mcp.WithString("name")), logged(run("id ", "name")))
	s.AddTool(mcp.NewTool("all", mcp.WithString("name")), all(run("id ", "name")))
	if err := server.ServeStdio(s); err != nil {
		log.Fatal(err)
	}
}
