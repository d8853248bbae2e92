// Package main does not start without a token, or starts without one.
package main

import (
	"crypto/subtle"
	"errors"
	"log"
	"net/http"
	"os"
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

// wrapped serves another program of ours, which needs no token, too.
func wrapped(token string, h http.Handler) http.Handler {
	if token == "" {
		return h
	}
	return bearer(token, h)
}

var errMissing = errors.New("DEMANDED_TOKEN is missing")

type settings struct{ token, other string }

func load() (*settings, error) {
	s := &settings{token: os.Getenv("DEMANDED_TOKEN"), other: os.Getenv("DEMANDED_OTHER")}
	if s.token == "" {
		return nil, errMissing
	}
	if s.other == "" {
		log.Print("DEMANDED_OTHER is missing: everybody gets in")
	}
	return s, nil
}

func main() {
	s, err := load()
	if err != nil {
		log.Fatal(err)
	}
	first := &http.Server{Addr: ":9931", Handler: wrapped(s.token, handler("demanded")), ReadHeaderTimeout: time.Second}
	go first.ListenAndServe()

	second := &http.Server{Addr: ":9932", Handler: wrapped(s.other, handler("warned")), ReadHeaderTimeout: time.Second} // want `error regular: the HTTP endpoint of server "warned" listens on all interfaces \(":9932"\) without authentication by default`
	log.Fatal(second.ListenAndServe())
}
