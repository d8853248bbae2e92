// Program tokens keeps who was last there, with the official SDK.
package main

import (
	"context"
	"log"
	"net/http"
	"sync/atomic"

	"github.com/modelcontextprotocol/go-sdk/auth"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type user struct{ name string }

type holder[T any] struct{ value T }

func (h *holder[T]) set(v T) {
	h.value = v // want `warning regular: the identity of one caller is kept in`
}

func (h *holder[T]) get() T { return h.value }

var (
	current atomic.Value
	last    holder[string]
)

type textIn struct {
	Text string `json:"text"`
}

func tools(s *mcp.Server) {
	var note string
	mcp.AddTool(s, &mcp.Tool{Name: "note", Description: "Keeps a note."}, func(_ context.Context, req *mcp.CallToolRequest, in textIn) (*mcp.CallToolResult, any, error) {
		note = in.Text // want `warning regular: the argument "text" of one call is kept in a captured variable`
		local := in.Text
		return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: local}}}, nil, nil
	})
	mcp.AddTool(s, &mcp.Tool{Name: "read", Description: "Reads the note."}, func(_ context.Context, req *mcp.CallToolRequest, _ struct{}) (*mcp.CallToolResult, any, error) {
		if req.Extra != nil && req.Extra.TokenInfo != nil {
			last.set(req.Extra.TokenInfo.UserID)
		}
		me := user{name: req.Extra.TokenInfo.UserID}
		return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: note + last.get() + me.name}}}, nil, nil
	})
}

// remember is middleware that all requests share.
type remember struct {
	next http.Handler
	from string
}

func (m *remember) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	m.from = r.Header.Get("X-User") // want `warning regular: what the header "X-User" of one caller says is kept in m.from`
	m.next.ServeHTTP(w, r)
}

func (m *remember) who(w http.ResponseWriter, _ *http.Request) {
	if _, err := w.Write([]byte(m.from)); err != nil {
		log.Print(err)
	}
}

func session(w http.ResponseWriter, r *http.Request) {
	current.Store(r.Header.Get("X-Api-Key")) // want `warning regular: what the header "X-Api-Key" of one caller says is kept in tokens.current`
	if key, ok := current.Load().(string); ok {
		w.Header().Set("X-Seen", key[:1])
	}
}

// perSession makes a server for each session, with what its tools keep.
func perSession(r *http.Request) *mcp.Server {
	s := mcp.NewServer(&mcp.Implementation{Name: "tokens", Version: "1.0"}, nil)
	var mine string
	mcp.AddTool(s, &mcp.Tool{Name: "mine", Description: "Keeps a note of one session."}, func(_ context.Context, _ *mcp.CallToolRequest, in textIn) (*mcp.CallToolResult, any, error) {
		before := mine
		mine = in.Text
		return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: before}}}, nil, nil
	})
	return s
}

var once *mcp.Server

// first makes one server, for whoever comes first.
func first(r *http.Request) *mcp.Server {
	if once == nil {
		once = serverFor(r.Header.Get("Authorization")) // want `warning regular: what the header "Authorization" of one caller says is kept in tokens.once`
	}
	return once
}

func serverFor(token string) *mcp.Server {
	s := mcp.NewServer(&mcp.Implementation{Name: "of " + token, Version: "1.0"}, nil)
	return s
}

func main() {
	s := mcp.NewServer(&mcp.Implementation{Name: "tokens", Version: "1.0"}, nil)
	tools(s)
	verify := auth.RequireBearerToken(func(context.Context, string, *http.Request) (*auth.TokenInfo, error) {
		return nil, auth.ErrInvalidToken
	}, nil)
	m := &remember{next: mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return s }, nil)}
	mux := http.NewServeMux()
	mux.Handle("/mcp", verify(m))
	mux.HandleFunc("/who", m.who)
	mux.HandleFunc("/session", session)
	mux.Handle("/first", mcp.NewStreamableHTTPHandler(first, nil))
	mux.Handle("/own", mcp.NewStreamableHTTPHandler(perSession, nil))
	log.Fatal(http.ListenAndServe("127.0.0.1:8080", mux))
}
