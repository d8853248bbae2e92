// Command allow checks its arguments before they become text of a query, each
// in another way that holds. Beside each stands what happens without it.
package main

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"log"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

type shop struct {
	db      *sql.DB
	allowed []string // tables that the operator lets callers read
}

var errName = errors.New("not allowed")

func (s *shop) query(ctx context.Context, q string, args ...any) (*mcp.CallToolResult, error) {
	rows, err := s.db.QueryContext(ctx, q, args...) // want `error regular: argument "order" of tool "unguarded" becomes part of the text of a query$` `argument "dir" of tool "other_value" becomes part of` `argument "table" of tool "after"` `argument "order" of tool "default_same" becomes part of` `argument "day" of tool "unparsed" becomes part of` `argument "columns" of tool "unchecked_columns" becomes part of` `argument "id" of tool "uuid_ignored"` `argument "order" of tool "own_list" becomes part of`
	if err != nil {
		return mcp.NewToolResultError("the query failed"), nil
	}
	defer rows.Close()
	n := 0
	for rows.Next() {
		n++
	}
	return mcp.NewToolResultText(strconv.Itoa(n)), rows.Err()
}

func (s *shop) unguarded(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	return s.query(ctx, "SELECT id FROM orders ORDER BY "+req.GetString("order", "id"))
}

var sortable = map[string]bool{"id": true, "total": true}

func (s *shop) set(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	order := req.GetString("order", "id")
	if !sortable[order] {
		return nil, errName
	}
	return s.query(ctx, "SELECT id FROM orders ORDER BY "+order)
}

func (s *shop) otherValue(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	order, dir := req.GetString("order", "id"), req.GetString("dir", "asc")
	if !sortable[order] {
		return nil, errName
	}
	return s.query(ctx, "SELECT id FROM orders ORDER BY "+order+" "+dir)
}

// The list is the caller's own.
func (s *shop) ownList(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	order := req.GetString("order", "id")
	if !slices.Contains(req.GetStringSlice("columns", nil), order) {
		return nil, errName
	}
	return s.query(ctx, "SELECT id FROM orders ORDER BY "+order)
}

var columns = map[string]string{"newest": "created_at DESC", "price": "total"}

func (s *shop) table(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	column, ok := columns[req.GetString("order", "")]
	if !ok {
		column = "id"
	}
	return s.query(ctx, "SELECT id FROM orders ORDER BY "+column)
}

func direction(s string) string {
	if strings.EqualFold(s, "desc") {
		return "DESC"
	}
	return "ASC"
}

func (s *shop) helper(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	return s.query(ctx, "SELECT id FROM orders ORDER BY id "+direction(req.GetString("dir", "")))
}

func (s *shop) upper(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	dir := strings.ToUpper(req.GetString("dir", "asc"))
	if dir != "ASC" && dir != "DESC" {
		dir = "ASC"
	}
	return s.query(ctx, "SELECT id FROM orders ORDER BY id "+dir)
}

// tableFor names a table.
func tableFor(kind string) (string, error) {
	switch kind {
	case "order":
		return "orders", nil
	case "customer":
		return "customers", nil
	default:
		return "", fmt.Errorf("kind %q is not known", kind)
	}
}

func (s *shop) switched(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	t, err := tableFor(req.GetString("kind", ""))
	if err != nil {
		return nil, err
	}
	return s.query(ctx, fmt.Sprintf("SELECT id FROM %s", t))
}

func sameOr(kind string) string {
	switch kind {
	case "newest":
		return "created_at DESC"
	default:
		return kind
	}
}

func (s *shop) defaultSame(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	return s.query(ctx, "SELECT id FROM orders ORDER BY "+sameOr(req.GetString("order", "id")))
}

func (s *shop) contained(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	t := req.GetString("table", "orders")
	if !slices.Contains([]string{"orders", "customers"}, t) {
		return nil, errName
	}
	return s.query(ctx, "SELECT id FROM "+t)
}

// The list is the operator's.
func (s *shop) operator(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	t := req.GetString("table", "orders")
	if !slices.Contains(s.allowed, t) {
		return nil, errName
	}
	return s.query(ctx, "SELECT id FROM "+t)
}

func (s *shop) operatorLoop(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	t := req.GetString("table", "orders")
	for _, a := range s.allowed {
		if t == a {
			return s.query(ctx, "SELECT id FROM "+t)
		}
	}
	return nil, errName
}

func (s *shop) after(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	t := req.GetString("table", "orders")
	res, err := s.query(ctx, "SELECT id FROM "+t)
	if !slices.Contains(s.allowed, t) {
		return nil, errName
	}
	return res, err
}

var identifier = regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9_]*$`)

func ident(name string) (string, error) {
	if !identifier.MatchString(name) {
		return "", fmt.Errorf("%q is no identifier", name)
	}
	return `"` + name + `"`, nil
}

func (s *shop) matched(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	t, err := ident(req.GetString("table", "orders"))
	if err != nil {
		return nil, err
	}
	return s.query(ctx, "SELECT id FROM "+t+" WHERE note = ?", req.GetString("note", ""))
}

func (s *shop) inline(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	t := req.GetString("table", "orders")
	if ok := identifier.MatchString(t); !ok {
		return nil, errName
	}
	return s.query(ctx, "SELECT id FROM "+t)
}

func (s *shop) checkedColumns(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	cols := req.GetStringSlice("columns", []string{"id"})
	for _, c := range cols {
		if !identifier.MatchString(c) {
			return nil, errName
		}
	}
	return s.query(ctx, "SELECT "+strings.Join(cols, ", ")+" FROM orders")
}

func (s *shop) uncheckedColumns(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	cols := req.GetStringSlice("columns", []string{"id"})
	for _, c := range cols {
		if !identifier.MatchString(c) {
			log.Printf("odd column %q", c)
		}
	}
	return s.query(ctx, "SELECT "+strings.Join(cols, ", ")+" FROM orders")
}

func (s *shop) quotedColumns(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	var cols []string
	for _, c := range req.GetStringSlice("columns", []string{"id"}) {
		cols = append(cols, pgx.Identifier{c}.Sanitize())
	}
	return s.query(ctx, "SELECT "+strings.Join(cols, ", ")+" FROM orders")
}

func (s *shop) knownColumns(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	var cols []string
	for _, c := range req.GetStringSlice("columns", []string{"id"}) {
		if sortable[c] {
			cols = append(cols, c)
		}
	}
	if len(cols) == 0 {
		return nil, errName
	}
	return s.query(ctx, "SELECT "+strings.Join(cols, ", ")+" FROM orders")
}

func (s *shop) number(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	n, err := strconv.Atoi(req.GetString("limit", "10"))
	if err != nil {
		return nil, err
	}
	return s.query(ctx, "SELECT id FROM orders LIMIT "+strconv.Itoa(min(n, 100)))
}

func (s *shop) numberKept(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	limit := req.GetString("limit", "10")
	if _, err := strconv.ParseUint(limit, 10, 16); err != nil {
		return nil, err
	}
	return s.query(ctx, "SELECT id FROM orders LIMIT "+limit)
}

func (s *shop) id(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	id, err := uuid.Parse(req.GetString("id", ""))
	if err != nil {
		return nil, err
	}
	return s.query(ctx, fmt.Sprintf("SELECT id FROM orders WHERE key = '%s'", id))
}

func (s *shop) idIgnored(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	raw := req.GetString("id", "")
	id, err := uuid.Parse(raw)
	if err != nil {
		log.Printf("odd id: %v", err)
	}
	return s.query(ctx, fmt.Sprintf("SELECT id FROM orders WHERE key = '%s' OR key = '%s'", id, raw))
}

func (s *shop) day(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	t, err := time.Parse(time.DateOnly, req.GetString("day", ""))
	if err != nil {
		return nil, err
	}
	return s.query(ctx, "SELECT id FROM orders WHERE day = '"+t.Format("2006-01-02")+"'")
}

func (s *shop) unparsed(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	day := req.GetString("day", "")
	if _, err := time.Parse(time.DateOnly, day); err == nil {
		log.Print("a day")
	}
	return s.query(ctx, "SELECT id FROM orders WHERE day = '"+day+"'")
}

func digits(s string) bool {
	for i := 0; i < len(s); i++ {
		if s[i] < '0' || s[i] > '9' {
			return false
		}
	}
	return len(s) > 0
}

func (s *shop) digits(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	n := req.GetString("limit", "10")
	if !digits(n) {
		return nil, errName
	}
	return s.query(ctx, "SELECT id FROM orders LIMIT "+n)
}

func onlyWord(r rune) rune {
	switch {
	case r >= 'a' && r <= 'z', r >= 'A' && r <= 'Z', r >= '0' && r <= '9', r == '_':
		return r
	}
	return -1
}

func (s *shop) mapped(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	return s.query(ctx, "SELECT id FROM "+strings.Map(onlyWord, req.GetString("table", "orders")))
}

var notWord = regexp.MustCompile(`\W`)

func (s *shop) erased(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	return s.query(ctx, "SELECT id FROM "+notWord.ReplaceAllString(req.GetString("table", "orders"), ""))
}

func main() {
	db, err := sql.Open("pgx", os.Getenv("SHOP_DSN"))
	if err != nil {
		log.Fatal(err)
	}
	a := &shop{db: db, allowed: strings.Fields(os.Getenv("SHOP_TABLES"))}
	s := server.NewMCPServer("allow", "1")
	s.AddTools(
		server.ServerTool{Tool: mcp.NewTool("unguarded"), Handler: a.unguarded},
		server.ServerTool{Tool: mcp.NewTool("set"), Handler: a.set},
		server.ServerTool{Tool: mcp.NewTool("other_value"), Handler: a.otherValue},
		server.ServerTool{Tool: mcp.NewTool("own_list"), Handler: a.ownList},
		server.ServerTool{Tool: mcp.NewTool("table"), Handler: a.table},
		server.ServerTool{Tool: mcp.NewTool("helper"), Handler: a.helper},
		server.ServerTool{Tool: mcp.NewTool("upper"), Handler: a.upper},
		server.ServerTool{Tool: mcp.NewTool("switched"), Handler: a.switched},
		server.ServerTool{Tool: mcp.NewTool("default_same"), Handler: a.defaultSame},
		server.ServerTool{Tool: mcp.NewTool("contained"), Handler: a.contained},
		server.ServerTool{Tool: mcp.NewTool("operator"), Handler: a.operator},
		server.ServerTool{Tool: mcp.NewTool("operator_loop"), Handler: a.operatorLoop},
		server.ServerTool{Tool: mcp.NewTool("after"), Handler: a.after},
		server.ServerTool{Tool: mcp.NewTool("matched"), Handler: a.matched},
		server.ServerTool{Tool: mcp.NewTool("inline"), Handler: a.inline},
		server.ServerTool{Tool: mcp.NewTool("checked_columns"), Handler: a.checkedColumns},
		server.ServerTool{Tool: mcp.NewTool("unchecked_columns"), Handler: a.uncheckedColumns},
		server.ServerTool{Tool: mcp.NewTool("quoted_columns"), Handler: a.quotedColumns},
		server.ServerTool{Tool: mcp.NewTool("known_columns"), Handler: a.knownColumns},
		server.ServerTool{Tool: mcp.NewTool("number"), Handler: a.number},
		server.ServerTool{Tool: mcp.NewTool("number_kept"), Handler: a.numberKept},
		server.ServerTool{Tool: mcp.NewTool("uuid"), Handler: a.id},
		server.ServerTool{Tool: mcp.NewTool("uuid_ignored"), Handler: a.idIgnored},
		server.ServerTool{Tool: mcp.NewTool("day"), Handler: a.day},
		server.ServerTool{Tool: mcp.NewTool("unparsed"), Handler: a.unparsed},
		server.ServerTool{Tool: mcp.NewTool("digits"), Handler: a.digits},
		server.ServerTool{Tool: mcp.NewTool("mapped"), Handler: a.mapped},
		server.ServerTool{Tool: mcp.NewTool("erased"), Handler: a.erased},
	)
	if err := server.ServeStdio(s); err != nil {
		log.Fatal(err)
	}
}
