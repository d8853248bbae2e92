// Command bundled gives programs that take what they run from options names of
// the caller's: behind others, and as the first of all.
package main

import (
	"context"
	"errors"
	"log"
	"os/exec"
	"slices"
	"strconv"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type in struct {
	Names []string `json:"names"`
}

type handler = mcp.ToolHandlerFor[in, any]

var errName = errors.New("not a name")

func option(s string) bool { return strings.HasPrefix(s, "-") }

func run(out []byte, err error) (*mcp.CallToolResult, any, error) {
	if err != nil {
		return nil, nil, errors.New("not packed")
	}
	return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: strconv.Itoa(len(out))}}}, nil, nil
}

func pack(ctx context.Context, _ *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	args := slices.Concat([]string{"-cf", "-", "-C", "/srv"}, a.Names)
	return run(exec.CommandContext(ctx, "tar", args...).Output()) // want `argument "names" of tool "pack" can bring text that tar runs`
}

func packNames(ctx context.Context, _ *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	if slices.ContainsFunc(a.Names, option) {
		return nil, nil, errName
	}
	args := slices.Concat([]string{"-cf", "-", "-C", "/srv"}, a.Names)
	return run(exec.CommandContext(ctx, "tar", args...).Output())
}

func packBehind(ctx context.Context, _ *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	args := slices.Concat([]string{"-cf", "-", "-C", "/srv", "--"}, a.Names)
	return run(exec.CommandContext(ctx, "tar", args...).Output())
}

// Letters that come first are options of tar without a dash.
func packFirst(ctx context.Context, _ *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	if slices.ContainsFunc(a.Names, option) {
		return nil, nil, errName
	}
	return run(exec.CommandContext(ctx, "tar", a.Names...).Output()) // want `argument "names" of tool "pack_first" can bring text that tar runs`
}

// The first name is the text that sed runs.
func edit(ctx context.Context, _ *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	if slices.ContainsFunc(a.Names, option) {
		return nil, nil, errName
	}
	return run(exec.CommandContext(ctx, "sed", a.Names...).Output()) // want `argument "names" of tool "edit"`
}

func main() {
	server := mcp.NewServer(&mcp.Implementation{Name: "bundled"}, nil)
	for name, h := range map[string]handler{"pack": pack, "pack_names": packNames, "pack_behind": packBehind, "pack_first": packFirst, "edit": edit} {
		mcp.AddTool(server, &mcp.Tool{Name: name}, h)
	}
	if err := server.Run(context.Background(), &mcp.StdioTransport{}); err != nil {
		log.Fatal(err)
	}
}
