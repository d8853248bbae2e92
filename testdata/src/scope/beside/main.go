// Program beside has resources beside tools that are checked.
package main

import (
	"context"
	"net/http"
	"os"
	"slices"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

type user struct{ scopes []string }

type userKey struct{}

var known = map[string]*user{}

// who is what the SDK calls for each request.
func who(ctx context.Context, r *http.Request) context.Context {
	return context.WithValue(ctx, userKey{}, known[r.Header.Get("Authorization")])
}

func scoped(next server.ToolHandlerFunc) server.ToolHandlerFunc {
	return func(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		u, _ := ctx.Value(userKey{}).(*user)
		if u == nil || !slices.Contains(u.scopes, req.Params.Name) {
			return mcp.NewToolResultError("not allowed"), nil
		}
		return next(ctx, req)
	}
}

func letter(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	data, err := os.ReadFile("letter.txt")
	return mcp.NewToolResultText(string(data)), err
}

func readLetter(ctx context.Context, req mcp.ReadResourceRequest) ([]mcp.ResourceContents, error) {
	data, err := os.ReadFile("letter.txt")
	return []mcp.ResourceContents{mcp.TextResourceContents{URI: req.Params.URI, Text: string(data)}}, err
}

func help(ctx context.Context, req mcp.ReadResourceRequest) ([]mcp.ResourceContents, error) {
	return []mcp.ResourceContents{mcp.TextResourceContents{URI: req.Params.URI, Text: "Ask for letters."}}, nil
}

func task(ctx context.Context, req mcp.CallToolRequest) (*mcp.CreateTaskResult, error) {
	return nil, os.Remove("letter.txt")
}

func main() {
	s := server.NewMCPServer("letters", "1", server.WithToolHandlerMiddleware(scoped))
	s.AddTool(mcp.NewTool("letter"), letter)
	s.AddTool(mcp.NewTool("again"), letter)
	s.AddResource(mcp.NewResource("letters://one", "one"), readLetter) // want `error regular: resource "one" has no check of the caller's scope; 2 other tools`
	s.AddResource(mcp.NewResource("letters://help", "help"), help)
	go server.NewStreamableHTTPServer(s, server.WithHTTPContextFunc(who)).Start(":1")

	t := server.NewMCPServer("tasks", "1", server.WithToolHandlerMiddleware(scoped))
	t.AddTool(mcp.NewTool("letter"), letter)
	t.AddTaskTool(mcp.NewTool("burn"), task) // want `error regular: tool "burn" has no check of the caller's scope, and tool "letter" has one`
	server.NewStreamableHTTPServer(t, server.WithHTTPContextFunc(who)).Start(":2")
}
