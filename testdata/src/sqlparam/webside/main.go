// Command webside searches a database for pages of its own.
package main

import (
	"context"
	"database/sql"
	"log"
	"net/http"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type nothing struct{}

type store struct{ db *sql.DB }

func (s *store) count(ctx context.Context, where string) (n int, err error) {
	err = s.db.QueryRowContext(ctx, "SELECT count(*) FROM notes WHERE "+where).Scan(&n) // want `argument "q" of the HTTP handler search`
	return n, err
}

func (s *store) search(w http.ResponseWriter, r *http.Request) {
	n, err := s.count(r.Context(), "title = '"+r.URL.Query().Get("q")+"'")
	if err != nil || n == 0 {
		http.NotFound(w, r)
	}
}

func (s *store) bound(w http.ResponseWriter, r *http.Request) {
	var n int
	err := s.db.QueryRowContext(r.Context(), "SELECT count(*) FROM notes WHERE title = ?", r.URL.Query().Get("q")).Scan(&n)
	if err != nil || n == 0 {
		http.NotFound(w, r)
	}
}

func main() {
	db, err := sql.Open("sqlite", "notes.db")
	if err != nil {
		log.Fatal(err)
	}
	st := &store{db}
	s := mcp.NewServer(&mcp.Implementation{Name: "webside"}, nil)
	mcp.AddTool(s, &mcp.Tool{Name: "notes"}, func(ctx context.Context, _ *mcp.CallToolRequest, _ nothing) (*mcp.CallToolResult, any, error) {
		_, err := st.count(ctx, "1 = 1")
		return nil, nil, err
	})
	mux := http.NewServeMux()
	mux.Handle("/mcp", mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return s }, nil))
	mux.HandleFunc("GET /search", st.search)
	mux.HandleFunc("GET /bound", st.bound)
	log.Fatal(http.ListenAndServe("127.0.0.1:8080", mux))
}
