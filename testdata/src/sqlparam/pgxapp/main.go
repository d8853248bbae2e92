// Command pgxapp asks PostgreSQL through pgx.
package main

import (
	"context"
	"errors"
	"fmt"
	"log"
	"os"
	"strings"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type in struct {
	Table   string         `json:"table"`
	Column  string         `json:"column"`
	Value   string         `json:"value"`
	Schema  string         `json:"schema"`
	Rows    []string       `json:"rows"`
	Columns []string       `json:"columns"`
	Set     map[string]any `json:"set"`
}

type warehouse struct{ pool *pgxpool.Pool }

func done(n int64, err error) (*mcp.CallToolResult, any, error) {
	if err != nil {
		return nil, nil, err
	}
	return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: fmt.Sprint(n)}}}, nil, nil
}

func (w *warehouse) count(ctx context.Context, _ *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	var n int64
	err := w.pool.QueryRow(ctx, "SELECT count(*) FROM "+a.Table).Scan(&n) // want `argument "table" of tool "count" becomes part of the text of a query$`
	return done(n, err)
}

// Sanitize quotes each part of the name.
func (w *warehouse) countQuoted(ctx context.Context, _ *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	var n int64
	err := w.pool.QueryRow(ctx, "SELECT count(*) FROM "+pgx.Identifier{a.Schema, a.Table}.Sanitize()).Scan(&n)
	return done(n, err)
}

// Only the table is quoted.
func (w *warehouse) halfQuoted(ctx context.Context, _ *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	var n int64
	q := fmt.Sprintf("SELECT count(*) FROM %s WHERE %s = $1", pgx.Identifier{a.Table}.Sanitize(), a.Column)
	return done(n, w.pool.QueryRow(ctx, q, a.Value).Scan(&n)) // want `argument "column" of tool "half_quoted" becomes part of`
}

// The placeholder stands for the value only.
func (w *warehouse) update(ctx context.Context, _ *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	var sets []string
	var args []any
	for column, v := range a.Set {
		args = append(args, v)
		sets = append(sets, fmt.Sprintf("%s = $%d", column, len(args)))
	}
	tag, err := w.pool.Exec(ctx, "UPDATE items SET "+strings.Join(sets, ", "), args...) // want `argument "set" of tool "update" becomes part of`
	return done(tag.RowsAffected(), err)
}

func (w *warehouse) updateQuoted(ctx context.Context, _ *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	var sets []string
	var args []any
	for column, v := range a.Set {
		args = append(args, v)
		sets = append(sets, fmt.Sprintf("%s = $%d", pgx.Identifier{column}.Sanitize(), len(args)))
	}
	tag, err := w.pool.Exec(ctx, "UPDATE items SET "+strings.Join(sets, ", "), args...)
	return done(tag.RowsAffected(), err)
}

func (w *warehouse) batch(ctx context.Context, _ *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	b := &pgx.Batch{}
	for _, r := range a.Rows {
		b.Queue("INSERT INTO " + a.Table + " VALUES ('x')") // want `argument "table" of tool "batch" becomes part of`
		b.Queue("INSERT INTO items VALUES ($1)", r)
	}
	return done(int64(b.Len()), w.pool.SendBatch(ctx, b).Close())
}

func (w *warehouse) inTransaction(ctx context.Context, _ *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	err := pgx.BeginFunc(ctx, w.pool, func(tx pgx.Tx) error {
		_, err := tx.Exec(ctx, "TRUNCATE "+a.Table) // want `argument "table" of tool "in_transaction" becomes part of`
		return err
	})
	return done(0, err)
}

func (w *warehouse) session(ctx context.Context, _ *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	conn, err := w.pool.Acquire(ctx)
	if err != nil {
		return nil, nil, err
	}
	defer conn.Release()
	_, err = conn.Exec(ctx, fmt.Sprintf("SET search_path TO %s", a.Schema)) // want `argument "schema" of tool "session" becomes part of`
	return done(0, err)
}

func (w *warehouse) setting(ctx context.Context, _ *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	_, err := w.pool.Exec(ctx, "SELECT set_config('search_path', $1, true)", a.Schema)
	return done(0, err)
}

func (w *warehouse) copyRows(ctx context.Context, _ *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	rows := make([][]any, 0, len(a.Rows))
	for _, r := range a.Rows {
		rows = append(rows, []any{r})
	}
	n, err := w.pool.CopyFrom(ctx, pgx.Identifier{a.Table}, []string{"value"}, pgx.CopyFromRows(rows))
	return done(n, err)
}

func (w *warehouse) byName(ctx context.Context, _ *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	if a.Value == "" {
		return nil, nil, errors.New("value is missing")
	}
	rows, err := w.pool.Query(ctx, "SELECT id FROM items WHERE name = @name", pgx.NamedArgs{"name": a.Value})
	if err != nil {
		return nil, nil, err
	}
	ids, err := pgx.CollectRows(rows, pgx.RowTo[int64])
	return done(int64(len(ids)), err)
}

func main() {
	pool, err := pgxpool.New(context.Background(), os.Getenv("DATABASE_URL"))
	if err != nil {
		log.Fatal(err)
	}
	w := &warehouse{pool: pool}
	s := mcp.NewServer(&mcp.Implementation{Name: "pgxapp", Version: "1"}, nil)
	mcp.AddTool(s, &mcp.Tool{Name: "count"}, w.count)
	mcp.AddTool(s, &mcp.Tool{Name: "count_quoted"}, w.countQuoted)
	mcp.AddTool(s, &mcp.Tool{Name: "half_quoted"}, w.halfQuoted)
	mcp.AddTool(s, &mcp.Tool{Name: "update"}, w.update)
	mcp.AddTool(s, &mcp.Tool{Name: "update_quoted"}, w.updateQuoted)
	mcp.AddTool(s, &mcp.Tool{Name: "batch"}, w.batch)
	mcp.AddTool(s, &mcp.Tool{Name: "in_transaction"}, w.inTransaction)
	mcp.AddTool(s, &mcp.Tool{Name: "session"}, w.session)
	mcp.AddTool(s, &mcp.Tool{Name: "setting"}, w.setting)
	mcp.AddTool(s, &mcp.Tool{Name: "copy_rows"}, w.copyRows)
	mcp.AddTool(s, &mcp.Tool{Name: "by_name"}, w.byName)
	if err := s.Run(context.Background(), &mcp.StdioTransport{}); err != nil {
		log.Fatal(err)
	}
}
