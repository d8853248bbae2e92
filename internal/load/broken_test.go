package load

import (
	"go/ast"
	"go/token"
	"go/types"
	"strings"
	"testing"
)

// brokenFiles are broken in ways that go/ssa does not survive.
const brokenFiles = `
-- broken/types.go --
package broken

import (
	"fmt"
	"net/http"

	"example.com/gone/sdk"
	other "example.com/gone/other"
)

type T struct {
	Client *sdk.Client
	N      int
}

type U undefinedType

type V []sdk.Client

type I interface {
	Do(sdk.Client) int
}

type G[P any] struct{ X P }

const C = undefinedConst + 1

const D = 1

var (
	x       = undefinedFunc()
	y, z    = sdk.Two()
	fine    = len("abc")
	typed   sdk.Client
	table   = map[string]func(){"a": func() { undefinedFunc() }, "b": func() {}}
	generic G[sdk.Client]
	_       = sdk.Blank
)

func init() { fmt.Println(x) }

func init() { fmt.Println(fine) }

func Fine() int { return fine + D }

func (t *T) FineMethod() int { return t.N }

func (t *T) BadMethod() { t.Client.Do() }

func (u U) OfUnknown() {}

func (s sdk.Client) OfMissing() {}

func (q Undefined) OfUndefined() int { return 1 }

func Copies(t T) T { u := t; return u }

func Zero() T { var t T; return t }

func MakesT() any { return &T{N: 1} }

func BadTyped() { fmt.Println(typed) }

func BadGeneric() { fmt.Println(generic.X) }

func BadSignature(c sdk.Client) { fmt.Println("c") }

func CallsBadSignature() { BadSignature(nil) }

func BadReturn() int { return "x" }

func BadArgs() { fmt.Println(http.StatusText()) }

func UnknownName() { nope() }

func UnknownField(t T) int { return t.Missing }

func Unused() { v := 1 }

func UsesC() int { return C }

func UsesU(u U) {}

func Interfaces(i I) int { return i.Do(nil) }

func Shadow() { other.F(func() { fmt.Println("closure") }) }

func MissingReturn() int { }

func Duplicate() {}

func Duplicate() int { return 1 }

var Duplicate2 = 1
var Duplicate2 = 2

type Duplicate3 int
type Duplicate3 string

func Ranges() { for i, j := range sdk.All() { fmt.Println(i, j) } }

func Selects() { select { case v := <-sdk.Chan: fmt.Println(v) } }

func Switches(v any) { switch w := v.(type) { case sdk.Client: fmt.Println(w) } }

func Labels() { goto nowhere }

func Conv() { _ = sdk.Client(1); _ = V(nil) }

func Instantiate[P sdk.Constraint](p P) P { return p }

func Instantiates() { Instantiate(1) }

func Ordered() bool { return fine == 3 }
`

func TestBrokenTypes(t *testing.T) {
	dir := tree(t, "-- go.mod --\nmodule example.com/ok\n\ngo 1.24\n"+brokenFiles+`
-- user/user.go --
package user

import "example.com/ok/broken"

func Fine() int { return broken.Fine() }

func Bad() { broken.BadSignature(broken.T{}.Client) }

func Unknown() { broken.Missing() }

func Field(t *broken.T) int { return t.N }
`)
	res := load(t, Options{Dir: dir})
	p := pkg(t, res, "example.com/ok/broken")
	got := strings.Join(analysed(t, p), " ") + " "
	for _, name := range []string{"Fine", "MakesT", "Ordered", "Duplicate", "Unused", "Copies", "Zero", "init#2"} {
		if !strings.Contains(got, name+" ") {
			t.Errorf("%s has no code, and nothing is wrong with it", name)
		}
	}
	for _, name := range []string{"BadReturn", "BadArgs", "UnknownName", "UnknownField", "UsesC", "Labels", "Conv"} {
		wantProblem(t, res, KindStripped, "function "+name+": a part of it")
	}
	for _, name := range []string{"UsesU", "MissingReturn"} {
		if strings.Contains(got, name+" ") {
			t.Errorf("%s has code, and an error that is not in a statement", name)
		}
		wantProblem(t, res, KindStripped, "function "+name+": the function is not analysed")
	}
	// What is missing is made up from its uses.
	for _, name := range []string{"BadTyped", "BadGeneric", "BadSignature", "CallsBadSignature", "Interfaces", "Shadow", "Ranges", "Selects", "Switches"} {
		if !strings.Contains(got, name+" ") || strings.Contains(problemText(res), "function "+name+":") {
			t.Errorf("%s lost something to a package that is missing", name)
		}
	}
	wantProblem(t, res, KindMissing, "example.com/gone/sdk", "types.go:7:2", "go mod download")
	wantProblem(t, res, KindMissing, "example.com/gone/other")
	wantProblem(t, res, KindType, "types.go:16:8", "undefinedType")
	wantProblem(t, res, KindType, "more errors")
	wantProblem(t, res, KindStripped, "variable x", "undefinedFunc")
	wantProblem(t, res, KindStripped, "method T.BadMethod")
	if len(p.TypeErrors) == 0 || len(p.Errors) < len(p.TypeErrors) {
		t.Error("the package has no type errors")
	}
	user := pkg(t, res, "example.com/ok/user")
	wantAnalysed(t, user, "Bad", "Field", "Fine", "Unknown")
	wantProblem(t, res, KindStripped, "user.go", "function Bad: a part of it")
	wantProblem(t, res, KindStripped, "user.go", "function Unknown: a part of it", "broken.Missing")
}

func TestSyntaxErrors(t *testing.T) {
	dir := tree(t, `
-- go.mod --
module example.com/syn

go 1.24
-- a.go --
package a

func Before() int { return 1 }

func Broken() { x := ; if }

func After() int { return Other() }

type T struct { a int b string }

var v = [}

-- b.go --
package a

func Other() int { return 2 }
-- c.go --
func NoPackage() {}
-- d.go --
package other

func Foreign() {}
-- e/e.go --
package e

func Unclosed() {
	if true {
}

func Next() {}
-- f/f.go --
package f

import "example.com/syn"

func F() int { return a.Other() }
`)
	res := load(t, Options{Dir: dir})
	wantProblem(t, res, KindSyntax, "a.go:5:22")
	wantProblem(t, res, KindStripped, "function Broken")
	wantProblem(t, res, KindStripped, "c.go", "no package clause")
	wantProblem(t, res, KindStripped, "d.go", "package other")
	wantProblem(t, res, KindSyntax, "e.go")
	got := strings.Join(analysed(t, pkg(t, res, "example.com/syn")), " ")
	for _, name := range []string{"Before", "After", "Other"} {
		if !strings.Contains(got, name) {
			t.Errorf("%s has no code, only %s", name, got)
		}
	}
	if strings.Contains(got, "Broken") {
		t.Error("Broken has code")
	}
	wantAnalysed(t, pkg(t, res, "example.com/syn/e"), "Next")
	wantProblem(t, res, KindStripped, "function Unclosed")
	wantAnalysed(t, pkg(t, res, "example.com/syn/f"), "F")
}

func TestImportCycle(t *testing.T) {
	dir := tree(t, `
-- go.mod --
module example.com/cyc

go 1.24
-- a/a.go --
package a

import "example.com/cyc/b"

func A() { b.B() }

func Fine() {}
-- b/b.go --
package b

import "example.com/cyc/a"

func B() { a.A() }

func Fine() {}
`)
	res := load(t, Options{Dir: dir})
	if len(res.Packages) != 2 {
		t.Fatalf("packages: %v", paths(res))
	}
	wantProblem(t, res, KindPackage, "import cycle")
}

func TestMissingModule(t *testing.T) {
	dir := tree(t, `
-- go.mod --
module example.com/miss

go 1.24

require example.com/required v1.2.3
-- a.go --
package a

import (
	"example.com/required"
	"example.com/unrequired"
	"example.com/miss/none"
	"example.com/go-versioned/v5"
	"gopkg.in/dotted.v3"
	"example.com/dashed-name"
	_ "example.com/blank"
	. "example.com/dot"
)

func Guessed() { required.F(unrequired.G, none.X) }

func Named() { versioned.F(dotted.G, dashedname.H) }

func Dotted() { FromDot() }

func Fine() string { return "fine" }
`)
	for _, untrusted := range []bool{false, true} {
		res := load(t, Options{Dir: dir, Untrusted: untrusted})
		wantProblem(t, res, KindMissing, "example.com/required", "go mod download")
		wantProblem(t, res, KindMissing, "example.com/unrequired", "a.go:5:2")
		wantProblem(t, res, KindMissing, "example.com/miss/none")
		wantProblem(t, res, KindStripped, "function Dotted: a part of it", "undefined: FromDot")
		wantAnalysed(t, pkg(t, res, "example.com/miss"), "Dotted", "Fine", "Guessed", "Named")
		if first := res.Problems[0]; first.Kind != KindMissing || !strings.Contains(first.Reason, "partial") {
			t.Errorf("the first problem is not the missing package: %v", first)
		}
		if errs := res.Packages[0].TypeErrors; len(errs) != 1 || errs[0].Msg != "undefined: FromDot" {
			t.Errorf("missing packages cause further errors: %v", errs)
		}
	}
}

// TestRepairFurther tests what repair falls back to when go/ssa fails on
// something its rules do not know.
func TestRepairFurther(t *testing.T) {
	dir := tree(t, `
-- go.mod --
module example.com/further

go 1.24
-- a.go --
package a

type T struct{ x Unknown }

func Deep(t T) { _ = t }

func Fine() int { return n }

var n = len("n")
`)
	for _, tt := range []struct {
		deep, everything bool
		want             string
	}{{false, false, "Deep Fine"}, {true, false, "Fine"}, {true, true, ""}} {
		l, err := newLoader(t.Context(), Options{Dir: dir})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := l.load(t.Context()); err != nil {
			t.Fatal(err)
		}
		n := l.scopeNodes()[0]
		r := newRepairer(l, n)
		r.deep, r.everything = tt.deep, tt.everything
		r.all()
		if err := tryBuild(l, n); err != nil {
			t.Error(err)
		}
		p := l.makePackage(n)
		if got := strings.Join(analysed(t, p), " "); got != tt.want {
			t.Errorf("deep %v, everything %v: functions with code: %s, want %s", tt.deep, tt.everything, got, tt.want)
		}
		if kept := len(n.checked.info.InitOrder) > 0; kept == tt.everything {
			t.Errorf("everything %v: initial values kept: %v", tt.everything, kept)
		}
	}
	l := &loader{fset: token.NewFileSet()}
	broken := &node{types: types.NewPackage("a", "a"), checked: &checkResult{info: &types.Info{}},
		files: []*ast.File{{Name: ast.NewIdent("a"), Decls: []ast.Decl{&ast.FuncDecl{Name: ast.NewIdent("f"), Type: &ast.FuncType{}}}}}}
	if err := tryBuild(l, broken); err == nil || !strings.Contains(err.Error(), "go/ssa") {
		t.Errorf("a panic of go/ssa becomes %v", err)
	}
	r := newRepairer(l, broken)
	if r.all(); len(broken.files[0].Decls) != 0 || len(l.problems) != 1 {
		t.Errorf("a function without an object stays: %v", l.problems)
	}
}
