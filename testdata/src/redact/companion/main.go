// Program companion takes secrets out of what it gives out by the companion
// library, and shows ways to do it wrong.
package main

import (
	"context"
	"database/sql"
	"log"
	"os"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
	"github.com/mcpvet/mcpvet/guard"
	"github.com/mcpvet/mcpvet/guard/gosdk"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
)

func config() string { return "url=https://x.example password=" + os.Getenv("DB_PASSWORD") }

// whole loses secrets of errors on the way out.
func whole(db *sql.DB) {
	s := sdk.NewServer(&sdk.Implementation{Name: "whole"}, nil)
	sdk.AddTool(s, &sdk.Tool{Name: "whole_ping"}, func(ctx context.Context, req *sdk.CallToolRequest, _ struct{}) (*sdk.CallToolResult, any, error) {
		return nil, nil, db.PingContext(ctx)
	})
	if _, err := gosdk.Protect(s, guard.Policy{Tools: map[string]guard.Rule{"whole_ping": {}}}); err != nil {
		log.Fatal(err)
	}
	log.Fatal(s.Run(context.Background(), &sdk.StdioTransport{}))
}

func main() {
	db, err := sql.Open("pgx", os.Getenv("DSN"))
	if err != nil {
		log.Fatal("no database")
	}
	go whole(db)
	r := guard.NewRedactor().With(os.Getenv("DB_PASSWORD"))
	s := server.NewMCPServer("config", "1") // want "note auditor: nothing around the handlers of 5 of 5 tools"
	s.AddTool(mcp.NewTool("shown"), func(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		return mcp.NewToolResultText(guard.Redact(config())), nil
	})
	s.AddTool(mcp.NewTool("known"), func(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		return mcp.NewToolResultText(r.Text(config())), nil
	})
	s.AddTool(mcp.NewTool("pinged"), func(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		if err := db.PingContext(ctx); err != nil {
			return nil, r.Error(err)
		}
		return mcp.NewToolResultText("ok"), nil
	})
	s.AddTool(mcp.NewTool("leaked"), func(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		text := config()
		_ = guard.Redact(text)
		return mcp.NewToolResultText(text), nil // want `error regular: .*DB_PASSWORD.* of tool "leaked"`
	})
	s.AddTool(mcp.NewTool("told"), func(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		if err := db.PingContext(ctx); err != nil {
			return nil, err // want `warning regular: .*tool "told"`
		}
		return mcp.NewToolResultText("ok"), nil
	})
	log.Fatal(server.ServeStdio(s))
}
