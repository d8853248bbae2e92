// Program looked looks callers up by their tokens, with mcp-go, and keeps what
// it finds.
package main

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"log"
	"net/http"
	"os"
	"strings"
	"sync"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

type caller struct {
	user   string
	scopes []string
}

type callerKey struct{}

func bearer(known map[string]caller, next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		sum := sha256.Sum256([]byte(strings.TrimPrefix(r.Header.Get("Authorization"), "Bearer ")))
		who, found := known[hex.EncodeToString(sum[:])]
		if !found {
			http.Error(w, "unauthorised", http.StatusUnauthorized)
			return
		}
		next.ServeHTTP(w, r.WithContext(context.WithValue(r.Context(), callerKey{}, who)))
	})
}

type app struct {
	mu    sync.Mutex
	user  string
	calls map[string]int
	last  caller
}

// current keeps whoever calls in the struct that all calls share.
func (a *app) current(next server.ToolHandlerFunc) server.ToolHandlerFunc {
	return func(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		who, _ := ctx.Value(callerKey{}).(caller)
		a.mu.Lock()
		a.user = who.user // want `warning regular: the identity of one caller is kept in`
		a.calls[who.user]++
		a.mu.Unlock()
		return next(ctx, req)
	}
}

func (a *app) whoami(ctx context.Context, _ mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	before := a.last.user
	a.last, _ = ctx.Value(callerKey{}).(caller) // want `warning regular: the identity of one caller is kept in`
	return mcp.NewToolResultText(a.user + before), nil
}

// own only asks the context.
func (a *app) own(ctx context.Context, _ mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	who, _ := ctx.Value(callerKey{}).(caller)
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.calls[who.user] > 100 {
		return mcp.NewToolResultError("enough"), nil
	}
	return mcp.NewToolResultText(who.user), nil
}

func main() {
	a := &app{calls: map[string]int{}}
	s := server.NewMCPServer("looked", "1.0.0", server.WithToolHandlerMiddleware(a.current))
	s.AddTool(mcp.NewTool("whoami", mcp.WithDescription("Who am I?")), a.whoami)
	s.AddTool(mcp.NewTool("own", mcp.WithDescription("Who am I?")), a.own)
	known := map[string]caller{os.Getenv("DIGEST"): {user: "ops"}}
	log.Fatal(http.ListenAndServe("localhost:8080", bearer(known, server.NewStreamableHTTPServer(s))))
}
