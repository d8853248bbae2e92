// Package storedmacro runs with one tool what another one has stored.
package storedmacro

import (
	"context"
	"log"
	"os/exec"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type macro struct {
	Name string `json:"name"`
	Line string `json:"line"`
}

type desk struct{ macros map[string]string }

func (d *desk) save(_ context.Context, _ *mcp.CallToolRequest, m macro) (*mcp.CallToolResult, any, error) {
	d.macros[m.Name] = m.Line
	return nil, nil, nil
}

func (d *desk) run(ctx context.Context, _ *mcp.CallToolRequest, m macro) (*mcp.CallToolResult, any, error) {
	return nil, nil, exec.CommandContext(ctx, "sh", "-c", d.macros[m.Name]).Run() // want `argument "line" of tool "save" is the command text that sh runs`
}

func serve() {
	d := &desk{macros: map[string]string{}}
	s := mcp.NewServer(&mcp.Implementation{Name: "gap", Version: "1"}, nil)
	mcp.AddTool(s, &mcp.Tool{Name: "save"}, d.save)
	mcp.AddTool(s, &mcp.Tool{Name: "run"}, d.run)
	if err := s.Run(context.Background(), &mcp.StdioTransport{}); err != nil {
		log.Fatal(err)
	}
}
