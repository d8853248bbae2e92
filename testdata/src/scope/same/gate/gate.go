// Package gate knows who calls.
package gate

import (
	"context"
	"errors"
	"net/http"
	"slices"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

// User is who calls.
type User struct {
	Name   string
	Scopes []string
}

type key struct{}

var known = map[string]User{}

// Bearer lets in who is known.
func Bearer(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		u, ok := known[r.Header.Get("Authorization")]
		if !ok {
			http.Error(w, "unauthorised", http.StatusUnauthorized)
			return
		}
		next.ServeHTTP(w, r.WithContext(with(r.Context(), u)))
	})
}

func with(ctx context.Context, u User) context.Context { return context.WithValue(ctx, key{}, u) }

// From returns who calls.
func From(ctx context.Context) (User, bool) {
	u, ok := ctx.Value(key{}).(User)
	return u, ok
}

// Has reports whether the caller has a scope.
func Has(ctx context.Context, scope string) bool {
	u, ok := From(ctx)
	return ok && slices.Contains(u.Scopes, scope)
}

// Require is Has with an error.
func Require(ctx context.Context, scope string) error {
	if !Has(ctx, scope) {
		return errors.New("scope " + scope + " is missing")
	}
	return nil
}

// Checker says who may call.
type Checker interface {
	Check(ctx context.Context) error
}

type scope string

func (s scope) Check(ctx context.Context) error { return Require(ctx, string(s)) }

// Gate is middleware.
type Gate struct{ checker Checker }

// New makes a gate.
func New(s string) *Gate { return &Gate{scope(s)} }

// Middleware checks before a handler.
func (g *Gate) Middleware(next server.ToolHandlerFunc) server.ToolHandlerFunc {
	return func(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		if err := g.checker.Check(ctx); err != nil {
			return mcp.NewToolResultError(err.Error()), nil
		}
		return next(ctx, req)
	}
}
