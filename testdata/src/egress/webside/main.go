// Command webside serves pages of its own beside its tools.
package main

import (
	"context"
	"fmt"
	"io"
	"log"
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type nothing struct{}

// A mirror shows pages of the documentation.
type mirror struct {
	client *http.Client
	base   string
	hosts  map[string]bool
}

func (m *mirror) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	m.copy(r.Context(), w, m.base+"/"+url.PathEscape(r.PathValue("page")))
}

// anywhere fetches what the caller names.
func (m *mirror) anywhere(w http.ResponseWriter, r *http.Request) {
	m.copy(r.Context(), w, r.URL.Query().Get("from"))
}

// region builds the host from what the caller sends.
func (m *mirror) region(w http.ResponseWriter, r *http.Request) {
	m.copy(r.Context(), w, fmt.Sprintf("https://%s.docs.example.test/index", r.FormValue("region")))
}

// listed fetches from hosts that the operator has named.
func (m *mirror) listed(w http.ResponseWriter, r *http.Request) {
	u, err := url.Parse(r.FormValue("from"))
	if err != nil || u.Scheme != "https" || !m.hosts[u.Host] {
		http.Error(w, "not allowed", http.StatusForbidden)
		return
	}
	m.copy(r.Context(), w, u.String())
}

// wellKnown asks the provider for the page that was asked for: the path of a
// request begins with a slash.
func (m *mirror) wellKnown(w http.ResponseWriter, r *http.Request) {
	m.copy(r.Context(), w, m.base+r.URL.Path)
}

func (m *mirror) copy(ctx context.Context, w http.ResponseWriter, from string) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, from, nil) // want `argument "from" of the HTTP handler anywhere chooses the host of a request` `argument "region" of the HTTP handler region becomes part of the host of a request`
	if err != nil {
		http.Error(w, "bad address", http.StatusBadRequest)
		return
	}
	res, err := m.client.Do(req)
	if err != nil {
		http.Error(w, "unavailable", http.StatusBadGateway)
		return
	}
	defer res.Body.Close()
	if _, err := io.Copy(w, io.LimitReader(res.Body, 1<<20)); err != nil {
		log.Print(err)
	}
}

// logged stands around all of them, and hands on what it gets.
func logged(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		log.Print(strings.ToUpper(r.Method))
		next.ServeHTTP(w, r)
	})
}

func main() {
	s := mcp.NewServer(&mcp.Implementation{Name: "webside"}, nil)
	mcp.AddTool(s, &mcp.Tool{Name: "now"}, func(context.Context, *mcp.CallToolRequest, nothing) (*mcp.CallToolResult, any, error) {
		return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: time.Now().String()}}}, nil, nil
	})
	m := &mirror{client: &http.Client{Timeout: time.Minute}, base: "https://docs.example.test", hosts: map[string]bool{"docs.example.test": true}}
	mux := http.NewServeMux()
	mux.Handle("/mcp", mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return s }, nil))
	mux.Handle("/pages/{page}", m)
	mux.HandleFunc("/any", m.anywhere)
	mux.HandleFunc("/region", m.region)
	mux.HandleFunc("/listed", m.listed)
	mux.HandleFunc("/.well-known/", m.wellKnown)
	log.Fatal(http.ListenAndServe("127.0.0.1:8080", logged(mux)))
}
