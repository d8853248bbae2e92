// Command gosdk reads mail and rows, and sends; the tools come from functions.
package main

import (
	"context"
	"database/sql"
	"log"
	"net/smtp"
	"os"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type in struct {
	Text string `json:"text"`
}

func say(text string) *mcp.CallToolResult {
	return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: text}}}
}

type shop struct{ db *sql.DB }

func (s shop) customers(ctx context.Context, _ *mcp.CallToolRequest, _ in) (*mcp.CallToolResult, any, error) {
	var name string
	err := s.db.QueryRowContext(ctx, "SELECT name FROM customers").Scan(&name)
	return say(name), nil, err
}

func send(_ context.Context, _ *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	return say("sent"), nil, smtp.SendMail("localhost:25", nil, "shop@example.test", []string{"owner@example.test"}, []byte(a.Text))
}

// readers has no way to tell anybody.
func readers(db *sql.DB) *mcp.Server {
	s := mcp.NewServer(&mcp.Implementation{Name: "readers", Version: "1"}, nil)
	mcp.AddTool(s, &mcp.Tool{Name: "customers"}, shop{db}.customers)
	return s
}

// writers reads nothing.
func writers() *mcp.Server {
	s := mcp.NewServer(&mcp.Implementation{Name: "writers", Version: "1"}, nil)
	mcp.AddTool(s, &mcp.Tool{Name: "send"}, send)
	return s
}

func main() {
	db, err := sql.Open("pgx", os.Getenv("DSN"))
	if err != nil {
		log.Fatal(err)
	}
	s := readers(db)
	if os.Getenv("ROLE") == "writer" {
		s = writers()
	}
	if err := s.Run(context.Background(), &mcp.StdioTransport{}); err != nil {
		log.Fatal(err)
	}
}
