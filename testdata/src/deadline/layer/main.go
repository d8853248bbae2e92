// Command layer bounds the requests of its server in the HTTP layer, from
// where this SDK takes the contexts of its handlers.
package main

import (
	"context"
	"log"
	"net/http"
	"time"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

func ask(ctx context.Context, _ mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, "https://api.example.test/", nil)
	if err != nil {
		return nil, err
	}
	resp, err := http.DefaultClient.Do(r)
	if err != nil {
		return nil, err
	}
	return mcp.NewToolResultText(resp.Status), resp.Body.Close()
}

func main() {
	s := server.NewMCPServer("layer", "1")
	s.AddTool(mcp.NewTool("ask"), ask)
	h := server.NewStreamableHTTPServer(s)
	srv := &http.Server{Addr: "127.0.0.1:8080", ReadHeaderTimeout: time.Second, Handler: http.TimeoutHandler(h, time.Minute, "late")}
	log.Fatal(srv.ListenAndServe())
}
