// Command uploads gets names of which the library has cut off the folders, or
// refuses them: of an uploaded file, and of a temporary folder.
package main

import (
	"context"
	"errors"
	"log"
	"net/http"
	"os"
	"path/filepath"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type in struct {
	Name string `json:"name"`
}

func dir() string { return os.Getenv("UPLOADS") }

func keep(name string) error {
	return os.WriteFile(filepath.Join(dir(), name), nil, 0o600) // want `HTTP handler uploadAs becomes part of the path` `HTTP handler uploadByHeader becomes part of the path` `auditor: an argument of the HTTP handler upload is held` `auditor: an argument of the HTTP handler uploadParts is held`
}

func upload(w http.ResponseWriter, r *http.Request) {
	_, h, err := r.FormFile("file")
	if err != nil || keep(h.Filename) != nil {
		http.Error(w, "not kept", http.StatusBadRequest)
	}
}

func uploadParts(w http.ResponseWriter, r *http.Request) {
	parts, err := r.MultipartReader()
	if err != nil {
		http.Error(w, "no parts", http.StatusBadRequest)
		return
	}
	part, err := parts.NextPart()
	if err != nil || keep(part.FileName()) != nil {
		http.Error(w, "not kept", http.StatusBadRequest)
	}
}

func uploadAs(w http.ResponseWriter, r *http.Request) {
	if _, _, err := r.FormFile("file"); err != nil || keep(r.FormValue("as")) != nil {
		http.Error(w, "not kept", http.StatusBadRequest)
	}
}

func uploadByHeader(w http.ResponseWriter, r *http.Request) {
	_, h, err := r.FormFile("file")
	if err != nil || keep(h.Header.Get("X-Path")) != nil {
		http.Error(w, "not kept", http.StatusBadRequest)
	}
}

func scratch(_ context.Context, _ *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	tmp, err := os.MkdirTemp("", a.Name+"-*")
	if err != nil {
		return nil, nil, errors.New("no folder")
	}
	if err := os.WriteFile(filepath.Join(tmp, "main.go"), nil, 0o600); err != nil { // want `auditor: argument "name" of tool "scratch" is held`
		return nil, nil, errors.New("not written")
	}
	return nil, nil, os.RemoveAll(tmp) // want `auditor: argument "name" of tool "scratch" is held`
}

func scratchBelow(_ context.Context, _ *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	tmp, err := os.MkdirTemp(filepath.Join(dir(), a.Name), "x-*") // want `argument "name" of tool "scratch_below"`
	if err != nil {
		return nil, nil, errors.New("no folder")
	}
	return nil, nil, os.WriteFile(filepath.Join(tmp, "main.go"), nil, 0o600) // want `argument "name" of tool "scratch_below"`
}

func main() {
	server := mcp.NewServer(&mcp.Implementation{Name: "uploads"}, nil)
	mcp.AddTool(server, &mcp.Tool{Name: "scratch"}, scratch)
	mcp.AddTool(server, &mcp.Tool{Name: "scratch_below"}, scratchBelow)
	mux := http.NewServeMux()
	mux.Handle("/mcp", mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return server }, nil))
	mux.HandleFunc("POST /upload", upload)
	mux.HandleFunc("POST /parts", uploadParts)
	mux.HandleFunc("POST /as", uploadAs)
	mux.HandleFunc("POST /header", uploadByHeader)
	log.Fatal(http.ListenAndServe("127.0.0.1:8080", mux))
}
