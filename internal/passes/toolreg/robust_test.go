package toolreg_test

import (
	"go/token"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/checker"
	"golang.org/x/tools/go/packages"

	"github.com/mcpvet/mcpvet/internal/engine"
	"github.com/mcpvet/mcpvet/internal/passes/config"
	"github.com/mcpvet/mcpvet/internal/passes/posture"
	"github.com/mcpvet/mcpvet/internal/testkit"
)

// packageLimit is how long a pass may take for one package, on a machine that
// has other work too.
const packageLimit = 3 * time.Minute

// TestRobust runs the discovery passes over much code that was written
// without them in mind: they neither panic nor hang.
func TestRobust(t *testing.T) {
	if os.Getenv("MCPVET_FULL") == "" {
		t.Skip("set MCPVET_FULL=1 to analyse the standard library, x/tools and the SDKs")
	}
	for _, corpus := range []struct {
		name, module string // module: "" for the standard library
		min          int
	}{
		{"std", "", 150},
		{"x-tools", "golang.org/x/tools", 100},
		{"go-sdk", "github.com/modelcontextprotocol/go-sdk", 5},
		{"mcp-go", "github.com/mark3labs/mcp-go", 5},
	} {
		t.Run(corpus.name, func(t *testing.T) {
			fset, pkgs := loadCorpus(t, corpus.module)
			analyseAll(t, fset, pkgs)
			if len(pkgs) < corpus.min {
				t.Errorf("%d packages were analysed, want %d and more", len(pkgs), corpus.min)
			}
		})
	}
}

// loadCorpus loads all packages of a module that the test programs or mcpvet
// itself require, or of the standard library.
func loadCorpus(t *testing.T, module string) (*token.FileSet, []*packages.Package) {
	t.Helper()
	if module == "" { // mcpvet's own loader takes it for a dependency, whatever is asked
		fset := token.NewFileSet()
		pkgs, err := packages.Load(&packages.Config{Mode: packages.LoadAllSyntax, Fset: fset, Context: t.Context()}, "std")
		if err != nil {
			t.Fatal(err)
		}
		return fset, pkgs
	}
	dir := "../../.."
	if strings.HasPrefix(module, "github.com/") {
		dir = testkit.Module(t)
	}
	cmd := exec.Command("go", "list", "-m", "-f", "{{.Dir}}", module)
	cmd.Dir = dir
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("find the source of %s: %v", module, err)
	}
	dst := t.TempDir() // a folder of its own makes it a main module
	if err := os.CopyFS(dst, os.DirFS(strings.TrimSpace(string(out)))); err != nil {
		t.Fatal(err)
	}
	loaded := testkit.Load(t, dst, "./...")
	return loaded.Fset, loaded.Packages
}

// analyseAll runs the passes over packages, one at a time so that the time of
// each is its own.
func analyseAll(t *testing.T, fset *token.FileSet, pkgs []*packages.Package) {
	t.Helper()
	defer testkit.Attach(t, fset, config.Settings{})()
	guarded := engine.Guard(t.Context(), []*analysis.Analyzer{posture.Analyzer})
	done := make(chan error, 1)
	var graph *checker.Graph
	go func() {
		var err error
		graph, err = checker.Analyze(guarded, pkgs, &checker.Options{Sequential: true})
		done <- err
	}()
	limit := packageLimit + time.Duration(len(pkgs))*10*time.Second
	select {
	case err := <-done:
		if err != nil {
			t.Fatal(err)
		}
	case <-time.After(limit):
		t.Fatalf("the analysis of %d packages takes longer than %v", len(pkgs), limit)
	}
	var slowest *checker.Action
	for act := range graph.All() {
		if act.Err != nil {
			t.Errorf("%s: %v", act.Package.PkgPath, act.Err)
		}
		if act.Duration > packageLimit {
			t.Errorf("%s on %s took %v", act.Analyzer.Name, act.Package.PkgPath, act.Duration)
		}
		if slowest == nil || act.Duration > slowest.Duration {
			slowest = act
		}
	}
	t.Logf("%d packages; slowest: %s on %s, %v", len(pkgs), slowest.Analyzer.Name, slowest.Package.PkgPath, slowest.Duration)
	for _, act := range graph.Roots {
		checkSurface(t, act.Package, act.Result)
	}
}

// checkSurface checks what must hold of any code.
func checkSurface(t *testing.T, pkg *packages.Package, result any) {
	t.Helper()
	res, ok := result.(*posture.Result)
	if !ok || res == nil {
		return
	}
	for _, s := range res.Skipped {
		if strings.Contains(s.Reason, "internal error") {
			t.Errorf("%s: %s", s.Func, s.Reason)
		}
	}
	for _, e := range res.Entries {
		if !e.Name.Known && e.Name.Pattern == "" && e.Name.Reason == "" && e.Name.Given {
			t.Errorf("%s: an entry at %v is without a name and without the reason", pkg.PkgPath, e.Reg.Site)
		}
		if e.Reg.Site.File == "" && e.Pos.File == "" {
			t.Errorf("%s: an entry of kind %s has no position", pkg.PkgPath, e.Kind)
		}
	}
	inv := posture.Merge([]*posture.Result{res})
	ids := map[string]bool{}
	for _, s := range inv.Servers {
		if ids[s.ID] {
			t.Errorf("%s: two servers have the id %s", pkg.PkgPath, s.ID)
		}
		ids[s.ID] = true
	}
	for _, tool := range inv.Tools {
		if tool.Server != nil && !ids[*tool.Server] {
			t.Errorf("%s: tool %s is on the server %s, which is not listed", pkg.PkgPath, tool.DisplayName(), *tool.Server)
		}
		if tool.Annotations == nil || tool.Declared == nil || tool.Properties == nil || tool.Unknown == nil {
			t.Errorf("%s: tool %s has a part that JSON shows as null", pkg.PkgPath, tool.DisplayName())
		}
	}
}
