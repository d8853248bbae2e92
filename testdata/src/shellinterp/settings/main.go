// Command settings runs commands that the operator has set, by environment,
// flags and a file; of the caller's it takes no text.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"log"
	"os"
	"os/exec"
	"strings"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

// A config is what the operator has set.
type config struct {
	Shell  string            `json:"shell"`
	Deploy string            `json:"deploy"`
	Checks map[string]string `json:"checks"`
	Hooks  []string          `json:"hooks"`
}

func load(path string) (*config, error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, fmt.Errorf("read the configuration: %w", err)
	}
	c := &config{Shell: "/bin/sh"}
	if err := json.Unmarshal(data, c); err != nil {
		return nil, fmt.Errorf("read the configuration: %w", err)
	}
	return c, nil
}

type app struct {
	cfg *config
	env string
}

func (a *app) shell(ctx context.Context, line string) (*mcp.CallToolResult, error) {
	out, err := exec.CommandContext(ctx, a.cfg.Shell, "-c", line).CombinedOutput() // want `argument "version" of tool "release" becomes part of the command text that`
	if err != nil {
		return mcp.NewToolResultError("failed"), nil
	}
	return mcp.NewToolResultText(string(out)), nil
}

func (a *app) deploy(ctx context.Context, _ mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	return a.shell(ctx, a.cfg.Deploy+" "+a.env)
}

func (a *app) check(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	line, ok := a.cfg.Checks[req.GetString("name", "")]
	if !ok {
		return mcp.NewToolResultError("no such check"), nil
	}
	return a.shell(ctx, line)
}

func (a *app) hooks(ctx context.Context, _ mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	return a.shell(ctx, strings.Join(a.cfg.Hooks, " && "))
}

func (a *app) hook(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	n := req.GetInt("number", 0)
	if n < 0 || n >= len(a.cfg.Hooks) {
		return nil, errors.New("no such hook")
	}
	return a.shell(ctx, a.cfg.Hooks[n])
}

func (a *app) editor(ctx context.Context, _ mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	return a.shell(ctx, os.Getenv("EDITOR")+" --version")
}

// release puts the caller's text into the operator's line.
func (a *app) release(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	return a.shell(ctx, a.cfg.Deploy+" --version "+req.GetString("version", "latest"))
}

func main() {
	path := flag.String("config", "settings.json", "file with the settings")
	env := flag.String("env", "staging", "where to deploy")
	flag.Parse()
	cfg, err := load(*path)
	if err != nil {
		log.Fatal(err)
	}
	a := &app{cfg: cfg, env: *env}
	s := server.NewMCPServer("settings", "1")
	s.AddTool(mcp.NewTool("deploy"), a.deploy)
	s.AddTool(mcp.NewTool("check", mcp.WithString("name")), a.check)
	s.AddTool(mcp.NewTool("hooks"), a.hooks)
	s.AddTool(mcp.NewTool("hook", mcp.WithNumber("number")), a.hook)
	s.AddTool(mcp.NewTool("editor"), a.editor)
	s.AddTool(mcp.NewTool("release", mcp.WithString("version")), a.release)
	if err := server.ServeStdio(s); err != nil {
		log.Fatal(err)
	}
}
