// Program pg has queries for a driver that writes $1 for a value.
package main

import (
	"context"
	"database/sql"
	"fmt"
	"log"
	"strings"

	"github.com/jackc/pgx/v5"
	_ "github.com/jackc/pgx/v5/stdlib"
	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
)

type in struct {
	Name  string `json:"name"`
	Order string `json:"order"`
	Max   int    `json:"max"`
}

type store struct {
	db   *sql.DB
	conn *pgx.Conn
}

func done(err error) (*sdk.CallToolResult, any, error) { return nil, nil, err }

func (s store) plain(ctx context.Context, _ *sdk.CallToolRequest, a in) (*sdk.CallToolResult, any, error) {
	_, err := s.db.ExecContext(ctx, fmt.Sprintf("DELETE FROM notes WHERE name = '%s'", a.Name)) // fix safe MCP005
	return done(err)
}

// What the server can't have a parameter for, or not of a type that it can tell.
func (s store) calls(ctx context.Context, _ *sdk.CallToolRequest, a in) (*sdk.CallToolResult, any, error) {
	s.db.ExecContext(ctx, "DELETE FROM notes WHERE name IN ('"+a.Name+"')")                                          // fix safe MCP005
	s.db.ExecContext(ctx, "DELETE FROM notes WHERE (name = '"+a.Name+"')")                                           // fix safe MCP005
	s.db.ExecContext(ctx, "DELETE FROM notes WHERE date_trunc('"+a.Name+"', made) < now()")                          // fix review MCP005
	s.db.ExecContext(ctx, "DELETE FROM notes WHERE name = '"+a.Name+"'; DELETE FROM tags WHERE note = '"+a.Name+"'") // fix none MCP005
	s.db.ExecContext(ctx, "DELETE FROM notes WHERE name IN ('"+strings.Join([]string{a.Name, a.Order}, "','")+"')")  // fix none MCP005
	return done(nil)
}

func (s store) mixed(ctx context.Context, _ *sdk.CallToolRequest, a in) (*sdk.CallToolResult, any, error) {
	query := "SELECT id FROM notes WHERE owner = $1 AND title ILIKE '%" + a.Name + "%' LIMIT 5"
	_, err := s.db.QueryContext(ctx, query, "me") // fix safe MCP005
	return done(err)
}

func (s store) numbers(ctx context.Context, _ *sdk.CallToolRequest, a in) (*sdk.CallToolResult, any, error) {
	_, err := s.db.QueryContext(ctx, fmt.Sprintf(`SELECT id
		FROM notes
		WHERE name IN ('a', '%s') LIMIT %d`, strings.ReplaceAll(a.Name, "'", "''"), a.Max)) // fix safe -2 MCP005
	return done(err)
}

// Without quotes the caller may have brought some.
func (s store) bare(ctx context.Context, _ *sdk.CallToolRequest, a in) (*sdk.CallToolResult, any, error) {
	_, err := s.conn.Exec(ctx, "UPDATE notes SET seen = true WHERE id = "+a.Name) // fix review MCP005
	return done(err)
}

// Names can't be placeholders: they are checked, and values beside them are given
// to placeholders.
func (s store) names(ctx context.Context, _ *sdk.CallToolRequest, a in) (*sdk.CallToolResult, any, error) {
	s.db.QueryContext(ctx, "SELECT id FROM notes ORDER BY "+a.Order)                     // fix review MCP005
	s.db.QueryContext(ctx, "SELECT id FROM notes_"+a.Order+" WHERE name = '"+a.Name+"'") // fix safe MCP005
	return done(nil)
}

// A part of an interval can be no placeholder either, nor what has been escaped,
// and what stands in a comment says nothing.
func (s store) parts(ctx context.Context, _ *sdk.CallToolRequest, a in) (*sdk.CallToolResult, any, error) {
	s.db.QueryContext(ctx, fmt.Sprintf("SELECT id FROM notes WHERE at > now() - interval '%s days'", a.Order)) // fix none MCP005
	s.db.ExecContext(ctx, fmt.Sprintf("DELETE FROM notes WHERE name = '%s' -- '%s'", a.Name, a.Order))         // fix none MCP005
	s.db.ExecContext(ctx, fmt.Sprintf("DELETE FROM notes WHERE name = E'%s'", a.Name))                         // fix none MCP005
	s.db.ExecContext(ctx, fmt.Sprintf("DELETE FROM notes WHERE name = '%s'", escaped(a.Name)))                 // fix none MCP005
	s.db.ExecContext(ctx, fmt.Sprintf("DELETE FROM notes WHERE name = '%s' AND owner = $1", a.Name), a.Order)  // fix safe MCP005
	return done(nil)
}

// A literal of a definition.
func (s store) view(ctx context.Context, _ *sdk.CallToolRequest, a in) (*sdk.CallToolResult, any, error) {
	_, err := s.db.ExecContext(ctx, fmt.Sprintf("CREATE VIEW mine AS SELECT id FROM notes WHERE name = '%s'", a.Name)) // fix review MCP005
	return done(err)
}

func escaped(s string) string { return strings.ReplaceAll(s, "'", `\'`) }

func (s store) seen(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	if _, err := s.db.ExecContext(ctx, "UPDATE notes SET seen = true WHERE name = '"+req.GetString("name", "")+"'"); err != nil { // fix safe MCP005
		return mcp.NewToolResultError("failed"), nil
	}
	return mcp.NewToolResultText("done"), nil
}

func main() {
	db, err := sql.Open("pgx", "postgres://localhost/notes")
	if err != nil {
		log.Fatal(err)
	}
	conn, err := pgx.Connect(context.Background(), "postgres://localhost/notes")
	if err != nil {
		log.Fatal(err)
	}
	st := store{db, conn}
	s := sdk.NewServer(&sdk.Implementation{Name: "pg", Version: "1"}, nil)
	sdk.AddTool(s, &sdk.Tool{Name: "plain"}, st.plain)
	sdk.AddTool(s, &sdk.Tool{Name: "mixed"}, st.mixed)
	sdk.AddTool(s, &sdk.Tool{Name: "calls"}, st.calls)
	sdk.AddTool(s, &sdk.Tool{Name: "numbers"}, st.numbers)
	sdk.AddTool(s, &sdk.Tool{Name: "bare"}, st.bare)
	sdk.AddTool(s, &sdk.Tool{Name: "names"}, st.names)
	sdk.AddTool(s, &sdk.Tool{Name: "parts"}, st.parts)
	sdk.AddTool(s, &sdk.Tool{Name: "view"}, st.view)
	go s.Run(context.Background(), &sdk.StdioTransport{})
	m := server.NewMCPServer("pg", "1")
	m.AddTool(mcp.NewTool("seen", mcp.WithString("name")), st.seen)
	log.Fatal(server.ServeStdio(m))
}
