// Package main has endpoints of its own, which hand messages to the server.
package main

import (
	"encoding/json"
	"io"
	"log"
	"net/http"
	"os"
	"time"

	"github.com/mark3labs/mcp-go/server"
)

type api struct {
	mcp *server.MCPServer
	max int64
}

func (a *api) all(w http.ResponseWriter, r *http.Request) {
	raw, err := io.ReadAll(r.Body)
	if err != nil {
		http.Error(w, "no body", http.StatusBadRequest)
		return
	}
	_ = json.NewEncoder(w).Encode(a.mcp.HandleMessage(r.Context(), raw)) // want `warning regular: the HTTP endpoint of server "owned" has no limit on request bodies$`
}

func (a *api) some(w http.ResponseWriter, r *http.Request) {
	raw, err := io.ReadAll(io.LimitReader(r.Body, a.max))
	if err != nil {
		http.Error(w, "no body", http.StatusBadRequest)
		return
	}
	_ = json.NewEncoder(w).Encode(a.mcp.HandleMessage(r.Context(), raw))
}

func basic(user, password string, next http.HandlerFunc) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		u, p, ok := r.BasicAuth()
		if !ok || u != user || p != password {
			w.WriteHeader(http.StatusUnauthorized)
			return
		}
		next(w, r)
	}
}

func main() {
	a := &api{mcp: server.NewMCPServer("owned", "1"), max: 1 << 20}
	user, password := os.Getenv("OWNED_USER"), os.Getenv("OWNED_PASSWORD")

	first := http.NewServeMux()
	first.HandleFunc("/rpc", basic(user, password, a.all))
	one := &http.Server{Addr: ":9401", Handler: first, ReadTimeout: time.Minute}
	go one.ListenAndServe()

	second := http.NewServeMux()
	second.HandleFunc("/rpc", a.some)
	two := &http.Server{Addr: ":9402", Handler: second, ReadTimeout: time.Minute} // want `error regular: the HTTP endpoint of server "owned" listens on all interfaces \(":9402"\) without authentication`
	log.Fatal(two.ListenAndServe())
}
