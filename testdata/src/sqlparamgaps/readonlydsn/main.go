// Command readonlydsn runs statements of the caller's on a connection that
// can't write.
package main

import (
	"context"
	"database/sql"
	"log"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type in struct {
	SQL string `json:"sql"`
}

type app struct{ db *sql.DB }

func (a *app) query(ctx context.Context, _ *mcp.CallToolRequest, i in) (*mcp.CallToolResult, any, error) {
	rows, err := a.db.QueryContext(ctx, i.SQL)
	if err != nil {
		return nil, nil, err
	}
	return nil, nil, rows.Close()
}

func main() {
	db, err := sql.Open("sqlite3", "file:notes.db?mode=ro&_query_only=1")
	if err != nil {
		log.Fatal(err)
	}
	a := &app{db: db}
	s := mcp.NewServer(&mcp.Implementation{Name: "gap", Version: "1"}, nil)
	mcp.AddTool(s, &mcp.Tool{Name: "query"}, a.query)
	if err := s.Run(context.Background(), &mcp.StdioTransport{}); err != nil {
		log.Fatal(err)
	}
}
