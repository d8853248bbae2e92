// Package main listens where only programs on the machine can connect, and what
// runs in their browsers.
package main

import (
	"log"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"time"

	"github.com/mark3labs/mcp-go/server"
	"github.com/modelcontextprotocol/go-sdk/mcp"
	trpc "trpc.group/trpc-go/trpc-mcp-go"
)

func handler(name string, opts *mcp.StreamableHTTPOptions) http.Handler {
	s := mcp.NewServer(&mcp.Implementation{Name: name, Version: "1"}, nil)
	return mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return s }, opts)
}

func mcpgo(name string, opts ...server.StreamableHTTPOption) *server.StreamableHTTPServer {
	return server.NewStreamableHTTPServer(server.NewMCPServer(name, "1"), opts...)
}

// sameSite refuses requests of pages of other sites.
func sameSite(allowed []string, next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if origin := r.Header.Get("Origin"); origin != "" && !slices.Contains(allowed, origin) {
			http.Error(w, "forbidden", http.StatusForbidden)
			return
		}
		next.ServeHTTP(w, r)
	})
}

// cors tells browsers which pages may read answers, and refuses nobody.
func cors(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if origin := r.Header.Get("Origin"); origin == "https://example.test" {
			w.Header().Set("Access-Control-Allow-Origin", origin)
		}
		if r.Method == http.MethodOptions {
			w.WriteHeader(http.StatusNoContent)
			return
		}
		next.ServeHTTP(w, r)
	})
}

func web(addr string, h http.Handler) *http.Server {
	return &http.Server{Addr: addr, Handler: http.MaxBytesHandler(h, 1<<20), ReadHeaderTimeout: time.Second}
}

func main() {
	// the SDKs check the host of requests over loopback
	def := &http.Server{Addr: "localhost:9501", Handler: handler("default", nil), ReadHeaderTimeout: time.Second}
	go def.ListenAndServe()

	off := &http.Server{Addr: "localhost:9502", Handler: handler("off", &mcp.StreamableHTTPOptions{ // want `warning regular: the HTTP endpoint of server "off" on loopback \("localhost:9502"\) is open to every page in a browser on the machine: without authentication, and without an Origin or Host check`
		DisableLocalhostProtection: true, // want `warning regular: the DNS rebinding protection of the SDK is switched off for the HTTP endpoint of server "off", which has no authentication and no Origin check`
	}), ReadHeaderTimeout: time.Second}
	go off.ListenAndServe()

	named := &http.Server{Addr: "127.0.0.1:9503", ReadHeaderTimeout: time.Second, // want `warning regular: the HTTP endpoint of server "option" on loopback`
		Handler: http.MaxBytesHandler(mcpgo("option",
			server.WithDisableLocalhostProtection(true)), 1<<20)} // want `warning regular: the DNS rebinding protection of the SDK is switched off for the HTTP endpoint of server "option"`
	go named.ListenAndServe()

	checked := &http.Server{Addr: "127.0.0.1:9504", ReadHeaderTimeout: time.Second,
		Handler: sameSite([]string{"http://localhost:3000"}, http.MaxBytesHandler(mcpgo("checked", server.WithDisableLocalhostProtection(true)), 1<<20))}
	go checked.ListenAndServe()

	protected := web("[::1]:9505", http.NewCrossOriginProtection().Handler(mcpgo("protected")))
	go protected.ListenAndServe()

	shared := &http.Server{Addr: "127.0.0.1:9506", ReadHeaderTimeout: time.Second, // want `warning regular: the HTTP endpoint of server "shared" on loopback`
		Handler: cors(handler("shared", &mcp.StreamableHTTPOptions{DisableLocalhostProtection: true}))} // want `warning regular: the DNS rebinding protection`
	go shared.ListenAndServe()

	// To a browser a page of a rebound name is of the same origin.
	rebound := &http.Server{Addr: "127.0.0.1:9507", ReadHeaderTimeout: time.Second,
		Handler: http.NewCrossOriginProtection().Handler(handler("rebound", &mcp.StreamableHTTPOptions{DisableLocalhostProtection: true}))} // want `warning regular: the DNS rebinding protection of the SDK is switched off for the HTTP endpoint of server "rebound", which has no authentication and no list of hosts or origins`
	go rebound.ListenAndServe()

	t := trpc.NewServer("trpc", "1")
	go t.Start() // want `warning regular: the HTTP endpoint of server "trpc" on loopback \("localhost:3000"\) is open to every page` `warning regular: .* no time limit`

	own, err := net.Listen("unix", filepath.Join(os.TempDir(), "own.sock"))
	if err != nil {
		log.Fatal(err)
	}
	go web("", mcpgo("socket")).Serve(own)
	log.Fatal(everybody())
}

func everybody() error {
	path := filepath.Join(os.TempDir(), "all.sock")
	l, err := net.Listen("unix", path)
	if err != nil {
		return err
	}
	if err := os.Chmod(path, 0o666); err != nil {
		return err
	}
	srv := &http.Server{Handler: http.MaxBytesHandler(mcpgo("everybody"), 1<<20), ReadHeaderTimeout: time.Second} // want `warning regular: the HTTP endpoint of server "everybody" listens on a Unix socket that other users can write to, without authentication`
	return srv.Serve(l)
}
