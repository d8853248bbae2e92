// Package keptalike registers the same tools for several objects: what is kept in
// one is used from that one only. And what a tool sets right before it uses it is
// no other tool's.
package keptalike

import (
	"context"
	"errors"
	"os/exec"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

type desk struct{ line string }

func (d *desk) run(ctx context.Context, _ mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	return nil, exec.CommandContext(ctx, "sh", "-c", d.line).Run() // want `argument "text" of tool "keep_b"`
}

func (d *desk) keep(_ context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	d.line = req.GetString("text", "")
	return nil, nil
}

// date uses the same place for a text of its own.
func (d *desk) date(ctx context.Context, _ mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	d.line = "date -u"
	return nil, exec.CommandContext(ctx, "sh", "-c", d.line).Run()
}

// checked stands before a tool, and lets few texts pass.
func checked(next server.ToolHandlerFunc) server.ToolHandlerFunc {
	return func(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		switch req.GetString("text", "") {
		case "date", "uptime":
			return next(ctx, req)
		}
		return nil, errors.New("no such command")
	}
}

func serve() *server.MCPServer {
	s := server.NewMCPServer("alike", "1")
	text := mcp.WithString("text")
	a, b, c := &desk{}, &desk{}, &desk{}
	s.AddTool(mcp.NewTool("keep_a", text), checked(a.keep))
	s.AddTool(mcp.NewTool("run_a"), a.run)
	s.AddTool(mcp.NewTool("keep_b", text), b.keep)
	s.AddTool(mcp.NewTool("run_b"), b.run)
	s.AddTool(mcp.NewTool("keep_c", text), c.keep)
	s.AddTool(mcp.NewTool("date_c"), c.date)
	return s
}
