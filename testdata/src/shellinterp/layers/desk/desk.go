// Package desk has the tools. It doesn't know how commands are run.
package desk

import (
	"context"
	"errors"
	"fmt"
	"regexp"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// A Runner runs a line of a shell, or a program with arguments.
type Runner interface {
	Shell(ctx context.Context, line string) (string, error)
	Program(ctx context.Context, name string, args ...string) (string, error)
}

// A Desk has the tools.
type Desk struct {
	runner Runner
	repo   *repository
}

// A repository answers questions about a checkout.
type repository struct {
	runner Runner
	branch string
}

// New returns a Desk.
func New(r Runner) *Desk { return &Desk{runner: r, repo: &repository{runner: r, branch: "main"}} }

// Register adds the tools to a server.
func (d *Desk) Register(s *mcp.Server) {
	mcp.AddTool(s, &mcp.Tool{Name: "archive"}, d.archive)
	mcp.AddTool(s, &mcp.Tool{Name: "history"}, d.history)
	mcp.AddTool(s, &mcp.Tool{Name: "authors"}, d.authors)
	mcp.AddTool(s, &mcp.Tool{Name: "tidy"}, d.tidy)
	mcp.AddTool(s, &mcp.Tool{Name: "tag"}, d.tag)
}

type pathIn struct {
	Path   string `json:"path"`
	Author string `json:"author,omitempty"`
}

func text(out string, err error) (*mcp.CallToolResult, any, error) {
	if err != nil {
		return nil, nil, err
	}
	return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: out}}}, nil, nil
}

func (d *Desk) archive(ctx context.Context, _ *mcp.CallToolRequest, in pathIn) (*mcp.CallToolResult, any, error) {
	return text(d.runner.Shell(ctx, fmt.Sprintf("tar czf - %s | wc -c", in.Path)))
}

func (d *Desk) history(ctx context.Context, _ *mcp.CallToolRequest, in pathIn) (*mcp.CallToolResult, any, error) {
	return text(d.repo.log(ctx, in.Path))
}

func (d *Desk) authors(ctx context.Context, _ *mcp.CallToolRequest, in pathIn) (*mcp.CallToolResult, any, error) {
	return text(d.repo.count(ctx, filter{path: in.Path, author: in.Author}))
}

// tidy takes nothing of the caller's.
func (d *Desk) tidy(ctx context.Context, _ *mcp.CallToolRequest, _ pathIn) (*mcp.CallToolResult, any, error) {
	return text(d.runner.Shell(ctx, "find . -name '*.orig' | xargs rm -f"))
}

func (d *Desk) tag(ctx context.Context, _ *mcp.CallToolRequest, in pathIn) (*mcp.CallToolResult, any, error) {
	name, err := tagName(in.Path)
	if err != nil {
		return nil, nil, err
	}
	return text(d.runner.Shell(ctx, "git tag "+name+" && git show "+name+" | head"))
}

var plain = regexp.MustCompile(`\A[A-Za-z0-9][A-Za-z0-9._-]*\z`)

func tagName(s string) (string, error) {
	s = strings.ReplaceAll(s, "/", "-")
	if !plain.MatchString(s) {
		return "", errors.New("no name of a tag")
	}
	return s, nil
}

func (r *repository) log(ctx context.Context, path string) (string, error) {
	return r.runner.Program(ctx, "git", "log", "--oneline", r.branch, "--", path)
}

type filter struct {
	path   string
	author string
}

func (f filter) line(branch string) string {
	words := []string{"git log --format=%an", branch}
	if f.author != "" {
		words = append(words, "--author='"+f.author+"'")
	}
	return strings.Join(words, " ") + " | sort | uniq -c"
}

func (r *repository) count(ctx context.Context, f filter) (string, error) {
	return r.runner.Shell(ctx, f.line(r.branch))
}
