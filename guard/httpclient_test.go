package guard

import (
	"bytes"
	"compress/gzip"
	"context"
	"encoding/binary"
	"errors"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"net/url"
	"strings"
	"sync/atomic"
	"testing"
	"time"
)

// loopback lets a client reach the servers of the tests.
var loopback = []netip.Prefix{netip.MustParsePrefix("127.0.0.0/8"), netip.MustParsePrefix("::1/128")}

func TestPublic(t *testing.T) {
	for text, want := range map[string]bool{
		"8.8.8.8": true, "1.1.1.1": true, "2606:4700::1111": true, "172.32.0.1": true, "::ffff:8.8.8.8": true, "64:ff9b::808:808": true,
		"127.0.0.1": false, "127.9.9.9": false, "0.0.0.0": false, "0.1.2.3": false, "10.0.0.1": false, "172.16.0.1": false, "192.168.1.1": false, "169.254.169.254": false,
		"100.64.0.1": false, "100.100.100.200": false, "192.0.0.1": false, "198.18.0.1": false, "224.0.0.1": false, "240.0.0.1": false, "255.255.255.255": false,
		"::": false, "::1": false, "fe80::1": false, "fc00::1": false, "fd00:ec2::254": false, "ff02::1": false, "::ffff:127.0.0.1": false, "::ffff:169.254.169.254": false,
		"64:ff9b::7f00:1": false, "64:ff9b::a9fe:a9fe": false, "2002:7f00:1::": false, "2002:a00:1::": false, "::7f00:1": false, "2001:db8::1": false, "2001::1": false, "fec0::1": false,
	} {
		err := checkAddress("tcp", net.JoinHostPort(text, "80"), nil)
		if (err == nil) != want {
			t.Errorf("%s: %v", text, err)
		}
	}
	for _, a := range []string{"", "8.8.8.8", "host:80", "[fe80::1%eth0]:80"} {
		if checkAddress("tcp", a, nil) == nil {
			t.Errorf("%q is taken", a)
		}
	}
	if checkAddress("udp", "8.8.8.8:53", nil) == nil || checkAddress("unix", "/run/docker.sock", nil) == nil {
		t.Error("another network is taken")
	}
}

func TestHTTPAddress(t *testing.T) {
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { io.WriteString(w, "inside") }))
	defer s.Close()
	_, port, _ := net.SplitHostPort(s.Listener.Addr().String())
	c := NewHTTPClient(HTTPOptions{Timeout: 5 * time.Second})
	defer c.CloseIdleConnections()
	for _, host := range []string{"127.0.0.1", "localhost", "127.1", "2130706433", "0x7f.1", "[::ffff:127.0.0.1]", "0"} {
		resp, err := c.Get("http://" + host + ":" + port)
		if err == nil {
			resp.Body.Close()
			t.Errorf("%s was reached", host)
		} else if host == "127.0.0.1" && !errors.Is(err, ErrAddress) {
			t.Errorf("%s: %v", host, err)
		}
	}
	for _, u := range []string{"file:///etc/passwd", "ftp://8.8.8.8/", "gopher://8.8.8.8/"} {
		if _, err := c.Get(u); err == nil {
			t.Errorf("%s was fetched", u)
		}
	}
	named := NewHTTPClient(HTTPOptions{Hosts: []string{"api.example"}, Private: loopback})
	if _, err := named.Get(s.URL); !errors.Is(err, ErrHost) {
		t.Errorf("a host that is not allowed: %v", err)
	}
}

// rebinding is a name server that answers with a public address first and with
// a local one afterwards.
func rebinding(t *testing.T, answers ...[4]byte) (*net.Resolver, *atomic.Int32) {
	t.Helper()
	pc, err := net.ListenPacket("udp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { pc.Close() })
	var asked atomic.Int32
	go func() {
		buf := make([]byte, 1500)
		for {
			n, from, err := pc.ReadFrom(buf)
			if err != nil {
				return
			}
			q := append([]byte(nil), buf[:n]...)
			end := 12
			for end < n && q[end] != 0 {
				end += int(q[end]) + 1
			}
			end += 5
			kind := binary.BigEndian.Uint16(q[end-4:])
			reply := append(append([]byte(nil), q[:2]...), 0x81, 0x80, 0, 1, 0, 0, 0, 0, 0, 0)
			reply = append(reply, q[12:end]...)
			if kind == 1 {
				i := int(asked.Add(1)) - 1
				a := answers[min(i, len(answers)-1)]
				reply[7] = 1
				reply = append(reply, 0xc0, 12, 0, 1, 0, 1, 0, 0, 0, 0, 0, 4, a[0], a[1], a[2], a[3])
			}
			_, _ = pc.WriteTo(reply, from)
		}
	}()
	return &net.Resolver{PreferGo: true, Dial: func(ctx context.Context, _, _ string) (net.Conn, error) {
		return new(net.Dialer).DialContext(ctx, "udp", pc.LocalAddr().String())
	}}, &asked
}

func TestHTTPRebinding(t *testing.T) {
	hit := false
	s := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { hit = true }))
	defer s.Close()
	_, port, _ := net.SplitHostPort(s.Listener.Addr().String())
	resolver, asked := rebinding(t, [4]byte{93, 184, 216, 34}, [4]byte{127, 0, 0, 1})
	// Somebody has looked at the name before, and found a public address.
	if ips, err := resolver.LookupHost(t.Context(), "evil.example"); err != nil || ips[0] != "93.184.216.34" {
		t.Fatal(ips, err)
	}
	c := NewHTTPClient(HTTPOptions{Timeout: 5 * time.Second, Resolver: resolver})
	if _, err := c.Get("http://evil.example:" + port); !errors.Is(err, ErrAddress) {
		t.Errorf("got %v", err)
	}
	if hit || asked.Load() < 2 {
		t.Errorf("hit %v, asked %d times", hit, asked.Load())
	}
}

func TestHTTPRedirect(t *testing.T) {
	var got http.Header
	var body string
	record := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		got = r.Header.Clone()
		b, _ := io.ReadAll(r.Body)
		body = string(b)
		if to := r.URL.Query().Get("to"); to != "" {
			http.Redirect(w, r, to, http.StatusTemporaryRedirect)
		}
	})
	other := httptest.NewServer(record)
	defer other.Close()
	first := httptest.NewServer(record)
	defer first.Close()
	c := NewHTTPClient(HTTPOptions{Private: loopback})
	defer c.CloseIdleConnections()
	send := func(method, url string, body io.Reader) error {
		got = nil
		req, err := http.NewRequestWithContext(t.Context(), method, url, body)
		if err != nil {
			t.Fatal(err)
		}
		for _, h := range []string{"Authorization", "Cookie", "X-Api-Key", "Private-Token"} {
			req.Header.Set(h, "secret")
		}
		req.Header.Set("Accept", "text/plain")
		resp, err := c.Do(req)
		if err == nil {
			resp.Body.Close()
		}
		return err
	}
	to := func(base, target string) string { return base + "/?to=" + url.QueryEscape(target) }
	if err := send("GET", to(first.URL, "/same"), nil); err != nil || got.Get("X-Api-Key") != "secret" {
		t.Error("within a host:", err, got)
	}
	for name, u := range map[string]string{"away": to(first.URL, other.URL), "away and back": to(first.URL, to(other.URL, first.URL))} {
		if err := send("GET", u, nil); err != nil {
			t.Error(name, err)
		}
		for _, h := range []string{"Authorization", "Cookie", "X-Api-Key", "Private-Token"} {
			if got.Get(h) != "" {
				t.Errorf("%s: %s went along", name, h)
			}
		}
		if got.Get("Accept") != "text/plain" {
			t.Errorf("%s: Accept is gone", name)
		}
	}
	if err := send("POST", to(first.URL, other.URL), strings.NewReader("secret body")); !errors.Is(err, ErrRedirect) {
		t.Errorf("a body to another host: %v, %q", err, body)
	}
	loop := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { http.Redirect(w, r, "/", http.StatusFound) }))
	defer loop.Close()
	if err := send("GET", loop.URL, nil); !errors.Is(err, ErrRedirect) {
		t.Errorf("a loop: %v", err)
	}
	tls := httptest.NewTLSServer(record)
	defer tls.Close()
	via := []*http.Request{{URL: &url.URL{Scheme: "https", Host: "a.example"}, Method: "GET"}}
	if err := checkRedirect(&http.Request{URL: &url.URL{Scheme: "http", Host: "a.example"}, Method: "GET"}, via); !errors.Is(err, ErrRedirect) {
		t.Errorf("from https to http: %v", err)
	}
	if !sameOrigin(&url.URL{Scheme: "https", Host: "A.example"}, &url.URL{Scheme: "https", Host: "a.example:443"}) || sameOrigin(&url.URL{Scheme: "https", Host: "a.example"}, &url.URL{Scheme: "https", Host: "b.a.example"}) {
		t.Error("origins")
	}
}

func TestHTTPBody(t *testing.T) {
	var zipped bytes.Buffer
	z := gzip.NewWriter(&zipped)
	z.Write(make([]byte, 1<<20))
	z.Close()
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		case "/exact":
			w.Write(make([]byte, 1000))
		case "/told":
			w.Header().Set("Content-Length", "1001")
			w.Write(make([]byte, 1001))
		case "/untold":
			for range 1001 {
				w.Write([]byte{'x'})
			}
			w.(http.Flusher).Flush()
		case "/bomb":
			w.Header().Set("Content-Encoding", "gzip")
			w.Write(zipped.Bytes())
		case "/slow":
			w.(http.Flusher).Flush()
			<-r.Context().Done()
		}
	}))
	defer s.Close()
	c := NewHTTPClient(HTTPOptions{Private: loopback, MaxBody: 1000, Timeout: 300 * time.Millisecond})
	defer c.CloseIdleConnections()
	for path, want := range map[string]error{"/exact": nil, "/told": ErrTooLarge, "/untold": ErrTooLarge, "/bomb": ErrTooLarge, "/slow": context.DeadlineExceeded} {
		resp, err := c.Get(s.URL + path)
		var data []byte
		if err == nil {
			data, err = io.ReadAll(resp.Body)
			resp.Body.Close()
		}
		if !errors.Is(err, want) || len(data) > 1000 {
			t.Errorf("%s: %d bytes, %v, want %v", path, len(data), err, want)
		}
	}
}

func TestHTTPNoProxy(t *testing.T) {
	t.Setenv("HTTP_PROXY", "http://127.0.0.1:1")
	tr := NewHTTPClient(HTTPOptions{}).Transport.(*limitedTransport).next
	if tr.Proxy != nil {
		t.Error("a proxy of the environment would connect unchecked")
	}
}
