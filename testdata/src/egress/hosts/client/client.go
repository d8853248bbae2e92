// Package client asks hosts.
package client

import (
	"context"
	"net"
	"net/http"
	"net/url"
	"strconv"
	"time"
)

// A Client asks one host.
type Client struct {
	base  *url.URL
	http  *http.Client
	hosts map[string]bool
}

// New returns a client.
func New(base *url.URL, hosts ...string) *Client {
	c := &Client{base: base, http: &http.Client{Timeout: time.Second}, hosts: map[string]bool{}}
	for _, h := range hosts {
		c.hosts[h] = true
	}
	return c
}

// Fetch requests a URL.
func (c *Client) Fetch(ctx context.Context, target string) (*http.Response, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, target, nil) // want `argument "url" of tool "fetch" chooses the host of a request`
	if err != nil {
		return nil, err
	}
	return c.http.Do(req)
}

// Allowed reports whether the host of a URL is one of the client's.
func (c *Client) Allowed(u *url.URL) bool { return c.hosts[u.Hostname()] }

// Ask requests a path of the base, with a query.
func (c *Client) Ask(ctx context.Context, path string, query url.Values) (*http.Response, error) {
	u := *c.base
	u.Path = path
	u.RawQuery = query.Encode()
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, u.String(), nil)
	if err != nil {
		return nil, err
	}
	return c.http.Do(req)
}

// Open tells whether a port of a host is open.
func Open(host string, port int) bool {
	conn, err := net.DialTimeout("tcp", net.JoinHostPort(host, strconv.Itoa(port)), time.Second) // want `argument "host" of tool "open" chooses the host that net.DialTimeout connects to`
	if err != nil {
		return false
	}
	conn.Close()
	return true
}

// OpenHere tells whether a port of this machine is open.
func OpenHere(port string) bool {
	conn, err := net.DialTimeout("tcp", "localhost:"+port, time.Second)
	if err != nil {
		return false
	}
	conn.Close()
	return true
}
