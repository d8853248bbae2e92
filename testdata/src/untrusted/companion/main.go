// Program companion puts borders around text of others by the companion
// library, but for one tool.
package main

import (
	"context"
	"io"
	"log"
	"net/http"
	"time"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
	"github.com/mcpvet/mcpvet/guard"
)

var client = &http.Client{Timeout: time.Second}

func page(ctx context.Context, path string) string {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, "https://pages.example/"+path, nil)
	if err != nil {
		return ""
	}
	resp, err := client.Do(req)
	if err != nil {
		return ""
	}
	defer resp.Body.Close()
	b, _ := io.ReadAll(io.LimitReader(resp.Body, 1000))
	return string(b)
}

func main() {
	s := server.NewMCPServer("pages", "1") // want `warning pedantic: text of others stands without borders in the results of 1 of 3 tools, such as tool "bare"`
	s.AddTool(mcp.NewTool("bordered"), func(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		return mcp.NewToolResultText(guard.Untrusted("a page", page(ctx, "a"))), nil
	})
	s.AddTool(mcp.NewTool("spotted"), func(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		return mcp.NewToolResultText(guard.Untrusted("a page", guard.Spotlight(page(ctx, "b")))), nil
	})
	s.AddTool(mcp.NewTool("bare"), func(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		text := page(ctx, "c")
		_ = guard.Untrusted("a page", text)
		return mcp.NewToolResultText(text), nil
	})
	log.Fatal(server.ServeStdio(s))
}
