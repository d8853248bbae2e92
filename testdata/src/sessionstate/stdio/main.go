// Program stdio has one caller, on its standard streams.
package main

import (
	"context"
	"log"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

var draft string

func main() {
	s := server.NewMCPServer("stdio", "1.0")
	s.AddTool(mcp.NewTool("save", mcp.WithString("text")), func(_ context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		draft = req.GetString("text", "")
		return mcp.NewToolResultText("kept"), nil
	})
	s.AddTool(mcp.NewTool("show"), func(context.Context, mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		return mcp.NewToolResultText(draft), nil
	})
	log.Fatal(server.ServeStdio(s))
}
