package lower

import (
	"bytes"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"maps"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/go/ssa"

	"github.com/mcpvet/mcpvet/internal/program"
)

// lowered returns the lowered form of a package of one file, which imports
// nothing. Its file stands behind some others in the file set.
func lowered(t *testing.T, before int, src string) *program.Package {
	t.Helper()
	fset := token.NewFileSet()
	for range before {
		fset.AddFile("other.go", -1, 1000)
	}
	f, err := parser.ParseFile(fset, "p.go", src, parser.SkipObjectResolution|parser.ParseComments)
	if err != nil {
		t.Fatal(err)
	}
	info := &types.Info{
		Types: map[ast.Expr]types.TypeAndValue{}, Defs: map[*ast.Ident]types.Object{}, Uses: map[*ast.Ident]types.Object{},
		Implicits: map[ast.Node]types.Object{}, Selections: map[*ast.SelectorExpr]*types.Selection{}, Scopes: map[ast.Node]*types.Scope{},
		Instances: map[*ast.Ident]types.Instance{}, FileVersions: map[*ast.File]string{},
	}
	conf := types.Config{GoVersion: "go1.26"}
	pkg, err := conf.Check("example.test/p", fset, []*ast.File{f}, info)
	if err != nil {
		t.Fatal(err)
	}
	prog := ssa.NewProgram(fset, 0)
	built := prog.CreatePackage(pkg, []*ast.File{f}, info, false)
	built.Build()
	var funcs []*ssa.Function
	var add func(*ssa.Function)
	add = func(fn *ssa.Function) {
		funcs = append(funcs, fn)
		for _, a := range fn.AnonFuncs {
			add(a)
		}
	}
	for _, d := range f.Decls {
		if d, ok := d.(*ast.FuncDecl); ok {
			if fn := prog.FuncValue(info.Defs[d.Name].(*types.Func)); fn != nil {
				add(fn)
			}
		}
	}
	return Package(fset, built, []*ast.File{f}, funcs, nil)
}

const everything = `package p

type shape interface {
	Area() float64
}

type square struct{ side float64 }

func (s square) Area() float64   { return s.side * s.side }
func (s *square) grow(by float64) { s.side += by }

type boxed[T any] struct {
	*square
	val T
	arr [3]T
}

func (b *boxed[T]) get() T { return b.val }

type number interface{ ~int | ~float64 }

func sum[N number](xs ...N) (total N) {
	for _, x := range xs {
		total += x
	}
	return total
}

const (
	a = iota
	b
	big = 1 << 80
)

var (
	global  = map[string][]int{"x": {1, 2}}
	counter int
)

func init()     { counter = b }
func init()     { counter++ }
func _()        { counter-- }
func _(x int)   { counter -= x }

func iterate(yield func(int, string) bool) {
	if !yield(1, "a") {
		return
	}
	yield(2, "b")
}

func all(c chan int, any interface{}, sh shape) (out []string, err error) {
	defer func() {
		if r := recover(); r != nil {
			out = nil
		}
	}()
	for i, s := range iterate {
		if i > 1 {
			break
		}
		out = append(out, s)
	}
	for i := range 3 {
		counter += i
	}
	for range "héllo" {
		counter++
	}
outer:
	for k, v := range global {
		switch {
		case len(v) > 1:
			continue outer
		case k == "":
			break outer
		}
	}
	select {
	case x := <-c:
		counter = x
	case c <- 1:
	default:
	}
	go sh.Area()
	switch v := any.(type) {
	case string:
		out = append(out, v)
	case shape, error:
		_ = v
	case nil:
		counter--
	}
again:
	if counter++; counter < 3 {
		goto again
	}
	counter = max(counter, min(a, 7))
	clear(global)
	_ = sum(1, 2) + int(sum(1.5))
	f := (*square).grow
	f(&square{1}, 2)
	g := sh.Area
	_ = g()
	bx := &boxed[string]{square: &square{}, val: "x"}
	any = bx
	_ = bx.get() + bx.arr[1]
	bx.grow(1)
	z := complex(1, 2)
	_ = real(z)
	ptr := [...]int{1, 2, 3}
	sl := ptr[1:2:3]
	_ = (*[1]int)(sl)
	_ = [1]int(sl)
	func(xs ...int) { counter = len(xs) }(sl...)
	_ = float64(big)
	_ = struct{ A, B int }{1, 2}
	return out, nil
}
`

// TestLowerEverything lowers a function with every kind of statement.
func TestLowerEverything(t *testing.T) {
	p := lowered(t, 0, everything)
	if len(p.Skipped) > 0 {
		t.Errorf("skipped: %v", p.Skipped)
	}
	for _, id := range []string{
		"example.test/p.all", "example.test/p.all$1", "example.test/p.sum", "example.test/p.iterate",
		"(example.test/p.square).Area", "(*example.test/p.square).grow", "(*example.test/p.boxed[T]).get",
	} {
		if p.Funcs[id] == nil {
			t.Errorf("no function %s among %q", id, slices.Sorted(maps.Keys(p.Funcs)))
		}
	}
	if p.Init != "example.test/p.init" || p.Funcs[p.Init] == nil {
		t.Errorf("the initialiser is %q, and lowered: %v", p.Init, p.Funcs[p.Init] != nil)
	}
	if !slices.Contains(p.Mutated, "example.test/p.counter") {
		t.Errorf("the variable that functions store to is not among those mutated: %q", p.Mutated)
	}
	for id, f := range p.Funcs {
		checkFunc(t, id, f)
	}
	for _, name := range []string{"example.test/p.square", "*example.test/p.square", "example.test/p.shape"} {
		if p.Types[name] == nil {
			t.Errorf("type %s is not described", name)
		}
	}
	boxed := p.Types["*example.test/p.boxed[string]"]
	if boxed == nil {
		t.Fatalf("the instance is not described among %q", slices.Sorted(maps.Keys(p.Types)))
	}
	grow, ok := boxed.Method("grow")
	if !ok || grow.ID != "(*example.test/p.square).grow" || !slices.Equal(grow.Path, []string{"square"}) {
		t.Errorf("the promoted method is %+v", grow)
	}
	if !boxed.Implements(p.Types["example.test/p.shape"]) {
		t.Error("a type with a promoted method does not implement its interface")
	}
}

// checkFunc checks that operands, blocks and positions of a function are
// within their bounds.
func checkFunc(t *testing.T, id string, f *program.Func) {
	t.Helper()
	if f.ID != id {
		t.Errorf("%s has the id %s", id, f.ID)
	}
	if len(f.Blocks) == 0 {
		t.Errorf("%s has no blocks", id)
	}
	if !slices.IsSorted(f.Calls) {
		t.Errorf("%s: callees are not sorted: %q", id, f.Calls)
	}
	ref := func(r program.Ref, what string) {
		if r > program.Ref(f.Regs) || -int(r) > len(f.Consts) {
			t.Errorf("%s: %s refers to %d, of %d registers and %d constants", id, what, r, f.Regs, len(f.Consts))
		}
	}
	assigned := map[program.Ref]bool{}
	for b := range f.Blocks {
		blk := &f.Blocks[b]
		for _, s := range blk.Succs {
			if int(s) >= len(f.Blocks) || !slices.Contains(f.Blocks[s].Preds, int32(b)) {
				t.Errorf("%s: block %d leads to %d, which does not know it", id, b, s)
			}
		}
		for i := range blk.Instrs {
			in := &blk.Instrs[i]
			ref(in.Dst, "a result")
			for _, a := range in.Args {
				ref(a, "an operand")
			}
			if in.Dst > 0 {
				if assigned[in.Dst] || int(in.Dst) <= len(f.Params)+f.FreeVars {
					t.Errorf("%s: register %d is assigned twice", id, in.Dst)
				}
				assigned[in.Dst] = true
			}
			if in.Op == program.OpPhi && len(in.Args) != len(blk.Preds) {
				t.Errorf("%s: a phi has %d operands for %d predecessors", id, len(in.Args), len(blk.Preds))
			}
			if in.ArgPos != nil && len(in.ArgPos) != len(in.Args) {
				t.Errorf("%s: %d positions for %d arguments of %s", id, len(in.ArgPos), len(in.Args), in.Sym)
			}
			if in.Pos.IsValid() && in.Pos.File != "p.go" {
				t.Errorf("%s: an instruction stands in %s", id, in.Pos.File)
			}
		}
	}
}

// TestLowerDeterministic lowers the same source twice, the second time behind
// other files: neither the order of a map nor a token.Pos may show.
func TestLowerDeterministic(t *testing.T) {
	var first []byte
	for i := range 5 {
		data, err := lowered(t, i, everything).Encode()
		if err != nil {
			t.Fatal(err)
		}
		if first == nil {
			first = data
		}
		if !bytes.Equal(data, first) {
			t.Fatalf("run %d gives other bytes than the first", i+1)
		}
	}
}

func TestFuncIDsUnique(t *testing.T) {
	p := lowered(t, 0, everything)
	inits, blanks := 0, 0
	for id := range p.Funcs {
		switch {
		case strings.HasPrefix(id, "example.test/p.init#") && !strings.Contains(id, "$"):
			inits++
		case strings.HasPrefix(id, "example.test/p._"):
			blanks++
		}
	}
	if inits != 2 || blanks != 2 {
		t.Errorf("%d functions named init and %d named _, want 2 of each: %q", inits, blanks, slices.Sorted(maps.Keys(p.Funcs)))
	}
}

// TestArgPositions checks that constants know where they are written.
func TestArgPositions(t *testing.T) {
	p := lowered(t, 0, "package p\n\nfunc f(a string, rest ...any) {}\n\nfunc g() {\n\tf(\"x\",\n\t\t\"y\",\n\t\t7)\n}\n")
	f := p.Funcs["example.test/p.g"]
	var lines []int32
	for _, blk := range f.Blocks {
		for _, in := range blk.Instrs {
			switch {
			case in.Op == program.OpCall && in.ArgPos != nil:
				lines = append(lines, in.ArgPos[0].Line)
			case in.Op == program.OpStore:
				lines = append(lines, in.Pos.Line)
			}
		}
	}
	slices.Sort(lines)
	if !slices.Equal(lines, []int32{6, 7, 8}) {
		t.Errorf("constants are written in lines %d, want 6, 7, 8", lines)
	}
}

// TestLineDirective checks that audited code can't move what is found in it.
func TestLineDirective(t *testing.T) {
	p := lowered(t, 0, "package p\n\n//line elsewhere.go:100\nfunc f() { g() }\n\nfunc g() {}\n")
	f := p.Funcs["example.test/p.f"]
	if f.Pos.File != "p.go" || f.Pos.Line != 4 {
		t.Errorf("the function stands at %v, want p.go:4", f.Pos)
	}
}

func TestTypeNames(t *testing.T) {
	p := lowered(t, 0, "package p\n\ntype list []list\n\ntype alias = map[string]*rec\n\ntype rec struct {\n\tnext *rec `json:\"next\"`\n\tfn func(x int, ys ...string) error\n\tc chan alias\n}\n\nvar a any = rec{}\nvar b any = alias{}\nvar c any = list{}\n\nfunc f[T any](x T) any { return map[string]T{} }\n")
	for _, want := range []string{"example.test/p.rec", "example.test/p.list", "map[string]*example.test/p.rec",
		"map[string]" + program.TypeParamOpen + "T" + program.TypeParamClose} {
		if p.Types[want] == nil {
			t.Errorf("type %q is not described among %q", want, slices.Sorted(maps.Keys(p.Types)))
		}
	}
	rec := p.Types["example.test/p.rec"]
	if rec == nil || len(rec.Fields) != 3 {
		t.Fatalf("rec is %+v", rec)
	}
	for i, want := range []program.Field{
		{Name: "next", Type: "*example.test/p.rec", Tag: `json:"next"`},
		{Name: "fn", Type: "func(int,...string)(error)"},
		{Name: "c", Type: "chan map[string]*example.test/p.rec"},
	} {
		if rec.Fields[i] != want {
			t.Errorf("field %d is %+v, want %+v", i, rec.Fields[i], want)
		}
	}
}

// TestMethodExpression holds on to the body of a method of which a thunk is
// made before.
func TestMethodExpression(t *testing.T) {
	p := lowered(t, 0, `package p

type job struct{ line string }

type named interface{ name() string }

func before(j job) string { return job.run(j) + named.name(j) }

func (j job) run() string { return j.line }

func (j job) name() string { return j.line }
`)
	run := p.Funcs["(example.test/p.job).run"]
	if run == nil {
		t.Fatal("the method is not there")
	}
	if slices.Contains(run.Calls, run.ID) {
		t.Error("the thunk has taken the place of the method")
	}
	if before := p.Funcs["example.test/p.before"]; !slices.Contains(before.Calls, run.ID) {
		t.Errorf("the call by the method expression is lost: %q", before.Calls)
	}
	if thunk := p.Funcs["(example.test/p.named).name"]; thunk == nil {
		t.Error("the thunk of a method of an interface is not there")
	}
}
