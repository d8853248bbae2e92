// Command direct runs what the caller chooses, with nothing around it; beside
// each way stands one in which the caller chooses nothing that runs.
package main

import (
	"context"
	"errors"
	"log"
	"os"
	"os/exec"
	"path/filepath"
	"plugin"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type in struct {
	Code    string   `json:"code"`
	Program string   `json:"program"`
	Args    []string `json:"args"`
	File    string   `json:"file"`
	Lang    string   `json:"lang"`
}

var errLang = errors.New("no such language")

func text(out []byte, err error) (*mcp.CallToolResult, any, error) {
	if err != nil {
		return nil, nil, err
	}
	return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: string(out)}}}, nil, nil
}

func python(ctx context.Context, _ *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	return text(exec.CommandContext(ctx, "python3", "-I", "-c", a.Code).Output()) // want `argument "code" of tool "python" is the source text that python3? runs, outside a sandbox$`
}

// The caller's text is data of a program that the code chooses.
func pythonData(ctx context.Context, _ *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	return text(exec.CommandContext(ctx, "python3", "-I", "-c", "import sys; print(len(sys.argv[1]))", a.Code).Output())
}

func onStdin(ctx context.Context, _ *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	cmd := exec.CommandContext(ctx, "node", "-") // want `argument "code" of tool "stdin" is the source text that node runs, outside a sandbox`
	cmd.Stdin = strings.NewReader(a.Code)
	return text(cmd.Output())
}

// sort reads text, and runs none.
func sorted(ctx context.Context, _ *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	cmd := exec.CommandContext(ctx, "sort")
	cmd.Stdin = strings.NewReader(a.Code)
	return text(cmd.Output())
}

func script(ctx context.Context, _ *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	name := filepath.Join(os.TempDir(), "tool.sh")
	if err := os.WriteFile(name, []byte(a.Code), 0o700); err != nil {
		return nil, nil, err
	}
	return text(exec.CommandContext(ctx, "bash", name).Output()) // want `argument "code" of tool "script" is the script that bash runs, outside a sandbox`
}

// The file is printed, not run.
func printed(ctx context.Context, _ *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	name := filepath.Join(os.TempDir(), "tool.txt")
	if err := os.WriteFile(name, []byte(a.Code), 0o600); err != nil {
		return nil, nil, err
	}
	return text(exec.CommandContext(ctx, "cat", name).Output())
}

func program(ctx context.Context, _ *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	return text(exec.CommandContext(ctx, a.Program, a.Args...).Output()) // want `argument "program" of tool "program" chooses the program that is run, outside a sandbox`
}

var programs = map[string]string{"py": "python3", "js": "node"}

// The caller chooses among programs, and what they do is the code's.
func chosen(ctx context.Context, _ *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	p, ok := programs[a.Lang]
	if !ok {
		return nil, nil, errLang
	}
	return text(exec.CommandContext(ctx, p, "--version").Output())
}

func goRun(ctx context.Context, _ *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	return text(exec.CommandContext(ctx, "go", "run", a.File).Output()) // want `argument "file" of tool "go_run" chooses .* that go( run)? runs, outside a sandbox`
}

func vet(ctx context.Context, _ *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	return text(exec.CommandContext(ctx, "gofmt", "-l", "--", a.File).Output())
}

func load(_ context.Context, _ *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	_, err := plugin.Open(a.File) // want `argument "file" of tool "load" chooses the plugin that is loaded into this process`
	return text(nil, err)
}

func main() {
	s := mcp.NewServer(&mcp.Implementation{Name: "direct", Version: "1"}, nil)
	mcp.AddTool(s, &mcp.Tool{Name: "python", Description: "Runs Python"}, python)
	mcp.AddTool(s, &mcp.Tool{Name: "python_data", Description: "Measures a text"}, pythonData)
	mcp.AddTool(s, &mcp.Tool{Name: "stdin", Description: "Runs JavaScript"}, onStdin)
	mcp.AddTool(s, &mcp.Tool{Name: "sorted", Description: "Sorts lines"}, sorted)
	mcp.AddTool(s, &mcp.Tool{Name: "script", Description: "Runs a script"}, script)
	mcp.AddTool(s, &mcp.Tool{Name: "printed", Description: "Prints a text"}, printed)
	mcp.AddTool(s, &mcp.Tool{Name: "program", Description: "Runs a program"}, program)
	mcp.AddTool(s, &mcp.Tool{Name: "chosen", Description: "Tells a version"}, chosen)
	mcp.AddTool(s, &mcp.Tool{Name: "go_run", Description: "Runs Go"}, goRun)
	mcp.AddTool(s, &mcp.Tool{Name: "vet", Description: "Checks a file"}, vet)
	mcp.AddTool(s, &mcp.Tool{Name: "load", Description: "Loads a plugin"}, load)
	if err := s.Run(context.Background(), &mcp.StdioTransport{}); err != nil {
		log.Fatal(err)
	}
}
