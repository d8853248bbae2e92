// Package main leaves it to the operator whether anybody is asked who they are.
package main

import (
	"crypto/subtle"
	"errors"
	"flag"
	"log"
	"net/http"
	"os"
	"strings"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

func handler(name string) http.Handler {
	s := mcp.NewServer(&mcp.Implementation{Name: name, Version: "1"}, nil)
	return mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return s }, nil)
}

func listen(addr string, h http.Handler) error {
	srv := &http.Server{Addr: addr, Handler: h, ReadHeaderTimeout: time.Second}
	return srv.ListenAndServe()
}

func bearer(token string, next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		got := []byte(strings.TrimPrefix(r.Header.Get("Authorization"), "Bearer "))
		if subtle.ConstantTimeCompare(got, []byte(token)) != 1 {
			http.Error(w, "unauthorised", http.StatusUnauthorized)
			return
		}
		next.ServeHTTP(w, r)
	})
}

// lenient asks for a credential only where there is one to compare with.
func lenient(key string, next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if key == "" {
			next.ServeHTTP(w, r)
			return
		}
		if r.Header.Get("X-Api-Key") != key {
			http.Error(w, "unauthorised", http.StatusUnauthorized)
			return
		}
		next.ServeHTTP(w, r)
	})
}

// known answers yes where no key is configured, without having looked.
func known(r *http.Request) (bool, error) {
	key := os.Getenv("OPTIONAL_KEY")
	if key == "" {
		return true, nil
	}
	if r.Header.Get("X-Key") == "" {
		return false, errors.New("no key")
	}
	return subtle.ConstantTimeCompare([]byte(r.Header.Get("X-Key")), []byte(key)) == 1, nil
}

func helped(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if ok, err := known(r); err != nil || !ok {
			http.Error(w, "unauthorised", http.StatusUnauthorized)
			return
		}
		next.ServeHTTP(w, r)
	})
}

// present lets requests pass that show nothing.
func present(key string, next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if got := r.Header.Get("X-Auth-Token"); got != "" {
			if subtle.ConstantTimeCompare([]byte(got), []byte(key)) != 1 {
				w.WriteHeader(http.StatusUnauthorized)
				return
			}
		}
		next.ServeHTTP(w, r)
	})
}

// logged looks at the credential and hands on whatever it is.
func logged(key string, next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Header.Get("Authorization") != key {
			log.Print("a stranger")
		}
		next.ServeHTTP(w, r)
	})
}

func main() {
	token := flag.String("token", "", "who has it gets in")
	flag.Parse()
	h := handler("flag")
	if *token != "" {
		h = bearer(*token, h)
	}
	srv := &http.Server{Addr: ":9101", Handler: h, ReadHeaderTimeout: time.Second} // want `error regular: the HTTP endpoint of server "flag" listens on all interfaces \(":9101"\) without authentication by default`
	go srv.ListenAndServe()

	second := &http.Server{Addr: ":9102", Handler: lenient(os.Getenv("OPTIONAL_TOKEN"), handler("empty")), ReadHeaderTimeout: time.Second} // want `error regular: .* server "empty" .* without authentication by default: the environment variable OPTIONAL_TOKEN switches it on`
	go second.ListenAndServe()

	third := &http.Server{Addr: ":9103", Handler: helped(handler("helper")), ReadHeaderTimeout: time.Second} // want `error regular: .* server "helper" .* without authentication by default: the environment variable OPTIONAL_KEY switches it on`
	go third.ListenAndServe()

	fourth := &http.Server{Addr: ":9104", Handler: present("fixed key of a test", handler("absent")), ReadHeaderTimeout: time.Second} // want `error regular: .* server "absent" .* without authentication by default`
	go fourth.ListenAndServe()

	fifth := &http.Server{Addr: ":9105", Handler: logged("fixed key of a test", handler("logged")), ReadHeaderTimeout: time.Second} // want `error regular: .* server "logged" .* without authentication$`
	log.Fatal(fifth.ListenAndServe())
}
