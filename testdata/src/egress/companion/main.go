// Program companion asks URLs of the caller by the companion library's client,
// and by another one.
package main

import (
	"context"
	"log"
	"net/http"
	"time"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
	"github.com/mcpvet/mcpvet/guard"
)

func main() {
	safe := guard.NewHTTPClient(guard.HTTPOptions{})
	plain := &http.Client{Timeout: time.Second}
	s := server.NewMCPServer("pages", "1")
	s.AddTool(mcp.NewTool("safe_fetch"), func(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		resp, err := safe.Get(req.GetString("url", ""))
		if err != nil {
			return mcp.NewToolResultError("not there"), nil
		}
		return mcp.NewToolResultText(resp.Status), resp.Body.Close()
	})
	s.AddTool(mcp.NewTool("plain_fetch"), func(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		resp, err := plain.Get(req.GetString("url", "")) // want `regular: .*tool "plain_fetch"`
		if err != nil {
			return mcp.NewToolResultError("not there"), nil
		}
		return mcp.NewToolResultText(resp.Status), resp.Body.Close()
	})
	log.Fatal(server.ServeStdio(s))
}
