// Command mcpgo-v0.20 has AddTools and the first middleware, but no annotations.
package main

import (
	"context"
	"encoding/json"
	"log"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

func main() {
	s := server.NewMCPServer("old", "1") // server: mcpgo-v0.20.main name=old transports=stdio
	s.AddTools(
		server.ServerTool{Tool: mcp.NewTool("first", mcp.WithArray("xs")), Handler: handle},                                                                             // tool: first hints=none args=xs?:array
		server.ServerTool{Tool: mcp.NewToolWithRawSchema("second", "Raw.", json.RawMessage(`{"type":"object","properties":{"q":{"type":"string"}}}`)), Handler: handle}, // tool: second hints=none args=q?:string desc=Raw.
	)
	s.AddTool(mcp.NewTool("third"), func(ctx context.Context, r mcp.CallToolRequest) (*mcp.CallToolResult, error) { // tool: third handler=main$1
		return mcp.NewToolResultText(""), nil
	})
	s.AddTool(mcp.NewTool("gone"), handle) // none
	s.DeleteTools("gone")
	if err := server.ServeStdio(s); err != nil {
		log.Fatal(err)
	}
}

func handle(ctx context.Context, r mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	return mcp.NewToolResultText(""), nil
}
