// Command gosdk-repaired is opsdesk, an MCP server for a support team: the twin
// of gosdk-vulnerable with every fault mended.
package main

import (
	"database/sql"
	"errors"
	"flag"
	"fmt"
	"log"
	"log/slog"
	"net/http"
	"net/url"
	"os"
	"strings"
	"time"

	_ "github.com/lib/pq" // the "postgres" driver
	"github.com/modelcontextprotocol/go-sdk/auth"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/mcpvet/mcpvet/examples/gosdk-repaired/internal/access"
	"github.com/mcpvet/mcpvet/examples/gosdk-repaired/internal/desk"
	"github.com/mcpvet/mcpvet/examples/gosdk-repaired/internal/store"
)

func main() {
	addr := flag.String("addr", "127.0.0.1:8700", "address to listen on")
	notes := flag.String("notes", "notes", "git working tree with the team's notes")
	keys := flag.String("keys", "keys.json", "file with the API keys: SHA-256 of the key to user and scopes")
	flag.Parse()
	if err := run(*addr, *notes, *keys); err != nil {
		log.Fatal(err)
	}
}

func run(addr, notes, keyFile string) error {
	cfg := desk.Config{
		Notes:       notes,
		StatusURL:   os.Getenv("OPSDESK_STATUS_URL"),
		StatusToken: os.Getenv("OPSDESK_STATUS_TOKEN"),
		PageHosts:   strings.Fields(os.Getenv("OPSDESK_PAGE_HOSTS")),
	}
	if u, err := url.Parse(cfg.StatusURL); err != nil || u.Scheme != "https" {
		return errors.New("OPSDESK_STATUS_URL must be an https address")
	}
	keys, err := access.LoadKeys(keyFile)
	if err != nil {
		return err
	}
	db, err := sql.Open("postgres", os.Getenv("OPSDESK_DSN"))
	if err != nil {
		return fmt.Errorf("open the ticket database: %w", err)
	}
	defer db.Close()

	client := &http.Client{
		Timeout: 20 * time.Second,
		// A redirect could lead to a host that is not on the list.
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
	d, err := desk.New(cfg, store.New(db), client)
	if err != nil {
		return err
	}
	middleware := []mcp.Middleware{
		access.Audit(slog.Default()),
		access.NewLimiter().Middleware,
		access.RequireScopes,
		access.Deadline(30 * time.Second),
		access.Redact,
	}
	// What reads pages of strangers and the team's notes can't send anything.
	reader, writer := d.Reader(middleware...), d.Writer(middleware...)
	authenticated := auth.RequireBearerToken(keys.Verify, nil)
	mux := http.NewServeMux()
	mux.Handle("/read", authenticated(mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return reader }, nil)))
	mux.Handle("/write", authenticated(mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return writer }, nil)))
	srv := &http.Server{
		Addr:              addr,
		Handler:           http.NewCrossOriginProtection().Handler(mux),
		ReadHeaderTimeout: 5 * time.Second,
		ReadTimeout:       30 * time.Second,
		IdleTimeout:       2 * time.Minute,
	}
	return srv.ListenAndServe()
}
