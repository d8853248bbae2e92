// Program companion has servers behind the companion library, and some that use
// it in a way that keeps nobody from anything.
package main

import (
	"context"
	"log"
	"net/http"
	"os"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
	"github.com/mcpvet/mcpvet/guard"
	"github.com/mcpvet/mcpvet/guard/gosdk"
	"github.com/mcpvet/mcpvet/guard/mcpgo"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
	"gopkg.in/yaml.v3"
)

type in struct {
	Name string `json:"name"`
}

func write(ctx context.Context, req *sdk.CallToolRequest, a in) (*sdk.CallToolResult, any, error) {
	return nil, nil, os.WriteFile("data/"+a.Name, nil, 0o600)
}

func read(ctx context.Context, req *sdk.CallToolRequest, a in) (*sdk.CallToolResult, any, error) {
	data, err := os.ReadFile("data/" + a.Name)
	return &sdk.CallToolResult{Content: []sdk.Content{&sdk.TextContent{Text: string(data)}}}, nil, err
}

func remove(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	if err := os.Remove("data/" + req.GetString("name", "")); err != nil { // want `error regular: tool "late_remove": os.Remove runs before the caller's scope is looked at`
		return nil, err
	}
	return mcp.NewToolResultText("removed"), nil
}

func serve(s *sdk.Server) {
	h := sdk.NewStreamableHTTPHandler(func(*http.Request) *sdk.Server { return s }, nil)
	log.Fatal(http.ListenAndServe("localhost:8080", h))
}

// whole protects a server with the policy of a file.
func whole() {
	s := sdk.NewServer(&sdk.Implementation{Name: "whole"}, nil)
	sdk.AddTool(s, &sdk.Tool{Name: "whole_write"}, write)
	policy, err := guard.LoadPolicy(".mcpvet.yaml", yaml.Unmarshal)
	if err != nil {
		log.Fatal(err)
	}
	if _, err := gosdk.Protect(s, policy); err != nil {
		log.Fatal(err)
	}
	serve(s)
}

// literal has the policy in the program.
func literal() {
	s := sdk.NewServer(&sdk.Implementation{Name: "literal"}, nil)
	sdk.AddTool(s, &sdk.Tool{Name: "scoped_write"}, write)
	sdk.AddTool(s, &sdk.Tool{Name: "more_write"}, write)
	sdk.AddTool(s, &sdk.Tool{Name: "open_write"}, write)
	sdk.AddTool(s, &sdk.Tool{Name: "refused_write"}, write) // want `note regular: tool "refused_write": the policy has no row for it`
	sdk.AddTool(s, &sdk.Tool{Name: "open_read"}, read)      // want `note auditor: tool "open_read": the policy lets callers pass that nobody knows`
	sdk.AddTool(s, &sdk.Tool{Name: "known_read"}, read)     // want `note auditor: tool "known_read": whether there is a caller is checked before it`
	sdk.AddTool(s, &sdk.Tool{Name: "known_write"}, write)   // want `error regular: tool "known_write" has no check of the caller's scope`
	g, err := guard.New(guard.Policy{Tools: map[string]guard.Rule{
		"scoped_write": {Scopes: guard.Words{"write"}},
		"more_write":   {Scopes: guard.Words{"write"}},
		"open_write":   {Public: true},
		"open_read":    {Public: true},
		"known_read":   {},
		"known_write":  {},
	}})
	if err != nil {
		log.Fatal(err)
	}
	gosdk.Attach(s, g) // want `error regular: tool "open_write": the policy lets callers pass that nobody knows`
	serve(s)
}

// own has a check in the handler, from which a row takes nothing away.
func own() {
	s := sdk.NewServer(&sdk.Implementation{Name: "own"}, nil)
	sdk.AddTool(s, &sdk.Tool{Name: "own_write"}, func(ctx context.Context, req *sdk.CallToolRequest, a in) (*sdk.CallToolResult, any, error) {
		if err := guard.RequireScope(ctx, "write"); err != nil {
			return nil, nil, err
		}
		return write(ctx, req, a)
	})
	if _, err := gosdk.Protect(s, guard.Policy{Tools: map[string]guard.Rule{"own_write": {Public: true}}}); err != nil {
		log.Fatal(err)
	}
	serve(s)
}

// single protects one handler of two.
func single() {
	s := sdk.NewServer(&sdk.Implementation{Name: "single"}, nil)
	g, err := guard.New(guard.Policy{Tools: map[string]guard.Rule{"wrapped_write": {Scopes: guard.Words{"write"}}}})
	if err != nil {
		log.Fatal(err)
	}
	sdk.AddTool(s, &sdk.Tool{Name: "wrapped_write"}, gosdk.Wrap(g, write))
	sdk.AddTool(s, &sdk.Tool{Name: "bare_write"}, write) // want `error regular: tool "bare_write" .*no check of the caller's scope`
	serve(s)
}

// inHandler asks in the handler, once rightly, once without looking, once late.
func inHandler() {
	s := server.NewMCPServer("inHandler", "1")
	s.AddTool(mcp.NewTool("asks_remove"), func(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		if err := guard.RequireScope(ctx, "remove"); err != nil {
			return mcp.NewToolResultError(err.Error()), nil
		}
		return remove(ctx, req)
	})
	s.AddTool(mcp.NewTool("ignores_remove"), func(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) { // want `error regular: tool "ignores_remove" has no check of the caller's scope`
		guard.RequireScope(ctx, "remove")
		return remove(ctx, req)
	})
	s.AddTool(mcp.NewTool("late_remove"), func(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		res, err := remove(ctx, req)
		if err := guard.RequireScope(ctx, "remove"); err != nil {
			return mcp.NewToolResultError(err.Error()), nil
		}
		return res, err
	})
	log.Fatal(server.NewStreamableHTTPServer(s).Start("localhost:8081"))
}

// option protects a server as it is made.
func option() {
	g, err := guard.New(guard.Policy{Tools: map[string]guard.Rule{"optioned_remove": {Scopes: guard.Words{"remove"}}}})
	if err != nil {
		log.Fatal(err)
	}
	s := server.NewMCPServer("option", "1", mcpgo.Option(g))
	s.AddTool(mcp.NewTool("optioned_remove"), remove)
	log.Fatal(server.NewStreamableHTTPServer(s).Start("localhost:8082"))
}

// tasks are not reached through what protects the server.
func tasks() {
	s := server.NewMCPServer("tasks", "1")
	g, err := mcpgo.Protect(s, guard.Policy{Tools: map[string]guard.Rule{"wrapped_task": {Scopes: guard.Words{"remove"}}}})
	if err != nil {
		log.Fatal(err)
	}
	task := func(ctx context.Context, req mcp.CallToolRequest) (*mcp.CreateTaskResult, error) {
		return &mcp.CreateTaskResult{}, os.Remove("data/" + req.GetString("name", ""))
	}
	s.AddTaskTool(mcp.NewTool("wrapped_task", mcp.WithTaskSupport(mcp.TaskSupportRequired)), mcpgo.WrapTask(g, "wrapped_task", task))
	s.AddTaskTool(mcp.NewTool("bare_task", mcp.WithTaskSupport(mcp.TaskSupportRequired)), task) // want `error regular: tool "bare_task" .*no check of the caller's scope`
	log.Fatal(server.NewStreamableHTTPServer(s).Start("localhost:8083"))
}

func main() {
	go whole()
	go literal()
	go own()
	go single()
	go inHandler()
	go option()
	tasks()
}
