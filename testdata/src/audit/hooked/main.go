// Command hooked has servers of which one has hooks that write down every call.
package main

import (
	"context"
	"log"
	"log/slog"
	"net/http"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

func look(context.Context, mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	return mcp.NewToolResultText("nothing"), nil
}

func see(context.Context, *sdk.CallToolRequest, struct{}) (*sdk.CallToolResult, any, error) {
	return &sdk.CallToolResult{}, nil, nil
}

func recorded() *server.MCPServer {
	h := &server.Hooks{}
	h.AddBeforeCallTool(func(ctx context.Context, id any, req *mcp.CallToolRequest) {
		slog.InfoContext(ctx, "tool called", "tool", req.Params.Name, "id", id)
	})
	s := server.NewMCPServer("recorded", "1.0.0", server.WithHooks(h), server.WithLogging())
	s.AddTool(mcp.NewTool("one"), look)
	return s
}

// built gets its options from whoever builds it.
func built(opts ...server.ServerOption) *server.MCPServer {
	s := server.NewMCPServer("built", "1.0.0", opts...)
	s.AddTool(mcp.NewTool("two"), look)
	return s
}

func together() *server.MCPServer {
	h := &server.Hooks{}
	h.AddBeforeCallTool(func(ctx context.Context, id any, req *mcp.CallToolRequest) {
		slog.InfoContext(ctx, "tool called", "tool", req.Params.Name, "id", id)
	})
	return built(server.WithHooks(h))
}

func bare() *server.MCPServer {
	s := server.NewMCPServer("bare", "1.0.0", server.WithLogging()) // want `the tool of server "bare" has no record of every call`
	s.AddTool(mcp.NewTool("three"), look)
	return s
}

func other() *sdk.Server {
	s := sdk.NewServer(&sdk.Implementation{Name: "other"}, nil) // want `the tool of server "other" has no record of every call`
	sdk.AddTool(s, &sdk.Tool{Name: "four"}, see)
	return s
}

// pair makes two servers, and gives its hooks to one.
func pair() (*server.MCPServer, *server.MCPServer) {
	h := &server.Hooks{}
	h.AddBeforeCallTool(func(ctx context.Context, id any, req *mcp.CallToolRequest) {
		slog.InfoContext(ctx, "tool called", "tool", req.Params.Name, "id", id)
	})
	left := server.NewMCPServer("left", "1.0.0", server.WithHooks(h))
	left.AddTool(mcp.NewTool("five"), look)
	right := server.NewMCPServer("right", "1.0.0", server.WithLogging()) // want `the tool of server "right" has no record of every call`
	right.AddTool(mcp.NewTool("six"), look)
	return left, right
}

func main() {
	mux := http.NewServeMux()
	mux.Handle("/recorded", server.NewStreamableHTTPServer(recorded()))
	mux.Handle("/together", server.NewStreamableHTTPServer(together()))
	mux.Handle("/bare", server.NewStreamableHTTPServer(bare()))
	l, r := pair()
	mux.Handle("/left", server.NewStreamableHTTPServer(l))
	mux.Handle("/right", server.NewStreamableHTTPServer(r))
	o := other()
	mux.Handle("/other", sdk.NewStreamableHTTPHandler(func(*http.Request) *sdk.Server { return o }, nil))
	log.Fatal(http.ListenAndServe("localhost:8080", mux))
}
