package desk

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type noteIn struct {
	Path string `json:"path" jsonschema:"path of the note, relative to the notes folder"`
}

type grepIn struct {
	Pattern string `json:"pattern" jsonschema:"basic regular expression"`
}

type historyIn struct {
	Revision string `json:"revision" jsonschema:"branch, tag or commit to start from"`
}

func (d *Desk) addNotes(s *mcp.Server) {
	readOnly := &mcp.ToolAnnotations{ReadOnlyHint: true, OpenWorldHint: ptr(false)}
	mcp.AddTool(s, &mcp.Tool{
		Name:        "read_note",
		Description: "Return the text of one note.",
		Annotations: readOnly,
	}, d.readNote)
	mcp.AddTool(s, &mcp.Tool{ // MCP001: nothing asks before the note is gone; MCP002: missing in access.scopes, and what is missing there is allowed
		Name:        "delete_note",
		Description: "Delete one note for good.",
		Annotations: &mcp.ToolAnnotations{DestructiveHint: ptr(true), OpenWorldHint: ptr(false)},
	}, d.deleteNote)
	mcp.AddTool(s, &mcp.Tool{
		Name:        "grep_notes",
		Description: "Find the lines of all notes that match a regular expression.",
		Annotations: readOnly,
	}, d.grepNotes)
	mcp.AddTool(s, &mcp.Tool{
		Name:        "note_history",
		Description: "List the last changes of the notes, newest first.",
		Annotations: readOnly,
	}, d.noteHistory)
	s.AddResourceTemplate(&mcp.ResourceTemplate{
		Name:        "note",
		Description: "One note of the team.",
		URITemplate: "note:///{+path}",
		MIMEType:    "text/markdown",
	}, d.noteResource)
}

// load returns the text of a note.
func (d *Desk) load(path string) (string, error) {
	full := filepath.Join(d.cfg.Notes, path)
	if !strings.HasPrefix(full, d.cfg.Notes) {
		return "", fmt.Errorf("note %q is outside the notes folder", path)
	}
	data, err := os.ReadFile(full) // MCP003: the prefix also matches a sibling such as notes-private
	if err != nil {
		return "", failed("reading the note", err)
	}
	return string(data), nil
}

func (d *Desk) readNote(_ context.Context, _ *mcp.CallToolRequest, in noteIn) (*mcp.CallToolResult, any, error) {
	note, err := d.load(in.Path)
	if err != nil {
		return nil, nil, err
	}
	return text(note), nil, nil
}

func (d *Desk) noteResource(_ context.Context, req *mcp.ReadResourceRequest) (*mcp.ReadResourceResult, error) {
	note, err := d.load(strings.TrimPrefix(req.Params.URI, "note:///"))
	if err != nil {
		return nil, err
	}
	return &mcp.ReadResourceResult{Contents: []*mcp.ResourceContents{{URI: req.Params.URI, Text: note}}}, nil
}

func (d *Desk) deleteNote(_ context.Context, _ *mcp.CallToolRequest, in noteIn) (*mcp.CallToolResult, any, error) {
	if err := d.notes.Remove(in.Path); err != nil {
		return nil, nil, failed("deleting the note", err)
	}
	return text("deleted"), nil, nil
}

func (d *Desk) grepNotes(ctx context.Context, _ *mcp.CallToolRequest, in grepIn) (*mcp.CallToolResult, any, error) {
	cmd := exec.CommandContext(ctx, "sh", "-c", "grep -rn -e '"+in.Pattern+"' . | head -100") // MCP004: a quote in the pattern ends it
	cmd.Dir = d.cfg.Notes
	out, err := cmd.Output()
	if err != nil {
		return nil, nil, failed("searching the notes", err)
	}
	return text(string(out)), nil, nil
}

func (d *Desk) noteHistory(ctx context.Context, _ *mcp.CallToolRequest, in historyIn) (*mcp.CallToolResult, any, error) {
	cmd := exec.CommandContext(ctx, "git", "log", "--oneline", "-n", "20", in.Revision) // MCP018: a revision such as --output=FILE is an option
	cmd.Dir = d.cfg.Notes
	out, err := cmd.Output()
	if err != nil {
		return nil, nil, failed("reading the history", err)
	}
	return text(string(out)), nil, nil
}
