// Command offered makes a server for each caller, with the tools that his scopes
// allow; beside it stands one whose tools appear for everybody as soon as one
// caller may use them.
package main

import (
	"context"
	"errors"
	"log"
	"net/http"
	"os"
	"slices"
	"time"

	"github.com/modelcontextprotocol/go-sdk/auth"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type none struct{}

func remove(context.Context, *mcp.CallToolRequest, none) (*mcp.CallToolResult, any, error) {
	return &mcp.CallToolResult{}, nil, os.Remove("/srv/data")
}

func list(context.Context, *mcp.CallToolRequest, none) (*mcp.CallToolResult, any, error) {
	b, err := os.ReadFile("/srv/data")
	return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: string(b)}}}, nil, err
}

func may(r *http.Request, scope string) bool {
	info := auth.TokenInfoFromContext(r.Context())
	return info != nil && slices.Contains(info.Scopes, scope)
}

// own makes a server for one caller.
func own(r *http.Request) *mcp.Server {
	s := mcp.NewServer(&mcp.Implementation{Name: "own", Version: "1.0.0"}, nil)
	if may(r, "data:read") {
		mcp.AddTool(s, &mcp.Tool{Name: "own_list"}, list)
	}
	if may(r, "data:write") {
		writers(s)
	}
	return s
}

func writers(s *mcp.Server) { mcp.AddTool(s, &mcp.Tool{Name: "own_remove"}, remove) }

var shared = mcp.NewServer(&mcp.Implementation{Name: "shared", Version: "1.0.0"}, nil) // want `2 of 2 tools of server "shared" have no check of the caller's scope, only whether there is a caller`

// all adds to a server that is there for everybody.
func all(r *http.Request) *mcp.Server {
	if may(r, "data:read") {
		mcp.AddTool(shared, &mcp.Tool{Name: "shared_list"}, list)
	}
	if may(r, "data:write") {
		mcp.AddTool(shared, &mcp.Tool{Name: "shared_remove"}, remove)
	}
	return shared
}

func verify(_ context.Context, token string, _ *http.Request) (*auth.TokenInfo, error) {
	if token != os.Getenv("TOKEN") {
		return nil, errors.New("unknown")
	}
	return &auth.TokenInfo{UserID: "one", Expiration: time.Now().Add(time.Minute)}, nil
}

func main() {
	mux := http.NewServeMux()
	opts := &mcp.StreamableHTTPOptions{Stateless: true}
	mux.Handle("/own", auth.RequireBearerToken(verify, nil)(mcp.NewStreamableHTTPHandler(own, opts)))
	mux.Handle("/shared", auth.RequireBearerToken(verify, nil)(mcp.NewStreamableHTTPHandler(all, opts)))
	hs := &http.Server{Addr: "127.0.0.1:8080", Handler: mux, ReadHeaderTimeout: 5 * time.Second}
	log.Fatal(hs.ListenAndServe())
}
