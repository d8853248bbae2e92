// Program twohalves serves the two handlers of SSE on routes of their own: the
// stream reads no body, the messages do.
package main

import (
	"context"
	"crypto/subtle"
	"log"
	"net/http"
	"os"
	"time"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

func token(next http.Handler) http.Handler {
	want := os.Getenv("TOKEN")
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if want == "" || subtle.ConstantTimeCompare([]byte(r.Header.Get("X-Token")), []byte(want)) != 1 {
			http.Error(w, "no", http.StatusUnauthorized)
			return
		}
		next.ServeHTTP(w, r)
	})
}

func sse(name string) *server.SSEServer {
	s := server.NewMCPServer(name, "1.0.0")
	s.AddTool(mcp.NewTool("ping", mcp.WithDescription("Answers.")), func(context.Context, mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		return mcp.NewToolResultText("pong"), nil
	})
	return server.NewSSEServer(s)
}

func main() {
	limited := sse("limited")
	mux := http.NewServeMux()
	mux.Handle("/sse", token(limited.SSEHandler()))
	mux.Handle("/message", token(http.MaxBytesHandler(limited.MessageHandler(), 1<<20)))
	one := &http.Server{Addr: ":9701", Handler: mux, ReadHeaderTimeout: time.Second}
	go one.ListenAndServe()

	open := sse("open")
	other := http.NewServeMux()
	other.Handle("/sse", token(open.SSEHandler()))
	other.Handle("/message", http.MaxBytesHandler(open.MessageHandler(), 1<<20))
	two := &http.Server{Addr: ":9702", Handler: other, ReadHeaderTimeout: time.Second} // want `error regular: the SSE endpoint of server "open" listens on all interfaces`
	go two.ListenAndServe()

	large := sse("large")
	third := http.NewServeMux()
	third.Handle("/sse", token(large.SSEHandler()))
	third.Handle("/message", token(large.MessageHandler()))
	three := &http.Server{Addr: ":9703", Handler: third, ReadHeaderTimeout: time.Second} // want `warning regular: the SSE endpoint of server "large" has no limit on request bodies`
	log.Fatal(three.ListenAndServe())
}
