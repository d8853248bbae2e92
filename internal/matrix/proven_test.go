package matrix_test

import (
	"strings"
	"testing"

	"github.com/mcpvet/mcpvet/internal/matrix"
	"github.com/mcpvet/mcpvet/internal/testkit"
)

// TestProven checks answers of tools of which it is shown what a control does,
// beside those of tools that look alike.
func TestProven(t *testing.T) {
	res := run(t, testkit.Module(t), rules(), "./src/sandbox/boxes/...", "./src/pathroot/settings", "./src/confirm/trips", "./src/confirm/methods", "./src/audit/same/...", "./src/scope/switched")
	for _, want := range []struct{ tool, item, state, text string }{
		{"boxed", "sandbox", matrix.Pass, "docker"},
		{"bubble", "sandbox", matrix.Pass, "bwrap"},
		{"other_user", "sandbox", matrix.Pass, "sudo"},
		{"open", "sandbox", matrix.Fail, "without --read-only"},
		{"maybe", "sandbox", matrix.Fail, "outside a sandbox"},
		{"greet_ann", "pathroot", matrix.NA, "nearly all tools"},
		{"news", "pathroot", matrix.Pass, "no argument gets to the path"},
		{"sealed", "confirm", matrix.Pass, "only in a call that confirms it"},
		{"kept", "confirm", matrix.Pass, "only in a call that confirms it"},
		{"trusting", "confirm", matrix.Fail, "a client can make up"},
		{"constant", "confirm", matrix.Fail, "a client can make up"},
		{"listed", "confirm", matrix.Fail, "by the method that is asked for"},
		{"reading", "confirm", matrix.NA, "destroys nothing"},
		{"confirmed", "confirm", matrix.Pass, `"confirm" says so`},
		{"checked_always", "scope", matrix.Pass, "checks what the caller may do"},
		{"checked_sometimes", "scope", matrix.Unknown, "where a setting says so"},
		{"checked_always", "untrusted", matrix.NA, "no text from outside"},
		{"counted", "untrusted", matrix.Unknown, "rows of a database"},
		{"work", "audit", matrix.Pass, "every way out writes a record of"},
	} {
		seen, ok := 0, 0
		for _, tool := range res.Inventory.Tools {
			if tool.DisplayName() != want.tool || tool.Controls[want.item] == nil {
				continue
			}
			seen++
			if st := tool.Controls[want.item]; st.State == want.state && strings.Contains(st.Evidence[0].Text, want.text) {
				ok++
			} else if want.tool != "work" { // of which one server has no record
				t.Errorf("%s of %s is %s: %s; want %s: %s", want.item, want.tool, st.State, st.Evidence[0].Text, want.state, want.text)
			}
		}
		if seen == 0 || ok == 0 {
			t.Errorf("%s of %s: %d of %d tools have %s: %s", want.item, want.tool, ok, seen, want.state, want.text)
		}
	}
}
