package plugin

import (
	"go/token"
	"strings"
	"testing"

	"github.com/golangci/plugin-module-register/register"
	"golang.org/x/tools/go/analysis"

	"github.com/mcpvet/mcpvet/internal/passes/config"
)

func TestRegistered(t *testing.T) {
	t.Cleanup(func() { config.Use(nil) })
	build, err := register.GetPlugin(Name)
	if err != nil {
		t.Fatal(err)
	}
	names := func(settings any) (roots string, all map[string]bool) {
		t.Helper()
		l, err := build(settings)
		if err != nil {
			t.Fatal(err)
		}
		if l.GetLoadMode() != register.LoadModeTypesInfo {
			t.Errorf("load mode %s", l.GetLoadMode())
		}
		list, err := l.BuildAnalyzers()
		if err != nil {
			t.Fatal(err)
		}
		if err := analysis.Validate(list); err != nil {
			t.Fatal(err)
		}
		if list[0].Name != Name {
			t.Errorf("the first analyzer is %s: its name would stand before each message", list[0].Name)
		}
		all = make(map[string]bool)
		var visit func(*analysis.Analyzer)
		visit = func(a *analysis.Analyzer) {
			if len(a.FactTypes) > 0 {
				all[a.Name] = true
			}
			for _, req := range a.Requires {
				visit(req)
			}
		}
		for _, a := range list {
			roots += a.Name + ","
			visit(a)
		}
		return roots, all
	}
	// Results are kept under the names of all roots, facts under that of each
	// analyzer: another configuration must have other names.
	roots, facts := names(map[string]any{"profile": "regular"})
	again, _ := names(map[string]any{"profile": "regular"})
	others, otherFacts := names(map[string]any{"profile": "pedantic"})
	if roots == others || roots != again {
		t.Errorf("roots %q, again %q, of another configuration %q", roots, again, others)
	}
	if len(facts) < 10 {
		t.Errorf("only %d analyzers with facts", len(facts))
	}
	for name := range facts {
		if otherFacts[name] {
			t.Errorf("%s keeps its facts for another configuration", name)
		}
	}
	if _, err := build(map[string]any{"profil": "regular"}); err == nil || !strings.Contains(err.Error(), "did you mean profile?") {
		t.Errorf("a wrong key: %v", err)
	}
}

// TestFit: half a fix is none.
func TestFit(t *testing.T) {
	fset := token.NewFileSet()
	a, b := fset.AddFile("/p/a.go", -1, 100), fset.AddFile("/p/b.go", -1, 100)
	edit := func(f *token.File) analysis.TextEdit {
		return analysis.TextEdit{Pos: f.Pos(5), End: f.Pos(6), NewText: []byte("x")}
	}
	for name, test := range map[string]struct {
		edits []analysis.TextEdit
		want  int
	}{
		"one file":   {[]analysis.TextEdit{edit(a), edit(a)}, 1},
		"two files":  {[]analysis.TextEdit{edit(a), edit(b)}, 0},
		"other file": {[]analysis.TextEdit{edit(b)}, 0},
	} {
		d := fit(fset, analysis.Diagnostic{
			Pos: a.Pos(1), SuggestedFixes: []analysis.SuggestedFix{{TextEdits: test.edits}}, Related: []analysis.RelatedInformation{{Pos: a.Pos(2)}},
		})
		if len(d.SuggestedFixes) != test.want || len(d.Related) != 0 {
			t.Errorf("%s: %+v", name, d)
		}
	}
}
