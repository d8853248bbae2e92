// Package web has what stands before handlers.
package web

import (
	"log"
	"net/http"
)

// A Middleware makes a handler of another.
type Middleware func(http.Handler) http.Handler

// Chain puts functions around a handler, the first outermost.
func Chain(h http.Handler, around ...Middleware) http.Handler {
	for i := len(around) - 1; i >= 0; i-- {
		h = around[i](h)
	}
	return h
}

// Logged writes what is asked for to the log.
func Logged(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		log.Print(r.Method, r.URL.Path)
		next.ServeHTTP(w, r)
	})
}

// A Limit bounds the body of requests.
type Limit struct {
	Next  http.Handler
	Bytes int64
}

func (l *Limit) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	r.Body = http.MaxBytesReader(w, r.Body, l.Bytes)
	l.Next.ServeHTTP(w, r)
}

// Keys admits who shows one of the keys.
func Keys(keys map[string]string) Middleware {
	return func(next http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if _, ok := keys[r.Header.Get("X-Api-Key")]; !ok {
				w.WriteHeader(http.StatusUnauthorized)
				return
			}
			next.ServeHTTP(w, r)
		})
	}
}
