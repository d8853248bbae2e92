// Program serve listens in several ways.
package main

import (
	"context"
	"log"
	"net/http"
	"time"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
)

func ping(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	return mcp.NewToolResultText("pong"), nil
}

func old(name string) *server.MCPServer {
	m := server.NewMCPServer(name, "1")
	m.AddTool(mcp.NewTool("ping"), ping)
	return m
}

func hello(context.Context, *sdk.CallToolRequest, struct{}) (*sdk.CallToolResult, any, error) {
	return nil, nil, nil
}

func withHost(ctx context.Context, r *http.Request) context.Context { return ctx }

func made(m *server.MCPServer) *server.StreamableHTTPServer {
	return server.NewStreamableHTTPServer(m, server.WithTLSCert("cert.pem", "key.pem"))
}

func main() {
	s := sdk.NewServer(&sdk.Implementation{Name: "serve", Version: "1"}, nil)
	sdk.AddTool(s, &sdk.Tool{Name: "hello"}, hello)
	off := sdk.NewStreamableHTTPHandler(func(*http.Request) *sdk.Server { return s }, &sdk.StreamableHTTPOptions{
		DisableLocalhostProtection: true, // fix review MCP017
	})
	one := &http.Server{Addr: "127.0.0.1:8001", Handler: off, ReadTimeout: time.Minute} // fix review MCP017
	go one.ListenAndServe()

	on := sdk.NewStreamableHTTPHandler(func(*http.Request) *sdk.Server { return s }, nil)
	two := &http.Server{ // fix safe MCP017
		Addr:    "127.0.0.1:8006",
		Handler: on,
	}
	go two.ListenAndServe()

	go http.ListenAndServe("127.0.0.1:8002", sdk.NewStreamableHTTPHandler(func(*http.Request) *sdk.Server { return s }, nil)) // fix safe MCP017

	// It makes its own server, for one path only.
	go server.NewStreamableHTTPServer(old("a")).Start("127.0.0.1:8003") // fix review MCP017

	switched := server.NewStreamableHTTPServer(old("f"),
		server.WithDisableLocalhostProtection(true), // fix review MCP017
	)
	go (&http.Server{Addr: "127.0.0.1:8009", Handler: http.MaxBytesHandler(switched, 1<<20), ReadTimeout: time.Minute}).ListenAndServe()

	// Options may be about the server that it makes.
	go server.NewStreamableHTTPServer(old("b"), server.WithTLSCert("cert.pem", "key.pem")).Start("127.0.0.1:8004") // fix none MCP017

	// These are about the handler.
	go server.NewStreamableHTTPServer(old("g"), server.WithStateLess(true), server.WithHTTPContextFunc(withHost)).Start("127.0.0.1:8010") // fix review MCP017

	// So may what a function of the program makes.
	go made(old("e")).Start("127.0.0.1:8008") // fix none MCP017

	// What else is done with it needs that server.
	kept := server.NewStreamableHTTPServer(old("c"))
	go kept.Start("127.0.0.1:8005") // fix none MCP017
	defer kept.Shutdown(context.Background())

	// The handler is the one of package http.
	http.Handle("/h", server.NewStreamableHTTPServer(old("h")))
	go http.ListenAndServe("127.0.0.1:8011", nil) // fix review MCP017

	// Others put a host before the address.
	shown := ":8012"
	log.Print("see http://localhost" + shown)
	four := &http.Server{Addr: shown, Handler: on, ReadHeaderTimeout: time.Second} // fix review MCP017
	go four.ListenAndServe()

	// Whoever sets the address may well mean all interfaces, by default they are none.
	three := &http.Server{Addr: ":8007", Handler: on, ReadHeaderTimeout: time.Second} // fix review MCP017
	log.Fatal(three.ListenAndServe())
}
