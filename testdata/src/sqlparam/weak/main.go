// Command weak checks its arguments before they become text of a query, in ways
// that do not hold. The findings name what is wrong with the check.
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

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type in struct {
	Table   string   `json:"table"`
	Column  string   `json:"column"`
	Value   string   `json:"value"`
	Columns []string `json:"columns"`
	Strict  bool     `json:"strict"`
}

type base struct {
	db     *sql.DB
	tables []string
}

var errRefused = errors.New("refused")

func (b *base) run(ctx context.Context, q string) (*mcp.CallToolResult, any, error) {
	rows, err := b.db.QueryContext(ctx, q) // want `argument "value" of tool "deny" .*does not hold: some characters or words are refused \(a deny list\)$` `argument "value" of tool "deny_words" .*\(a deny list\)$` `argument "value" of tool "deny_regexp" .*does not hold: the pattern is a deny list$` `argument "table" of tool "prefix" .*does not hold: only the start of the text is checked$` `argument "table" of tool "suffix" .*does not hold: only the end of the text is checked$` `argument "table" of tool "open_regexp" .*does not hold: the pattern is not anchored at both ends$` `argument "table" of tool "half_regexp" .*does not hold: the pattern is not anchored at both ends$` `argument "column" of tool "wide_regexp" .*does not hold: the pattern allows characters that matter there$` `argument "value" of tool "first_word" .*does not hold: only the first word is checked$` `argument "columns" of tool "first_column" .*does not hold: only one element is checked$` `argument "table" of tool "fail_open" .*does not hold: there are ways around the check$` `argument "table" of tool "strict_only" .*does not hold: there are ways around the check$` `argument "column" of tool "part" .*does not hold: only a part of the text is checked$` `argument "table" of tool "ignored" becomes part of the text of a query$` `argument "table" of tool "ignored_error" becomes part of the text of a query$` `argument "value" of tool "length" becomes part of the text of a query$` `argument "value" of tool "escaped" becomes part of the text of a query` `argument "column" of tool "after_use" becomes part of the text of a query$` `argument "value" of tool "quotes" .*\(a deny list\)$`
	if err != nil {
		return nil, nil, err
	}
	defer rows.Close()
	n := 0
	for rows.Next() {
		n++
	}
	return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: strconv.Itoa(n)}}}, nil, rows.Err()
}

func (b *base) deny(ctx context.Context, _ *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	if strings.Contains(strings.ToLower(a.Value), "drop") || strings.Contains(a.Value, ";") {
		return nil, nil, errRefused
	}
	return b.run(ctx, "SELECT id FROM items WHERE "+a.Value)
}

func (b *base) quotes(ctx context.Context, _ *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	if strings.ContainsAny(a.Value, `'"`) {
		return nil, nil, errRefused
	}
	return b.run(ctx, "SELECT id FROM items WHERE id = "+a.Value)
}

var keywords = []string{"insert", "update", "delete", "drop", "alter"}

func (b *base) denyWords(ctx context.Context, _ *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	lower := strings.ToLower(a.Value)
	for _, k := range keywords {
		if strings.Contains(lower, k) {
			return nil, nil, fmt.Errorf("%s is not allowed", k)
		}
	}
	return b.run(ctx, "SELECT id FROM items WHERE "+a.Value)
}

var (
	writes     = regexp.MustCompile(`(?i)\b(insert|update|delete|drop)\b`)
	openName   = regexp.MustCompile(`[a-z_]+`)
	halfName   = regexp.MustCompile(`^[a-z_]+`)
	columnList = regexp.MustCompile(`^[a-z_, ()]+$`)
	name       = regexp.MustCompile(`^[a-z_]+$`)
)

func (b *base) denyRegexp(ctx context.Context, _ *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	if writes.MatchString(a.Value) {
		return nil, nil, errRefused
	}
	return b.run(ctx, "SELECT id FROM items WHERE "+a.Value)
}

func (b *base) prefix(ctx context.Context, _ *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	if !strings.HasPrefix(a.Table, "public_") {
		return nil, nil, errRefused
	}
	return b.run(ctx, "SELECT id FROM "+a.Table)
}

func (b *base) suffix(ctx context.Context, _ *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	if !strings.HasSuffix(a.Table, "_view") {
		return nil, nil, errRefused
	}
	return b.run(ctx, "SELECT id FROM "+a.Table)
}

func (b *base) openRegexp(ctx context.Context, _ *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	if !openName.MatchString(a.Table) {
		return nil, nil, errRefused
	}
	return b.run(ctx, "SELECT id FROM "+a.Table)
}

func (b *base) halfRegexp(ctx context.Context, _ *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	if !halfName.MatchString(a.Table) {
		return nil, nil, errRefused
	}
	return b.run(ctx, "SELECT id FROM "+a.Table)
}

func (b *base) wideRegexp(ctx context.Context, _ *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	if !columnList.MatchString(a.Column) {
		return nil, nil, errRefused
	}
	return b.run(ctx, "SELECT "+a.Column+" FROM items")
}

func (b *base) firstWord(ctx context.Context, _ *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	words := strings.Fields(a.Value)
	if len(words) == 0 || !name.MatchString(words[0]) {
		return nil, nil, errRefused
	}
	return b.run(ctx, "SELECT id FROM items ORDER BY "+a.Value)
}

func (b *base) firstColumn(ctx context.Context, _ *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	if len(a.Columns) == 0 || !name.MatchString(a.Columns[0]) {
		return nil, nil, errRefused
	}
	return b.run(ctx, "SELECT "+strings.Join(a.Columns, ", ")+" FROM items")
}

// Without a list every table is allowed.
func (b *base) failOpen(ctx context.Context, _ *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	if len(b.tables) > 0 && !slices.Contains(b.tables, a.Table) {
		return nil, nil, errRefused
	}
	return b.run(ctx, "SELECT id FROM "+a.Table)
}

func (b *base) strictOnly(ctx context.Context, _ *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	if a.Strict {
		if err := check(a.Table); err != nil {
			return nil, nil, err
		}
	}
	return b.run(ctx, "SELECT id FROM "+a.Table)
}

func (b *base) part(ctx context.Context, _ *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	column, _, _ := strings.Cut(a.Column, " ")
	if !name.MatchString(column) {
		return nil, nil, errRefused
	}
	return b.run(ctx, "SELECT id FROM items ORDER BY "+a.Column)
}

func check(table string) error {
	if !name.MatchString(table) {
		return errRefused
	}
	return nil
}

func (b *base) ignored(ctx context.Context, _ *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	name.MatchString(a.Table)
	return b.run(ctx, "SELECT id FROM "+a.Table)
}

func (b *base) ignoredError(ctx context.Context, _ *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	if err := check(a.Table); err != nil {
		log.Printf("odd table: %v", err)
	}
	return b.run(ctx, "SELECT id FROM "+a.Table)
}

func (b *base) length(ctx context.Context, _ *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	if len(a.Value) > 64 {
		return nil, nil, errRefused
	}
	return b.run(ctx, "SELECT id FROM items WHERE name = '"+a.Value+"'")
}

func escape(s string) string { return strings.NewReplacer("'", "''", `\`, `\\`).Replace(s) }

func (b *base) escaped(ctx context.Context, _ *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	return b.run(ctx, "SELECT id FROM items WHERE id = "+escape(a.Value))
}

func (b *base) afterUse(ctx context.Context, _ *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	q := "SELECT " + a.Column + " FROM items"
	res, out, err := b.run(ctx, q)
	if err := check(a.Column); err != nil {
		return nil, nil, err
	}
	return res, out, err
}

// Here the same checks hold: they are made before the text is put together, and
// of all that is used.

func (b *base) beforeUse(ctx context.Context, _ *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	if err := check(a.Column); err != nil {
		return nil, nil, err
	}
	q := "SELECT " + a.Column + " FROM items"
	return b.run(ctx, q)
}

func (b *base) textFirst(ctx context.Context, _ *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	q := "SELECT " + a.Column + " FROM items"
	if err := check(a.Column); err != nil {
		return nil, nil, err
	}
	return b.run(ctx, q)
}

func (b *base) optional(ctx context.Context, _ *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	q := "SELECT id FROM items"
	if a.Column != "" {
		if err := check(a.Column); err != nil {
			return nil, nil, err
		}
		q += " ORDER BY " + a.Column
	}
	return b.run(ctx, q)
}

func (b *base) emptyOrGood(ctx context.Context, _ *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	if a.Column != "" && !name.MatchString(a.Column) {
		return nil, nil, errRefused
	}
	return b.run(ctx, "SELECT id FROM items "+a.Column)
}

func main() {
	db, err := sql.Open("sqlite", os.Getenv("BASE_DSN"))
	if err != nil {
		log.Fatal(err)
	}
	b := &base{db: db, tables: strings.Fields(os.Getenv("BASE_TABLES"))}
	s := mcp.NewServer(&mcp.Implementation{Name: "weak", Version: "1"}, nil)
	mcp.AddTool(s, &mcp.Tool{Name: "deny"}, b.deny)
	mcp.AddTool(s, &mcp.Tool{Name: "quotes"}, b.quotes)
	mcp.AddTool(s, &mcp.Tool{Name: "deny_words"}, b.denyWords)
	mcp.AddTool(s, &mcp.Tool{Name: "deny_regexp"}, b.denyRegexp)
	mcp.AddTool(s, &mcp.Tool{Name: "prefix"}, b.prefix)
	mcp.AddTool(s, &mcp.Tool{Name: "suffix"}, b.suffix)
	mcp.AddTool(s, &mcp.Tool{Name: "open_regexp"}, b.openRegexp)
	mcp.AddTool(s, &mcp.Tool{Name: "half_regexp"}, b.halfRegexp)
	mcp.AddTool(s, &mcp.Tool{Name: "wide_regexp"}, b.wideRegexp)
	mcp.AddTool(s, &mcp.Tool{Name: "first_word"}, b.firstWord)
	mcp.AddTool(s, &mcp.Tool{Name: "first_column"}, b.firstColumn)
	mcp.AddTool(s, &mcp.Tool{Name: "fail_open"}, b.failOpen)
	mcp.AddTool(s, &mcp.Tool{Name: "strict_only"}, b.strictOnly)
	mcp.AddTool(s, &mcp.Tool{Name: "part"}, b.part)
	mcp.AddTool(s, &mcp.Tool{Name: "ignored"}, b.ignored)
	mcp.AddTool(s, &mcp.Tool{Name: "ignored_error"}, b.ignoredError)
	mcp.AddTool(s, &mcp.Tool{Name: "length"}, b.length)
	mcp.AddTool(s, &mcp.Tool{Name: "escaped"}, b.escaped)
	mcp.AddTool(s, &mcp.Tool{Name: "after_use"}, b.afterUse)
	mcp.AddTool(s, &mcp.Tool{Name: "before_use"}, b.beforeUse)
	mcp.AddTool(s, &mcp.Tool{Name: "text_first"}, b.textFirst)
	mcp.AddTool(s, &mcp.Tool{Name: "optional"}, b.optional)
	mcp.AddTool(s, &mcp.Tool{Name: "empty_or_good"}, b.emptyOrGood)
	if err := s.Run(context.Background(), &mcp.StdioTransport{}); err != nil {
		log.Fatal(err)
	}
}
