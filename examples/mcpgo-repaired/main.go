// Command mcpgo-repaired is docbox, an MCP server for a team's documents and
// bookmarks: the twin of mcpgo-vulnerable with every fault mended.
package main

import (
	"database/sql"
	"errors"
	"flag"
	"fmt"
	"log"
	"net/http"
	"net/url"
	"os"
	"strings"
	"time"

	_ "github.com/lib/pq" // the "postgres" driver
	"github.com/mark3labs/mcp-go/server"

	"github.com/mcpvet/mcpvet/examples/mcpgo-repaired/internal/access"
	"github.com/mcpvet/mcpvet/examples/mcpgo-repaired/internal/docbox"
	"github.com/mcpvet/mcpvet/examples/mcpgo-repaired/internal/links"
)

func main() {
	addr := flag.String("http", "", "address to serve HTTP on, such as 127.0.0.1:8711; without it the server speaks on stdin and stdout")
	write := flag.Bool("write", false, "on stdin and stdout, serve the tools that write instead of those that read")
	docs := flag.String("docs", "docs", "git working tree with the documents")
	flag.Parse()
	if err := run(*addr, *docs, *write); err != nil {
		log.Fatal(err)
	}
}

func run(addr, docs string, write bool) error {
	public, err := httpsURL("DOCBOX_PUBLIC_URL")
	if err != nil {
		return err
	}
	webhook, err := httpsURL("DOCBOX_WEBHOOK")
	if err != nil {
		return err
	}
	db, err := sql.Open("postgres", os.Getenv("DOCBOX_DSN"))
	if err != nil {
		return fmt.Errorf("open the bookmark database: %w", err)
	}
	defer db.Close()

	box, err := docbox.New(docbox.Config{
		Docs:      docs,
		Public:    public,
		Webhook:   webhook,
		PageHosts: strings.Fields(os.Getenv("DOCBOX_PAGE_HOSTS")),
	}, links.New(db))
	if err != nil {
		return err
	}
	limiter := access.NewLimiter()
	// What reads pages of strangers and the team's documents can't send anything.
	reader, writer := box.Reader(limiter), box.Writer(limiter)
	if addr == "" {
		served := reader
		if write {
			served = writer
		}
		return server.ServeStdio(served, server.WithStdioContextFunc(access.Local))
	}
	return serveHTTP(addr, reader, writer)
}

func serveHTTP(addr string, reader, writer *server.MCPServer) error {
	keys, err := access.LoadKeys(os.Getenv("DOCBOX_KEYS"))
	if err != nil {
		return err
	}
	mux := http.NewServeMux()
	mux.Handle("/read", server.NewStreamableHTTPServer(reader))
	mux.Handle("/write", server.NewStreamableHTTPServer(writer))
	protected := http.NewCrossOriginProtection().Handler(keys.Authenticate(mux))
	srv := &http.Server{
		Addr:              addr,
		Handler:           http.MaxBytesHandler(protected, 4<<20),
		ReadHeaderTimeout: 5 * time.Second,
		ReadTimeout:       30 * time.Second,
		IdleTimeout:       2 * time.Minute,
	}
	return srv.ListenAndServe()
}

// httpsURL reads an address from the environment.
func httpsURL(name string) (*url.URL, error) {
	u, err := url.Parse(os.Getenv(name))
	if err != nil || u.Scheme != "https" || u.Host == "" {
		return nil, errors.New(name + " must be an https address")
	}
	return u, nil
}
