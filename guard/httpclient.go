package guard

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/netip"
	"net/textproto"
	"net/url"
	"slices"
	"strings"
	"syscall"
	"time"
)

// HTTPOptions adjust [NewHTTPClient]. The zero value is safe.
type HTTPOptions struct {
	Timeout  time.Duration  // of a whole exchange, body included; default 30s
	MaxBody  int64          // of a response after decompression, in bytes; default 10 MiB
	Hosts    []string       // names of hosts that may be asked; empty: all public ones
	Private  []netip.Prefix // addresses that may be reached though they are not public
	Resolver *net.Resolver  // nil: that of package net
}

// Errors of the client of [NewHTTPClient], wrapped in a *url.Error.
var (
	ErrAddress  = errors.New("the address is not public")
	ErrHost     = errors.New("the host is not allowed")
	ErrScheme   = errors.New("only http and https are allowed")
	ErrRedirect = errors.New("the redirect is not followed")
	ErrTooLarge = errors.New("the response is too large")
)

// NewHTTPClient returns a client for URLs that a caller has a say in. It
// connects to public addresses only, which it checks when it connects, so that a
// name that resolves to another address the second time gains nothing; it uses
// no proxy of the environment and no cookies, bounds time and size, and on a
// redirect to another host drops every header that may be a credential.
func NewHTTPClient(o HTTPOptions) *http.Client {
	if o.Timeout <= 0 {
		o.Timeout = 30 * time.Second
	}
	if o.MaxBody <= 0 {
		o.MaxBody = 10 << 20
	}
	o.Hosts, o.Private = slices.Clone(o.Hosts), slices.Clone(o.Private)
	dialer := &net.Dialer{
		Timeout:  min(10*time.Second, o.Timeout),
		Resolver: o.Resolver,
		ControlContext: func(_ context.Context, network, address string, _ syscall.RawConn) error {
			return checkAddress(network, address, o.Private)
		},
	}
	return &http.Client{
		Timeout:       o.Timeout,
		CheckRedirect: checkRedirect,
		Transport: &limitedTransport{max: o.MaxBody, hosts: o.Hosts, next: &http.Transport{
			Proxy:                  nil, // a proxy would connect for us, unchecked
			DialContext:            dialer.DialContext,
			TLSHandshakeTimeout:    10 * time.Second,
			ResponseHeaderTimeout:  o.Timeout,
			ExpectContinueTimeout:  time.Second,
			IdleConnTimeout:        30 * time.Second,
			MaxIdleConns:           20,
			MaxResponseHeaderBytes: 256 << 10,
			ForceAttemptHTTP2:      true,
		}},
	}
}

// checkAddress returns an error unless the address, which has been resolved, is
// a public one or within one of the prefixes.
func checkAddress(network, address string, private []netip.Prefix) error {
	if !strings.HasPrefix(network, "tcp") {
		return fmt.Errorf("%w: network %s", ErrAddress, network)
	}
	ap, err := netip.ParseAddrPort(address)
	if err != nil {
		return fmt.Errorf("%w: %s", ErrAddress, address)
	}
	addr := ap.Addr().Unmap().WithZone("")
	for _, p := range private {
		if p.Contains(addr) {
			return nil
		}
	}
	if !public(addr) {
		return fmt.Errorf("%w: %s", ErrAddress, addr)
	}
	return nil
}

// special are the blocks that are not public besides those that package netip
// knows: RFC 6890 and its successors.
var special = prefixes(
	"0.0.0.0/8", "100.64.0.0/10", "192.0.0.0/24", "192.0.2.0/24", "192.88.99.0/24", "198.18.0.0/15", "198.51.100.0/24", "203.0.113.0/24", "240.0.0.0/4",
	"::/96", "100::/64", "2001::/23", "2001:db8::/32", "3fff::/20", "5f00::/16", "fec0::/10", "64:ff9b:1::/48",
)

// Blocks of IPv6 that carry an address of IPv4 behind their prefix.
var (
	nat64     = netip.MustParsePrefix("64:ff9b::/96")
	sixToFour = netip.MustParsePrefix("2002::/16")
)

func prefixes(texts ...string) []netip.Prefix {
	out := make([]netip.Prefix, len(texts))
	for i, t := range texts {
		out[i] = netip.MustParsePrefix(t)
	}
	return out
}

func public(a netip.Addr) bool {
	if !a.IsGlobalUnicast() || a.IsPrivate() {
		return false
	}
	for _, p := range special {
		if p.Contains(a) {
			return false
		}
	}
	b := a.As16()
	switch {
	case nat64.Contains(a):
		return public(netip.AddrFrom4([4]byte(b[12:16])))
	case sixToFour.Contains(a):
		return public(netip.AddrFrom4([4]byte(b[2:6])))
	}
	return true
}

// maxRedirects is how many redirects are followed.
const maxRedirects = 5

// harmlessHeaders may go to another host after a redirect.
var harmlessHeaders = []string{"Accept", "Accept-Encoding", "Accept-Language", "User-Agent", "Range", "If-Modified-Since", "If-None-Match"}

func checkRedirect(req *http.Request, via []*http.Request) error {
	if len(via) > maxRedirects {
		return fmt.Errorf("%w: more than %d", ErrRedirect, maxRedirects)
	}
	first := via[0].URL
	if first.Scheme == "https" && req.URL.Scheme != "https" {
		return fmt.Errorf("%w: it leads from https to %s", ErrRedirect, req.URL.Scheme)
	}
	// One foreign host on the way is enough: from there on it is the one that
	// chooses what is asked.
	foreign := !sameOrigin(first, req.URL)
	for _, r := range via {
		foreign = foreign || !sameOrigin(first, r.URL)
	}
	if !foreign {
		return nil
	}
	if req.Method != http.MethodGet && req.Method != http.MethodHead {
		return fmt.Errorf("%w: it sends the body of a %s to another host", ErrRedirect, req.Method)
	}
	for name := range req.Header {
		if !slices.Contains(harmlessHeaders, textproto.CanonicalMIMEHeaderKey(name)) {
			delete(req.Header, name)
		}
	}
	return nil
}

func sameOrigin(a, b *url.URL) bool {
	return a.Scheme == b.Scheme && strings.EqualFold(a.Hostname(), b.Hostname()) && port(a) == port(b)
}

func port(u *url.URL) string {
	if p := u.Port(); p != "" {
		return p
	}
	if u.Scheme == "https" {
		return "443"
	}
	return "80"
}

// A limitedTransport checks where requests go and bounds what comes back.
type limitedTransport struct {
	max   int64
	hosts []string
	next  *http.Transport
}

func (t *limitedTransport) RoundTrip(req *http.Request) (*http.Response, error) {
	if s := req.URL.Scheme; s != "http" && s != "https" {
		return nil, t.close(req, fmt.Errorf("%w, not %q", ErrScheme, clip(s, 20)))
	}
	if len(t.hosts) > 0 && !slices.ContainsFunc(t.hosts, func(h string) bool {
		return strings.EqualFold(h, strings.TrimSuffix(req.URL.Hostname(), "."))
	}) {
		return nil, t.close(req, fmt.Errorf("%w: %s", ErrHost, clip(req.URL.Hostname(), 100)))
	}
	resp, err := t.next.RoundTrip(req)
	if err != nil {
		return nil, err
	}
	if resp.ContentLength > t.max && req.Method != http.MethodHead {
		resp.Body.Close()
		return nil, fmt.Errorf("%w: %d bytes, of at most %d", ErrTooLarge, resp.ContentLength, t.max)
	}
	resp.Body = &limitedBody{ReadCloser: resp.Body, left: t.max}
	return resp, nil
}

// close closes the body of a request that is not made, as a RoundTripper must.
func (t *limitedTransport) close(req *http.Request, err error) error {
	if req.Body != nil {
		req.Body.Close()
	}
	return err
}

// CloseIdleConnections lets http.Client.CloseIdleConnections work.
func (t *limitedTransport) CloseIdleConnections() { t.next.CloseIdleConnections() }

// A limitedBody fails when more is read than may be.
type limitedBody struct {
	io.ReadCloser
	left int64
}

func (b *limitedBody) Read(p []byte) (int, error) {
	if len(p) == 0 {
		return 0, nil
	}
	if b.left < 0 {
		return 0, ErrTooLarge
	}
	// One byte more than allowed tells an end from too much.
	if int64(len(p)) > b.left+1 {
		p = p[:b.left+1]
	}
	n, err := b.ReadCloser.Read(p)
	if int64(n) > b.left {
		n = int(b.left)
		b.left = -1
		return n, ErrTooLarge
	}
	b.left -= int64(n)
	return n, err
}
