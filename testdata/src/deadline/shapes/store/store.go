// Package store has rows in a database.
package store

import (
	"context"
	"database/sql"
	"net/http"
	"time"
)

// A Repo lists rows.
type Repo interface {
	List() error
	Find(ctx context.Context, id string) error
}

// SQL is a Repo in a database.
type SQL struct{ DB *sql.DB }

// List lists all rows.
func (s *SQL) List() error {
	rows, err := s.DB.Query("SELECT id FROM t") // want `tool "list" calls sql.DB.Query without a context`
	if err != nil {
		return err
	}
	return rows.Close()
}

// Find finds one, in a second.
func (s *SQL) Find(ctx context.Context, id string) error {
	ctx, cancel := context.WithTimeout(ctx, time.Second)
	defer cancel()
	var n int
	return s.DB.QueryRowContext(ctx, "SELECT n FROM t WHERE id = ?", id).Scan(&n)
}

// Web makes a client.
func Web(jar http.CookieJar) *http.Client {
	return &http.Client{Jar: jar} // want `this client has no timeout, and tool "factory"`
}

// Base has what all tools need.
type Base struct{ Most time.Duration }

// Within calls a function with a context that ends.
func (b *Base) Within(ctx context.Context, do func(context.Context) error) error {
	ctx, cancel := context.WithTimeout(ctx, b.Most)
	defer cancel()
	return do(ctx)
}

// Bounded returns a context that ends, and is released when its parent ends.
func (b *Base) Bounded(ctx context.Context) context.Context {
	out, cancel := context.WithTimeout(ctx, b.Most)
	context.AfterFunc(ctx, cancel)
	return out
}
