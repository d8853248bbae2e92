package ssa

import (
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis"

	"github.com/mcpvet/mcpvet/internal/passes/config"
)

// check type-checks one file and returns a pass over it.
func check(t *testing.T, src string, tolerant bool) *analysis.Pass {
	t.Helper()
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, "a.go", src, parser.ParseComments)
	if err != nil {
		t.Fatal(err)
	}
	info := &types.Info{
		Types:        make(map[ast.Expr]types.TypeAndValue),
		Defs:         make(map[*ast.Ident]types.Object),
		Uses:         make(map[*ast.Ident]types.Object),
		Implicits:    make(map[ast.Node]types.Object),
		Instances:    make(map[*ast.Ident]types.Instance),
		Scopes:       make(map[ast.Node]*types.Scope),
		Selections:   make(map[*ast.SelectorExpr]*types.Selection),
		FileVersions: make(map[*ast.File]string),
	}
	conf := types.Config{Importer: importer.ForCompiler(fset, "source", nil)}
	if tolerant {
		conf.Error = func(error) {}
	}
	pkg, err := conf.Check("p", fset, []*ast.File{file}, info)
	if err != nil && !tolerant {
		t.Fatal(err)
	}
	return &analysis.Pass{
		Analyzer: Analyzer, Fset: fset, Files: []*ast.File{file}, Pkg: pkg, TypesInfo: info,
		ResultOf: map[*analysis.Analyzer]any{config.Analyzer: &config.Result{InScope: true}},
	}
}

func runOn(t *testing.T, pass *analysis.Pass) *Result {
	t.Helper()
	res, err := Analyzer.Run(pass)
	if err != nil {
		t.Fatal(err)
	}
	return res.(*Result)
}

func TestFuncs(t *testing.T) {
	pass := check(t, `package p

import "os"

var v = func() int { return 1 }()

func init() { os.Exit(v) }

type T struct{}

func (T) M() { func() { func() {}() }() }

func (*T) N() {}

func G[E any](e E) E { return e }

func init() {}

func _() {}

func last() { G(1) }
`, false)
	res := runOn(t, pass)
	if res.Failed != "" {
		t.Fatal(res.Failed)
	}
	var got []string
	for _, f := range res.Funcs {
		got = append(got, f.RelString(pass.Pkg))
	}
	want := []string{"init", "init$1", "init#1", "(T).M", "(T).M$1", "(T).M$1$1", "(*T).N", "G", "init#2", "_", "last"}
	if !slices.Equal(got, want) {
		t.Errorf("got  %q\nwant %q", got, want)
	}
	for _, f := range res.Funcs {
		if len(f.Blocks) == 0 {
			t.Errorf("%s has no body", f)
		}
	}
	if exit := res.Prog.ImportedPackage("os").Func("Exit"); exit == nil || len(exit.Blocks) != 0 {
		t.Errorf("os.Exit should be known without a body: %v", exit)
	}
}

func TestOutOfScope(t *testing.T) {
	pass := check(t, "package p\n", false)
	pass.ResultOf[config.Analyzer] = &config.Result{}
	if res := runOn(t, pass); res != nil {
		t.Errorf("got %+v", res)
	}
}

// TestHostile feeds the builder a package that does not type-check, which it
// is not made for: it must say so and not take the process down.
func TestHostile(t *testing.T) {
	pass := check(t, "package p\n\nfunc f() { undefined.Call(x, y...) ; var z missing = 1; z.q() }\n", true)
	res := runOn(t, pass)
	if res.Failed == "" {
		t.Fatal("the builder copes with this input; it needs a worse one")
	}
	if !strings.Contains(res.Failed, "SSA form of p could not be built") || strings.Contains(res.Failed, "\n") || res.Pkg != nil {
		t.Errorf("got %+v", res)
	}
}
