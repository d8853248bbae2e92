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
	"go/token"
	"go/types"
	"reflect"
	"slices"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/mcpvet/mcpvet/internal/passes/config"
)

// Analyzer builds the SSA form of one package. Its result is a *Result, and
// a nil *Result for a package out of scope, or of tests that nobody asked for.
var Analyzer = &analysis.Analyzer{
	Name:       "mcpssa",
	Doc:        "mcpssa: build the SSA form of packages in scope",
	Run:        run,
	Requires:   []*analysis.Analyzer{config.Analyzer, config.Syntax},
	ResultType: reflect.TypeFor[*Result](),
}

// A Result is the SSA form of one package.
type Result struct {
	Prog *ssa.Program
	Pkg  *ssa.Package
	// Files are those that the SSA form was built of: all of the package's, or
	// those that are no tests.
	Files []*ast.File
	// Partial says that there are more. Nothing but a test imports such a
	// package: others import it without its tests, which is a package of its own.
	Partial bool
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
	cfg := pass.ResultOf[config.Analyzer].(*config.Result)
	if !cfg.InScope {
		return (*Result)(nil), nil
	}
	// go vet and golangci-lint hand over a package together with its tests.
	// What a test registers, and the fakes that it declares, are no part of
	// the program, and the command line doesn't load them either.
	files := pass.Files
	if !cfg.IncludeTests {
		files = slices.DeleteFunc(slices.Clone(files), func(f *ast.File) bool { return config.IsTest(pass.Fset, f) })
	}
	partial := len(files) < len(pass.Files)
	if partial && len(files) == 0 {
		return (*Result)(nil), nil
	}
	res := build(pass.Pkg, files, pass)
	res.Files, res.Partial = files, partial
	return res, nil
}

// infoOf returns the types of those files: without the variables of others,
// which the builder would look for to initialise them.
func infoOf(pass *analysis.Pass, files []*ast.File) *types.Info {
	if len(files) == len(pass.Files) {
		return pass.TypesInfo
	}
	info := *pass.TypesInfo
	info.InitOrder = slices.DeleteFunc(slices.Clone(info.InitOrder), func(i *types.Initializer) bool {
		at := i.Rhs.Pos()
		return !slices.ContainsFunc(files, func(f *ast.File) bool { return f.FileStart <= at && at < f.FileEnd })
	})
	return &info
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
	// Functions and variables of direct imports are members of their packages;
	// methods are created when they are met.
	used := usedMembers(pkg, pass.TypesInfo)
	for _, imp := range pkg.Imports() {
		createImport(prog, imp, used[imp])
	}
	ssapkg := prog.CreatePackage(pkg, files, infoOf(pass, files), false)
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

// usedMembers lists the functions and variables of other packages that a
// package mentions, by their package.
func usedMembers(pkg *types.Package, info *types.Info) map[*types.Package][]types.Object {
	used := make(map[*types.Package][]types.Object)
	seen := make(map[types.Object]bool)
	for _, obj := range info.Uses {
		switch obj.(type) {
		case *types.Func, *types.Var:
		default:
			continue
		}
		if from := obj.Pkg(); from == nil || from == pkg || obj.Parent() != from.Scope() || seen[obj] {
			continue
		}
		seen[obj] = true
		used[obj.Pkg()] = append(used[obj.Pkg()], obj)
	}
	return used
}

// createImport creates a package without code that has no other members than
// those. Large packages have thousands that nobody asks for, and they would be
// created again for each package that imports them. CreatePackage offers no
// choice for a package of which only types are known, so this one pretends to
// have a file that declares the members.
func createImport(prog *ssa.Program, imp *types.Package, members []types.Object) {
	info := &types.Info{Defs: make(map[*ast.Ident]types.Object, len(members))}
	names := make([]*ast.Ident, len(members))
	for i, obj := range members {
		names[i] = ast.NewIdent(obj.Name())
		info.Defs[names[i]] = obj
	}
	// What a constant declaration declares gets no syntax.
	decl := &ast.GenDecl{Tok: token.CONST, Specs: []ast.Spec{&ast.ValueSpec{Names: names}}}
	file := &ast.File{Name: ast.NewIdent(imp.Name()), Decls: []ast.Decl{decl}}
	prog.CreatePackage(imp, []*ast.File{file}, info, true)
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
