// Package pq stands for the driver of the examples. It knows a few rows, and does
// what an injected statement asks for.
package pq

import (
	"database/sql"
	"database/sql/driver"
	"errors"
	"fmt"
	"io"
	"strings"
)

func init() { sql.Register("postgres", drv{}) }

type drv struct{}

func (drv) Open(string) (driver.Conn, error) { return conn{}, nil }

type conn struct{}

func (conn) Close() error              { return nil }
func (conn) Begin() (driver.Tx, error) { return nil, errors.New("no transactions") }

func (conn) Prepare(query string) (driver.Stmt, error) { return stmt{query}, nil }

type stmt struct{ query string }

func (stmt) Close() error  { return nil }
func (stmt) NumInput() int { return -1 }

// Exec changes what belongs to whoever calls: on standard input and output that is
// the session that mcp-go has there, or the user that the companion knows.
func (s stmt) Exec(args []driver.Value) (driver.Result, error) {
	if strings.HasPrefix(s.query, "DELETE") && args[1] != "stdio" && args[1] != "local" {
		return driver.RowsAffected(0), nil
	}
	return driver.RowsAffected(1), nil
}

// secret is in a table that no statement of the examples is about.
const secret = "salary of the boss"

func (s stmt) Query(args []driver.Value) (driver.Rows, error) {
	words := ""
	if _, rest, ok := strings.Cut(s.query, "'%"); ok {
		words, _, _ = strings.Cut(rest, "%")
	}
	if len(args) > 0 {
		words = strings.Trim(fmt.Sprint(args[0]), "%")
	}
	if words == "boom" {
		return nil, errors.New("the database has an error")
	}
	var titles []string
	for _, t := range []string{"printer on fire", "printer out of paper", "coffee"} {
		if words != "" && strings.Contains(t, words) {
			titles = append(titles, t)
		}
	}
	if strings.Contains(s.query, "salaries") {
		titles = append(titles, secret)
	}
	return &rows{titles: titles}, nil
}

type rows struct {
	titles []string
	next   int
}

func (r *rows) Columns() []string { return []string{"id", "a", "b"} }
func (r *rows) Close() error      { return nil }

func (r *rows) Next(dest []driver.Value) error {
	if r.next == len(r.titles) {
		return io.EOF
	}
	dest[0], dest[1], dest[2] = int64(r.next+1), r.titles[r.next], r.titles[r.next]
	r.next++
	return nil
}
