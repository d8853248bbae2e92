// Command generic runs its queries in generic helpers and closures.
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

// A querier is a DB, a Tx or a Conn.
type querier interface {
	QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error)
}

// all reads the rows of a query.
func all[T any](ctx context.Context, q querier, text string, args ...any) ([]T, error) {
	rows, err := q.QueryContext(ctx, text, args...) // want `argument "column" of tool "generic" becomes part of the text of a query$` `argument "column" of tool "in_tx" becomes part of`
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var out []T
	for rows.Next() {
		var v T
		if err := rows.Scan(&v); err != nil {
			return nil, err
		}
		out = append(out, v)
	}
	return out, rows.Err()
}

// A repo reads rows of one kind.
type repo[T any] struct {
	db    *sql.DB
	table string
}

func (r repo[T]) by(ctx context.Context, column string, v any) ([]T, error) {
	return all[T](ctx, r.db, fmt.Sprintf("SELECT name FROM %s WHERE %s = ?", r.table, column), v)
}

func withTx(ctx context.Context, db *sql.DB, f func(tx *sql.Tx) error) error {
	tx, err := db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	if err := f(tx); err != nil {
		return errors.Join(err, tx.Rollback())
	}
	return tx.Commit()
}

type in struct {
	Column string `json:"column"`
	Value  string `json:"value"`
}

type app struct {
	db    *sql.DB
	names repo[string]
}

func text(list []string, err error) (*mcp.CallToolResult, any, error) {
	if err != nil {
		return nil, nil, err
	}
	return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: fmt.Sprint(list)}}}, nil, nil
}

func (a *app) generic(ctx context.Context, _ *mcp.CallToolRequest, i in) (*mcp.CallToolResult, any, error) {
	return text(a.names.by(ctx, i.Column, i.Value))
}

func (a *app) fixed(ctx context.Context, _ *mcp.CallToolRequest, i in) (*mcp.CallToolResult, any, error) {
	return text(a.names.by(ctx, "name", i.Value))
}

func (a *app) inTx(ctx context.Context, _ *mcp.CallToolRequest, i in) (*mcp.CallToolResult, any, error) {
	var list []string
	err := withTx(ctx, a.db, func(tx *sql.Tx) (err error) {
		list, err = all[string](ctx, tx, "SELECT name FROM users ORDER BY "+i.Column)
		return err
	})
	return text(list, err)
}

func (a *app) execInTx(ctx context.Context, _ *mcp.CallToolRequest, i in) (*mcp.CallToolResult, any, error) {
	err := withTx(ctx, a.db, func(tx *sql.Tx) error {
		if _, err := tx.ExecContext(ctx, "UPDATE users SET "+i.Column+" = ?", i.Value); err != nil { // want `argument "column" of tool "exec_in_tx" becomes part of`
			return err
		}
		_, err := tx.ExecContext(ctx, "INSERT INTO audit VALUES (?, ?)", i.Column, i.Value)
		return err
	})
	return text(nil, err)
}

func main() {
	db, err := sql.Open("sqlite", os.Getenv("USERS_DSN"))
	if err != nil {
		log.Fatal(err)
	}
	a := &app{db: db, names: repo[string]{db, "users"}}
	s := mcp.NewServer(&mcp.Implementation{Name: "generic", Version: "1"}, nil)
	mcp.AddTool(s, &mcp.Tool{Name: "generic"}, a.generic)
	mcp.AddTool(s, &mcp.Tool{Name: "fixed"}, a.fixed)
	mcp.AddTool(s, &mcp.Tool{Name: "in_tx"}, a.inTx)
	mcp.AddTool(s, &mcp.Tool{Name: "exec_in_tx"}, a.execInTx)
	if err := s.Run(context.Background(), &mcp.StdioTransport{}); err != nil {
		log.Fatal(err)
	}
}
