// Program stale asks who calls by the context of a handler, which in a session
// is that of another request.
package main

import (
	"context"
	"errors"
	"net/http"
	"slices"

	"github.com/modelcontextprotocol/go-sdk/auth"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
)

type in struct{}

type user struct{ scopes []string }

type key struct{}

var known = map[string]user{}

func login(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		u, ok := known[r.Header.Get("X-Api-Key")]
		if !ok {
			w.WriteHeader(http.StatusUnauthorized)
			return
		}
		next.ServeHTTP(w, r.WithContext(context.WithValue(r.Context(), key{}, u)))
	})
}

func byToken(ctx context.Context, _ *sdk.CallToolRequest, _ in) (*sdk.CallToolResult, any, error) {
	if t := auth.TokenInfoFromContext(ctx); t == nil || !slices.Contains(t.Scopes, "run") { // want `error regular: the check before tool "token" does not see who calls`
		return nil, nil, errors.New("not allowed")
	}
	return nil, nil, nil
}

func byValue(ctx context.Context, _ *sdk.CallToolRequest, _ in) (*sdk.CallToolResult, any, error) {
	u, ok := ctx.Value(key{}).(user) // want `error regular: the check before tool "value" does not see who calls`
	if !ok || !slices.Contains(u.scopes, "run") {
		return nil, nil, errors.New("not allowed")
	}
	return nil, nil, nil
}

func byRequest(ctx context.Context, req *sdk.CallToolRequest, _ in) (*sdk.CallToolResult, any, error) {
	if t := req.Extra.TokenInfo; t == nil || !slices.Contains(t.Scopes, "run") {
		return nil, nil, errors.New("not allowed")
	}
	return nil, nil, nil
}

func alone(ctx context.Context, _ *sdk.CallToolRequest, _ in) (*sdk.CallToolResult, any, error) {
	if t := auth.TokenInfoFromContext(ctx); t == nil || !slices.Contains(t.Scopes, "run") {
		return nil, nil, errors.New("not allowed")
	}
	return nil, nil, nil
}

func main() {
	s := sdk.NewServer(&sdk.Implementation{Name: "session"}, nil)
	sdk.AddTool(s, &sdk.Tool{Name: "token"}, byToken)
	sdk.AddTool(s, &sdk.Tool{Name: "value"}, byValue)
	sdk.AddTool(s, &sdk.Tool{Name: "request"}, byRequest)
	go http.ListenAndServe(":1", login(sdk.NewStreamableHTTPHandler(func(*http.Request) *sdk.Server { return s }, nil)))

	each := sdk.NewServer(&sdk.Implementation{Name: "stateless"}, nil)
	sdk.AddTool(each, &sdk.Tool{Name: "alone"}, alone)
	http.ListenAndServe(":2", login(sdk.NewStreamableHTTPHandler(func(*http.Request) *sdk.Server { return each }, &sdk.StreamableHTTPOptions{Stateless: true})))
}
