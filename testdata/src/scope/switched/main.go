// Command switched checks scopes before one of its servers always, and before
// the other where a flag says so.
package main

import (
	"context"
	"database/sql"
	"flag"
	"log"
	"net/http"
	"slices"

	"github.com/go-chi/chi/v5"
	"github.com/modelcontextprotocol/go-sdk/auth"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

func allowed(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		info := auth.TokenInfoFromContext(r.Context())
		if info == nil || !slices.Contains(info.Scopes, "notes:read") {
			w.WriteHeader(http.StatusForbidden)
			return
		}
		next.ServeHTTP(w, r)
	})
}

type store struct{ db *sql.DB }

// count reads a row, of which nothing comes back.
func (s store) count(ctx context.Context, _ *mcp.CallToolRequest, _ struct{}) (*mcp.CallToolResult, any, error) {
	var n int
	if err := s.db.QueryRowContext(ctx, "SELECT COUNT(*) FROM notes").Scan(&n); err != nil {
		return &mcp.CallToolResult{IsError: true}, nil, nil
	}
	return &mcp.CallToolResult{}, nil, nil
}

func look(context.Context, *mcp.CallToolRequest, struct{}) (*mcp.CallToolResult, any, error) {
	return &mcp.CallToolResult{}, nil, nil
}

func main() {
	strict := flag.Bool("strict", false, "check scopes")
	flag.Parse()
	db, err := sql.Open("pgx", "notes")
	if err != nil {
		log.Fatal(err)
	}
	st := store{db}

	one := mcp.NewServer(&mcp.Implementation{Name: "always"}, nil)
	mcp.AddTool(one, &mcp.Tool{Name: "checked_always"}, look)
	mcp.AddTool(one, &mcp.Tool{Name: "counted"}, st.count)
	a := chi.NewRouter()
	a.Use(allowed)
	a.Handle("/mcp", mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return one }, nil))
	go func() { log.Print(http.ListenAndServe("localhost:8081", a)) }()

	two := mcp.NewServer(&mcp.Implementation{Name: "sometimes"}, nil)
	mcp.AddTool(two, &mcp.Tool{Name: "checked_sometimes"}, look)
	b := chi.NewRouter()
	if *strict {
		b.Use(allowed)
	}
	b.Handle("/mcp", mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return two }, nil))
	log.Fatal(http.ListenAndServe("localhost:8082", b))
}
