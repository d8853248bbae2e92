package guard

import (
	"context"
	"net/http"
	"slices"
)

// An Identity says who makes a call.
type Identity struct {
	User    string   // stable name of the caller as the authentication gives it; "" means unknown
	Session string   // id of the session, for the record; it proves nothing
	Scopes  []string // what the caller may do
}

// Known reports whether the identity names a user.
func (id Identity) Known() bool { return id.User != "" }

// Has reports whether the identity has all of the scopes.
func (id Identity) Has(scopes ...string) bool {
	for _, s := range scopes {
		if !slices.Contains(id.Scopes, s) {
			return false
		}
	}
	return true
}

// A Peer is what an SDK says about the sender of one request. Adapters fill it
// from the request, never from a context that may be that of another request.
type Peer struct {
	User    string      // from a token that the SDK or the server's own authentication has verified; "" without one
	Scopes  []string    // of that token
	Session string      // id of the session, "" without one
	Header  http.Header // of the HTTP request; empty on stdio and in memory
	Token   any         // the SDK's own token, such as *auth.TokenInfo; nil without one
	Network bool        // the request is known to come over a network
}

// An IdentifyFunc tells who a peer is; false means that it is not known. It
// must trust nothing that the peer can choose, such as a forwarded header.
type IdentifyFunc func(ctx context.Context, p Peer) (Identity, bool)

type identityKey struct{}

// WithIdentity returns a context that carries the identity. Authentication
// code calls it once per request; adapters overwrite what they find with the
// identity that they have determined for the call.
func WithIdentity(ctx context.Context, id Identity) context.Context {
	return context.WithValue(ctx, identityKey{}, id)
}

// IdentityFrom returns the identity that the context carries; false means that
// there is none, or that it names nobody.
func IdentityFrom(ctx context.Context) (Identity, bool) {
	id, ok := ctx.Value(identityKey{}).(Identity)
	return id, ok && id.Known()
}
