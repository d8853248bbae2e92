// Command checks refuses dashes, in ways that hold and in ways that do not.
package main

import (
	"context"
	"errors"
	"fmt"
	"log"
	"os/exec"
	"regexp"
	"slices"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type in struct {
	Ref   string   `json:"ref"`
	Refs  []string `json:"refs,omitempty"`
	Line  string   `json:"line,omitempty"`
	Kind  string   `json:"kind,omitempty"`
	Extra []string `json:"extra,omitempty"`
}

var errRef = errors.New("no such revision")

func git(ctx context.Context, args ...string) (*mcp.CallToolResult, any, error) {
	out, err := exec.CommandContext(ctx, "git", args...).Output() // want `tool "empty" can be an option` `tool "double" can be .*; a check on the way does not hold: only a start with "--" is refused` `tool "trimmed" can be .*; .*what is checked is the text` `tool "split" can bring .*what is checked is the text` `tool "denied" can bring .*\(a deny list\)` `tool "first" can bring .*only one element is checked`
	if err != nil {
		return nil, nil, fmt.Errorf("git: %w", err)
	}
	return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: string(out)}}}, nil, nil
}

func prefix(ctx context.Context, _ *mcp.CallToolRequest, in in) (*mcp.CallToolResult, any, error) {
	if strings.HasPrefix(in.Ref, "-") {
		return nil, nil, errRef
	}
	return git(ctx, "log", in.Ref)
}

func index(ctx context.Context, _ *mcp.CallToolRequest, in in) (*mcp.CallToolResult, any, error) {
	if len(in.Ref) == 0 || in.Ref[0] == '-' {
		return nil, nil, errRef
	}
	return git(ctx, "log", in.Ref)
}

func slice(ctx context.Context, _ *mcp.CallToolRequest, in in) (*mcp.CallToolResult, any, error) {
	if in.Ref != "" && in.Ref[:1] != "-" {
		return git(ctx, "log", in.Ref)
	}
	return nil, nil, errRef
}

var dash = regexp.MustCompile(`^\s*-`)

func pattern(ctx context.Context, _ *mcp.CallToolRequest, in in) (*mcp.CallToolResult, any, error) {
	if dash.MatchString(in.Ref) {
		return nil, nil, errRef
	}
	return git(ctx, "log", in.Ref)
}

var ref = regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9._/-]*$`)

func check(s string) error {
	if !ref.MatchString(s) {
		return fmt.Errorf("%q is no revision", s)
	}
	return nil
}

func name(ctx context.Context, _ *mcp.CallToolRequest, in in) (*mcp.CallToolResult, any, error) {
	if err := check(in.Ref); err != nil {
		return nil, nil, err
	}
	return git(ctx, "log", in.Ref)
}

func cut(ctx context.Context, _ *mcp.CallToolRequest, in in) (*mcp.CallToolResult, any, error) {
	return git(ctx, "log", strings.TrimLeft(in.Ref, "-"))
}

func fallback(ctx context.Context, _ *mcp.CallToolRequest, in in) (*mcp.CallToolResult, any, error) {
	at := in.Ref
	if strings.HasPrefix(at, "-") {
		at = "HEAD"
	}
	return git(ctx, "log", at)
}

func all(ctx context.Context, _ *mcp.CallToolRequest, in in) (*mcp.CallToolResult, any, error) {
	for _, r := range in.Refs {
		if strings.HasPrefix(r, "-") {
			return nil, nil, errRef
		}
	}
	return git(ctx, append([]string{"log"}, in.Refs...)...)
}

func some(ctx context.Context, _ *mcp.CallToolRequest, in in) (*mcp.CallToolResult, any, error) {
	args := []string{"log"}
	for _, r := range in.Refs {
		if !strings.HasPrefix(r, "-") {
			args = append(args, r)
		}
	}
	return git(ctx, args...)
}

var flags = map[string]bool{"--stat": true, "--oneline": true}

// Only options of a list pass.
func listed(ctx context.Context, _ *mcp.CallToolRequest, in in) (*mcp.CallToolResult, any, error) {
	for _, a := range in.Extra {
		if strings.HasPrefix(a, "-") && !flags[a] {
			return nil, nil, errRef
		}
	}
	return git(ctx, append([]string{"log"}, in.Extra...)...)
}

func kind(ctx context.Context, _ *mcp.CallToolRequest, in in) (*mcp.CallToolResult, any, error) {
	if !slices.Contains([]string{"main", "next"}, in.Kind) {
		return nil, nil, errRef
	}
	return git(ctx, "log", in.Kind)
}

// The words are checked, and the words are run.
func tokens(ctx context.Context, _ *mcp.CallToolRequest, in in) (*mcp.CallToolResult, any, error) {
	words := strings.Fields(in.Line)
	for _, w := range words {
		if strings.HasPrefix(w, "-") {
			return nil, nil, errRef
		}
	}
	return git(ctx, append([]string{"log"}, words...)...)
}

func empty(ctx context.Context, _ *mcp.CallToolRequest, in in) (*mcp.CallToolResult, any, error) {
	if in.Ref == "" {
		return nil, nil, errRef
	}
	return git(ctx, "log", in.Ref)
}

// -O is an option, too.
func double(ctx context.Context, _ *mcp.CallToolRequest, in in) (*mcp.CallToolResult, any, error) {
	if strings.HasPrefix(in.Ref, "--") {
		return nil, nil, errRef
	}
	return git(ctx, "log", in.Ref)
}

// A space before the dash gets by.
func trimmed(ctx context.Context, _ *mcp.CallToolRequest, in in) (*mcp.CallToolResult, any, error) {
	if strings.HasPrefix(in.Ref, "-") {
		return nil, nil, errRef
	}
	return git(ctx, "log", strings.TrimSpace(in.Ref))
}

// The text starts with no dash; its second word may.
func split(ctx context.Context, _ *mcp.CallToolRequest, in in) (*mcp.CallToolResult, any, error) {
	if strings.HasPrefix(in.Line, "-") {
		return nil, nil, errRef
	}
	return git(ctx, append([]string{"log"}, strings.Fields(in.Line)...)...)
}

func denied(ctx context.Context, _ *mcp.CallToolRequest, in in) (*mcp.CallToolResult, any, error) {
	for _, a := range in.Extra {
		if slices.Contains([]string{"--output", "--ext-diff"}, a) {
			return nil, nil, errRef
		}
	}
	return git(ctx, append([]string{"log"}, in.Extra...)...)
}

func first(ctx context.Context, _ *mcp.CallToolRequest, in in) (*mcp.CallToolResult, any, error) {
	if len(in.Refs) == 0 || strings.HasPrefix(in.Refs[0], "-") {
		return nil, nil, errRef
	}
	return git(ctx, append([]string{"log"}, in.Refs...)...)
}

func main() {
	s := mcp.NewServer(&mcp.Implementation{Name: "checks", Version: "1"}, nil)
	for name, h := range map[string]mcp.ToolHandlerFor[in, any]{
		"prefix": prefix, "index": index, "slice": slice, "pattern": pattern, "name": name, "cut": cut, "fallback": fallback,
		"all": all, "some": some, "listed": listed, "kind": kind, "tokens": tokens, "empty": empty, "double": double,
		"trimmed": trimmed, "split": split, "denied": denied, "first": first,
	} {
		mcp.AddTool(s, &mcp.Tool{Name: name, Description: "Show the history."}, h)
	}
	if err := s.Run(context.Background(), &mcp.StdioTransport{}); err != nil {
		log.Fatal(err)
	}
}
