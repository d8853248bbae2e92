// Program fixunknown does not say how its driver writes placeholders.
package main

import (
	"context"
	"database/sql"
	"log"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

func main() {
	db, err := sql.Open("stub", "x")
	if err != nil {
		log.Fatal(err)
	}
	s := server.NewMCPServer("unknown", "1")
	s.AddTool(mcp.NewTool("seen", mcp.WithString("name")), func(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		if _, err := db.ExecContext(ctx, "UPDATE notes SET seen = true WHERE name = '"+req.GetString("name", "")+"'"); err != nil { // fix none MCP005
			return mcp.NewToolResultError("failed"), nil
		}
		return mcp.NewToolResultText("done"), nil
	})
	log.Fatal(server.ServeStdio(s))
}
