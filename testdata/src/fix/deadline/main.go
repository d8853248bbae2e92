// Program deadline waits for others.
package main

import (
	"context"
	"database/sql"
	"log"
	"net/http"
	"os/exec"
	"sync"
	stdtime "time"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"example.test/mcpvet/src/fix/deadline/proc"
)

type in struct {
	ID string `json:"id"`
}

type tools struct{ db *sql.DB }

func done(err error) (*sdk.CallToolResult, any, error) { return nil, nil, err }

func (t tools) fresh(ctx context.Context, _ *sdk.CallToolRequest, a in) (*sdk.CallToolResult, any, error) {
	_, err := t.db.ExecContext(context.Background(), "VACUUM") // fix safe MCP007
	return done(err)
}

func (t tools) nameless(_ context.Context, _ *sdk.CallToolRequest, a in) (*sdk.CallToolResult, any, error) {
	// fix safe +1 MCP007
	ctx := context.Background()
	_, err := t.db.ExecContext(ctx, "VACUUM")
	return done(err)
}

func (t tools) without(ctx context.Context, _ *sdk.CallToolRequest, a in) (*sdk.CallToolResult, any, error) {
	_, err := t.db.Exec("VACUUM") // fix safe MCP007
	if err != nil {
		return done(err)
	}
	return done(exec.Command("git", "status").Run()) // fix safe MCP007
}

func (t tools) blank(_ context.Context, _ *sdk.CallToolRequest, a in) (*sdk.CallToolResult, any, error) {
	return done(exec.Command("git", "status").Run()) // fix safe MCP007
}

// longer keeps what a call gives, or makes the call when the handler is gone.
type longer struct {
	db   *sql.DB
	tx   *sql.Tx
	rows *sql.Rows
}

func (l *longer) begin(ctx context.Context, _ *sdk.CallToolRequest, a in) (*sdk.CallToolResult, any, error) {
	tx, err := l.db.Begin() // fix none MCP007
	if err != nil {
		return done(err)
	}
	l.tx = tx
	stdtime.AfterFunc(stdtime.Minute, func() {
		l.db.Exec("VACUUM") // fix review MCP007
	})
	var rows *sql.Rows
	rows, err = l.db.Query("SELECT id FROM notes") // fix safe MCP007
	if err != nil {
		return done(err)
	}
	defer rows.Close()
	l.rows, err = l.db.Query("SELECT id FROM notes") // fix review MCP007
	return done(err)
}

// shadowed has another ctx where the call is.
func (t tools) shadowed(ctx context.Context, _ *sdk.CallToolRequest, a in) (*sdk.CallToolResult, any, error) {
	for _, ctx := range []string{"a", "b"} {
		if err := exec.Command("git", "log", ctx).Run(); err != nil { // fix none MCP007
			return done(err)
		}
	}
	return done(ctx.Err())
}

// taken has a variable of the name that the context would get.
func (t tools) taken(_ context.Context, _ *sdk.CallToolRequest, a in) (*sdk.CallToolResult, any, error) {
	ctx := a.ID
	_ = ctx
	return done(exec.Command("git", "status").Run()) // fix none MCP007
}

func (t tools) fan(ctx context.Context, _ *sdk.CallToolRequest, a in) (*sdk.CallToolResult, any, error) {
	ctx, cancel := context.WithTimeout(ctx, stdtime.Minute)
	defer cancel()
	var wg sync.WaitGroup
	for range 2 {
		wg.Add(1)
		go func() {
			defer wg.Done()
			t.db.ExecContext(context.Background(), "VACUUM") // fix review MCP007
		}()
	}
	wg.Wait()
	return done(ctx.Err())
}

func (t tools) unused(ctx context.Context, _ *sdk.CallToolRequest, a in) (*sdk.CallToolResult, any, error) {
	short, cancel := context.WithTimeout(ctx, stdtime.Minute)
	defer cancel()
	log.Print(short.Deadline())
	_, err := t.db.ExecContext(ctx, "VACUUM") // fix safe MCP007
	return done(err)
}

var plain = &http.Client{} // fix safe MCP007

func (t tools) clients(ctx context.Context, _ *sdk.CallToolRequest, a in) (*sdk.CallToolResult, any, error) {
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, "https://api.example.test/", nil)
	if err != nil {
		return done(err)
	}
	if _, err := plain.Do(r); err != nil {
		return done(err)
	}
	if _, err := http.DefaultClient.Do(r); err != nil { // fix safe MCP007
		return done(err)
	}
	_, err = http.Get("https://api.example.test/") // fix safe MCP007
	return done(err)
}

func (t tools) helped(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	if _, err := proc.Run("/srv", "status"); err != nil {
		return mcp.NewToolResultError("failed"), nil
	}
	if err := proc.Status(); err != nil {
		return mcp.NewToolResultError("failed"), nil
	}
	if err := proc.New().Start(); err != nil {
		return mcp.NewToolResultError("failed"), nil
	}
	return mcp.NewToolResultText("done"), nil
}

func main() {
	db, err := sql.Open("stub", "x")
	if err != nil {
		log.Fatal(err)
	}
	t := tools{db}
	s := sdk.NewServer(&sdk.Implementation{Name: "deadline", Version: "1"}, nil)
	sdk.AddTool(s, &sdk.Tool{Name: "fresh"}, t.fresh)
	sdk.AddTool(s, &sdk.Tool{Name: "nameless"}, t.nameless)
	sdk.AddTool(s, &sdk.Tool{Name: "without"}, t.without)
	sdk.AddTool(s, &sdk.Tool{Name: "blank"}, t.blank)
	sdk.AddTool(s, &sdk.Tool{Name: "begin"}, (&longer{db: t.db}).begin)
	sdk.AddTool(s, &sdk.Tool{Name: "shadowed"}, t.shadowed)
	sdk.AddTool(s, &sdk.Tool{Name: "taken"}, t.taken)
	sdk.AddTool(s, &sdk.Tool{Name: "fan"}, t.fan)
	sdk.AddTool(s, &sdk.Tool{Name: "unused"}, t.unused)
	sdk.AddTool(s, &sdk.Tool{Name: "clients"}, t.clients)
	go s.Run(context.Background(), &sdk.StdioTransport{})
	m := server.NewMCPServer("deadline", "1")
	m.AddTool(mcp.NewTool("helped"), t.helped)
	log.Fatal(server.ServeStdio(m))
}
