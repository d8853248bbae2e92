// Command phrases has what is deleted typed again, or a word, to confirm a call.
package main

import (
	"context"
	"crypto/subtle"
	"database/sql"
	"errors"
	"log"
	"os"
	"strings"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
)

type in struct {
	Name    string `json:"name"`
	Confirm string `json:"confirm"`
}

type optional struct {
	Name    string `json:"name"`
	Confirm string `json:"confirm,omitempty"`
}

type projects struct{ db *sql.DB }

var errAgain = errors.New("type the name again")

func (p projects) drop(ctx context.Context, name string) error {
	_, err := p.db.ExecContext(ctx, "DELETE FROM projects WHERE name = ?", name)
	if err != nil {
		return errors.New("not deleted")
	}
	return nil
}

func (p projects) again(ctx context.Context, _ *sdk.CallToolRequest, a in) (*sdk.CallToolResult, any, error) {
	if a.Confirm != a.Name {
		return nil, nil, errAgain
	}
	return nil, nil, p.drop(ctx, a.Name)
}

func (p projects) maybeAgain(ctx context.Context, _ *sdk.CallToolRequest, a optional) (*sdk.CallToolResult, any, error) {
	if a.Confirm != a.Name {
		return nil, nil, errAgain
	}
	return nil, nil, p.drop(ctx, a.Name)
}

func (p projects) phrase(ctx context.Context, _ *sdk.CallToolRequest, a in) (*sdk.CallToolResult, any, error) {
	if !strings.EqualFold(strings.TrimSpace(a.Confirm), "delete "+a.Name) {
		return nil, nil, errAgain
	}
	return nil, nil, p.drop(ctx, a.Name)
}

func (p projects) constant(ctx context.Context, _ *sdk.CallToolRequest, a in) (*sdk.CallToolResult, any, error) {
	if subtle.ConstantTimeCompare([]byte(a.Confirm), []byte(a.Name)) != 1 {
		return nil, nil, errAgain
	}
	return nil, nil, p.drop(ctx, a.Name)
}

func (p projects) word(ctx context.Context, _ *sdk.CallToolRequest, a in) (*sdk.CallToolResult, any, error) {
	if a.Confirm != "yes" {
		return nil, nil, errAgain
	}
	return nil, nil, p.drop(ctx, a.Name)
}

// unlessNo takes anything but a no for a yes.
func (p projects) unlessNo(ctx context.Context, _ *sdk.CallToolRequest, a in) (*sdk.CallToolResult, any, error) {
	if a.Confirm == "no" {
		return nil, nil, errAgain
	}
	return nil, nil, p.drop(ctx, a.Name)
}

// orNothing takes nothing for a yes.
func (p projects) orNothing(ctx context.Context, _ *sdk.CallToolRequest, a optional) (*sdk.CallToolResult, any, error) {
	if a.Confirm != "" && a.Confirm != a.Name {
		return nil, nil, errAgain
	}
	return nil, nil, p.drop(ctx, a.Name)
}

// differs has it the wrong way round.
func (p projects) differs(ctx context.Context, _ *sdk.CallToolRequest, a in) (*sdk.CallToolResult, any, error) {
	if a.Confirm == a.Name {
		return nil, nil, errAgain
	}
	return nil, nil, p.drop(ctx, a.Name)
}

// joined checks the name, which is no question.
func (p projects) joined(ctx context.Context, _ *sdk.CallToolRequest, a optional) (*sdk.CallToolResult, any, error) {
	if err := errors.Join(named(a.Name), short(a.Name)); err != nil {
		return nil, nil, err
	}
	if a.Confirm == "no" {
		return nil, nil, errAgain
	}
	return nil, nil, p.drop(ctx, a.Name)
}

// refused joins an error that is always there.
func (p projects) refused(ctx context.Context, _ *sdk.CallToolRequest, a optional) (*sdk.CallToolResult, any, error) {
	if a.Confirm != "yes" {
		if err := errors.Join(named(a.Name), errAgain); err != nil {
			return nil, nil, err
		}
	}
	return nil, nil, p.drop(ctx, a.Name)
}

func named(s string) error {
	if s == "" {
		return errors.New("no name")
	}
	return nil
}

func short(s string) error {
	if len(s) > 40 {
		return errors.New("too long")
	}
	return nil
}

func (p projects) asked(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	name := req.GetString("name", "")
	if req.GetString("confirm", "") != name {
		return mcp.NewToolResultError("type the name again"), nil
	}
	return mcp.NewToolResultText("done"), p.drop(ctx, name)
}

// byDefault has the name itself for a default.
func (p projects) byDefault(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	name := req.GetString("name", "")
	if req.GetString("confirm", name) != name {
		return mcp.NewToolResultError("type the name again"), nil
	}
	return mcp.NewToolResultText("done"), p.drop(ctx, name)
}

func main() {
	db, err := sql.Open("pgx", os.Getenv("DSN"))
	if err != nil {
		log.Fatal("no database")
	}
	p := projects{db}
	s := sdk.NewServer(&sdk.Implementation{Name: "phrases"}, nil)
	sdk.AddTool(s, &sdk.Tool{Name: "again"}, p.again)
	sdk.AddTool(s, &sdk.Tool{Name: "maybe_again"}, p.maybeAgain)
	sdk.AddTool(s, &sdk.Tool{Name: "phrase"}, p.phrase)
	sdk.AddTool(s, &sdk.Tool{Name: "constant"}, p.constant)
	sdk.AddTool(s, &sdk.Tool{Name: "word"}, p.word)
	sdk.AddTool(s, &sdk.Tool{Name: "unless_no"}, p.unlessNo)   // want `tool "unless_no" deletes`
	sdk.AddTool(s, &sdk.Tool{Name: "or_nothing"}, p.orNothing) // want `tool "or_nothing" deletes`
	sdk.AddTool(s, &sdk.Tool{Name: "differs"}, p.differs)      // want `tool "differs" deletes`
	sdk.AddTool(s, &sdk.Tool{Name: "joined"}, p.joined)        // want `tool "joined" deletes`
	sdk.AddTool(s, &sdk.Tool{Name: "refused"}, p.refused)
	m := server.NewMCPServer("phrases", "1.0.0")
	m.AddTool(mcp.NewTool("asked", mcp.WithString("name"), mcp.WithString("confirm")), p.asked)
	m.AddTool(mcp.NewTool("by_default", mcp.WithString("name"), mcp.WithString("confirm")), p.byDefault) // want `tool "by_default" deletes`
	if err := server.ServeStdio(m); err != nil {
		log.Fatal(err)
	}
	if err := s.Run(context.Background(), &sdk.StdioTransport{}); err != nil {
		log.Fatal(err)
	}
}
