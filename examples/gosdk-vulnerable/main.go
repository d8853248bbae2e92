// Command gosdk-vulnerable is opsdesk, an MCP server for a support team, with
// deliberate faults: a comment of the form "MCPnnn: ..." stands at each. Its
// twin gosdk-repaired is the same server without them. Never deploy this one.
package main

import (
	"crypto/tls"
	"database/sql"
	"flag"
	"fmt"
	"log"
	"log/slog"
	"net/http"
	"os"
	"time"

	_ "github.com/lib/pq" // the "postgres" driver
	"github.com/modelcontextprotocol/go-sdk/auth"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/mcpvet/mcpvet/examples/gosdk-vulnerable/internal/access"
	"github.com/mcpvet/mcpvet/examples/gosdk-vulnerable/internal/desk"
	"github.com/mcpvet/mcpvet/examples/gosdk-vulnerable/internal/store"
)

func main() {
	addr := flag.String("addr", ":8700", "address to listen on")
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
		DSN:         os.Getenv("OPSDESK_DSN"),
		StatusURL:   os.Getenv("OPSDESK_STATUS_URL"),
		StatusToken: os.Getenv("OPSDESK_STATUS_TOKEN"),
	}
	keys, err := access.LoadKeys(keyFile)
	if err != nil {
		return err
	}
	db, err := sql.Open("postgres", cfg.DSN)
	if err != nil {
		return fmt.Errorf("open the ticket database: %w", err)
	}
	defer db.Close()

	client := &http.Client{
		Timeout: 20 * time.Second,
		Transport: &http.Transport{
			// The status page has an internal certificate.
			TLSClientConfig: &tls.Config{InsecureSkipVerify: true}, // MCP020: certificates are not verified
		},
	}
	d, err := desk.New(cfg, store.New(db), client)
	if err != nil {
		return err
	}
	server := d.Server(access.Audit(slog.Default()), access.RequireScopes)

	handler := mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return server }, nil)
	mux := http.NewServeMux()
	mux.Handle("/mcp", access.Limit(auth.RequireBearerToken(keys.Verify, nil)(handler)))
	return http.ListenAndServe(addr, mux) // MCP017: all interfaces, no read timeouts
}
