package flow

import (
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"maps"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"

	"golang.org/x/tools/go/ssa"

	"github.com/mcpvet/mcpvet/internal/interp"
	"github.com/mcpvet/mcpvet/internal/lower"
	"github.com/mcpvet/mcpvet/internal/program"
	"github.com/mcpvet/mcpvet/models"
)

// stubs are the packages that the texts of these tests import, as far as they
// use them: what counts are the names, which the models know.
var stubs = map[string]string{
	"context":      "package context\ntype Context interface{ Value(key any) any }\nfunc Background() Context\nfunc WithValue(parent Context, key, val any) Context\n",
	"database/sql": "package sql\ntype DB struct{}\ntype Rows struct{}\nfunc (*DB) Query(query string, args ...any) (*Rows, error)\n",
	"errors":       "package errors\nfunc New(text string) error\n",
	"fmt":          "package fmt\nfunc Sprint(a ...any) string\nfunc Sprintf(format string, a ...any) string\nfunc Errorf(format string, a ...any) error\n",
	"os":           "package os\nfunc Getenv(key string) string\n",
	"os/exec":      "package exec\ntype Cmd struct{ Path string; Args []string }\nfunc Command(name string, arg ...string) *Cmd\nfunc (*Cmd) Run() error\n",
	"regexp":       "package regexp\ntype Regexp struct{}\nfunc MustCompile(str string) *Regexp\nfunc (*Regexp) MatchString(s string) bool\nfunc (*Regexp) ReplaceAllString(src, repl string) string\n",
	"slices":       "package slices\nfunc Contains[S ~[]E, E comparable](s S, v E) bool { return false }\nfunc ContainsFunc[S ~[]E, E any](s S, f func(E) bool) bool { return false }\nfunc Index[S ~[]E, E comparable](s S, v E) int { return 0 }\n",
	"strconv":      "package strconv\nfunc Atoi(s string) (int, error)\nfunc Itoa(i int) string\nfunc Quote(s string) string\n",
	"strings": `package strings
type Builder struct{ b []byte }
func (*Builder) WriteString(s string) (int, error)
func (*Builder) WriteRune(r rune) (int, error)
func (*Builder) String() string
func Contains(s, substr string) bool
func ContainsAny(s, chars string) bool
func ContainsFunc(s string, f func(rune) bool) bool
func Fields(s string) []string
func HasPrefix(s, prefix string) bool
func HasSuffix(s, suffix string) bool
func Join(elems []string, sep string) string
func Map(mapping func(rune) rune, s string) string
func Split(s, sep string) []string
func ToLower(s string) string
func ToUpper(s string) string
func TrimSpace(s string) string
`,
	"unicode": "package unicode\nfunc IsDigit(r rune) bool\nfunc IsLetter(r rune) bool\nfunc IsSpace(r rune) bool\n",
}

// A stubImporter type-checks stubs.
type stubImporter struct {
	fset *token.FileSet
	done map[string]*types.Package
}

func (im *stubImporter) Import(path string) (*types.Package, error) {
	if p, ok := im.done[path]; ok {
		return p, nil
	}
	src, ok := stubs[path]
	if !ok {
		return nil, fmt.Errorf("no stub for %s", path)
	}
	f, err := parser.ParseFile(im.fset, path+".go", src, 0)
	if err != nil {
		return nil, err
	}
	conf := types.Config{Importer: im}
	p, err := conf.Check(path, im.fset, []*ast.File{f}, nil)
	im.done[path] = p
	return p, err
}

var builtin = sync.OnceValues(models.Builtin)

// engineFor lowers a package of one file, and makes an engine for it.
func engineFor(text string) (*Engine, error) {
	fset := token.NewFileSet()
	f, err := parser.ParseFile(fset, "p.go", text, parser.SkipObjectResolution)
	if err != nil {
		return nil, err
	}
	info := &types.Info{
		Types: map[ast.Expr]types.TypeAndValue{}, Defs: map[*ast.Ident]types.Object{}, Uses: map[*ast.Ident]types.Object{},
		Implicits: map[ast.Node]types.Object{}, Selections: map[*ast.SelectorExpr]*types.Selection{}, Scopes: map[ast.Node]*types.Scope{},
		Instances: map[*ast.Ident]types.Instance{}, FileVersions: map[*ast.File]string{},
	}
	conf := types.Config{Importer: &stubImporter{fset, map[string]*types.Package{}}, GoVersion: "go1.26"}
	var hard error // what is not used does no harm to the analysis
	conf.Error = func(err error) {
		if te := (types.Error{}); (!errors.As(err, &te) || !te.Soft) && hard == nil {
			hard = err
		}
	}
	pkg, _ := conf.Check("example.test/p", fset, []*ast.File{f}, info)
	if hard != nil {
		return nil, hard
	}
	prog := ssa.NewProgram(fset, 0)
	for _, imp := range pkg.Imports() {
		prog.CreatePackage(imp, nil, nil, true)
	}
	built := prog.CreatePackage(pkg, []*ast.File{f}, info, false)
	built.Build()
	set, err := builtin()
	if err != nil {
		return nil, err
	}
	own := lower.Package(fset, built, []*ast.File{f}, functions(prog, []*ast.File{f}, info), nil)
	w := interp.NewWorld(set, []*program.Package{own})
	return New(set, w.Packages(), w.Type, DefaultLimits()), nil
}

// functions lists the functions of files, each with its literals.
func functions(prog *ssa.Program, files []*ast.File, info *types.Info) []*ssa.Function {
	var out []*ssa.Function
	var add func(*ssa.Function)
	add = func(fn *ssa.Function) {
		out = append(out, fn)
		for _, a := range fn.AnonFuncs {
			add(a)
		}
	}
	for _, f := range files {
		for _, d := range f.Decls {
			if d, ok := d.(*ast.FuncDecl); ok {
				if obj, ok := info.Defs[d.Name].(*types.Func); ok {
					if fn := prog.FuncValue(obj); fn != nil {
						add(fn)
					}
				}
			}
		}
	}
	return out
}

func engineOf(t testing.TB, text string) *Engine {
	t.Helper()
	e, err := engineFor(text)
	if err != nil {
		t.Fatal(err)
	}
	return e
}

// entryOf returns a function as an entry, of which the client fills every
// parameter.
func (e *Engine) entryOf(id string) Entry {
	en := Entry{Func: id}
	for i, p := range e.funcs[id].Params {
		en.Params = append(en.Params, Param{Index: i, Class: models.ClassArgument, Name: p.Name})
	}
	return en
}

// reached describes the parameters of a function that reach the text of a
// shell or of SQL.
func (e *Engine) reached(id string) string {
	var out []string
	for _, f := range e.Run(e.entryOf(id)) {
		if !f.Mask.Has(KindMask(models.KindShell, models.KindSQL)) {
			continue
		}
		text := f.Source.Name
		if f.Mask&Part != 0 {
			text += " part"
		}
		for _, h := range f.Hops {
			if h.Weak.Has(sinkMask(f.Sink.Row)) {
				text += " [" + h.Text + "]"
			}
		}
		out = append(out, text)
	}
	return strings.Join(slices.Compact(out), ", ")
}

// A wanted line is the head of a function, with what of its parameters reaches
// the text of a shell or of SQL behind an arrow.
var wanted = regexp.MustCompile(`(?m)^func (\w+)(?:\[.*?\])?\(.*// -> (.*)$`)

// prelude is what the texts have in common.
const prelude = `
func sh(text string) { exec.Command("sh", "-c", text).Run() }
`

// fileOf makes a file of declarations: with the imports that they use.
func fileOf(decls string) string {
	var b strings.Builder
	b.WriteString("package p\n")
	decls = prelude + decls
	for _, path := range slices.Sorted(maps.Keys(stubs)) {
		if name := path[strings.LastIndexByte(path, '/')+1:]; regexp.MustCompile(`\b` + name + `\.`).MatchString(decls) {
			fmt.Fprintf(&b, "import %q\n", path)
		}
	}
	return b.String() + decls
}

// checkFlows compares what reaches sinks with what the declarations say.
func checkFlows(t *testing.T, decls string) {
	t.Helper()
	e := engineOf(t, fileOf(decls))
	heads := wanted.FindAllStringSubmatch(decls, -1)
	if len(heads) == 0 {
		t.Fatal("nothing is wanted")
	}
	for _, m := range heads {
		want := m[2]
		if want == "nothing" {
			want = ""
		}
		if got := e.reached("example.test/p." + m[1]); got != want {
			t.Errorf("%s: %q reaches a sink, want %q", m[1], got, want)
		}
	}
	if e.Exhausted() {
		t.Error("the limit was reached")
	}
}

// A flowTest is a feature with functions that use it: one whose data gets to a
// sink, and look-alikes whose data doesn't.
type flowTest struct{ name, decls string }

func checkAll(t *testing.T, tests []flowTest) {
	t.Helper()
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) { checkFlows(t, tt.decls) })
	}
}
