// Command gosdk has tools of the Go SDK whose hints say less, or no less, than
// they do.
package main

import (
	"context"
	"database/sql"
	"log"
	"net/http"
	"os"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type in struct {
	ID string `json:"id"`
}

func say(text string) *mcp.CallToolResult {
	return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: text}}}
}

type api struct{ db *sql.DB }

// do sends a request of the method that its caller chooses.
func do[T any](ctx context.Context, method, url string) (T, error) {
	var out T
	r, err := http.NewRequestWithContext(ctx, method, url, nil)
	if err != nil {
		return out, err
	}
	resp, err := http.DefaultClient.Do(r)
	if err != nil {
		return out, err
	}
	return out, resp.Body.Close()
}

func get(ctx context.Context, _ *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	_, err := do[string](ctx, http.MethodGet, "https://api.example.test/items")
	return say("got"), nil, err
}

func remove(ctx context.Context, _ *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	_, err := do[int](ctx, http.MethodDelete, "https://api.example.test/items")
	return say("removed"), nil, err
}

// search asks by POST.
func search(ctx context.Context, _ *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	_, err := do[int](ctx, http.MethodPost, "https://api.example.test/items/_search")
	return say("found"), nil, err
}

func (a api) count(ctx context.Context, _ *mcp.CallToolRequest, _ in) (*mcp.CallToolResult, any, error) {
	var n int
	return say("counted"), nil, a.db.QueryRowContext(ctx, "SELECT count(*) FROM items").Scan(&n)
}

func (a api) touch(ctx context.Context, _ *mcp.CallToolRequest, i in) (*mcp.CallToolResult, any, error) {
	_, err := a.db.ExecContext(ctx, "UPDATE items SET seen = now() WHERE id = $1", i.ID)
	return say("touched"), nil, err
}

// report has a file of its own, which it removes again.
func report(_ context.Context, _ *mcp.CallToolRequest, _ in) (*mcp.CallToolResult, any, error) {
	dir, err := os.MkdirTemp("", "report")
	if err != nil {
		return nil, nil, err
	}
	defer os.RemoveAll(dir)
	return say("reported"), nil, os.WriteFile(dir+"/report", nil, 0o600)
}

func main() {
	db, err := sql.Open("pgx", os.Getenv("DSN"))
	if err != nil {
		log.Fatal(err)
	}
	a := api{db}
	no := false
	reads := &mcp.ToolAnnotations{ReadOnlyHint: true}
	adds := &mcp.ToolAnnotations{DestructiveHint: &no}
	s := mcp.NewServer(&mcp.Implementation{Name: "hints", Version: "1"}, nil)
	mcp.AddTool(s, &mcp.Tool{Name: "get", Annotations: reads}, get)
	mcp.AddTool(s, &mcp.Tool{Name: "remove", Annotations: reads}, remove)     // want `tool "remove" says that it only reads .*DELETE`
	mcp.AddTool(s, &mcp.Tool{Name: "remove_adds", Annotations: adds}, remove) // want `tool "remove_adds" says that it destroys nothing .*DELETE`
	mcp.AddTool(s, &mcp.Tool{Name: "search", Annotations: reads}, search)
	mcp.AddTool(s, &mcp.Tool{Name: "count", Annotations: reads}, a.count)
	mcp.AddTool(s, &mcp.Tool{Name: "touch", Annotations: adds}, a.touch) // want `tool "touch" says that it destroys nothing .*UPDATE items`
	mcp.AddTool(s, &mcp.Tool{Name: "report", Annotations: reads}, report)
	if err := s.Run(context.Background(), &mcp.StdioTransport{}); err != nil {
		log.Fatal(err)
	}
}
