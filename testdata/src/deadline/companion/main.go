// Program companion bounds calls by the companion library, and has one that
// nothing bounds.
package main

import (
	"context"
	"log"
	"net/http"
	"os/exec"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
	"github.com/mcpvet/mcpvet/guard"
	"github.com/mcpvet/mcpvet/guard/gosdk"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
)

// whole gets its deadline from the policy.
func whole() {
	s := sdk.NewServer(&sdk.Implementation{Name: "whole"}, nil)
	sdk.AddTool(s, &sdk.Tool{Name: "whole_run"}, func(ctx context.Context, req *sdk.CallToolRequest, _ struct{}) (*sdk.CallToolResult, any, error) {
		return nil, nil, exec.CommandContext(ctx, "make").Run()
	})
	if _, err := gosdk.Protect(s, guard.Policy{Tools: map[string]guard.Rule{"whole_run": {}}}); err != nil {
		log.Fatal(err)
	}
	log.Fatal(s.Run(context.Background(), &sdk.StdioTransport{}))
}

func main() {
	go whole()
	client := guard.NewHTTPClient(guard.HTTPOptions{})
	open := &http.Client{}                 // want `warning regular: this client has no timeout, and tool "open" makes requests with it that have no deadline`
	s := server.NewMCPServer("pages", "1") // want "warning pedantic: 1 of 2 tools have no maximum duration"
	s.AddTool(mcp.NewTool("bounded"), func(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		resp, err := client.Get("https://x.example")
		if err != nil {
			return mcp.NewToolResultError("not there"), nil
		}
		return mcp.NewToolResultText(resp.Status), resp.Body.Close()
	})
	s.AddTool(mcp.NewTool("open"), func(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		resp, err := open.Get("https://x.example")
		if err != nil {
			return mcp.NewToolResultError("not there"), nil
		}
		return mcp.NewToolResultText(resp.Status), resp.Body.Close()
	})
	log.Fatal(server.ServeStdio(s))
}
