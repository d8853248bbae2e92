// Command inits makes and fills its servers in functions named init.
package main

import (
	"context"
	"log"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

var first, second *server.MCPServer

func init() {
	first = server.NewMCPServer("first", "1")   // server: inits.init#1 name=first transports=stdio
	first.AddTool(mcp.NewTool("first"), handle) // tool: first server=inits.init#1 handler=handle
}

func init() {
	second = server.NewMCPServer("second", "1")   // server: inits.init#2 name=second transports=
	second.AddTool(mcp.NewTool("second"), handle) // tool: second server=inits.init#2 live=no
}

func main() {
	if err := server.ServeStdio(first); err != nil {
		log.Fatal(err)
	}
}

func handle(ctx context.Context, r mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	return mcp.NewToolResultText(""), nil
}
