// Command programs lets the caller have a say in which program is run.
package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type in struct {
	Command string   `json:"command"`
	Args    []string `json:"args"`
	Kind    string   `json:"kind"`
}

func text(out []byte, err error) (*mcp.CallToolResult, any, error) {
	if err != nil {
		return nil, nil, err
	}
	return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: string(out)}}}, nil, nil
}

func any1(ctx context.Context, _ *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	return text(exec.CommandContext(ctx, a.Command, a.Args...).Output()) // want `argument "command" of tool "any" chooses the program that is run$`
}

func split(ctx context.Context, _ *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	words := strings.Fields(a.Command)
	if len(words) == 0 {
		return nil, nil, errors.New("empty command")
	}
	return text(exec.CommandContext(ctx, words[0], words[1:]...).Output()) // want `argument "command" of tool "split" chooses the program that is run$`
}

func struct1(_ context.Context, _ *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	var out bytes.Buffer
	cmd := &exec.Cmd{Path: a.Command, Args: append([]string{a.Command}, a.Args...), Stdout: &out} // want `argument "command" of tool "struct" chooses the program that is run$`
	return text(out.Bytes(), cmd.Run())
}

func process(_ context.Context, _ *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	p, err := os.StartProcess(a.Command, []string{"tool"}, &os.ProcAttr{}) // want `argument "command" of tool "process" chooses the program that is run$`
	if err != nil {
		return nil, nil, err
	}
	_, err = p.Wait()
	return text(nil, err)
}

func found(ctx context.Context, _ *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	path, err := exec.LookPath(a.Command)
	if err != nil {
		return nil, nil, err
	}
	return text(exec.CommandContext(ctx, path, "--version").Output()) // want `argument "command" of tool "found" chooses the program that is run$`
}

// joined takes any program below a folder, and above it.
func joined(ctx context.Context, _ *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	return text(exec.CommandContext(ctx, filepath.Join("/opt/tools", a.Command)).Output()) // want `argument "command" of tool "joined" chooses the program that is run$`
}

// From here on the code chooses.

var programs = map[string]string{"list": "ls", "disk": "df"}

func table(ctx context.Context, _ *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	name, ok := programs[a.Kind]
	if !ok {
		return nil, nil, fmt.Errorf("kind %q is not known", a.Kind)
	}
	return text(exec.CommandContext(ctx, name, "-l").Output())
}

func listed(ctx context.Context, _ *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	if !slices.Contains([]string{"ls", "df", "uptime"}, a.Command) {
		return nil, nil, errors.New("not allowed")
	}
	return text(exec.CommandContext(ctx, a.Command).Output())
}

func chosen(ctx context.Context, _ *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	name := "gofmt"
	switch a.Kind {
	case "imports":
		name = "goimports"
	case "simple":
		name = "gofumpt"
	}
	return text(exec.CommandContext(ctx, name, "-l", "--", a.Command).Output())
}

// The program is the head of a list whose tail is the caller's.
func head(ctx context.Context, _ *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	words := append([]string{"wc", "-c", "--"}, a.Args...)
	return text(exec.CommandContext(ctx, words[0], words[1:]...).Output())
}

// The allowed programs of the switch are no interpreters.
func switched(ctx context.Context, _ *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	switch a.Command {
	case "ls", "cat", "wc":
		return text(exec.CommandContext(ctx, a.Command, append([]string{"--"}, a.Args...)...).Output())
	}
	return nil, nil, errors.New("not allowed")
}

// One of them is an interpreter: its arguments are the caller's.
func interpreter(ctx context.Context, _ *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	switch a.Command {
	case "ls", "bash", "wc":
		return text(exec.CommandContext(ctx, a.Command, a.Args...).Output()) // want `argument "args" of tool "interpreter" can bring text that bash runs$`
	}
	return nil, nil, errors.New("not allowed")
}

func main() {
	s := mcp.NewServer(&mcp.Implementation{Name: "programs", Version: "1"}, nil)
	mcp.AddTool(s, &mcp.Tool{Name: "any"}, any1)
	mcp.AddTool(s, &mcp.Tool{Name: "split"}, split)
	mcp.AddTool(s, &mcp.Tool{Name: "struct"}, struct1)
	mcp.AddTool(s, &mcp.Tool{Name: "process"}, process)
	mcp.AddTool(s, &mcp.Tool{Name: "found"}, found)
	mcp.AddTool(s, &mcp.Tool{Name: "joined"}, joined)
	mcp.AddTool(s, &mcp.Tool{Name: "table"}, table)
	mcp.AddTool(s, &mcp.Tool{Name: "listed"}, listed)
	mcp.AddTool(s, &mcp.Tool{Name: "chosen"}, chosen)
	mcp.AddTool(s, &mcp.Tool{Name: "head"}, head)
	mcp.AddTool(s, &mcp.Tool{Name: "switched"}, switched)
	mcp.AddTool(s, &mcp.Tool{Name: "interpreter"}, interpreter)
	if err := s.Run(context.Background(), &mcp.StdioTransport{}); err != nil {
		log.Fatal(err)
	}
}
