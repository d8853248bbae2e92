package desk

import (
	"context"
	"fmt"
	"os/exec"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type checkIn struct {
	Code    string `json:"code" jsonschema:"Python code of the check"`
	Confirm bool   `json:"confirm" jsonschema:"true once the user has agreed"`
}

func (d *Desk) addOps(s *mcp.Server) {
	mcp.AddTool(s, &mcp.Tool{
		Name:        "run_check",
		Description: "Run a health check written in Python and return what it prints.",
		Annotations: &mcp.ToolAnnotations{DestructiveHint: ptr(true)},
	}, d.runCheck)
	mcp.AddTool(s, &mcp.Tool{
		Name:        "diagnostics",
		Description: "Describe how this server is set up.",
		Annotations: &mcp.ToolAnnotations{ReadOnlyHint: true, OpenWorldHint: ptr(false)},
	}, d.diagnostics)
	mcp.AddTool(s, &mcp.Tool{
		Name:        "ping", // MCP015: no description
		Annotations: &mcp.ToolAnnotations{ReadOnlyHint: true, OpenWorldHint: ptr(false)},
	}, ping)
	mcp.AddTool(s, &mcp.Tool{
		Name:        "read_note", // MCP015: a second tool of this name replaces the first one
		Description: "Return the on-call note of the week.",
		Annotations: &mcp.ToolAnnotations{ReadOnlyHint: true, OpenWorldHint: ptr(false)},
	}, d.onCall)
}

func (d *Desk) runCheck(ctx context.Context, _ *mcp.CallToolRequest, in checkIn) (*mcp.CallToolResult, any, error) {
	if !in.Confirm {
		return nil, nil, errNotConfirmed
	}
	cmd := exec.CommandContext(ctx, "python3", "-I", "-") // MCP011: the code runs with the rights of this server
	cmd.Stdin = strings.NewReader(in.Code)                // MCP004: source text of the caller's choice
	out, err := cmd.Output()
	if err != nil {
		return nil, nil, failed("running the check", err)
	}
	return text(string(out)), nil, nil
}

func (d *Desk) diagnostics(context.Context, *mcp.CallToolRequest, struct{}) (*mcp.CallToolResult, any, error) {
	return text(fmt.Sprintf("configuration: %+v", d.cfg)), nil, nil // MCP008: with the DSN and the token
}

func ping(context.Context, *mcp.CallToolRequest, struct{}) (*mcp.CallToolResult, any, error) {
	return text("pong"), nil, nil
}

func (d *Desk) onCall(context.Context, *mcp.CallToolRequest, struct{}) (*mcp.CallToolResult, any, error) {
	note, err := d.notes.ReadFile("on-call.md")
	if err != nil {
		return nil, nil, failed("reading the on-call note", err)
	}
	return text(string(note)), nil, nil
}
