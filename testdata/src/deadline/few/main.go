// Program few bounds some of its calls: where most of those of a handler have a
// deadline, the one without is a slip; where few have, it is how the server is.
package main

import (
	"context"
	"database/sql"
	"log"
	"time"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

type store struct{ db *sql.DB }

// noted notes in the end who was there, and only that is bounded.
func (s store) noted(ctx context.Context, _ mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	for _, q := range []func(context.Context) error{s.count, s.oldest} {
		if err := q(ctx); err != nil {
			return mcp.NewToolResultError("failed"), nil
		}
	}
	if err := s.count(ctx); err != nil {
		return mcp.NewToolResultError("failed"), nil
	}
	if err := s.oldest(ctx); err != nil {
		return mcp.NewToolResultError("failed"), nil
	}
	brief, cancel := context.WithTimeout(ctx, time.Second)
	defer cancel()
	if _, err := s.db.ExecContext(brief, "INSERT INTO visits DEFAULT VALUES"); err != nil {
		return mcp.NewToolResultError("failed"), nil
	}
	return mcp.NewToolResultText("done"), nil
}

func (s store) count(ctx context.Context) error {
	var n int
	return s.db.QueryRowContext(ctx, "SELECT COUNT(*) FROM notes").Scan(&n)
}

func (s store) oldest(ctx context.Context) error {
	var t time.Time
	return s.db.QueryRowContext(ctx, "SELECT MIN(made) FROM notes").Scan(&t)
}

// slipped bounds what it does, but for one call.
func (s store) slipped(ctx context.Context, _ mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	brief, cancel := context.WithTimeout(ctx, time.Second)
	defer cancel()
	if _, err := s.db.ExecContext(brief, "INSERT INTO visits DEFAULT VALUES"); err != nil {
		return mcp.NewToolResultError("failed"), nil
	}
	if _, err := s.db.ExecContext(ctx, "DELETE FROM visits WHERE old"); err != nil { // want `tool "slipped" calls sql.DB.ExecContext with a context without a deadline, where calls like it have one`
		return mcp.NewToolResultError("failed"), nil
	}
	return mcp.NewToolResultText("done"), nil
}

func main() {
	db, err := sql.Open("pgx", "notes")
	if err != nil {
		log.Fatal(err)
	}
	st := store{db}
	s := server.NewMCPServer("few", "1.0.0") // want `2 of 2 tools have no maximum duration`
	s.AddTool(mcp.NewTool("noted"), st.noted)
	s.AddTool(mcp.NewTool("slipped"), st.slipped)
	if err := server.ServeStdio(s); err != nil {
		log.Fatal(err)
	}
}
