package access

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"log/slog"
	"regexp"
	"sync"
	"time"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
	"golang.org/x/time/rate"
)

// A Limiter bounds the calls of each user and of all together.
type Limiter struct {
	all *rate.Limiter

	mu    sync.Mutex
	users map[string]*rate.Limiter
}

const maxUsers = 10_000

// NewLimiter allows each user two calls a second and all together fifty.
func NewLimiter() *Limiter {
	return &Limiter{all: rate.NewLimiter(50, 100), users: map[string]*rate.Limiter{}}
}

func (l *Limiter) of(user string) *rate.Limiter {
	l.mu.Lock()
	defer l.mu.Unlock()
	limiter, ok := l.users[user]
	if !ok {
		if len(l.users) >= maxUsers {
			clear(l.users) // starting anew is kinder than growing without bound
		}
		limiter = rate.NewLimiter(2, 10)
		l.users[user] = limiter
	}
	return limiter
}

// Middleware refuses calls that exceed the limits.
func (l *Limiter) Middleware(next server.ToolHandlerFunc) server.ToolHandlerFunc {
	return func(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		caller, _ := From(ctx)
		if !l.of(caller.User).Allow() || !l.all.Allow() {
			return mcp.NewToolResultError("too many calls: try again in a second"), nil
		}
		return next(ctx, req)
	}
}

// Deadline ends every call after d.
func Deadline(d time.Duration) server.ToolHandlerMiddleware {
	return func(next server.ToolHandlerFunc) server.ToolHandlerFunc {
		return func(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
			ctx, cancel := context.WithTimeout(ctx, d)
			defer cancel()
			return next(ctx, req)
		}
	}
}

var secret = regexp.MustCompile(`(?i)\b(token|password|secret|api[_-]?key|authorization)(["']?\s*[:=]\s*)\S+`)

// Redact masks what looks like a credential in the texts of results.
func Redact(next server.ToolHandlerFunc) server.ToolHandlerFunc {
	return func(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		result, err := next(ctx, req)
		if result != nil {
			for i, c := range result.Content {
				if t, ok := c.(mcp.TextContent); ok {
					t.Text = secret.ReplaceAllString(t.Text, "$1$2[redacted]")
					result.Content[i] = t
				}
			}
		}
		return result, err
	}
}

// Audit records every call, the refused and failed ones too.
func Audit(log *slog.Logger) server.ToolHandlerMiddleware {
	return func(next server.ToolHandlerFunc) server.ToolHandlerFunc {
		return func(ctx context.Context, req mcp.CallToolRequest) (result *mcp.CallToolResult, err error) {
			start := time.Now()
			defer func() {
				status := "ok"
				if err != nil || result == nil || result.IsError {
					status = "failed"
				}
				caller, _ := From(ctx)
				log.Info("call", "tool", req.Params.Name, "user", caller.User,
					"arguments", fingerprint(req), "status", status, "duration", time.Since(start))
			}()
			return next(ctx, req)
		}
	}
}

// fingerprint identifies arguments without showing them.
func fingerprint(req mcp.CallToolRequest) string {
	arguments, err := json.Marshal(req.GetArguments())
	if err != nil {
		return "unreadable"
	}
	sum := sha256.Sum256(arguments)
	return hex.EncodeToString(sum[:8])
}
