// Package toolreg is the pass that finds what is registered with MCP servers:
// it lowers the package, evaluates its start-up code together with that of
// the packages it imports, and records every registration.
//
// The lowered form travels as a fact, so that a package sees the bodies of
// the packages in scope that it imports, under go vet too.
package toolreg

import (
	"fmt"
	"go/types"
	"reflect"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/mcpvet/mcpvet/internal/interp"
	"github.com/mcpvet/mcpvet/internal/lower"
	"github.com/mcpvet/mcpvet/internal/passes/config"
	"github.com/mcpvet/mcpvet/internal/passes/ssa"
	"github.com/mcpvet/mcpvet/internal/program"
)

// Analyzer finds registrations. Its result is a *Result, nil out of scope.
var Analyzer = &analysis.Analyzer{
	Name:       "mcptoolreg",
	Doc:        "mcptoolreg: find what is registered with MCP servers",
	Run:        run,
	Requires:   []*analysis.Analyzer{config.Analyzer, ssa.Analyzer},
	ResultType: reflect.TypeFor[*Result](),
	FactTypes:  []analysis.Fact{new(Program)},
}

// A Result is what an evaluation of one package recorded. Values in it are
// read through the machine.
type Result struct {
	World         *interp.World
	Machine       *interp.Machine // nil when nothing in the package can register
	Registrations []*interp.Registration
	Servers       []*interp.Server
	Skipped       []program.Skipped // what was not evaluated
}

func run(pass *analysis.Pass) (any, error) {
	cfg := pass.ResultOf[config.Analyzer].(*config.Result)
	built := pass.ResultOf[ssa.Analyzer].(*ssa.Result)
	if built == nil {
		return (*Result)(nil), nil
	}
	res := &Result{}
	pkgs, imports, err := imported(pass)
	if err != nil {
		return nil, err
	}
	var own *program.Package
	if built.Failed != "" {
		res.Skipped = append(res.Skipped, program.Skipped{Func: pass.Pkg.Path(), Reason: built.Failed})
		own = &program.Package{Path: pass.Pkg.Path(), Imports: imports}
	} else {
		own = lower.Package(pass.Fset, built.Pkg, pass.Files, built.Funcs, imports)
	}
	res.Skipped = append(res.Skipped, own.Skipped...)
	pkgs = append(pkgs, own)
	pass.ExportPackageFact(&Program{pkgs: pkgs})
	res.World = interp.NewWorld(cfg.Models, pkgs)
	if !relevant(res.World, own) {
		return res, nil
	}
	res.Machine = evaluate(res.World, own)
	res.Registrations = res.Machine.Events.Effective()
	res.Servers = res.Machine.Events.Servers
	if res.Machine.Events.Exhausted {
		res.Skipped = append(res.Skipped, program.Skipped{Func: own.Path, Reason: "the evaluation of its start-up code reached its limit"})
	}
	return res, nil
}

// imported returns the lowered packages that this one can see, and the paths
// of those that it imports itself.
func imported(pass *analysis.Pass) (pkgs []*program.Package, direct []string, err error) {
	seen := map[string]bool{pass.Pkg.Path(): true}
	for _, imp := range sortedImports(pass.Pkg) {
		var fact Program
		if !pass.ImportPackageFact(imp, &fact) {
			continue
		}
		list, err := fact.packages()
		if err != nil {
			return nil, nil, fmt.Errorf("read the fact of %s: %w", imp.Path(), err)
		}
		direct = append(direct, imp.Path())
		for _, p := range list {
			if !seen[p.Path] {
				seen[p.Path] = true
				pkgs = append(pkgs, p)
			}
		}
	}
	return pkgs, direct, nil
}

func sortedImports(pkg *types.Package) []*types.Package {
	list := slices.Clone(pkg.Imports())
	slices.SortFunc(list, func(a, b *types.Package) int { return strings.Compare(a.Path(), b.Path()) })
	return list
}

// evaluate runs the start-up code of a package: its initialisers, main, and
// every function of it that registers something and was not reached.
func evaluate(w *interp.World, own *program.Package) *interp.Machine {
	m := w.NewMachine(interp.DefaultLimits())
	m.Init(own.Path)
	if own.Main {
		m.Run(own.Path + ".main")
	}
	for _, id := range roots(w, own) {
		if !m.Ran(id) {
			m.Run(id)
		}
	}
	m.Finish()
	return m
}

// relevant reports whether evaluating the package can record anything: one of
// its functions, or of a program one in its reach, registers or serves.
func relevant(w *interp.World, own *program.Package) bool {
	if own.Main {
		for _, p := range w.Packages() {
			for _, f := range p.Funcs {
				if w.Registers(f) {
					return true
				}
			}
		}
		return false
	}
	for _, f := range own.Funcs {
		if w.Registers(f) {
			return true
		}
	}
	return false
}

// roots lists the functions of a package that register something themselves
// or through others, those that no other one calls first, in source order.
func roots(w *interp.World, own *program.Package) []string {
	reaches := map[string]bool{}
	called := map[string]bool{}
	for id, f := range own.Funcs {
		if w.Registers(f) {
			reaches[id] = true
		}
		for _, c := range f.Calls {
			if c != id {
				called[c] = true
			}
		}
	}
	for changed := true; changed; {
		changed = false
		for id, f := range own.Funcs {
			if reaches[id] {
				continue
			}
			if slices.ContainsFunc(f.Calls, func(c string) bool { return reaches[c] }) {
				reaches[id], changed = true, true
			}
		}
	}
	var ids []string
	for id := range reaches {
		if own.Funcs[id].Parent == "" { // a closure runs where it is made
			ids = append(ids, id)
		}
	}
	slices.SortFunc(ids, func(a, b string) int {
		if called[a] != called[b] {
			if called[a] {
				return 1
			}
			return -1
		}
		fa, fb := own.Funcs[a], own.Funcs[b]
		if c := strings.Compare(fa.Pos.File, fb.Pos.File); c != 0 {
			return c
		}
		if c := int(fa.Pos.Line) - int(fb.Pos.Line); c != 0 {
			return c
		}
		return strings.Compare(a, b)
	})
	return ids
}
