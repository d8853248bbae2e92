package load

import (
	goimporter "go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"slices"
	"strings"
	"testing"
)

func TestCompact(t *testing.T) {
	for _, tt := range []struct{ name, in, want string }{
		{"body", "package a\n\nfunc f(x int) {\n\tg(x) // {\n}\n\nvar x = 1\n", "package a\n\nfunc f(x int) {\n\n}\n\nvar x = 1\n"},
		{"one line", "package a\nfunc f() { g() }\nfunc h() {}\n", "package a\nfunc f() {}\nfunc h() {}\n"},
		{"literals", "package a\nfunc f() { g(\"}\\\"\", '}', '\\'', `}\n}`) }\nvar s = \"//\"\n", "package a\nfunc f() {\n}\nvar s = \"//\"\n"},
		{"results", "package a\nfunc f() struct{ x int } { return struct{ x int }{} }\n", "package a\nfunc f() struct{ x int } {}\n"},
		{"interface result", "package a\nfunc (t *T) f() (x interface{ F() }) { panic(0) }\n", "package a\nfunc (t *T) f() (x interface{ F() }) {}\n"},
		{"interface without parentheses", "package a\nfunc f() []interface {\n F()\n} {\n return nil\n}\n", "package a\nfunc f() []interface {\n F()\n} {\n\n}\n"},
		{"generic", "package a\nfunc f[T interface{ ~int }](x T) { g(x) }\n", "package a\nfunc f[T interface{ ~int }](x T) {}\n"},
		{"assembly", "package a\nfunc f() int\nfunc g() { f() }\n", "package a\nfunc f() int\nfunc g() {}\n"},
		{"comments", "// Copyright\n\n//go:build go1.22\n\npackage a // x\n/* y\n z */\nfunc f() /* { */ { g() }\n", "// Copyright\n\n//go:build go1.22\n\npackage a \n \n\nfunc f() /* { */ {}\n"},
		{"semicolons", "package a; func f() { g() }; func h() { g() }\n", "package a; func f() {}; func h() {}\n"},
		{"function values", "package a\nvar f = func() { g() }\ntype T func(int)\n", "package a\nvar f = func() { g() }\ntype T func(int)\n"},
		{"unbalanced", "package a\nfunc f() { if {\n", "package a\nfunc f() { if {\n"},
		{"unclosed", "package a\nfunc f() { \"}\n}\n'", "package a\nfunc f() {\n}\n'"},
		{"cut", "package a\nfunc", "package a\nfunc"},
		{"empty", "", ""},
	} {
		if got := string(compact([]byte(tt.in))); got != tt.want {
			t.Errorf("%s: got\n%q\nwant\n%q", tt.name, got, tt.want)
		}
	}
}

// FuzzCompact checks that what compact makes of a valid file is valid, with
// the same declarations on the same lines.
func FuzzCompact(f *testing.F) {
	f.Add("package a\nfunc f() struct{} { x := '{' }\nvar x = `\n}`\n")
	f.Add("/* c */ package a; func (T) f() interface{ F() } { return nil }\nfunc g()\n")
	f.Fuzz(func(t *testing.T, src string) {
		lines := func(src string) []int {
			fset := token.NewFileSet()
			file, err := parser.ParseFile(fset, "a.go", src, parser.SkipObjectResolution)
			if err != nil {
				return nil
			}
			var out []int
			for _, d := range file.Decls {
				out = append(out, fset.PositionFor(d.Pos(), false).Line)
			}
			return out
		}
		want := lines(src)
		got := lines(string(compact([]byte(src))))
		if want != nil && !slices.Equal(got, want) {
			t.Errorf("declarations at %v, want %v, in %q", got, want, src)
		}
	})
}

// TestVisible compares what is kept of the standard library with all of it,
// as go/importer reads it from source.
func TestVisible(t *testing.T) {
	std := []string{"bufio", "database/sql", "encoding/json", "go/ast", "os/exec", "reflect", "strings", "sync", "text/template", "time", "unicode"}
	src := "package a\n"
	for _, path := range std {
		src += "import \"" + path + "\"\n"
	}
	src += "var (\n_ bufio.Reader\n_ sql.DB\n_ json.Decoder\n_ ast.Node\n_ exec.Cmd\n_ reflect.Type\n_ strings.Builder\n_ sync.Map\n_ template.Template\n_ time.Time\n_ unicode.Range16\n)\n"
	res := load(t, Options{Mode: Source, Dir: tree(t, "-- go.mod --\nmodule example.com/a\n\ngo 1.24\n-- a.go --\n"+src)})
	wantNoProblems(t, res)
	whole := goimporter.ForCompiler(token.NewFileSet(), "source", nil)
	found := 0
	for _, p := range res.Packages[0].Types.Imports() {
		want, err := whole.Import(p.Path())
		if err != nil {
			t.Fatal(err)
		}
		g, w := visible(p), visible(want)
		if g != w {
			t.Errorf("%s: what an importer sees differs", p.Path())
			for line := range strings.Lines(w) {
				if !strings.Contains(g, line) {
					t.Errorf("missing: %s", line)
				}
			}
		}
		found += strings.Count(g, "\n")
		if p.Scope().Lookup("init") != nil {
			t.Error("init functions are kept")
		}
	}
	if found < 500 {
		t.Errorf("only %d visible objects were compared", found)
	}
}

// visible describes what an importer of p can see.
func visible(p *types.Package) string {
	qual := func(p *types.Package) string { return p.Path() }
	var lines []string
	seen := make(map[types.Type]bool)
	var visit func(t types.Type)
	visit = func(t types.Type) {
		if seen[t] {
			return
		}
		seen[t] = true
		switch t := t.(type) {
		case *types.Named:
			if t.Obj().Pkg() != p {
				return
			}
			line := t.Obj().Name() + " " + types.TypeString(t.Underlying(), qual)
			for m := range types.NewMethodSet(types.NewPointer(t)).Methods() {
				if m.Obj().Exported() {
					line += "; " + types.SelectionString(m, qual)
					visit(m.Type())
				}
			}
			lines = append(lines, line)
			visit(t.Underlying())
		case *types.Pointer:
			visit(t.Elem())
		case *types.Slice:
			visit(t.Elem())
		case *types.Struct:
			for f := range t.Fields() {
				visit(f.Type())
			}
		case *types.Signature:
			visit(t.Params())
			visit(t.Results())
		case *types.Tuple:
			for v := range t.Variables() {
				visit(v.Type())
			}
		}
	}
	for _, name := range p.Scope().Names() {
		obj := p.Scope().Lookup(name)
		if !obj.Exported() {
			continue
		}
		line := types.ObjectString(obj, qual)
		if c, ok := obj.(*types.Const); ok {
			line += " " + c.Val().ExactString()
		}
		lines = append(lines, line)
		visit(obj.Type())
	}
	slices.Sort(lines)
	return strings.Join(lines, "\n") + "\n"
}
