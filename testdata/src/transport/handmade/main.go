// Package main speaks the protocol itself, over HTTP.
package main

import (
	"encoding/json"
	"log"
	"net/http"
	"time"
)

type request struct {
	ID     any             `json:"id"`
	Method string          `json:"method"`
	Params json.RawMessage `json:"params"`
}

type tool struct {
	Name        string         `json:"name"`
	Description string         `json:"description"`
	InputSchema map[string]any `json:"inputSchema"`
}

func answer(req request) any {
	switch req.Method {
	case "initialize":
		return map[string]any{"protocolVersion": "2025-06-18", "serverInfo": map[string]any{"name": "handmade", "version": "1"}, "capabilities": map[string]any{"tools": map[string]any{}}}
	case "tools/list":
		return map[string]any{"tools": []tool{{Name: "ping", Description: "Says pong.", InputSchema: map[string]any{"type": "object"}}}}
	case "tools/call":
		var p struct {
			Name string `json:"name"`
		}
		_ = json.Unmarshal(req.Params, &p)
		switch p.Name {
		case "ping":
			return map[string]any{"content": []map[string]any{{"type": "text", "text": "pong"}}}
		}
	}
	return nil
}

func rpc(w http.ResponseWriter, r *http.Request) {
	var req request
	if err := json.NewDecoder(http.MaxBytesReader(w, r.Body, 1<<20)).Decode(&req); err != nil {
		http.Error(w, "bad request", http.StatusBadRequest)
		return
	}
	_ = json.NewEncoder(w).Encode(map[string]any{"jsonrpc": "2.0", "id": req.ID, "result": answer(req)})
}

func main() {
	http.HandleFunc("/mcp", rpc)
	http.HandleFunc("/health", func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusOK) })
	srv := &http.Server{Addr: ":9921", ReadHeaderTimeout: time.Second} // want `error regular: the HTTP endpoint of server .* listens on all interfaces \(":9921"\) without authentication`
	log.Fatal(srv.ListenAndServe())
}
