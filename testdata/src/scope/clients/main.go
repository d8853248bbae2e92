// Program clients makes the client of a service with the token of the caller, and
// keeps it for the next call. Whether that goes well says nothing of what the
// caller may do here.
package main

import (
	"context"
	"crypto/sha256"
	"errors"
	"log"
	"net/http"
	"os"
	"sync"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

type tokenKey struct{}

type client struct {
	token  [32]byte
	bearer string
}

var clients sync.Map

// of returns the client of the caller's session, a new one if it has another
// token by now.
func of(ctx context.Context) (*client, error) {
	token, _ := ctx.Value(tokenKey{}).(string)
	if token == "" {
		return nil, errors.New("no token")
	}
	if v, ok := clients.Load(token); ok {
		if c := v.(*client); c.token == sha256.Sum256([]byte(token)) {
			return c, nil
		}
	}
	return dial(token)
}

func dial(token string) (*client, error) {
	if _, err := http.NewRequest(http.MethodGet, "https://api.example.test/"+token, nil); err != nil {
		return nil, err
	}
	c := &client{token: sha256.Sum256([]byte(token)), bearer: token}
	clients.Store(token, c)
	return c, nil
}

func remove(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	c, err := of(ctx)
	if err != nil {
		return mcp.NewToolResultError("no client"), nil
	}
	return mcp.NewToolResultText("removed by " + c.bearer[:1]), os.Remove("data/" + req.GetString("name", ""))
}

func main() {
	s := server.NewMCPServer("clients", "1") // want `warning pedantic: the tool of server "clients" has no check of the caller.s scope, only whether there is a caller`
	s.AddTool(mcp.NewTool("remove"), remove)
	h := server.NewStreamableHTTPServer(s, server.WithHTTPContextFunc(func(ctx context.Context, r *http.Request) context.Context {
		return context.WithValue(ctx, tokenKey{}, r.Header.Get("Authorization"))
	}))
	log.Fatal(h.Start(":1"))
}
