// Command alone has tools whose contexts have no deadline, none of them: that is
// a property of the server.
package main

import (
	"context"
	"database/sql"
	"log"
	"os/exec"
	"time"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

func done(err error) (*mcp.CallToolResult, error) {
	if err != nil {
		return nil, err
	}
	return mcp.NewToolResultText("ok"), nil
}

func run(ctx context.Context, _ mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	return done(exec.CommandContext(ctx, "make").Run())
}

func fork(ctx context.Context, _ mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	end := make(chan error, 1)
	go func() { end <- exec.CommandContext(ctx, "make", "doc").Run() }()
	return done(<-end)
}

type store struct{ db *sql.DB }

// That the connection is tried for a second only says nothing of the query.
func (s store) count(ctx context.Context, _ mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	short, cancel := context.WithTimeout(ctx, time.Second)
	defer cancel()
	if err := s.db.PingContext(short); err != nil {
		return done(err)
	}
	var n int
	return done(s.db.QueryRowContext(ctx, "SELECT count(*) FROM t").Scan(&n))
}

// A new context only where there is none.
func (s store) guarded(ctx context.Context, _ mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	if ctx == nil {
		ctx = context.Background()
	}
	_, err := s.db.ExecContext(ctx, "DELETE FROM t")
	return done(err)
}

func (s store) drop(context.Context, mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	_, err := s.db.Exec("DELETE FROM t") // want `tool "drop" calls sql.DB.Exec without a context`
	return done(err)
}

func main() {
	db, err := sql.Open("stub", "db")
	if err != nil {
		log.Fatal(err)
	}
	st := store{db}
	s := server.NewMCPServer("alone", "1") // want `4 of 5 tools have no maximum duration`
	s.AddTool(mcp.NewTool("run"), run)
	s.AddTool(mcp.NewTool("fork"), fork)
	s.AddTool(mcp.NewTool("count"), st.count)
	s.AddTool(mcp.NewTool("drop"), st.drop)
	s.AddTool(mcp.NewTool("guarded"), st.guarded)
	if err := server.ServeStdio(s); err != nil {
		log.Fatal(err)
	}
}
