package toolreg_test

import (
	"os"
	"strings"
	"testing"
	"time"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/checker"

	"github.com/mcpvet/mcpvet/internal/engine"
	"github.com/mcpvet/mcpvet/internal/flow"
	"github.com/mcpvet/mcpvet/internal/interp"
	"github.com/mcpvet/mcpvet/internal/passes/config"
	"github.com/mcpvet/mcpvet/internal/passes/toolreg"
	lowered "github.com/mcpvet/mcpvet/internal/program"
	"github.com/mcpvet/mcpvet/internal/testkit"
	"github.com/mcpvet/mcpvet/models"
)

// flowLimits keep the engine to what a server needs, per package.
var flowLimits = flow.Limits{Steps: 1_000_000}

// TestFlowRobust follows data through much code that was written without the
// engine in mind, from every exported function: it neither panics nor hangs.
// Each package is a program of its own, and all of them together are one.
func TestFlowRobust(t *testing.T) {
	if os.Getenv("MCPVET_FULL") == "" {
		t.Skip("set MCPVET_FULL=1 to follow data through the standard library, x/tools and the SDKs")
	}
	set, err := models.Builtin()
	if err != nil {
		t.Fatal(err)
	}
	for _, corpus := range []struct {
		name, module string // module: "" for the standard library
		min          int
	}{
		{"std", "", 5000},
		{"x-tools", "golang.org/x/tools", 1000},
		{"go-sdk", "github.com/modelcontextprotocol/go-sdk", 100},
		{"mcp-go", "github.com/mark3labs/mcp-go", 100},
	} {
		t.Run(corpus.name, func(t *testing.T) {
			entries, slowest, slowestIn := 0, time.Duration(0), ""
			pkgs := lowerCorpus(t, corpus.module)
			for _, p := range pkgs {
				start := time.Now()
				n, _ := followExported(interp.NewWorld(set, []*lowered.Package{p}))
				entries += n
				if d := time.Since(start); d > slowest {
					slowest, slowestIn = d, p.Path
				}
			}
			start := time.Now()
			_, full := followExported(interp.NewWorld(set, pkgs))
			t.Logf("%d packages, %d entries; slowest %s, %v; together %v, to the limit %v", len(pkgs), entries, slowestIn, slowest, time.Since(start), full)
			if slowest > packageLimit || time.Since(start) > packageLimit {
				t.Errorf("%s took %v, all together %v, of at most %v", slowestIn, slowest, time.Since(start), packageLimit)
			}
			if entries < corpus.min {
				t.Errorf("%d functions were entries, want %d and more", entries, corpus.min)
			}
		})
	}
}

// followExported runs the engine on the exported functions and methods of a
// program.
func followExported(w *interp.World) (entries int, full bool) {
	return runEntries(w, flowLimits, func(id string) bool {
		name := id[strings.LastIndexByte(id, '.')+1:]
		return name != "" && name[0] >= 'A' && name[0] <= 'Z' && !strings.Contains(name, "$")
	}, func(string, flow.Flow) {})
}

// lowerCorpus lowers the packages of a module, or of the standard library.
func lowerCorpus(t *testing.T, module string) []*lowered.Package {
	t.Helper()
	fset, pkgs := loadCorpus(t, module)
	defer testkit.Attach(t, fset, config.Settings{})()
	graph, err := checker.Analyze(engine.Guard(t.Context(), []*analysis.Analyzer{toolreg.Analyzer}), pkgs, &checker.Options{Sequential: true})
	if err != nil {
		t.Fatal(err)
	}
	var out []*lowered.Package
	for _, act := range graph.Roots {
		res, ok := act.Result.(*toolreg.Result)
		if act.Err != nil || !ok || res == nil {
			continue
		}
		for _, p := range res.World.Packages() {
			if p.Path == act.Package.PkgPath {
				out = append(out, p)
			}
		}
	}
	return out
}
