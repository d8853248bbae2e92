// Command tables makes a tool for each report in a table, with one handler for
// all.
package main

import (
	"context"
	"database/sql"
	"fmt"
	"log"
	"os"
	"strings"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

// A report is a query with places for arguments.
type report struct {
	name  string
	text  string
	args  []string // the arguments that are put into the text
	binds []string // the arguments that are placeholders
}

var reports = []report{
	{name: "sales", text: "SELECT * FROM sales WHERE region = '%s'", args: []string{"region"}},
	{name: "stock", text: "SELECT * FROM stock WHERE item = ?", binds: []string{"item"}},
	{name: "staff", text: "SELECT * FROM staff", args: nil},
}

type app struct{ db *sql.DB }

func (a *app) handler(r report) server.ToolHandlerFunc {
	return func(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		values := make([]any, len(r.args))
		for i, name := range r.args {
			values[i] = req.GetString(name, "")
		}
		return a.read(a.db.QueryContext(ctx, fmt.Sprintf(r.text, values...))) // want `of tool "sales" becomes part of the text of a query$`
	}
}

func (a *app) bound(r report) server.ToolHandlerFunc {
	return func(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		var values []any
		for _, name := range r.binds {
			values = append(values, req.GetString(name, ""))
		}
		return a.read(a.db.QueryContext(ctx, r.text, values...))
	}
}

func (a *app) read(rows *sql.Rows, err error) (*mcp.CallToolResult, error) {
	if err != nil {
		return mcp.NewToolResultError("the query failed"), nil
	}
	defer rows.Close()
	names, err := rows.Columns()
	if err != nil {
		return nil, err
	}
	return mcp.NewToolResultText(strings.Join(names, ",")), nil
}

// A query is a function that makes text and values from arguments.
type query func(args map[string]any) (string, []any)

var queries = map[string]query{
	"by_owner": func(args map[string]any) (string, []any) {
		return "SELECT * FROM assets WHERE owner = ?", []any{args["owner"]}
	},
	"by_filter": func(args map[string]any) (string, []any) {
		return fmt.Sprintf("SELECT * FROM assets WHERE %v", args["filter"]), nil
	},
}

func (a *app) run(q query) server.ToolHandlerFunc {
	return func(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		text, values := q(req.GetArguments())
		return a.read(a.db.QueryContext(ctx, text, values...)) // want `argument "filter" of tool "by_filter" becomes part of`
	}
}

// The name of the report selects a text.
func (a *app) named(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	for _, r := range reports {
		if r.name == req.GetString("report", "") {
			return a.read(a.db.QueryContext(ctx, r.text))
		}
	}
	return mcp.NewToolResultError("no such report"), nil
}

func main() {
	db, err := sql.Open("sqlite", os.Getenv("REPORTS_DSN"))
	if err != nil {
		log.Fatal(err)
	}
	a := &app{db: db}
	s := server.NewMCPServer("tables", "1")
	for _, r := range reports {
		h := a.bound(r)
		if len(r.args) > 0 {
			h = a.handler(r)
		}
		s.AddTool(mcp.NewTool(r.name), h)
	}
	for name, q := range queries {
		s.AddTool(mcp.NewTool(name), a.run(q))
	}
	s.AddTool(mcp.NewTool("report", mcp.WithString("report")), a.named)
	if err := server.ServeStdio(s); err != nil {
		log.Fatal(err)
	}
}
