// Program companion asks for confirmations by the companion library, in the
// policy and in handlers, and shows ways to do it wrong.
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
)

type in struct {
	Name    string `json:"name"`
	DryRun  *bool  `json:"dry_run,omitempty"`
	Confirm *bool  `json:"confirm,omitempty"`
}

func remove(ctx context.Context, req *sdk.CallToolRequest, a in) (*sdk.CallToolResult, any, error) {
	return nil, nil, os.Remove("data/" + a.Name)
}

// whole has the confirmation in the policy.
func whole() {
	s := sdk.NewServer(&sdk.Implementation{Name: "whole"}, nil)
	sdk.AddTool(s, &sdk.Tool{Name: "policy_remove"}, remove)
	sdk.AddTool(s, &sdk.Tool{Name: "free_remove"}, remove) // want `error regular: tool "free_remove" deletes files`
	_, err := gosdk.Protect(s, guard.Policy{Tools: map[string]guard.Rule{
		"policy_remove": {Confirm: true},
		"free_remove":   {Scopes: guard.Words{"remove"}},
	}})
	if err != nil {
		log.Fatal(err)
	}
	h := sdk.NewStreamableHTTPHandler(func(*http.Request) *sdk.Server { return s }, nil)
	log.Fatal(http.ListenAndServe("localhost:8080", h))
}

// handlers ask themselves.
func handlers(g *guard.Guard) {
	s := sdk.NewServer(&sdk.Implementation{Name: "handlers"}, nil)
	sdk.AddTool(s, &sdk.Tool{Name: "asks_remove"}, func(ctx context.Context, req *sdk.CallToolRequest, a in) (*sdk.CallToolResult, any, error) {
		if res, err := gosdk.Confirm(ctx, g, req, "Remove "+a.Name+"?"); res != nil || err != nil {
			return res, nil, err
		}
		return nil, nil, os.Remove("data/" + a.Name)
	})
	sdk.AddTool(s, &sdk.Tool{Name: "ignores_remove"}, func(ctx context.Context, req *sdk.CallToolRequest, a in) (*sdk.CallToolResult, any, error) { // want `warning regular: tool "ignores_remove" deletes files .* on some way`
		if _, err := gosdk.Confirm(ctx, g, req, "Remove "+a.Name+"?"); err != nil {
			return nil, nil, err
		}
		return nil, nil, os.Remove("data/" + a.Name)
	})
	sdk.AddTool(s, &sdk.Tool{Name: "late_remove"}, func(ctx context.Context, req *sdk.CallToolRequest, a in) (*sdk.CallToolResult, any, error) { // want `error regular: tool "late_remove" deletes`
		err := os.Remove("data/" + a.Name)
		if res, err := gosdk.Confirm(ctx, g, req, "Remove "+a.Name+"?"); res != nil || err != nil {
			return res, nil, err
		}
		return nil, nil, err
	})
	sdk.AddTool(s, &sdk.Tool{Name: "dry_remove"}, func(ctx context.Context, req *sdk.CallToolRequest, a in) (*sdk.CallToolResult, any, error) {
		if guard.DryRun(a.DryRun) {
			return &sdk.CallToolResult{Content: []sdk.Content{&sdk.TextContent{Text: "would remove " + a.Name}}}, nil, nil
		}
		return nil, nil, os.Remove("data/" + a.Name)
	})
	sdk.AddTool(s, &sdk.Tool{Name: "wet_remove"}, func(ctx context.Context, req *sdk.CallToolRequest, a in) (*sdk.CallToolResult, any, error) { // want `warning regular: tool "wet_remove" deletes files .* on some way`
		if !guard.DryRun(a.DryRun) {
			return nil, nil, nil
		}
		return nil, nil, os.Remove("data/" + a.Name)
	})
	sdk.AddTool(s, &sdk.Tool{Name: "confirmed_remove"}, func(ctx context.Context, req *sdk.CallToolRequest, a in) (*sdk.CallToolResult, any, error) {
		if !guard.Confirmed(a.Confirm) {
			return &sdk.CallToolResult{Content: []sdk.Content{&sdk.TextContent{Text: "confirm it"}}}, nil, nil
		}
		return nil, nil, os.Remove("data/" + a.Name)
	})
	log.Fatal(s.Run(context.Background(), &sdk.StdioTransport{}))
}

func drop(req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	return mcp.NewToolResultText("removed"), os.Remove("data/" + req.GetString("name", ""))
}

// other does the same with the other SDK.
func other(g *guard.Guard) {
	s := server.NewMCPServer("other", "1")
	s.AddTool(mcp.NewTool("asks_drop"), func(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		if res, err := mcpgo.Confirm(ctx, g, req, "Remove it?"); res != nil || err != nil {
			return res, err
		}
		return drop(req)
	})
	s.AddTool(mcp.NewTool("ignores_drop"), func(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) { // want `error regular: tool "ignores_drop" deletes`
		_, _ = mcpgo.Confirm(ctx, g, req, "Remove it?")
		return drop(req)
	})
	log.Fatal(server.ServeStdio(s))
}

func main() {
	g, err := guard.New(guard.Policy{Tools: map[string]guard.Rule{"**": {}}})
	if err != nil {
		log.Fatal(err)
	}
	go whole()
	go handlers(g)
	other(g)
}
