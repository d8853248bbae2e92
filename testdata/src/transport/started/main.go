// Package main does not start for others without a token, or believes so.
package main

import (
	"crypto/subtle"
	"errors"
	"log"
	"net"
	"net/http"
	"os"
	"strings"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

func handler(name string) http.Handler {
	s := mcp.NewServer(&mcp.Implementation{Name: name, Version: "1"}, nil)
	return mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return s }, nil)
}

func bearer(token string, next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if subtle.ConstantTimeCompare([]byte(r.Header.Get("Authorization")), []byte("Bearer "+token)) != 1 {
			w.WriteHeader(http.StatusUnauthorized)
			return
		}
		next.ServeHTTP(w, r)
	})
}

// isPrivate takes an address without a host for one of this machine.
func isPrivate(addr string) bool {
	if strings.HasPrefix(addr, ":") { // want `error regular: isPrivate takes :8080, the address of all interfaces, for loopback, and so the HTTP endpoint of server "started" may listen there without authentication`
		return true
	}
	host, _, err := net.SplitHostPort(addr)
	if err != nil {
		return false
	}
	return host == "localhost" || host == "127.0.0.1"
}

func newServer(addr, token string) (*http.Server, error) {
	if token == "" && !isPrivate(addr) {
		return nil, errors.New("a token is needed")
	}
	h := handler("started")
	if token != "" {
		h = bearer(token, h)
	}
	return &http.Server{Addr: addr, Handler: h, ReadHeaderTimeout: time.Second}, nil
}

func main() {
	addr := os.Getenv("STARTED_ADDRESS")
	if addr == "" {
		addr = "127.0.0.1:9700"
	}
	srv, err := newServer(addr, os.Getenv("STARTED_TOKEN"))
	if err != nil {
		log.Fatal(err)
	}
	log.Fatal(srv.ListenAndServe())
}
