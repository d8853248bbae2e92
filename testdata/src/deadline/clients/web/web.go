// Package web has clients of an API.
package web

import (
	"context"
	"errors"
	"net/http"
	"time"
)

// A Client asks the API.
type Client struct {
	http  *http.Client
	limit *http.Client
	most  time.Duration
}

// New makes a client.
func New() *Client {
	c := &Client{
		http:  &http.Client{}, // want `this client has no timeout, and tool "slow" makes requests`
		limit: &http.Client{},
		most:  time.Second,
	}
	c.limit.Timeout = c.most
	return c
}

// Ping asks with a client without a limit.
func (c *Client) Ping(ctx context.Context) error { return get(ctx, c.http) }

// PingBounded asks twice, bounded in two ways.
func (c *Client) PingBounded(ctx context.Context) error {
	if err := get(ctx, c.limit); err != nil {
		return err
	}
	ctx, cancel := c.bounded(ctx)
	defer cancel()
	return get(ctx, c.http)
}

func (c *Client) bounded(ctx context.Context) (context.Context, context.CancelFunc) {
	return context.WithTimeout(ctx, c.most)
}

func get(ctx context.Context, c *http.Client) error {
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, "https://api.example.test/ping", nil)
	if err != nil {
		return err
	}
	resp, err := c.Do(r)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

type patient struct {
	next http.RoundTripper
	most time.Duration
}

// RoundTrip carries a request for a limited time.
func (p *patient) RoundTrip(r *http.Request) (*http.Response, error) {
	ctx, cancel := context.WithTimeout(r.Context(), p.most)
	resp, err := p.next.RoundTrip(r.WithContext(ctx))
	if err != nil {
		cancel()
	}
	return resp, err
}

type logged struct{ next http.RoundTripper }

// RoundTrip carries a request.
func (l logged) RoundTrip(r *http.Request) (*http.Response, error) { return l.next.RoundTrip(r) }

// Carried makes a client whose transport has the limit.
func Carried() *http.Client {
	return &http.Client{Transport: logged{&patient{http.DefaultTransport, time.Second}}}
}

// An Asker asks with the client that it gets.
type Asker struct{ http *http.Client }

// NewAsker makes an Asker.
func NewAsker(c *http.Client) *Asker {
	if c == nil {
		c = &http.Client{}
	}
	return &Asker{c}
}

// Ask asks.
func (a *Asker) Ask(ctx context.Context) error { return get(ctx, a.http) }

// A Lazy has a client of its own where nobody gives it one.
type Lazy struct{ http *http.Client }

// NewLazy makes a Lazy.
func NewLazy(c *http.Client) *Lazy {
	l := &Lazy{}
	if c != nil {
		l.http = c
	} else {
		l.http = &http.Client{} // want `this client has no timeout, and tool "lazy"`
	}
	return l
}

// Ask asks.
func (l *Lazy) Ask(ctx context.Context) error { return get(ctx, l.http) }

// NewChecked makes a client if there is nothing wrong.
func NewChecked(name string) (*http.Client, error) {
	if err := check(name); err != nil {
		return nil, err
	}
	return &http.Client{}, nil // want `this client has no timeout, and tool "checked"`
}

func check(name string) error {
	if name == "" {
		return errors.New("a client without a name")
	}
	return nil
}
