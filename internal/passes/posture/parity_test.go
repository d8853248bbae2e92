package posture_test

import (
	"bytes"
	"encoding/gob"
	"encoding/json"
	"fmt"
	"go/types"
	"maps"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/checker"
	"golang.org/x/tools/go/packages"

	"github.com/mcpvet/mcpvet/internal/inventory"
	"github.com/mcpvet/mcpvet/internal/load"
	"github.com/mcpvet/mcpvet/internal/passes/config"
	"github.com/mcpvet/mcpvet/internal/passes/posture"
	"github.com/mcpvet/mcpvet/internal/testkit"
)

// TestParity analyses the test programs once more, with drivers that turn
// facts into bytes and back, and compares the inventories.
func TestParity(t *testing.T) {
	loaded := testkit.Loaded(t)
	defer testkit.Attach(t, loaded.Fset, config.Settings{SDKVersion: func(module string) string { return loaded.Deps[module] }, Quiet: true})()

	// in memory, as the engine does
	want := inventoryText(t, checkerSurfaces(t, loaded, false))
	t.Run("serialised", func(t *testing.T) {
		sameText(t, inventoryText(t, checkerSurfaces(t, loaded, true)), want)
	})
	t.Run("one package at a time", func(t *testing.T) {
		d := &unitDriver{t: t, loaded: loaded, facts: map[string]map[reflect.Type][]byte{}}
		var surfaces []*posture.Result
		for _, pkg := range loaded.Packages {
			res, ok := d.run(posture.Analyzer, pkg, map[*analysis.Analyzer]any{}).(*posture.Result)
			if !ok {
				t.Fatalf("the result of %s on %s has another type", posture.Analyzer.Name, pkg.ID)
			}
			surfaces = append(surfaces, res)
		}
		sameText(t, inventoryText(t, surfaces), want)
		if d.exported < 50 {
			t.Errorf("only %d facts were exported", d.exported)
		}
		checkFresh(t, surfaces)
	})
	// the engine evaluates a library along with a program that imports it
	t.Run("libraries with programs", func(t *testing.T) {
		res, err := discoverAll()
		if err != nil {
			t.Fatal(err)
		}
		var own inventory.Inventory
		if err := json.Unmarshal([]byte(want), &own); err != nil {
			t.Fatal(err)
		}
		got, alone := offered(res.Inventory), offered(&own)
		if len(alone) < 100 {
			t.Errorf("only %d entries", len(alone))
		}
		for _, k := range slices.Sorted(maps.Keys(alone)) {
			if !got[k] {
				t.Errorf("lost: %s", k)
			}
		}
		for _, k := range slices.Sorted(maps.Keys(got)) {
			if !alone[k] {
				t.Errorf("only found with a program: %s", k)
			}
		}
	})
}

// offered lists what an inventory has of the programs, by kind, name and line.
func offered(inv *inventory.Inventory) map[string]bool {
	out := map[string]bool{}
	for _, list := range [][]*inventory.Tool{inv.Tools, inv.Resources, inv.ResourceTemplates, inv.Prompts, inv.Completions} {
		for _, tool := range list {
			if _, file, ok := strings.Cut("/"+tool.Position.File, "/src/toolreg/"); ok {
				out[fmt.Sprintf("%s %s %s:%d", tool.Kind, tool.DisplayName(), file, tool.Position.Line)] = true
			}
		}
	}
	return out
}

// checkerSurfaces runs the checker of x/tools. With serialised facts it also
// checks that their encoding is deterministic.
func checkerSurfaces(t *testing.T, loaded *load.Result, serialised bool) []*posture.Result {
	t.Helper()
	byPackage := map[string]*posture.Result{}
	for _, act := range testkit.Analyze(t, loaded.Packages, &checker.Options{SanityCheck: serialised}, posture.Analyzer) {
		byPackage[act.Package.ID] = act.Result.(*posture.Result)
	}
	var out []*posture.Result
	for _, pkg := range loaded.Packages {
		out = append(out, byPackage[pkg.ID])
	}
	return out
}

func inventoryText(t *testing.T, surfaces []*posture.Result) string {
	t.Helper()
	data, err := json.MarshalIndent(posture.Merge(surfaces), "", " ")
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

func sameText(t *testing.T, got, want string) {
	t.Helper()
	if got == want {
		return
	}
	g, w := strings.Split(got, "\n"), strings.Split(want, "\n")
	for i := range min(len(g), len(w)) {
		if g[i] != w[i] {
			t.Errorf("the inventories differ in line %d of %d and %d:\ngot  %s\nwant %s\nafter\n%s", i+1, len(g), len(w), g[i], w[i], strings.Join(w[max(0, i-20):i], "\n"))
			return
		}
	}
	t.Errorf("the inventories differ in length: %d and %d lines", len(g), len(w))
}

// A unitDriver runs analyzers as go vet does: one package at a time, with
// nothing but bytes between packages, and the facts of direct imports only.
type unitDriver struct {
	t        *testing.T
	loaded   *load.Result
	facts    map[string]map[reflect.Type][]byte // by package path
	exported int
}

func (d *unitDriver) run(a *analysis.Analyzer, pkg *packages.Package, done map[*analysis.Analyzer]any) any {
	if res, ok := done[a]; ok {
		return res
	}
	results := map[*analysis.Analyzer]any{}
	for _, req := range a.Requires {
		results[req] = d.run(req, pkg, done)
	}
	pass := &analysis.Pass{
		Analyzer: a, Fset: d.loaded.Fset, Files: pkg.Syntax, OtherFiles: pkg.OtherFiles, IgnoredFiles: pkg.IgnoredFiles,
		Pkg: pkg.Types, TypesInfo: pkg.TypesInfo, TypesSizes: pkg.TypesSizes, TypeErrors: pkg.TypeErrors,
		ResultOf: results, ReadFile: os.ReadFile, Report: func(analysis.Diagnostic) {},
		ImportPackageFact: func(from *types.Package, fact analysis.Fact) bool { return d.importFact(pkg, from, fact) },
		ExportPackageFact: func(fact analysis.Fact) { d.exportFact(pkg, fact) },
		AllPackageFacts: func() []analysis.PackageFact {
			d.t.Errorf("%s asks for all facts: their number differs from driver to driver", a.Name)
			return nil
		},
		ImportObjectFact: func(types.Object, analysis.Fact) bool { return false },
		ExportObjectFact: func(obj types.Object, fact analysis.Fact) { d.t.Errorf("%s exports a fact of %v", a.Name, obj) },
		AllObjectFacts:   func() []analysis.ObjectFact { return nil },
	}
	res, err := a.Run(pass)
	if err != nil {
		d.t.Fatalf("%s on %s: %v", a.Name, pkg.ID, err)
	}
	done[a] = res
	return res
}

func (d *unitDriver) importFact(pkg *packages.Package, from *types.Package, fact analysis.Fact) bool {
	if from != pkg.Types && !slices.Contains(pkg.Types.Imports(), from) {
		d.t.Errorf("%s asks for a fact of %s, which it does not import", pkg.PkgPath, from.Path())
	}
	data, ok := d.facts[from.Path()][reflect.TypeOf(fact)]
	if !ok {
		return false
	}
	if err := gob.NewDecoder(bytes.NewReader(data)).Decode(fact); err != nil {
		d.t.Fatalf("read the fact %T of %s: %v", fact, from.Path(), err)
	}
	return true
}

func (d *unitDriver) exportFact(pkg *packages.Package, fact analysis.Fact) {
	first, second := encodeFact(d.t, fact), encodeFact(d.t, fact)
	again := reflect.New(reflect.TypeOf(fact).Elem()).Interface().(analysis.Fact)
	if err := gob.NewDecoder(bytes.NewReader(first)).Decode(again); err != nil {
		d.t.Fatalf("read the fact %T of %s: %v", fact, pkg.PkgPath, err)
	}
	if !bytes.Equal(first, second) || !bytes.Equal(first, encodeFact(d.t, again)) {
		d.t.Errorf("the fact %T of %s is not the same bytes each time", fact, pkg.PkgPath)
	}
	of := d.facts[pkg.PkgPath]
	if of == nil {
		of = map[reflect.Type][]byte{}
		d.facts[pkg.PkgPath] = of
	}
	of[reflect.TypeOf(fact)] = first
	d.exported++
}

func encodeFact(t *testing.T, fact analysis.Fact) []byte {
	t.Helper()
	var buf bytes.Buffer
	if err := gob.NewEncoder(&buf).Encode(fact); err != nil {
		t.Fatalf("write the fact %T: %v", fact, err)
	}
	return buf.Bytes()
}

// checkFresh checks that every entry of the inventory is fresh in a package:
// rules report only what is, so anything else would never be reported under
// go vet.
func checkFresh(t *testing.T, surfaces []*posture.Result) {
	t.Helper()
	key := func(kind, name string, p inventory.Position) string { return fmt.Sprint(kind, " ", name, " ", p) }
	fresh := map[string]int{}
	for _, s := range surfaces {
		if s == nil {
			continue
		}
		for _, e := range s.Entries {
			name := e.Name.Pattern
			if e.Name.Known {
				name = e.Name.Value
			}
			if name == "" && !e.Name.Known {
				name = "?"
			}
			if e.Fresh {
				fresh[key(e.Kind, name, inventory.At(posture.At(e.Pos)))]++
			}
		}
	}
	inv := posture.Merge(surfaces)
	for _, list := range [][]*inventory.Tool{inv.Tools, inv.Resources, inv.ResourceTemplates, inv.Prompts, inv.Completions} {
		for _, tool := range list {
			if fresh[key(tool.Kind, tool.DisplayName(), tool.Position)] == 0 {
				t.Errorf("%s:%d: %s %s is fresh in no package", tool.Position.File, tool.Position.Line, tool.Kind, tool.DisplayName())
			}
		}
	}
}
