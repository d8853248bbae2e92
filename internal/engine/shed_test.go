package engine

import (
	"reflect"
	"testing"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/checker"

	"github.com/mcpvet/mcpvet/internal/load"
	"github.com/mcpvet/mcpvet/internal/passes/config"
	"github.com/mcpvet/mcpvet/internal/passes/ssa"
	"github.com/mcpvet/mcpvet/internal/passes/toolreg"
)

// TestShed checks that readers see syntax until the last of them has run, that
// others never do, and that nothing is kept behind them.
func TestShed(t *testing.T) {
	dir := writeModule(t, map[string]string{
		"go.mod":  "module example.com/m\n\ngo 1.24\n",
		"main.go": "package main\n\nfunc main() { println(\"x\") }\n",
	})
	loaded, err := load.Load(t.Context(), load.Options{Dir: dir, Patterns: []string{"./..."}})
	if err != nil {
		t.Fatal(err)
	}
	detach, err := config.Attach(loaded.Fset, config.Settings{InScope: func(*analysis.Pass) bool { return true }})
	if err != nil {
		t.Fatal(err)
	}
	defer detach()
	pkg := loaded.Packages[0]
	var built *ssa.Result
	other := &analysis.Analyzer{
		Name: "other", Doc: "other", ResultType: reflect.TypeFor[bool](), Requires: []*analysis.Analyzer{ssa.Analyzer, toolreg.Analyzer},
		Run: func(pass *analysis.Pass) (any, error) {
			built = pass.ResultOf[ssa.Analyzer].(*ssa.Result)
			if pass.ResultOf[toolreg.Analyzer].(*toolreg.Result).World == nil {
				t.Error("the program was not lowered")
			}
			return len(pass.Files) > 0 || pass.TypesInfo != nil, nil
		},
	}
	graph, err := checker.Analyze(shedding(t.Context(), []*analysis.Analyzer{other}), loaded.Packages, nil)
	if err != nil {
		t.Fatal(err)
	}
	if root := graph.Roots[0]; root.Err != nil || root.Result.(bool) {
		t.Errorf("another analyzer: %v, sees syntax: %v", root.Err, root.Result)
	}
	if pkg.Syntax[0].Decls != nil || pkg.TypesInfo.Defs != nil || built.Pkg != nil {
		t.Error("syntax, types' information or SSA form are kept")
	}
	if !pkg.Syntax[0].FileStart.IsValid() {
		t.Error("a file has lost its place")
	}
}
