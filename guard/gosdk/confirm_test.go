package gosdk_test

import (
	"context"
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// old makes a client one of an older version of the protocol, in which servers
// ask by themselves: one that doesn't find server/discover falls back.
func old(c *mcp.Client) *mcp.Client {
	c.AddSendingMiddleware(func(next mcp.MethodHandler) mcp.MethodHandler {
		return func(ctx context.Context, method string, req mcp.Request) (mcp.Result, error) {
			if method == "server/discover" {
				return nil, errors.New("not known")
			}
			return next(ctx, method, req)
		}
	})
	return c
}

// eras runs a test with clients of both.
func eras(t *testing.T, f func(t *testing.T, connect func(*mcp.Server, answers) *mcp.ClientSession)) {
	t.Run("modern", func(t *testing.T) {
		f(t, func(s *mcp.Server, a answers) *mcp.ClientSession { return inMemory(t, s, newClient(a, nil)) })
	})
	t.Run("old", func(t *testing.T) {
		f(t, func(s *mcp.Server, a answers) *mcp.ClientSession {
			cs := inMemory(t, s, old(newClient(a, nil)))
			if v := cs.InitializeResult().ProtocolVersion; v >= "2026" {
				t.Fatalf("the client speaks %s", v)
			}
			return cs
		})
	})
}

func TestConfirm(t *testing.T) {
	eras(t, func(t *testing.T, connect func(*mcp.Server, answers) *mcp.ClientSession) {
		for _, tool := range []string{"delete", "rawdelete", "askself"} {
			effect := map[string]string{"askself": "askself effect"}[tool]
			if effect == "" {
				effect = tool
			}
			var question string
			asking := func(r *mcp.ElicitRequest) (*mcp.ElicitResult, error) {
				question = r.Params.Message
				return sayYes(r)
			}
			p := protect(t, local)
			got, bad := call(t, connect(p.Server, asking), tool, map[string]any{"id": 7})
			if bad || p.count(effect) != 1 || !strings.Contains(question, "7") {
				t.Errorf("%s, yes: %s, done %d times, asked %q", tool, got, p.count(effect), question)
			}
			for name, a := range map[string]answers{
				"decline": saying("decline", nil), "cancel": saying("cancel", nil), "box empty": saying("accept", map[string]any{"confirm": false}),
				"no client": nil,
			} {
				p := protect(t, local)
				got, bad := call(t, connect(p.Server, a), tool, map[string]any{"id": 7})
				if !bad || p.count(effect) != 0 {
					t.Errorf("%s, %s: %s, done %d times", tool, name, got, p.count(effect))
				}
			}
		}
	})
}

// TestForgery plays a client that answers what it was never asked, and one
// that answers twice, or for another call.
func TestForgery(t *testing.T) {
	p := protect(t, local)
	c := newClient(sayYes, func(o *mcp.ClientOptions) { o.MultiRoundTrip = &mcp.MultiRoundTripOptions{Disabled: true} })
	cs := inMemory(t, p.Server, c)
	send := func(tool string, args string, key, state string) *mcp.CallToolResult {
		t.Helper()
		params := &mcp.CallToolParams{Name: tool, Arguments: json.RawMessage(args), RequestState: state}
		if key != "" {
			params.InputResponses = mcp.InputResponseMap{key: &mcp.ElicitResult{Action: "accept", Content: map[string]any{"confirm": true}}}
		}
		res, err := cs.CallTool(context.Background(), params)
		if err != nil {
			t.Fatal(err)
		}
		return res
	}
	for tool, key := range map[string]string{"delete": "guard_confirm", "askself": "guard_ask"} {
		effect := map[string]string{"delete": "delete", "askself": "askself effect"}[tool]
		if res := send(tool, `{"id":1}`, key, "id=FORGED"); !res.IsError || p.count(effect) != 0 {
			t.Errorf("%s: a forged state counts", tool)
		}
		if res := send(tool, `{"id":1}`, key, ""); !res.IsError || p.count(effect) != 0 {
			t.Errorf("%s: no state counts", tool)
		}
		q := send(tool, `{"id":1}`, "", "")
		if !q.NeedsInput() || q.RequestState == "" || len(q.InputRequests) != 1 {
			t.Fatalf("%s: no question: %+v", tool, q)
		}
		if res := send(tool, `{"id":2}`, key, q.RequestState); !res.IsError || p.count(effect) != 0 {
			t.Errorf("%s: the answer counts for other arguments", tool)
		}
		if res := send(tool, `{"id":1}`, key, q.RequestState); res.IsError || p.count(effect) != 1 {
			t.Errorf("%s: the answer doesn't count: %+v", tool, res.Content)
		}
		if res := send(tool, `{"id":1}`, key, q.RequestState); !res.IsError || p.count(effect) != 1 {
			t.Errorf("%s: the answer counts twice", tool)
		}
	}
	// The question of one kind is no answer to that of the other.
	q := send("delete", `{"id":9}`, "", "")
	if res := send("askself", `{"id":9}`, "guard_ask", q.RequestState); !res.IsError {
		t.Error("a state of another tool counts")
	}
}
