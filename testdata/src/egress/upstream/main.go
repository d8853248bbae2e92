// Command upstream takes its services from what functions before the handlers
// put into the context.
package main

import (
	"context"
	"log"
	"net/http"
	"os"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

type (
	chosenKey  struct{}
	checkedKey struct{}
	fixedKey   struct{}
)

type target struct{ base, token string }

func put(ctx context.Context, t target) context.Context {
	return context.WithValue(ctx, chosenKey{}, t)
}

// chosen lets the header choose who gets the token.
func chosen(ctx context.Context, r *http.Request) context.Context {
	t := target{base: r.Header.Get("X-Upstream"), token: os.Getenv("UPSTREAM_TOKEN")}
	ctx = put(ctx, t)
	ctx = checked(ctx, r)
	return fixed(ctx, r)
}

// checked takes nothing but the operator's.
func checked(ctx context.Context, r *http.Request) context.Context {
	base := os.Getenv("UPSTREAM")
	if asked := r.Header.Get("X-Upstream"); asked != "" && asked != base {
		return ctx
	}
	return context.WithValue(ctx, checkedKey{}, target{base: base})
}

// fixed takes the path from the header, not the host.
func fixed(ctx context.Context, r *http.Request) context.Context {
	return context.WithValue(ctx, fixedKey{}, r.Header.Get("X-Tenant"))
}

func get(url, token string) (*mcp.CallToolResult, error) {
	req, err := http.NewRequest(http.MethodGet, url, nil) // want `the header "X-Upstream" of tool "chosen" chooses the host of a request`
	if err != nil {
		return mcp.NewToolResultError("no such upstream"), nil
	}
	req.Header.Set("Authorization", "Bearer "+token)
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		return mcp.NewToolResultError("no answer"), nil
	}
	return mcp.NewToolResultText(res.Status), res.Body.Close()
}

func chosenTool(ctx context.Context, _ mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	t, _ := ctx.Value(chosenKey{}).(target)
	return get(t.base+"/boards", t.token)
}

func checkedTool(ctx context.Context, _ mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	t, _ := ctx.Value(checkedKey{}).(target)
	return get(t.base+"/boards", t.token)
}

func fixedTool(ctx context.Context, _ mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	tenant, _ := ctx.Value(fixedKey{}).(string)
	return get("https://api.example.test/?tenant="+tenant, "")
}

func main() {
	s := server.NewMCPServer("upstream", "1")
	s.AddTool(mcp.NewTool("chosen", mcp.WithDescription("List boards.")), chosenTool)
	s.AddTool(mcp.NewTool("checked", mcp.WithDescription("List the boards of the operator.")), checkedTool)
	s.AddTool(mcp.NewTool("fixed", mcp.WithDescription("List the boards of a tenant.")), fixedTool)
	log.Fatal(server.NewStreamableHTTPServer(s, server.WithHTTPContextFunc(chosen)).Start("127.0.0.1:8000"))
}
