// Package main has functions around handlers that are not in the program.
package main

import (
	"log"
	"net/http"
	"sync"
	"time"

	"example.test/outside"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

func handler(name string) http.Handler {
	s := mcp.NewServer(&mcp.Implementation{Name: name, Version: "1"}, nil)
	return mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return s }, nil)
}

func web(addr string, h http.Handler) error {
	return (&http.Server{Addr: addr, Handler: h, ReadHeaderTimeout: time.Second}).ListenAndServe() // want `error regular: .* listens on`
}

type counter struct {
	mu sync.Mutex
	n  map[string]int
}

func (c *counter) allow(key string) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.n[key]++
	return c.n[key] < 100
}

// limited counts by a header: that asks nobody who they are.
func limited(c *counter, next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !c.allow(r.Header.Get("Authorization")) {
			http.Error(w, "later", http.StatusTooManyRequests)
			return
		}
		next.ServeHTTP(w, r)
	})
}

func main() {
	traced := &http.Server{Addr: ":9901", Handler: outside.Traced("mcp")(handler("traced")), ReadHeaderTimeout: time.Second} // want `error regular: the HTTP endpoint of server "traced" listens on all interfaces`
	go traced.ListenAndServe()

	login := &http.Server{Addr: ":9902", Handler: outside.RequireLogin(outside.Traced("mcp")(handler("login"))), ReadHeaderTimeout: time.Second}
	go login.ListenAndServe()

	counted := &http.Server{Addr: ":9903", Handler: limited(&counter{n: map[string]int{}}, handler("counted")), ReadHeaderTimeout: time.Second} // want `error regular: the HTTP endpoint of server "counted" listens on all interfaces`
	go counted.ListenAndServe()

	log.Fatal(web("0.0.0.0:9904", handler("last")))
}
