// Package lower turns the SSA of one package into its serialisable form
// (internal/program).
package lower

import (
	"fmt"
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"maps"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/mcpvet/mcpvet/internal/program"
	"github.com/mcpvet/mcpvet/internal/srcpos"
)

// Package lowers funcs, the functions of pkg with their closures. What pkg
// declares in other files than files is left out. imports are the packages in
// scope that pkg imports.
func Package(fset *token.FileSet, pkg *ssa.Package, files []*ast.File, funcs []*ssa.Function, imports []string) *program.Package {
	out := &program.Package{
		Path: pkg.Pkg.Path(), Main: pkg.Pkg.Name() == "main", Imports: imports,
		Funcs: make(map[string]*program.Func, len(funcs)),
	}
	l := &lowerer{at: srcpos.NewMap(fset, files), pkg: pkg, out: out, types: newTypeTable(declaredElsewhere(pkg.Pkg, files)), args: argPositions(files), mutated: map[string]bool{}}
	if init := pkg.Func("init"); init != nil {
		out.Init = FuncID(init)
		l.lower(init)
	}
	for _, f := range funcs {
		l.lower(f)
	}
	for _, name := range pkg.Pkg.Scope().Names() {
		if tn, ok := pkg.Pkg.Scope().Lookup(name).(*types.TypeName); ok && !tn.IsAlias() && !l.types.hidden(tn) {
			l.types.add(tn.Type())
			l.types.add(types.NewPointer(tn.Type()))
		}
	}
	out.Types = l.types.table()
	out.Embeds = l.embeds(files)
	out.Mutated = slices.Sorted(maps.Keys(l.mutated))
	return out
}

// declaredElsewhere reports of the objects of a package that they are declared
// in none of the files.
func declaredElsewhere(pkg *types.Package, files []*ast.File) func(types.Object) bool {
	return func(obj types.Object) bool {
		return obj.Pkg() == pkg && obj.Pos().IsValid() && !slices.ContainsFunc(files, func(f *ast.File) bool {
			return f.FileStart <= obj.Pos() && obj.Pos() < f.FileEnd
		})
	}
}

type lowerer struct {
	at      *srcpos.Map
	pkg     *ssa.Package
	out     *program.Package
	types   *typeTable
	args    map[token.Pos]*ast.CallExpr
	mutated map[string]bool
}

// argPositions maps the left parenthesis of each call, which is the position
// that SSA gives to a call, to its syntax.
func argPositions(files []*ast.File) map[token.Pos]*ast.CallExpr {
	m := make(map[token.Pos]*ast.CallExpr)
	for _, f := range files {
		ast.Inspect(f, func(n ast.Node) bool {
			if c, ok := n.(*ast.CallExpr); ok {
				m[c.Lparen] = c
			}
			return true
		})
	}
	return m
}

// FuncID returns the id of f: the full name of the declared function that f
// is an instance of, or, for a closure, its parent's id and its number.
func FuncID(f *ssa.Function) string {
	if o := f.Origin(); o != nil {
		f = o
	}
	if obj, ok := f.Object().(*types.Func); ok {
		// a package has any number of functions named init or _
		if obj.Name() == "init" && f.Pkg != nil {
			return f.Pkg.Pkg.Path() + "." + f.Name() // SSA numbers them
		}
		id := obj.Origin().FullName()
		if obj.Name() == "_" && f.Prog != nil {
			p := f.Prog.Fset.PositionFor(f.Pos(), false)
			id += fmt.Sprintf("#%s:%d:%d", filepath.Base(p.Filename), p.Line, p.Column)
		}
		return id
	}
	if p := f.Parent(); p != nil {
		return FuncID(p) + "$" + strconv.Itoa(slices.Index(p.AnonFuncs, f)+1)
	}
	if f.Pkg != nil {
		return f.Pkg.Pkg.Path() + "." + f.Name()
	}
	return f.String()
}

func (l *lowerer) lower(f *ssa.Function) {
	id := FuncID(f)
	if _, done := l.out.Funcs[id]; done || len(f.Blocks) == 0 {
		return
	}
	defer func() {
		if r := recover(); r != nil { // hostile or ill-typed source must not end the run
			delete(l.out.Funcs, id)
			l.out.Skipped = append(l.out.Skipped, program.Skipped{Func: id, Reason: fmt.Sprint("internal error while lowering: ", r), Pos: l.pos(f.Pos())})
		}
	}()
	values := len(f.Params) + len(f.FreeVars)
	for _, b := range f.Blocks {
		values += len(b.Instrs)
	}
	w := &funcLowerer{l: l, regs: make(map[ssa.Value]program.Ref, values), consts: map[constKey]program.Ref{}, calls: map[string]bool{}, storePos: map[*ssa.Store]token.Pos{}}
	w.f = &program.Func{
		ID: id, Name: displayName(f), Pkg: l.out.Path, Pos: l.pos(f.Pos()), Recv: f.Signature.Recv() != nil,
		FreeVars: len(f.FreeVars), Results: f.Signature.Results().Len(),
	}
	if f.Parent() != nil {
		w.f.Parent = FuncID(f.Parent())
	}
	for p := f; p != nil; p = p.Parent() {
		for _, tp := range typeParams(p) {
			w.f.TypeParams = append(w.f.TypeParams, l.types.name(tp))
		}
	}
	for _, p := range f.Params {
		w.f.Params = append(w.f.Params, program.Param{Name: p.Name(), Type: l.types.add(p.Type())})
		w.define(p)
	}
	for _, fv := range f.FreeVars {
		w.define(fv)
	}
	for _, b := range f.Blocks {
		for _, in := range b.Instrs {
			if v, ok := in.(ssa.Value); ok {
				w.define(v)
			}
			if c, ok := in.(ssa.CallInstruction); ok {
				w.variadicPos(c.Common())
			}
		}
	}
	init := f.Name() == "init" || strings.HasPrefix(f.Name(), "init#")
	w.f.Blocks = make([]program.Block, 0, len(f.Blocks))
	for _, b := range f.Blocks {
		nb := program.Block{Instrs: make([]program.Instr, 0, len(b.Instrs)), Preds: indexes(b.Preds), Succs: indexes(b.Succs), IPDom: program.NoBlock, Loop: program.NoBlock, Outer: program.NoBlock, Exit: -1}
		for _, in := range b.Instrs {
			if i, ok := w.instr(in); ok {
				nb.Instrs = append(nb.Instrs, i)
			}
			if st, ok := in.(*ssa.Store); ok && !init {
				l.noteMutation(st.Addr)
			}
		}
		w.f.Blocks = append(w.f.Blocks, nb)
	}
	w.f.Regs = int32(len(w.regs))
	w.f.Calls = slices.Sorted(maps.Keys(w.calls))
	program.Analyse(w.f)
	l.out.Funcs[id] = w.f
}

// noteMutation records a store to a global or to a field of one.
func (l *lowerer) noteMutation(addr ssa.Value) {
	for {
		switch a := addr.(type) {
		case *ssa.FieldAddr:
			addr = a.X
			continue
		case *ssa.Global:
			l.mutated[globalName(a)] = true
		}
		return
	}
}

func globalName(g *ssa.Global) string { return g.Pkg.Pkg.Path() + "." + g.Name() }

func typeParams(f *ssa.Function) []*types.TypeParam {
	var out []*types.TypeParam
	for _, list := range []*types.TypeParamList{f.Signature.RecvTypeParams(), f.Signature.TypeParams()} {
		for i := range list.Len() {
			out = append(out, list.At(i))
		}
	}
	return out
}

func displayName(f *ssa.Function) string {
	if p := f.Parent(); p != nil {
		return displayName(p) + "$" + strconv.Itoa(slices.Index(p.AnonFuncs, f)+1)
	}
	if recv := f.Signature.Recv(); recv != nil {
		t := recv.Type()
		if p, ok := t.(*types.Pointer); ok {
			t = p.Elem()
		}
		if n, ok := types.Unalias(t).(*types.Named); ok {
			return n.Obj().Name() + "." + f.Name()
		}
	}
	return f.Name()
}

func (l *lowerer) pos(p token.Pos) program.Pos {
	if !p.IsValid() {
		return program.Pos{}
	}
	q := l.at.Position(p)
	return program.Pos{File: q.Filename, Line: int32(q.Line), Col: int32(q.Column)}
}

func indexes(bs []*ssa.BasicBlock) []int32 {
	out := make([]int32, len(bs))
	for i, b := range bs {
		out[i] = int32(b.Index)
	}
	return out
}

type constKey struct {
	kind program.ConstKind
	s    string
	typ  string
}

type funcLowerer struct {
	l      *lowerer
	f      *program.Func
	regs   map[ssa.Value]program.Ref
	consts map[constKey]program.Ref
	calls  map[string]bool

	storePos map[*ssa.Store]token.Pos // where variadic arguments are written
}

func (w *funcLowerer) define(v ssa.Value) { w.regs[v] = program.Ref(len(w.regs) + 1) }

func (w *funcLowerer) constant(c program.Const) program.Ref {
	key := constKey{c.Kind, c.S + "\x00" + strconv.FormatInt(c.I, 10) + "\x00" + strconv.FormatFloat(c.F, 'g', -1, 64), c.Type + strings.Join(c.TypeArgs, ",")}
	if r, ok := w.consts[key]; ok {
		return r
	}
	w.f.Consts = append(w.f.Consts, c)
	r := program.Ref(-len(w.f.Consts))
	w.consts[key] = r
	return r
}

// ref returns the operand for v.
func (w *funcLowerer) ref(v ssa.Value) program.Ref {
	switch v := v.(type) {
	case nil:
		return 0
	case *ssa.Const:
		return w.constant(w.constOf(v))
	case *ssa.Function:
		id, args := w.funcRef(v)
		return w.constant(program.Const{Kind: program.ConstFunc, S: id, TypeArgs: args})
	case *ssa.Global:
		return w.constant(program.Const{Kind: program.ConstGlobal, S: globalName(v), Type: w.l.types.add(v.Type().Underlying().(*types.Pointer).Elem())})
	case *ssa.Builtin:
		return w.constant(program.Const{Kind: program.ConstOther, S: "builtin " + v.Name()})
	}
	if r, ok := w.regs[v]; ok {
		return r
	}
	return w.constant(program.Const{Kind: program.ConstOther, S: "a value without a register"})
}

// funcRef returns the id of a function used as a value or called, with its
// type arguments, and notes that this function refers to it.
func (w *funcLowerer) funcRef(f *ssa.Function) (string, []string) {
	id := FuncID(f)
	w.calls[id] = true
	if f.Synthetic != "" && f.Parent() == nil && f.Pkg == nil && f.Origin() == nil && !standsFor(f) {
		w.l.lower(f) // wrappers and thunks belong to whoever needs them
	}
	var args []string
	for _, t := range f.TypeArgs() {
		args = append(args, w.l.types.add(t))
	}
	return id, args
}

// standsFor reports whether a wrapper or thunk has the id of a method that is
// declared with a body: its own body would take the place of that one.
func standsFor(f *ssa.Function) bool {
	m, ok := f.Object().(*types.Func)
	if !ok {
		return false
	}
	recv := m.Signature().Recv()
	return recv != nil && !types.IsInterface(recv.Type())
}

func (w *funcLowerer) constOf(c *ssa.Const) program.Const {
	typ := w.l.types.name(c.Type())
	if c.Value == nil {
		switch zeroOf(c.Type()) {
		case program.ZeroNil, program.ZeroOther:
			return program.Const{Kind: program.ConstNil}
		}
		return program.Const{Kind: program.ConstZero, Type: w.l.types.add(c.Type()), I: int64(zeroOf(c.Type()))}
	}
	switch c.Value.Kind() {
	case constant.String:
		return program.Const{Kind: program.ConstString, S: constant.StringVal(c.Value)}
	case constant.Bool:
		k := program.Const{Kind: program.ConstBool}
		if constant.BoolVal(c.Value) {
			k.I = 1
		}
		return k
	case constant.Int:
		if b, ok := c.Type().Underlying().(*types.Basic); ok && b.Info()&types.IsFloat != 0 {
			f, _ := constant.Float64Val(c.Value)
			return program.Const{Kind: program.ConstFloat, F: f, Type: typ}
		}
		if i, ok := constant.Int64Val(c.Value); ok {
			return program.Const{Kind: program.ConstInt, I: i, Type: typ}
		}
		return program.Const{Kind: program.ConstOther, S: "an integer beyond 64 bits"}
	case constant.Float:
		f, _ := constant.Float64Val(c.Value)
		return program.Const{Kind: program.ConstFloat, F: f, Type: typ}
	}
	return program.Const{Kind: program.ConstOther, S: "a constant of kind " + c.Value.Kind().String()}
}
