// Program stdio is only for whoever starts it.
package main

import (
	"context"
	"log"
	"os"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

func remove(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	return mcp.NewToolResultText("removed"), os.Remove("data/" + req.GetString("name", ""))
}

func main() {
	s := server.NewMCPServer("local", "1") // want `note auditor: the tool of server "local" has no check of the caller's scope`
	s.AddTool(mcp.NewTool("remove"), remove)
	log.Fatal(server.ServeStdio(s))
}
