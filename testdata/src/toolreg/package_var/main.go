// Command package_var keeps descriptors in package variables.
package main

import (
	"context"
	"log"

	"example.test/mcpvet/src/toolreg/package_var/kit"
	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

type echoArgs struct {
	Text string `json:"text" jsonschema:"what to say"`
}

// Echo and Shout are made by a generic constructor of another package.
var (
	Echo  = kit.MustTool("echo", "Echoes.", echo)                                             // tool: echo args=text:string desc=Echoes.
	Shout = kit.MustTool("shout", "Shouts.", shout, mcp.WithDestructiveHintAnnotation(false)) // tool: shout args=text:string ro=false destr=false idem=false open=true
)

var plainTool = mcp.NewTool("plain", mcp.WithDescription("Plain.")) // tool: plain handler=plain

var literal = mcp.Tool{ // tool: literal handler=plain hints=none
	Name:           "literal",
	RawInputSchema: []byte(`{"type":"object"}`),
}

var unused = mcp.NewTool("unused") // none

func main() {
	s := server.NewMCPServer("vars", "1")
	Echo.Register(s)
	Shout.Register(s)
	s.AddTool(plainTool, plain)
	s.AddTool(literal, plain)
	s.AddTool(late, plain)
	_ = unused
	if err := server.ServeStdio(s); err != nil {
		log.Fatal(err)
	}
}

var late mcp.Tool

func init() {
	late = mcp.NewTool(lateName) // tool: late
}

const lateName = "late"

func echo(ctx context.Context, in echoArgs) (string, error) { return in.Text, nil }

func shout(ctx context.Context, in echoArgs) (string, error) { return in.Text + "!", nil }

func plain(ctx context.Context, r mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	return mcp.NewToolResultText(""), nil
}
