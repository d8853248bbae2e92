// Package links keeps the team's bookmarks.
package links

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
)

// A Link is one bookmark.
type Link struct {
	ID    int64  `json:"id"`
	URL   string `json:"url"`
	Title string `json:"title"`
}

// ErrNotOwner is returned for a bookmark of somebody else.
var ErrNotOwner = errors.New("no such bookmark of yours")

// MaxFound is the most that Find returns.
const MaxFound = 100

// finds is the statement for each order; a caller only chooses among them.
var finds = map[string]string{
	"title": "SELECT id, url, title FROM links WHERE title ILIKE '%' || $1 || '%' ORDER BY title LIMIT $2",
	"url":   "SELECT id, url, title FROM links WHERE title ILIKE '%' || $1 || '%' ORDER BY url LIMIT $2",
	"id":    "SELECT id, url, title FROM links WHERE title ILIKE '%' || $1 || '%' ORDER BY id LIMIT $2",
}

// DB is the bookmark database.
type DB struct{ db *sql.DB }

// New returns the bookmarks in db.
func New(db *sql.DB) *DB { return &DB{db: db} }

// Find returns at most limit bookmarks whose title contains words, ordered by
// the column order.
func (d *DB) Find(ctx context.Context, words, order string, limit int) ([]Link, error) {
	query, ok := finds[order]
	if !ok {
		return nil, fmt.Errorf("find bookmarks: no order %q", order)
	}
	limit = max(1, min(limit, MaxFound))
	rows, err := d.db.QueryContext(ctx, query, words, limit)
	if err != nil {
		return nil, fmt.Errorf("find bookmarks: %w", err)
	}
	defer rows.Close()
	found := make([]Link, 0, limit)
	for rows.Next() {
		var l Link
		if err := rows.Scan(&l.ID, &l.URL, &l.Title); err != nil {
			return nil, fmt.Errorf("read a bookmark: %w", err)
		}
		found = append(found, l)
	}
	return found, rows.Err()
}

// Remove deletes a bookmark of owner.
func (d *DB) Remove(ctx context.Context, id int64, owner string) error {
	res, err := d.db.ExecContext(ctx, "DELETE FROM links WHERE id = $1 AND owner = $2", id, owner)
	if err != nil {
		return fmt.Errorf("remove bookmark %d: %w", id, err)
	}
	if n, err := res.RowsAffected(); err == nil && n == 0 {
		return ErrNotOwner
	}
	return nil
}
