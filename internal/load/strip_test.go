package load

import (
	"go/ast"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/go/ssa"
)

const faulty = `
-- go.mod --
module example.com/strip

go 1.24
-- a.go --
package a

import "errors"

func add(name string, f func(string) (int, error)) {}

type option struct {
	Name string
	Run  func() error
	Next *option
}

func Long(on bool) error {
	add("one", nil)
	add("two", bad.Handler())
	x := undefined1(1)
	var y, z int = undefined2(2), 3
	add("three", func(s string) (int, error) {
		add("inner", nil)
		s.Wrong()
		if s == "" {
			return undefined3(s)
		}
		return len(s), errors.New("e")
	})
	if on {
		add("four", nil)
		unknown.Call()
	} else if x.y {
		add("lost", nil)
	} else {
		undefined4()
	}
	for i := range 3 {
		add("five", nil)
		i.Wrong()
	}
	switch {
	case on:
		add("six", nil)
	case undefined5():
		add("lost", nil)
	default:
		undefined6()
	}
	var v any = y + z
	switch v := v.(type) {
	case undefined7:
		add("lost", nil)
	case string:
		add("seven", nil)
		v.Wrong()
	}
	for range 2 {
		c := make(chan int)
		select {
		case w := <-undefined8:
			add("lost", w)
		case w := <-c:
			w.Wrong()
			add("eight", nil)
		}
	}
outer:
	for {
		for {
			if on {
				undefined9()
				continue outer
			}
			break outer
		}
	}
	err := errors.New("x").Wrong()
	defer undefined10()
	go func() {
		undefined11()
		add("nine", nil)
	}()
	return err
}

func Results() (string, int, bool, option, error, []string) {
	return undefined12(), undefined13(), undefined14(), undefined15(), undefined16(), undefined17()
}

func Single() (int, error) {
	add("ten", nil)
	return undefined18()
}

func Options() []option {
	return []option{
		{Name: "eleven", Run: func() error { undefined19(); add("twelve", nil); return nil }},
		{Name: undefined20(), Next: &option{Name: "kept"}},
		undefined21("x"),
		{Name: "thirteen", Wrong: 1},
	}
}

var Table = map[string]func() error{
	"a": func() error { add("fourteen", nil); return undefined22() },
	"b": undefined23,
}

func Beyond(x int) int {
	add("lost", nil)
	if x > 1 {
		return 1
	}
}

func Fine() { add("fifteen", nil) }
`

// TestStripStatements takes out statements and looks at what is left in SSA:
// "lost" stands where nothing can be kept.
func TestStripStatements(t *testing.T) {
	dir := tree(t, faulty)
	res := load(t, Options{Dir: dir})
	p := pkg(t, res, "example.com/strip")
	wantAnalysed(t, p, "Fine", "Long", "Options", "Results", "Single", "add")

	prog := ssa.NewProgram(p.Fset, ssa.SanityCheckFunctions)
	for _, imp := range p.Types.Imports() {
		prog.CreatePackage(imp, nil, nil, true)
	}
	built := prog.CreatePackage(p.Types, p.Syntax, p.TypesInfo, false)
	built.Build()
	text := make(map[string]bool)
	var funcs []*ssa.Function
	for _, m := range built.Members {
		if f, ok := m.(*ssa.Function); ok {
			funcs = append(funcs, f)
		}
	}
	for len(funcs) > 0 {
		f := funcs[0]
		funcs = append(funcs[1:], f.AnonFuncs...)
		for _, b := range f.Blocks {
			for _, in := range b.Instrs {
				for _, op := range in.Operands(nil) {
					if c, ok := (*op).(*ssa.Const); ok && c.Value != nil {
						text[strings.Trim(c.Value.ExactString(), `"`)] = true
					}
				}
			}
		}
	}
	for _, name := range strings.Fields("one two three inner four five six seven eight nine ten eleven twelve thirteen fourteen fifteen kept") {
		if !text[name] {
			t.Errorf("%q is lost", name)
		}
	}
	if text["lost"] {
		t.Error("a clause or function at fault is there")
	}
	wantProblem(t, res, KindStripped, "a.go:15:13", "function Long: a part of it is not analysed: undefined: bad")
	wantProblem(t, res, KindStripped, "function Long", "more parts of it are not analysed")
	wantProblem(t, res, KindStripped, "variable Table: a part", "undefined23")
	wantProblem(t, res, KindStripped, "function Beyond: the function is not analysed: missing return")
	named := slices.DeleteFunc(slices.Clone(res.Problems), func(p Problem) bool { return p.What != "function Long" })
	if len(named) != maxStripped+1 {
		t.Errorf("%d problems of one function, want %d", len(named), maxStripped+1)
	}
}

// TestStripWhole tests the way back: a function that lost a part goes as a
// whole where go/ssa cannot build the rest.
func TestStripWhole(t *testing.T) {
	dir := tree(t, faulty)
	l, err := newLoader(t.Context(), Options{Dir: dir})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := l.load(t.Context()); err != nil {
		t.Fatal(err)
	}
	n := l.scopeNodes()[0]
	r := newRepairer(l, n)
	r.all()
	r.whole = true
	r.all()
	if err := tryBuild(l, n); err != nil {
		t.Error(err)
	}
	wantAnalysed(t, l.makePackage(n), "Fine", "add")
	for _, d := range n.files[0].Decls {
		if gen, ok := d.(*ast.GenDecl); ok {
			for _, s := range gen.Specs {
				if v, ok := s.(*ast.ValueSpec); ok && len(v.Values) > 0 {
					t.Errorf("%s has a value", v.Names[0].Name)
				}
			}
		}
	}
}
