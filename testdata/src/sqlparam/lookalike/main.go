// Command lookalike has much that looks like text of a query and is not, or is
// not the caller's.
package main

import (
	"bytes"
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log"
	"log/slog"
	"net/http"
	"net/url"
	"os"
	"strings"
	"time"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

// A store has methods that are named like those of a database.
type store struct{ notes map[string][]string }

// Query finds notes by a word.
func (s *store) Query(q string) []string { return s.notes[q] }

// Exec appends a note.
func (s *store) Exec(topic, note string) { s.notes[topic] = append(s.notes[topic], note) }

type app struct {
	db     *sql.DB
	store  *store
	schema string
	web    *http.Client
}

func (a *app) memory(_ context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	a.store.Exec("log", "SELECT "+req.GetString("q", ""))
	return mcp.NewToolResultText(strings.Join(a.store.Query("topic "+req.GetString("q", "")), "\n")), nil
}

// remote sends a text to a service that has queries of its own.
func (a *app) remote(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	body, err := json.Marshal(map[string]any{"query": map[string]any{"match": map[string]string{"title": req.GetString("q", "")}}})
	if err != nil {
		return nil, err
	}
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, "https://search.corp.example/notes/_search", bytes.NewReader(body))
	if err != nil {
		return nil, err
	}
	resp, err := a.web.Do(r)
	if err != nil {
		return mcp.NewToolResultError("search failed"), nil
	}
	defer resp.Body.Close()
	text, err := io.ReadAll(io.LimitReader(resp.Body, 1<<20))
	return mcp.NewToolResultText(string(text)), err
}

func (a *app) params(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	v := url.Values{"select": {"id"}, "where": {"owner = " + req.GetString("owner", "")}}
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, "https://search.corp.example/?"+v.Encode(), nil)
	if err != nil {
		return nil, err
	}
	resp, err := a.web.Do(r)
	if err != nil {
		return mcp.NewToolResultError("search failed"), nil
	}
	return mcp.NewToolResultText(resp.Status), resp.Body.Close()
}

// configured puts the operator's schema into the text.
func (a *app) configured(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	q := fmt.Sprintf("SELECT count(*) FROM %s.notes WHERE owner = $1", a.schema)
	return a.count(ctx, q, req.GetString("owner", ""))
}

func (a *app) count(ctx context.Context, q string, args ...any) (*mcp.CallToolResult, error) {
	slog.Debug("query", "text", q, "args", args)
	var n int
	if err := a.db.QueryRowContext(ctx, q, args...).Scan(&n); err != nil {
		return nil, fmt.Errorf("run %q: %w", q, err)
	}
	return mcp.NewToolResultText(fmt.Sprint(n)), nil
}

// month has the time in the name of the table, not the caller's text.
func (a *app) month(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	t := time.Now().AddDate(0, -req.GetInt("ago", 0), 0)
	return a.count(ctx, "SELECT count(*) FROM log_"+t.Format("200601"))
}

// commented has the caller's text in the values of a placeholder that is
// called like a part of the query.
func (a *app) commented(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	where := "%" + req.GetString("where", "") + "%"
	return a.count(ctx, "SELECT count(*) FROM notes WHERE title LIKE ? /* where */", where)
}

func (a *app) failed(_ context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	return nil, errors.New("no rows for SELECT * FROM " + req.GetString("table", ""))
}

// size chooses among texts by a number.
func (a *app) size(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	q := "SELECT count(*) FROM notes"
	if n := len(req.GetString("title", "")); n > 3 {
		q += fmt.Sprintf(" WHERE length(title) > %d", n)
	}
	return a.count(ctx, q)
}

func (a *app) embedded(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	doc, err := json.Marshal(map[string]string{"title": req.GetString("title", "")})
	if err != nil {
		return nil, err
	}
	return a.count(ctx, "SELECT count(*) FROM notes WHERE doc @> $1", string(doc))
}

func main() {
	db, err := sql.Open("pgx", os.Getenv("NOTES_DSN"))
	if err != nil {
		log.Fatal(err)
	}
	a := &app{db: db, store: &store{notes: map[string][]string{}}, schema: os.Getenv("NOTES_SCHEMA"), web: &http.Client{Timeout: 10 * time.Second}}
	s := server.NewMCPServer("lookalike", "1")
	s.AddTool(mcp.NewTool("memory"), a.memory)
	s.AddTool(mcp.NewTool("remote"), a.remote)
	s.AddTool(mcp.NewTool("params"), a.params)
	s.AddTool(mcp.NewTool("configured"), a.configured)
	s.AddTool(mcp.NewTool("month"), a.month)
	s.AddTool(mcp.NewTool("commented"), a.commented)
	s.AddTool(mcp.NewTool("failed"), a.failed)
	s.AddTool(mcp.NewTool("size"), a.size)
	s.AddTool(mcp.NewTool("embedded"), a.embedded)
	if err := server.ServeStdio(s); err != nil {
		log.Fatal(err)
	}
}
