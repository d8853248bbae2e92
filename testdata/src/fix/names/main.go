// Program names puts names of tables and columns into queries.
package main

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"log"
	"os"
	"strings"

	"github.com/google/jsonschema-go/jsonschema"
	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
)

var db *sql.DB

type in struct {
	Table   string   `json:"table"`
	SortBy  string   `json:"sort_by"`
	Dir     string   `json:"dir"`
	Where   string   `json:"where"`
	Columns []string `json:"columns"`
}

func run(ctx context.Context, query string, args ...any) (*sdk.CallToolResult, any, error) {
	_, err := db.QueryContext(ctx, query, args...) // fix review MCP005
	return nil, nil, err
}

// drop has a value that is asked for where the text is made.
func drop(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	if _, err := db.ExecContext(ctx, fmt.Sprintf("DROP TABLE IF EXISTS %s", req.GetString("table", ""))); err != nil { // fix review MCP005
		return mcp.NewToolResultError("not dropped"), nil
	}
	return mcp.NewToolResultText("dropped"), nil
}

// listed has a schema that says which tables there are.
func listed(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	table, err := req.RequireString("table")
	if err != nil {
		return mcp.NewToolResultError(err.Error()), nil
	}
	if _, err := db.ExecContext(ctx, "TRUNCATE "+table); err != nil { // fix review MCP005
		return mcp.NewToolResultError("not emptied"), nil
	}
	return mcp.NewToolResultText("emptied"), nil
}

func described(ctx context.Context, _ *sdk.CallToolRequest, a in) (*sdk.CallToolResult, any, error) {
	_, err := db.ExecContext(ctx, "ANALYZE "+a.Table) // fix review MCP005
	return nil, nil, err
}

// sorted has a direction, of which there are two.
func sorted(ctx context.Context, _ *sdk.CallToolRequest, a in) (*sdk.CallToolResult, any, error) {
	query := "SELECT id FROM notes"
	if a.Dir != "" {
		query += " ORDER BY at " + a.Dir
	}
	_, err := db.QueryContext(ctx, query) // fix review MCP005
	return nil, nil, err
}

// built writes the text piece by piece; its table is the program's.
func built(ctx context.Context, _ *sdk.CallToolRequest, a in) (*sdk.CallToolResult, any, error) {
	query := build("notes", a.SortBy)
	_, err := db.QueryContext(ctx, query) // fix none MCP005
	return nil, nil, err
}

// build can't refuse.
func build(table, column string) string {
	var b strings.Builder
	b.WriteString("SELECT id FROM ")
	b.WriteString(table)
	b.WriteString(" ORDER BY ")
	b.WriteString(column)
	return b.String()
}

func (b *box) group(ctx context.Context, table, column string) error {
	var text strings.Builder
	fmt.Fprintf(&text, "SELECT count(*) FROM %s.%s", b.schema, table)
	fmt.Fprintf(&text, " GROUP BY %s", column)
	_, err := db.QueryContext(ctx, text.String()) // fix review MCP005
	return err
}

type box struct{ schema string }

func (b *box) grouped(ctx context.Context, _ *sdk.CallToolRequest, a in) (*sdk.CallToolResult, any, error) {
	if err := b.group(ctx, "notes", a.SortBy); err != nil {
		return nil, nil, errors.New("failed")
	}
	return nil, nil, nil
}

// shown composes in one function what another one runs.
func shown(ctx context.Context, _ *sdk.CallToolRequest, a in) (*sdk.CallToolResult, any, error) {
	return run(ctx, "SHOW INDEX FROM `"+a.Table+"`")
}

// A condition, a list of columns and a statement are more than a name.
func free(ctx context.Context, _ *sdk.CallToolRequest, a in) (*sdk.CallToolResult, any, error) {
	db.QueryContext(ctx, "SELECT id FROM notes WHERE "+a.Where)                          // fix none MCP005
	db.QueryContext(ctx, "SELECT "+strings.Join(a.Columns, ", ")+" FROM notes")          // fix none MCP005
	db.QueryContext(ctx, "SELECT id FROM ("+a.Where+") x")                               // fix none MCP005
	db.QueryContext(ctx, "EXPLAIN ANALYZE "+a.Where)                                     // fix none MCP005
	db.QueryContext(ctx, "BEGIN; "+a.Where+"; COMMIT")                                   // fix none MCP005
	db.QueryContext(ctx, "SELECT id FROM notes WHERE "+a.SortBy+" = "+"'x' OR "+a.Where) // fix review MCP005
	return nil, nil, nil
}

// most has a number in a text.
func most(ctx context.Context, _ *sdk.CallToolRequest, a in) (*sdk.CallToolResult, any, error) {
	return limited(ctx, "SELECT id FROM notes ORDER BY at LIMIT "+a.Dir)
}

func limited(ctx context.Context, query string) (*sdk.CallToolResult, any, error) {
	_, err := db.QueryContext(ctx, query) // fix none MCP005
	return nil, nil, err
}

func tested(ctx context.Context, _ *sdk.CallToolRequest, a in) (*sdk.CallToolResult, any, error) {
	_, err := db.QueryContext(ctx, "SELECT id FROM notes WHERE "+a.SortBy+" IS NOT NULL") // fix review MCP005
	return nil, nil, err
}

// ordered has an order where nobody asks for one.
func ordered(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	order := "created_at"
	if by := req.GetString("by", ""); by != "" {
		order = by
	}
	if _, err := db.QueryContext(ctx, "SELECT id FROM notes ORDER BY "+order+" DESC"); err != nil { // fix review MCP005
		return mcp.NewToolResultError("failed"), nil
	}
	return mcp.NewToolResultText("done"), nil
}

// maybe uses the table where there is one only: none is not one of a list.
func maybe(ctx context.Context, _ *sdk.CallToolRequest, a in) (*sdk.CallToolResult, any, error) {
	if a.Table == "" {
		return nil, nil, nil
	} else if _, err := db.QueryContext(ctx, "ANALYZE "+a.Table); err != nil { // fix none MCP005
		return nil, nil, errors.New("failed")
	}
	if a.Table != "" && db.QueryRowContext(ctx, "SELECT id FROM "+a.Table) == nil { // fix none MCP005
		return nil, nil, errors.New("failed")
	}
	return nil, nil, nil
}

// qualified has the name of a schema before that of the table.
func qualified(ctx context.Context, schema, table string) error {
	_, err := db.QueryContext(ctx, "SELECT id FROM "+schema+"."+table) // fix review MCP005
	return err
}

func inSchema(ctx context.Context, _ *sdk.CallToolRequest, a in) (*sdk.CallToolResult, any, error) {
	if err := qualified(ctx, os.Getenv("SCHEMA"), a.Table); err != nil {
		return nil, nil, errors.New("failed")
	}
	return nil, nil, nil
}

func main() {
	s := sdk.NewServer(&sdk.Implementation{Name: "names", Version: "1"}, nil)
	sdk.AddTool(s, &sdk.Tool{Name: "described", InputSchema: &jsonschema.Schema{
		Type:       "object",
		Properties: map[string]*jsonschema.Schema{"table": {Type: "string", Enum: []any{"notes", "tags"}}},
	}}, described)
	sdk.AddTool(s, &sdk.Tool{Name: "sorted"}, sorted)
	sdk.AddTool(s, &sdk.Tool{Name: "built"}, built)
	sdk.AddTool(s, &sdk.Tool{Name: "shown"}, shown)
	sdk.AddTool(s, &sdk.Tool{Name: "free"}, free)
	sdk.AddTool(s, &sdk.Tool{Name: "tested"}, tested)
	sdk.AddTool(s, &sdk.Tool{Name: "most"}, most)
	sdk.AddTool(s, &sdk.Tool{Name: "maybe"}, maybe)
	sdk.AddTool(s, &sdk.Tool{Name: "in_schema"}, inSchema)
	b := &box{"public"}
	sdk.AddTool(s, &sdk.Tool{Name: "grouped"}, b.grouped)
	go s.Run(context.Background(), &sdk.StdioTransport{})
	m := server.NewMCPServer("names", "1")
	m.AddTool(mcp.NewTool("drop", mcp.WithString("table")), drop)
	m.AddTool(mcp.NewTool("ordered", mcp.WithString("by")), ordered)
	m.AddTool(mcp.NewTool("listed", mcp.WithString("table", mcp.Required(), mcp.Enum("notes", "tags"))), listed)
	log.Fatal(server.ServeStdio(m))
}
