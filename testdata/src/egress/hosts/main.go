// Command hosts has a client of its own for requests.
package main

import (
	"context"
	"errors"
	"log"
	"net/http"
	"net/url"

	"example.test/mcpvet/src/egress/hosts/client"
	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

func status(res *http.Response, err error) (*mcp.CallToolResult, error) {
	if err != nil {
		return nil, err
	}
	defer res.Body.Close()
	return mcp.NewToolResultText(res.Status), nil
}

func main() {
	base, err := url.Parse("https://api.example.test/")
	if err != nil {
		log.Fatal(err)
	}
	c := client.New(base, "docs.example.test")
	s := server.NewMCPServer("hosts", "1")
	s.AddTool(mcp.NewTool("fetch", mcp.WithString("url")), func(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		return status(c.Fetch(ctx, req.GetString("url", "")))
	})
	s.AddTool(mcp.NewTool("fetch_allowed", mcp.WithString("url")), func(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		u, err := url.Parse(req.GetString("url", ""))
		if err != nil || !c.Allowed(u) {
			return nil, errors.New("the host is not allowed")
		}
		return status(c.Fetch(ctx, u.String()))
	})
	s.AddTool(mcp.NewTool("ask", mcp.WithString("path"), mcp.WithString("q")), func(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		return status(c.Ask(ctx, req.GetString("path", ""), url.Values{"q": {req.GetString("q", "")}}))
	})
	s.AddTool(mcp.NewTool("open", mcp.WithString("host"), mcp.WithNumber("port")), func(_ context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		if client.Open(req.GetString("host", ""), req.GetInt("port", 80)) {
			return mcp.NewToolResultText("open"), nil
		}
		return mcp.NewToolResultText("closed"), nil
	})
	s.AddTool(mcp.NewTool("open_here", mcp.WithString("port")), func(_ context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		if client.OpenHere(req.GetString("port", "80")) {
			return mcp.NewToolResultText("open"), nil
		}
		return mcp.NewToolResultText("closed"), nil
	})
	if err := server.ServeStdio(s); err != nil {
		log.Fatal(err)
	}
}
