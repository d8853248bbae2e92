// Command mcpgo-v0.32 has typed handlers, options for hints, and session tools.
package main

import (
	"context"
	"log"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

type args struct {
	ID string `json:"id"`
}

func main() {
	s := server.NewMCPServer("old", "1")
	s.AddTool(mcp.NewTool("typed", mcp.WithString("id", mcp.Required()), mcp.WithReadOnlyHintAnnotation(true)), mcp.NewTypedToolHandler(typed)) // tool: typed ro=true destr=true idem=false open=true handler=typed args=id:string
	s.AddTool(mcp.NewTool("bare"), handle)                                                                                                      // tool: bare ro=false destr=true idem=false open=true declared=none
	if err := s.AddSessionTool("session", mcp.NewTool("session_tool"), handle); err != nil {                                                    // session: session_tool handler=handle live=no
		log.Print(err)
	}
	if err := server.ServeStdio(s); err != nil {
		log.Fatal(err)
	}
}

func typed(ctx context.Context, r mcp.CallToolRequest, in args) (*mcp.CallToolResult, error) {
	return mcp.NewToolResultText(in.ID), nil
}

func handle(ctx context.Context, r mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	return mcp.NewToolResultText(""), nil
}
