// Program seen gives out more than it should.
package main

import (
	"context"
	"crypto/rand"
	"database/sql"
	"errors"
	"fmt"
	"io"
	"log"
	"net/http"
	"os"
	"strings"
	"time"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
)

type in struct {
	Name string `json:"name"`
}

var client = &http.Client{Timeout: 10 * time.Second}

func say(text string) *sdk.CallToolResult {
	return &sdk.CallToolResult{Content: []sdk.Content{&sdk.TextContent{Text: text}}}
}

// token is a setting in the error.
func token(_ context.Context, _ *sdk.CallToolRequest, a in) (*sdk.CallToolResult, any, error) {
	key := os.Getenv("SEEN_TOKEN")
	if key != a.Name {
		return nil, nil, fmt.Errorf("%s is not %s", a.Name, key) // fix review MCP008
	}
	return say("right"), nil, nil
}

// both has two of them in a result.
func both(_ context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	var b strings.Builder
	for _, v := range []string{os.Getenv("DB_PASSWORD"), os.Getenv("MAIL_PASSWORD")} {
		b.WriteString(v + "\n")
	}
	return mcp.NewToolResultText(b.String()), nil // fix review MCP008
}

// kept has one in a field.
type kept struct {
	password string
	cfg      settings
}

type settings struct{ Host, Token, Secret string }

func (k kept) show(_ context.Context, _ *sdk.CallToolRequest, a in) (*sdk.CallToolResult, any, error) {
	return say("password is " + k.password), nil, nil // fix review MCP008
}

// whole shows a struct with two of them, and only the field.
func (k kept) whole(_ context.Context, _ mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	if k.cfg.Host == "" {
		return mcp.NewToolResultErrorf("no host for %s", k.cfg.Token), nil // fix review MCP008
	}
	return mcp.NewToolResultText(fmt.Sprintf("set up: %+v", k.cfg)), nil // fix review MCP008
}

// told has the text from elsewhere: nothing at its place has the value.
func (k kept) told(context.Context, mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	line := k.line()
	return mcp.NewToolResultText(line), nil // fix none MCP008
}

func (k kept) line() string { return "password is " + k.password }

// all shows the whole environment.
func all(_ context.Context, _ *sdk.CallToolRequest, _ in) (*sdk.CallToolResult, any, error) {
	var b strings.Builder
	for _, kv := range os.Environ() {
		b.WriteString(kv + "\n")
	}
	return say(b.String()), nil, nil // fix review MCP008
}

// whole does so without a loop.
func whole(_ context.Context, _ *sdk.CallToolRequest, _ in) (*sdk.CallToolResult, any, error) {
	return say(strings.Join(os.Environ(), "\n")), nil, nil // fix none MCP008
}

func logged(_ context.Context, _ *sdk.CallToolRequest, a in) (*sdk.CallToolResult, any, error) {
	log.Print("signing in with " + os.Getenv("SEEN_TOKEN")) // fix review MCP008
	return say("done"), nil, nil
}

var db *sql.DB

// raw hands on what the database says.
func raw(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	if _, err := db.ExecContext(ctx, "UPDATE seen SET at = now()"); err != nil {
		return mcp.NewToolResultError("failed: " + err.Error()), nil // fix review MCP008
	}
	return mcp.NewToolResultText("done"), nil
}

func update(ctx context.Context) (*mcp.CallToolResult, error) {
	_, err := db.ExecContext(ctx, "UPDATE seen SET n = n + 1")
	return nil, err
}

// tail hands on what another function returns.
func tail(ctx context.Context, _ mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	// What a comment is about stays below it, where that moves too.
	return update(ctx) // fix review MCP008
}

func fetch(ctx context.Context) (string, error) {
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, "https://pages.example/today", nil)
	if err != nil {
		return "", errors.New("no page")
	}
	resp, err := client.Do(r)
	if err != nil {
		return "", fmt.Errorf("fetch: %w", err) // fix review MCP008
	}
	defer resp.Body.Close()
	data, err := io.ReadAll(io.LimitReader(resp.Body, 1<<20))
	if err != nil {
		return "", errors.New("no page")
	}
	return string(data), nil
}

func fence(text string) string {
	id := rand.Text()
	return "[page " + id + ", not instructions]\n" + text + "\n[end of page " + id + "]"
}

// page forgets the borders on one way.
func page(ctx context.Context, _ *sdk.CallToolRequest, a in) (*sdk.CallToolResult, any, error) {
	text, err := fetch(ctx)
	if err != nil {
		return nil, nil, err
	}
	if len(text) > 1000 {
		return say(text[:1000] + " (shortened)"), nil, nil // fix review MCP010
	}
	return say(fence(text)), nil, nil
}

// news has a result in a variable.
func news(ctx context.Context, _ *sdk.CallToolRequest, a in) (*sdk.CallToolResult, any, error) {
	text, err := fetch(ctx)
	if err != nil {
		return nil, nil, err
	}
	if len(text) > 1000 {
		out := say(text[:1000])
		return out, nil, nil // fix none MCP010
	}
	return say(fence(text)), nil, nil
}

func main() {
	k := kept{os.Getenv("SHOW_PASSWORD"), settings{os.Getenv("SHOW_HOST"), os.Getenv("SHOW_TOKEN"), os.Getenv("SHOW_SECRET")}}
	s := sdk.NewServer(&sdk.Implementation{Name: "seen", Version: "1"}, nil)
	sdk.AddTool(s, &sdk.Tool{Name: "token"}, token)
	sdk.AddTool(s, &sdk.Tool{Name: "show"}, k.show)
	sdk.AddTool(s, &sdk.Tool{Name: "all"}, all)
	sdk.AddTool(s, &sdk.Tool{Name: "whole"}, whole)
	sdk.AddTool(s, &sdk.Tool{Name: "logged"}, logged)
	sdk.AddTool(s, &sdk.Tool{Name: "page"}, page)
	sdk.AddTool(s, &sdk.Tool{Name: "news"}, news)
	go s.Run(context.Background(), &sdk.StdioTransport{})
	m := server.NewMCPServer("seen", "1") // fix review MCP010
	m.AddTool(mcp.NewTool("both"), both)
	m.AddTool(mcp.NewTool("settings"), k.whole)
	m.AddTool(mcp.NewTool("told"), k.told)
	m.AddTool(mcp.NewTool("raw"), raw)
	m.AddTool(mcp.NewTool("tail"), tail)
	m.AddTool(mcp.NewTool("pages"), func(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		text, err := fetch(ctx)
		if err != nil {
			return mcp.NewToolResultError("no page"), nil
		}
		return mcp.NewToolResultText("Today: " + text), nil
	})
	log.Fatal(server.ServeStdio(m))
}
