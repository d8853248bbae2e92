package checks

import (
	"slices"
	"testing"

	"github.com/mcpvet/mcpvet/internal/flow"
	"github.com/mcpvet/mcpvet/internal/inventory"
	"github.com/mcpvet/mcpvet/internal/passes/posture"
	"github.com/mcpvet/mcpvet/internal/passes/toolmeta"
	"github.com/mcpvet/mcpvet/internal/program"
)

// named returns a tool of a name.
func named(name string) *Entry {
	return &Entry{Entry: &posture.Entry{Tool: &toolmeta.Tool{Kind: inventory.KindTool, Name: toolmeta.Text{Known: true, Value: name}}}}
}

// TestBest: of several controls on one way the strongest that holds counts, and
// one that does not work is told where only who calls is known.
func TestBest(t *testing.T) {
	none := &Verdict{State: Fail}
	around := &Verdict{State: Fail, Reason: Around}
	present := &Verdict{State: Pass, Level: flow.Present}
	decides := &Verdict{State: Pass, Level: flow.Decides}
	for _, test := range []struct {
		name string
		list []*Verdict
		want *Verdict
	}{
		{"nothing", nil, nil},
		{"none", []*Verdict{none, nil}, none},
		{"a reason", []*Verdict{none, around}, around},
		{"a check", []*Verdict{none, present}, present},
		{"the stronger", []*Verdict{present, decides, around}, decides},
		{"one that does not work", []*Verdict{present, around}, around},
	} {
		if got := best(test.list); got != test.want {
			t.Errorf("%s: %+v, want %+v", test.name, got, test.want)
		}
	}
}

// TestParts: each word says one part of a record only.
func TestParts(t *testing.T) {
	seen := map[string]string{}
	for _, p := range parts {
		for _, w := range p.words {
			if seen[w] != "" {
				t.Errorf("%q is %s and %s", w, seen[w], p.name)
			}
			seen[w] = p.name
		}
	}
	if got := holding([]string{"tool", "user"}); got != " of tool, user" {
		t.Errorf("a record holds %q", got)
	}
	if holding(nil) != "" {
		t.Error("a record of nothing holds something")
	}
}

// TestWriters: whether a group of tools is told apart by a table of those that
// change something.
func TestWriters(t *testing.T) {
	entry := func(name string, writes bool) *Entry {
		e := named(name)
		if writes {
			e.Writes = program.Pos{File: "a.go", Line: 1}
		}
		return e
	}
	g := &Group{Entries: []*Entry{entry("read", false), entry("write", true), entry("remove", true)}}
	for _, test := range []struct {
		names []string
		want  bool
	}{
		{[]string{"write"}, true},                   // remove is missing, read is right to be
		{[]string{"write", "read"}, false},          // it lists readers
		{[]string{}, false},                         // it lists nothing
		{[]string{"write", "remove", "more"}, true}, // other names say nothing
	} {
		if got := g.writers(flow.Table{Names: test.names}); got != test.want {
			t.Errorf("%q: %v, want %v", test.names, got, test.want)
		}
	}
	if !slices.Contains(quiet, "debug") {
		t.Error("records at debug level are seen")
	}
}

// TestShort: names are shown without their paths.
func TestShort(t *testing.T) {
	for sym, want := range map[string]string{"(*example.test/a/b.T).M": "b.T.M", "example.test/a/b.F": "b.F", "os.Remove": "os.Remove"} {
		if got := short(sym); got != want {
			t.Errorf("%s is shown as %s, want %s", sym, got, want)
		}
	}
	if base("a/b/c.go") != "c.go" {
		t.Error("a file is shown with its folders")
	}
}
