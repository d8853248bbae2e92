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

// What stands behind the end of the options is none, whatever number of words of
// the operator's stands before it.
func compare(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	args := append([]string{"diff"}, usual...)
	args = append(args, "--end-of-options", req.GetString("revision", "HEAD~1"))
	return text(exec.CommandContext(ctx, "git", args...).Output())
}

var usual []string

// Here they are the caller's.
func compareWith(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	args := append([]string{"diff"}, req.GetStringSlice("options", nil)...)
	args = append(args, "--end-of-options", req.GetString("revision", "HEAD~1"))
	return text(exec.CommandContext(ctx, "git", args...).Output()) // want `argument "options" of tool "compare_with" can bring options of git`
}

// Each of them is looked at.
func compareListed(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	options := req.GetStringSlice("options", nil)
	for _, o := range options {
		if strings.HasPrefix(o, "-") && !harmless[o] {
			return mcp.NewToolResultError("no such option"), nil
		}
	}
	args := append([]string{"diff"}, options...)
	args = append(args, "--end-of-options", req.GetString("revision", "HEAD~1"))
	return text(exec.CommandContext(ctx, "git", args...).Output())
}

var harmless = map[string]bool{"--stat": true}

// What is checked of a list holds for a part of it.
func count(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	words := strings.Fields(req.GetString("line", ""))
	for _, w := range words {
		if strings.HasPrefix(w, "-") {
			return mcp.NewToolResultError("no options"), nil
		}
	}
	if len(words) < 2 {
		return mcp.NewToolResultError("of what?"), nil
	}
	return text(exec.CommandContext(ctx, "wc", words[1:]...).Output())
}

// What is checked of a part of a list does not hold for more of it.
func countAll(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	words := strings.Fields(req.GetString("line", ""))
	for _, w := range words[2:] {
		if strings.HasPrefix(w, "-") {
			return mcp.NewToolResultError("no options"), nil
		}
	}
	return text(exec.CommandContext(ctx, "wc", words[1:]...).Output()) // want `argument "line" of tool "count_all" can bring options of wc`
}

// Nor for what the list gets behind the check.
func countMore(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	words := strings.Fields(req.GetString("line", ""))
	for _, w := range words {
		if strings.HasPrefix(w, "-") {
			return mcp.NewToolResultError("no options"), nil
		}
	}
	words = append(words, strings.Fields(req.GetString("more", ""))...)
	return text(exec.CommandContext(ctx, "wc", words[1:]...).Output()) // want `argument "more" of tool "count_more" can bring options of wc`
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
	s.AddTool(mcp.NewTool("compare", mcp.WithDescription("Compare or count.")), compare)
	s.AddTool(mcp.NewTool("compare_with", mcp.WithDescription("Compare or count.")), compareWith)
	s.AddTool(mcp.NewTool("compare_listed", mcp.WithDescription("Compare or count.")), compareListed)
	s.AddTool(mcp.NewTool("count", mcp.WithDescription("Compare or count.")), count)
	s.AddTool(mcp.NewTool("count_all", mcp.WithDescription("Compare or count.")), countAll)
	s.AddTool(mcp.NewTool("count_more", mcp.WithDescription("Compare or count.")), countMore)
	if err := server.ServeStdio(s); err != nil {
		log.Fatal(err)
	}
}
