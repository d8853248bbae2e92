// Command words puts arguments of its tools into command lines one by one.
package main

import (
	"context"
	"fmt"
	"log"
	"os/exec"
	"strconv"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type in struct {
	Ref    string            `json:"ref"`
	Path   string            `json:"path,omitempty"`
	Text   string            `json:"text,omitempty"`
	Count  int               `json:"count,omitempty"`
	Files  []string          `json:"files,omitempty"`
	Extra  map[string]string `json:"extra,omitempty"`
	Column bool              `json:"column,omitempty"`
}

func result(out []byte, err error) (*mcp.CallToolResult, any, error) {
	if err != nil {
		return nil, nil, fmt.Errorf("run: %w", err)
	}
	return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: string(out)}}}, nil, nil
}

func clone(ctx context.Context, _ *mcp.CallToolRequest, in in) (*mcp.CallToolResult, any, error) {
	return result(exec.CommandContext(ctx, "git", "clone", in.Ref, "work").Output()) // want `error regular: argument "ref" of tool "clone" can be an option of git, such as -u, --upload-pack, -c, since nothing ends the options or refuses a leading dash$`
}

// The words after -- are names.
func cloneEnded(ctx context.Context, _ *mcp.CallToolRequest, in in) (*mcp.CallToolResult, any, error) {
	return result(exec.CommandContext(ctx, "git", "clone", "--", in.Ref, "work").Output())
}

// What follows an option with a value is that value.
func grep(ctx context.Context, _ *mcp.CallToolRequest, in in) (*mcp.CallToolResult, any, error) {
	return result(exec.CommandContext(ctx, "git", "log", "--oneline", "--grep", in.Text, "-n", strconv.Itoa(in.Count)).Output())
}

// --end-of-options is for what may be a revision.
func show(ctx context.Context, _ *mcp.CallToolRequest, in in) (*mcp.CallToolResult, any, error) {
	return result(exec.CommandContext(ctx, "git", "show", "--end-of-options", in.Ref).Output())
}

// The start of the word is fixed.
func blob(ctx context.Context, _ *mcp.CallToolRequest, in in) (*mcp.CallToolResult, any, error) {
	return result(exec.CommandContext(ctx, "git", "show", "HEAD:"+in.Path).Output())
}

// Here the caller has the start.
func blobAt(ctx context.Context, _ *mcp.CallToolRequest, in in) (*mcp.CallToolResult, any, error) {
	return result(exec.CommandContext(ctx, "git", "show", fmt.Sprintf("%s:%s", in.Ref, in.Path)).Output()) // want `argument "ref" of tool "blob_at" can be an option of git, such as --output`
}

// find reads a path with a dash as a part of its expression, whatever stands before.
func list(ctx context.Context, _ *mcp.CallToolRequest, in in) (*mcp.CallToolResult, any, error) {
	return result(exec.CommandContext(ctx, "find", "--", in.Path, "-type", "f").Output()) // want `argument "path" of tool "list" can be an option of find, such as -exec`
}

func fetch(ctx context.Context, _ *mcp.CallToolRequest, in in) (*mcp.CallToolResult, any, error) {
	return result(exec.CommandContext(ctx, "curl", "-sS", "--max-time", "10", in.Ref).Output()) // want `argument "ref" of tool "fetch" can be an option of curl, such as -o`
}

// The pattern of grep is a value; the file is not.
func search(ctx context.Context, _ *mcp.CallToolRequest, in in) (*mcp.CallToolResult, any, error) {
	return result(exec.CommandContext(ctx, "rg", "-e", in.Text, "src").Output())
}

// Each key becomes the name of an option.
func options(ctx context.Context, _ *mcp.CallToolRequest, in in) (*mcp.CallToolResult, any, error) {
	args := []string{"get", "pods"}
	for name, value := range in.Extra {
		args = append(args, "--"+name+"="+value)
	}
	return result(exec.CommandContext(ctx, "kubectl", args...).Output()) // want `argument "extra" of tool "options" chooses an option of kubectl, such as --kubeconfig`
}

// The names of the options are the program's.
func labels(ctx context.Context, _ *mcp.CallToolRequest, in in) (*mcp.CallToolResult, any, error) {
	args := []string{"get", "pods"}
	for name, value := range in.Extra {
		args = append(args, "-l", name+"="+value)
	}
	return result(exec.CommandContext(ctx, "kubectl", args...).Output())
}

// A number may be negative, and is no option that matters.
func last(ctx context.Context, _ *mcp.CallToolRequest, in in) (*mcp.CallToolResult, any, error) {
	return result(exec.CommandContext(ctx, "git", "log", fmt.Sprintf("-%d", in.Count)).Output())
}

// ls has no option that does harm.
func dir(ctx context.Context, _ *mcp.CallToolRequest, in in) (*mcp.CallToolResult, any, error) {
	return result(exec.CommandContext(ctx, "ls", "-l", in.Path).Output()) // want `note auditor: argument "path" of tool "dir" can be an option of ls, which has none that is known to be dangerous$`
}

// Nobody knows what this one has.
func house(ctx context.Context, _ *mcp.CallToolRequest, in in) (*mcp.CallToolResult, any, error) {
	return result(exec.CommandContext(ctx, "/opt/house/report", in.Path).Output()) // want `note auditor: argument "path" of tool "house" can be an option of report`
}

func main() {
	s := mcp.NewServer(&mcp.Implementation{Name: "words", Version: "1"}, nil)
	mcp.AddTool(s, &mcp.Tool{Name: "clone", Description: "Clone a repository."}, clone)
	mcp.AddTool(s, &mcp.Tool{Name: "clone_ended", Description: "Clone a repository."}, cloneEnded)
	mcp.AddTool(s, &mcp.Tool{Name: "grep", Description: "Search messages of commits."}, grep)
	mcp.AddTool(s, &mcp.Tool{Name: "show", Description: "Show a commit."}, show)
	mcp.AddTool(s, &mcp.Tool{Name: "blob", Description: "Show a file."}, blob)
	mcp.AddTool(s, &mcp.Tool{Name: "blob_at", Description: "Show a file of a commit."}, blobAt)
	mcp.AddTool(s, &mcp.Tool{Name: "list", Description: "List files."}, list)
	mcp.AddTool(s, &mcp.Tool{Name: "fetch", Description: "Fetch a page."}, fetch)
	mcp.AddTool(s, &mcp.Tool{Name: "search", Description: "Search the sources."}, search)
	mcp.AddTool(s, &mcp.Tool{Name: "options", Description: "List pods."}, options)
	mcp.AddTool(s, &mcp.Tool{Name: "labels", Description: "List pods with labels."}, labels)
	mcp.AddTool(s, &mcp.Tool{Name: "last", Description: "The last commits."}, last)
	mcp.AddTool(s, &mcp.Tool{Name: "dir", Description: "List a folder."}, dir)
	mcp.AddTool(s, &mcp.Tool{Name: "house", Description: "Make a report."}, house)
	if err := s.Run(context.Background(), &mcp.StdioTransport{}); err != nil {
		log.Fatal(err)
	}
}
