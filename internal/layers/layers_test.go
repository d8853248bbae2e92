// Package layers holds the test that imports between the packages of mcpvet
// point down only.
package layers

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"path"
	"slices"
	"strings"
	"testing"
)

const module = "github.com/mcpvet/mcpvet"

// A layer is a set of packages that may import the layers above it in the
// table, and each other only where siblings says so.
type layer struct {
	name     string
	packages []string // relative to the module; a "*" stands for one path element
	siblings bool
}

// layers is the order of the packages, lowest first.
var layers = []layer{
	{name: "texts, files", packages: []string{"internal/atomicfile", "internal/needle", "internal/sarifcheck"}},
	{name: "data", packages: []string{"internal/finding", "internal/program", "internal/ruledoc", "internal/srcpos", "models"}},
	{name: "data about data", packages: []string{"checklist", "internal/argv", "internal/inventory", "internal/flow", "internal/interp", "internal/lower"}},
	{name: "passes compute facts and report nothing", packages: []string{"internal/passes/*"}, siblings: true},
	{name: "findings become diagnostics, fixes become files", packages: []string{"internal/emit", "internal/flowrule", "internal/rewrite"}},
	{name: "makers of fixes", packages: []string{"internal/fix"}},
	{name: "what rules and answers share", packages: []string{"internal/confine"}},
	{name: "rules ask passes, and never each other", packages: []string{"analyzers/*"}},
	{name: "the list of rules", packages: []string{"analyzers"}},
	{name: "loading, rendering", packages: []string{"internal/load", "internal/revision", "report"}},
	{name: "tests of passes share a load", packages: []string{"internal/testkit"}},
	{name: "answers join passes and findings", packages: []string{"internal/matrix"}},
	{name: "the engine", packages: []string{"internal/engine"}},
	{name: "one linter of all rules", packages: []string{"internal/linters"}},
	{name: "linters of other programs", packages: []string{"nogo", "plugin"}},
	{name: "tests of rules run the engine", packages: []string{"internal/ruletest"}},
	{name: "programs", packages: []string{"cmd/mcpvet", "internal/bench", "internal/gen", "internal/newrule", "internal/testsum"}},
}

// forbidden are dependencies, direct or not, that a package never has.
var forbidden = []struct{ pkg, dependency, why string }{
	{"report", "golang.org/x/tools/go/", "a renderer never sees go/analysis: it reads findings and the inventory"},
	{"checklist", "golang.org/x/tools/go/", "it is data"},
	{"internal/finding", "golang.org/x/tools/go/", "findings cross the boundary of a process"},
	{"internal/inventory", "golang.org/x/tools/go/", "the inventory crosses the boundary of a process"},
	{"internal/ruledoc", "golang.org/x/tools/go/", "it is data"},
	{"models", "golang.org/x/tools/go/", "it is data"},
}

// A pkg is what "go list -json" says about a package.
type pkg struct {
	ImportPath string
	Imports    []string
	Deps       []string
}

// rel returns the path of a package relative to the module; ok is false for
// other modules.
func rel(importPath string) (p string, ok bool) {
	if importPath == module {
		return ".", true
	}
	return strings.CutPrefix(importPath, module+"/")
}

// layerOf returns the index of the layer that lists a package, or -1.
func layerOf(table []layer, p string) int {
	return slices.IndexFunc(table, func(l layer) bool {
		return slices.ContainsFunc(l.packages, func(pattern string) bool { return matches(pattern, p) })
	})
}

func matches(pattern, p string) bool {
	ok, err := path.Match(pattern, p)
	return err == nil && ok
}

// check returns what is wrong with the imports of packages.
func check(table []layer, pkgs []pkg) []string {
	var faults []string
	used := map[string]bool{}
	for _, p := range pkgs {
		from, ok := rel(p.ImportPath)
		if !ok {
			continue
		}
		at := layerOf(table, from)
		if at < 0 {
			faults = append(faults, fmt.Sprintf("%s is in no layer: add it to the table in internal/layers/layers_test.go, above everything that it imports", from))
			continue
		}
		for _, pattern := range table[at].packages {
			used[pattern] = used[pattern] || matches(pattern, from)
		}
		for _, imp := range p.Imports {
			to, ok := rel(imp)
			if !ok {
				continue
			}
			below := layerOf(table, to)
			if below < at || below == at && table[at].siblings {
				continue
			}
			faults = append(faults, fmt.Sprintf("%s imports %s, which is not below it: move what it needs down, or hand it in from above", from, to))
		}
		for _, f := range forbidden {
			if f.pkg != from {
				continue
			}
			if i := slices.IndexFunc(p.Deps, func(d string) bool { return strings.HasPrefix(d, f.dependency) }); i >= 0 {
				faults = append(faults, fmt.Sprintf("%s depends on %s: %s", from, p.Deps[i], f.why))
			}
		}
	}
	for _, l := range table {
		for _, pattern := range l.packages {
			if !used[pattern] {
				faults = append(faults, fmt.Sprintf("the table lists %s, and there is no such package: remove it", pattern))
			}
		}
	}
	return faults
}

func TestImportsPointDown(t *testing.T) {
	for _, fault := range check(layers, list(t)) {
		t.Error(fault)
	}
}

// list returns the packages of the module, without their tests: a test may
// look at the whole from below.
func list(t *testing.T) []pkg {
	t.Helper()
	cmd := exec.Command("go", "list", "-json=ImportPath,Imports,Deps", "./...")
	cmd.Dir = "../.."
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("list the packages: %v\n%s", err, &stderr)
	}
	var pkgs []pkg
	for dec := json.NewDecoder(bytes.NewReader(out)); ; {
		var p pkg
		if err := dec.Decode(&p); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			t.Fatalf("read the output of go list: %v", err)
		}
		// This package has a test and nothing else.
		if p.ImportPath != module+"/internal/layers" {
			pkgs = append(pkgs, p)
		}
	}
	if len(pkgs) < 10 {
		t.Fatalf("go list knows only %d packages", len(pkgs))
	}
	return pkgs
}

func TestCheck(t *testing.T) {
	table := []layer{
		{packages: []string{"low"}},
		{packages: []string{"passes/*"}, siblings: true},
		{packages: []string{"rules/*", "report"}},
	}
	good := []pkg{
		{ImportPath: module + "/low", Imports: []string{"fmt"}},
		{ImportPath: module + "/passes/a", Imports: []string{module + "/low", module + "/passes/b"}},
		{ImportPath: module + "/passes/b"},
		{ImportPath: module + "/rules/x", Imports: []string{module + "/passes/a"}},
		{ImportPath: module + "/report", Imports: []string{module + "/low"}, Deps: []string{"go/types", "golang.org/x/tools/txtar"}},
	}
	if faults := check(table, good); len(faults) > 0 {
		t.Errorf("good imports: %q", faults)
	}
	for _, test := range []struct {
		name string
		bad  pkg
		want string
	}{
		{"up", pkg{ImportPath: module + "/low", Imports: []string{module + "/passes/a"}}, "low imports passes/a"},
		{"across", pkg{ImportPath: module + "/rules/x", Imports: []string{module + "/rules/y"}}, "rules/x imports rules/y"},
		{"unlisted", pkg{ImportPath: module + "/new"}, "new is in no layer"},
		{"unlisted below", pkg{ImportPath: module + "/new/deep", Imports: []string{module + "/low"}}, "new/deep is in no layer"},
		{"the module's root", pkg{ImportPath: module}, ". is in no layer"},
		{"forbidden", pkg{ImportPath: module + "/report", Deps: []string{"golang.org/x/tools/go/analysis"}}, "report depends on golang.org/x/tools/go/analysis"},
	} {
		t.Run(test.name, func(t *testing.T) {
			faults := check(table, append(slices.Clone(good), test.bad))
			if len(faults) != 1 || !strings.Contains(faults[0], test.want) {
				t.Errorf("got %q, want one fault with %q", faults, test.want)
			}
		})
	}
	faults := check(append(table, layer{packages: []string{"gone"}}), good)
	if len(faults) != 1 || !strings.Contains(faults[0], "lists gone") {
		t.Errorf("a package that is gone: %q", faults)
	}
}
