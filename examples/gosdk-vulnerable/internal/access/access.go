// Package access decides who may call what, how often, and keeps the record.
package access

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"log/slog"
	"net/http"
	"os"
	"slices"
	"sync"
	"time"

	"github.com/modelcontextprotocol/go-sdk/auth"
	"github.com/modelcontextprotocol/go-sdk/mcp"
	"golang.org/x/time/rate"
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

// Verify is an auth.TokenVerifier.
func (k Keys) Verify(_ context.Context, token string, _ *http.Request) (*auth.TokenInfo, error) {
	sum := sha256.Sum256([]byte(token))
	key, ok := k[hex.EncodeToString(sum[:])]
	if !ok {
		return nil, auth.ErrInvalidToken
	}
	return &auth.TokenInfo{UserID: key.User, Scopes: key.Scopes, Expiration: time.Now().Add(time.Hour)}, nil
}

var (
	mu       sync.Mutex
	limiters = map[string]*rate.Limiter{} // MCP006: grows without bound, and there is no limit for all together
)

// Limit allows each client two requests a second.
func Limit(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		client := r.RemoteAddr
		if forwarded := r.Header.Get("X-Forwarded-For"); forwarded != "" { // MCP012: any client can choose its own bucket
			client = forwarded
		}
		mu.Lock()
		limiter, ok := limiters[client]
		if !ok {
			limiter = rate.NewLimiter(2, 10)
			limiters[client] = limiter
		}
		mu.Unlock()
		if !limiter.Allow() {
			http.Error(w, "too many requests", http.StatusTooManyRequests)
			return
		}
		next.ServeHTTP(w, r)
	})
}

// scopes is the scope that each tool asks for.
var scopes = map[string]string{
	"read_note":      "notes:read",
	"grep_notes":     "notes:read",
	"note_history":   "notes:read",
	"search_tickets": "tickets:read",
	"repeat_search":  "tickets:read",
	"close_ticket":   "tickets:write",
	"fetch_page":     "web:read",
	"post_status":    "status:write",
	"run_check":      "checks:run",
	"diagnostics":    "admin",
	"ping":           "notes:read",
}

// RequireScopes refuses a call of a tool whose scope the caller lacks.
func RequireScopes(next mcp.MethodHandler) mcp.MethodHandler {
	return func(ctx context.Context, method string, req mcp.Request) (mcp.Result, error) {
		call, ok := req.(*mcp.CallToolRequest)
		if !ok {
			return next(ctx, method, req)
		}
		if scope, ok := scopes[call.Params.Name]; ok {
			extra := call.GetExtra()
			if extra == nil || extra.TokenInfo == nil || !slices.Contains(extra.TokenInfo.Scopes, scope) {
				return nil, fmt.Errorf("tool %q needs the scope %q", call.Params.Name, scope)
			}
		}
		return next(ctx, method, req)
	}
}

// Audit records every call of a tool.
func Audit(log *slog.Logger) mcp.Middleware {
	return func(next mcp.MethodHandler) mcp.MethodHandler {
		return func(ctx context.Context, method string, req mcp.Request) (mcp.Result, error) {
			start := time.Now()
			result, err := next(ctx, method, req)
			if err != nil {
				return nil, err // MCP009: a refused or failed call leaves no record
			}
			if call, ok := req.(*mcp.CallToolRequest); ok {
				sum := sha256.Sum256(call.Params.Arguments)
				log.Info("tool call", "tool", call.Params.Name, "user", call.GetExtra().TokenInfo.UserID,
					"arguments", hex.EncodeToString(sum[:8]), "duration", time.Since(start))
			}
			return result, nil
		}
	}
}
