// Command query has a builder of queries of its own, options and values in
// contexts.
package main

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"log"
	"os"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// A Query is put together step by step.
type Query struct {
	table   string
	columns []string
	where   []string
	values  []any
	order   string
	limit   int
}

// From starts a query.
func From(table string) *Query { return &Query{table: table, columns: []string{"*"}} }

// Columns selects columns.
func (q *Query) Columns(c ...string) *Query {
	q.columns = c
	return q
}

// Eq adds a condition with a placeholder.
func (q *Query) Eq(column string, v any) *Query {
	q.values = append(q.values, v)
	q.where = append(q.where, fmt.Sprintf("%s = $%d", column, len(q.values)))
	return q
}

// Where adds a condition as it is.
func (q *Query) Where(cond string) *Query {
	q.where = append(q.where, cond)
	return q
}

// Order sorts.
func (q *Query) Order(by string) *Query {
	q.order = by
	return q
}

// Limit sets how many rows are read.
func (q *Query) Limit(n int) *Query {
	q.limit = n
	return q
}

// Text returns the text of the query.
func (q *Query) Text() string {
	var b strings.Builder
	fmt.Fprintf(&b, "SELECT %s FROM %s", strings.Join(q.columns, ", "), q.table)
	for i, c := range q.where {
		if i == 0 {
			b.WriteString(" WHERE ")
		} else {
			b.WriteString(" AND ")
		}
		b.WriteString(c)
	}
	if q.order != "" {
		b.WriteString(" ORDER BY " + q.order)
	}
	if q.limit > 0 {
		fmt.Fprintf(&b, " LIMIT %d", q.limit)
	}
	return b.String()
}

type in struct {
	Table  string `json:"table"`
	Owner  string `json:"owner"`
	Filter string `json:"filter"`
	Order  string `json:"order"`
	Limit  int    `json:"limit"`
}

type app struct{ db *sql.DB }

func (a *app) run(ctx context.Context, q *Query) (*mcp.CallToolResult, any, error) {
	rows, err := a.db.QueryContext(ctx, q.Text(), q.values...) // want `argument "table" of tool "table" becomes part of` `argument "filter" of tool "where" becomes part of` `argument "order" of tool "order" becomes part of`
	if err != nil {
		return nil, nil, err
	}
	return nil, nil, rows.Close()
}

func (a *app) table(ctx context.Context, _ *mcp.CallToolRequest, i in) (*mcp.CallToolResult, any, error) {
	return a.run(ctx, From(i.Table).Columns("id").Limit(i.Limit))
}

func (a *app) where(ctx context.Context, _ *mcp.CallToolRequest, i in) (*mcp.CallToolResult, any, error) {
	return a.run(ctx, From("notes").Eq("owner", i.Owner).Where(i.Filter))
}

func (a *app) order(ctx context.Context, _ *mcp.CallToolRequest, i in) (*mcp.CallToolResult, any, error) {
	return a.run(ctx, From("notes").Order(i.Order))
}

func (a *app) equal(ctx context.Context, _ *mcp.CallToolRequest, i in) (*mcp.CallToolResult, any, error) {
	return a.run(ctx, From("notes").Columns("id", "title").Eq("owner", i.Owner).Order("title").Limit(i.Limit))
}

type tenantKey struct{}

// tenant reads the schema that a request is about.
func tenant(ctx context.Context) (string, error) {
	t, ok := ctx.Value(tenantKey{}).(string)
	if !ok {
		return "", errors.New("no tenant")
	}
	return t, nil
}

func (a *app) count(ctx context.Context) (*mcp.CallToolResult, any, error) {
	t, err := tenant(ctx)
	if err != nil {
		return nil, nil, err
	}
	var n int
	if err := a.db.QueryRowContext(ctx, "SELECT count(*) FROM "+t+".notes").Scan(&n); err != nil { // want `argument "table" of tool "tenant" becomes part of`
		return nil, nil, err
	}
	return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: fmt.Sprint(n)}}}, nil, nil
}

func (a *app) tenant(ctx context.Context, _ *mcp.CallToolRequest, i in) (*mcp.CallToolResult, any, error) {
	return a.count(context.WithValue(ctx, tenantKey{}, i.Table))
}

// An option changes a query.
type option func(*Query)

func ownedBy(owner string) option { return func(q *Query) { q.Eq("owner", owner) } }

func sortedBy(column string) option { return func(q *Query) { q.order = column } }

func (a *app) find(ctx context.Context, opts ...option) (*mcp.CallToolResult, any, error) {
	q := From("notes")
	for _, o := range opts {
		o(q)
	}
	rows, err := a.db.QueryContext(ctx, q.Text(), q.values...) // want `argument "order" of tool "sorted_option" becomes part of`
	if err != nil {
		return nil, nil, err
	}
	return nil, nil, rows.Close()
}

func (a *app) ownedOption(ctx context.Context, _ *mcp.CallToolRequest, i in) (*mcp.CallToolResult, any, error) {
	return a.find(ctx, ownedBy(i.Owner), sortedBy("title"))
}

func (a *app) sortedOption(ctx context.Context, _ *mcp.CallToolRequest, i in) (*mcp.CallToolResult, any, error) {
	return a.find(ctx, ownedBy(i.Owner), sortedBy(i.Order))
}

func main() {
	db, err := sql.Open("pgx", os.Getenv("NOTES_DSN"))
	if err != nil {
		log.Fatal(err)
	}
	a := &app{db: db}
	s := mcp.NewServer(&mcp.Implementation{Name: "query", Version: "1"}, nil)
	mcp.AddTool(s, &mcp.Tool{Name: "table"}, a.table)
	mcp.AddTool(s, &mcp.Tool{Name: "where"}, a.where)
	mcp.AddTool(s, &mcp.Tool{Name: "order"}, a.order)
	mcp.AddTool(s, &mcp.Tool{Name: "equal"}, a.equal)
	mcp.AddTool(s, &mcp.Tool{Name: "tenant"}, a.tenant)
	mcp.AddTool(s, &mcp.Tool{Name: "owned_option"}, a.ownedOption)
	mcp.AddTool(s, &mcp.Tool{Name: "sorted_option"}, a.sortedOption)
	if err := s.Run(context.Background(), &mcp.StdioTransport{}); err != nil {
		log.Fatal(err)
	}
}
