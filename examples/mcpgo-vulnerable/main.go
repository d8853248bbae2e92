// Command mcpgo-vulnerable is docbox, an MCP server for a team's documents and
// bookmarks, with deliberate faults: a comment of the form "MCPnnn: ..." stands
// at each. Its twin mcpgo-repaired is the same server without them. Never
// deploy this one.
package main

import (
	"context"
	"database/sql"
	"flag"
	"fmt"
	"log"
	"net/http"
	"os"

	_ "github.com/lib/pq" // the "postgres" driver
	"github.com/mark3labs/mcp-go/server"

	"github.com/mcpvet/mcpvet/examples/mcpgo-vulnerable/internal/docbox"
	"github.com/mcpvet/mcpvet/examples/mcpgo-vulnerable/internal/links"
)

const defaultDSN = "postgres://docbox:Sommer2024@db.corp.example/docbox" // MCP020: a password in the source

func main() {
	addr := flag.String("http", "", "address to serve HTTP on; without it the server speaks on stdin and stdout")
	docs := flag.String("docs", "docs", "git working tree with the documents")
	flag.Parse()
	if err := run(*addr, *docs); err != nil {
		log.Fatal(err)
	}
}

func run(addr, docs string) error {
	dsn := os.Getenv("DOCBOX_DSN")
	if dsn == "" {
		dsn = defaultDSN
	}
	db, err := sql.Open("postgres", dsn)
	if err != nil {
		return fmt.Errorf("open the bookmark database: %w", err)
	}
	defer db.Close()

	box := docbox.New(docbox.Config{Docs: docs, DSN: dsn, Webhook: os.Getenv("DOCBOX_WEBHOOK")}, links.New(db))
	s := box.Server()
	if addr == "" {
		return server.ServeStdio(s)
	}
	h := server.NewStreamableHTTPServer(s,
		server.WithHTTPContextFunc(publicHost),
		server.WithDisableLocalhostProtection(true), // MCP017: no check of the Host, no authentication, no limits
	)
	return h.Start(addr) // MCP017: whoever reaches the address gets in, and may send as much and as slowly as they like
}

// publicHost remembers under which host the client reached us.
func publicHost(ctx context.Context, r *http.Request) context.Context {
	host := r.Host
	if forwarded := r.Header.Get("X-Forwarded-Host"); forwarded != "" { // MCP012: any client can choose the host of the links that we send to others
		host = forwarded
	}
	return docbox.WithHost(ctx, host)
}
