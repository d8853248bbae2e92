package load

import (
	"bytes"
	"go/ast"
	"go/types"
	"maps"
	"os"
	"regexp"
	"slices"
	"testing"

	"golang.org/x/tools/go/packages"
	"golang.org/x/tools/go/ssa"
)

// loadWith loads with a mode and expects another, or the same.
func loadWith(t *testing.T, o Options, mode, want Mode) *Result {
	t.Helper()
	o.Mode = mode
	res := load(t, o)
	if res.Mode != want {
		t.Errorf("%s: the %s loader was used (%s), want %s", mode, res.Mode, res.ModeReason, want)
	}
	if (res.ModeReason == "") != (want == Export || mode == Source) {
		t.Errorf("%s: the reason for the %s loader is %q", mode, want, res.ModeReason)
	}
	return res
}

// sameResult compares two loads of one program.
func sameResult(t *testing.T, a, b *Result) {
	t.Helper()
	if !slices.Equal(paths(a), paths(b)) {
		t.Fatalf("packages: %v by the %s loader, %v by the %s loader", paths(a), a.Mode, paths(b), b.Mode)
	}
	if x, y := problemText(a), problemText(b); x != y {
		t.Errorf("problems by the %s loader:\n%s\nby the %s loader:\n%s", a.Mode, x, b.Mode, y)
	}
	if !slices.Equal(a.Modules, b.Modules) {
		t.Errorf("modules: %v and %v", a.Modules, b.Modules)
	}
	for i, p := range a.Packages {
		q := b.Packages[i]
		if x, y := visible(p.Types), visible(q.Types); x != y {
			t.Errorf("%s by the %s loader:\n%s\nby the %s loader:\n%s", p.ID, a.Mode, x, b.Mode, y)
		}
		x, y := ssaText(t, p), ssaText(t, q)
		if !slices.Equal(slices.Sorted(maps.Keys(x)), slices.Sorted(maps.Keys(y))) {
			t.Errorf("%s: functions %v by the %s loader, %v by the %s loader", p.ID, slices.Sorted(maps.Keys(x)), a.Mode, slices.Sorted(maps.Keys(y)), b.Mode)
		}
		for name := range x {
			if x[name] != y[name] {
				t.Errorf("by the %s loader:\n%s\nby the %s loader:\n%s", a.Mode, x[name], b.Mode, y[name])
			}
		}
		if !slices.Equal(importPaths(p), importPaths(q)) {
			t.Errorf("%s imports %v and %v", p.ID, importPaths(p), importPaths(q))
		}
		// Positions in scope do not depend on how the rest is loaded.
		for k, f := range p.Syntax {
			if f.FileStart != q.Syntax[k].FileStart {
				t.Errorf("%s: file %d starts at %d and at %d", p.ID, k, f.FileStart, q.Syntax[k].FileStart)
			}
		}
	}
}

// resultName is a name that the compiler gives a result without one, which
// export data then has.
var resultName = regexp.MustCompile(`#rv\d+ `)

// ssaText returns the intermediate code of the functions of p.
func ssaText(t *testing.T, p *packages.Package) map[string]string {
	t.Helper()
	out := make(map[string]string)
	var add func(fn *ssa.Function)
	add = func(fn *ssa.Function) {
		if fn == nil {
			return
		}
		var b bytes.Buffer
		if _, err := fn.WriteTo(&b); err != nil {
			t.Fatal(err)
		}
		out[fn.String()+" at "+p.Fset.Position(fn.Pos()).String()] = resultName.ReplaceAllString(b.String(), "")
		for _, anon := range fn.AnonFuncs {
			add(anon)
		}
	}
	prog := buildSSA(t, p)
	add(prog.Func("init"))
	for _, f := range p.Syntax {
		for _, d := range f.Decls {
			if d, ok := d.(*ast.FuncDecl); ok {
				if obj, ok := p.TypesInfo.Defs[d.Name].(*types.Func); ok {
					add(prog.Prog.FuncValue(obj))
				}
			}
		}
	}
	return out
}

// TestExportCheckout compares the loaders on the checkout that MCPVET_CHECKOUT
// names.
func TestExportCheckout(t *testing.T) {
	dir := os.Getenv("MCPVET_CHECKOUT")
	if dir == "" {
		t.Skip("MCPVET_CHECKOUT is not set to the folder of a module")
	}
	want, err := Load(t.Context(), Options{Dir: dir, Mode: Source})
	if err != nil {
		t.Fatal(err)
	}
	for _, mode := range []Mode{Auto, Export} {
		res, err := Load(t.Context(), Options{Dir: dir, Mode: mode})
		if err != nil {
			t.Fatal(err)
		}
		t.Logf("%s: the %s loader was used (%s)", mode, res.Mode, res.ModeReason)
		sameResult(t, want, res)
	}
}

func importPaths(p *packages.Package) []string {
	var out []string
	for _, imp := range p.Types.Imports() {
		out = append(out, imp.Path()+" "+imp.Name())
	}
	slices.Sort(out)
	return out
}
