// Command lists builds argument lists in branches and loops, and takes whole
// ones.
package main

import (
	"context"
	"log"
	"os/exec"
	"strings"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

func text(out []byte, err error) (*mcp.CallToolResult, error) {
	if err != nil {
		return mcp.NewToolResultError("the command failed"), nil
	}
	return mcp.NewToolResultText(string(out)), nil
}

// Every argument is the value of the option before it.
func history(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	args := []string{"log", "--oneline"}
	if author := req.GetString("author", ""); author != "" {
		args = append(args, "--author", author)
	}
	if since := req.GetString("since", ""); since != "" {
		args = append(args, "--since="+since)
	}
	for _, word := range req.GetStringSlice("words", nil) {
		args = append(args, "--grep", word)
	}
	return text(exec.CommandContext(ctx, "git", args...).Output())
}

// The last one is none.
func historyOf(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	args := []string{"log", "--oneline"}
	if author := req.GetString("author", ""); author != "" {
		args = append(args, "--author", author)
	}
	if ref := req.GetString("ref", ""); ref != "" {
		args = append(args, ref)
	}
	return text(exec.CommandContext(ctx, "git", args...).Output()) // want `argument "ref" of tool "history_of" can be an option of git, such as --output`
}

// The separator is there in one case only.
func changes(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	args := make([]string, 0, 4)
	args = append(args, "diff", "--stat")
	if req.GetBool("staged", false) {
		args = append(args, "--cached", "--")
	}
	args = append(args, req.GetString("path", "."))
	return text(exec.CommandContext(ctx, "git", args...).Output()) // want `argument "path" of tool "changes" can be an option of git`
}

// The separator comes before all of them.
func changesOf(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	args := []string{"diff", "--stat"}
	if req.GetBool("staged", false) {
		args = append(args, "--cached")
	}
	args = append(args, "--")
	args = append(args, req.GetStringSlice("paths", nil)...)
	return text(exec.CommandContext(ctx, "git", args...).Output())
}

func stage(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	args := append([]string{"add"}, req.GetStringSlice("paths", nil)...)
	return text(exec.CommandContext(ctx, "git", args...).Output()) // want `argument "paths" of tool "stage" can bring options of git, such as -f`
}

// The words of a text are arguments of git, of any subcommand.
func raw(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	args := strings.Fields(req.GetString("command", ""))
	return text(exec.CommandContext(ctx, "git", args...).Output()) // want `argument "command" of tool "raw" can bring options of git, such as -c`
}

// A prefix of the text is no prefix of its words.
func prefixed(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	words := strings.Fields("kubectl get " + req.GetString("what", ""))
	return text(exec.CommandContext(ctx, words[0], words[1:]...).Output()) // want `argument "what" of tool "prefixed" can bring options of kubectl`
}

// A command whose arguments are set later.
func late(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	cmd := exec.CommandContext(ctx, "tar", "-cf", "out.tar")
	cmd.Args = append(cmd.Args, req.GetStringSlice("files", nil)...) // want `argument "files" of tool "late" can bring options of tar, such as --to-command`
	return text(cmd.CombinedOutput())
}

// The subcommand is one of two that the code chooses.
func either(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	sub := "status"
	if req.GetBool("long", false) {
		sub = "log"
	}
	return text(exec.CommandContext(ctx, "git", sub, req.GetString("path", ".")).Output()) // want `argument "path" of tool "either" can be an option of git, such as --output`
}

func main() {
	s := server.NewMCPServer("lists", "1")
	s.AddTool(mcp.NewTool("history", mcp.WithDescription("Search the history.")), history)
	s.AddTool(mcp.NewTool("history_of", mcp.WithDescription("The history of a branch.")), historyOf)
	s.AddTool(mcp.NewTool("changes", mcp.WithDescription("What has changed.")), changes)
	s.AddTool(mcp.NewTool("changes_of", mcp.WithDescription("What has changed in files.")), changesOf)
	s.AddTool(mcp.NewTool("stage", mcp.WithDescription("Stage files.")), stage)
	s.AddTool(mcp.NewTool("raw", mcp.WithDescription("Run git.")), raw)
	s.AddTool(mcp.NewTool("prefixed", mcp.WithDescription("Show objects.")), prefixed)
	s.AddTool(mcp.NewTool("late", mcp.WithDescription("Pack files.")), late)
	s.AddTool(mcp.NewTool("either", mcp.WithDescription("Status or history.")), either)
	if err := server.ServeStdio(s); err != nil {
		log.Fatal(err)
	}
}
