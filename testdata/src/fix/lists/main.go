// Program lists has tools whose values are held to lists: each to its own.
package main

import (
	"context"
	"database/sql"
	"errors"
	"log"
	"os/exec"
	"strings"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

var db *sql.DB

func answer(err error) (*mcp.CallToolResult, error) {
	if err != nil {
		return mcp.NewToolResultError("failed"), nil
	}
	return mcp.NewToolResultText("done"), nil
}

// count is for all who have a table.
func count(ctx context.Context, table string) error {
	if _, err := db.QueryContext(ctx, "SELECT count(*) FROM "+table); err != nil { // fix review MCP005
		return errors.New("failed")
	}
	return nil
}

// shared handles two tools.
func shared(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	table := req.GetString("table", "")
	_, err := db.ExecContext(ctx, "TRUNCATE "+table) // fix review MCP005
	return answer(err)
}

// add makes the handlers of several tools.
func add(s *server.MCPServer) {
	s.AddTool(mcp.NewTool("notes", mcp.WithString("table", mcp.Enum("notes", "tags"))), func(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		table := req.GetString("table", "")
		_, err := db.ExecContext(ctx, "ANALYZE "+table) // fix review MCP005
		return answer(err)
	})
	s.AddTool(mcp.NewTool("users", mcp.WithString("table", mcp.Enum("users", "groups"))), func(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		table := req.GetString("table", "")
		_, err := db.ExecContext(ctx, "ANALYZE "+table) // fix review MCP005
		return answer(err)
	})
	s.AddTool(mcp.NewTool("history", mcp.WithString("args")), func(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		words := append([]string{"log"}, strings.Fields(req.GetString("args", ""))...)
		return answer(exec.CommandContext(ctx, "git", words...).Run()) // fix review MCP018
	})
	s.AddTool(mcp.NewTool("download", mcp.WithString("args")), func(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		words := append([]string{"-sS"}, strings.Fields(req.GetString("args", ""))...)
		return answer(exec.CommandContext(ctx, "curl", words...).Run()) // fix review MCP018
	})
}

func one(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	return answer(count(ctx, req.GetString("table", "")))
}

func main() {
	s := server.NewMCPServer("lists", "1")
	add(s)
	s.AddTool(mcp.NewTool("one", mcp.WithString("table", mcp.Enum("notes", "tags"))), one)
	s.AddTool(mcp.NewTool("empty_notes", mcp.WithString("table", mcp.Enum("notes", "tags"))), shared)
	s.AddTool(mcp.NewTool("empty_all", mcp.WithString("table", mcp.Enum("notes", "tags"))), shared)
	log.Fatal(server.ServeStdio(s))
}
