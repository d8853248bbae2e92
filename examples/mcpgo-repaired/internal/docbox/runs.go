package docbox

import (
	"context"
	"os/exec"
	"strings"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"

	"github.com/mcpvet/mcpvet/examples/mcpgo-repaired/internal/access"
)

const (
	maxDraft  = 64 << 10 // bytes
	maxDrafts = 1000
)

func (b *Box) addRuns(s *server.MCPServer) {
	s.AddTool(mcp.NewTool("run_example",
		mcp.WithDescription("Run a Go program from a document in a container without network and return what it prints."),
		mcp.WithString("code", mcp.Required(), mcp.Description("source text of package main")),
		withConfirm(), hints(false, true, false),
	), b.runExample)
}

// runExample passes the program on the standard input of a container that has
// neither network nor rights, and a scratch folder of its own.
func (b *Box) runExample(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	if !confirmed(req) {
		return notConfirmed(), nil
	}
	cmd := exec.CommandContext(ctx, "docker", "run", "--rm", "-i",
		"--network=none", "--read-only", "--tmpfs=/tmp:exec,size=512m", "--cap-drop=ALL", "--security-opt=no-new-privileges",
		"--user=65534:65534", "--memory=1g", "--pids-limit=256", "--cpus=1", "--env=HOME=/tmp",
		"golang:1.26-alpine", "sh", "-c", "cat > /tmp/main.go && go run /tmp/main.go")
	cmd.Stdin = strings.NewReader(req.GetString("code", ""))
	out, err := cmd.Output()
	if err != nil {
		return failed("running the program", err), nil
	}
	return outside("output of the program", string(out)), nil
}

func (b *Box) saveDraft(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	caller, ok := access.From(ctx)
	if !ok {
		return mcp.NewToolResultError("this tool needs an authenticated caller"), nil
	}
	text := req.GetString("text", "")
	if len(text) > maxDraft {
		return mcp.NewToolResultError("the draft is too long"), nil
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	if _, ok := b.drafts[caller.User]; !ok && len(b.drafts) >= maxDrafts {
		return mcp.NewToolResultError("too many drafts are kept already"), nil
	}
	b.drafts[caller.User] = text
	return mcp.NewToolResultText("kept"), nil
}

func (b *Box) showDraft(ctx context.Context, _ mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	caller, ok := access.From(ctx)
	if !ok {
		return mcp.NewToolResultError("this tool needs an authenticated caller"), nil
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	return outside("your draft", b.drafts[caller.User]), nil
}
