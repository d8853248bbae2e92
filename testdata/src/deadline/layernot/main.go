// Command layernot bounds HTTP requests, of which its handlers get to know
// nothing: the SDK does not derive their contexts from requests, or the server is
// served in another way as well.
package main

import (
	"context"
	"log"
	"net/http"
	"time"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
	gosdk "github.com/modelcontextprotocol/go-sdk/mcp"
)

func fetch(ctx context.Context, c *http.Client) error {
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, "https://api.example.test/", nil)
	if err != nil {
		return err
	}
	resp, err := c.Do(r)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

type in struct{}

func session(ctx context.Context, _ *gosdk.CallToolRequest, _ in) (*gosdk.CallToolResult, any, error) {
	return nil, nil, fetch(ctx, &http.Client{}) // want `this client has no timeout, and tool "session"`
}

func both(ctx context.Context, _ mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	return mcp.NewToolResultText("ok"), fetch(ctx, &http.Client{}) // want `this client has no timeout, and tool "both"`
}

func main() {
	one := gosdk.NewServer(&gosdk.Implementation{Name: "one", Version: "1"}, nil) // want `1 of 1 tools have no maximum duration`
	gosdk.AddTool(one, &gosdk.Tool{Name: "session", Description: "Asks."}, session)
	two := server.NewMCPServer("two", "1") // want `1 of 1 tools have no maximum duration`
	two.AddTool(mcp.NewTool("both"), both)

	mux := http.NewServeMux()
	mux.Handle("/one", http.TimeoutHandler(gosdk.NewStreamableHTTPHandler(func(*http.Request) *gosdk.Server { return one }, nil), time.Minute, "late"))
	mux.Handle("/two", http.TimeoutHandler(server.NewStreamableHTTPServer(two), time.Minute, "late"))
	go func() { log.Fatal(server.ServeStdio(two)) }()
	srv := &http.Server{Addr: "127.0.0.1:8080", ReadHeaderTimeout: time.Second, Handler: mux}
	log.Fatal(srv.ListenAndServe())
}
