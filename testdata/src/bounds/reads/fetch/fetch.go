// Package fetch reads what others send.
package fetch

import (
	"context"
	"io"
	"net/http"
)

// Get requests a URL.
func Get(ctx context.Context, url string) (*http.Response, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		return nil, err
	}
	return http.DefaultClient.Do(req)
}

// All reads all there is.
func All(r io.Reader) ([]byte, error) { return io.ReadAll(r) } // want `warning regular: io.ReadAll reads all that a host of the caller's choice sends into memory for tool "any_host_helped"`

// Some reads no more than a limit.
func Some(r io.Reader, limit int64) ([]byte, error) { return io.ReadAll(io.LimitReader(r, limit)) }
