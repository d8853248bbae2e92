// Package main serves MCP over HTTP with nothing before the handler.
package main

import (
	"context"
	"flag"
	"log"
	"net"
	"net/http"
	"os"
	"strconv"
	"time"

	"github.com/mark3labs/mcp-go/server"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

var (
	port  = flag.Int("port", 8080, "port to listen on")
	admin = flag.Int("admin", 0, "port to listen on, too")
)

func official() *mcp.Server {
	return mcp.NewServer(&mcp.Implementation{Name: "official", Version: "1"}, nil)
}

func streamable() http.Handler {
	s := official()
	return mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return s }, nil)
}

// starter hides which transport is started.
type starter interface {
	Start(addr string) error
}

func start(s starter, addr string) { log.Fatal(s.Start(addr)) } // want `error regular: the SSE endpoint of server "bare" listens on all interfaces \(":9001"\) without authentication$` `warning regular: .* has no limit on request bodies \(mcp-go sets none\) and no time limit`

func serve[H http.Handler](addr string, h H) error {
	return http.ListenAndServe(addr, h) // want `error regular: the HTTP endpoint of server "official" listens on all interfaces \("0.0.0.0:9002"\) without authentication` `warning regular: .* has no time limit for clients`
}

func main() {
	flag.Parse()
	s := server.NewMCPServer("bare", "1")
	go start(server.NewSSEServer(s), ":9001")
	go serve("0.0.0.0:9002", streamable())
	go func() {
		h := server.NewStreamableHTTPServer(s)
		if err := h.Start(":" + strconv.Itoa(*port)); err != nil { // want `error regular: the HTTP endpoint of server "bare" listens on all interfaces \(":8080", by default of the flag port\) without authentication` `warning regular: .* and no time limit`
			log.Print(err)
		}
	}()
	if *admin > 0 {
		go func() {
			log.Print(server.NewStreamableHTTPServer(s).Start(":" + strconv.Itoa(*admin))) // want `error regular: .* listens on all interfaces \(":" and a port, set by the flag admin\) without authentication` `warning regular: .* and no time limit`
		}()
	}
	go func() {
		ln, err := net.Listen("tcp", "[::]:9003")
		if err != nil {
			log.Fatal(err)
		}
		web := &http.Server{ReadTimeout: time.Minute} // want `error regular: the HTTP endpoint of server "official" listens on all interfaces \("\[::\]:9003"\) without authentication`
		web.Handler = streamable()                    // set later: it counts all the same
		log.Fatal(web.Serve(ln))
	}()
	srv := http.Server{Addr: os.Getenv("BARE_ADDRESS"), Handler: streamable(), ReadHeaderTimeout: time.Second} // want `note auditor: .* is without authentication, and who can reach it is not known \(address: the environment variable BARE_ADDRESS\)`
	go srv.ListenAndServe()
	http.Handle("/mcp", streamable())
	_ = http.ListenAndServe("192.0.2.7:80", nil) // want `error regular: .* listens on an address that others reach \("192.0.2.7:80"\) without` `warning regular: .* no time limit`
	_ = srv.Shutdown(context.Background())
}
