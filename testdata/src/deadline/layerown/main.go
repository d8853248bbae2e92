// Command layerown bounds the requests of its server by a handler of its own.
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

func limited(next http.Handler, most time.Duration) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		ctx, cancel := context.WithTimeout(r.Context(), most)
		defer cancel()
		next.ServeHTTP(w, r.WithContext(ctx))
	})
}

func main() {
	s := server.NewMCPServer("layerown", "1")
	s.AddTool(mcp.NewTool("ask"), ask)
	mux := http.NewServeMux()
	mux.Handle("/mcp", limited(server.NewStreamableHTTPServer(s), time.Minute))
	srv := &http.Server{Addr: "127.0.0.1:8080", ReadHeaderTimeout: time.Second, Handler: mux}
	log.Fatal(srv.ListenAndServe())
}
