// Package gate looks at who sends requests.
package gate

import (
	"crypto/sha256"
	"crypto/subtle"
	"encoding/hex"
	"errors"
	"net/http"
	"strings"
)

// A Gate knows digests of tokens.
type Gate struct{ Digests map[string]bool }

// Who says whose token a request shows.
func (g *Gate) Who(r *http.Request) (string, error) {
	token, ok := strings.CutPrefix(r.Header.Get("Authorization"), "Bearer ")
	if !ok {
		return "", errors.New("no token")
	}
	sum := sha256.Sum256([]byte(token))
	digest := hex.EncodeToString(sum[:])
	if !g.Digests[digest] {
		return "", errors.New("unknown token")
	}
	return digest[:8], nil
}

// Wrap admits requests with a known token, and health checks.
func (g *Gate) Wrap(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/healthz" || r.Method == http.MethodOptions {
			next.ServeHTTP(w, r)
			return
		}
		who, err := g.Who(r)
		if err != nil {
			http.Error(w, err.Error(), http.StatusUnauthorized)
			return
		}
		r.Header.Set("X-Who", who)
		next.ServeHTTP(w, r)
	})
}

// A Keeper is a handler that asks for any of several secrets.
type Keeper struct {
	Secrets [][]byte
	Next    http.Handler
}

func (k Keeper) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	got, found := []byte(r.Header.Get("X-Tide-Gate-Secret")), false
	for _, s := range k.Secrets {
		if subtle.ConstantTimeCompare(got, s) == 1 {
			found = true
		}
	}
	if !found {
		w.WriteHeader(http.StatusForbidden)
		return
	}
	k.Next.ServeHTTP(w, r)
}
