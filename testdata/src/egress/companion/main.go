// Program companion asks URLs of the caller by the companion library's client,
// and by others.
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

func answer(resp *http.Response, err error) (*mcp.CallToolResult, error) {
	if err != nil {
		return mcp.NewToolResultError("not there"), nil
	}
	return mcp.NewToolResultText(resp.Status), resp.Body.Close()
}

var global = guard.NewHTTPClient(guard.HTTPOptions{})

// fetcher keeps its client in a field.
type fetcher struct{ client *http.Client }

func (f *fetcher) fetch(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, req.GetString("url", ""), nil)
	if err != nil {
		return nil, err
	}
	return answer(f.client.Do(r))
}

func main() {
	safe := guard.NewHTTPClient(guard.HTTPOptions{})
	plain := &http.Client{Timeout: time.Second}
	either := safe
	if time.Now().Year() > 2000 {
		either = plain
	}
	f := &fetcher{client: guard.NewHTTPClient(guard.HTTPOptions{Timeout: time.Second})}
	s := server.NewMCPServer("pages", "1")
	s.AddTool(mcp.NewTool("safe_fetch"), func(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		return answer(safe.Get(req.GetString("url", "")))
	})
	s.AddTool(mcp.NewTool("global_fetch"), func(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		return answer(global.Get(req.GetString("url", "")))
	})
	s.AddTool(mcp.NewTool("field_fetch"), f.fetch)
	s.AddTool(mcp.NewTool("plain_fetch"), func(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		return answer(plain.Get(req.GetString("url", ""))) // want `error regular: argument "url" of tool "plain_fetch" chooses the host of a request`
	})
	s.AddTool(mcp.NewTool("either_fetch"), func(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		return answer(either.Get(req.GetString("url", ""))) // want `error regular: argument "url" of tool "either_fetch" chooses the host of a request`
	})
	s.AddTool(mcp.NewTool("sent_by_plain"), func(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		r, err := http.NewRequestWithContext(ctx, http.MethodGet, req.GetString("url", ""), nil) // want `error regular: argument "url" of tool "sent_by_plain" chooses the host of a request`
		if err != nil {
			return nil, err
		}
		return answer(plain.Do(r))
	})
	log.Fatal(server.ServeStdio(s))
}
