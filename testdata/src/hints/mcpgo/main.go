// Command mcpgo has tools of mcp-go whose hints say less, or no less, than they do.
package main

import (
	"context"
	"log"
	"os"
	"os/exec"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

func done(err error) (*mcp.CallToolResult, error) {
	if err != nil {
		return nil, err
	}
	return mcp.NewToolResultText("done"), nil
}

func status(ctx context.Context, _ mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	return done(git(ctx, "status"))
}

func reset(ctx context.Context, _ mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	return done(git(ctx, "reset"))
}

// git runs a subcommand of the code's choice: reader and writer differ only in it.
func git(ctx context.Context, sub string) error {
	return exec.CommandContext(ctx, "git", sub).Run()
}

func note(_ context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	f, err := os.OpenFile("/srv/notes", os.O_WRONLY|os.O_CREATE|os.O_APPEND, 0o600)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	_, err = f.WriteString(req.GetString("note", ""))
	return done(err)
}

func overwrite(_ context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	return done(os.WriteFile("/srv/note", []byte(req.GetString("note", "")), 0o600))
}

// store is what a handler writes to, by an interface.
type store interface{ put(text string) error }

type disk struct{}

func (disk) put(text string) error { return os.WriteFile("/srv/store", []byte(text), 0o600) }

type memory struct{ texts []string }

func (m *memory) put(text string) error {
	m.texts = append(m.texts, text)
	return nil
}

func keep(s store) server.ToolHandlerFunc {
	return func(_ context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		return done(s.put(req.GetString("text", "")))
	}
}

func main() {
	reads := mcp.ToolAnnotation{ReadOnlyHint: mcp.ToBoolPtr(true)}
	s := server.NewMCPServer("hints", "1")
	s.AddTool(mcp.NewTool("status", mcp.WithToolAnnotation(reads)), status)
	s.AddTool(mcp.NewTool("reset", mcp.WithToolAnnotation(reads)), reset) // want `tool "reset" says that it only reads \(readOnlyHint\), and changes what exists \(git reset\)`
	s.AddTool(mcp.NewTool("note", mcp.WithDestructiveHintAnnotation(false)), note)
	s.AddTool(mcp.NewTool("note_reads", mcp.WithReadOnlyHintAnnotation(true)), note)         // want `tool "note_reads" says that it only reads`
	s.AddTool(mcp.NewTool("overwrite", mcp.WithDestructiveHintAnnotation(false)), overwrite) // want `tool "overwrite" says that it destroys nothing \(destructiveHint=false\), and overwrites files \(os.WriteFile\)`
	s.AddTool(mcp.NewTool("overwrite_honest", mcp.WithDestructiveHintAnnotation(true)), overwrite)
	s.AddTool(mcp.NewTool("keep_disk", mcp.WithReadOnlyHintAnnotation(true)), keep(disk{})) // want `tool "keep_disk" says that it only reads`
	s.AddTool(mcp.NewTool("keep_memory", mcp.WithReadOnlyHintAnnotation(true)), keep(&memory{}))
	if err := server.ServeStdio(s); err != nil {
		log.Fatal(err)
	}
}
