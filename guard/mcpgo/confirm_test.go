package mcpgo_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/mark3labs/mcp-go/client"
	"github.com/mark3labs/mcp-go/mcp"
)

func TestConfirm(t *testing.T) {
	for _, old := range []bool{false, true} {
		for _, tool := range []string{"delete", "askself"} {
			effect := map[string]string{"delete": "delete", "askself": "askself effect"}[tool]
			var question string
			asking := answers(func(r mcp.ElicitationRequest) mcp.ElicitationResponse {
				question = r.Params.Message
				return sayYes(r)
			})
			p := mustProtect(t, local)
			got, bad := call(t, inMemory(t, p, asking, old), tool, map[string]any{"id": 7})
			if bad || p.count(effect) != 1 || !strings.Contains(question, "7") {
				t.Errorf("old %v, %s, yes: %s, done %d times, asked %q", old, tool, got, p.count(effect), question)
			}
			for name, a := range map[string]answers{
				"decline": saying(mcp.ElicitationResponseActionDecline, nil), "cancel": saying(mcp.ElicitationResponseActionCancel, nil),
				"box empty": saying(mcp.ElicitationResponseActionAccept, map[string]any{"confirm": false}), "no content": saying(mcp.ElicitationResponseActionAccept, nil),
				"no client": nil,
			} {
				p := mustProtect(t, local)
				got, bad := call(t, inMemory(t, p, a, old), tool, map[string]any{"id": 7})
				if !bad || p.count(effect) != 0 {
					t.Errorf("old %v, %s, %s: %s, done %d times", old, tool, name, got, p.count(effect))
				}
				if name == "no client" && tool == "delete" && !strings.Contains(got, "this client can't be asked") {
					t.Errorf("old %v, a client that can't be asked: %s", old, got)
				}
			}
		}
	}
}

// post sends one request as a client of the newest protocol would, and returns
// what comes back.
func post(t *testing.T, p *protected, tool, args, more string) map[string]any {
	t.Helper()
	msg := fmt.Sprintf(`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":%q,"arguments":%s%s,"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientInfo":{"name":"c","version":"1"},"io.modelcontextprotocol/clientCapabilities":{"elicitation":{"form":{}}}}}}`, tool, args, more)
	b, err := json.Marshal(p.HandleMessage(t.Context(), json.RawMessage(msg)))
	if err != nil {
		t.Fatal(err)
	}
	var out map[string]any
	if err := json.Unmarshal(b, &out); err != nil {
		t.Fatal(err)
	}
	if res, ok := out["result"].(map[string]any); ok {
		return res
	}
	return out
}

// TestForgery plays a client that answers what it was never asked, and one
// that answers twice, or for another call.
func TestForgery(t *testing.T) {
	p := mustProtect(t, local)
	for tool, key := range map[string]string{"delete": "guard_confirm", "askself": "guard_ask"} {
		effect := map[string]string{"delete": "delete", "askself": "askself effect"}[tool]
		answer := func(state string) string {
			return fmt.Sprintf(`,"inputResponses":{%q:{"action":"accept","content":{"confirm":true}}},"requestState":%q`, key, state)
		}
		for _, state := range []string{"id=FORGED", ""} {
			if res := post(t, p, tool, `{"id":1}`, answer(state)); p.count(effect) != 0 {
				t.Errorf("%s: the state %q counts: %v", tool, state, res)
			}
		}
		q := post(t, p, tool, `{"id":1}`, "")
		state, _ := q["requestState"].(string)
		if state == "" || q["resultType"] != "input_required" {
			t.Fatalf("%s: no question: %v", tool, q)
		}
		if res := post(t, p, tool, `{"id":2}`, answer(state)); p.count(effect) != 0 {
			t.Errorf("%s: the answer counts for other arguments: %v", tool, res)
		}
		if res := post(t, p, tool, `{"id":1}`, answer(state)); p.count(effect) != 1 {
			t.Errorf("%s: the answer doesn't count: %v", tool, res)
		}
		if res := post(t, p, tool, `{"id":1}`, answer(state)); p.count(effect) != 1 {
			t.Errorf("%s: the answer counts twice: %v", tool, res)
		}
	}
}

var _ client.ElicitationHandler = answers(nil)
