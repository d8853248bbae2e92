// Package api asks services.
package api

import (
	"context"
	"net/http"
	"net/url"
	"os"
)

// A Client sends its token along.
type Client struct {
	Base  string
	Token string
}

func (c *Client) authorize(r *http.Request) {
	r.Header.Set("Authorization", "Bearer "+c.Token) // want `warning regular: the credential in the header "Authorization" is sent in clear text`
}

// Get asks a service whose host is configured.
func (c *Client) Get(ctx context.Context, path string) (*http.Request, error) {
	u, err := url.Parse("http://" + os.Getenv("SERVICE_HOST") + "/v1")
	if err != nil {
		return nil, err
	}
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, u.JoinPath(path).String(), nil)
	if err != nil {
		return nil, err
	}
	c.authorize(r)
	return r, nil
}

// Fixed asks a service in the network.
func (c *Client) Fixed() (*http.Request, error) {
	r, err := http.NewRequest(http.MethodGet, "http://status.corp.test/alive", nil)
	if err != nil {
		return nil, err
	}
	r.SetBasicAuth("reader", c.Token) // want `warning regular: the credential in the header "Authorization" is sent in clear text`
	return r, nil
}

// Encrypted asks the same service properly.
func (c *Client) Encrypted() (*http.Request, error) {
	r, err := http.NewRequest(http.MethodGet, "https://"+os.Getenv("SERVICE_HOST")+"/alive", nil)
	if err != nil {
		return nil, err
	}
	r.Header.Set("X-Api-Key", c.Token)
	return r, nil
}

// Local asks a service on this machine.
func (c *Client) Local(port string) (*http.Request, error) {
	r, err := http.NewRequest(http.MethodGet, "http://127.0.0.1:"+port+"/alive", nil)
	if err != nil {
		return nil, err
	}
	r.Header.Set("X-Api-Key", c.Token)
	return r, nil
}

// Open has nothing to hide.
func (c *Client) Open() (*http.Request, error) {
	r, err := http.NewRequest(http.MethodGet, "http://status.corp.test/alive", nil)
	if err != nil {
		return nil, err
	}
	r.Header.Set("Accept", "text/plain")
	return r, nil
}

// Configured asks whatever is configured.
func (c *Client) Configured() (*http.Request, error) {
	r, err := http.NewRequest(http.MethodGet, c.Base+"/alive", nil)
	if err != nil {
		return nil, err
	}
	r.Header.Set("X-Auth-Token", c.Token) // want `note auditor: the credential in the header "X-Auth-Token" is sent by whatever scheme the configured URL has`
	return r, nil
}
