// Package access decides who may call what, how often and how long, and keeps
// the record.
package access

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"slices"
	"strings"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

// A Caller is who sent a request.
type Caller struct {
	User   string   `json:"user"`
	Scopes []string `json:"scopes"`
}

type callerKey struct{}

// From returns the caller of the request in ctx.
func From(ctx context.Context) (Caller, bool) {
	c, ok := ctx.Value(callerKey{}).(Caller)
	return c, ok
}

// Local makes the person who started the server the caller: for stdio.
func Local(ctx context.Context) context.Context {
	return context.WithValue(ctx, callerKey{}, Caller{User: "local", Scopes: []string{"docs:read", "docs:write", "links:read", "links:write", "web:read", "chat:write", "code:run"}})
}

// Keys are the API keys of this server, by the SHA-256 of the key in hex.
type Keys map[string]Caller

// LoadKeys reads keys from a JSON file.
func LoadKeys(file string) (Keys, error) {
	data, err := os.ReadFile(file)
	if err != nil {
		return nil, fmt.Errorf("read the API keys: %w", err)
	}
	var keys Keys
	if err := json.Unmarshal(data, &keys); err != nil {
		return nil, fmt.Errorf("parse the API keys in %s: %w", file, err)
	}
	return keys, nil
}

// Authenticate lets a request pass whose bearer token is one of the keys. The
// context of a request reaches the tool's handler, so each call has its own
// caller.
func (k Keys) Authenticate(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		token, ok := strings.CutPrefix(r.Header.Get("Authorization"), "Bearer ")
		sum := sha256.Sum256([]byte(token))
		caller, known := k[hex.EncodeToString(sum[:])]
		if !ok || !known {
			w.Header().Set("WWW-Authenticate", "Bearer")
			http.Error(w, "unknown API key", http.StatusUnauthorized)
			return
		}
		next.ServeHTTP(w, r.WithContext(context.WithValue(r.Context(), callerKey{}, caller)))
	})
}

// scopes is the scope that each tool asks for.
var scopes = map[string]string{
	"read_doc":    "docs:read",
	"doc_head":    "docs:read",
	"write_doc":   "docs:write",
	"convert_doc": "docs:read",
	"doc_diff":    "docs:read",
	"find_links":  "links:read",
	"remove_link": "links:write",
	"import_page": "web:read",
	"share_doc":   "chat:write",
	"run_example": "code:run",
	"save_draft":  "docs:write",
	"show_draft":  "docs:read",
}

// check returns an error unless the caller in ctx has scope.
func check(ctx context.Context, scope string) error {
	if c, ok := From(ctx); !ok || scope == "" || !slices.Contains(c.Scopes, scope) {
		return fmt.Errorf("this needs the scope %q", scope)
	}
	return nil
}

// Tools refuses a call of a tool whose scope the caller lacks, and of a tool
// that has none in the table.
func Tools(next server.ToolHandlerFunc) server.ToolHandlerFunc {
	return func(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		if err := check(ctx, scopes[req.Params.Name]); err != nil {
			return mcp.NewToolResultError(err.Error()), nil
		}
		return next(ctx, req)
	}
}

// Resources refuses to read a document for who may not.
func Resources(next server.ResourceHandlerFunc) server.ResourceHandlerFunc {
	return func(ctx context.Context, req mcp.ReadResourceRequest) ([]mcp.ResourceContents, error) {
		if err := check(ctx, "docs:read"); err != nil {
			return nil, err
		}
		return next(ctx, req)
	}
}
