// Program declared names its own control.
package main

import (
	"context"
	"log"
	"os"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"

	"example.test/mcpvet/src/scope/declared/house"
)

func remove(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	if err := house.May(ctx, "remove"); err != nil {
		return mcp.NewToolResultError("not allowed"), nil
	}
	return mcp.NewToolResultText("removed"), os.Remove("data/" + req.GetString("name", ""))
}

func main() {
	s := server.NewMCPServer("declared", "1")
	s.AddTool(mcp.NewTool("remove"), remove)
	log.Fatal(server.NewStreamableHTTPServer(s).Start(":1"))
}
