// Command webside serves files beside its tools.
package main

import (
	"context"
	"encoding/json"
	"log"
	"net/http"
	"os"
	"path/filepath"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

// shelf is where the files are.
type shelf struct {
	dir  string
	root *os.Root
}

func (s *shelf) read(name string) ([]byte, error) {
	return os.ReadFile(filepath.Join(s.dir, name)) // want `argument "name" of the HTTP handler download`
}

func (s *shelf) download(w http.ResponseWriter, r *http.Request) {
	body, err := s.read(r.PathValue("name"))
	if err != nil {
		http.NotFound(w, r)
		return
	}
	_, _ = w.Write(body)
}

// named serves by the last part of a name only.
func (s *shelf) named(w http.ResponseWriter, r *http.Request) {
	body, err := os.ReadFile(filepath.Join(s.dir, filepath.Base(r.PathValue("name"))))
	if err != nil {
		http.NotFound(w, r)
		return
	}
	_, _ = w.Write(body)
}

// kept serves what is below the root.
func (s *shelf) kept(w http.ResponseWriter, r *http.Request) {
	body, err := s.root.ReadFile(r.FormValue("name"))
	if err != nil {
		http.NotFound(w, r)
		return
	}
	_, _ = w.Write(body)
}

// put stores a file that comes in JSON.
func (s *shelf) put(w http.ResponseWriter, r *http.Request) {
	var in struct {
		Name string `json:"name"`
		Body []byte `json:"body"`
	}
	if err := json.NewDecoder(http.MaxBytesReader(w, r.Body, 1<<20)).Decode(&in); err != nil {
		http.Error(w, "no JSON", http.StatusBadRequest)
		return
	}
	if err := os.WriteFile(s.dir+"/"+in.Name, in.Body, 0o600); err != nil { // want `an argument of the HTTP handler put`
		http.Error(w, "not stored", http.StatusInternalServerError)
	}
}

func main() {
	root, err := os.OpenRoot("files")
	if err != nil {
		log.Fatal(err)
	}
	f := &shelf{dir: "files", root: root}
	s := server.NewMCPServer("webside", "1")
	s.AddTool(mcp.NewTool("where"), func(context.Context, mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		return mcp.NewToolResultText(f.dir), nil
	})
	mux := http.NewServeMux()
	mux.Handle("/mcp", server.NewStreamableHTTPServer(s))
	mux.HandleFunc("GET /files/{name}", f.download)
	mux.HandleFunc("GET /named/{name}", f.named)
	mux.HandleFunc("GET /kept", f.kept)
	mux.HandleFunc("POST /files", f.put)
	log.Fatal(http.ListenAndServe("127.0.0.1:8080", mux))
}
