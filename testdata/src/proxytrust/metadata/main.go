// Program metadata tells clients where it is, with the official SDK.
package main

import (
	"context"
	"encoding/json"
	"fmt"
	"log"
	"net/http"
	"slices"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"example.test/mcpvet/src/proxytrust/metadata/config"
)

type site struct{ cfg *config.Config }

type document struct {
	Resource string   `json:"resource"`
	Methods  []string `json:"bearer_methods_supported"`
}

// base believes the headers, unless the operator has set the URL.
func (s *site) base(r *http.Request) string {
	if s.cfg.Base != "" {
		return s.cfg.Base
	}
	scheme, host := "http", r.Host
	if p := r.Header.Get("X-Forwarded-Proto"); p != "" { // want `warning regular: the header "X-Forwarded-Proto" decides a URL that the server gives out`
		scheme = p
	}
	if h := r.Header.Get("X-Forwarded-Host"); h != "" { // want `warning regular: the header "X-Forwarded-Host" decides a URL that the server gives out`
		host = h
	}
	return scheme + "://" + host
}

func (s *site) describe(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Content-Type", "application/json")
	if err := json.NewEncoder(w).Encode(document{Resource: s.base(r) + "/mcp"}); err != nil {
		log.Print(err)
	}
}

// trusting believes them with the operator's consent.
func (s *site) trusting(r *http.Request) string {
	trust := s.cfg != nil && s.cfg.TrustHeaders
	scheme, host := "https", ""
	if trust {
		if fh := r.Header.Get("X-Forwarded-Host"); fh != "" {
			host = fh
		}
	}
	if host == "" {
		host = r.Host
	}
	if p := r.Header.Get("X-Forwarded-Proto"); trust && p != "" {
		scheme = strings.ToLower(p)
	}
	return scheme + "://" + host
}

func (s *site) careful(w http.ResponseWriter, r *http.Request) {
	if err := json.NewEncoder(w).Encode(document{Resource: s.trusting(r) + "/mcp"}); err != nil {
		log.Print(err)
	}
}

// challenge sends the client to where the metadata is.
func challenge(host func(*http.Request) string) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("WWW-Authenticate", fmt.Sprintf("Bearer resource_metadata=%q", "https://"+host(r)+"/.well-known/oauth-protected-resource"))
		w.WriteHeader(http.StatusUnauthorized)
	}
}

func said(r *http.Request) string {
	return pick(r.Header.Get("X-Original-Host"), r.Host) // want `warning regular: the header "X-Original-Host" decides a URL that the server gives out`
}

func pick[T comparable](a, b T) T {
	var zero T
	if a != zero {
		return a
	}
	return b
}

func login(w http.ResponseWriter, r *http.Request) {
	fields := strings.Split(r.Header.Get("Forwarded"), "host=") // want `warning regular: the header "Forwarded" decides a URL that the server gives out`
	http.Redirect(w, r, "https://"+fields[len(fields)-1]+"/login", http.StatusFound)
}

var hosts = []string{"mcp.example.com", "mcp.example.org"}

// listed is one of the hosts that the server has.
func listed(w http.ResponseWriter, r *http.Request) {
	host := r.Header.Get("X-Forwarded-Host")
	if !slices.Contains(hosts, host) {
		host = hosts[0]
	}
	http.Redirect(w, r, "https://"+host+"/login", http.StatusFound)
}

// secure asks how the client came, for no more than a header of the answer.
func secure(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.TLS != nil || r.Header.Get("X-Forwarded-Proto") == "https" { // want `note auditor: the header "X-Forwarded-Proto" decides how the client came here`
			w.Header().Set("Strict-Transport-Security", "max-age=63072000")
		}
		next.ServeHTTP(w, r)
	})
}

func fixed(w http.ResponseWriter, r *http.Request) {
	if r.Header.Get("X-Forwarded-Host") != "" {
		log.Print("behind a proxy")
	}
	http.Redirect(w, r, "https://mcp.example.com/login", http.StatusFound)
}

func main() {
	s := &site{cfg: config.Load()}
	srv := mcp.NewServer(&mcp.Implementation{Name: "metadata", Version: "1.0"}, nil)
	mcp.AddTool(srv, &mcp.Tool{Name: "whoami", Description: "Who am I?"}, func(_ context.Context, req *mcp.CallToolRequest, _ struct{}) (*mcp.CallToolResult, any, error) {
		from := req.Extra.Header.Get("X-Client-IP") // only told, decides nothing
		return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: from}}}, nil, nil
	})
	mcp.AddTool(srv, &mcp.Tool{Name: "link", Description: "Where is the page?"}, func(_ context.Context, req *mcp.CallToolRequest, _ struct{}) (*mcp.CallToolResult, any, error) {
		host := req.Extra.Header.Get("X-Forwarded-Host") // want `warning regular: the header "X-Forwarded-Host" decides a URL that the server gives out`
		return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: "https://" + host + "/page"}}}, nil, nil
	})
	mux := http.NewServeMux()
	mux.HandleFunc("/.well-known/oauth-protected-resource", s.describe)
	mux.HandleFunc("/careful", s.careful)
	mux.Handle("/challenge", challenge(said))
	mux.Handle("/host", challenge(func(r *http.Request) string { return r.Host }))
	mux.HandleFunc("/login", login)
	mux.HandleFunc("/listed", listed)
	mux.HandleFunc("/fixed", fixed)
	mux.Handle("/mcp", secure(mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return srv }, nil)))
	log.Fatal(http.ListenAndServe("127.0.0.1:8080", mux))
}
