// Package library serves what its callers give it.
package library

import (
	"net/http"
	"time"

	"github.com/mark3labs/mcp-go/server"
)

// Serve serves a server on an address.
func Serve(addr string, s *server.MCPServer) error {
	web := &http.Server{Addr: addr, Handler: server.NewStreamableHTTPServer(s), ReadTimeout: time.Minute} // want `note auditor: who can reach the MCP HTTP endpoint depends on callers that were not seen`
	return web.ListenAndServe()
}

// Own serves a server of its own, whoever calls.
func Own() error {
	return server.NewStreamableHTTPServer(server.NewMCPServer("own", "1")).Start("0.0.0.0:9911") // want `error regular: the HTTP endpoint of server "own" listens on all interfaces` `warning regular: .* has no limit on request bodies`
}
