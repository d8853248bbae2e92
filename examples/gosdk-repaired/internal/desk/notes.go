package desk

import (
	"context"
	"errors"
	"os/exec"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type noteIn struct {
	Path string `json:"path" jsonschema:"path of the note, relative to the notes folder"`
}

type deleteIn struct {
	Path    string `json:"path" jsonschema:"path of the note, relative to the notes folder"`
	Confirm bool   `json:"confirm" jsonschema:"true once the user has agreed"`
}

type grepIn struct {
	Pattern string `json:"pattern" jsonschema:"basic regular expression"`
}

type historyIn struct {
	Revision string `json:"revision" jsonschema:"branch, tag or commit to start from"`
}

func (d *Desk) addNoteReaders(s *mcp.Server) {
	mcp.AddTool(s, &mcp.Tool{
		Name:        "read_note",
		Description: "Return the text of one note.",
		Annotations: reads(false),
	}, d.readNote)
	mcp.AddTool(s, &mcp.Tool{
		Name:        "grep_notes",
		Description: "Find the lines of all notes that match a regular expression.",
		Annotations: reads(false),
	}, d.grepNotes)
	mcp.AddTool(s, &mcp.Tool{
		Name:        "note_history",
		Description: "List the last changes of the notes, newest first.",
		Annotations: reads(false),
	}, d.noteHistory)
	mcp.AddTool(s, &mcp.Tool{
		Name:        "on_call",
		Description: "Return the on-call note of the week.",
		Annotations: reads(false),
	}, d.onCall)
	s.AddResourceTemplate(&mcp.ResourceTemplate{
		Name:        "note",
		Description: "One note of the team.",
		URITemplate: "note:///{+path}",
		MIMEType:    "text/markdown",
	}, d.noteResource)
}

func (d *Desk) addNoteWriters(s *mcp.Server) {
	mcp.AddTool(s, &mcp.Tool{
		Name:        "delete_note",
		Description: "Delete one note for good.",
		Annotations: destroys(false),
	}, d.deleteNote)
}

// load returns the text of a note; the root keeps the path below the folder.
func (d *Desk) load(path string) (string, error) {
	data, err := d.notes.ReadFile(path)
	if err != nil {
		return "", failed("reading the note", err)
	}
	return delimit("a note", string(data)), nil
}

func (d *Desk) readNote(_ context.Context, _ *mcp.CallToolRequest, in noteIn) (*mcp.CallToolResult, any, error) {
	note, err := d.load(in.Path)
	if err != nil {
		return nil, nil, err
	}
	return text(note), nil, nil
}

func (d *Desk) onCall(context.Context, *mcp.CallToolRequest, struct{}) (*mcp.CallToolResult, any, error) {
	note, err := d.load("on-call.md")
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

func (d *Desk) deleteNote(_ context.Context, _ *mcp.CallToolRequest, in deleteIn) (*mcp.CallToolResult, any, error) {
	if !in.Confirm {
		return nil, nil, errNotConfirmed
	}
	if err := d.notes.Remove(in.Path); err != nil {
		return nil, nil, failed("deleting the note", err)
	}
	return text("deleted"), nil, nil
}

func (d *Desk) grepNotes(ctx context.Context, _ *mcp.CallToolRequest, in grepIn) (*mcp.CallToolResult, any, error) {
	cmd := exec.CommandContext(ctx, "grep", "-rn", "-m", "20", "-e", in.Pattern, "--", ".")
	cmd.Dir = d.cfg.Notes
	out, err := cmd.Output()
	if err != nil {
		return nil, nil, failed("searching the notes", err)
	}
	return outside("lines of notes", string(out)), nil, nil
}

func (d *Desk) noteHistory(ctx context.Context, _ *mcp.CallToolRequest, in historyIn) (*mcp.CallToolResult, any, error) {
	if in.Revision == "" || strings.HasPrefix(in.Revision, "-") {
		return nil, nil, errors.New("revision must be a branch, tag or commit")
	}
	cmd := exec.CommandContext(ctx, "git", "log", "--oneline", "-n", "20", "--end-of-options", in.Revision, "--")
	cmd.Dir = d.cfg.Notes
	out, err := cmd.Output()
	if err != nil {
		return nil, nil, failed("reading the history", err)
	}
	return outside("the history of the notes", string(out)), nil, nil
}
