// Command builder builds its queries with squirrel.
package main

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"log"
	"os"

	"github.com/Masterminds/squirrel"
	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

var q = squirrel.StatementBuilder.PlaceholderFormat(squirrel.Dollar)

type shop struct{ db *sql.DB }

func (s *shop) read(ctx context.Context, b squirrel.Sqlizer) (*mcp.CallToolResult, error) {
	text, args, err := b.ToSql()
	if err != nil {
		return nil, err
	}
	rows, err := s.db.QueryContext(ctx, text, args...)
	if err != nil {
		return mcp.NewToolResultError("the query failed"), nil
	}
	defer rows.Close()
	n := 0
	for rows.Next() {
		n++
	}
	return mcp.NewToolResultText(fmt.Sprint(n)), rows.Err()
}

func (s *shop) ordered(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	return s.read(ctx, q.Select("id").From("orders").OrderBy(req.GetString("order", "id"))) // want `argument "order" of tool "ordered"`
}

func (s *shop) where(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	return s.read(ctx, q.Select("id").From("orders").Where("customer = '"+req.GetString("customer", "")+"'")) // want `argument "customer" of tool "where" becomes part of`
}

func (s *shop) from(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	return s.read(ctx, q.Select("id").From("orders_"+req.GetString("year", "2026"))) // want `argument "year" of tool "from" becomes part of`
}

func (s *shop) columns(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	return s.read(ctx, squirrel.Select(req.GetStringSlice("columns", []string{"id"})...).From("orders")) // want `argument "columns" of tool "columns"`
}

func (s *shop) expression(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	return s.read(ctx, q.Select("id").From("orders").Where(squirrel.Expr("total > "+req.GetString("total", "0")))) // want `argument "total" of tool "expression" becomes part of`
}

// From here on values are placeholders.

func (s *shop) equal(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	return s.read(ctx, q.Select("id").From("orders").Where(squirrel.Eq{"customer": req.GetString("customer", "")}))
}

func (s *shop) placeholders(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	return s.read(ctx, q.Select("id").From("orders").Where("customer = ? AND total > ?", req.GetString("customer", ""), req.GetString("total", "0")))
}

func (s *shop) combined(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	cond := squirrel.And{squirrel.Like{"customer": "%" + req.GetString("customer", "") + "%"}, squirrel.Gt{"total": req.GetInt("total", 0)}}
	return s.read(ctx, q.Select("id").From("orders").Where(cond).Limit(uint64(req.GetInt("limit", 10))))
}

func (s *shop) sorted(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	order := req.GetString("order", "id")
	switch order {
	case "id", "total", "customer":
	default:
		return nil, errors.New("orders can't be sorted by that")
	}
	return s.read(ctx, q.Select("id").From("orders").OrderBy(order+" DESC"))
}

func (s *shop) insert(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	b := q.Insert("orders").Columns("customer", "note").Values(req.GetString("customer", ""), req.GetString("note", ""))
	if _, err := b.RunWith(s.db).ExecContext(ctx); err != nil {
		return mcp.NewToolResultError("the query failed"), nil
	}
	return mcp.NewToolResultText("ordered"), nil
}

func (s *shop) set(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	b := q.Update("orders").Set("note", req.GetString("note", "")).Where(squirrel.Eq{"id": req.GetInt("id", 0)})
	if _, err := b.RunWith(s.db).ExecContext(ctx); err != nil {
		return mcp.NewToolResultError("the query failed"), nil
	}
	return mcp.NewToolResultText("noted"), nil
}

func main() {
	db, err := sql.Open("pgx", os.Getenv("SHOP_DSN"))
	if err != nil {
		log.Fatal(err)
	}
	sh := &shop{db: db}
	s := server.NewMCPServer("builder", "1")
	s.AddTool(mcp.NewTool("ordered"), sh.ordered)
	s.AddTool(mcp.NewTool("where"), sh.where)
	s.AddTool(mcp.NewTool("from"), sh.from)
	s.AddTool(mcp.NewTool("columns"), sh.columns)
	s.AddTool(mcp.NewTool("expression"), sh.expression)
	s.AddTool(mcp.NewTool("equal"), sh.equal)
	s.AddTool(mcp.NewTool("placeholders"), sh.placeholders)
	s.AddTool(mcp.NewTool("combined"), sh.combined)
	s.AddTool(mcp.NewTool("sorted"), sh.sorted)
	s.AddTool(mcp.NewTool("insert"), sh.insert)
	s.AddTool(mcp.NewTool("set"), sh.set)
	if err := server.ServeStdio(s); err != nil {
		log.Fatal(err)
	}
}
