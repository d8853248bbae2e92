// Package upstream calls other services.
package upstream

import (
	"context"
	"net/http"
)

type tokenKey struct{}

// With keeps the token of the caller.
func With(ctx context.Context, token string) context.Context {
	return context.WithValue(ctx, tokenKey{}, token)
}

// From returns the token of the caller.
func From(ctx context.Context) string {
	t, _ := ctx.Value(tokenKey{}).(string)
	return t
}

// An Auth tells the credential for a service.
type Auth interface {
	Credential(ctx context.Context) string
}

// Callers takes the one of the caller.
type Callers struct{}

// Credential implements Auth.
func (Callers) Credential(ctx context.Context) string { return From(ctx) }

// Own has one of its own.
type Own struct{ Token string }

// Credential implements Auth.
func (o Own) Credential(context.Context) string { return o.Token }

// Get asks a service with the credential of the caller, by way of an interface.
func Get(ctx context.Context, auth Auth, url string) error {
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		return err
	}
	r.Header.Set("Authorization", auth.Credential(ctx)) // want `error regular: the token in the caller's header "Authorization" is sent on to another service, and it is this server's own`
	return do(r)
}

// Direct asks a service with the server's own credential.
func Direct(ctx context.Context, own Own, url string) error {
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		return err
	}
	r.Header.Set("Authorization", "Bearer "+own.Credential(ctx))
	r.Header.Set("X-Request-Id", From(ctx)[:4]) // no credential
	return do(r)
}

// Login asks a service with the caller's token as a password.
func Login(ctx context.Context, url string) error {
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		return err
	}
	r.SetBasicAuth("token", From(ctx)) // want `error regular: the token in the caller's header "Authorization" is sent on`
	return do(r)
}

// A Transport sends the caller's token along with whatever is asked for.
type Transport struct{ Base http.RoundTripper }

// RoundTrip implements http.RoundTripper.
func (t *Transport) RoundTrip(r *http.Request) (*http.Response, error) {
	r = r.Clone(r.Context())
	if token := From(r.Context()); token != "" {
		r.Header.Set("Authorization", token) // want `error regular: the token in the caller's header "Authorization" is sent on`
	}
	return t.Base.RoundTrip(r)
}

func do(r *http.Request) error {
	resp, err := http.DefaultClient.Do(r)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}
