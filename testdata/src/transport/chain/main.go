// Package main has its middleware in another package.
package main

import (
	"log"
	"net/http"
	"time"

	"github.com/mark3labs/mcp-go/server"

	"example.test/mcpvet/src/transport/chain/web"
)

func main() {
	keys := map[string]string{"k": "someone"}
	open := server.NewStreamableHTTPServer(server.NewMCPServer("open", "1"))
	shut := server.NewStreamableHTTPServer(server.NewMCPServer("shut", "1"))
	both := server.NewStreamableHTTPServer(server.NewMCPServer("both", "1"))

	first := &http.Server{Addr: ":9201", Handler: web.Chain(open, web.Logged), ReadTimeout: time.Minute} // want `error regular: the HTTP endpoint of server "open" listens on all interfaces` `warning regular: the HTTP endpoint of server "open" has no limit on request bodies`
	go first.ListenAndServe()

	second := &http.Server{Addr: ":9202", Handler: web.Chain(&web.Limit{Next: shut, Bytes: 1 << 20}, web.Logged, web.Keys(keys)), ReadTimeout: time.Minute}
	go second.ListenAndServe()

	mux := http.NewServeMux()
	mux.Handle("/mcp", web.Keys(keys)(&web.Limit{Next: both, Bytes: 1 << 20}))
	mux.Handle("/old", &web.Limit{Next: both, Bytes: 1 << 20})                               // the second route is open
	third := &http.Server{Addr: ":9203", Handler: web.Logged(mux), ReadTimeout: time.Minute} // want `error regular: the HTTP endpoint of server "both" listens on all interfaces \(":9203"\) without authentication`
	log.Fatal(third.ListenAndServe())
}
