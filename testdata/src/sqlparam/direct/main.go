// Command direct makes its queries where it takes the arguments.
package main

import (
	"context"
	"database/sql"
	"fmt"
	"log"
	"log/slog"
	"os"
	"strconv"
	"strings"
	"text/template"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type in struct {
	Name   string   `json:"name"`
	Table  string   `json:"table"`
	Order  string   `json:"order"`
	Limit  int      `json:"limit"`
	Desc   bool     `json:"desc"`
	Price  float64  `json:"price"`
	Values []string `json:"values"`
	IDs    []int64  `json:"ids"`
}

type app struct {
	db   *sql.DB
	find *sql.Stmt
}

func rows(r *sql.Rows, err error) (*mcp.CallToolResult, any, error) {
	if err != nil {
		return nil, nil, err
	}
	defer r.Close()
	var b strings.Builder
	for r.Next() {
		var s string
		if err := r.Scan(&s); err != nil {
			return nil, nil, err
		}
		fmt.Fprintln(&b, s)
	}
	return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: b.String()}}}, nil, r.Err()
}

func (a *app) plus(ctx context.Context, _ *mcp.CallToolRequest, i in) (*mcp.CallToolResult, any, error) {
	return rows(a.db.QueryContext(ctx, "SELECT title FROM notes WHERE owner = '"+i.Name+"'")) // want `error regular: argument "name" of tool "plus" becomes part of the text of a query$`
}

func (a *app) sprintf(ctx context.Context, _ *mcp.CallToolRequest, i in) (*mcp.CallToolResult, any, error) {
	return rows(a.db.QueryContext(ctx, fmt.Sprintf("SELECT title FROM %s LIMIT %d", i.Table, i.Limit))) // want `argument "table" of tool "sprintf" becomes part of`
}

// Quoting for Go is not quoting for SQL.
func (a *app) quoted(ctx context.Context, _ *mcp.CallToolRequest, i in) (*mcp.CallToolResult, any, error) {
	return rows(a.db.Query(fmt.Sprintf("SELECT title FROM notes WHERE owner = %q", i.Name))) // want `argument "name" of tool "quoted" becomes part of`
}

func (a *app) built(ctx context.Context, _ *mcp.CallToolRequest, i in) (*mcp.CallToolResult, any, error) {
	var b strings.Builder
	b.WriteString("SELECT title FROM notes")
	if i.Order != "" {
		b.WriteString(" ORDER BY ")
		b.WriteString(i.Order)
	}
	return rows(a.db.QueryContext(ctx, b.String())) // want `error regular: argument "order" of tool "built" becomes part of`
}

func (a *app) joined(ctx context.Context, _ *mcp.CallToolRequest, i in) (*mcp.CallToolResult, any, error) {
	q := "SELECT title FROM notes WHERE tag IN ('" + strings.Join(i.Values, "','") + "')"
	return rows(a.db.QueryContext(ctx, q)) // want `argument "values" of tool "joined" becomes part of`
}

func (a *app) appended(ctx context.Context, _ *mcp.CallToolRequest, i in) (*mcp.CallToolResult, any, error) {
	conds := []string{"deleted = 0"}
	if i.Name != "" {
		conds = append(conds, "owner = '"+i.Name+"'")
	}
	return rows(a.db.QueryContext(ctx, "SELECT title FROM notes WHERE "+strings.Join(conds, " AND "))) // want `argument "name" of tool "appended" becomes part of`
}

func (a *app) replaced(ctx context.Context, _ *mcp.CallToolRequest, i in) (*mcp.CallToolResult, any, error) {
	return rows(a.db.QueryContext(ctx, strings.Replace("SELECT title FROM $table", "$table", i.Table, 1))) // want `argument "table" of tool "replaced" becomes part of`
}

var report = template.Must(template.New("report").Parse(`SELECT title FROM notes WHERE owner = '{{.Name}}'`))

func (a *app) templated(ctx context.Context, _ *mcp.CallToolRequest, i in) (*mcp.CallToolResult, any, error) {
	var b strings.Builder
	if err := report.Execute(&b, i); err != nil {
		return nil, nil, err
	}
	return rows(a.db.QueryContext(ctx, b.String())) // want `of tool "templated" becomes part of`
}

func (a *app) prepared(ctx context.Context, _ *mcp.CallToolRequest, i in) (*mcp.CallToolResult, any, error) {
	st, err := a.db.PrepareContext(ctx, "SELECT title FROM "+i.Table+" WHERE owner = ?") // want `argument "table" of tool "prepared" becomes part of`
	if err != nil {
		return nil, nil, err
	}
	defer st.Close()
	return rows(st.QueryContext(ctx, i.Name))
}

func (a *app) transaction(ctx context.Context, _ *mcp.CallToolRequest, i in) (*mcp.CallToolResult, any, error) {
	tx, err := a.db.BeginTx(ctx, nil)
	if err != nil {
		return nil, nil, err
	}
	defer tx.Rollback()
	if _, err := tx.ExecContext(ctx, "DELETE FROM notes WHERE owner = '"+i.Name+"'"); err != nil { // want `argument "name" of tool "transaction" becomes part of`
		return nil, nil, err
	}
	return nil, nil, tx.Commit()
}

func (a *app) escaped(ctx context.Context, _ *mcp.CallToolRequest, i in) (*mcp.CallToolResult, any, error) {
	name := strings.ReplaceAll(i.Name, "'", "''")
	return rows(a.db.QueryContext(ctx, "SELECT title FROM notes WHERE owner = '"+name+"'")) // want `argument "name" of tool "escaped" becomes part of`
}

// From here on the text is the code's.

func (a *app) placeholders(ctx context.Context, _ *mcp.CallToolRequest, i in) (*mcp.CallToolResult, any, error) {
	return rows(a.db.QueryContext(ctx, "SELECT title FROM notes WHERE owner = ? AND price < ? ORDER BY title", i.Name, i.Price))
}

func (a *app) stmt(ctx context.Context, _ *mcp.CallToolRequest, i in) (*mcp.CallToolResult, any, error) {
	return rows(a.find.QueryContext(ctx, i.Name, i.Order))
}

func (a *app) limit(ctx context.Context, _ *mcp.CallToolRequest, i in) (*mcp.CallToolResult, any, error) {
	q := fmt.Sprintf("SELECT title FROM notes LIMIT %d OFFSET %v", i.Limit, i.Limit*2)
	return rows(a.db.QueryContext(ctx, q+" -- "+strconv.FormatFloat(i.Price, 'f', 2, 64)))
}

func (a *app) direction(ctx context.Context, _ *mcp.CallToolRequest, i in) (*mcp.CallToolResult, any, error) {
	dir := "ASC"
	if i.Desc {
		dir = "DESC"
	}
	return rows(a.db.QueryContext(ctx, "SELECT title FROM notes ORDER BY title "+dir))
}

func (a *app) marks(ctx context.Context, _ *mcp.CallToolRequest, i in) (*mcp.CallToolResult, any, error) {
	marks := strings.TrimSuffix(strings.Repeat("?,", len(i.Values)), ",")
	args := make([]any, len(i.Values))
	for k, v := range i.Values {
		args[k] = v
	}
	return rows(a.db.QueryContext(ctx, "SELECT title FROM notes WHERE tag IN ("+marks+")", args...))
}

func (a *app) numbered(ctx context.Context, _ *mcp.CallToolRequest, i in) (*mcp.CallToolResult, any, error) {
	q, args := "SELECT title FROM notes WHERE 1 = 1", []any{}
	if i.Name != "" {
		args = append(args, i.Name)
		q += fmt.Sprintf(" AND owner = $%d", len(args))
	}
	if i.Table != "" {
		args = append(args, "%"+i.Table+"%")
		q += " AND title LIKE $" + strconv.Itoa(len(args))
	}
	return rows(a.db.QueryContext(ctx, q, args...))
}

func (a *app) ids(ctx context.Context, _ *mcp.CallToolRequest, i in) (*mcp.CallToolResult, any, error) {
	list := make([]string, 0, len(i.IDs))
	for _, id := range i.IDs {
		list = append(list, strconv.FormatInt(id, 10))
	}
	return rows(a.db.QueryContext(ctx, "SELECT title FROM notes WHERE id IN ("+strings.Join(list, ",")+")"))
}

// The query that is logged is never run.
func (a *app) logged(ctx context.Context, _ *mcp.CallToolRequest, i in) (*mcp.CallToolResult, any, error) {
	slog.Info("query", "sql", fmt.Sprintf("SELECT title FROM notes WHERE owner = '%s'", i.Name))
	return rows(a.db.QueryContext(ctx, "SELECT title FROM notes WHERE owner = ?", i.Name))
}

func (a *app) explained(_ context.Context, _ *mcp.CallToolRequest, i in) (*mcp.CallToolResult, any, error) {
	text := "You can run: SELECT * FROM " + i.Table + " WHERE owner = '" + i.Name + "'"
	return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: text}}}, nil, nil
}

func main() {
	db, err := sql.Open("sqlite", os.Getenv("NOTES_DSN"))
	if err != nil {
		log.Fatal(err)
	}
	find, err := db.Prepare("SELECT title FROM notes WHERE owner = ? AND tag = ?")
	if err != nil {
		log.Fatal(err)
	}
	a := &app{db: db, find: find}
	s := mcp.NewServer(&mcp.Implementation{Name: "direct", Version: "1"}, nil)
	mcp.AddTool(s, &mcp.Tool{Name: "plus"}, a.plus)
	mcp.AddTool(s, &mcp.Tool{Name: "sprintf"}, a.sprintf)
	mcp.AddTool(s, &mcp.Tool{Name: "quoted"}, a.quoted)
	mcp.AddTool(s, &mcp.Tool{Name: "built"}, a.built)
	mcp.AddTool(s, &mcp.Tool{Name: "joined"}, a.joined)
	mcp.AddTool(s, &mcp.Tool{Name: "appended"}, a.appended)
	mcp.AddTool(s, &mcp.Tool{Name: "replaced"}, a.replaced)
	mcp.AddTool(s, &mcp.Tool{Name: "templated"}, a.templated)
	mcp.AddTool(s, &mcp.Tool{Name: "prepared"}, a.prepared)
	mcp.AddTool(s, &mcp.Tool{Name: "transaction"}, a.transaction)
	mcp.AddTool(s, &mcp.Tool{Name: "escaped"}, a.escaped)
	mcp.AddTool(s, &mcp.Tool{Name: "placeholders"}, a.placeholders)
	mcp.AddTool(s, &mcp.Tool{Name: "stmt"}, a.stmt)
	mcp.AddTool(s, &mcp.Tool{Name: "limit"}, a.limit)
	mcp.AddTool(s, &mcp.Tool{Name: "direction"}, a.direction)
	mcp.AddTool(s, &mcp.Tool{Name: "marks"}, a.marks)
	mcp.AddTool(s, &mcp.Tool{Name: "numbered"}, a.numbered)
	mcp.AddTool(s, &mcp.Tool{Name: "ids"}, a.ids)
	mcp.AddTool(s, &mcp.Tool{Name: "logged"}, a.logged)
	mcp.AddTool(s, &mcp.Tool{Name: "explained"}, a.explained)
	if err := s.Run(context.Background(), &mcp.StdioTransport{}); err != nil {
		log.Fatal(err)
	}
}
