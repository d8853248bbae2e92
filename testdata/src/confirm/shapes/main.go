// Command shapes has guards of other shapes: tokens that the server keeps,
// modes, decorators of typed handlers, generic stores, transactions.
package main

import (
	"context"
	"database/sql"
	"errors"
	"log"
	"sync"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

func say(text string) *mcp.CallToolResult {
	return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: text}}}
}

// A remover is what the tools see of a store.
type remover interface {
	Remove(ctx context.Context, id string) error
}

type rows[T any] struct {
	db    *sql.DB
	table T
}

func (r rows[T]) Remove(ctx context.Context, id string) error {
	_, err := r.db.ExecContext(ctx, "DELETE FROM rows WHERE id = $1", id)
	return err
}

type tokenIn struct {
	ID    string `json:"id"`
	Token string `json:"confirmation_token,omitempty"`
}

// A desk keeps the tokens that it has given out.
type desk struct {
	mu    sync.Mutex
	given map[string]string
	store remover
	mode  string
}

var errToken = errors.New("the token is not one of this call")

func (d *desk) check(in tokenIn) error {
	d.mu.Lock()
	defer d.mu.Unlock()
	if id, ok := d.given[in.Token]; !ok || id != in.ID {
		return errToken
	}
	delete(d.given, in.Token)
	return nil
}

// twoSteps gives out a token, and acts on the call that brings it.
func (d *desk) twoSteps(ctx context.Context, _ *mcp.CallToolRequest, in tokenIn) (*mcp.CallToolResult, any, error) {
	if in.Token == "" {
		return say("repeat with the token"), nil, nil
	}
	if err := d.check(in); err != nil {
		return nil, nil, err
	}
	return say("done"), nil, d.store.Remove(ctx, in.ID)
}

// A verdict is what a check says.
type verdict struct {
	goOn bool
	text string
}

// judge asks for a token unless the server is in a mode without checks.
func (d *desk) judge(in tokenIn) *verdict {
	v := &verdict{goOn: true}
	if d.mode == "off" {
		return v
	}
	if in.Token == "" {
		v.goOn, v.text = false, "repeat with the token"
		return v
	}
	return v
}

func (d *desk) sometimes(ctx context.Context, _ *mcp.CallToolRequest, in tokenIn) (*mcp.CallToolResult, any, error) {
	if v := d.judge(in); !v.goOn {
		return say(v.text), nil, nil
	}
	return say("done"), nil, d.store.Remove(ctx, in.ID)
}

type confirmIn struct {
	ID      string `json:"id"`
	Confirm bool   `json:"confirm,omitempty"`
}

func (c confirmIn) Confirmed() bool { return c.Confirm }

type idIn struct {
	ID       string `json:"id"`
	Approver string `json:"approved_by,omitempty"`
}

// guarded decorates handlers of any input that can confirm.
func guarded[In interface{ Confirmed() bool }](next mcp.ToolHandlerFor[In, any]) mcp.ToolHandlerFor[In, any] {
	return func(ctx context.Context, req *mcp.CallToolRequest, in In) (*mcp.CallToolResult, any, error) {
		if !in.Confirmed() {
			return say("repeat with confirm=true"), nil, nil
		}
		return next(ctx, req, in)
	}
}

func (d *desk) remove(ctx context.Context, _ *mcp.CallToolRequest, in confirmIn) (*mcp.CallToolResult, any, error) {
	return say("done"), nil, d.store.Remove(ctx, in.ID)
}

// A clerk works in transactions.
type clerk struct{ db *sql.DB }

// undone rolls back what a call has not confirmed.
func (c clerk) undone(ctx context.Context, _ *mcp.CallToolRequest, in confirmIn) (*mcp.CallToolResult, any, error) {
	tx, err := c.db.BeginTx(ctx, nil)
	if err != nil {
		return nil, nil, err
	}
	defer tx.Rollback()
	if _, err := tx.ExecContext(ctx, "DELETE FROM rows WHERE id = $1", in.ID); err != nil {
		return nil, nil, err
	}
	if !in.Confirm {
		return say("would remove it"), nil, nil
	}
	return say("done"), nil, tx.Commit()
}

// kept commits before it asks.
func (c clerk) kept(ctx context.Context, _ *mcp.CallToolRequest, in confirmIn) (*mcp.CallToolResult, any, error) {
	tx, err := c.db.BeginTx(ctx, nil)
	if err != nil {
		return nil, nil, err
	}
	if _, err := tx.ExecContext(ctx, "DELETE FROM rows WHERE id = $1", in.ID); err != nil {
		return nil, nil, errors.Join(err, tx.Rollback())
	}
	if err := tx.Commit(); err != nil {
		return nil, nil, err
	}
	if !in.Confirm {
		return say("would remove it"), nil, nil
	}
	return say("done"), nil, nil
}

// signed writes down who has approved, and asks nobody.
func (d *desk) signed(ctx context.Context, _ *mcp.CallToolRequest, in idIn) (*mcp.CallToolResult, any, error) {
	if in.Approver == "" {
		log.Print("nobody has approved")
	}
	return say("done"), nil, d.store.Remove(ctx, in.ID)
}

func main() {
	db, err := sql.Open("postgres", "")
	if err != nil {
		log.Fatal(err)
	}
	d := &desk{given: map[string]string{}, store: rows[string]{db: db, table: "rows"}}
	s := mcp.NewServer(&mcp.Implementation{Name: "shapes", Version: "1"}, nil)
	mcp.AddTool(s, &mcp.Tool{Name: "two_steps"}, d.twoSteps)
	mcp.AddTool(s, &mcp.Tool{Name: "sometimes"}, d.sometimes) // want `tool "sometimes" deletes .* on some way without "confirmation_token": the check before it can let a call pass`
	mcp.AddTool(s, &mcp.Tool{Name: "decorated"}, guarded(d.remove))
	c := clerk{db}
	mcp.AddTool(s, &mcp.Tool{Name: "undone"}, c.undone)
	mcp.AddTool(s, &mcp.Tool{Name: "kept"}, c.kept)     // want `tool "kept" deletes .* whatever "confirm" says`
	mcp.AddTool(s, &mcp.Tool{Name: "bare"}, d.remove)   // want `tool "bare" deletes .* whatever "confirm" says`
	mcp.AddTool(s, &mcp.Tool{Name: "signed"}, d.signed) // want `tool "signed" deletes .* without a confirmation of the call`
	if err := s.Run(context.Background(), &mcp.StdioTransport{}); err != nil {
		log.Fatal(err)
	}
}
