// Program boxes runs programs that callers write.
package main

import (
	"bytes"
	"context"
	"errors"
	"log"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
)

type in struct {
	Code    string `json:"code"`
	Confirm bool   `json:"confirm"`
}

func out(data []byte, err error) (*sdk.CallToolResult, any, error) {
	if err != nil {
		return nil, nil, errors.New("it failed")
	}
	return &sdk.CallToolResult{Content: []sdk.Content{&sdk.TextContent{Text: string(data)}}}, nil, nil
}

func stdin(ctx context.Context, _ *sdk.CallToolRequest, a in) (*sdk.CallToolResult, any, error) {
	cmd := exec.CommandContext(ctx, "python3", "-I", "-") // fix review MCP011
	cmd.Stdin = strings.NewReader(a.Code)
	return out(cmd.Output())
}

func word(ctx context.Context, _ *sdk.CallToolRequest, a in) (*sdk.CallToolResult, any, error) {
	return out(exec.CommandContext(ctx, "node", "-e", a.Code).CombinedOutput()) // fix review MCP011
}

func buffers(_ context.Context, _ *sdk.CallToolRequest, a in) (*sdk.CallToolResult, any, error) {
	var stdout bytes.Buffer
	cmd := exec.Command("ruby", "-e", a.Code) // fix review MCP011
	cmd.Stdout = &stdout
	cmd.Dir = "examples"
	err := cmd.Run()
	return out(stdout.Bytes(), err)
}

func script(ctx context.Context, _ *sdk.CallToolRequest, a in) (*sdk.CallToolResult, any, error) {
	f, err := os.CreateTemp("", "*.py")
	if err != nil {
		return nil, nil, err
	}
	defer os.Remove(f.Name())
	if _, err := f.WriteString(a.Code); err != nil {
		return nil, nil, err
	}
	return out(exec.CommandContext(ctx, "python3", f.Name()).Output()) // fix review MCP011
}

func compiled(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	dir, err := os.MkdirTemp("", "boxes")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	file := filepath.Join(dir, "main.go")
	if err := os.WriteFile(file, []byte(req.GetString("code", "")), 0o600); err != nil {
		return nil, err
	}
	data, err := exec.CommandContext(ctx, "go", "run", file).Output() // fix review MCP011
	if err != nil {
		return mcp.NewToolResultError("it failed"), nil
	}
	return mcp.NewToolResultText(string(data)), nil
}

// contained lacks options, and one of them in a list.
func contained(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	data, err := exec.CommandContext(ctx, "docker", "run", "--rm", "--cap-drop=ALL", "python:3", "python3", "-c", req.GetString("code", "")).Output() // fix review MCP011
	return mcp.NewToolResultText(string(data)), err
}

func podman(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	args := []string{
		"run",
		"--rm", "--read-only",
		"python:3", "python3", "-c",
	}
	args = append(args, req.GetString("code", ""))
	data, err := exec.CommandContext(ctx, "podman", args...).Output() // fix review MCP011
	return mcp.NewToolResultText(string(data)), err
}

// bridged has a network on purpose, and opened what a container closes.
func bridged(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	data, err := exec.CommandContext(ctx, "docker", "run", "--network", "tests", "python:3", "python3", "-c", req.GetString("code", "")).Output() // fix none MCP011
	if err != nil {
		data, err = exec.CommandContext(ctx, "docker", "run", "--privileged", "python:3", "python3", "-c", req.GetString("code", "")).Output() // fix none MCP011
	}
	return mcp.NewToolResultText(string(data)), err
}

// What runs on is more than the companion's command does.
func started(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	cmd := exec.CommandContext(ctx, "python3", "-c", req.GetString("code", "")) // fix none MCP011
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	return mcp.NewToolResultText("started"), cmd.Wait()
}

// What is set in the environment would have to be handed in.
func environment(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	cmd := exec.CommandContext(ctx, "python3", "-c", req.GetString("code", "")) // fix none MCP011
	cmd.Env = append(os.Environ(), "MODE=check")
	data, err := cmd.Output()
	return mcp.NewToolResultText(string(data)), err
}

// A command is handed on.
func handed(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	cmd := exec.CommandContext(ctx, "python3", "-c", req.GetString("code", "")) // fix none MCP011
	return run(cmd)
}

func run(cmd *exec.Cmd) (*mcp.CallToolResult, error) {
	data, err := cmd.Output()
	return mcp.NewToolResultText(string(data)), err
}

// Commands for a shell are meant to change something here.
func shell(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	data, err := exec.CommandContext(ctx, "sh", "-c", req.GetString("command", "")).Output() // fix none MCP011
	return mcp.NewToolResultText(string(data)), err
}

// chosen runs what the caller names.
func chosen(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	data, err := exec.CommandContext(ctx, req.GetString("program", "")).Output() // fix none MCP011
	return mcp.NewToolResultText(string(data)), err
}

func main() {
	s := sdk.NewServer(&sdk.Implementation{Name: "boxes", Version: "1"}, nil)
	sdk.AddTool(s, &sdk.Tool{Name: "stdin"}, stdin)
	sdk.AddTool(s, &sdk.Tool{Name: "word"}, word)
	sdk.AddTool(s, &sdk.Tool{Name: "buffers"}, buffers)
	sdk.AddTool(s, &sdk.Tool{Name: "script"}, script)
	m := server.NewMCPServer("boxes", "1")
	m.AddTool(mcp.NewTool("compiled"), compiled)
	m.AddTool(mcp.NewTool("contained"), contained)
	m.AddTool(mcp.NewTool("podman"), podman)
	m.AddTool(mcp.NewTool("bridged"), bridged)
	m.AddTool(mcp.NewTool("started"), started)
	m.AddTool(mcp.NewTool("environment"), environment)
	m.AddTool(mcp.NewTool("handed"), handed)
	m.AddTool(mcp.NewTool("shell"), shell)
	m.AddTool(mcp.NewTool("chosen"), chosen)
	go func() { _ = s.Run(context.Background(), &sdk.StdioTransport{}) }()
	log.Fatal(server.ServeStdio(m))
}
