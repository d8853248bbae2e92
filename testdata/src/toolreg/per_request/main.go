// Command per_request makes a server for each request, in the handler of a type
// of its own, by a function that was put into it.
package main

import (
	"context"
	"log"
	"net/http"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// live: no

type in struct {
	ID string `json:"id"`
}

func handle(context.Context, *mcp.CallToolRequest, in) (*mcp.CallToolResult, any, error) {
	return nil, nil, nil
}

func newServer(name string) *mcp.Server {
	s := mcp.NewServer(&mcp.Implementation{Name: "per_request", Version: "1"}, nil) // server: per_request.newServer transports=http
	mcp.AddTool(s, &mcp.Tool{Name: name}, handle)
	return s
}

// A desk answers requests with servers of their own.
type desk struct {
	make func(name string) *mcp.Server
	name string
}

func (d *desk) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	s := d.make(d.name)
	mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return s }, &mcp.StreamableHTTPOptions{Stateless: true}).ServeHTTP(w, r)
}

// A shelf is a handler that makes none.
type shelf struct{}

func (shelf) ServeHTTP(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusNoContent) }

func main() {
	mux := http.NewServeMux()
	mux.Handle("/mcp", &desk{make: newServer, name: "ask"}) // tool: ask
	mux.Handle("/", shelf{})
	log.Fatal(http.ListenAndServe("localhost:1", mux))
}
