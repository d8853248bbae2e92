// Program lacking has tools of whose calls nobody hears.
package main

import (
	"context"
	"log"
	"log/slog"
	"net/http"
	"os"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
)

type in struct{}

func record(req *sdk.CallToolRequest) { slog.Info("audit", "tool", req.Params.Name) }

func read(_ context.Context, req *sdk.CallToolRequest, _ in) (*sdk.CallToolResult, any, error) {
	record(req)
	return nil, nil, nil
}

func write(_ context.Context, req *sdk.CallToolRequest, _ in) (*sdk.CallToolResult, any, error) {
	defer record(req)
	return nil, nil, nil
}

func silent(_ context.Context, req *sdk.CallToolRequest, _ in) (*sdk.CallToolResult, any, error) {
	return nil, nil, nil
}

// failing writes down errors only: that is no trail.
func failing(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	data, err := os.ReadFile("data")
	if err != nil {
		log.Printf("%s failed: %v", req.Params.Name, err)
		return nil, err
	}
	return mcp.NewToolResultText(string(data)), nil
}

// quiet writes what only who develops it sees.
func quiet(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	slog.Debug("call", "tool", req.Params.Name)
	return mcp.NewToolResultText("done"), nil
}

// chatty writes a line that speaks of it, as people do who look for a fault.
func chatty(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	log.Print("chatty_tool: starting")
	return mcp.NewToolResultText("done"), nil
}

// with makes a logger that says which tool it was, and whispers.
func with(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	slog.Default().With("tool", req.Params.Name).Debug("call")
	return mcp.NewToolResultText("done"), nil
}

// loud is with aloud.
func loud(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	slog.Default().With("tool", req.Params.Name).Info("call")
	return mcp.NewToolResultText("done"), nil
}

func main() {
	w := server.NewMCPServer("with", "1") // want `warning regular: the tool of server "with" has no record of every call`
	w.AddTool(mcp.NewTool("with"), with)
	go server.NewStreamableHTTPServer(w).Start(":5")
	l2 := server.NewMCPServer("loud", "1")
	l2.AddTool(mcp.NewTool("loud"), loud)
	go server.NewStreamableHTTPServer(l2).Start(":6")

	c := server.NewMCPServer("chatty", "1") // want `warning regular: 1 of 2 tools of server "chatty" have no record of every call`
	c.AddTool(mcp.NewTool("chatty_tool"), chatty)
	c.AddTool(mcp.NewTool("quiet"), quiet)
	go server.NewStreamableHTTPServer(c).Start(":4")

	s := server.NewMCPServer("open", "1") // want `warning regular: 2 of 2 tools of server "open" have no record of every call`
	s.AddTool(mcp.NewTool("failing"), failing)
	s.AddTool(mcp.NewTool("quiet"), quiet)
	go server.NewStreamableHTTPServer(s).Start(":1")

	l := server.NewMCPServer("local", "1") // want `warning pedantic: the tool of server "local" has no record of every call`
	l.AddTool(mcp.NewTool("quiet"), quiet)
	log.Print(server.ServeStdio(l))

	most := sdk.NewServer(&sdk.Implementation{Name: "most"}, nil)
	sdk.AddTool(most, &sdk.Tool{Name: "read"}, read)
	sdk.AddTool(most, &sdk.Tool{Name: "write"}, write)
	sdk.AddTool(most, &sdk.Tool{Name: "silent"}, silent) // want `warning regular: tool "silent" has no record of every call; 2 other tools`
	http.ListenAndServe(":3", sdk.NewStreamableHTTPHandler(func(*http.Request) *sdk.Server { return most }, nil))
}
