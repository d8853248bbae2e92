// Command bounded has tools whose caller chooses a command, with a check of it
// and without, and tools that keep files of their own.
package main

import (
	"context"
	"errors"
	"log"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
)

func said(out []byte, err error) (*mcp.CallToolResult, error) {
	if err != nil {
		return nil, err
	}
	return mcp.NewToolResultText(string(out)), nil
}

// run runs a command line.
func run(ctx context.Context, line string) ([]byte, error) {
	words := strings.Fields(line)
	if len(words) == 0 {
		return nil, errors.New("nothing to run")
	}
	return exec.CommandContext(ctx, words[0], words[1:]...).Output()
}

var reading = []string{"ls", "cat", "stat", "du"}

var errOther = errors.New("this may not be run")

func checked(line string) error {
	if words := strings.Fields(line); len(words) == 0 || !slices.Contains(reading, words[0]) {
		return errOther
	}
	return nil
}

func look(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	line := req.GetString("command", "")
	if err := checked(line); err != nil {
		return nil, err
	}
	return said(run(ctx, line))
}

func anything(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	return said(run(ctx, req.GetString("command", "")))
}

type in struct {
	Command string `json:"command"`
}

func lookRaw(ctx context.Context, _ *sdk.CallToolRequest, a in) (*sdk.CallToolResult, any, error) {
	if err := checked(a.Command); err != nil {
		return nil, nil, err
	}
	out, err := run(ctx, a.Command)
	return &sdk.CallToolResult{Content: []sdk.Content{&sdk.TextContent{Text: string(out)}}}, nil, err
}

func anythingRaw(ctx context.Context, _ *sdk.CallToolRequest, a in) (*sdk.CallToolResult, any, error) {
	out, err := run(ctx, a.Command)
	return &sdk.CallToolResult{Content: []sdk.Content{&sdk.TextContent{Text: string(out)}}}, nil, err
}

// tidy removes what earlier calls have left.
func tidy() {
	dir := os.TempDir()
	entries, err := os.ReadDir(dir)
	if err != nil {
		return
	}
	for _, e := range entries {
		if info, err := e.Info(); err != nil || !strings.HasPrefix(e.Name(), "bounded-") || time.Since(info.ModTime()) < time.Hour {
			continue
		}
		if err := os.RemoveAll(filepath.Join(dir, e.Name())); err != nil {
			log.Print(err)
		}
	}
}

func convert(_ context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	go tidy()
	path := filepath.Join(os.TempDir(), "bounded-page.html")
	if err := os.WriteFile(path, []byte(req.GetString("text", "")), 0o600); err != nil {
		return nil, err
	}
	return mcp.NewToolResultText(path), nil
}

// clear removes what is in a folder that the server was not made for.
func clear(context.Context, mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	dir := os.Getenv("STORE")
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil, err
	}
	for _, e := range entries {
		if err := os.RemoveAll(filepath.Join(dir, e.Name())); err != nil {
			return nil, err
		}
	}
	return mcp.NewToolResultText("cleared"), nil
}

func main() {
	s := server.NewMCPServer("bounded", "1")
	reads, adds := mcp.WithReadOnlyHintAnnotation(true), mcp.WithDestructiveHintAnnotation(false)
	s.AddTool(mcp.NewTool("look", mcp.WithString("command"), reads), look)         // want `^warning pedantic: tool "look" says that it only reads`
	s.AddTool(mcp.NewTool("anything", mcp.WithString("command"), reads), anything) // want `tool "anything" says that it only reads \(readOnlyHint\), and runs what the caller chooses`
	s.AddTool(mcp.NewTool("convert", mcp.WithString("text"), adds), convert)
	s.AddTool(mcp.NewTool("clear", adds), clear) // want `tool "clear" says that it destroys nothing \(destructiveHint=false\), and deletes files \(os.RemoveAll\)`

	raw := sdk.NewServer(&sdk.Implementation{Name: "bounded-raw", Version: "1"}, nil)
	only := &sdk.ToolAnnotations{ReadOnlyHint: true}
	sdk.AddTool(raw, &sdk.Tool{Name: "look", Annotations: only}, lookRaw)         // want `^warning pedantic: tool "look" says that it only reads`
	sdk.AddTool(raw, &sdk.Tool{Name: "anything", Annotations: only}, anythingRaw) // want `tool "anything" says that it only reads \(readOnlyHint\), and runs what the caller chooses`
	go func() { log.Print(raw.Run(context.Background(), &sdk.StdioTransport{})) }()
	if err := server.ServeStdio(s); err != nil {
		log.Fatal(err)
	}
}
