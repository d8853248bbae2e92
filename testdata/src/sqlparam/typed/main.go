// Command typed takes arguments that are structs, slices and maps.
package main

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"log"
	"os"
	"sort"
	"strings"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

// A search is what a tool takes.
type search struct {
	Table  string            `json:"table"`
	Filter filter            `json:"filter"`
	Sort   []sorting         `json:"sort"`
	Set    map[string]string `json:"set"`
	Page   *page             `json:"page"`
}

type filter struct {
	Column string   `json:"column"`
	Op     operator `json:"op"`
	Values []any    `json:"values"`
}

// An operator is text of SQL.
type operator string

const (
	equal    operator = "="
	less     operator = "<"
	contains operator = "LIKE"
)

func (o operator) valid() bool {
	switch o {
	case equal, less, contains:
		return true
	}
	return false
}

type sorting struct {
	Column string `json:"column"`
	Desc   bool   `json:"desc"`
}

type page struct {
	Size  int    `json:"size"`
	After string `json:"after"`
}

type app struct{ db *sql.DB }

func (a *app) read(ctx context.Context, q string, values ...any) (*mcp.CallToolResult, error) {
	rows, err := a.db.QueryContext(ctx, q, values...) // want `argument "filter" of tool "column" becomes part of` `argument "filter" of tool "op" becomes part of` `argument "sort" of tool "sort" becomes part of` `argument "set" of tool "set" becomes part of` `argument "page" of tool "after" becomes part of` `argument "filter" of tool "values" becomes part of` `argument "filter" of tool "bound" becomes part of`
	if err != nil {
		return mcp.NewToolResultError("the query failed"), nil
	}
	return mcp.NewToolResultText("read"), rows.Close()
}

func (a *app) column(ctx context.Context, _ mcp.CallToolRequest, s search) (*mcp.CallToolResult, error) {
	return a.read(ctx, "SELECT id FROM items WHERE "+s.Filter.Column+" = ?", s.Filter.Values...)
}

// The column is of the code, the operator is not.
func (a *app) op(ctx context.Context, _ mcp.CallToolRequest, s search) (*mcp.CallToolResult, error) {
	return a.read(ctx, fmt.Sprintf("SELECT id FROM items WHERE price %s ?", s.Filter.Op), s.Filter.Values...)
}

func (a *app) checkedOp(ctx context.Context, _ mcp.CallToolRequest, s search) (*mcp.CallToolResult, error) {
	if !s.Filter.Op.valid() {
		return nil, errors.New("no such operator")
	}
	return a.read(ctx, fmt.Sprintf("SELECT id FROM items WHERE price %s ?", s.Filter.Op), s.Filter.Values...)
}

func (a *app) values(ctx context.Context, _ mcp.CallToolRequest, s search) (*mcp.CallToolResult, error) {
	var list []string
	for _, v := range s.Filter.Values {
		list = append(list, fmt.Sprintf("'%v'", v))
	}
	return a.read(ctx, "SELECT id FROM items WHERE tag IN ("+strings.Join(list, ",")+")")
}

func (a *app) marks(ctx context.Context, _ mcp.CallToolRequest, s search) (*mcp.CallToolResult, error) {
	marks := make([]string, len(s.Filter.Values))
	for i := range marks {
		marks[i] = "?"
	}
	return a.read(ctx, "SELECT id FROM items WHERE tag IN ("+strings.Join(marks, ",")+")", s.Filter.Values...)
}

func (a *app) sort(ctx context.Context, _ mcp.CallToolRequest, s search) (*mcp.CallToolResult, error) {
	var by []string
	for _, o := range s.Sort {
		dir := "ASC"
		if o.Desc {
			dir = "DESC"
		}
		by = append(by, o.Column+" "+dir)
	}
	return a.read(ctx, "SELECT id FROM items ORDER BY "+strings.Join(by, ", "))
}

var sortable = map[string]string{"price": "price", "name": "lower(name)"}

func (a *app) checkedSort(ctx context.Context, _ mcp.CallToolRequest, s search) (*mcp.CallToolResult, error) {
	var by []string
	for _, o := range s.Sort {
		column, ok := sortable[o.Column]
		if !ok {
			return nil, fmt.Errorf("items can't be sorted by %q", o.Column)
		}
		if o.Desc {
			column += " DESC"
		}
		by = append(by, column)
	}
	return a.read(ctx, "SELECT id FROM items ORDER BY "+strings.Join(by, ", "))
}

// The values are placeholders, the names are not.
func (a *app) set(ctx context.Context, _ mcp.CallToolRequest, s search) (*mcp.CallToolResult, error) {
	names := make([]string, 0, len(s.Set))
	for name := range s.Set {
		names = append(names, name)
	}
	sort.Strings(names)
	var sets []string
	var values []any
	for _, name := range names {
		sets = append(sets, name+" = ?")
		values = append(values, s.Set[name])
	}
	return a.read(ctx, "UPDATE items SET "+strings.Join(sets, ", "), values...)
}

var settable = map[string]bool{"name": true, "price": true}

func (a *app) checkedSet(ctx context.Context, _ mcp.CallToolRequest, s search) (*mcp.CallToolResult, error) {
	var sets []string
	var values []any
	for name, v := range s.Set {
		if !settable[name] {
			return nil, fmt.Errorf("%q can't be set", name)
		}
		sets = append(sets, name+" = ?")
		values = append(values, v)
	}
	return a.read(ctx, "UPDATE items SET "+strings.Join(sets, ", "), values...)
}

func (a *app) size(ctx context.Context, _ mcp.CallToolRequest, s search) (*mcp.CallToolResult, error) {
	n := 20
	if s.Page != nil && s.Page.Size > 0 {
		n = s.Page.Size
	}
	return a.read(ctx, fmt.Sprintf("SELECT id FROM items LIMIT %d", n))
}

func (a *app) after(ctx context.Context, _ mcp.CallToolRequest, s search) (*mcp.CallToolResult, error) {
	if s.Page == nil {
		s.Page = &page{Size: 20}
	}
	return a.read(ctx, fmt.Sprintf("SELECT id FROM items WHERE id > '%s' LIMIT %d", s.Page.After, s.Page.Size))
}

func (a *app) bound(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	var s search
	if err := req.BindArguments(&s); err != nil {
		return mcp.NewToolResultError(err.Error()), nil
	}
	f := s.Filter
	return a.read(ctx, "SELECT id FROM items WHERE "+f.Column+" = ?", f.Values...)
}

func main() {
	db, err := sql.Open("sqlite", os.Getenv("ITEMS_DSN"))
	if err != nil {
		log.Fatal(err)
	}
	a := &app{db: db}
	s := server.NewMCPServer("typed", "1")
	s.AddTool(mcp.NewTool("column"), mcp.NewTypedToolHandler(a.column))
	s.AddTool(mcp.NewTool("op"), mcp.NewTypedToolHandler(a.op))
	s.AddTool(mcp.NewTool("checked_op"), mcp.NewTypedToolHandler(a.checkedOp))
	s.AddTool(mcp.NewTool("values"), mcp.NewTypedToolHandler(a.values))
	s.AddTool(mcp.NewTool("marks"), mcp.NewTypedToolHandler(a.marks))
	s.AddTool(mcp.NewTool("sort"), mcp.NewTypedToolHandler(a.sort))
	s.AddTool(mcp.NewTool("checked_sort"), mcp.NewTypedToolHandler(a.checkedSort))
	s.AddTool(mcp.NewTool("set"), mcp.NewTypedToolHandler(a.set))
	s.AddTool(mcp.NewTool("checked_set"), mcp.NewTypedToolHandler(a.checkedSet))
	s.AddTool(mcp.NewTool("size"), mcp.NewTypedToolHandler(a.size))
	s.AddTool(mcp.NewTool("after"), mcp.NewTypedToolHandler(a.after))
	s.AddTool(mcp.NewTool("bound"), a.bound)
	if err := server.ServeStdio(s); err != nil {
		log.Fatal(err)
	}
}
