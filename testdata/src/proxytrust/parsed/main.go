// Program parsed takes the peer's address apart before it believes a header,
// which says nothing of who the peer is.
package main

import (
	"context"
	"crypto/subtle"
	"log"
	"net"
	"net/http"
	"net/netip"
	"os"
	"strings"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

type counter struct {
	seen  map[string]int
	proxy netip.Prefix
}

func (c *counter) any(r *http.Request) string {
	host, _, err := net.SplitHostPort(r.RemoteAddr)
	if err != nil {
		return r.RemoteAddr
	}
	if all := r.Header.Get("X-Forwarded-For"); all != "" { // want `warning regular: the header "X-Forwarded-For" decides which entry of a map stands for the caller`
		first, _, _ := strings.Cut(all, ",")
		return strings.TrimSpace(first)
	}
	return host
}

func (c *counter) trusted(r *http.Request) string {
	host, _, err := net.SplitHostPort(r.RemoteAddr)
	if err != nil {
		return r.RemoteAddr
	}
	ip, err := netip.ParseAddr(host)
	if err != nil || !c.proxy.Contains(ip) {
		return host
	}
	if all := r.Header.Get("X-Forwarded-For"); all != "" {
		return all
	}
	return host
}

// An operator may say that there is a proxy; it is passed around by value.
type operator struct {
	trust bool
}

func (o operator) key(r *http.Request) string {
	if o.trust {
		return r.Header.Get("X-Real-IP")
	}
	return r.RemoteAddr
}

type userKey struct{}

// named lets in whoever says who he is.
func named(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		user := r.Header.Get("X-Forwarded-User") // want `warning regular: the header "X-Forwarded-User" decides who the caller is`
		if user == "" {
			http.Error(w, "who are you?", http.StatusUnauthorized)
			return
		}
		next.ServeHTTP(w, r.WithContext(context.WithValue(r.Context(), userKey{}, user)))
	})
}

// proved does so where the proxy proves itself.
func proved(secret string, next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if secret == "" || subtle.ConstantTimeCompare([]byte(r.Header.Get("X-Proxy-Secret")), []byte(secret)) != 1 {
			http.Error(w, "not by the proxy", http.StatusForbidden)
			return
		}
		user := r.Header.Get("X-Forwarded-User")
		if user == "" {
			http.Error(w, "who are you?", http.StatusUnauthorized)
			return
		}
		next.ServeHTTP(w, r.WithContext(context.WithValue(r.Context(), userKey{}, user)))
	})
}

// noted writes down who it is, and decides nothing by it.
func noted(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if user := r.Header.Get("X-Forwarded-User"); user != "" {
			log.Print(user)
		}
		next.ServeHTTP(w, r)
	})
}

func (c *counter) limit(key func(*http.Request) string, next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		k := key(r)
		if c.seen[k]++; c.seen[k] > 100 {
			http.Error(w, "slow down", http.StatusTooManyRequests)
			return
		}
		next.ServeHTTP(w, r)
	})
}

func main() {
	proxy, err := netip.ParsePrefix(os.Getenv("PROXY"))
	if err != nil {
		log.Fatal(err)
	}
	c := &counter{seen: map[string]int{}, proxy: proxy}
	s := server.NewMCPServer("parsed", "1.0.0")
	s.AddTool(mcp.NewTool("ping", mcp.WithDescription("Answers.")), func(context.Context, mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		return mcp.NewToolResultText("pong"), nil
	})
	h := server.NewStreamableHTTPServer(s)
	mux := http.NewServeMux()
	mux.Handle("/a", c.limit(c.any, h))
	mux.Handle("/d", named(h))
	mux.Handle("/e", proved(os.Getenv("PROXY_SECRET"), h))
	mux.Handle("/f", noted(h))
	mux.Handle("/c", c.limit(operator{os.Getenv("TRUST_PROXY") == "true"}.key, h))
	mux.Handle("/b", c.limit(c.trusted, h))
	log.Fatal(http.ListenAndServe("localhost:8080", mux))
}
