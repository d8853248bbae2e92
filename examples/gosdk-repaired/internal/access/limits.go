package access

import (
	"context"
	"errors"
	"log/slog"
	"regexp"
	"sync"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
	"golang.org/x/time/rate"
)

// A Limiter bounds the requests of each user and of all together.
type Limiter struct {
	all *rate.Limiter

	mu    sync.Mutex
	users map[string]*rate.Limiter
}

const maxUsers = 10_000

// NewLimiter allows each user two requests a second and all together fifty.
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

// Middleware refuses what exceeds the limits.
func (l *Limiter) Middleware(next mcp.MethodHandler) mcp.MethodHandler {
	return func(ctx context.Context, method string, req mcp.Request) (mcp.Result, error) {
		if !l.of(user(req)).Allow() || !l.all.Allow() {
			return nil, errors.New("too many requests: try again in a second")
		}
		return next(ctx, method, req)
	}
}

// Deadline ends every request after d.
func Deadline(d time.Duration) mcp.Middleware {
	return func(next mcp.MethodHandler) mcp.MethodHandler {
		return func(ctx context.Context, method string, req mcp.Request) (mcp.Result, error) {
			ctx, cancel := context.WithTimeout(ctx, d)
			defer cancel()
			return next(ctx, method, req)
		}
	}
}

var secret = regexp.MustCompile(`(?i)\b(token|password|secret|api[_-]?key|authorization)(["']?\s*[:=]\s*)\S+`)

// Redact masks what looks like a credential in the texts of tool results.
func Redact(next mcp.MethodHandler) mcp.MethodHandler {
	return func(ctx context.Context, method string, req mcp.Request) (mcp.Result, error) {
		result, err := next(ctx, method, req)
		if call, ok := result.(*mcp.CallToolResult); ok && call != nil {
			for _, c := range call.Content {
				if t, ok := c.(*mcp.TextContent); ok {
					t.Text = secret.ReplaceAllString(t.Text, "$1$2[redacted]")
				}
			}
		}
		return result, err
	}
}

// Audit records every call, the refused and failed ones too.
func Audit(log *slog.Logger) mcp.Middleware {
	return func(next mcp.MethodHandler) mcp.MethodHandler {
		return func(ctx context.Context, method string, req mcp.Request) (result mcp.Result, err error) {
			name, fingerprint, ok := subject(method, req)
			if !ok {
				return next(ctx, method, req)
			}
			start := time.Now()
			defer func() {
				status := "ok"
				if call, isCall := result.(*mcp.CallToolResult); err != nil || isCall && call.IsError {
					status = "failed"
				}
				log.Info("call", "name", name, "user", user(req), "session", req.GetSession().ID(),
					"arguments", fingerprint, "status", status, "duration", time.Since(start))
			}()
			return next(ctx, method, req)
		}
	}
}
