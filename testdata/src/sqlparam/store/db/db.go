// Package db keeps notes in a database.
package db

import (
	"context"
	"database/sql"
	"fmt"
	"strings"

	"example.test/mcpvet/src/sqlparam/store/notes"
)

// DB is a notes.Store.
type DB struct {
	base
	prefix string
}

// base has what all tables need.
type base struct{ conn *sql.DB }

// New returns a DB.
func New(conn *sql.DB) *DB { return &DB{base: base{conn: conn}, prefix: "app_"} }

func (b *base) query(ctx context.Context, q string, args ...any) ([]string, error) {
	rows, err := b.conn.QueryContext(ctx, q, args...) // want `argument "order" of tool "list" becomes part of the text of a query$` `argument "where" of tool "search" becomes part of`
	if err != nil {
		return nil, fmt.Errorf("query notes: %w", err)
	}
	defer rows.Close()
	var list []string
	for rows.Next() {
		var s string
		if err := rows.Scan(&s); err != nil {
			return nil, err
		}
		list = append(list, s)
	}
	return list, rows.Err()
}

// List returns the notes that a filter selects.
func (d *DB) List(ctx context.Context, f notes.Filter) ([]string, error) {
	q, args := selection(d.prefix+"notes", f)
	return d.query(ctx, q, args...)
}

func selection(table string, f notes.Filter) (string, []any) {
	var (
		conds []string
		args  []any
	)
	if f.Owner != "" {
		args = append(args, f.Owner)
		conds = append(conds, fmt.Sprintf("owner = $%d", len(args)))
	}
	for _, t := range f.Tags {
		args = append(args, t)
		conds = append(conds, fmt.Sprintf("$%d = ANY (tags)", len(args)))
	}
	if raw := f.Raw(); raw != "" {
		conds = append(conds, "("+raw+")")
	}
	q := "SELECT title FROM " + table
	if len(conds) > 0 {
		q += " WHERE " + strings.Join(conds, " AND ")
	}
	return fmt.Sprintf("%s ORDER BY %s LIMIT %d", q, f.Order, f.Limit), args
}

// Count counts the rows of a table.
func (d *DB) Count(ctx context.Context, table string) (int, error) {
	var n int
	err := d.conn.QueryRowContext(ctx, "SELECT count(*) FROM "+d.prefix+table).Scan(&n) // want `argument "table" of tool "count" becomes part of`
	return n, err
}

// Touch notes who has looked at a note.
func (d *DB) Touch(ctx context.Context, id, by string) error {
	_, err := d.conn.ExecContext(ctx, "UPDATE "+d.prefix+"notes SET seen_by = $1 WHERE id = $2", by, id)
	return err
}
