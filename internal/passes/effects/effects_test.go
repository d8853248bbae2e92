package effects_test

import (
	"strings"
	"testing"

	"github.com/mcpvet/mcpvet/internal/engine"
	"github.com/mcpvet/mcpvet/internal/load"
	"github.com/mcpvet/mcpvet/internal/testkit"
)

// TestInventory: what tools do is told in the inventory, with the calls behind
// it.
func TestInventory(t *testing.T) {
	dir, err := testkit.Dir()
	if err != nil {
		t.Fatal(err)
	}
	res, err := engine.Run(t.Context(), engine.Options{
		Load: load.Options{Dir: dir, Patterns: []string{"./src/hints/...", "./src/confirm/mcpgo"}}, Root: dir, Effects: true,
	})
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]string{ // effects: changes, destructive
		"hints/mcpgo status":      "exec-fixed: no, no",
		"hints/mcpgo reset":       "exec-fixed: yes, yes",
		"hints/mcpgo note":        "fs-write: yes, no",
		"hints/mcpgo overwrite":   "fs-write: yes, yes",
		"hints/mcpgo keep_disk":   "fs-write: yes, yes",
		"hints/mcpgo keep_memory": ": no, no",
		"hints/gosdk get":         "net-read: no, no",
		"hints/gosdk remove":      "net-delete: yes, yes",
		"hints/gosdk search":      "net-read: no, no",
		"hints/gosdk count":       "sql-read: no, no",
		"hints/gosdk touch":       "sql-write: yes, yes",
		"hints/gosdk report":      ": no, no",
		"confirm/mcpgo reads":     "net-read: no, no",
		"confirm/mcpgo scratch":   ": no, no",
		"confirm/mcpgo queued":    "net-delete: yes, yes",
		"confirm/mcpgo one":       "exec-fixed fs-delete: yes, yes",
	}
	seen := map[string]bool{}
	for _, tool := range res.Inventory.Tools {
		program := strings.TrimPrefix(tool.Position.File[:strings.LastIndexByte(tool.Position.File, '/')], "src/")
		key := program + " " + tool.DisplayName()
		w, ok := want[key]
		if !ok {
			continue
		}
		seen[key] = true
		if got := strings.Join(tool.Effects, " ") + ": " + tool.Changes + ", " + tool.Destructive; got != w {
			t.Errorf("%s: %s, want %s", key, got, w)
		}
		if len(tool.Effects) > 0 && len(tool.EffectsBy) == 0 {
			t.Errorf("%s: no call is behind its effects", key)
		}
		for _, by := range tool.EffectsBy {
			if by.What == "" || !by.Position.IsValid() || !strings.HasPrefix(by.Position.File, "src/") {
				t.Errorf("%s: %+v", key, by)
			}
		}
	}
	for key := range want {
		if !seen[key] {
			t.Errorf("%s is not in the inventory", key)
		}
	}
}
