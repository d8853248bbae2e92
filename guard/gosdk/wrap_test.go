package gosdk_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/mcpvet/mcpvet/guard"
	"github.com/mcpvet/mcpvet/guard/gosdk"
	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// wrapped is a server whose handlers are wrapped one by one.
func wrapped(t *testing.T, e *effects) (*mcp.Server, *records) {
	t.Helper()
	rec := &records{}
	g, err := guard.New(policy, guard.WithAudit(rec), guard.WithLogger(quiet()), local)
	if err != nil {
		t.Fatal(err)
	}
	s := mcp.NewServer(&mcp.Implementation{Name: "test", Version: "1"}, nil)
	for _, name := range []string{"echo", "admin", "delete"} {
		mcp.AddTool(s, &mcp.Tool{Name: name}, gosdk.Wrap(g, func(_ context.Context, _ *mcp.CallToolRequest, a in) (*mcp.CallToolResult, out, error) {
			e.add(name)
			return nil, out{Text: a.Text, Password: "hunter2"}, nil
		}))
	}
	mcp.AddTool(s, &mcp.Tool{Name: "boom"}, gosdk.Wrap(g, func(context.Context, *mcp.CallToolRequest, in) (*mcp.CallToolResult, out, error) { panic("hunter2") }))
	mcp.AddTool(s, &mcp.Tool{Name: "fail"}, gosdk.Wrap(g, func(context.Context, *mcp.CallToolRequest, in) (*mcp.CallToolResult, out, error) {
		return nil, out{}, &jsonrpc.Error{Code: 7, Message: "password=hunter2", Data: json.RawMessage(`{"token":"hunter2"}`)}
	}))
	schema := map[string]any{"type": "object"}
	for _, name := range []string{"raw", "norow", "rawdelete"} {
		s.AddTool(&mcp.Tool{Name: name, InputSchema: schema}, gosdk.WrapRaw(g, func(context.Context, *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
			e.add(name)
			return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: "password=hunter2"}}}, nil
		}))
	}
	read := gosdk.WrapResource(g, func(_ context.Context, r *mcp.ReadResourceRequest) (*mcp.ReadResourceResult, error) {
		e.add("resource")
		if r.Params.URI == "docs://bad" {
			return nil, errors.New("password=hunter2")
		}
		return &mcp.ReadResourceResult{Contents: []*mcp.ResourceContents{{URI: r.Params.URI, Blob: []byte("password=hunter2")}}}, nil
	})
	for _, uri := range []string{"docs://a", "docs://bad", "file:///a"} {
		s.AddResource(&mcp.Resource{Name: uri, URI: uri}, read)
	}
	for _, name := range []string{"greet", "other"} {
		s.AddPrompt(&mcp.Prompt{Name: name}, gosdk.WrapPrompt(g, func(context.Context, *mcp.GetPromptRequest) (*mcp.GetPromptResult, error) {
			e.add("prompt")
			return &mcp.GetPromptResult{Messages: []*mcp.PromptMessage{{Role: "user", Content: &mcp.TextContent{Text: "password=hunter2"}}}}, nil
		}))
	}
	return s, rec
}

func TestWrap(t *testing.T) {
	eras(t, func(t *testing.T, connect func(*mcp.Server, answers) *mcp.ClientSession) {
		e := &effects{}
		s, rec := wrapped(t, e)
		cs := connect(s, sayYes)
		for tool, want := range map[string]struct {
			bad    bool
			ran    int
			status string
		}{
			"echo": {false, 1, "ok"}, "admin": {true, 0, "denied"}, "delete": {false, 1, "asked ok"}, "boom": {true, 0, "panic"}, "fail": {true, 0, "error"},
			"raw": {false, 1, "ok"}, "norow": {true, 0, "denied"}, "rawdelete": {false, 1, "asked ok"},
		} {
			got, bad := call(t, cs, tool, map[string]any{"text": "x"})
			if bad != want.bad || e.count(tool) != want.ran || rec.statuses(tool) != want.status || strings.Contains(got, "hunter2") {
				t.Errorf("%s: error %v, ran %d times, recorded %q: %s", tool, bad, e.count(tool), rec.statuses(tool), got)
			}
		}
		for uri, ok := range map[string]bool{"docs://a": true, "docs://bad": false, "file:///a": false} {
			res, err := cs.ReadResource(context.Background(), &mcp.ReadResourceParams{URI: uri})
			b, _ := json.Marshal(res)
			if text := string(b) + fmt.Sprint(err); (err == nil) != ok || strings.Contains(text, "hunter2") || strings.Contains(text, "aHVudGVy") {
				t.Errorf("%s: %s", uri, text)
			}
		}
		for name, ok := range map[string]bool{"greet": true, "other": false} {
			res, err := cs.GetPrompt(context.Background(), &mcp.GetPromptParams{Name: name})
			b, _ := json.Marshal(res)
			if text := string(b) + fmt.Sprint(err); (err == nil) != ok || strings.Contains(text, "hunter2") {
				t.Errorf("%s: %s", name, text)
			}
		}
	})
}

// TestNoRequest is about handlers that other code than the SDK calls.
func TestNoRequest(t *testing.T) {
	g, err := guard.New(policy, guard.WithLogger(quiet()), local)
	if err != nil {
		t.Fatal(err)
	}
	ctx := context.Background()
	tool := gosdk.Wrap(g, func(context.Context, *mcp.CallToolRequest, in) (*mcp.CallToolResult, out, error) {
		t.Error("the handler ran")
		return nil, out{}, nil
	})
	if _, _, err := tool(ctx, nil, in{}); err == nil {
		t.Error("typed: no error")
	}
	if _, err := gosdk.WrapRaw(g, nil)(ctx, &mcp.CallToolRequest{}); err == nil {
		t.Error("raw: no error")
	}
	if _, err := gosdk.WrapResource(g, nil)(ctx, nil); err == nil {
		t.Error("resource: no error")
	}
	if _, err := gosdk.WrapPrompt(g, nil)(ctx, nil); err == nil {
		t.Error("prompt: no error")
	}
	if res, err := gosdk.Confirm(ctx, g, nil, "?"); err == nil || res != nil {
		t.Error("confirm: no error")
	}
}

// TestSubscribe shows that watching a resource needs what reading it needs.
func TestSubscribe(t *testing.T) {
	rec := &records{}
	s := mcp.NewServer(&mcp.Implementation{Name: "test", Version: "1"}, &mcp.ServerOptions{
		SubscribeHandler:   func(context.Context, *mcp.SubscribeRequest) error { return nil },
		UnsubscribeHandler: func(context.Context, *mcp.UnsubscribeRequest) error { return nil },
	})
	s.AddResource(&mcp.Resource{Name: "a", URI: "docs://a"}, nil)
	s.AddResource(&mcp.Resource{Name: "b", URI: "file:///b"}, nil)
	if _, err := gosdk.Protect(s, policy, guard.WithAudit(rec), guard.WithLogger(quiet()), local); err != nil {
		t.Fatal(err)
	}
	cs := inMemory(t, s, old(newClient(nil, nil)))
	if err := cs.Subscribe(context.Background(), &mcp.SubscribeParams{URI: "docs://a"}); err != nil {
		t.Error(err)
	}
	if err := cs.Subscribe(context.Background(), &mcp.SubscribeParams{URI: "file:///b"}); err == nil {
		t.Error("a resource without a row can be watched")
	}
	if rec.statuses("docs://a") != "ok" || rec.statuses("file:///b") != "denied" {
		t.Errorf("recorded %q and %q", rec.statuses("docs://a"), rec.statuses("file:///b"))
	}
}

// TestQuestions shows that the server's own questions to the client lose their
// secrets.
func TestQuestions(t *testing.T) {
	var got []string
	s := mcp.NewServer(&mcp.Implementation{Name: "test", Version: "1"}, nil)
	mcp.AddTool(s, &mcp.Tool{Name: "echo"}, func(ctx context.Context, r *mcp.CallToolRequest, _ in) (*mcp.CallToolResult, any, error) {
		if _, err := r.Session.Elicit(ctx, &mcp.ElicitParams{Message: "password=hunter2?", RequestedSchema: map[string]any{"type": "object"}}); err != nil {
			return nil, nil, err
		}
		_, err := r.Session.CreateMessage(ctx, &mcp.CreateMessageParams{
			SystemPrompt: "password=hunter2", MaxTokens: 1, Messages: []*mcp.SamplingMessage{{Role: "user", Content: &mcp.TextContent{Text: "password=hunter2"}}},
		})
		return nil, nil, err
	})
	if _, err := gosdk.Protect(s, policy, guard.WithLogger(quiet()), local); err != nil {
		t.Fatal(err)
	}
	cs := inMemory(t, s, old(newClient(func(r *mcp.ElicitRequest) (*mcp.ElicitResult, error) {
		got = append(got, r.Params.Message)
		return &mcp.ElicitResult{Action: "decline"}, nil
	}, func(o *mcp.ClientOptions) {
		o.CreateMessageHandler = func(_ context.Context, r *mcp.CreateMessageRequest) (*mcp.CreateMessageResult, error) {
			b, _ := json.Marshal(r.Params)
			got = append(got, string(b))
			return &mcp.CreateMessageResult{Role: "assistant", Model: "m", Content: &mcp.TextContent{Text: "x"}}, nil
		}
	})))
	if text, bad := call(t, cs, "echo", map[string]any{}); bad {
		t.Fatal(text)
	}
	if all := strings.Join(got, "\n"); len(got) != 2 || strings.Contains(all, "hunter2") {
		t.Errorf("asked %q", got)
	}
}

// TestMethods is about methods besides those of tools, resources and prompts:
// what runs code of the server needs a row.
func TestMethods(t *testing.T) {
	rec := &records{}
	g, err := guard.New(guard.Policy{Methods: map[string]guard.Rule{"acme/read": {}, "acme/admin": {Scopes: guard.Words{"admin"}}}}, guard.WithAudit(rec), guard.WithLogger(quiet()), local)
	if err != nil {
		t.Fatal(err)
	}
	for method, want := range map[string]struct {
		ran    bool
		status string
	}{
		"acme/read": {true, "ok"}, "acme/admin": {false, "denied"}, "acme/wipe": {false, "denied"}, "completion/complete": {false, "denied"},
		"ping": {true, ""}, "tools/list": {true, ""}, "notifications/initialized": {true, ""},
	} {
		ran := false
		h := gosdk.Receiving(g)(func(context.Context, string, mcp.Request) (mcp.Result, error) {
			ran = true
			panic("password=hunter2")
		})
		_, err := h(context.Background(), method, &mcp.ServerRequest[*mcp.PingParams]{Params: &mcp.PingParams{}})
		status := want.status
		if status == "ok" {
			status = "panic"
		}
		if ran != want.ran || err == nil || strings.Contains(err.Error(), "hunter2") || rec.statuses(method) != status {
			t.Errorf("%s: ran %v, recorded %q: %v", method, ran, rec.statuses(method), err)
		}
	}
}
