// Command gosdk has tools of the Go SDK that destroy: arguments in structs,
// pointers, defaults that the SDK applies, and people who are asked.
package main

import (
	"context"
	"database/sql"
	"errors"
	"log"
	"os"

	"github.com/google/jsonschema-go/jsonschema"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type keeper struct{ db *sql.DB }

func (k keeper) wipe(ctx context.Context, id string) error {
	_, err := k.db.ExecContext(ctx, "DELETE FROM notes WHERE id = $1", id)
	return err
}

func say(text string) *mcp.CallToolResult {
	return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: text}}}
}

type plainIn struct {
	ID string `json:"id"`
}

func (k keeper) plain(ctx context.Context, _ *mcp.CallToolRequest, in plainIn) (*mcp.CallToolResult, any, error) {
	return say("done"), nil, k.wipe(ctx, in.ID)
}

type confirmIn struct {
	ID      string `json:"id"`
	Confirm bool   `json:"confirm,omitempty"`
}

func (k keeper) confirm(ctx context.Context, _ *mcp.CallToolRequest, in confirmIn) (*mcp.CallToolResult, any, error) {
	if !in.Confirm {
		return say("would wipe"), nil, nil
	}
	return say("done"), nil, k.wipe(ctx, in.ID)
}

type dryIn struct {
	ID     string `json:"id"`
	DryRun bool   `json:"dry_run,omitempty"`
}

// dry acts when dry_run is left out, unless the SDK puts true in its place.
func (k keeper) dry(ctx context.Context, _ *mcp.CallToolRequest, in dryIn) (*mcp.CallToolResult, any, error) {
	if in.DryRun {
		return say("would wipe"), nil, nil
	}
	return say("done"), nil, k.wipe(ctx, in.ID)
}

type pointerIn struct {
	ID     string `json:"id"`
	DryRun *bool  `json:"dry_run,omitempty"`
}

// isTrue returns what a switch says, or the default.
func isTrue(p *bool, def bool) bool {
	if p == nil {
		return def
	}
	return *p
}

func (k keeper) careful(ctx context.Context, _ *mcp.CallToolRequest, in pointerIn) (*mcp.CallToolResult, any, error) {
	if isTrue(in.DryRun, true) {
		return say("would wipe"), nil, nil
	}
	return say("done"), nil, k.wipe(ctx, in.ID)
}

func (k keeper) careless(ctx context.Context, _ *mcp.CallToolRequest, in pointerIn) (*mcp.CallToolResult, any, error) {
	if isTrue(in.DryRun, false) {
		return say("would wipe"), nil, nil
	}
	return say("done"), nil, k.wipe(ctx, in.ID)
}

type options struct{ rehearse bool }

// handed passes the switch on in a struct of its own.
func (k keeper) handed(ctx context.Context, _ *mcp.CallToolRequest, in confirmIn) (*mcp.CallToolResult, any, error) {
	o := options{rehearse: !in.Confirm}
	return say("done"), nil, k.with(ctx, in.ID, o)
}

func (k keeper) with(ctx context.Context, id string, o options) error {
	if o.rehearse {
		return nil
	}
	return k.wipe(ctx, id)
}

func (k keeper) asks(ctx context.Context, req *mcp.CallToolRequest, in plainIn) (*mcp.CallToolResult, any, error) {
	answer, err := req.Session.Elicit(ctx, &mcp.ElicitParams{Message: "Wipe it?"})
	if err != nil {
		return nil, nil, errors.New("nobody can be asked")
	}
	if answer.Action != "accept" {
		return say("nothing done"), nil, nil
	}
	return say("done"), nil, k.wipe(ctx, in.ID)
}

// closed takes a question that is closed for a yes.
func (k keeper) closed(ctx context.Context, req *mcp.CallToolRequest, in plainIn) (*mcp.CallToolResult, any, error) {
	answer, err := req.Session.Elicit(ctx, &mcp.ElicitParams{Message: "Wipe it?"})
	if err != nil {
		return nil, nil, errors.New("nobody can be asked")
	}
	if answer.Action == "decline" {
		return say("nothing done"), nil, nil
	}
	return say("done"), nil, k.wipe(ctx, in.ID)
}

// both hears each of the two ways to say no.
func (k keeper) both(ctx context.Context, req *mcp.CallToolRequest, in plainIn) (*mcp.CallToolResult, any, error) {
	answer, err := req.Session.Elicit(ctx, &mcp.ElicitParams{Message: "Wipe it?"})
	if err != nil {
		return nil, nil, errors.New("nobody can be asked")
	}
	switch answer.Action {
	case "decline", "cancel":
		return say("nothing done"), nil, nil
	}
	return say("done"), nil, k.wipe(ctx, in.ID)
}

// deaf asks and does not listen.
func (k keeper) deaf(ctx context.Context, req *mcp.CallToolRequest, in plainIn) (*mcp.CallToolResult, any, error) {
	if _, err := req.Session.Elicit(ctx, &mcp.ElicitParams{Message: "Wipe it?"}); err != nil {
		return nil, nil, errors.New("nobody can be asked")
	}
	return say("done"), nil, k.wipe(ctx, in.ID)
}

// mustChoose has a switch that has to be given.
type mustChoose struct {
	ID     string `json:"id"`
	DryRun bool   `json:"dry_run"`
}

func (k keeper) chosen(ctx context.Context, _ *mcp.CallToolRequest, in mustChoose) (*mcp.CallToolResult, any, error) {
	if in.DryRun {
		return say("would wipe"), nil, nil
	}
	return say("done"), nil, k.wipe(ctx, in.ID)
}

func withDefault() *jsonschema.Schema {
	return &jsonschema.Schema{Type: "object", Properties: map[string]*jsonschema.Schema{
		"id":      {Type: "string"},
		"dry_run": {Type: "boolean", Default: []byte("true")},
	}}
}

func main() {
	db, err := sql.Open("pgx", os.Getenv("DSN"))
	if err != nil {
		log.Fatal(err)
	}
	k := keeper{db}
	s := mcp.NewServer(&mcp.Implementation{Name: "confirm", Version: "1"}, nil)
	mcp.AddTool(s, &mcp.Tool{Name: "plain"}, k.plain) // want `tool "plain" deletes \(DELETE FROM\) without a confirmation of the call`
	mcp.AddTool(s, &mcp.Tool{Name: "confirm"}, k.confirm)
	mcp.AddTool(s, &mcp.Tool{Name: "dry"}, k.dry) // want `tool "dry" deletes .* when "dry_run" is left out: the default acts`
	mcp.AddTool(s, &mcp.Tool{Name: "dry_with_default", InputSchema: withDefault()}, k.dry)
	mcp.AddTool(s, &mcp.Tool{Name: "careful"}, k.careful)
	mcp.AddTool(s, &mcp.Tool{Name: "careless"}, k.careless) // want `tool "careless" deletes .* when "dry_run" is left out`
	mcp.AddTool(s, &mcp.Tool{Name: "handed"}, k.handed)
	mcp.AddTool(s, &mcp.Tool{Name: "asks"}, k.asks)
	mcp.AddTool(s, &mcp.Tool{Name: "closed"}, k.closed) // want `tool "closed" deletes .* without a confirmation of the call`
	mcp.AddTool(s, &mcp.Tool{Name: "both"}, k.both)
	mcp.AddTool(s, &mcp.Tool{Name: "deaf"}, k.deaf) // want `tool "deaf" deletes .* without a confirmation of the call`
	mcp.AddTool(s, &mcp.Tool{Name: "chosen"}, k.chosen)
	if err := s.Run(context.Background(), &mcp.StdioTransport{}); err != nil {
		log.Fatal(err)
	}
}
