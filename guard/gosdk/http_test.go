package gosdk_test

import (
	"context"
	"errors"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/mcpvet/mcpvet/guard"
	"github.com/modelcontextprotocol/go-sdk/auth"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// tokens says who holds a token, and what it allows now.
type tokens struct {
	mu  sync.Mutex
	all map[string]*auth.TokenInfo
}

func (ts *tokens) set(token, user string, scopes ...string) {
	ts.mu.Lock()
	defer ts.mu.Unlock()
	if ts.all == nil {
		ts.all = map[string]*auth.TokenInfo{}
	}
	ts.all[token] = &auth.TokenInfo{UserID: user, Scopes: scopes, Expiration: time.Now().Add(time.Hour)}
}

func (ts *tokens) verify(_ context.Context, token string, _ *http.Request) (*auth.TokenInfo, error) {
	ts.mu.Lock()
	defer ts.mu.Unlock()
	if info := ts.all[token]; info != nil {
		return info, nil
	}
	return nil, auth.ErrInvalidToken
}

// bearer sends a token with each request.
type bearer struct{ token string }

func (b bearer) RoundTrip(r *http.Request) (*http.Response, error) {
	r = r.Clone(r.Context())
	if b.token != "" {
		r.Header.Set("Authorization", "Bearer "+b.token)
	}
	return http.DefaultTransport.RoundTrip(r)
}

func overHTTP(t *testing.T, h http.Handler, c *mcp.Client, token string) *mcp.ClientSession {
	t.Helper()
	s := httptest.NewServer(h)
	cs, err := c.Connect(context.Background(), &mcp.StreamableClientTransport{Endpoint: s.URL, HTTPClient: &http.Client{Transport: bearer{token}}}, nil)
	if err != nil {
		s.Close()
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = cs.Close()
		s.CloseClientConnections()
		s.Close()
	})
	return cs
}

func handler(s *mcp.Server, o *mcp.StreamableHTTPOptions) http.Handler {
	return mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return s }, o)
}

// TestHTTPScopes takes a scope away while a session lasts: what the session's
// context says is old then.
func TestHTTPScopes(t *testing.T) {
	for name, stateless := range map[string]bool{"stateful": false, "stateless": true} {
		t.Run(name, func(t *testing.T) {
			for _, era := range []func(*mcp.Client) *mcp.Client{func(c *mcp.Client) *mcp.Client { return c }, old} {
				p := protect(t, local) // a local user must not count here
				ts := &tokens{}
				ts.set("t1", "anna", "admin")
				h := auth.RequireBearerToken(ts.verify, nil)(handler(p.Server, &mcp.StreamableHTTPOptions{Stateless: stateless}))
				cs := overHTTP(t, h, era(newClient(nil, nil)), "t1")
				if got, bad := call(t, cs, "admin", map[string]any{}); bad {
					t.Fatalf("with its scope: %s", got)
				}
				ts.set("t1", "anna", "read")
				if got, bad := call(t, cs, "admin", map[string]any{}); !bad || !strings.Contains(got, "scope admin") {
					t.Errorf("after the scope was taken away: %s", got)
				}
				if p.count("admin") != 1 {
					t.Errorf("ran %d times", p.count("admin"))
				}
				ts.set("t1", "", "admin")
				// The SDK may refuse it first, as the session has a user.
				if got, bad := call(t, cs, "admin", map[string]any{}); !bad {
					t.Errorf("a token without a user: %s", got)
				}
			}
		})
	}
}

// TestHTTPAnonymous shows that a local user is none over HTTP.
func TestHTTPAnonymous(t *testing.T) {
	for _, stateless := range []bool{false, true} {
		p := protect(t, local)
		cs := overHTTP(t, handler(p.Server, &mcp.StreamableHTTPOptions{Stateless: stateless}), newClient(nil, nil), "")
		if got, bad := call(t, cs, "echo", map[string]any{}); !bad || !strings.Contains(got, "unknown") {
			t.Errorf("stateless %v: %s", stateless, got)
		}
		if got, bad := call(t, cs, "open", map[string]any{}); bad {
			t.Errorf("stateless %v: %s", stateless, got)
		}
	}
}

func TestHTTPConfirm(t *testing.T) {
	for _, test := range []struct {
		name           string
		stateless, old bool
		ok             bool
	}{
		{"modern", false, false, true}, {"modern stateless", true, false, true}, {"old", false, true, true},
		{"old stateless", true, true, false}, // such a client can't be asked, so the call is refused
	} {
		t.Run(test.name, func(t *testing.T) {
			for _, tool := range []string{"delete", "askself"} {
				effect := map[string]string{"delete": "delete", "askself": "askself effect"}[tool]
				p := protect(t)
				ts := &tokens{}
				ts.set("t1", "anna")
				h := auth.RequireBearerToken(ts.verify, nil)(handler(p.Server, &mcp.StreamableHTTPOptions{Stateless: test.stateless}))
				c := newClient(sayYes, nil)
				if test.old {
					c = old(c)
				}
				got, bad := call(t, overHTTP(t, h, c, "t1"), tool, map[string]any{"id": 1})
				if bad == test.ok || (p.count(effect) == 1) != test.ok {
					t.Errorf("%s: %s, done %d times", tool, got, p.count(effect))
				}
			}
		})
	}
}

// TestHTTPPanic shows that a panic ends neither the server nor the session.
func TestHTTPPanic(t *testing.T) {
	p := protect(t)
	ts := &tokens{}
	ts.set("t1", "anna")
	cs := overHTTP(t, auth.RequireBearerToken(ts.verify, nil)(handler(p.Server, nil)), newClient(nil, nil), "t1")
	if got, bad := call(t, cs, "boom", map[string]any{}); !bad || strings.Contains(got, "hunter2") {
		t.Errorf("got %s", got)
	}
	if got, bad := call(t, cs, "echo", map[string]any{}); bad {
		t.Errorf("after the panic: %s", got)
	}
}

// TestIdentify names callers by something else than a token.
func TestIdentify(t *testing.T) {
	p := protect(t, guard.WithIdentify(func(_ context.Context, peer guard.Peer) (guard.Identity, bool) {
		user := strings.TrimPrefix(peer.Header.Get("Authorization"), "Bearer ")
		return guard.Identity{User: user}, user != ""
	}))
	h := handler(p.Server, nil)
	if got, bad := call(t, overHTTP(t, h, newClient(nil, nil), "anna"), "echo", map[string]any{}); bad {
		t.Error(got)
	}
	if got, bad := call(t, overHTTP(t, h, newClient(nil, nil), ""), "echo", map[string]any{}); !bad {
		t.Error(got)
	}
}

// serveStdio is the child process of TestStdio.
func serveStdio() {
	p := &protected{rec: &records{}}
	p.Server = newServer(&p.effects, func() *guard.Guard { return p.guard })
	if err := attach(p, local); err != nil {
		os.Exit(1)
	}
	if err := p.Server.Run(context.Background(), &mcp.StdioTransport{}); err != nil && !errors.Is(err, context.Canceled) {
		os.Exit(1)
	}
}

func TestStdio(t *testing.T) {
	for _, era := range []func(*mcp.Client) *mcp.Client{func(c *mcp.Client) *mcp.Client { return c }, old} {
		cmd := exec.Command(os.Args[0])
		cmd.Env = append(os.Environ(), "GUARD_TEST_STDIO=1")
		cs, err := era(newClient(sayYes, nil)).Connect(context.Background(), &mcp.CommandTransport{Command: cmd}, nil)
		if err != nil {
			t.Fatal(err)
		}
		for _, test := range []struct {
			tool string
			bad  bool
		}{{"echo", false}, {"boom", true}, {"admin", true}, {"norow", true}, {"delete", false}, {"askself", false}, {"raw", false}} {
			got, bad := call(t, cs, test.tool, map[string]any{"id": 1})
			if bad != test.bad || strings.Contains(got, "hunter2") {
				t.Errorf("%s: %s", test.tool, got)
			}
		}
		if err := cs.Close(); err != nil {
			t.Error(err)
		}
	}
}
