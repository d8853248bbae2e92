// Command kept has secrets in the objects that its handlers are methods of.
package main

import (
	"context"
	"fmt"
	"log"
	"os"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

// A backend answers.
type backend interface{ describe() string }

type options struct {
	addr string
	auth string
}

type desk struct {
	opts options
	back backend
	key  string
}

type talker struct{ bearer string }

func (t *talker) describe() string { return "as " + t.bearer }

type quiet struct{ bearer string }

func (q *quiet) describe() string { return fmt.Sprint(q.bearer != "") }

// The name of the field says nothing, that of the variable does.
func (d *desk) options(context.Context, mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	return mcp.NewToolResultText(fmt.Sprintf("%+v", d.opts)), nil // want `the secret "DESK_AUTH_TOKEN" reaches the result of tool "options"`
}

func (d *desk) behind(context.Context, mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	return mcp.NewToolResultText(d.back.describe()), nil // want `the secret "bearer" reaches the result of tool "behind"`
}

func (d *desk) keyed(context.Context, mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	return nil, fmt.Errorf("refused: %s", d.key) // want `the secret "DESK_SECRET_KEY" reaches the error of tool "keyed"`
}

func (d *desk) addr(context.Context, mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	return mcp.NewToolResultText(d.opts.addr), nil
}

func main() {
	d := &desk{opts: options{addr: os.Getenv("DESK_ADDR"), auth: os.Getenv("DESK_AUTH_TOKEN")}, back: &talker{os.Getenv("DESK_BEARER")}, key: os.Getenv("DESK_SECRET_KEY")}
	// A key that is public, a file with one, and a back end that shows nothing.
	e := &desk{opts: options{auth: os.Getenv("DESK_TOKEN_FILE")}, back: &quiet{os.Getenv("DESK_BEARER")}, key: os.Getenv("DESK_PUBLIC_KEY")}
	s := server.NewMCPServer("kept", "1") // want `nothing around the handlers of 7 of 7 tools`
	s.AddTool(mcp.NewTool("options", mcp.WithDescription("Show options.")), d.options)
	s.AddTool(mcp.NewTool("behind", mcp.WithDescription("Show what is behind.")), d.behind)
	s.AddTool(mcp.NewTool("keyed", mcp.WithDescription("Show a key.")), d.keyed)
	s.AddTool(mcp.NewTool("addr", mcp.WithDescription("Show an address.")), d.addr)
	s.AddTool(mcp.NewTool("other_options", mcp.WithDescription("Show options.")), e.options)
	s.AddTool(mcp.NewTool("other_behind", mcp.WithDescription("Show what is behind.")), e.behind)
	s.AddTool(mcp.NewTool("other_keyed", mcp.WithDescription("Show a key.")), e.keyed)
	if err := server.ServeStdio(s); err != nil {
		log.Fatal(err)
	}
}
