// Program forward knows its callers' tokens and hands them on, with mcp-go.
package main

import (
	"context"
	"crypto/subtle"
	"log"
	"net/http"
	"os"
	"strings"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"

	"example.test/mcpvet/src/passthrough/forward/upstream"
)

func withToken(ctx context.Context, r *http.Request) context.Context {
	return upstream.With(ctx, r.Header.Get("Authorization"))
}

// guard lets in who has the token of this server.
func guard(token string, next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		got := strings.TrimPrefix(r.Header.Get("Authorization"), "Bearer ")
		if subtle.ConstantTimeCompare([]byte(got), []byte(token)) != 1 {
			http.Error(w, "no", http.StatusUnauthorized)
			return
		}
		next.ServeHTTP(w, r)
	})
}

func main() {
	own := upstream.Own{Token: os.Getenv("SERVICE_TOKEN")}
	s := server.NewMCPServer("forward", "1.0")
	s.AddTool(mcp.NewTool("tickets"), func(ctx context.Context, _ mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		return mcp.NewToolResultText("asked"), upstream.Get(ctx, upstream.Callers{}, "https://tickets.corp.test/")
	})
	s.AddTool(mcp.NewTool("wiki"), func(ctx context.Context, _ mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		return mcp.NewToolResultText("asked"), upstream.Direct(ctx, own, "https://wiki.corp.test/")
	})
	s.AddTool(mcp.NewTool("mail"), func(ctx context.Context, _ mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		return mcp.NewToolResultText("asked"), upstream.Login(ctx, "https://mail.corp.test/")
	})
	s.AddTool(mcp.NewTool("calendar"), func(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		r, err := http.NewRequestWithContext(ctx, http.MethodGet, "https://calendar.corp.test/", nil)
		if err != nil {
			return nil, err
		}
		r.Header.Set("X-Calendar-Token", req.Header.Get("X-Calendar-Token")) // for that service, and for no other
		r.Header.Set("Authorization", req.Header.Get("Authorization"))       // want `error regular: the token in the caller's header "Authorization" is sent on to another service`
		resp, err := http.DefaultClient.Do(r)
		if err != nil {
			return nil, err
		}
		return mcp.NewToolResultText(resp.Status), resp.Body.Close()
	})
	http.DefaultClient.Transport = &upstream.Transport{Base: http.DefaultTransport}
	h := server.NewStreamableHTTPServer(s, server.WithHTTPContextFunc(withToken))
	log.Fatal(http.ListenAndServe("127.0.0.1:8080", guard(os.Getenv("SERVER_TOKEN"), h)))
}
