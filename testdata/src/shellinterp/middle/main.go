// Command middle has its checks and its shell in decorators.
package main

import (
	"context"
	"errors"
	"log"
	"os/exec"
	"regexp"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

var word = regexp.MustCompile(`^[a-z0-9]+$`)

// A lines makes the line for a shell.
type lines func(req mcp.CallToolRequest) (string, error)

// inShell runs the line that a function makes.
func inShell(f lines) server.ToolHandlerFunc {
	return func(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		line, err := f(req)
		if err != nil {
			return mcp.NewToolResultError(err.Error()), nil
		}
		out, err := exec.CommandContext(ctx, "sh", "-c", line).Output() // want `argument "name" of tool "who" becomes part of the command text that sh runs$` `argument "file" of tool "size" becomes part of`
		if err != nil {
			return mcp.NewToolResultError("failed"), nil
		}
		return mcp.NewToolResultText(string(out)), nil
	}
}

// logged logs the calls of a handler.
func logged(name string, h server.ToolHandlerFunc) server.ToolHandlerFunc {
	return func(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		res, err := h(ctx, req)
		log.Printf("%s: %v", name, err)
		return res, err
	}
}

func who(req mcp.CallToolRequest) (string, error) {
	return "id " + req.GetString("name", "nobody"), nil
}

func whoChecked(req mcp.CallToolRequest) (string, error) {
	name, err := req.RequireString("name")
	if err != nil {
		return "", err
	}
	if !word.MatchString(name) {
		return "", errors.New("no name")
	}
	return "id " + name, nil
}

func uptime(mcp.CallToolRequest) (string, error) { return "uptime | cut -d, -f1", nil }

// A suite registers its tools by a method value.
type suite struct{ prefix string }

func (s suite) size(req mcp.CallToolRequest) (string, error) {
	return "du -s " + s.prefix + req.GetString("file", ""), nil
}

func main() {
	s := server.NewMCPServer("middle", "1", server.WithToolHandlerMiddleware(func(next server.ToolHandlerFunc) server.ToolHandlerFunc {
		return func(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
			log.Printf("call of %s", req.Params.Name)
			return next(ctx, req)
		}
	}))
	s.AddTool(mcp.NewTool("who", mcp.WithString("name")), logged("who", inShell(who)))
	s.AddTool(mcp.NewTool("who_checked", mcp.WithString("name")), logged("who_checked", inShell(whoChecked)))
	s.AddTool(mcp.NewTool("uptime"), inShell(uptime))
	s.AddTool(mcp.NewTool("size", mcp.WithString("file")), inShell(suite{"/srv/"}.size))
	if err := server.ServeStdio(s); err != nil {
		log.Fatal(err)
	}
}
