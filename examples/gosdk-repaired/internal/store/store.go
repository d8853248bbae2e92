// Package store keeps the tickets of the support team.
package store

import (
	"context"
	"database/sql"
	"fmt"
)

// A Ticket is one request of a customer.
type Ticket struct {
	ID    int64  `json:"id"`
	Title string `json:"title"`
	State string `json:"state"`
}

// Store is the ticket database.
type Store struct{ db *sql.DB }

// New returns a store on db.
func New(db *sql.DB) *Store { return &Store{db: db} }

// Search returns the tickets whose title contains text, newest first.
func (s *Store) Search(ctx context.Context, text string) ([]Ticket, error) {
	const query = "SELECT id, title, state FROM tickets WHERE title ILIKE '%' || $1 || '%' ORDER BY id DESC LIMIT 50"
	rows, err := s.db.QueryContext(ctx, query, text)
	if err != nil {
		return nil, fmt.Errorf("search tickets: %w", err)
	}
	defer rows.Close()
	var tickets []Ticket
	for rows.Next() {
		var t Ticket
		if err := rows.Scan(&t.ID, &t.Title, &t.State); err != nil {
			return nil, fmt.Errorf("read a ticket: %w", err)
		}
		tickets = append(tickets, t)
	}
	return tickets, rows.Err()
}

// Close closes a ticket.
func (s *Store) Close(ctx context.Context, id int64, resolution string) error {
	_, err := s.db.ExecContext(ctx, "UPDATE tickets SET state = 'closed', resolution = $1 WHERE id = $2", resolution, id)
	if err != nil {
		return fmt.Errorf("close ticket %d: %w", id, err)
	}
	return nil
}
