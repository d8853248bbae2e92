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
	"time"

	"github.com/modelcontextprotocol/go-sdk/auth"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// Keys are the API keys of this server, by the SHA-256 of the key in hex.
type Keys map[string]struct {
	User   string   `json:"user"`
	Scopes []string `json:"scopes"`
}

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

// Verify is an auth.TokenVerifier. The keys are issued by this server for
// this server, so there is no audience to check.
func (k Keys) Verify(_ context.Context, token string, _ *http.Request) (*auth.TokenInfo, error) {
	sum := sha256.Sum256([]byte(token))
	key, ok := k[hex.EncodeToString(sum[:])]
	if !ok {
		return nil, auth.ErrInvalidToken
	}
	return &auth.TokenInfo{UserID: key.User, Scopes: key.Scopes, Expiration: time.Now().Add(time.Hour)}, nil
}

// scopes is the scope that each tool, resource and prompt asks for.
var scopes = map[string]string{
	"read_note":      "notes:read",
	"delete_note":    "notes:write",
	"grep_notes":     "notes:read",
	"note_history":   "notes:read",
	"on_call":        "notes:read",
	"search_tickets": "tickets:read",
	"repeat_search":  "tickets:read",
	"close_ticket":   "tickets:write",
	"fetch_page":     "web:read",
	"post_status":    "status:write",
	"run_check":      "checks:run",
	"diagnostics":    "admin",
	"ping":           "notes:read",
	"resources/read": "notes:read",
	"prompts/get":    "tickets:read",
}

// subject returns what a request asks for and the fingerprint of its
// arguments; ok is false for a method that only lists or connects.
func subject(method string, req mcp.Request) (name, fingerprint string, ok bool) {
	var arguments []byte
	switch r := req.(type) {
	case *mcp.CallToolRequest:
		name, arguments = r.Params.Name, r.Params.Arguments
	case *mcp.ReadResourceRequest:
		name, arguments = method, []byte(r.Params.URI)
	case *mcp.GetPromptRequest:
		name, arguments = method, []byte(r.Params.Name)
	default:
		return "", "", false
	}
	sum := sha256.Sum256(arguments)
	return name, hex.EncodeToString(sum[:8]), true
}

// user returns who sent a request, "" if nobody is known.
func user(req mcp.Request) string {
	if extra := req.GetExtra(); extra != nil && extra.TokenInfo != nil {
		return extra.TokenInfo.UserID
	}
	return ""
}

// RequireScopes refuses a request whose scope the caller lacks, and every
// request that has no scope in the table.
func RequireScopes(next mcp.MethodHandler) mcp.MethodHandler {
	return func(ctx context.Context, method string, req mcp.Request) (mcp.Result, error) {
		name, _, ok := subject(method, req)
		if !ok {
			return next(ctx, method, req)
		}
		scope, listed := scopes[name]
		extra := req.GetExtra()
		if !listed || extra == nil || extra.TokenInfo == nil || !slices.Contains(extra.TokenInfo.Scopes, scope) {
			return nil, fmt.Errorf("%q needs the scope %q", name, scope)
		}
		return next(ctx, method, req)
	}
}
