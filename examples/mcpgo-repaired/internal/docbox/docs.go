package docbox

import (
	"context"
	"errors"
	"os/exec"
	"strings"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

func withPath() mcp.ToolOption {
	return mcp.WithString("path", mcp.Required(), mcp.Description("path of the document, relative to the documents' folder"))
}

func (b *Box) addDocReaders(s *server.MCPServer) {
	s.AddTool(mcp.NewTool("read_doc",
		mcp.WithDescription("Return the text of one document."),
		withPath(), hints(true, false, false),
	), b.readDoc)
	s.AddTool(mcp.NewTool("doc_head",
		mcp.WithDescription("Return the first lines of one document."),
		withPath(), hints(true, false, false),
	), b.docHead)
	s.AddTool(mcp.NewTool("convert_doc",
		mcp.WithDescription("Return one document in another format."),
		withPath(),
		mcp.WithString("format", mcp.Required(), mcp.Enum("html", "rst", "plain"), mcp.Description("the format")),
		hints(true, false, false),
	), b.convertDoc)
	s.AddTool(mcp.NewTool("doc_diff",
		mcp.WithDescription("Show what changed since a revision."),
		mcp.WithString("revision", mcp.Required(), mcp.Description("branch, tag or commit")),
		mcp.WithBoolean("stat", mcp.Description("only count the changed lines")),
		hints(true, false, false),
	), b.docDiff)
	s.AddResourceTemplate(mcp.NewResourceTemplate("doc:///{+path}", "document",
		mcp.WithTemplateDescription("One document of the team."),
		mcp.WithTemplateMIMEType("text/markdown"),
	), b.docResource)
}

func (b *Box) addDocWriters(s *server.MCPServer) {
	s.AddTool(mcp.NewTool("write_doc",
		mcp.WithDescription("Replace the text of one document."),
		withPath(),
		mcp.WithString("text", mcp.Required(), mcp.Description("the new text")),
		mcp.WithBoolean("dry_run", mcp.DefaultBool(true), mcp.Description("only say what would change")),
		hints(false, true, false),
	), b.writeDoc)
	s.AddTool(mcp.NewTool("save_draft",
		mcp.WithDescription("Keep a draft of yours until the server ends."),
		mcp.WithString("text", mcp.Required(), mcp.MaxLength(maxDraft), mcp.Description("text of the draft")),
		hints(false, false, false),
	), b.saveDraft)
	s.AddTool(mcp.NewTool("show_draft",
		mcp.WithDescription("Return your draft."),
		hints(true, false, false),
	), b.showDraft)
}

// load returns the text of a document; the root keeps the path below the folder.
func (b *Box) load(path string) (string, error) {
	data, err := b.docs.ReadFile(path)
	return string(data), err
}

func (b *Box) readDoc(_ context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	doc, err := b.load(req.GetString("path", ""))
	if err != nil {
		return failed("reading the document", err), nil
	}
	return outside("a document", doc), nil
}

func (b *Box) docHead(_ context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	doc, err := b.load(req.GetString("path", ""))
	if err != nil {
		return failed("reading the document", err), nil
	}
	lines := strings.SplitAfterN(doc, "\n", 11)
	return outside("the start of a document", strings.Join(lines[:min(len(lines), 10)], "")), nil
}

func (b *Box) docResource(_ context.Context, req mcp.ReadResourceRequest) ([]mcp.ResourceContents, error) {
	doc, err := b.load(strings.TrimPrefix(req.Params.URI, "doc:///"))
	if err != nil {
		failed("reading the document", err)
		return nil, errors.New("reading the document failed")
	}
	return []mcp.ResourceContents{mcp.TextResourceContents{URI: req.Params.URI, MIMEType: "text/markdown", Text: delimit("a document", doc)}}, nil
}

func (b *Box) writeDoc(_ context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	path := req.GetString("path", "")
	if req.GetBool("dry_run", true) { // the same default as in the schema: the SDK applies none
		return mcp.NewToolResultText("would replace " + path), nil
	}
	if err := b.docs.WriteFile(path, []byte(req.GetString("text", "")), 0o600); err != nil {
		return failed("writing the document", err), nil
	}
	return mcp.NewToolResultText("written"), nil
}

func (b *Box) convertDoc(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	format := req.GetString("format", "html")
	switch format {
	case "html", "rst", "plain":
	default:
		return mcp.NewToolResultError("format must be html, rst or plain"), nil
	}
	doc, err := b.load(req.GetString("path", ""))
	if err != nil {
		return failed("reading the document", err), nil
	}
	cmd := exec.CommandContext(ctx, "pandoc", "--sandbox", "-f", "markdown", "-t", format)
	cmd.Stdin = strings.NewReader(doc)
	out, err := cmd.Output()
	if err != nil {
		return failed("converting the document", err), nil
	}
	return outside("a converted document", string(out)), nil
}

func (b *Box) docDiff(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	revision := req.GetString("revision", "")
	if revision == "" || strings.HasPrefix(revision, "-") {
		return mcp.NewToolResultError("revision must be a branch, tag or commit"), nil
	}
	args := []string{"-C", b.cfg.Docs, "diff", "--no-ext-diff"}
	if req.GetBool("stat", false) {
		args = append(args, "--stat")
	}
	out, err := exec.CommandContext(ctx, "git", append(args, "--end-of-options", revision, "--")...).Output()
	if err != nil {
		return failed("comparing the documents", err), nil
	}
	return outside("changes of documents", string(out)), nil
}
