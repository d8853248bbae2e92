package report

import (
	"strings"
	"testing"

	"github.com/mcpvet/mcpvet/internal/inventory"
)

// TestChecklistMarkup makes sure that the audited source can't write into a pull
// request: no markup, link, mention or row of a table of its own.
func TestChecklistMarkup(t *testing.T) {
	evil := "`x`|y\n| <img src=x> [a](https://evil.example) @team #1 **b** </details>"
	inv := &inventory.Inventory{
		Servers: []*inventory.Server{{ID: "s", Name: evil}},
		Tools: []*inventory.Tool{{
			Name: &evil, Server: ptrTo("s"), Kind: inventory.KindTool,
			Controls: map[string]*inventory.State{"confirm": {State: "fail", Evidence: []inventory.Evidence{{Text: evil}}}},
		}},
		NotSeen: []inventory.NotSeen{{What: evil, Reason: evil}},
	}
	var b strings.Builder
	if err := ChecklistMarkdown(&b, inv); err != nil {
		t.Fatal(err)
	}
	open := 0
	for line := range strings.Lines(b.String()) {
		outside := ""
		for i, part := range strings.Split(line, "`") {
			if i%2 == 0 && !strings.HasSuffix(outside, `\`) {
				outside += part
			}
		}
		for _, bad := range []string{"<img", "@team", "](https://evil", " **b**"} {
			if strings.Contains(outside, bad) {
				t.Errorf("%q gets through: %s", bad, line)
			}
		}
		open += strings.Count(outside, "<details>") - strings.Count(outside, "</details>")
		if strings.HasPrefix(line, "| `'x'") && strings.Count(strings.ReplaceAll(line, `\|`, ""), "|") != 13 {
			t.Errorf("a name makes cells of its own: %s", line)
		}
	}
	if open != 0 {
		t.Error("a name ends the details")
	}
}

// TestChecklistUnasked makes sure that what nobody has judged never reads like a
// pass.
func TestChecklistUnasked(t *testing.T) {
	name := "ping"
	inv := &inventory.Inventory{Tools: []*inventory.Tool{{
		Name: &name, Kind: inventory.KindTool, Controls: map[string]*inventory.State{"confirm": {State: "perhaps"}},
	}}}
	for _, item := range items() {
		if got := answer(inv.Tools[0], item.Slug); got != "unknown" {
			t.Errorf("%s: %s", item.Slug, got)
		}
	}
	var b strings.Builder
	if err := Checklist(&b, inv, TableOptions{}); err != nil {
		t.Fatal(err)
	}
	if strings.Contains(b.String(), "  pass ") && !strings.Contains(b.String(), "it was not asked") {
		t.Error(b.String())
	}
}
