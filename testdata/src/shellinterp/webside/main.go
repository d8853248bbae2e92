// Command webside runs commands for pages of its own.
package main

import (
	"context"
	"encoding/json"
	"log"
	"net/http"
	"os/exec"
	"strconv"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

type job struct {
	Target string `json:"target"`
	Count  int    `json:"count"`
	Mode   string `json:"mode"`
}

func decode(w http.ResponseWriter, r *http.Request) (j job, ok bool) {
	err := json.NewDecoder(http.MaxBytesReader(w, r.Body, 1<<16)).Decode(&j)
	return j, err == nil
}

func run(ctx context.Context, line string) ([]byte, error) {
	return exec.CommandContext(ctx, "sh", "-c", line).CombinedOutput() // want `argument "target" of the HTTP handler ping`
}

func ping(w http.ResponseWriter, r *http.Request) {
	j, ok := decode(w, r)
	if !ok {
		http.Error(w, "no job", http.StatusBadRequest)
		return
	}
	out, err := run(r.Context(), "ping -c 1 "+j.Target)
	if err != nil {
		http.Error(w, "failed", http.StatusInternalServerError)
		return
	}
	_, _ = w.Write(out)
}

// count gives the shell a number only, and a word of its own.
func count(w http.ResponseWriter, r *http.Request) {
	j, ok := decode(w, r)
	if !ok {
		http.Error(w, "no job", http.StatusBadRequest)
		return
	}
	word := "slow"
	if j.Mode == "fast" {
		word = "fast"
	}
	out, err := run(r.Context(), "measure "+word+" "+strconv.Itoa(j.Count))
	if err != nil {
		http.Error(w, "failed", http.StatusInternalServerError)
		return
	}
	_, _ = w.Write(out)
}

func main() {
	s := server.NewMCPServer("webside", "1")
	s.AddTool(mcp.NewTool("about"), func(context.Context, mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		return mcp.NewToolResultText("webside"), nil
	})
	mux := http.NewServeMux()
	mux.Handle("/mcp", server.NewStreamableHTTPServer(s))
	mux.HandleFunc("POST /ping", ping)
	mux.HandleFunc("POST /count", count)
	log.Fatal(http.ListenAndServe("127.0.0.1:8080", mux))
}
