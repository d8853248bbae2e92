// Command causes wraps errors in types of its own: what their text says of the
// cause is what the client gets.
package main

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"log"
	"os"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type in struct {
	Name string `json:"name"`
}

// A fault keeps its cause back.
type fault struct {
	code  string
	cause error
}

func (f *fault) Error() string { return f.code }

func (f *fault) Unwrap() error { return f.cause }

// A plain fault is no pointer.
type plain struct {
	code  string
	cause error
}

func (f plain) Error() string { return "fault " + f.code }

// A wordy one tells its cause.
type wordy struct {
	code  string
	cause error
}

func (w *wordy) Error() string { return fmt.Sprintf("%s: %v", w.code, w.cause) }

// A late one tells it by a method of its own.
type late struct {
	code  string
	cause error
}

func (l *late) detail() string { return l.cause.Error() }

func (l *late) Error() string { return l.code + ": " + l.detail() }

func sorted(err error) error {
	switch {
	case errors.Is(err, sql.ErrNoRows):
		return &fault{"not found", err}
	case errors.Is(err, context.DeadlineExceeded):
		return plain{"took too long", err}
	}
	return &fault{code: "internal error", cause: err}
}

func told(err error) error { return &wordy{"internal error", err} }

func find(db *sql.DB, wrap func(error) error) mcp.ToolHandlerFor[in, any] {
	return func(ctx context.Context, _ *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
		var n int
		if err := db.QueryRowContext(ctx, "SELECT age FROM people WHERE name = $1", a.Name).Scan(&n); err != nil {
			return nil, nil, wrap(err) // want `raw error of a database reaches the error of tool "late" and of 1 others`
		}
		return nil, nil, nil
	}
}

func direct(db *sql.DB) mcp.ToolHandlerFor[in, any] {
	return func(ctx context.Context, _ *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
		if _, err := db.ExecContext(ctx, "SELECT 1 WHERE $1 = 'x'", a.Name); err != nil {
			return nil, nil, &fault{"internal error", err}
		}
		return nil, nil, nil
	}
}

// again hands on the fault of another, and says what it says.
func again(db *sql.DB) mcp.ToolHandlerFor[in, any] {
	return func(ctx context.Context, _ *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
		_, err := db.ExecContext(ctx, "SELECT 1 WHERE $1 = 'x'", a.Name)
		if err = sorted(err); err != nil {
			return nil, nil, fmt.Errorf("find %w", err)
		}
		return nil, nil, nil
	}
}

func main() {
	db, err := sql.Open("pgx", os.Getenv("DATABASE_URL"))
	if err != nil {
		log.Fatal("no database")
	}
	s := mcp.NewServer(&mcp.Implementation{Name: "causes"}, nil) // want `auditor: nothing around the handlers of 5 of 5 tools`
	mcp.AddTool(s, &mcp.Tool{Name: "sorted"}, find(db, sorted))
	mcp.AddTool(s, &mcp.Tool{Name: "told"}, find(db, told))
	mcp.AddTool(s, &mcp.Tool{Name: "late"}, find(db, func(err error) error { return &late{"internal error", err} }))
	mcp.AddTool(s, &mcp.Tool{Name: "direct"}, direct(db))
	mcp.AddTool(s, &mcp.Tool{Name: "again"}, again(db))
	if err := s.Run(context.Background(), &mcp.StdioTransport{}); err != nil {
		log.Fatal(err)
	}
}
