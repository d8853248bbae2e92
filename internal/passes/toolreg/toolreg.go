// Package toolreg is the pass that finds what is registered with MCP servers:
// it lowers the package, evaluates its start-up code together with that of
// the packages it imports, and records every registration.
//
// The lowered form travels as a fact, so that a package sees the bodies of
// the packages in scope that it imports, under go vet too.
package toolreg

import (
	"go/types"
	"maps"
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
	Requires:   []*analysis.Analyzer{config.Analyzer, config.Syntax, ssa.Analyzer},
	ResultType: reflect.TypeFor[*Result](),
	FactTypes:  []analysis.Fact{new(Program)},
}

// A Result is what an evaluation of one package recorded. Values in it are
// read through the machine.
type Result struct {
	World         *interp.World
	Machine       *interp.Machine // nil when nothing in the package can register, or another pass evaluates it
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
	below, imports := imported(pass)
	pkgs, err := below.packages()
	if err != nil {
		return nil, err
	}
	var own *program.Package
	if built.Failed != "" {
		res.Skipped = append(res.Skipped, program.Skipped{Func: pass.Pkg.Path(), Reason: built.Failed})
		own = &program.Package{Path: pass.Pkg.Path(), Imports: imports}
	} else {
		own = lower.Package(pass.Fset, built.Pkg, built.Files, built.Funcs, imports)
		dropKnown(own, pkgs)
	}
	res.Skipped = append(res.Skipped, own.Skipped...)
	pkgs = append(pkgs, own)
	// Only tests import a main package, or a package together with its tests.
	if cfg.IncludeTests || !own.Main && !built.Partial {
		pass.ExportPackageFact(&Program{parts: append(below.parts, partOf(own))})
	}
	if cfg.Evaluator(pass.Pkg) != nil {
		return res, nil
	}
	res.World = interp.NewWorld(cfg.Models, pkgs)
	if !relevant(res.World, own) {
		return res, nil
	}
	e := evaluate(res.World, own, libraries(pass.Pkg, cfg.Evaluator))
	res.Machine = e.m
	res.Registrations = e.m.Events.Effective()
	res.Servers = e.m.Events.Servers
	for _, path := range e.exhausted {
		res.Skipped = append(res.Skipped, program.Skipped{Func: path, Reason: "the evaluation of its start-up code reached its limit"})
	}
	return res, nil
}

// dropKnown leaves out the types that an imported package describes as well:
// whoever sees the one sees the other, and the types of a client library are
// the larger part of many a package.
func dropKnown(own *program.Package, imports []*program.Package) {
	maps.DeleteFunc(own.Types, func(name string, t *program.Type) bool {
		return slices.ContainsFunc(imports, func(p *program.Package) bool {
			other, ok := p.Types[name]
			return ok && reflect.DeepEqual(t, other)
		})
	})
}

// imported returns the program that this package can see below it, and the
// paths of the packages in it that it imports itself.
func imported(pass *analysis.Pass) (below Program, direct []string) {
	seen := map[string]bool{pass.Pkg.Path(): true}
	for _, imp := range sortedImports(pass.Pkg) {
		var fact Program
		if !pass.ImportPackageFact(imp, &fact) {
			continue
		}
		direct = append(direct, imp.Path())
		for _, p := range fact.parts {
			if !seen[p.path] {
				seen[p.path] = true
				below.parts = append(below.parts, p)
			}
		}
	}
	return below, direct
}

func sortedImports(pkg *types.Package) []*types.Package {
	list := slices.Clone(pkg.Imports())
	slices.SortFunc(list, func(a, b *types.Package) int { return strings.Compare(a.Path(), b.Path()) })
	return list
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
