package mcpgo_test

import (
	"context"
	"encoding/base64"
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

	"github.com/mark3labs/mcp-go/client"
	"github.com/mark3labs/mcp-go/client/transport"
	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
	"github.com/mcpvet/mcpvet/guard"
	"github.com/mcpvet/mcpvet/guard/mcpgo"
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
	ID     int    `json:"id"`
	DryRun *bool  `json:"dry_run"`
	Text   string `json:"text"`
}

type out struct {
	Text     string `json:"text"`
	Password string `json:"password"`
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
		"echo": {}, "typed": {}, "fail": {}, "boom": {}, "raw": {}, "admin": {Scopes: guard.Words{"admin"}}, "open": {Public: true},
		"delete": {Confirm: true}, "askself": {}, "slow": {Timeout: guard.Duration(50 * time.Millisecond)}, "few": {Limit: guard.Rate{N: 2, Per: time.Hour}},
		"both": {}, "task": {}, "bare_task": {}, "bare_both": {}, "task_delete": {Confirm: true}, "task_admin": {Scopes: guard.Words{"admin"}}, "task_boom": {},
	},
	Resources: map[string]guard.Rule{"docs://**": {}},
	Prompts:   map[string]guard.Rule{"greet": {}, "panic": {}},
}

// protected is a server behind a guard.
type protected struct {
	*server.MCPServer
	guard *guard.Guard
	rec   *records
	effects
}

// local is the option for servers that the tests talk to in memory and on stdio.
var local = guard.WithLocalUser(guard.Identity{User: "me"})

func protect(opts ...guard.Option) (*protected, error) {
	p := &protected{rec: &records{}}
	p.MCPServer = server.NewMCPServer("test", "1", server.WithToolCapabilities(true), server.WithTaskCapabilities(true, true, true), server.WithElicitation())
	g, err := mcpgo.Protect(p.MCPServer, policy, append([]guard.Option{guard.WithAudit(p.rec), guard.WithLogger(quiet())}, opts...)...)
	if err != nil {
		return nil, err
	}
	p.guard = g
	p.register()
	return p, nil
}

func mustProtect(t testing.TB, opts ...guard.Option) *protected {
	t.Helper()
	p, err := protect(opts...)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func (p *protected) register() {
	add := func(name string, h server.ToolHandlerFunc) {
		p.AddTool(mcp.NewTool(name), func(ctx context.Context, r mcp.CallToolRequest) (*mcp.CallToolResult, error) {
			p.add(name)
			return h(ctx, r)
		})
	}
	echo := func(_ context.Context, r mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		if r.Params.RequestState != "" || r.Params.InputResponses != nil {
			return nil, errors.New("the handler sees the guard's question")
		}
		return mcp.NewToolResultText(r.GetString("text", "-") + " password=hunter2"), nil
	}
	for _, name := range []string{"echo", "admin", "open", "delete", "few", "norow"} {
		add(name, echo)
	}
	add("typed", mcp.NewStructuredToolHandler(func(_ context.Context, _ mcp.CallToolRequest, a in) (out, error) {
		return out{a.Text, "hunter2"}, nil
	}))
	add("fail", func(context.Context, mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		return nil, errors.New("open /etc/secret/key: token=hunter2")
	})
	add("boom", func(context.Context, mcp.CallToolRequest) (*mcp.CallToolResult, error) { panic("password=hunter2") })
	add("slow", func(ctx context.Context, _ mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		<-ctx.Done()
		return nil, ctx.Err()
	})
	add("raw", func(context.Context, mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		blob := base64.StdEncoding.EncodeToString([]byte("password=hunter2"))
		return &mcp.CallToolResult{
			Content: []mcp.Content{
				mcp.NewTextContent("password=hunter2"), &mcp.TextContent{Type: "text", Text: "password=hunter2"},
				mcp.NewEmbeddedResource(mcp.TextResourceContents{URI: "a", Text: "password=hunter2"}), mcp.NewEmbeddedResource(&mcp.BlobResourceContents{URI: "a", Blob: blob}),
				mcp.NewResourceLink("https://a:hunter2@b/", "n", "password=hunter2", "text/plain"),
			},
			StructuredContent:    map[string]any{"token": "hunter2"},
			RawStructuredContent: json.RawMessage(`{"token":"hunter2"}`),
		}, nil
	})
	add("askself", func(ctx context.Context, r mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		if res, err := mcpgo.Confirm(ctx, p.guard, r, fmt.Sprintf("Really %d?", r.GetInt("id", 0))); res != nil || err != nil {
			return res, err
		}
		p.add("askself effect")
		return mcp.NewToolResultText("done"), nil
	})
	p.registerTasks()
	read := func(_ context.Context, r mcp.ReadResourceRequest) ([]mcp.ResourceContents, error) {
		p.add("resource")
		return []mcp.ResourceContents{mcp.TextResourceContents{URI: r.Params.URI, Text: "password=hunter2"}}, nil
	}
	p.AddResource(mcp.NewResource("docs://a", "a"), read)
	p.AddResourceTemplate(mcp.NewResourceTemplate("file:///{+path}", "f"), read)
	prompt := func(context.Context, mcp.GetPromptRequest) (*mcp.GetPromptResult, error) {
		p.add("prompt")
		return mcp.NewGetPromptResult("password=hunter2", []mcp.PromptMessage{mcp.NewPromptMessage(mcp.RoleUser, mcp.NewTextContent("password=hunter2"))}), nil
	}
	p.AddPrompt(mcp.NewPrompt("greet"), prompt)
	p.AddPrompt(mcp.NewPrompt("other"), prompt)
	p.AddPrompt(mcp.NewPrompt("panic"), func(context.Context, mcp.GetPromptRequest) (*mcp.GetPromptResult, error) { panic("password=hunter2") })
}

// registerTasks adds tools that run as tasks, of which some are wrapped.
func (p *protected) registerTasks() {
	task := func(name string) server.TaskToolHandlerFunc {
		return func(context.Context, mcp.CallToolRequest) (*mcp.CreateTaskResult, error) {
			p.add(name)
			if name == "task_boom" {
				panic("password=hunter2")
			}
			return &mcp.CreateTaskResult{Content: []mcp.Content{mcp.NewTextContent("password=hunter2")}, StructuredContent: map[string]any{"token": "hunter2"}}, nil
		}
	}
	tool := func(name string, s mcp.TaskSupport) mcp.Tool { return mcp.NewTool(name, mcp.WithTaskSupport(s)) }
	for _, name := range []string{"task", "task_delete", "task_admin", "task_boom"} {
		p.AddTaskTool(tool(name, mcp.TaskSupportRequired), mcpgo.WrapTask(p.guard, name, task(name)))
	}
	p.AddTaskTool(tool("bare_task", mcp.TaskSupportRequired), task("bare_task"))
	both := func(name string) server.ToolHandlerFunc {
		return func(context.Context, mcp.CallToolRequest) (*mcp.CallToolResult, error) {
			p.add(name)
			return mcp.NewToolResultText("password=hunter2"), nil
		}
	}
	p.AddTool(tool("both", mcp.TaskSupportOptional), mcpgo.Wrap(p.guard, "both", both("both")))
	p.AddTool(tool("bare_both", mcp.TaskSupportOptional), both("bare_both"))
}

// answers is how the client's user answers questions.
type answers func(mcp.ElicitationRequest) mcp.ElicitationResponse

func (a answers) Elicit(_ context.Context, r mcp.ElicitationRequest) (*mcp.ElicitationResult, error) {
	return &mcp.ElicitationResult{ElicitationResponse: a(r)}, nil
}

func saying(action mcp.ElicitationResponseAction, content any) answers {
	return func(mcp.ElicitationRequest) mcp.ElicitationResponse {
		return mcp.ElicitationResponse{Action: action, Content: content}
	}
}

var sayYes = saying(mcp.ElicitationResponseActionAccept, map[string]any{"confirm": true})

// connect makes a client; a nil answers is one that can't ask.
func connect(t testing.TB, tr transport.Interface, a answers, old bool) *client.Client {
	t.Helper()
	var opts []client.ClientOption
	if a != nil {
		opts = append(opts, client.WithElicitationHandler(a))
	}
	if old {
		opts = append(opts, client.WithLegacyProtocolOnly())
	}
	c := client.NewClient(tr, opts...)
	ctx := context.Background()
	if err := c.Start(ctx); err != nil {
		t.Fatal(err)
	}
	req := mcp.InitializeRequest{}
	req.Params.ProtocolVersion = mcp.LATEST_PROTOCOL_VERSION
	req.Params.ClientInfo = mcp.Implementation{Name: "client", Version: "1"}
	if _, err := c.Initialize(ctx, req); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = c.Close() })
	return c
}

func inMemory(t testing.TB, p *protected, a answers, old bool) *client.Client {
	var opts []transport.InProcessOption
	if a != nil {
		opts = append(opts, transport.WithElicitationHandler(a))
	}
	return connect(t, transport.NewInProcessTransportWithOptions(p.MCPServer, opts...), a, old)
}

// call calls a tool and returns all that came back as text, and whether it is an
// error of either kind.
func call(t testing.TB, c *client.Client, name string, args any) (string, bool) {
	t.Helper()
	return callFor(20*time.Second, t, c, name, args)
}

func callFor(wait time.Duration, t testing.TB, c *client.Client, name string, args any) (string, bool) {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), wait)
	defer cancel()
	req := mcp.CallToolRequest{}
	req.Params.Name, req.Params.Arguments = name, args
	res, err := c.CallTool(ctx, req)
	if err != nil {
		return err.Error(), true
	}
	b, err := json.Marshal(res)
	if err != nil {
		t.Fatal(err)
	}
	return string(b), res.IsError
}

func leaks(s string) bool { return strings.Contains(s, "hunter2") || strings.Contains(s, "aHVudGVy") }

func TestTools(t *testing.T) {
	p := mustProtect(t, local)
	c := inMemory(t, p, nil, false)
	for _, test := range []struct {
		tool   string
		args   any
		bad    bool
		text   string
		status guard.Status
		ran    int
	}{
		{"echo", map[string]any{"text": "hello"}, false, "hello password=[redacted]", guard.StatusOK, 1},
		{"typed", map[string]any{"text": "hello"}, false, "hello", guard.StatusOK, 1},
		{"echo", json.RawMessage(`{"text":"a","TEXT":"b"}`), true, "twice", guard.StatusInvalid, 0},
		{"admin", nil, true, "scope admin", guard.StatusDenied, 0},
		{"norow", nil, true, "no row", guard.StatusDenied, 0},
		{"fail", nil, true, "open /etc/secret/key: token=[redacted]", guard.StatusError, 1},
		{"boom", nil, true, "the tool failed", guard.StatusPanic, 1},
		{"raw", nil, false, "[redacted]", guard.StatusOK, 1},
		{"slow", nil, true, "longer", guard.StatusTimeout, 1},
		{"both", nil, false, "[redacted]", guard.StatusOK, 1},
	} {
		before := p.count(test.tool)
		p.rec.all = nil
		got, bad := call(t, c, test.tool, test.args)
		if bad != test.bad || !strings.Contains(got, test.text) {
			t.Errorf("%s: error %v, %s; want error %v with %q", test.tool, bad, got, test.bad, test.text)
		}
		if leaks(got) {
			t.Errorf("%s gives out a secret: %s", test.tool, got)
		}
		if n := p.count(test.tool) - before; n != test.ran {
			t.Errorf("%s ran %d times, want %d", test.tool, n, test.ran)
		}
		if s := p.rec.statuses(test.tool); s != string(test.status) {
			t.Errorf("%s: recorded %q, want %q", test.tool, s, test.status)
		}
	}
	for i, bad := range []bool{false, false, true} {
		if got, isErr := call(t, c, "few", nil); isErr != bad {
			t.Errorf("call %d of few: %s", i, got)
		}
	}
}

func TestUnknownCaller(t *testing.T) {
	p := mustProtect(t)
	c := inMemory(t, p, nil, false)
	if got, bad := call(t, c, "echo", nil); !bad || !strings.Contains(got, "unknown") {
		t.Errorf("got %s", got)
	}
	if got, bad := call(t, c, "open", nil); bad {
		t.Errorf("got %s", got)
	}
}

func TestOthers(t *testing.T) {
	p := mustProtect(t, local)
	c := inMemory(t, p, nil, false)
	ctx := context.Background()
	check := func(what string, v any, err error, bad bool) {
		t.Helper()
		b, _ := json.Marshal(v)
		text := string(b) + fmt.Sprint(err)
		if (err != nil) != bad || leaks(text) {
			t.Errorf("%s: %s", what, text)
		}
	}
	read := func(uri string) (*mcp.ReadResourceResult, error) {
		r := mcp.ReadResourceRequest{}
		r.Params.URI = uri
		return c.ReadResource(ctx, r)
	}
	get := func(name string) (*mcp.GetPromptResult, error) {
		r := mcp.GetPromptRequest{}
		r.Params.Name = name
		return c.GetPrompt(ctx, r)
	}
	r, err := read("docs://a")
	check("resource", r, err, false)
	r, err = read("file:///etc/passwd")
	check("template without a row", r, err, true)
	g, err := get("greet")
	check("prompt", g, err, false)
	g, err = get("other")
	check("prompt without a row", g, err, true)
	g, err = get("panic")
	check("prompt that panics", g, err, true)
	if p.count("resource") != 1 || p.count("prompt") != 1 {
		t.Errorf("ran %v", p.n)
	}
	for name, want := range map[string]string{"docs://a": "ok", "file:///etc/passwd": "denied", "greet": "ok", "other": "denied", "panic": "panic"} {
		if got := p.rec.statuses(name); got != want {
			t.Errorf("%s: recorded %q, want %q", name, got, want)
		}
	}
}

// TestRawArguments is about middleware that changes one form of the arguments:
// the guard must not check one and the handler read the other.
func TestRawArguments(t *testing.T) {
	rec := &records{}
	g, err := guard.New(policy, guard.WithAudit(rec), guard.WithLogger(quiet()), local)
	if err != nil {
		t.Fatal(err)
	}
	ran := 0
	h := mcpgo.Wrap(g, "typed", mcp.NewTypedToolHandler(func(context.Context, mcp.CallToolRequest, in) (*mcp.CallToolResult, error) {
		ran++
		return mcp.NewToolResultText("ok"), nil
	}))
	for text, ok := range map[string]bool{`{"dry_run":true}`: true, `{"dry_run":false}`: false, `{"id":9007199254740993,"dry_run":true}`: false} {
		r := mcp.CallToolRequest{}
		r.Params.Name, r.Params.RawArguments, r.Params.Arguments = "typed", json.RawMessage(text), map[string]any{"dry_run": true}
		before := ran
		res, err := h(context.Background(), r)
		if err != nil {
			t.Fatal(err)
		}
		if res.IsError == ok || (ran > before) != ok {
			t.Errorf("%s: %+v", text, res)
		}
	}
	r := mcp.CallToolRequest{}
	r.Params.Name, r.Params.RawArguments, r.Params.Arguments = "typed", json.RawMessage(`{"id":9007199254740993}`), map[string]any{"id": float64(9007199254740993)}
	if res, err := h(context.Background(), r); err != nil || res.IsError {
		t.Errorf("a large number: %v, %+v", err, res)
	}
	r.Params.Name = "echo"
	if _, err := h(context.Background(), r); err == nil {
		t.Error("a handler under another name than it was wrapped for")
	}
}

func TestMain(m *testing.M) {
	if os.Getenv("GUARD_TEST_STDIO") != "" {
		p, err := protect(local)
		if err != nil || server.ServeStdio(p.MCPServer) != nil {
			os.Exit(1)
		}
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
