// Command byhand quotes the names of tables by hand.
package main

import (
	"context"
	"database/sql"
	"fmt"
	"log"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type in struct {
	Table string `json:"table"`
}

type answer = *mcp.CallToolResult

type store struct{ db *sql.DB }

func (s store) run(ctx context.Context, query string) (answer, any, error) {
	rows, err := s.db.QueryContext(ctx, query) // want `argument "table" of tool "go_quotes" becomes part` `argument "table" of tool "other_quotes" becomes part` `argument "table" of tool "first_quote" becomes part` `argument "table" of tool "single" becomes part` `argument "table" of tool "backslash" becomes part`
	if err != nil {
		return nil, nil, err
	}
	return nil, nil, rows.Close()
}

func double(name string) string { return fmt.Sprintf(`"%s"`, strings.ReplaceAll(name, `"`, `""`)) }

func (s store) helper(ctx context.Context, _ *mcp.CallToolRequest, a in) (answer, any, error) {
	return s.run(ctx, "SELECT * FROM "+double(a.Table)+" LIMIT 10")
}

func (s store) backticks(ctx context.Context, _ *mcp.CallToolRequest, a in) (answer, any, error) {
	return s.run(ctx, fmt.Sprintf("SELECT * FROM `%s` WHERE kind = 'open'", strings.ReplaceAll(a.Table, "`", "``")))
}

func (s store) brackets(ctx context.Context, _ *mcp.CallToolRequest, a in) (answer, any, error) {
	return s.run(ctx, fmt.Sprintf("SELECT * FROM [%s]", strings.Replace(a.Table, "]", "]]", -1)))
}

func (s store) goQuotes(ctx context.Context, _ *mcp.CallToolRequest, a in) (answer, any, error) {
	return s.run(ctx, fmt.Sprintf("SELECT * FROM %q", strings.ReplaceAll(a.Table, `"`, `""`)))
}

func (s store) otherQuotes(ctx context.Context, _ *mcp.CallToolRequest, a in) (answer, any, error) {
	return s.run(ctx, fmt.Sprintf("SELECT * FROM `%s`", strings.ReplaceAll(a.Table, `"`, `""`)))
}

func (s store) firstQuote(ctx context.Context, _ *mcp.CallToolRequest, a in) (answer, any, error) {
	return s.run(ctx, fmt.Sprintf("SELECT * FROM `%s`", strings.Replace(a.Table, "`", "``", 1)))
}

// Some databases read a backslash before the quote.
func (s store) single(ctx context.Context, _ *mcp.CallToolRequest, a in) (answer, any, error) {
	return s.run(ctx, fmt.Sprintf("SELECT * FROM t WHERE a = '%s'", strings.ReplaceAll(a.Table, "'", "''")))
}

func (s store) backslash(ctx context.Context, _ *mcp.CallToolRequest, a in) (answer, any, error) {
	return s.run(ctx, fmt.Sprintf(`SELECT * FROM "%s"`, strings.ReplaceAll(a.Table, `"`, `\"`)))
}

func main() {
	db, err := sql.Open("sqlite", "notes.db")
	if err != nil {
		log.Fatal(err)
	}
	st := store{db}
	s := mcp.NewServer(&mcp.Implementation{Name: "byhand", Version: "1"}, nil)
	mcp.AddTool(s, &mcp.Tool{Name: "helper"}, st.helper)
	mcp.AddTool(s, &mcp.Tool{Name: "backticks"}, st.backticks)
	mcp.AddTool(s, &mcp.Tool{Name: "brackets"}, st.brackets)
	mcp.AddTool(s, &mcp.Tool{Name: "go_quotes"}, st.goQuotes)
	mcp.AddTool(s, &mcp.Tool{Name: "other_quotes"}, st.otherQuotes)
	mcp.AddTool(s, &mcp.Tool{Name: "first_quote"}, st.firstQuote)
	mcp.AddTool(s, &mcp.Tool{Name: "single"}, st.single)
	mcp.AddTool(s, &mcp.Tool{Name: "backslash"}, st.backslash)
	if err := s.Run(context.Background(), &mcp.StdioTransport{}); err != nil {
		log.Fatal(err)
	}
}
