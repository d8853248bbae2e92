package gosdk_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"os"
	"runtime"
	"runtime/pprof"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/mcpvet/mcpvet/guard"
	"github.com/mcpvet/mcpvet/guard/gosdk"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// records keeps what is written to it.
type records struct {
	mu  sync.Mutex
	all []guard.Record
}

func (r *records) Write(_ context.Context, rec guard.Record) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.all = append(r.all, rec)
	return nil
}

func (r *records) statuses(name string) string {
	r.mu.Lock()
	defer r.mu.Unlock()
	var out []string
	for _, rec := range r.all {
		if rec.Name == name {
			out = append(out, string(rec.Status))
		}
	}
	return strings.Join(out, " ")
}

func quiet() *slog.Logger { return slog.New(slog.NewTextHandler(io.Discard, nil)) }

type in struct {
	ID     int    `json:"id,omitempty"`
	DryRun *bool  `json:"dry_run,omitempty"`
	Text   string `json:"text,omitempty"`
}

type out struct {
	Text     string `json:"text"`
	Password string `json:"password,omitempty"`
}

// effects counts what the tools do.
type effects struct {
	mu sync.Mutex
	n  map[string]int
}

func (e *effects) add(name string) {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.n == nil {
		e.n = map[string]int{}
	}
	e.n[name]++
}

func (e *effects) count(name string) int {
	e.mu.Lock()
	defer e.mu.Unlock()
	return e.n[name]
}

var policy = guard.Policy{
	Tools: map[string]guard.Rule{
		"echo": {}, "fail": {}, "rawfail": {}, "boom": {}, "raw": {}, "log": {},
		"admin": {Scopes: guard.Words{"admin"}}, "open": {Public: true},
		"delete": {Confirm: true}, "rawdelete": {Confirm: true}, "askself": {},
		"slow": {Timeout: guard.Duration(50 * time.Millisecond)}, "few": {Limit: guard.Rate{N: 2, Per: time.Hour}},
	},
	Resources: map[string]guard.Rule{"docs://**": {}},
	Prompts:   map[string]guard.Rule{"greet": {}},
	Methods:   map[string]guard.Rule{"completion/complete": {}},
}

// newServer makes a server with tools of each kind, not yet protected.
func newServer(e *effects, g func() *guard.Guard) *mcp.Server {
	s := mcp.NewServer(&mcp.Implementation{Name: "test", Version: "1"}, &mcp.ServerOptions{
		CompletionHandler: func(context.Context, *mcp.CompleteRequest) (*mcp.CompleteResult, error) {
			return &mcp.CompleteResult{Completion: mcp.CompletionResultDetails{Values: []string{"token=abcdef"}}}, nil
		},
	})
	typed := func(name string, h mcp.ToolHandlerFor[in, out]) {
		mcp.AddTool(s, &mcp.Tool{Name: name, Description: name}, func(ctx context.Context, r *mcp.CallToolRequest, a in) (*mcp.CallToolResult, out, error) {
			e.add(name)
			return h(ctx, r, a)
		})
	}
	echo := func(_ context.Context, _ *mcp.CallToolRequest, a in) (*mcp.CallToolResult, out, error) {
		return nil, out{Text: a.Text, Password: "hunter2"}, nil
	}
	for _, name := range []string{"echo", "admin", "open", "delete", "few", "norow"} {
		typed(name, echo)
	}
	typed("fail", func(context.Context, *mcp.CallToolRequest, in) (*mcp.CallToolResult, out, error) {
		return nil, out{}, errors.New("open: password=hunter2")
	})
	typed("boom", func(context.Context, *mcp.CallToolRequest, in) (*mcp.CallToolResult, out, error) {
		panic("password=hunter2")
	})
	typed("slow", func(ctx context.Context, _ *mcp.CallToolRequest, _ in) (*mcp.CallToolResult, out, error) {
		<-ctx.Done()
		return nil, out{}, ctx.Err()
	})
	typed("askself", func(ctx context.Context, r *mcp.CallToolRequest, a in) (*mcp.CallToolResult, out, error) {
		if res, err := gosdk.Confirm(ctx, g(), r, fmt.Sprintf("Really %d?", a.ID)); res != nil || err != nil {
			return res, out{}, err
		}
		e.add("askself effect")
		return nil, out{Text: "done"}, nil
	})
	typed("log", func(ctx context.Context, r *mcp.CallToolRequest, _ in) (*mcp.CallToolResult, out, error) {
		slog.New(mcp.NewLoggingHandler(r.Session, nil)).Info("login password=hunter2", "api_key", "abcdef")
		_ = r.Session.NotifyProgress(ctx, &mcp.ProgressNotificationParams{ProgressToken: "p", Message: "password=hunter2"})
		return nil, out{}, nil
	})
	raw := func(name string, h mcp.ToolHandler) {
		s.AddTool(&mcp.Tool{Name: name, Description: name, InputSchema: map[string]any{"type": "object"}}, func(ctx context.Context, r *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
			e.add(name)
			return h(ctx, r)
		})
	}
	raw("raw", func(context.Context, *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		return &mcp.CallToolResult{
			Content: []mcp.Content{
				&mcp.TextContent{Text: "password=hunter2"},
				&mcp.EmbeddedResource{Resource: &mcp.ResourceContents{URI: "docs://a", Blob: []byte("password=hunter2")}},
				&mcp.ResourceLink{URI: "https://a:hunter2@b/", Name: "n"},
			},
			StructuredContent: map[string]any{"token": "hunter2"}, Meta: mcp.Meta{"secret": "hunter2"},
		}, nil
	})
	raw("rawdelete", func(_ context.Context, r *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		if r.Params.RequestState != "" || r.Params.InputResponses != nil {
			return nil, errors.New("the handler sees the guard's question")
		}
		return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: "deleted"}}}, nil
	})
	raw("rawfail", func(context.Context, *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		return nil, errors.New("open: password=hunter2")
	})
	read := func(_ context.Context, r *mcp.ReadResourceRequest) (*mcp.ReadResourceResult, error) {
		e.add("resource")
		return &mcp.ReadResourceResult{Contents: []*mcp.ResourceContents{{URI: r.Params.URI, Text: "password=hunter2"}}}, nil
	}
	s.AddResource(&mcp.Resource{Name: "a", URI: "docs://a"}, read)
	s.AddResourceTemplate(&mcp.ResourceTemplate{Name: "f", URITemplate: "file:///{+path}"}, read)
	prompt := func(context.Context, *mcp.GetPromptRequest) (*mcp.GetPromptResult, error) {
		e.add("prompt")
		return &mcp.GetPromptResult{Description: "password=hunter2", Messages: []*mcp.PromptMessage{{Role: "user", Content: &mcp.TextContent{Text: "password=hunter2"}}}}, nil
	}
	s.AddPrompt(&mcp.Prompt{Name: "greet"}, prompt)
	s.AddPrompt(&mcp.Prompt{Name: "other"}, prompt)
	return s
}

// protected is a server behind a guard.
type protected struct {
	*mcp.Server
	guard *guard.Guard
	rec   *records
	effects
}

func protect(t testing.TB, opts ...guard.Option) *protected {
	t.Helper()
	p := &protected{rec: &records{}}
	p.Server = newServer(&p.effects, func() *guard.Guard { return p.guard })
	if err := attach(p, opts...); err != nil {
		t.Fatal(err)
	}
	return p
}

func attach(p *protected, opts ...guard.Option) (err error) {
	p.guard, err = gosdk.Protect(p.Server, policy, append([]guard.Option{guard.WithAudit(p.rec), guard.WithLogger(quiet())}, opts...)...)
	return err
}

// local is the option for servers that the tests talk to in memory and on stdio.
var local = guard.WithLocalUser(guard.Identity{User: "me"})

// answers is how the client's user answers questions; nil for a client that
// can't ask.
type answers func(*mcp.ElicitRequest) (*mcp.ElicitResult, error)

func saying(action string, content map[string]any) answers {
	return func(*mcp.ElicitRequest) (*mcp.ElicitResult, error) {
		return &mcp.ElicitResult{Action: action, Content: content}, nil
	}
}

var sayYes = saying("accept", map[string]any{"confirm": true})

func newClient(a answers, more func(*mcp.ClientOptions)) *mcp.Client {
	o := &mcp.ClientOptions{}
	if a != nil {
		o.ElicitationHandler = func(_ context.Context, r *mcp.ElicitRequest) (*mcp.ElicitResult, error) { return a(r) }
	}
	if more != nil {
		more(o)
	}
	return mcp.NewClient(&mcp.Implementation{Name: "client", Version: "1"}, o)
}

// inMemory connects a client to the server without a network.
func inMemory(t testing.TB, s *mcp.Server, c *mcp.Client) *mcp.ClientSession {
	t.Helper()
	st, ct := mcp.NewInMemoryTransports()
	ctx := context.Background()
	ss, err := s.Connect(ctx, st, nil)
	if err != nil {
		t.Fatal(err)
	}
	cs, err := c.Connect(ctx, ct, nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = cs.Close()
		_ = ss.Wait()
	})
	return cs
}

// call calls a tool and returns all that came back as text, and whether it is an
// error of either kind.
func call(t testing.TB, cs *mcp.ClientSession, name string, args any) (string, bool) {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), 20*time.Second)
	defer cancel()
	res, err := cs.CallTool(ctx, &mcp.CallToolParams{Name: name, Arguments: args})
	if err != nil {
		return err.Error(), true
	}
	b, err := json.Marshal(res)
	if err != nil {
		t.Fatal(err)
	}
	return string(b), res.IsError
}

func TestTools(t *testing.T) {
	p := protect(t, local)
	cs := inMemory(t, p.Server, newClient(nil, nil))
	for _, test := range []struct {
		tool   string
		args   any
		bad    bool
		text   string // part of what comes back
		status guard.Status
		ran    int
	}{
		{"echo", map[string]any{"text": "hello"}, false, "hello", guard.StatusOK, 1},
		{"echo", json.RawMessage(`{"text":"a","text":"b"}`), true, "twice", guard.StatusInvalid, 0},
		{"admin", nil, true, "scope admin", guard.StatusDenied, 0},
		{"norow", nil, true, "no row", guard.StatusDenied, 0},
		{"fail", nil, true, "open: password=[redacted]", guard.StatusError, 1},
		{"rawfail", nil, true, "open: password=[redacted]", guard.StatusError, 1},
		{"boom", nil, true, "the tool failed", guard.StatusPanic, 1},
		{"raw", nil, false, "[redacted]", guard.StatusOK, 1},
		{"slow", nil, true, "", guard.StatusTimeout, 1},
		{"delete", nil, true, "this client can't be asked", guard.StatusUnconfirmed, 0},
	} {
		before := p.count(test.tool)
		if test.args == nil {
			test.args = map[string]any{}
		}
		p.rec.all = nil
		got, bad := call(t, cs, test.tool, test.args)
		if bad != test.bad || !strings.Contains(got, test.text) {
			t.Errorf("%s: error %v, %s; want error %v with %q", test.tool, bad, got, test.bad, test.text)
		}
		if strings.Contains(got, "hunter2") || strings.Contains(got, "aHVudGVy") {
			t.Errorf("%s gives out a secret: %s", test.tool, got)
		}
		if n := p.count(test.tool) - before; n != test.ran {
			t.Errorf("%s ran %d times, want %d", test.tool, n, test.ran)
		}
		if s := p.rec.statuses(test.tool); s != string(test.status) {
			t.Errorf("%s: recorded %q, want %q", test.tool, s, test.status)
		}
	}
	// The server is still there after the panic, and counts.
	for i, bad := range []bool{false, false, true} {
		if got, isErr := call(t, cs, "few", map[string]any{}); isErr != bad {
			t.Errorf("call %d of few: %s", i, got)
		}
	}
	if _, bad := call(t, cs, "nosuchtool", map[string]any{}); !bad {
		t.Error("a tool that is not there")
	}
}

// TestUnknownCaller shows that without a local user nobody may call on stdio
// and in memory, where there is no req.Extra, but what is public.
func TestUnknownCaller(t *testing.T) {
	p := protect(t)
	cs := inMemory(t, p.Server, newClient(nil, nil))
	if got, bad := call(t, cs, "echo", map[string]any{}); !bad || !strings.Contains(got, "unknown") {
		t.Errorf("got %s", got)
	}
	if got, bad := call(t, cs, "open", map[string]any{}); bad {
		t.Errorf("got %s", got)
	}
}

func TestOthers(t *testing.T) {
	p := protect(t, local)
	cs := inMemory(t, p.Server, newClient(nil, nil))
	ctx := context.Background()
	check := func(what string, v any, err error, bad bool) {
		t.Helper()
		b, _ := json.Marshal(v)
		text := string(b) + fmt.Sprint(err)
		if (err != nil) != bad {
			t.Errorf("%s: %s", what, text)
		}
		if strings.Contains(text, "hunter2") || strings.Contains(text, "abcdef") {
			t.Errorf("%s gives out a secret: %s", what, text)
		}
	}
	r, err := cs.ReadResource(ctx, &mcp.ReadResourceParams{URI: "docs://a"})
	check("resource", r, err, false)
	r, err = cs.ReadResource(ctx, &mcp.ReadResourceParams{URI: "file:///etc/passwd"})
	check("resource without a row", r, err, true)
	g, err := cs.GetPrompt(ctx, &mcp.GetPromptParams{Name: "greet"})
	check("prompt", g, err, false)
	g, err = cs.GetPrompt(ctx, &mcp.GetPromptParams{Name: "other"})
	check("prompt without a row", g, err, true)
	c, err := cs.Complete(ctx, &mcp.CompleteParams{Ref: &mcp.CompleteReference{Type: "ref/prompt", Name: "greet"}, Argument: mcp.CompleteParamsArgument{Name: "a", Value: "b"}})
	check("completion", c, err, false)
	if p.count("resource") != 1 || p.count("prompt") != 1 {
		t.Errorf("ran %v", p.n)
	}
	l, err := cs.ListTools(ctx, nil)
	check("list", nil, err, false)
	if len(l.Tools) == 0 {
		t.Error("no tools are listed")
	}
	for name, want := range map[string]string{"docs://a": "ok", "file:///etc/passwd": "denied", "greet": "ok", "other": "denied", "completion/complete": "ok"} {
		if got := p.rec.statuses(name); got != want {
			t.Errorf("%s: recorded %q, want %q", name, got, want)
		}
	}
}

func TestOutgoing(t *testing.T) {
	p := protect(t, local)
	var mu sync.Mutex
	var got []string
	keep := func(v any) {
		b, _ := json.Marshal(v)
		mu.Lock()
		defer mu.Unlock()
		got = append(got, string(b))
	}
	seen := make(chan bool, 10)
	cs := inMemory(t, p.Server, old(newClient(nil, func(o *mcp.ClientOptions) {
		o.LoggingMessageHandler = func(_ context.Context, r *mcp.LoggingMessageRequest) { keep(r.Params); seen <- true }
		o.ProgressNotificationHandler = func(_ context.Context, r *mcp.ProgressNotificationClientRequest) { keep(r.Params); seen <- true }
	})))
	_ = cs.SetLoggingLevel(context.Background(), &mcp.SetLoggingLevelParams{Level: "debug"})
	if text, bad := call(t, cs, "log", map[string]any{}); bad {
		t.Fatal(text)
	}
	for range 2 {
		select {
		case <-seen:
		case <-time.After(5 * time.Second):
			t.Fatal("a message is missing")
		}
	}
	all := strings.Join(got, "\n")
	if strings.Contains(all, "hunter2") || strings.Contains(all, "abcdef") || !strings.Contains(all, guard.Mask) {
		t.Errorf("sent: %s", all)
	}
}

func TestMain(m *testing.M) {
	if os.Getenv("GUARD_TEST_STDIO") != "" {
		serveStdio()
		return
	}
	before := runtime.NumGoroutine()
	code := m.Run()
	http.DefaultTransport.(*http.Transport).CloseIdleConnections()
	for range 150 { // connections take a while to end
		if runtime.NumGoroutine() <= before {
			os.Exit(code)
		}
		time.Sleep(20 * time.Millisecond)
	}
	// The SDK may leave some of its own; the guard must leave none.
	var b strings.Builder
	_ = pprof.Lookup("goroutine").WriteTo(&b, 1)
	for _, g := range strings.Split(b.String(), "\n\n") {
		if strings.Contains(g, "mcpvet/guard") && !strings.Contains(g, "TestMain") {
			fmt.Fprintln(os.Stderr, "a goroutine is left:", g)
			code = 1
		}
	}
	os.Exit(code)
}
