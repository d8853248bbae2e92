package posture_test

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/mcpvet/mcpvet/internal/engine"
	"github.com/mcpvet/mcpvet/internal/inventory"
	"github.com/mcpvet/mcpvet/internal/load"
	"github.com/mcpvet/mcpvet/internal/testkit"
)

// discover analyses the module in dir once with no rules.
func discover(t *testing.T, dir string, patterns ...string) *engine.Result {
	t.Helper()
	res, err := engine.Run(t.Context(), engine.Options{Load: load.Options{Dir: dir, Patterns: patterns}, Root: dir})
	if err != nil {
		t.Fatalf("analyse %s: %v", dir, err)
	}
	return res
}

var discoverAll = sync.OnceValues(func() (*engine.Result, error) {
	dir, err := testkit.Dir()
	if err != nil {
		return nil, err
	}
	return engine.Run(context.Background(), engine.Options{Load: load.Options{Dir: dir, Patterns: []string{testkit.Programs}}, Root: dir})
})

// TestDiscovery compares what is found in each program below
// testdata/src/toolreg with what its comments say, both ways.
func TestDiscovery(t *testing.T) {
	res, err := discoverAll()
	if err != nil {
		t.Fatal(err)
	}
	root := testkit.Module(t)
	dirs, err := os.ReadDir(filepath.Join(root, "src/toolreg"))
	if err != nil {
		t.Fatal(err)
	}
	if len(dirs) < 10 {
		t.Fatalf("only %d programs", len(dirs))
	}
	for _, d := range dirs {
		t.Run(d.Name(), func(t *testing.T) {
			checkProgram(t, res, root, "src/toolreg/"+d.Name(), testkit.PathPrefix)
		})
	}
}

// TestOldVersions does the same for the modules in testdata/old, each of which
// requires an old version of an SDK.
func TestOldVersions(t *testing.T) {
	root := testkit.Module(t)
	dirs, err := os.ReadDir(filepath.Join(root, "old"))
	if err != nil {
		t.Fatal(err)
	}
	for _, d := range dirs {
		t.Run(d.Name(), func(t *testing.T) {
			t.Parallel()
			dir := filepath.Join(root, "old", d.Name())
			checkProgram(t, discover(t, dir, "./..."), dir, ".", "example.test/old/")
		})
	}
}

// TestDeterminism analyses the programs a second time: the inventory is the
// same to the last byte.
func TestDeterminism(t *testing.T) {
	first, err := discoverAll()
	if err != nil {
		t.Fatal(err)
	}
	want, err := json.MarshalIndent(first.Inventory, "", " ")
	if err != nil {
		t.Fatal(err)
	}
	got, err := json.MarshalIndent(discover(t, testkit.Module(t), testkit.Programs).Inventory, "", " ")
	if err != nil {
		t.Fatal(err)
	}
	sameText(t, string(got), string(want))
}

// checkProgram reports the differences of one program; a program with a known
// gap must have some.
func checkProgram(t *testing.T, res *engine.Result, root, dir, prefix string) {
	t.Helper()
	x, err := readExpectations(root, filepath.Join(root, dir))
	if err != nil {
		t.Fatal(err)
	}
	open := map[string]bool{} // names with a fault that a gap covers
	for _, f := range x.check(res, dir, prefix) {
		if gap := x.gapOf(f.name); gap != nil {
			open[f.name] = true
			t.Logf("known gap (%s): %s", gap.text, f.text)
			continue
		}
		t.Error(f.text)
	}
	for _, gap := range x.gaps {
		if len(gap.names) == 0 && len(open) == 0 {
			t.Errorf("%s:%d: the gap is closed: remove the comment %q", gap.pos.Filename, gap.pos.Line, gap.text)
		}
		for _, name := range gap.names {
			if !open[name] {
				t.Errorf("%s:%d: the gap is closed for %q: remove it from the comment %q", gap.pos.Filename, gap.pos.Line, name, gap.text)
			}
		}
	}
}

// A fault is one difference, with the name of what differs: of an entry, a
// server, or "?" for an entry without a name.
type fault struct{ name, text string }

// gapOf returns the known gap that a fault of that name belongs to, or nil.
func (x *expectations) gapOf(name string) *knownGap {
	for _, gap := range x.gaps {
		if len(gap.names) == 0 || slices.Contains(gap.names, name) {
			return gap
		}
	}
	return nil
}

// check compares the part of an inventory that comes from dir.
func (x *expectations) check(res *engine.Result, dir, prefix string) []fault {
	var faults []fault
	note := func(name, format string, args ...any) {
		faults = append(faults, fault{name, fmt.Sprintf(format, args...)})
	}
	in := func(p inventory.Position) bool { return dir == "." || strings.HasPrefix(p.File, dir+"/") }
	var have []*inventory.Tool
	inv := res.Inventory
	for _, list := range [][]*inventory.Tool{inv.Tools, inv.Resources, inv.ResourceTemplates, inv.Prompts, inv.Completions} {
		for _, t := range list {
			if in(t.Position) || in(t.Registration) {
				have = append(have, t)
			}
		}
	}
	// an entry belongs to the expectation that it differs least from
	for _, e := range x.want {
		best, why := -1, ""
		for i, t := range have {
			if !e.names(t) {
				continue
			}
			diff := e.compare(t, prefix)
			if best < 0 || len(diff) < len(why) {
				best, why = i, diff
			}
		}
		switch {
		case best < 0:
			note(e.name, "%v: missing", e)
			continue
		case why != "":
			note(e.name, "%v: %s", e, why)
		}
		have = slices.Delete(have, best, best+1)
	}
	for _, t := range have {
		note(t.DisplayName(), "%s:%d: extra %s %s (registered at %s:%d)", t.Position.File, t.Position.Line, t.Kind, t.DisplayName(), t.Registration.File, t.Registration.Line)
		for _, n := range x.none {
			if t.Position.File == n.Filename && t.Position.Line == n.Line || t.Registration.File == n.Filename && t.Registration.Line == n.Line {
				note(t.DisplayName(), "%s:%d: this is a decoy", n.Filename, n.Line)
			}
		}
	}
	x.checkServers(inv, in, prefix, note)
	x.checkNotSeen(res, dir, in, note)
	return faults
}

func (e *expectation) names(t *inventory.Tool) bool {
	if t.Kind != e.kind {
		return false
	}
	if e.family {
		return t.Pattern == e.name && t.Name == nil
	}
	return t.Name != nil && *t.Name == e.name
}

func (x *expectations) checkServers(inv *inventory.Inventory, in func(inventory.Position) bool, prefix string, note func(name, format string, args ...any)) {
	if len(x.servers) == 0 {
		return
	}
	have := map[string]*inventory.Server{}
	for _, s := range inv.Servers {
		if in(s.Position) {
			have[strings.ReplaceAll(s.ID, prefix, "")] = s
		}
	}
	for _, e := range x.servers {
		s := have[e.name]
		if s == nil {
			note(e.name, "%s:%d: server %s is missing", e.file, e.line, e.name)
			continue
		}
		delete(have, e.name)
		if s.Position.Line != e.line {
			note(e.name, "%s:%d: server %s is found in line %d", e.file, e.line, e.name, s.Position.Line)
		}
		if want, ok := e.keys["name"]; ok && s.Name != want {
			note(e.name, "%s:%d: server %s has the name %q, want %q", e.file, e.line, e.name, s.Name, want)
		}
		if want, ok := e.keys["transports"]; ok && strings.Join(s.Transports, ",") != want {
			note(e.name, "%s:%d: server %s has the transports %q, want %s", e.file, e.line, e.name, s.Transports, want)
		}
		if s.SDKVersion == "" {
			note(e.name, "%s:%d: server %s has no SDK version", e.file, e.line, e.name)
		}
	}
	for id, s := range have {
		note(id, "%s:%d: extra server %s", s.Position.File, s.Position.Line, id)
	}
}

func (x *expectations) checkNotSeen(res *engine.Result, dir string, in func(inventory.Position) bool, note func(name, format string, args ...any)) {
	for _, n := range slices.Concat(res.NotSeen, res.Inventory.NotSeen) {
		if !in(n.Position) && !strings.Contains(n.What, "example.test/mcpvet/"+dir) {
			continue
		}
		text := n.What + ": " + n.Reason
		i := slices.IndexFunc(x.notSeen, func(s string) bool { return strings.Contains(text, s) })
		if i < 0 {
			note("not seen", "not seen: %s (%s:%d)", text, n.Position.File, n.Position.Line)
			continue
		}
		x.notSeen = slices.Delete(x.notSeen, i, i+1)
	}
	for _, s := range x.notSeen {
		note("not seen", "a part that is not seen is not reported: %s", s)
	}
}
