// Command failures returns the errors of back ends, raw and not.
package main

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"log"
	"log/slog"
	"net/http"
	"os/exec"
	"regexp"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

type desk struct {
	db   *sql.DB
	http *http.Client
}

var errDesk = errors.New("the desk does not answer")

func (d *desk) fetch(ctx context.Context, url string) error {
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		return errDesk
	}
	res, err := d.http.Do(r)
	if err != nil {
		return fmt.Errorf("fetch: %w", err) // want `the raw error of HTTP reaches the error of tool "through"$`
	}
	return res.Body.Close()
}

func (d *desk) through(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	if err := d.fetch(ctx, "https://desk.example.test/"); err != nil {
		return nil, err
	}
	return mcp.NewToolResultText("fine"), nil
}

func (d *desk) rows(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	if _, err := d.db.ExecContext(ctx, "DELETE FROM notes"); err != nil {
		return mcp.NewToolResultError(err.Error()), nil // want `the raw error of a database reaches the result of tool "rows"$`
	}
	return mcp.NewToolResultText("fine"), nil
}

// What follows tells nothing of what is inside.

func (d *desk) constant(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	if err := d.db.PingContext(ctx); err != nil {
		slog.Error("ping", "err", err)
		return mcp.NewToolResultError("the database does not answer"), nil
	}
	return mcp.NewToolResultText("fine"), nil
}

func (d *desk) branched(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	var name string
	err := d.db.QueryRowContext(ctx, "SELECT name FROM notes").Scan(&name)
	switch {
	case errors.Is(err, sql.ErrNoRows):
		return mcp.NewToolResultText("there is none"), nil
	case err != nil:
		return nil, errDesk
	}
	return mcp.NewToolResultText("fine"), nil
}

var address = regexp.MustCompile(`\d+\.\d+\.\d+\.\d+`)

func (d *desk) replaced(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	if err := exec.CommandContext(ctx, "desk", "ping").Run(); err != nil {
		return nil, errors.New(address.ReplaceAllString(err.Error(), "[removed]"))
	}
	return mcp.NewToolResultText("fine"), nil
}

func (d *desk) coded(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	err := exec.CommandContext(ctx, "desk", "ping").Run()
	var exit *exec.ExitError
	if errors.As(err, &exit) {
		return mcp.NewToolResultText(fmt.Sprintf("status %d", exit.ExitCode())), nil
	}
	return mcp.NewToolResultText(fmt.Sprint("fine: ", err == nil)), nil
}

func main() {
	d := &desk{http: http.DefaultClient}
	s := server.NewMCPServer("failures", "1") // want `nothing around the handlers of 6 of 6 tools`
	s.AddTool(mcp.NewTool("through", mcp.WithDescription("Fetch.")), d.through)
	s.AddTool(mcp.NewTool("rows", mcp.WithDescription("Delete.")), d.rows)
	s.AddTool(mcp.NewTool("constant", mcp.WithDescription("Ping.")), d.constant)
	s.AddTool(mcp.NewTool("branched", mcp.WithDescription("Look.")), d.branched)
	s.AddTool(mcp.NewTool("replaced", mcp.WithDescription("Run.")), d.replaced)
	s.AddTool(mcp.NewTool("coded", mcp.WithDescription("Run and tell.")), d.coded)
	if err := server.ServeStdio(s); err != nil {
		log.Fatal(err)
	}
}
