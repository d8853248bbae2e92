// Command mapargs takes its arguments in the ways that mcp-go offers, and
// answers with what a command prints.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log"
	"os/exec"
	"strings"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

type target struct {
	Name  string            `json:"name"`
	Ports []int             `json:"ports"`
	Tags  map[string]string `json:"tags"`
}

// shell is the helper that all of the tools share.
func shell(ctx context.Context, line string) (*mcp.CallToolResult, error) {
	out, err := exec.CommandContext(ctx, "sh", "-c", line).CombinedOutput() // want `argument "host" of tool "get"` `argument "host" of tool "require"` `argument "host" of tool "assert"` `argument "host" of tool "checked_assert"` `argument "name" of tool "bind"` `argument "name" of tool "typed"` `argument "hosts" of tool "slice"` `argument "hosts" of tool "anys"` `of tool "every"` `of tool "keys"` `argument "host" of tool "parse"` `of tool "decode"` `argument "tags" of tool "tags"` `argument "host" of tool "field"`
	if err != nil {
		return mcp.NewToolResultError("the command failed"), nil
	}
	return mcp.NewToolResultText(string(out)), nil
}

func get(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	return shell(ctx, "ping -c 1 "+req.GetString("host", "localhost"))
}

func require(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	host, err := req.RequireString("host")
	if err != nil {
		return mcp.NewToolResultError(err.Error()), nil
	}
	return shell(ctx, "ping -c 1 "+host)
}

func assert(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	args := req.GetArguments()
	return shell(ctx, fmt.Sprintf("dig +short %s", args["host"].(string)))
}

func checkedAssert(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	host, ok := req.GetArguments()["host"].(string)
	if !ok || host == "" {
		return nil, errors.New("host is missing")
	}
	return shell(ctx, "dig +short "+host)
}

func field(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	args, ok := req.Params.Arguments.(map[string]any)
	if !ok {
		return nil, errors.New("no arguments")
	}
	return shell(ctx, fmt.Sprintf("dig +short %v", args["host"]))
}

func parse(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	return shell(ctx, "dig +short "+mcp.ParseString(req, "host", ""))
}

func bind(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	var t target
	if err := req.BindArguments(&t); err != nil {
		return mcp.NewToolResultError(err.Error()), nil
	}
	return shell(ctx, "nmap -sn "+t.Name)
}

func typed(ctx context.Context, _ mcp.CallToolRequest, t target) (*mcp.CallToolResult, error) {
	return shell(ctx, "nmap -sn "+t.Name)
}

func tags(ctx context.Context, _ mcp.CallToolRequest, t target) (*mcp.CallToolResult, error) {
	var b strings.Builder
	b.WriteString("logger")
	for k, v := range t.Tags {
		b.WriteString(" " + k + "=" + v)
	}
	return shell(ctx, b.String())
}

func slice(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	return shell(ctx, "fping "+strings.Join(req.GetStringSlice("hosts", nil), " "))
}

func anys(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	list, _ := req.GetArguments()["hosts"].([]any)
	var hosts []string
	for _, h := range list {
		if s, ok := h.(string); ok {
			hosts = append(hosts, s)
		}
	}
	return shell(ctx, "fping "+strings.Join(hosts, " "))
}

func every(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	line := "env"
	for name, value := range req.GetArguments() {
		line += fmt.Sprintf(" %s=%v", strings.ToUpper(name), value)
	}
	return shell(ctx, line)
}

func keys(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	var names []string
	for name := range req.GetArguments() {
		names = append(names, name)
	}
	return shell(ctx, "echo "+strings.Join(names, ","))
}

func decode(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	raw, err := json.Marshal(req.GetRawArguments())
	if err != nil {
		return nil, err
	}
	var t target
	if err := json.Unmarshal(raw, &t); err != nil {
		return nil, err
	}
	return shell(ctx, "nmap -sn "+t.Name)
}

// From here on there is no text of the caller's in the command.

func ports(ctx context.Context, _ mcp.CallToolRequest, t target) (*mcp.CallToolResult, error) {
	line := "nc -zv localhost"
	for _, p := range t.Ports {
		line += fmt.Sprintf(" %d", p)
	}
	return shell(ctx, line)
}

func count(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	n := req.GetInt("count", 4)
	return shell(ctx, fmt.Sprintf("ping -c %v localhost", n))
}

func number(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	n, ok := req.GetArguments()["count"].(float64)
	if !ok {
		n = 4
	}
	return shell(ctx, fmt.Sprintf("ping -c %v localhost", int(n)))
}

func status(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	if req.GetBool("verbose", false) {
		return shell(ctx, "uptime; free -m; df -h")
	}
	return shell(ctx, "uptime")
}

func array(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	host, err := req.RequireString("host")
	if err != nil {
		return mcp.NewToolResultError(err.Error()), nil
	}
	out, err := exec.CommandContext(ctx, "ping", "-c", "1", "--", host).CombinedOutput()
	if err != nil {
		return mcp.NewToolResultError("no answer"), nil
	}
	return mcp.NewToolResultText(string(out)), nil
}

func main() {
	s := server.NewMCPServer("mapargs", "1")
	s.AddTool(mcp.NewTool("get", mcp.WithString("host")), get)
	s.AddTool(mcp.NewTool("require", mcp.WithString("host", mcp.Required())), require)
	s.AddTool(mcp.NewTool("assert", mcp.WithString("host")), assert)
	s.AddTool(mcp.NewTool("checked_assert", mcp.WithString("host")), checkedAssert)
	s.AddTool(mcp.NewTool("field", mcp.WithString("host")), field)
	s.AddTool(mcp.NewTool("parse", mcp.WithString("host")), parse)
	s.AddTool(mcp.NewTool("bind"), bind)
	s.AddTool(mcp.NewTool("typed"), mcp.NewTypedToolHandler(typed))
	s.AddTool(mcp.NewTool("tags"), mcp.NewTypedToolHandler(tags))
	s.AddTool(mcp.NewTool("slice", mcp.WithArray("hosts")), slice)
	s.AddTool(mcp.NewTool("anys", mcp.WithArray("hosts")), anys)
	s.AddTool(mcp.NewTool("every"), every)
	s.AddTool(mcp.NewTool("keys"), keys)
	s.AddTool(mcp.NewTool("decode"), decode)
	s.AddTool(mcp.NewTool("ports"), mcp.NewTypedToolHandler(ports))
	s.AddTool(mcp.NewTool("count", mcp.WithNumber("count")), count)
	s.AddTool(mcp.NewTool("number", mcp.WithNumber("count")), number)
	s.AddTool(mcp.NewTool("status", mcp.WithBoolean("verbose")), status)
	s.AddTool(mcp.NewTool("array", mcp.WithString("host")), array)
	if err := server.ServeStdio(s); err != nil {
		log.Fatal(err)
	}
}
