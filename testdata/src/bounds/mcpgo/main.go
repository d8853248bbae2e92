// Command mcpgo is served by an SDK that goes on after a panic of a tool.
package main

import (
	"context"
	"fmt"
	"log"
	"regexp"
	"strings"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

func count(_ context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	return mcp.NewToolResultText(strings.Repeat("-", req.GetInt("count", 1))), nil // want `warning regular: argument "count" of tool "count" decides without a limit how much memory strings.Repeat takes`
}

func few(_ context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	n := mcp.ParseInt(req, "count", 1)
	if n < 1 || n > 80 {
		return mcp.NewToolResultError("count is out of range"), nil
	}
	return mcp.NewToolResultText(strings.Repeat("-", n)), nil
}

func name(_ context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	return mcp.NewToolResultText(req.GetArguments()["name"].(string)), nil // want `note auditor: argument "name" of tool "name" is asserted to be string`
}

func pattern(_ context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	re := regexp.MustCompile(req.GetString("pattern", "")) // want `note auditor: argument "pattern" of tool "pattern" reaches regexp.MustCompile`
	return mcp.NewToolResultText(fmt.Sprint(re.NumSubexp())), nil
}

func checked(_ context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	args, ok := req.Params.Arguments.(map[string]any)
	if !ok {
		return mcp.NewToolResultError("no arguments"), nil
	}
	name, _ := args["name"].(string)
	return mcp.NewToolResultText(name), nil
}

func read(_ context.Context, req mcp.ReadResourceRequest) ([]mcp.ResourceContents, error) {
	id := req.Params.URI[len("notes://"):] // the SDK hands over only what begins so
	return []mcp.ResourceContents{mcp.TextResourceContents{URI: req.Params.URI, Text: id}}, nil
}

func main() {
	s := server.NewMCPServer("mcpgo", "1")
	s.AddTool(mcp.NewTool("count", mcp.WithNumber("count")), count)
	s.AddTool(mcp.NewTool("few", mcp.WithNumber("count")), few)
	s.AddTool(mcp.NewTool("name", mcp.WithString("name")), name)
	s.AddTool(mcp.NewTool("pattern", mcp.WithString("pattern")), pattern)
	s.AddTool(mcp.NewTool("checked", mcp.WithString("name")), checked)
	s.AddResourceTemplate(mcp.NewResourceTemplate("notes://{id}", "note"), read)
	if err := server.ServeStdio(s); err != nil {
		log.Fatal(err)
	}
}
