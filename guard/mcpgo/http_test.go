package mcpgo_test

import (
	"context"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/mark3labs/mcp-go/client"
	"github.com/mark3labs/mcp-go/client/transport"
	"github.com/mark3labs/mcp-go/server"
	"github.com/mcpvet/mcpvet/guard"
)

// users are the holders of tokens, and what they may do.
var users = map[string]guard.Identity{
	"t-anna": {User: "anna", Scopes: []string{"admin"}}, "t-ben": {User: "ben"},
}

// identify is what a server's authentication does: it checks the token of each
// request.
func identify(ctx context.Context, r *http.Request) context.Context {
	if id, ok := users[strings.TrimPrefix(r.Header.Get("Authorization"), "Bearer ")]; ok {
		return guard.WithIdentity(ctx, id)
	}
	return ctx
}

func overHTTP(t *testing.T, h http.Handler, a answers, old bool, token string) *client.Client {
	t.Helper()
	s := httptest.NewServer(h)
	t.Cleanup(func() { s.CloseClientConnections(); s.Close() })
	opts := []transport.StreamableHTTPCOption{transport.WithHTTPLogger(quiet())}
	if token != "" {
		opts = append(opts, transport.WithHTTPHeaders(map[string]string{"Authorization": "Bearer " + token}))
	}
	if old { // questions come on a stream of their own
		opts = append(opts, transport.WithContinuousListening())
	}
	tr, err := transport.NewStreamableHTTP(s.URL+"/mcp", opts...)
	if err != nil {
		t.Fatal(err)
	}
	return connect(t, tr, a, old)
}

func TestHTTP(t *testing.T) {
	for _, old := range []bool{false, true} {
		p := mustProtect(t, local) // a local user must not count here
		h := server.NewStreamableHTTPServer(p.MCPServer, server.WithHTTPContextFunc(identify))
		for token, want := range map[string]struct{ echo, admin bool }{"t-anna": {true, true}, "t-ben": {true, false}, "": {false, false}, "t-none": {false, false}} {
			c := overHTTP(t, h, nil, old, token)
			if got, bad := call(t, c, "echo", map[string]any{"text": "x"}); bad == want.echo || leaks(got) {
				t.Errorf("%q, echo: %s", token, got)
			}
			if got, bad := call(t, c, "admin", nil); bad == want.admin || leaks(got) {
				t.Errorf("%q, admin: %s", token, got)
			}
			if got, bad := call(t, c, "open", nil); bad || leaks(got) {
				t.Errorf("%q, open: %s", token, got)
			}
			// A panic would end the connection.
			if got, bad := call(t, c, "boom", nil); !bad || leaks(got) || want.echo && !strings.Contains(got, "the tool failed") {
				t.Errorf("%q, boom: %s", token, got)
			}
		}
		if r := p.rec.all[0]; r.Kind != guard.Tool || r.Fingerprint == "" {
			t.Errorf("recorded %+v", r)
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
		for _, tool := range []string{"delete", "askself"} {
			effect := map[string]string{"delete": "delete", "askself": "askself effect"}[tool]
			p := mustProtect(t)
			h := server.NewStreamableHTTPServer(p.MCPServer, server.WithHTTPContextFunc(identify), server.WithStateLess(test.stateless))
			wait := 20 * time.Second
			if !test.ok {
				wait = 2 * time.Second // the question is on its way until the client gives up
			}
			got, bad := callFor(wait, t, overHTTP(t, h, sayYes, test.old, "t-ben"), tool, map[string]any{"id": 1})
			if bad == test.ok || (p.count(effect) == 1) != test.ok {
				t.Errorf("%s, %s: %s, done %d times", test.name, tool, got, p.count(effect))
			}
		}
	}
}

// TestSSE is about the other transport over HTTP: there, too, a local user is
// none.
func TestSSE(t *testing.T) {
	p := mustProtect(t, local)
	s := httptest.NewUnstartedServer(nil)
	s.Start()
	defer s.Close()
	sse := server.NewSSEServer(p.MCPServer, server.WithBaseURL(s.URL), server.WithSSEContextFunc(identify))
	s.Config.Handler = sse
	for token, ok := range map[string]bool{"t-anna": true, "": false} {
		tr, err := transport.NewSSE(s.URL+"/sse", transport.WithHeaders(map[string]string{"Authorization": "Bearer " + token}))
		if err != nil {
			t.Fatal(err)
		}
		c := connect(t, tr, nil, true)
		if got, bad := call(t, c, "echo", nil); bad == ok {
			t.Errorf("%q: %s", token, got)
		}
		_ = c.Close()
	}
	s.CloseClientConnections()
}

func TestStdio(t *testing.T) {
	for _, old := range []bool{false, true} {
		tr := transport.NewStdioWithOptions(os.Args[0], append(os.Environ(), "GUARD_TEST_STDIO=1"), nil)
		c := connect(t, tr, sayYes, old)
		for _, test := range []struct {
			tool string
			bad  bool
		}{{"echo", false}, {"boom", true}, {"admin", true}, {"norow", true}, {"delete", false}, {"askself", false}, {"raw", false}} {
			got, bad := call(t, c, test.tool, map[string]any{"id": 1})
			if bad != test.bad || leaks(got) {
				t.Errorf("old %v, %s: %s", old, test.tool, got)
			}
		}
	}
}
