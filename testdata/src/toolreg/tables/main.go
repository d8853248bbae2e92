// Command tables keeps its tools in tables of its own struct types.
package main

import (
	"context"
	"log"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

type handlerFunc = func(ctx context.Context, r mcp.CallToolRequest) (*mcp.CallToolResult, error)

type param struct {
	name, desc string
	required   bool
}

type spec struct {
	name        string
	description string
	readOnly    bool
	params      []param
	run         handlerFunc
}

var table = []spec{
	{name: "disk_usage", description: "Tells.", readOnly: true, run: diskUsage, params: []param{{"path", "Where.", true}, {"depth", "How deep.", false}}}, // tool: disk_usage ro=true destr=true idem=false open=true args=depth?:string,path:string handler=diskUsage desc=Tells.
	{name: "kill_process", run: killProcess, params: []param{{name: "pid", required: true}}},                                                              // tool: kill_process ro=false destr=true idem=false open=true args=pid:string handler=killProcess
}

type meta struct{ Name, Doc string }

type command struct {
	meta
	Run handlerFunc
}

// groups nests tables, and embeds a struct.
var groups = map[string]struct{ commands []command }{
	"net": {commands: []command{
		{meta{"ping_host", "Pings."}, ping},         // tool: ping_host handler=ping desc=Pings.
		{meta: meta{Name: "trace_host"}, Run: ping}, // tool: trace_host handler=ping
	}},
	"log": {commands: []command{{meta{"tail_log", ""}, diskUsage}}}, // tool: tail_log handler=diskUsage
}

// byName maps names to structs.
var byName = map[string]spec{
	"uptime": {description: "Since when.", run: diskUsage}, // tool: uptime row handler=diskUsage desc="Since when."
	"users":  {description: "Who.", run: ping},             // tool: users row handler=ping desc=Who.
}

// pointers holds pointers, filled by index.
var pointers = [...]*spec{
	0: {name: "first", run: ping},        // tool: first handler=ping
	2: {name: "third", run: killProcess}, // tool: third handler=killProcess
}

func (t spec) tool() mcp.Tool {
	opts := []mcp.ToolOption{mcp.WithDescription(t.description)}
	if t.readOnly {
		opts = append(opts, mcp.WithReadOnlyHintAnnotation(true))
	}
	for _, p := range t.params {
		popts := []mcp.PropertyOption{mcp.Description(p.desc)}
		if p.required {
			popts = append(popts, mcp.Required())
		}
		opts = append(opts, mcp.WithString(p.name, popts...))
	}
	return mcp.NewTool(t.name, opts...)
}

func main() {
	s := server.NewMCPServer("host", "1")
	for _, t := range table {
		s.AddTool(t.tool(), t.run)
	}
	for _, g := range groups {
		for _, c := range g.commands {
			s.AddTool(mcp.NewTool(c.Name, mcp.WithDescription(c.Doc)), c.Run)
		}
	}
	for name, t := range byName {
		t.name = name
		s.AddTool(t.tool(), t.run)
	}
	for _, p := range pointers {
		if p == nil {
			continue
		}
		s.AddTool(p.tool(), p.run)
	}
	if err := server.ServeStdio(s); err != nil {
		log.Fatal(err)
	}
}

func diskUsage(ctx context.Context, r mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	return mcp.NewToolResultText(""), nil
}

func killProcess(ctx context.Context, r mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	return mcp.NewToolResultText(""), nil
}

func ping(ctx context.Context, r mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	return mcp.NewToolResultText(""), nil
}
