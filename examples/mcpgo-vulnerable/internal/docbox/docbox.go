// Package docbox is the MCP server of a team's documents and bookmarks.
package docbox

import (
	"context"
	"fmt"
	"log/slog"
	"time"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"

	"github.com/mcpvet/mcpvet/examples/mcpgo-vulnerable/internal/links"
)

// Config is what the operator sets.
type Config struct {
	Docs    string // a git working tree
	DSN     string
	Webhook string // where the team's chat takes messages
}

// Box holds what the tools work on.
type Box struct {
	cfg   Config
	links *links.DB
}

// New returns a box.
func New(cfg Config, l *links.DB) *Box { return &Box{cfg: cfg, links: l} }

type hostKey struct{}

// WithHost returns a context that knows the public host of this server.
func WithHost(ctx context.Context, host string) context.Context {
	return context.WithValue(ctx, hostKey{}, host)
}

// Server returns an MCP server with all tools of the box.
func (b *Box) Server() *server.MCPServer {
	s := server.NewMCPServer("docbox", "2.1.0", // MCP002: no tool checks a scope; MCP006: no limiter anywhere; MCP010: nothing tells a page's text from ours; MCP013: one server imports pages, reads documents and sends messages
		server.WithToolHandlerMiddleware(audit),
		server.WithRecovery(),
	)
	b.addDocs(s)
	b.addLinks(s)
	b.addRuns(s)
	s.AddPrompt(mcp.NewPrompt("review",
		mcp.WithPromptDescription("Review one document for clarity."),
		mcp.WithArgument("path", mcp.ArgumentDescription("path of the document"), mcp.RequiredArgument()),
	), review)
	return s
}

// audit records every call.
func audit(next server.ToolHandlerFunc) server.ToolHandlerFunc {
	return func(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		start := time.Now()
		result, err := next(ctx, req)
		slog.Info("tool call", "tool", req.Params.Name, "arguments", req.GetArguments(), // MCP008: the raw arguments go to the log; MCP009: no fingerprint of them does
			"failed", err != nil || result.IsError, "duration", time.Since(start))
		return result, err
	}
}

func review(_ context.Context, req mcp.GetPromptRequest) (*mcp.GetPromptResult, error) {
	text := fmt.Sprintf("Read the document %q and say what a new colleague would not understand.", req.Params.Arguments["path"])
	return mcp.NewGetPromptResult("review", []mcp.PromptMessage{mcp.NewPromptMessage(mcp.RoleUser, mcp.NewTextContent(text))}), nil
}

// hints returns the annotations of a tool, all of them stated.
func hints(readOnly, destructive, openWorld bool) mcp.ToolOption {
	return mcp.WithToolAnnotation(mcp.ToolAnnotation{
		ReadOnlyHint:    mcp.ToBoolPtr(readOnly),
		DestructiveHint: mcp.ToBoolPtr(destructive),
		IdempotentHint:  mcp.ToBoolPtr(false),
		OpenWorldHint:   mcp.ToBoolPtr(openWorld),
	})
}

// failed keeps the cause in our log and tells the client only what failed.
func failed(what string, err error) *mcp.CallToolResult {
	slog.Error(what, "error", err)
	return mcp.NewToolResultError(what + " failed")
}

// confirmed reports whether the call carries the user's consent.
func confirmed(req mcp.CallToolRequest) bool {
	ok, err := req.RequireBool("confirm")
	return err == nil && ok
}

func notConfirmed() *mcp.CallToolResult {
	return mcp.NewToolResultError("not done: ask the user, then call again with confirm set to true")
}

func withConfirm() mcp.ToolOption {
	return mcp.WithBoolean("confirm", mcp.Required(), mcp.Description("true once the user has agreed"))
}
