package docbox

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

func (b *Box) addDocs(s *server.MCPServer) {
	path := mcp.WithString("path", mcp.Required(), mcp.Description("path of the document, relative to the documents' folder"))
	s.AddTool(mcp.NewTool("read_doc",
		mcp.WithDescription("Return the text of one document."),
		path, hints(true, false, false),
	), b.readDoc)
	s.AddTool(mcp.NewTool("write_doc", // MCP001: the schema has dry_run default to true, the code to false; MCP016: it overwrites documents
		mcp.WithDescription("Replace the text of one document."),
		path,
		mcp.WithString("text", mcp.Required(), mcp.Description("the new text")),
		mcp.WithBoolean("dry_run", mcp.DefaultBool(true), mcp.Description("only say what would change")),
		hints(false, false, false),
	), b.writeDoc)
	s.AddTool(mcp.NewTool("convert_doc",
		mcp.WithDescription("Return one document in another format."),
		path,
		mcp.WithString("format", mcp.Required(), mcp.Description("a format that pandoc writes, such as html or rst")),
		hints(true, false, false),
	), b.convertDoc)
	s.AddTool(mcp.NewTool("doc_diff",
		mcp.WithDescription("Show what changed since a revision."),
		mcp.WithString("revision", mcp.Required(), mcp.Description("branch, tag or commit")),
		mcp.WithArray("options", mcp.WithStringItems(), mcp.Description("further options of git diff")),
		hints(true, false, false),
	), b.docDiff)
	s.AddTool(mcp.NewTool("read_doc", // MCP015: a second tool of this name replaces the first one
		mcp.WithDescription("Return the first lines of one document."),
		path, hints(true, false, false),
	), b.docHead)
	s.AddResourceTemplate(mcp.NewResourceTemplate("doc:///{+path}", "document",
		mcp.WithTemplateDescription("One document of the team."),
		mcp.WithTemplateMIMEType("text/markdown"),
	), b.docResource)
}

func (b *Box) load(path string) (string, error) {
	data, err := os.ReadFile(filepath.Join(b.cfg.Docs, path)) // MCP003: Join cleans the path, it does not keep it below the folder
	return string(data), err
}

func (b *Box) readDoc(_ context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	doc, err := b.load(req.GetString("path", ""))
	if err != nil {
		return failed("reading the document", err), nil
	}
	return mcp.NewToolResultText(doc), nil
}

func (b *Box) docHead(_ context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	doc, err := b.load(req.GetString("path", ""))
	if err != nil {
		return failed("reading the document", err), nil
	}
	lines := strings.SplitAfterN(doc, "\n", 11)
	return mcp.NewToolResultText(strings.Join(lines[:min(len(lines), 10)], "")), nil
}

func (b *Box) docResource(_ context.Context, req mcp.ReadResourceRequest) ([]mcp.ResourceContents, error) {
	doc, err := b.load(strings.TrimPrefix(req.Params.URI, "doc:///"))
	if err != nil {
		return nil, err
	}
	return []mcp.ResourceContents{mcp.TextResourceContents{URI: req.Params.URI, MIMEType: "text/markdown", Text: doc}}, nil
}

func (b *Box) writeDoc(_ context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	path := req.GetString("path", "")
	if !filepath.IsLocal(path) {
		return mcp.NewToolResultError("path must stay below the documents' folder"), nil
	}
	if req.GetBool("dry_run", false) {
		return mcp.NewToolResultText("would replace " + path), nil
	}
	if err := os.WriteFile(filepath.Join(b.cfg.Docs, path), []byte(req.GetString("text", "")), 0o600); err != nil {
		return failed("writing the document", err), nil
	}
	return mcp.NewToolResultText("written"), nil
}

func (b *Box) convertDoc(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	doc, err := b.load(req.GetString("path", ""))
	if err != nil {
		return failed("reading the document", err), nil
	}
	cmd := exec.CommandContext(ctx, "bash", "-c", "pandoc --sandbox -f markdown -t "+req.GetString("format", "html")+" | head -c 1000000") // MCP004: the format can hold a second command
	cmd.Stdin = strings.NewReader(doc)
	out, err := cmd.Output()
	if err != nil {
		return failed("converting the document", err), nil
	}
	return mcp.NewToolResultText(string(out)), nil
}

func (b *Box) docDiff(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	args := append([]string{"-C", b.cfg.Docs, "diff"}, req.GetStringSlice("options", nil)...)
	args = append(args, "--end-of-options", req.GetString("revision", "HEAD~1"))
	out, err := exec.CommandContext(ctx, "git", args...).Output() // MCP018: the caller chooses options, --output and --ext-diff among them
	if err != nil {
		return failed("comparing the documents", err), nil
	}
	return mcp.NewToolResultText(string(out)), nil
}
