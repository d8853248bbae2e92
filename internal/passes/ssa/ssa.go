// Package ssa builds the SSA form of the packages in scope.
//
// It stands in for x/tools' buildssa pass, which also runs ctrlflow over
// every dependency. Here a dependency exists as types only: what its
// functions do is known from models, and functions that never return
// (os.Exit, log.Fatal) are the interpreter's business.
package ssa

import (
	"fmt"
	"go/ast"
	"go/types"
	"reflect"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/mcpvet/mcpvet/internal/passes/config"
)

// Analyzer builds the SSA form of one package. Its result is a *Result, and
// a nil *Result for a package out of scope.
var Analyzer = &analysis.Analyzer{
	Name:       "mcpssa",
	Doc:        "mcpssa: build the SSA form of packages in scope",
	Run:        run,
	Requires:   []*analysis.Analyzer{config.Analyzer},
	ResultType: reflect.TypeFor[*Result](),
}

// A Result is the SSA form of one package.
type Result struct {
	Prog *ssa.Program
	Pkg  *ssa.Package
	// Funcs are the functions written in the package's files, in source
	// order: functions, methods, init functions, and the synthetic package
	// initializer (which evaluates package variables) before all of them.
	// The function literals of a function follow it. Generic functions are
	// there in their generic form only.
	Funcs []*ssa.Function
	// Failed says why the SSA form could not be built; the other fields are
	// nil then. It is empty when all went well.
	Failed string
}

func run(pass *analysis.Pass) (any, error) {
	if !pass.ResultOf[config.Analyzer].(*config.Result).InScope {
		return (*Result)(nil), nil
	}
	return build(pass.Pkg, pass.Files, pass), nil
}

// build never panics: the builder of x/tools trusts its input, and one
// package that it can't digest must not end the run for all the others.
func build(pkg *types.Package, files []*ast.File, pass *analysis.Pass) (res *Result) {
	defer func() {
		if r := recover(); r != nil {
			res = &Result{Failed: fmt.Sprintf("the SSA form of %s could not be built: %v", pkg.Path(), firstLine(r))}
		}
	}()

	// No InstantiateGenerics: bodies of instances would multiply the work,
	// and a summary of the generic form serves all of them.
	prog := ssa.NewProgram(pass.Fset, ssa.BuilderMode(0))
	// Functions of direct imports are members of their packages; methods of
	// any other package are created when they are met.
	for _, imp := range pkg.Imports() {
		prog.CreatePackage(imp, nil, nil, true)
	}
	ssapkg := prog.CreatePackage(pkg, files, pass.TypesInfo, false)
	ssapkg.Build()

	res = &Result{Prog: prog, Pkg: ssapkg}
	var add func(*ssa.Function)
	add = func(fn *ssa.Function) {
		res.Funcs = append(res.Funcs, fn)
		for _, anon := range fn.AnonFuncs {
			add(anon)
		}
	}
	if init := ssapkg.Func("init"); init != nil {
		add(init)
	}
	for _, file := range files {
		for _, decl := range file.Decls {
			decl, ok := decl.(*ast.FuncDecl)
			if !ok {
				continue
			}
			obj, ok := pass.TypesInfo.Defs[decl.Name].(*types.Func)
			if !ok {
				continue
			}
			// Functions named _ are not members, but they have a value.
			if fn := prog.FuncValue(obj); fn != nil {
				add(fn)
			}
		}
	}
	return res
}

// firstLine keeps the reason short: some panics of the builder print a whole
// function.
func firstLine(r any) string {
	s := fmt.Sprint(r)
	for i, c := range s {
		if c == '\n' || i > 200 {
			return s[:i]
		}
	}
	return s
}
