// Command settings has tools that read the settings of the server, all from one
// file, and one that reads a file of its own.
package main

import (
	"context"
	"encoding/json"
	"log"
	"os"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

type settings struct{ Greeting string }

func load() (settings, error) {
	var s settings
	data, err := os.ReadFile("/etc/settings.json")
	if err != nil {
		return s, err
	}
	return s, json.Unmarshal(data, &s)
}

func greet(name string) server.ToolHandlerFunc {
	return func(context.Context, mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		s, err := load()
		if err != nil {
			return mcp.NewToolResultError("no settings"), nil
		}
		return mcp.NewToolResultText(s.Greeting + " " + name), nil
	}
}

func news(context.Context, mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	s, err := load()
	if err != nil {
		return mcp.NewToolResultError("no settings"), nil
	}
	data, err := os.ReadFile("/srv/news")
	if err != nil {
		return mcp.NewToolResultError("no news"), nil
	}
	return mcp.NewToolResultText(s.Greeting + string(data)), nil
}

func main() {
	s := server.NewMCPServer("settings", "1")
	for _, name := range []string{"ann", "ben", "cora", "dan", "eve", "fay"} {
		s.AddTool(mcp.NewTool("greet_"+name), greet(name))
	}
	s.AddTool(mcp.NewTool("news"), news)
	if err := server.ServeStdio(s); err != nil {
		log.Fatal(err)
	}
}
