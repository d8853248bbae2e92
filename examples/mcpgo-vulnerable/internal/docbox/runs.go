package docbox

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

var current string

func (b *Box) addRuns(s *server.MCPServer) {
	s.AddTool(mcp.NewTool("run_example",
		mcp.WithDescription("Run a Go program from a document and return what it prints."),
		mcp.WithString("code", mcp.Required(), mcp.Description("source text of package main")),
		withConfirm(), hints(false, true, false),
	), b.runExample)
	s.AddTool(mcp.NewTool("save_draft",
		mcp.WithDescription("Keep a draft for this conversation."),
		mcp.WithString("text", mcp.Required(), mcp.Description("text of the draft")),
		hints(false, false, false),
	), saveDraft)
	s.AddTool(mcp.NewTool("show_draft", // MCP015: no description
		hints(true, false, false),
	), showDraft)
}

func (b *Box) runExample(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	if !confirmed(req) {
		return notConfirmed(), nil
	}
	dir, err := os.MkdirTemp("", "docbox-")
	if err != nil {
		return failed("making a scratch folder", err), nil
	}
	defer os.RemoveAll(dir)
	file := filepath.Join(dir, "main.go")
	if err := os.WriteFile(file, []byte(req.GetString("code", "")), 0o600); err != nil { // MCP004: a program of the caller's choice
		return failed("writing the program", err), nil
	}
	out, err := exec.CommandContext(ctx, "go", "run", file).Output() // MCP011: the program runs with the rights of this server
	if err != nil {
		return failed("running the program", err), nil
	}
	return mcp.NewToolResultText(string(out)), nil
}

func saveDraft(_ context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	current = req.GetString("text", "") // MCP019: one caller's draft is shown to the next one
	return mcp.NewToolResultText("kept"), nil
}

func showDraft(context.Context, mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	return mcp.NewToolResultText(current), nil
}
