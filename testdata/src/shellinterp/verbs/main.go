// Command verbs runs command lines whose first word that is no option must be
// one of a list.
package main

import (
	"context"
	"errors"
	"log"
	"os/exec"
	"slices"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type in struct {
	Command string `json:"command"`
}

var (
	errVerb = errors.New("not allowed")
	reading = []string{"get", "list", "status"}
	writing = []string{"apply", "delete"}
)

// verb returns the first word that is no option.
func verb(words []string, program string) string {
	for _, w := range words {
		if strings.HasPrefix(w, "-") {
			continue
		}
		if w == program {
			continue
		}
		return w
	}
	return ""
}

func tokens(line string) []string {
	return strings.Fields(line)
}

func beforeDashes(words []string) []string {
	for i, w := range words {
		if w == "--" {
			return words[:i]
		}
	}
	return words
}

// A policy says which verbs there are.
type policy struct{ write bool }

func (policy) has(word string, list []string) bool {
	for _, w := range list {
		if w == word {
			return true
		}
	}
	return false
}

func (p policy) verb(line, program string) string {
	return verb(beforeDashes(tokens(line)), program)
}

func (p policy) check(line, program string) error {
	word := p.verb(line, program)
	switch p.write {
	case true:
		if !p.has(word, reading) && !p.has(word, writing) {
			return errVerb
		}
	default:
		if !p.has(word, reading) {
			return errVerb
		}
	}
	return nil
}

func (p policy) validate(line, program string) error {
	if err := p.check(line, program); err != nil {
		return err
	}
	return nil
}

// A process is one of a program.
type process struct{ program string }

func (p process) run(ctx context.Context, line string) error {
	if !strings.HasPrefix(line, p.program) {
		line = p.program + " " + line
	}
	words := strings.Fields(line)
	if len(words) == 0 {
		return errors.New("no command")
	}
	return exec.CommandContext(ctx, words[0], words[1:]...).Run() // want `argument "command" of tool "unchecked" chooses the program` `argument "command" of tool "ignored" chooses the program` `argument "command" of tool "other_line" chooses the program`
}

func checked(ctx context.Context, _ *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	if err := (policy{}).validate(a.Command, "helm"); err != nil {
		return nil, nil, err
	}
	return nil, nil, process{"helm"}.run(ctx, a.Command)
}

func unchecked(ctx context.Context, _ *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	return nil, nil, process{"helm"}.run(ctx, a.Command)
}

func ignored(ctx context.Context, _ *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	if err := (policy{}).validate(a.Command, "helm"); err != nil {
		log.Print(err)
	}
	return nil, nil, process{"helm"}.run(ctx, a.Command)
}

func otherLine(ctx context.Context, _ *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	if err := (policy{}).validate(strings.TrimSpace(strings.TrimPrefix(a.Command, "sudo")), "helm"); err != nil {
		return nil, nil, err
	}
	return nil, nil, process{"helm"}.run(ctx, a.Command)
}

// The words are split once, checked and run.
func words(ctx context.Context, _ *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	list := strings.Fields(a.Command)
	if !slices.Contains(reading, verb(list, "git")) {
		return nil, nil, errVerb
	}
	return nil, nil, exec.CommandContext(ctx, list[0], list[1:]...).Run()
}

// What stands behind the verb is not what was checked.
func behind(ctx context.Context, _ *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	list := strings.Fields(a.Command)
	if !slices.Contains(reading, verb(list, "sudo")) || len(list) < 2 {
		return nil, nil, errVerb
	}
	return nil, nil, exec.CommandContext(ctx, list[1], list[2:]...).Run() // want `argument "command" of tool "behind" chooses the program`
}

// To a shell the first word is but a start.
func toShell(ctx context.Context, _ *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	if !slices.Contains(reading, verb(strings.Fields(a.Command), "git")) {
		return nil, nil, errVerb
	}
	return nil, nil, exec.CommandContext(ctx, "sh", "-c", a.Command).Run() // want `argument "command" of tool "to_shell"`
}

// run runs a line whose check is up to the caller.
func run(ctx context.Context, line string) error {
	list := strings.Fields(line)
	return exec.CommandContext(ctx, list[0], list[1:]...).Run() // want `argument "command" of tool "assignments" chooses the program` `argument "command" of tool "second" chooses the program` `argument "command" of tool "last" chooses the program` `argument "command" of tool "denied" chooses the program` `argument "command" of tool "by_slash" chooses the program`
}

// afterAssignments skips what is no option.
func afterAssignments(words []string) string {
	for _, w := range words {
		if strings.Contains(w, "=") {
			continue
		}
		return w
	}
	return ""
}

func assignments(ctx context.Context, _ *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	if !slices.Contains(reading, afterAssignments(strings.Fields(a.Command))) {
		return nil, nil, errVerb
	}
	return nil, nil, run(ctx, a.Command)
}

// fromSecond does not look at the first word.
func fromSecond(words []string) string {
	for i := 1; i < len(words); i++ {
		if strings.HasPrefix(words[i], "-") {
			continue
		}
		return words[i]
	}
	return ""
}

func second(ctx context.Context, _ *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	if !slices.Contains(reading, fromSecond(strings.Fields(a.Command))) {
		return nil, nil, errVerb
	}
	return nil, nil, run(ctx, a.Command)
}

// lastWord goes on behind the first one.
func lastWord(words []string) string {
	last := ""
	for _, w := range words {
		if strings.HasPrefix(w, "-") {
			continue
		}
		last = w
	}
	return last
}

func last(ctx context.Context, _ *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	if !slices.Contains(reading, lastWord(strings.Fields(a.Command))) {
		return nil, nil, errVerb
	}
	return nil, nil, run(ctx, a.Command)
}

func denied(ctx context.Context, _ *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	if slices.Contains(writing, verb(strings.Fields(a.Command), "git")) {
		return nil, nil, errVerb
	}
	return nil, nil, run(ctx, a.Command)
}

// The parts of a path are no words.
func bySlash(ctx context.Context, _ *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	if !slices.Contains(reading, verb(strings.Split(a.Command, "/"), "git")) {
		return nil, nil, errVerb
	}
	return nil, nil, run(ctx, a.Command)
}

func main() {
	s := mcp.NewServer(&mcp.Implementation{Name: "verbs"}, nil)
	mcp.AddTool(s, &mcp.Tool{Name: "checked"}, checked)
	mcp.AddTool(s, &mcp.Tool{Name: "unchecked"}, unchecked)
	mcp.AddTool(s, &mcp.Tool{Name: "ignored"}, ignored)
	mcp.AddTool(s, &mcp.Tool{Name: "other_line"}, otherLine)
	mcp.AddTool(s, &mcp.Tool{Name: "words"}, words)
	mcp.AddTool(s, &mcp.Tool{Name: "behind"}, behind)
	mcp.AddTool(s, &mcp.Tool{Name: "to_shell"}, toShell)
	mcp.AddTool(s, &mcp.Tool{Name: "assignments"}, assignments)
	mcp.AddTool(s, &mcp.Tool{Name: "second"}, second)
	mcp.AddTool(s, &mcp.Tool{Name: "last"}, last)
	mcp.AddTool(s, &mcp.Tool{Name: "denied"}, denied)
	mcp.AddTool(s, &mcp.Tool{Name: "by_slash"}, bySlash)
	log.Fatal(s.Run(context.Background(), &mcp.StdioTransport{}))
}
