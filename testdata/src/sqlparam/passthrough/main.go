// Command passthrough runs statements that the caller has written.
package main

import (
	"context"
	"database/sql"
	"errors"
	"log"
	"os"
	"regexp"
	"strings"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type in struct {
	SQL string `json:"sql"`
}

type app struct {
	db   *sql.DB
	pool *pgxpool.Pool
}

func answer(rows *sql.Rows, err error) (*mcp.CallToolResult, any, error) {
	if err != nil {
		return nil, nil, err
	}
	defer rows.Close()
	names, err := rows.Columns()
	if err != nil {
		return nil, nil, err
	}
	return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: strings.Join(names, ",")}}}, nil, nil
}

func (a *app) run(ctx context.Context, _ *mcp.CallToolRequest, i in) (*mcp.CallToolResult, any, error) {
	return answer(a.db.QueryContext(ctx, i.SQL)) // want `warning regular: argument "sql" of tool "run" is run as a whole query that may write$`
}

func (a *app) trimmed(ctx context.Context, _ *mcp.CallToolRequest, i in) (*mcp.CallToolResult, any, error) {
	q := strings.TrimSpace(i.SQL)
	if q == "" {
		return nil, nil, errors.New("sql is missing")
	}
	return answer(a.db.QueryContext(ctx, q)) // want `warning regular: argument "sql" of tool "trimmed" is run as a whole query that may write$`
}

func (a *app) exec(ctx context.Context, _ *mcp.CallToolRequest, i in) (*mcp.CallToolResult, any, error) {
	_, err := a.db.ExecContext(ctx, i.SQL) // want `warning regular: argument "sql" of tool "exec" is run as a whole query that may write$`
	return nil, nil, err
}

// A statement that starts with SELECT can write: SELECT f(), or with a second
// one behind it.
func (a *app) prefix(ctx context.Context, _ *mcp.CallToolRequest, i in) (*mcp.CallToolResult, any, error) {
	if !strings.HasPrefix(strings.ToUpper(strings.TrimSpace(i.SQL)), "SELECT") {
		return nil, nil, errors.New("only SELECT is allowed")
	}
	return answer(a.db.QueryContext(ctx, i.SQL)) // want `warning regular: argument "sql" of tool "prefix" is run as a whole query that may write; a check on the way does not hold: only the start of the text is checked$`
}

var selects = regexp.MustCompile(`(?i)^\s*(select|with)\b`)

func (a *app) pattern(ctx context.Context, _ *mcp.CallToolRequest, i in) (*mcp.CallToolResult, any, error) {
	if !selects.MatchString(i.SQL) {
		return nil, nil, errors.New("only SELECT is allowed")
	}
	return answer(a.db.QueryContext(ctx, i.SQL)) // want `warning regular: argument "sql" of tool "pattern" is run as a whole query that may write; .*: the pattern is not anchored at both ends$`
}

var forbidden = []string{"INSERT", "UPDATE", "DELETE"}

func (a *app) words(ctx context.Context, _ *mcp.CallToolRequest, i in) (*mcp.CallToolResult, any, error) {
	for _, w := range forbidden {
		if strings.Contains(strings.ToUpper(i.SQL), w) {
			return nil, nil, errors.New("only reading is allowed")
		}
	}
	return answer(a.db.QueryContext(ctx, i.SQL)) // want `warning regular: argument "sql" of tool "words" .*does not hold: some characters or words are refused \(a deny list\)$`
}

// In text around it a second statement ends the transaction.
func (a *app) wrapped(ctx context.Context, _ *mcp.CallToolRequest, i in) (*mcp.CallToolResult, any, error) {
	return answer(a.db.QueryContext(ctx, "BEGIN READ ONLY; "+i.SQL+"; ROLLBACK")) // want `error regular: argument "sql" of tool "wrapped" becomes part of the text of a query$`
}

func (a *app) limited(ctx context.Context, _ *mcp.CallToolRequest, i in) (*mcp.CallToolResult, any, error) {
	return answer(a.db.QueryContext(ctx, "SELECT * FROM ("+i.SQL+") AS q LIMIT 100")) // want `error regular: argument "sql" of tool "limited" becomes part of the text of a query$`
}

func (a *app) writable(ctx context.Context, _ *mcp.CallToolRequest, i in) (*mcp.CallToolResult, any, error) {
	tx, err := a.db.BeginTx(ctx, &sql.TxOptions{Isolation: sql.LevelSerializable})
	if err != nil {
		return nil, nil, err
	}
	defer tx.Rollback()
	return answer(tx.QueryContext(ctx, i.SQL)) // want `warning regular: argument "sql" of tool "writable" is run as a whole query that may write$`
}

// These run where nothing can be written.

func (a *app) readOnly(ctx context.Context, _ *mcp.CallToolRequest, i in) (*mcp.CallToolResult, any, error) {
	tx, err := a.db.BeginTx(ctx, &sql.TxOptions{ReadOnly: true})
	if err != nil {
		return nil, nil, err
	}
	defer tx.Rollback()
	return answer(tx.QueryContext(ctx, i.SQL))
}

func begin(ctx context.Context, db *sql.DB) (*sql.Tx, error) {
	return db.BeginTx(ctx, &sql.TxOptions{ReadOnly: true, Isolation: sql.LevelRepeatableRead})
}

func (a *app) readOnlyHelper(ctx context.Context, _ *mcp.CallToolRequest, i in) (*mcp.CallToolResult, any, error) {
	tx, err := begin(ctx, a.db)
	if err != nil {
		return nil, nil, err
	}
	defer tx.Rollback()
	return answer(tx.QueryContext(ctx, i.SQL))
}

func (a *app) readOnlyPool(ctx context.Context, _ *mcp.CallToolRequest, i in) (*mcp.CallToolResult, any, error) {
	tx, err := a.pool.BeginTx(ctx, pgx.TxOptions{AccessMode: pgx.ReadOnly})
	if err != nil {
		return nil, nil, err
	}
	defer tx.Rollback(ctx)
	rows, err := tx.Query(ctx, i.SQL)
	if err != nil {
		return nil, nil, err
	}
	rows.Close()
	return nil, nil, rows.Err()
}

// saved lets the caller choose among statements of the code.
func (a *app) saved(ctx context.Context, _ *mcp.CallToolRequest, i in) (*mcp.CallToolResult, any, error) {
	q, ok := map[string]string{"users": "SELECT * FROM users", "roles": "SELECT * FROM roles"}[i.SQL]
	if !ok {
		return nil, nil, errors.New("no such query")
	}
	return answer(a.db.QueryContext(ctx, q))
}

// stored keeps the statement and runs it never.
func (a *app) stored(ctx context.Context, _ *mcp.CallToolRequest, i in) (*mcp.CallToolResult, any, error) {
	_, err := a.db.ExecContext(ctx, "INSERT INTO saved_queries (text) VALUES (?)", i.SQL)
	return nil, nil, err
}

func main() {
	ctx := context.Background()
	db, err := sql.Open("pgx", os.Getenv("DATABASE_URL"))
	if err != nil {
		log.Fatal(err)
	}
	pool, err := pgxpool.New(ctx, os.Getenv("DATABASE_URL"))
	if err != nil {
		log.Fatal(err)
	}
	a := &app{db: db, pool: pool}
	s := mcp.NewServer(&mcp.Implementation{Name: "passthrough", Version: "1"}, nil)
	mcp.AddTool(s, &mcp.Tool{Name: "run"}, a.run)
	mcp.AddTool(s, &mcp.Tool{Name: "trimmed"}, a.trimmed)
	mcp.AddTool(s, &mcp.Tool{Name: "exec"}, a.exec)
	mcp.AddTool(s, &mcp.Tool{Name: "prefix"}, a.prefix)
	mcp.AddTool(s, &mcp.Tool{Name: "pattern"}, a.pattern)
	mcp.AddTool(s, &mcp.Tool{Name: "words"}, a.words)
	mcp.AddTool(s, &mcp.Tool{Name: "wrapped"}, a.wrapped)
	mcp.AddTool(s, &mcp.Tool{Name: "limited"}, a.limited)
	mcp.AddTool(s, &mcp.Tool{Name: "writable"}, a.writable)
	mcp.AddTool(s, &mcp.Tool{Name: "read_only"}, a.readOnly)
	mcp.AddTool(s, &mcp.Tool{Name: "read_only_helper"}, a.readOnlyHelper)
	mcp.AddTool(s, &mcp.Tool{Name: "read_only_pool"}, a.readOnlyPool)
	mcp.AddTool(s, &mcp.Tool{Name: "saved"}, a.saved)
	mcp.AddTool(s, &mcp.Tool{Name: "stored"}, a.stored)
	if err := s.Run(ctx, &mcp.StdioTransport{}); err != nil {
		log.Fatal(err)
	}
}
