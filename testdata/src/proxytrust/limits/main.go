// Program limits counts requests by what they say of themselves, with mcp-go.
package main

import (
	"context"
	"log"
	"log/slog"
	"net"
	"net/http"
	"os"
	"strings"
	"sync"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"

	"example.test/mcpvet/src/proxytrust/limits/client"
)

type counter struct {
	mu   sync.Mutex
	seen map[string]int
}

func (c *counter) allow(key string) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.seen[key]++
	return c.seen[key] < 100
}

// limit works with whatever tells the address of a client.
func limit(c *counter, who client.Resolver, next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !c.allow(who.Address(r)) {
			http.Error(w, "slow down", http.StatusTooManyRequests)
			return
		}
		next.ServeHTTP(w, r)
	})
}

// inside lets callers from the own network in, wherever they say they are.
func inside(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		ip := net.ParseIP(r.Header.Get(client.Header)) // want `warning regular: the header "X-Real-IP" decides which address the caller has`
		if ip == nil || !ip.IsPrivate() {
			http.Error(w, "forbidden", http.StatusForbidden)
			return
		}
		next.ServeHTTP(w, r)
	})
}

// office lets callers from the office in.
func office(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !strings.HasPrefix(r.Header.Get("True-Client-IP"), "10.8.") { // want `warning regular: the header "True-Client-IP" decides which address the caller has`
			http.Error(w, "forbidden", http.StatusForbidden)
			return
		}
		if strings.HasPrefix(r.Header.Get("Forwarded"), "by=") { // only how it is written
			log.Print("by is there")
		}
		next.ServeHTTP(w, r)
	})
}

type userKey struct{}

// identify keeps the user for the tools.
func identify(ctx context.Context, r *http.Request) context.Context {
	return context.WithValue(ctx, userKey{}, r.Header.Get("X-Forwarded-User")) // want `warning regular: the header "X-Forwarded-User" decides who the caller is`
}

func purge(ctx context.Context, _ mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	if user, _ := ctx.Value(userKey{}).(string); user != "admin" {
		return mcp.NewToolResultError("not yours"), nil
	}
	return mcp.NewToolResultText("done"), nil
}

// real is a middleware that puts the header in the place of the address.
func real(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if v := r.Header["X-Real-Ip"]; len(v) > 0 { // want `warning regular: the header "X-Real-Ip" decides which address the caller has`
			r.RemoteAddr = v[0]
		}
		next.ServeHTTP(w, r)
	})
}

// proxied is real where the operator says that there is a proxy.
func proxied(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if v := r.Header.Get("X-Real-IP"); v != "" {
			r.RemoteAddr = v
		}
		next.ServeHTTP(w, r)
	})
}

// switched counts by the header where a switch is on.
type switched struct {
	count counter
	trust bool
	next  http.Handler
}

func (s *switched) key(r *http.Request) string {
	if s.trust {
		if xff := r.Header.Get("X-Forwarded-For"); xff != "" {
			return xff
		}
	}
	return r.RemoteAddr
}

func (s *switched) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if !s.count.allow(s.key(r)) {
		http.Error(w, "slow down", http.StatusTooManyRequests)
		return
	}
	s.next.ServeHTTP(w, r)
}

// loopback counts by the header where the proxy on the same machine sends it.
func loopback(c *counter, next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		key := r.RemoteAddr
		if strings.HasPrefix(r.RemoteAddr, "127.0.0.1:") {
			key = r.Header.Get("X-Forwarded-For")
		}
		if c.allow(key) {
			next.ServeHTTP(w, r)
		}
	})
}

// mode counts by the header that the operator has chosen.
func mode(c *counter, from string, next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		key := r.RemoteAddr
		switch from {
		case "CF-Connecting-IP":
			key = r.Header.Get("CF-Connecting-IP")
		case "True-Client-IP":
			key = r.Header.Get("True-Client-IP")
		}
		if c.allow(key) {
			next.ServeHTTP(w, r)
		}
	})
}

// journal only writes down what the header says.
func journal(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		from := r.Header.Get("X-Forwarded-For")
		if from == "" {
			from = r.RemoteAddr
		}
		slog.Info("request", "from", from)
		next.ServeHTTP(w, r)
	})
}

// forward hands the header on to the service behind.
func forward(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		req, err := http.NewRequestWithContext(r.Context(), http.MethodHead, "https://inner.example/alive", nil)
		if err == nil {
			req.Header.Set("X-Forwarded-For", r.Header.Get("X-Forwarded-For"))
			if resp, err := http.DefaultClient.Do(req); err == nil {
				resp.Body.Close()
			}
		}
		next.ServeHTTP(w, r)
	})
}

// byToken counts by another header.
func byToken(c *counter, next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if c.allow(r.Header.Get("Authorization")) {
			next.ServeHTTP(w, r)
		}
	})
}

var addressHeaders = []string{"CF-Connecting-IP", "X-Real-IP"}

// anyOf takes the first header that there is.
func anyOf(c *counter, next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		key := r.RemoteAddr
		for _, name := range addressHeaders {
			if v := r.Header.Get(name); v != "" { // want `warning regular: the header "CF-Connecting-IP" decides`
				key = v
				break
			}
		}
		for _, name := range []string{"X-Api-Version", "X-Forwarded-For"} {
			if v := r.Header.Get(name); v != "" { // want `warning regular: the header "X-Forwarded-For" decides`
				key += strings.TrimSpace(strings.Split(v, ",")[0])
			}
		}
		if c.allow(key) {
			next.ServeHTTP(w, r)
		}
	})
}

// unused is reached by nothing.
func unused(c *counter) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) { c.allow(r.Header.Get("X-Forwarded-For")) }
}

func main() {
	s := server.NewMCPServer("limits", "1.0")
	s.AddTool(mcp.NewTool("purge"), purge)
	trust := os.Getenv("TRUST_PROXY") == "1"
	c := &counter{seen: map[string]int{}}
	var h http.Handler = server.NewStreamableHTTPServer(s, server.WithHTTPContextFunc(identify))
	h = limit(c, client.First{}, h)
	h = limit(c, client.Peer{}, h)
	h = mode(c, os.Getenv("CLIENT_HEADER"), loopback(c, inside(real(h))))
	h = office(anyOf(c, h))
	h = byToken(c, forward(journal(h)))
	if trust {
		h = proxied(h)
	}
	log.Fatal(http.ListenAndServe("127.0.0.1:8080", &switched{count: counter{seen: map[string]int{}}, trust: trust, next: h}))
}
