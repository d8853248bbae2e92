package guard

import (
	"errors"
	"fmt"
	"log/slog"
)

// An Option adjusts a [Guard].
type Option func(*Guard) error

// WithKey sets the key of fingerprints and confirmations: at least [MinKey]
// random bytes, from the server's secrets. Without it each process makes its
// own, so that fingerprints can't be compared across restarts, and a
// confirmation holds in the process that asked.
func WithKey(key []byte) Option {
	return func(g *Guard) error {
		if len(key) < MinKey {
			return fmt.Errorf("the key has %d bytes: give at least %d random ones", len(key), MinKey)
		}
		g.key = append([]byte(nil), key...)
		return nil
	}
}

// WithAudit sets where records go, in place of the log of [WithLogger]. With
// several each gets all.
func WithAudit(a ...Auditor) Option {
	return func(g *Guard) error {
		for _, x := range a {
			if x == nil {
				return errors.New("an auditor is nil")
			}
		}
		g.audit = append(g.audit, a...)
		return nil
	}
}

// WithAuditFirst records each call before it is made, too, with [StatusBegun],
// and refuses it if that fails: no effect without a record.
func WithAuditFirst() Option {
	return func(g *Guard) error {
		g.strict = true
		return nil
	}
}

// WithLogger sets the server's log, in place of slog.Default. What the guard
// writes to it loses its secrets before. On stdio a log must not go to the
// standard output, which is the connection.
func WithLogger(l *slog.Logger) Option {
	return func(g *Guard) error {
		if l == nil {
			return errors.New("the logger is nil")
		}
		g.logger = l
		return nil
	}
}

// WithRedactor sets the redactor, in place of [NewRedactor].
func WithRedactor(r *Redactor) Option {
	return func(g *Guard) error {
		if r == nil {
			return errors.New("the redactor is nil")
		}
		g.redactor = r
		return nil
	}
}

// WithNonces sets where used confirmations are remembered.
func WithNonces(s NonceStore) Option {
	return func(g *Guard) error {
		if s == nil {
			return errors.New("the store of nonces is nil")
		}
		g.nonces = s
		return nil
	}
}

// WithIdentify sets how callers are told, in place of the token that the SDK
// has verified (go-sdk) or the identity in the request's context (mcp-go).
func WithIdentify(f IdentifyFunc) Option {
	return func(g *Guard) error {
		if f == nil {
			return errors.New("the function that identifies callers is nil")
		}
		g.identify = f
		return nil
	}
}

// WithLocalUser names the caller of requests that come without a token and
// without HTTP: on stdio and in memory, where whoever started the server is
// calling. Without this option such callers are unknown. Don't give it to a
// server of go-sdk that is also served by its SSE handler, whose requests look
// the same.
func WithLocalUser(id Identity) Option {
	return func(g *Guard) error {
		if !id.Known() {
			return errors.New("the local user has no name")
		}
		g.local = &id
		return nil
	}
}

// WithMaxUsers bounds how many pairs of user and tool are remembered for limits,
// in place of [DefaultMaxUsers].
func WithMaxUsers(n int) Option {
	return func(g *Guard) error {
		if n < 1 {
			return errors.New("the number of users must be above zero")
		}
		g.maxUsers = n
		return nil
	}
}
