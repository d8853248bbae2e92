// Command removed takes tools off its server again.
package main

import (
	"context"
	"log"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

func tool(name string) server.ServerTool {
	return server.ServerTool{Tool: mcp.NewTool(name), Handler: handle}
}

func main() {
	s := server.NewMCPServer("removed", "1")
	s.AddTools(tool("gone"), tool("stays"), tool("gone_too"))
	s.DeleteTools("gone", "gone_too")
	s.AddTool(mcp.NewTool("replaced"), handle)              // none
	s.SetTools(tool("stays"), tool("set_a"), tool("set_b")) // tool: set_a; tool: set_b; tool: stays
	s.AddTool(mcp.NewTool("back"), handle)
	s.DeleteTools("back")
	s.AddTool(mcp.NewTool("back"), other)   // tool: back handler=other
	s.AddTool(mcp.NewTool("maybe"), handle) // tool: maybe
	if len(log.Prefix()) > 0 {
		s.DeleteTools("maybe")
	}
	if err := server.ServeStdio(s); err != nil {
		log.Fatal(err)
	}
}

func handle(ctx context.Context, r mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	return mcp.NewToolResultText(""), nil
}

func other(ctx context.Context, r mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	return mcp.NewToolResultText(""), nil
}
