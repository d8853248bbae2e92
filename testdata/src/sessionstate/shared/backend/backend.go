// Package backend talks to the service behind.
package backend

import (
	"crypto/sha256"
	"encoding/hex"
	"sync"
)

// A Client acts for one caller.
type Client struct{ token string }

// New makes a client.
func New(token string) *Client { return &Client{token: token} }

// Whoami asks the service.
func (c *Client) Whoami() string { return "user " + c.token[:1] }

// A Store keeps something.
type Store interface {
	Put(value string)
	Get() string
}

// Last keeps the last of all callers.
type Last struct{ value string }

// Put implements Store.
func (l *Last) Put(value string) {
	l.value = value // want `warning regular: the argument "project" of one call is kept in`
}

// Get implements Store.
func (l *Last) Get() string { return l.value }

var (
	mu     sync.Mutex
	only   *Client
	byHash = map[string]*Client{}
	byTeam = map[string]*Client{}
	byID   = map[string]*Client{}
	extra  sync.Map
	calls  int
	unread string
)

// Only makes one client, of the first token.
func Only(token string) *Client {
	mu.Lock()
	defer mu.Unlock()
	if only == nil {
		only = New(token) // want `warning regular: what the header "Authorization" of one caller says is kept in backend.only`
	}
	return only
}

// Count counts, and notes what nobody reads.
func Count(token string) {
	calls++
	unread = token
}

// Of keeps a client for each token.
func Of(token string) *Client {
	sum := sha256.Sum256([]byte(token))
	key := hex.EncodeToString(sum[:])
	mu.Lock()
	defer mu.Unlock()
	c, ok := byHash[key]
	if !ok {
		c = New(token)
		byHash[key] = c
	}
	return c
}

// Also keeps a client for each token.
func Also(token string) *Client {
	c, _ := extra.LoadOrStore(token, New(token))
	return c.(*Client)
}

// Team keeps a client for each team.
func Team(team, token string) *Client {
	mu.Lock()
	defer mu.Unlock()
	c, ok := byTeam[team]
	if !ok {
		c = New(token)
		byTeam[team] = c // want `warning regular: what the header "Authorization" of one caller says is kept in backend.byTeam`
	}
	return c
}

// Session keeps a client for each session.
func Session(id, token string) *Client {
	mu.Lock()
	defer mu.Unlock()
	c, ok := byID[id]
	if !ok {
		c = New(token)
		byID[id] = c // want `note auditor: what the header "Authorization" of one caller says is kept in backend.byID`
	}
	return c
}
