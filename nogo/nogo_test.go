package nogo

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"os/exec"
	"path/filepath"
	"slices"
	"testing"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/checker"
	"golang.org/x/tools/go/packages"
)

// TestContract runs the analyzer as nogo does, on each package with the facts of
// those that it imports, encoded in between, and without a word about modules. The
// findings are those of the command line.
func TestContract(t *testing.T) {
	if testing.Short() {
		t.Skip("all dependencies are loaded from source")
	}
	dir, err := filepath.Abs(filepath.Join("..", "examples"))
	if err != nil {
		t.Fatal(err)
	}
	pkgs, err := packages.Load(&packages.Config{Mode: packages.LoadAllSyntax, Dir: dir}, "./...")
	if err != nil {
		t.Fatal(err)
	}
	packages.Visit(pkgs, nil, func(p *packages.Package) { p.Module = nil })

	if got := reported(t, dir, pkgs); len(got) != 0 {
		t.Errorf("without packages: %v", got)
	}
	if err := Analyzer.Flags.Set("packages", "github.com/mcpvet/mcpvet/examples/..."); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = Analyzer.Flags.Lookup("packages").Value.Set("none.invalid") })
	got := reported(t, dir, pkgs)

	cmd := exec.Command("go", "run", "./cmd/mcpvet", "check", "-C", dir, "--root", dir, "--fail-on", "never", "--format", "json", "./...")
	cmd.Dir = ".."
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	var rep struct {
		Findings []struct {
			Rule, Message string
			Position      struct {
				File         string
				Line, Column int
			}
			Suppressed any
		}
	}
	if err := json.NewDecoder(bytes.NewReader(out)).Decode(&rep); err != nil {
		t.Fatal(err)
	}
	want := make(map[string]bool)
	for _, f := range rep.Findings {
		if f.Suppressed == nil {
			want[fmt.Sprintf("%s:%d:%d: %s: %s", f.Position.File, f.Position.Line, f.Position.Column, f.Rule, f.Message)] = true
		}
	}
	if len(want) < 10 {
		t.Errorf("the command line reports only %d findings", len(want))
	}
	if !maps.Equal(got, want) {
		t.Errorf("nogo:\n%q\nthe command line:\n%q", slices.Sorted(maps.Keys(got)), slices.Sorted(maps.Keys(want)))
	}
}

func reported(t *testing.T, dir string, pkgs []*packages.Package) map[string]bool {
	t.Helper()
	graph, err := checker.Analyze([]*analysis.Analyzer{Analyzer}, pkgs, &checker.Options{SanityCheck: true})
	if err != nil {
		t.Fatal(err)
	}
	lines := make(map[string]bool)
	for _, act := range graph.Roots {
		if act.Err != nil {
			t.Fatal(act.Err)
		}
		for _, d := range act.Diagnostics {
			if len(d.SuggestedFixes) > 0 || len(d.Related) > 0 {
				t.Errorf("%+v", d)
			}
			p := act.Package.Fset.Position(d.Pos)
			name, err := filepath.Rel(dir, p.Filename)
			if err != nil {
				t.Fatal(err)
			}
			lines[fmt.Sprintf("%s:%d:%d: %s", filepath.ToSlash(name), p.Line, p.Column, d.Message)] = true
		}
	}
	return lines
}

func TestPackagesFlag(t *testing.T) {
	for _, bad := range []string{"", "./...", "a,,b", "/abs"} {
		if err := Analyzer.Flags.Set("packages", bad); err == nil {
			t.Errorf("%q is taken", bad)
		}
	}
}
