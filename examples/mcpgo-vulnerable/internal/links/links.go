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

// DB is the bookmark database.
type DB struct{ db *sql.DB }

// New returns the bookmarks in db.
func New(db *sql.DB) *DB { return &DB{db: db} }

// Find returns at most limit bookmarks whose title contains words, ordered by
// the column order.
func (d *DB) Find(ctx context.Context, words, order string, limit int) ([]Link, error) {
	query := fmt.Sprintf("SELECT id, url, title FROM links WHERE title ILIKE '%%' || $1 || '%%' ORDER BY %s LIMIT $2", order)
	rows, err := d.db.QueryContext(ctx, query, words, limit) // MCP005: the order is part of the statement
	if err != nil {
		return nil, fmt.Errorf("find bookmarks: %w", err)
	}
	defer rows.Close()
	found := make([]Link, 0, limit) // MCP021: a negative or huge limit ends the process
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
