// Program shared keeps of one caller what others get, with mcp-go.
package main

import (
	"context"
	"log"
	"net/http"
	"os"
	"strings"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"

	"example.test/mcpvet/src/sessionstate/shared/backend"
)

type tokenKey struct{}

func withToken(ctx context.Context, r *http.Request) context.Context {
	return context.WithValue(ctx, tokenKey{}, strings.TrimPrefix(r.Header.Get("Authorization"), "Bearer "))
}

func token(ctx context.Context) string {
	t, _ := ctx.Value(tokenKey{}).(string)
	return t
}

var operator = backend.New(os.Getenv("SERVICE_TOKEN")) // of nobody who calls

var draft, title string

var drafts = map[string]string{}

type desk struct {
	project backend.Store
	limit   int
}

func (d *desk) choose(_ context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	d.project.Put(req.GetString("project", ""))
	d.limit = req.GetInt("limit", 10)
	return mcp.NewToolResultText("chosen"), nil
}

func (d *desk) chosen(context.Context, mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	return mcp.NewToolResultText(d.project.Get()), nil
}

func save(_ context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	draft = strings.TrimSpace(req.GetString("text", "")) // want `warning regular: the argument "text" of one call is kept in shared.draft`
	switch kind := req.GetString("kind", ""); kind {
	case "letter", "memo":
		title = kind // one of the code's own
	}
	drafts[req.GetString("name", "")] = req.GetString("text", "") // want `note auditor: the argument "text" of one call is kept in shared.drafts`
	return mcp.NewToolResultText("kept"), nil
}

func show(_ context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	return mcp.NewToolResultText(title + draft + drafts[req.GetString("name", "")]), nil
}

func whoami(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	t := token(ctx)
	backend.Count(t)
	id := server.ClientSessionFromContext(ctx).SessionID()
	names := []string{operator.Whoami(), backend.New(t).Whoami(), backend.Only(t).Whoami(), backend.Of(t).Whoami(), backend.Also(t).Whoami(),
		backend.Team(req.GetString("team", ""), t).Whoami(), backend.Session(id, t).Whoami()}
	return mcp.NewToolResultText(strings.Join(names, " ")), nil
}

func main() {
	s := server.NewMCPServer("shared", "1.0")
	d := &desk{project: &backend.Last{}}
	s.AddTool(mcp.NewTool("choose", mcp.WithString("project"), mcp.WithNumber("limit")), d.choose)
	s.AddTool(mcp.NewTool("chosen"), d.chosen)
	s.AddTool(mcp.NewTool("save", mcp.WithString("text"), mcp.WithString("name"), mcp.WithString("kind")), save)
	s.AddTool(mcp.NewTool("show", mcp.WithString("name")), show)
	s.AddTool(mcp.NewTool("whoami", mcp.WithString("team")), whoami)
	log.Fatal(server.NewStreamableHTTPServer(s, server.WithHTTPContextFunc(withToken)).Start("127.0.0.1:8080"))
}
