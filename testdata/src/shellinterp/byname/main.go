// Command byname has one handler for all tools, which finds what to run by the
// name of the tool that it was made for. No tool can do what only another one
// does.
package main

import (
	"context"
	"encoding/json"
	"log"

	"example.test/mcpvet/src/shellinterp/byname/tools"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

func text(s string, err error) (*mcp.CallToolResult, error) {
	if err != nil {
		return nil, err
	}
	return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: s}}}, nil
}

func arguments(req *mcp.CallToolRequest) (map[string]any, error) {
	args := map[string]any{}
	err := json.Unmarshal(req.Params.Arguments, &args)
	return args, err
}

// handler asks the package of the tools each time.
func handler(name string) mcp.ToolHandler {
	return func(ctx context.Context, req *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		t, ok := tools.Find(name)
		if !ok {
			return &mcp.CallToolResult{IsError: true}, nil
		}
		args, err := arguments(req)
		if err != nil {
			return nil, err
		}
		return text(t.Execute(ctx, args))
	}
}

// kept looks into a map that it was given.
func kept(byName map[string]tools.Tool, name string) mcp.ToolHandler {
	return func(ctx context.Context, req *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		args, err := arguments(req)
		if err != nil {
			return nil, err
		}
		return text(byName[name].Execute(ctx, args))
	}
}

// A server finds functions by name.
type server struct {
	run map[string]func(context.Context, map[string]any) (string, error)
}

func (s *server) find(name string) func(context.Context, map[string]any) (string, error) {
	return s.run[name]
}

func (s *server) asked(name string) mcp.ToolHandler {
	return func(ctx context.Context, req *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		args, err := arguments(req)
		if err != nil {
			return nil, err
		}
		run := s.find(name)
		return text(run(ctx, args))
	}
}

func main() {
	s := mcp.NewServer(&mcp.Implementation{Name: "byname", Version: "1"}, nil)
	schema := map[string]any{"type": "object", "properties": map[string]any{"line": map[string]any{"type": "string"}}}
	for _, name := range tools.Names() {
		s.AddTool(&mcp.Tool{Name: name, Description: "One of them", InputSchema: schema}, handler(name))
	}

	byName := map[string]tools.Tool{}
	for _, name := range tools.Names() {
		if t, ok := tools.Find(name); ok {
			byName[name] = t
		}
	}
	for _, name := range []string{"shell", "greeting", "status"} {
		s.AddTool(&mcp.Tool{Name: "kept_" + name, Description: "One of them", InputSchema: schema}, kept(byName, name))
	}

	own := &server{run: map[string]func(context.Context, map[string]any) (string, error){}}
	for name, t := range byName {
		own.run[name] = t.Execute
	}
	for _, name := range []string{"shell", "greeting", "status"} {
		s.AddTool(&mcp.Tool{Name: "asked_" + name, Description: "One of them", InputSchema: schema}, own.asked(name))
	}
	if err := s.Run(context.Background(), &mcp.StdioTransport{}); err != nil {
		log.Fatal(err)
	}
}
