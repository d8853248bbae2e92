// Package main serves MCP over stdio; what it serves over HTTP is something else.
package main

import (
	"context"
	"fmt"
	"log"
	"net/http"
	"net/http/httptest"

	"github.com/mark3labs/mcp-go/server"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

func metrics(w http.ResponseWriter, _ *http.Request) { fmt.Fprintln(w, "calls 3") }

func main() {
	s := mcp.NewServer(&mcp.Implementation{Name: "silent", Version: "1"}, nil)
	mux := http.NewServeMux()
	mux.HandleFunc("/metrics", metrics)
	go http.ListenAndServe(":9801", mux)
	go http.ListenAndServe(":9802", http.FileServer(http.Dir("docs")))
	go server.ServeStdio(server.NewMCPServer("other", "1"))
	try := httptest.NewServer(http.NotFoundHandler())
	defer try.Close()
	if err := s.Run(context.Background(), &mcp.StdioTransport{}); err != nil {
		log.Fatal(err)
	}
}
