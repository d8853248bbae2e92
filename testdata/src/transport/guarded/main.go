// Package main asks everybody who they are, in one way or another.
package main

import (
	"context"
	"crypto/subtle"
	"crypto/tls"
	"crypto/x509"
	"log"
	"net/http"
	"os"
	"time"

	"github.com/mark3labs/mcp-go/server"
	"github.com/modelcontextprotocol/go-sdk/auth"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"example.test/mcpvet/src/transport/guarded/gate"
)

func handler(opts *mcp.StreamableHTTPOptions) http.Handler {
	s := mcp.NewServer(&mcp.Implementation{Name: "guarded", Version: "1"}, nil)
	return mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return s }, opts)
}

func verify(_ context.Context, token string, _ *http.Request) (*auth.TokenInfo, error) {
	if subtle.ConstantTimeCompare([]byte(token), []byte(os.Getenv("GUARDED_TOKEN"))) != 1 {
		return nil, auth.ErrInvalidToken
	}
	return &auth.TokenInfo{Expiration: time.Now().Add(time.Hour)}, nil
}

func main() {
	own := &http.Server{Addr: ":9601", Handler: auth.RequireBearerToken(verify, nil)(handler(&mcp.StreamableHTTPOptions{DisableLocalhostProtection: true})), ReadHeaderTimeout: time.Second}
	go own.ListenAndServe()

	g := &gate.Gate{Digests: map[string]bool{os.Getenv("GUARDED_DIGEST"): true}}
	mux := http.NewServeMux()
	mux.Handle("/", handler(nil))
	helped := &http.Server{Addr: ":9602", Handler: g.Wrap(mux), ReadHeaderTimeout: time.Second}
	go helped.ListenAndServe()

	kept := &http.Server{Addr: ":9603", Handler: gate.Keeper{Secrets: [][]byte{[]byte(os.Getenv("GUARDED_SECRET"))}, Next: handler(nil)}, ReadHeaderTimeout: time.Second}
	go kept.ListenAndServe()

	pool := x509.NewCertPool()
	mutual := &http.Server{Addr: ":9604", Handler: handler(nil), ReadHeaderTimeout: time.Second, TLSConfig: &tls.Config{ClientCAs: pool, ClientAuth: tls.RequireAndVerifyClientCert}}
	go mutual.ListenAndServeTLS("cert.pem", "key.pem")

	encrypted := &http.Server{Addr: ":9605", Handler: handler(nil), ReadHeaderTimeout: time.Second, TLSConfig: &tls.Config{MinVersion: tls.VersionTLS13}} // want `error regular: the HTTP endpoint of server "guarded" listens on all interfaces \(":9605"\) without authentication`
	go encrypted.ListenAndServeTLS("cert.pem", "key.pem")

	web := &http.Server{ReadHeaderTimeout: time.Second}
	s := server.NewStreamableHTTPServer(server.NewMCPServer("given", "1"), server.WithStreamableHTTPServer(web))
	web.Handler = g.Wrap(http.MaxBytesHandler(s, 1<<20))
	log.Fatal(s.Start(":9606"))
}
