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
	return checkFiles(t, tolerant, [2]string{"a.go", src})
}

// checkFiles type-checks files, given by name and text, as one package.
func checkFiles(t *testing.T, tolerant bool, sources ...[2]string) *analysis.Pass {
	t.Helper()
	fset := token.NewFileSet()
	var files []*ast.File
	for _, src := range sources {
		file, err := parser.ParseFile(fset, src[0], src[1], parser.ParseComments)
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, file)
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
	pkg, err := conf.Check("p", fset, files, info)
	if err != nil && !tolerant {
		t.Fatal(err)
	}
	return &analysis.Pass{
		Analyzer: Analyzer, Fset: fset, Files: files, Pkg: pkg, TypesInfo: info,
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

// TestTests builds a package that was handed over with its tests.
func TestTests(t *testing.T) {
	const code = "package p\n\ntype T struct{}\n\nvar v = f()\n\nfunc f() int { return 1 }\n"
	const tests = "package p\n\nimport \"os\"\n\nvar fake = g(os.Getpid())\n\nfunc init() { v = fake }\n\nfunc (T) M() {}\n\nfunc g(n int) int { return n }\n"
	names := func(res *Result) (out []string) {
		for _, f := range res.Funcs {
			out = append(out, f.Name())
		}
		return out
	}
	pass := checkFiles(t, false, [2]string{"a.go", code}, [2]string{"a_test.go", tests})
	res := runOn(t, pass)
	if got, want := names(res), []string{"init", "f"}; !slices.Equal(got, want) || res.Failed != "" {
		t.Errorf("functions %q, want %q; %s", got, want, res.Failed)
	}
	if !res.Partial || !slices.Equal(res.Files, pass.Files[:1]) {
		t.Errorf("partial: %v, %d files; want one file of two", res.Partial, len(res.Files))
	}
	for _, b := range res.Funcs[0].Blocks {
		for _, in := range b.Instrs {
			if strings.Contains(in.String(), "fake") || strings.Contains(in.String(), "init#") {
				t.Errorf("the initialiser runs what the tests declare: %s", in)
			}
		}
	}
	pass.ResultOf[config.Analyzer].(*config.Result).IncludeTests = true
	res = runOn(t, pass)
	if got, want := names(res), []string{"init", "f", "init#1", "M", "g"}; !slices.Equal(got, want) || res.Partial {
		t.Errorf("with tests: functions %q, want %q", got, want)
	}
	if res := runOn(t, checkFiles(t, false, [2]string{"x_test.go", "package p\n\nfunc f() {}\n"})); res != nil {
		t.Errorf("a package of tests alone gives %d functions", len(res.Funcs))
	}
}
