// Command direct runs its commands where it takes the arguments.
package main

import (
	"bytes"
	"context"
	"fmt"
	"log"
	"os/exec"
	"strconv"
	"strings"
	"text/template"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type searchIn struct {
	Pattern string   `json:"pattern" jsonschema:"what to search for"`
	Dir     string   `json:"dir,omitempty" jsonschema:"where to search"`
	Max     int      `json:"max,omitempty" jsonschema:"how many lines"`
	Ratio   float64  `json:"ratio,omitempty"`
	Fixed   bool     `json:"fixed,omitempty" jsonschema:"take the pattern literally"`
	Files   []string `json:"files,omitempty"`
}

func result(out []byte, err error) (*mcp.CallToolResult, any, error) {
	if err != nil {
		return nil, nil, fmt.Errorf("run: %w", err)
	}
	return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: string(out)}}}, nil, nil
}

func plus(ctx context.Context, _ *mcp.CallToolRequest, in searchIn) (*mcp.CallToolResult, any, error) {
	return result(exec.CommandContext(ctx, "sh", "-c", "grep -rn '"+in.Pattern+"' . | head").Output()) // want `error regular: argument "pattern" of tool "plus" becomes part of the command text that sh runs$`
}

func whole(ctx context.Context, _ *mcp.CallToolRequest, in searchIn) (*mcp.CallToolResult, any, error) {
	return result(exec.CommandContext(ctx, "/bin/bash", "-lc", in.Pattern).Output()) // want `error regular: argument "pattern" of tool "whole" is the command text that bash runs$`
}

// %q quotes for Go: the shell still reads $(...) inside of the quotes.
func quoted(ctx context.Context, _ *mcp.CallToolRequest, in searchIn) (*mcp.CallToolResult, any, error) {
	cmd := fmt.Sprintf("tail -n %d app.log | grep %q", in.Max, in.Pattern)
	return result(exec.CommandContext(ctx, "sh", "-c", cmd).Output()) // want `argument "pattern" of tool "quoted" becomes part of the command text that sh runs$`
}

func strconvQuoted(ctx context.Context, _ *mcp.CallToolRequest, in searchIn) (*mcp.CallToolResult, any, error) {
	return result(exec.CommandContext(ctx, "sh", "-c", "grep "+strconv.Quote(in.Pattern)+" app.log").Output()) // want `argument "pattern" of tool "strconv_quoted"`
}

func joined(ctx context.Context, _ *mcp.CallToolRequest, in searchIn) (*mcp.CallToolResult, any, error) {
	cmd := exec.CommandContext(ctx, "bash", "-c", "wc -l "+strings.Join(in.Files, " ")) // want `argument "files" of tool "joined" becomes part of`
	return result(cmd.CombinedOutput())
}

func built(ctx context.Context, _ *mcp.CallToolRequest, in searchIn) (*mcp.CallToolResult, any, error) {
	var b strings.Builder
	b.WriteString("ls -l ")
	if in.Dir != "" {
		b.WriteString(in.Dir)
	}
	return result(exec.CommandContext(ctx, "sh", "-c", b.String()).Output()) // want `argument "dir" of tool "built" becomes part of`
}

func printed(ctx context.Context, _ *mcp.CallToolRequest, in searchIn) (*mcp.CallToolResult, any, error) {
	var b bytes.Buffer
	fmt.Fprintf(&b, "du -sh -- %s", in.Dir)
	return result(exec.CommandContext(ctx, "sh", "-c", b.String()).Output()) // want `argument "dir" of tool "printed" becomes part of`
}

var listing = template.Must(template.New("listing").Parse("ls -t {{.Dir}} | head -n {{.Max}}"))

func templated(ctx context.Context, _ *mcp.CallToolRequest, in searchIn) (*mcp.CallToolResult, any, error) {
	var b strings.Builder
	if err := listing.Execute(&b, in); err != nil {
		return nil, nil, err
	}
	return result(exec.CommandContext(ctx, "sh", "-c", b.String()).Output()) // want `of tool "templated" becomes part of`
}

func replaced(ctx context.Context, _ *mcp.CallToolRequest, in searchIn) (*mcp.CallToolResult, any, error) {
	line := strings.ReplaceAll("grep -c PATTERN DIR/*", "PATTERN", in.Pattern)
	return result(exec.CommandContext(ctx, "sh", "-c", line).Output()) // want `argument "pattern" of tool "replaced" becomes part of`
}

func replacer(ctx context.Context, _ *mcp.CallToolRequest, in searchIn) (*mcp.CallToolResult, any, error) {
	line := strings.NewReplacer("{dir}", in.Dir).Replace("ls {dir}")
	return result(exec.CommandContext(ctx, "sh", "-c", line).Output()) // want `argument "dir" of tool "replacer" becomes part of`
}

func appended(ctx context.Context, _ *mcp.CallToolRequest, in searchIn) (*mcp.CallToolResult, any, error) {
	args := []string{"-e"}
	args = append(args, "-c", "cd "+in.Dir+" && make")
	return result(exec.CommandContext(ctx, "sh", args...).Output()) // want `argument "dir" of tool "appended" becomes part of the command text that sh runs$`
}

func repeated(ctx context.Context, _ *mcp.CallToolRequest, in searchIn) (*mcp.CallToolResult, any, error) {
	line := "cat"
	for _, f := range in.Files {
		line += " " + f
	}
	return result(exec.CommandContext(ctx, "sh", "-c", line).Output()) // want `argument "files" of tool "repeated" becomes part of`
}

func cut(ctx context.Context, _ *mcp.CallToolRequest, in searchIn) (*mcp.CallToolResult, any, error) {
	dir := strings.TrimSuffix(strings.TrimSpace(in.Dir), "/")
	if len(dir) > 200 {
		dir = dir[:200]
	}
	return result(exec.CommandContext(ctx, "sh", "-c", "ls "+strings.ToLower(dir)).Output()) // want `argument "dir" of tool "cut" becomes part of`
}

// From here on: what looks like it, and is not.

func counted(ctx context.Context, _ *mcp.CallToolRequest, in searchIn) (*mcp.CallToolResult, any, error) {
	return result(exec.CommandContext(ctx, "git", "grep", "-c", "-e", in.Pattern).Output())
}

func grepped(ctx context.Context, _ *mcp.CallToolRequest, in searchIn) (*mcp.CallToolResult, any, error) {
	return result(exec.CommandContext(ctx, "git", "grep", "-c", in.Pattern).Output())
}

func logged(ctx context.Context, _ *mcp.CallToolRequest, in searchIn) (*mcp.CallToolResult, any, error) {
	return result(exec.CommandContext(ctx, "git", "log", "--grep="+in.Pattern, "-n", strconv.Itoa(in.Max)).Output())
}

func valued(ctx context.Context, _ *mcp.CallToolRequest, in searchIn) (*mcp.CallToolResult, any, error) {
	args := []string{"--format", in.Pattern, "--"}
	args = append(args, in.Files...)
	return result(exec.CommandContext(ctx, "stat", args...).Output())
}

func numbers(ctx context.Context, _ *mcp.CallToolRequest, in searchIn) (*mcp.CallToolResult, any, error) {
	line := fmt.Sprintf("sort app.log | uniq -c | head -n %d # %v %.2f %t", in.Max, in.Max, in.Ratio, in.Fixed)
	return result(exec.CommandContext(ctx, "sh", "-c", line).Output())
}

func converted(ctx context.Context, _ *mcp.CallToolRequest, in searchIn) (*mcp.CallToolResult, any, error) {
	return result(exec.CommandContext(ctx, "sh", "-c", "head -n "+strconv.Itoa(in.Max)+" app.log; sleep "+fmt.Sprint(in.Ratio)).Output())
}

func chosen(ctx context.Context, _ *mcp.CallToolRequest, in searchIn) (*mcp.CallToolResult, any, error) {
	flag := "-E"
	if in.Fixed {
		flag = "-F"
	}
	return result(exec.CommandContext(ctx, "sh", "-c", "grep "+flag+" TODO *.go | wc -l").Output())
}

// The text of the shell is constant, the value is a parameter of it.
func positional(ctx context.Context, _ *mcp.CallToolRequest, in searchIn) (*mcp.CallToolResult, any, error) {
	return result(exec.CommandContext(ctx, "sh", "-c", `grep -e "$1" -- *.txt | head`, "sh", in.Pattern).Output())
}

func fromEnvironment(ctx context.Context, _ *mcp.CallToolRequest, in searchIn) (*mcp.CallToolResult, any, error) {
	cmd := exec.CommandContext(ctx, "sh", "-c", `grep -e "$PATTERN" -- *.txt | head`)
	cmd.Env = append(cmd.Environ(), "PATTERN="+in.Pattern)
	return result(cmd.Output())
}

func input(ctx context.Context, _ *mcp.CallToolRequest, in searchIn) (*mcp.CallToolResult, any, error) {
	cmd := exec.CommandContext(ctx, "sort", "-u")
	cmd.Stdin = strings.NewReader(in.Pattern)
	return result(cmd.Output())
}

func explained(ctx context.Context, _ *mcp.CallToolRequest, in searchIn) (*mcp.CallToolResult, any, error) {
	line := "sh -c 'grep " + in.Pattern + " .'"
	log.Printf("would run %s", line)
	return result([]byte("run this: "+line), nil)
}

func main() {
	s := mcp.NewServer(&mcp.Implementation{Name: "direct", Version: "1"}, nil)
	mcp.AddTool(s, &mcp.Tool{Name: "plus"}, plus)
	mcp.AddTool(s, &mcp.Tool{Name: "whole"}, whole)
	mcp.AddTool(s, &mcp.Tool{Name: "quoted"}, quoted)
	mcp.AddTool(s, &mcp.Tool{Name: "strconv_quoted"}, strconvQuoted)
	mcp.AddTool(s, &mcp.Tool{Name: "joined"}, joined)
	mcp.AddTool(s, &mcp.Tool{Name: "built"}, built)
	mcp.AddTool(s, &mcp.Tool{Name: "printed"}, printed)
	mcp.AddTool(s, &mcp.Tool{Name: "templated"}, templated)
	mcp.AddTool(s, &mcp.Tool{Name: "replaced"}, replaced)
	mcp.AddTool(s, &mcp.Tool{Name: "replacer"}, replacer)
	mcp.AddTool(s, &mcp.Tool{Name: "appended"}, appended)
	mcp.AddTool(s, &mcp.Tool{Name: "repeated"}, repeated)
	mcp.AddTool(s, &mcp.Tool{Name: "cut"}, cut)
	mcp.AddTool(s, &mcp.Tool{Name: "counted"}, counted)
	mcp.AddTool(s, &mcp.Tool{Name: "grepped"}, grepped)
	mcp.AddTool(s, &mcp.Tool{Name: "logged"}, logged)
	mcp.AddTool(s, &mcp.Tool{Name: "valued"}, valued)
	mcp.AddTool(s, &mcp.Tool{Name: "numbers"}, numbers)
	mcp.AddTool(s, &mcp.Tool{Name: "converted"}, converted)
	mcp.AddTool(s, &mcp.Tool{Name: "chosen"}, chosen)
	mcp.AddTool(s, &mcp.Tool{Name: "positional"}, positional)
	mcp.AddTool(s, &mcp.Tool{Name: "from_environment"}, fromEnvironment)
	mcp.AddTool(s, &mcp.Tool{Name: "input"}, input)
	mcp.AddTool(s, &mcp.Tool{Name: "explained"}, explained)
	if err := s.Run(context.Background(), &mcp.StdioTransport{}); err != nil {
		log.Fatal(err)
	}
}
