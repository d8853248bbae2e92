// Package desk is the MCP server of the support team: its notes, its tickets
// and its status page.
package desk

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"os"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/mcpvet/mcpvet/examples/gosdk-vulnerable/internal/store"
)

// Config is what the operator sets.
type Config struct {
	Notes       string // a git working tree
	DSN         string
	StatusURL   string
	StatusToken string
}

// Desk holds what the tools work on.
type Desk struct {
	cfg    Config
	notes  *os.Root
	store  *store.Store
	client *http.Client
}

// New opens the notes of a desk.
func New(cfg Config, s *store.Store, client *http.Client) (*Desk, error) {
	notes, err := os.OpenRoot(cfg.Notes)
	if err != nil {
		return nil, fmt.Errorf("open the notes: %w", err)
	}
	return &Desk{cfg: cfg, notes: notes, store: s, client: client}, nil
}

// Server returns an MCP server with every tool of the desk, behind middleware.
func (d *Desk) Server(middleware ...mcp.Middleware) *mcp.Server {
	s := mcp.NewServer(&mcp.Implementation{Name: "opsdesk", Version: "1.4.0"}, nil) // MCP010: nothing tells a page's text from ours; MCP013: one server reads pages, reads notes and posts in public
	s.AddReceivingMiddleware(middleware...)
	d.addNotes(s)
	d.addTickets(s)
	d.addWeb(s)
	d.addOps(s)
	s.AddPrompt(&mcp.Prompt{
		Name:        "handover",
		Description: "Summarise the open tickets for the next shift.",
		Arguments:   []*mcp.PromptArgument{{Name: "team", Description: "name of the team", Required: true}},
	}, handover)
	return s
}

func handover(_ context.Context, req *mcp.GetPromptRequest) (*mcp.GetPromptResult, error) {
	text := fmt.Sprintf("List the open tickets of team %q and what the next shift must know.", req.Params.Arguments["team"])
	return &mcp.GetPromptResult{Messages: []*mcp.PromptMessage{{Role: "user", Content: &mcp.TextContent{Text: text}}}}, nil
}

// text returns a result with one text.
func text(s string) *mcp.CallToolResult {
	return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: s}}}
}

// failed keeps the cause in our log and tells the client only what failed.
func failed(what string, err error) error {
	slog.Error(what, "error", err)
	return errors.New(what + " failed")
}

var errNotConfirmed = errors.New("not done: ask the user, then call again with confirm set to true")

func ptr[T any](v T) *T { return &v }
