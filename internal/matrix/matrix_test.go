package matrix_test

import (
	"context"
	"path/filepath"
	"slices"
	"testing"

	"golang.org/x/tools/go/analysis"

	"github.com/mcpvet/mcpvet/analyzers"
	"github.com/mcpvet/mcpvet/checklist"
	"github.com/mcpvet/mcpvet/internal/engine"
	"github.com/mcpvet/mcpvet/internal/finding"
	"github.com/mcpvet/mcpvet/internal/inventory"
	"github.com/mcpvet/mcpvet/internal/load"
	"github.com/mcpvet/mcpvet/internal/matrix"
	"github.com/mcpvet/mcpvet/internal/testkit"
)

// run answers the checklist for the programs below a folder.
func run(t *testing.T, dir string, rules []*analysis.Analyzer, patterns ...string) *engine.Result {
	t.Helper()
	res, err := engine.Run(context.Background(), engine.Options{
		Load: load.Options{Dir: dir, Patterns: patterns}, Analyzers: rules, Root: dir, Controls: true,
	})
	if err != nil {
		t.Fatal(err)
	}
	return res
}

func rules() []*analysis.Analyzer {
	return slices.DeleteFunc(analyzers.All(), func(a *analysis.Analyzer) bool {
		r, _ := checklist.BySlug(a.Name)
		return r.Group != checklist.Checklist
	})
}

// TestAgreesWithFindings checks on the examples and on the programs of the rules
// that a tool never passes an item of which the rule reports something about it,
// and that every cell has an answer and a reason.
func TestAgreesWithFindings(t *testing.T) {
	for name, dir := range map[string]string{"examples": filepath.Join("..", "..", "examples"), "programs": testkit.Module(t)} {
		t.Run(name, func(t *testing.T) {
			dir, err := filepath.Abs(dir)
			if err != nil {
				t.Fatal(err)
			}
			res := run(t, dir, rules())
			for _, tool := range res.Inventory.Tools {
				complete(t, tool)
			}
			told := 0
			for _, f := range res.Findings {
				told += agrees(t, res.Inventory, f)
			}
			if got := remote(t, res.Inventory, res.Findings); got == 0 && name == "programs" {
				t.Error("no program runs what an argument becomes part of")
			}
			if told == 0 {
				t.Error("no finding is about a tool of the matrix")
			}
		})
	}
}

// complete checks that every cell of a tool has an answer with a reason.
func complete(t *testing.T, tool *inventory.Tool) {
	t.Helper()
	for _, r := range checklist.All() {
		if r.Group != checklist.Checklist {
			continue
		}
		st := tool.Controls[r.Slug]
		if st == nil || !slices.Contains([]string{matrix.Pass, matrix.Fail, matrix.NA, matrix.Unknown}, st.State) {
			t.Errorf("%s: %s has no answer", tool.DisplayName(), r.Slug)
			continue
		}
		if len(st.Evidence) == 0 || st.Evidence[0].Text == "" {
			t.Errorf("%s: %s is %s without a reason", tool.DisplayName(), r.Slug, st.State)
		}
		if filepath.IsAbs(st.Evidence[0].Position.File) {
			t.Errorf("%s: %s: the place is absolute: %s", tool.DisplayName(), r.Slug, st.Evidence[0].Position.File)
		}
	}
	if tool.Handler == nil {
		for slug, st := range tool.Controls {
			if st.State != matrix.Unknown {
				t.Errorf("%s: the handler is not known, and %s is %s", tool.DisplayName(), slug, st.State)
			}
		}
	}
}

// agrees checks the tools that a finding is about, and returns how many these
// are.
func agrees(t *testing.T, inv *inventory.Inventory, f finding.Finding) int {
	t.Helper()
	rule, ok := checklist.ByID(f.Rule)
	if !ok || rule.Group != checklist.Checklist || f.Tool == "" || f.Profile != finding.Regular {
		return 0
	}
	n := 0
	for _, tool := range inv.Tools {
		if tool.Name == nil || *tool.Name != f.Tool || (tool.Server == nil) != (f.Server == "") || tool.Server != nil && *tool.Server != f.Server {
			continue
		}
		n++
		if st := tool.Controls[rule.Slug]; st.State == matrix.Pass || st.State == matrix.NA {
			t.Errorf("%s: %s is %s, and there is a finding: %s: %s", f.Tool, rule.Slug, st.State, f.Pos, f.Message)
		}
	}
	return n
}

// remote checks that what an argument becomes part of is not taken for nothing,
// also where it is run by a way that is no effect, such as the input of a session
// on another machine; it returns how many tools do so.
func remote(t *testing.T, inv *inventory.Inventory, findings []finding.Finding) int {
	t.Helper()
	n := 0
	for _, tool := range inv.Tools {
		if tool.Name == nil || tool.Server == nil {
			continue
		}
		for _, f := range findings {
			if f.Rule != "MCP004" || f.Tool != *tool.Name || f.Server != *tool.Server || f.Profile != finding.Regular {
				continue
			}
			slugs := []string{"sandbox"}
			n++
			if len(tool.EffectsBy) == 0 {
				slugs = append(slugs, "confirm", "deadline", "redact", "untrusted")
			}
			for _, slug := range slugs {
				if st := tool.Controls[slug]; st.State == matrix.NA {
					t.Errorf("%s: %s is n/a (%s), and %s", *tool.Name, slug, st.Evidence[0].Text, f.Message)
				}
			}
		}
	}
	return n
}

// TestExamples checks cells of which it is known how they should be.
func TestExamples(t *testing.T) {
	for _, test := range []struct{ program, tool, slug, want string }{
		{"gosdk-vulnerable", "delete_note", "confirm", matrix.Fail},
		{"gosdk-vulnerable", "close_ticket", "confirm", matrix.Pass},
		{"gosdk-vulnerable", "ping", "confirm", matrix.NA},
		{"gosdk-vulnerable", "delete_note", "scope", matrix.Fail},
		{"gosdk-vulnerable", "read_note", "pathroot", matrix.Fail},
		{"gosdk-vulnerable", "search_tickets", "sqlparam", matrix.Fail},
		{"gosdk-vulnerable", "repeat_search", "sqlparam", matrix.Pass},
		{"gosdk-vulnerable", "grep_notes", "shellinterp", matrix.Fail},
		{"gosdk-vulnerable", "run_check", "sandbox", matrix.Fail},
		{"gosdk-vulnerable", "grep_notes", "deadline", matrix.Fail},
		{"gosdk-vulnerable", "fetch_page", "deadline", matrix.Pass},
		{"gosdk-vulnerable", "fetch_page", "untrusted", matrix.Fail},
		{"gosdk-vulnerable", "ping", "audit", matrix.Fail},
		{"gosdk-repaired", "search_tickets", "deadline", matrix.Pass},
		{"gosdk-repaired", "fetch_page", "untrusted", matrix.Pass},
		{"gosdk-repaired", "ping", "ratelimit", matrix.Pass},
		{"gosdk-repaired", "ping", "audit", matrix.Pass},
		{"gosdk-repaired", "ping", "scope", matrix.Pass},
		{"mcpgo-vulnerable", "import_page", "scope", matrix.Fail},
		{"mcpgo-vulnerable", "ping", "sqlparam", ""},
		{"mcpgo-repaired", "run_example", "sandbox", matrix.Unknown},
	} {
		t.Run(test.program+"/"+test.tool+"/"+test.slug, func(t *testing.T) {
			found := false
			for _, tool := range example(t, test.program).Tools {
				if tool.DisplayName() != test.tool {
					continue
				}
				found = true
				if got := tool.Controls[test.slug]; got.State != test.want {
					t.Errorf("%s (%v), want %s", got.State, got.Evidence, test.want)
				}
			}
			if found != (test.want != "") {
				t.Errorf("the program has the tool: %v", found)
			}
		})
	}
}

var examples = map[string]*inventory.Inventory{}

func example(t *testing.T, program string) *inventory.Inventory {
	t.Helper()
	if examples[program] == nil {
		dir, err := filepath.Abs(filepath.Join("..", "..", "examples"))
		if err != nil {
			t.Fatal(err)
		}
		examples[program] = run(t, dir, rules(), "./"+program+"/...").Inventory
	}
	return examples[program]
}

// TestNotRun checks that a rule that did not run answers nothing.
func TestNotRun(t *testing.T) {
	dir, err := filepath.Abs(filepath.Join("..", "..", "examples"))
	if err != nil {
		t.Fatal(err)
	}
	only := slices.DeleteFunc(rules(), func(a *analysis.Analyzer) bool { return a.Name != "confirm" })
	for _, tool := range run(t, dir, only, "./gosdk-repaired/...").Inventory.Tools {
		for slug, st := range tool.Controls {
			if slug != "confirm" && st.State != matrix.Unknown {
				t.Errorf("%s: %s is %s", tool.DisplayName(), slug, st.State)
			}
		}
	}
}

func TestServers(t *testing.T) {
	id, other := "s", "t"
	cell := func(state string) map[string]*inventory.State {
		return map[string]*inventory.State{"confirm": {State: state}}
	}
	inv := &inventory.Inventory{
		Servers: []*inventory.Server{{ID: id}, {ID: other}, {ID: "empty"}},
		Tools: []*inventory.Tool{
			{Server: &id, Controls: cell(matrix.Pass)}, {Server: &id, Controls: cell(matrix.NA)}, {Server: &id, Controls: cell(matrix.Unknown)},
			{Server: &other, Controls: cell(matrix.Pass)}, {Server: &other, Controls: cell(matrix.NA)}, {Controls: cell(matrix.Fail)},
		},
	}
	matrix.Servers(inv)
	for i, want := range []struct{ state, text string }{{matrix.Unknown, "1 pass, 1 n/a, 1 unknown"}, {matrix.Pass, "1 pass, 1 n/a"}} {
		st := inv.Servers[i].Controls["confirm"]
		if st.State != want.state || st.Evidence[0].Text != want.text {
			t.Errorf("%s %q, want %s %q", st.State, st.Evidence[0].Text, want.state, want.text)
		}
	}
	if inv.Servers[2].Controls != nil {
		t.Error("a server without tools has answers")
	}
}
