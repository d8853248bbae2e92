// Program companion has servers whose calls the companion library limits, and
// tools beside it that nothing limits.
package main

import (
	"context"
	"log"
	"net/http"
	"os"
	"time"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
	"github.com/mcpvet/mcpvet/guard"
	"github.com/mcpvet/mcpvet/guard/gosdk"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
)

type in struct {
	Name string `json:"name"`
}

func write(ctx context.Context, req *sdk.CallToolRequest, a in) (*sdk.CallToolResult, any, error) {
	return nil, nil, os.WriteFile("data/"+a.Name, nil, 0o600)
}

func whole(policy guard.Policy) {
	s := sdk.NewServer(&sdk.Implementation{Name: "whole"}, nil)
	sdk.AddTool(s, &sdk.Tool{Name: "whole_write"}, write)
	if _, err := gosdk.Protect(s, policy); err != nil {
		log.Fatal(err)
	}
	h := sdk.NewStreamableHTTPHandler(func(*http.Request) *sdk.Server { return s }, nil)
	log.Fatal(http.ListenAndServe("localhost:8080", h))
}

func remove(req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	return mcp.NewToolResultText("removed"), os.Remove("data/" + req.GetString("name", ""))
}

func main() {
	go whole(guard.Policy{Tools: map[string]guard.Rule{"whole_write": {}}})
	limiter, err := guard.NewLimiter(guard.Rate{N: 10, Per: time.Minute}, guard.Rate{N: 100, Per: time.Minute}, 0)
	if err != nil {
		log.Fatal(err)
	}
	s := server.NewMCPServer("own", "1")
	s.AddTool(mcp.NewTool("limited_remove"), func(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		id, _ := guard.IdentityFrom(ctx)
		if err := limiter.Allow(id.User, "limited_remove"); err != nil {
			return mcp.NewToolResultError(err.Error()), nil
		}
		return remove(req)
	})
	s.AddTool(mcp.NewTool("counted_remove"), func(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) { // want `warning regular: tool "counted_remove" has no rate limit`
		id, _ := guard.IdentityFrom(ctx)
		_ = limiter.Allow(id.User, "counted_remove")
		return remove(req)
	})
	s.AddTool(mcp.NewTool("forwarded_remove"), func(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		if err := limiter.Allow(req.Header.Get("X-Client"), "forwarded_remove"); err != nil { // want `warning regular: the client chooses what the limit before tool "forwarded_remove" counts by`
			return mcp.NewToolResultError(err.Error()), nil
		}
		return remove(req)
	})
	log.Fatal(server.NewStreamableHTTPServer(s).Start("localhost:8081"))
}
