package load

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"
)

// repair leaves out of n what go/ssa cannot be built over: statements and
// values that contain an error or an expression of unknown type, and
// declarations that declare nothing. Each is a problem.
//
// The type information stays as it is; nothing leads to the parts that lost
// their syntax.
func (l *loader) repair(n *node) {
	r := newRepairer(l, n)
	if !r.needed() {
		return
	}
	r.all()
	err := tryBuild(l, n)
	if err == nil {
		return
	}
	// The rules above know the ways in which go/ssa was seen to fail. Should
	// there be others, leave out ever more until it does not.
	r.whole = true
	r.all()
	if tryBuild(l, n) == nil {
		return
	}
	r.deep, r.bad = true, make(map[types.Type]bool)
	r.all()
	if tryBuild(l, n) == nil {
		return
	}
	r.everything = true
	r.all()
	if tryBuild(l, n) == nil {
		return
	}
	n.files = nil
	r.problem(n.path, token.NoPos, fmt.Sprintf("the package is not analysed: no intermediate code can be built for it (%v)", err))
}

// A repairer repairs one package.
type repairer struct {
	l    *loader
	n    *node
	info *types.Info

	faults     []syntaxFault     // hard errors and syntax errors, sorted by position
	stripped   map[ast.Node]bool // the functions and values that lost a part
	whole      bool              // leave them out as a whole
	deep       bool              // look into named types too
	everything bool              // leave out all bodies and values
	bad        map[types.Type]bool
}

func newRepairer(l *loader, n *node) *repairer {
	r := &repairer{l: l, n: n, info: n.checked.info, bad: make(map[types.Type]bool), stripped: make(map[ast.Node]bool)}
	r.collectErrors()
	return r
}

// collectErrors collects the places of errors that leave something unknown;
// an unused variable does not.
func (r *repairer) collectErrors() {
	r.faults = slices.Clone(r.n.broken)
	for _, e := range slices.Concat(r.n.checked.errors, r.n.checked.guessed) {
		// A message that starts with a tab says more about the one before.
		if !e.Soft && e.Pos.IsValid() && !strings.HasPrefix(e.Msg, "\t") {
			r.faults = append(r.faults, syntaxFault{e.Pos, e.Msg})
		}
	}
	slices.SortStableFunc(r.faults, func(a, b syntaxFault) int { return int(a.pos) - int(b.pos) })
}

// needed reports whether there may be anything to repair. An error in one
// package leaves unknown types in those that use it.
func (r *repairer) needed() bool {
	if len(r.faults) > 0 || r.n.checked.importFailed {
		return true
	}
	for _, obj := range r.info.Uses {
		if r.isBadObject(obj) {
			return true
		}
	}
	for _, tv := range r.info.Types {
		if !tv.IsBuiltin() && r.isBad(tv.Type) {
			return true
		}
	}
	return false
}

// isBadObject reports whether the type of obj is unknown, if it should have one.
func (r *repairer) isBadObject(obj types.Object) bool {
	switch obj.(type) {
	case *types.Var, *types.Const, *types.TypeName, *types.Func:
		return r.isBad(obj.Type())
	}
	return false // built-in functions, labels, packages
}

// isBad reports whether t is unknown, or made of an unknown type. A named type
// is what its name says even if a field of it is unknown, unless r.deep.
func (r *repairer) isBad(t types.Type) bool {
	if t == nil {
		return false
	}
	if b, ok := r.bad[t]; ok {
		return b
	}
	r.bad[t] = false // a type that contains itself
	b := r.badParts(t)
	r.bad[t] = b
	return b
}

func (r *repairer) badParts(t types.Type) bool {
	switch t := types.Unalias(t).(type) {
	case *types.Basic:
		return t.Kind() == types.Invalid
	case *types.Named:
		for i := range t.TypeArgs().Len() {
			if r.isBad(t.TypeArgs().At(i)) {
				return true
			}
		}
		u := t.Underlying()
		if b, ok := u.(*types.Basic); ok && b.Kind() == types.Invalid {
			return true
		}
		return r.deep && r.isBad(u)
	case *types.Pointer:
		return r.isBad(t.Elem())
	case *types.Slice:
		return r.isBad(t.Elem())
	case *types.Array:
		return r.isBad(t.Elem())
	case *types.Chan:
		return r.isBad(t.Elem())
	case *types.Map:
		return r.isBad(t.Key()) || r.isBad(t.Elem())
	case *types.Tuple:
		for v := range t.Variables() {
			if r.isBad(v.Type()) {
				return true
			}
		}
	case *types.Signature:
		return t.Recv() != nil && r.isBad(t.Recv().Type()) || r.isBad(t.Params()) || r.isBad(t.Results())
	case *types.Struct:
		for f := range t.Fields() {
			if r.isBad(f.Type()) {
				return true
			}
		}
	case *types.Interface:
		for m := range t.ExplicitMethods() {
			if r.isBad(m.Type()) {
				return true
			}
		}
	}
	return false
}

// all goes through all declarations of the package.
func (r *repairer) all() {
	for _, f := range r.n.files {
		f.Decls = slices.DeleteFunc(f.Decls, func(d ast.Decl) bool {
			switch d := d.(type) {
			case *ast.FuncDecl:
				return r.fun(d)
			case *ast.GenDecl:
				if d.Tok == token.IMPORT {
					return false
				}
				d.Specs = slices.DeleteFunc(d.Specs, r.spec)
				return len(d.Specs) == 0
			default: // *ast.BadDecl, a syntax error that is reported as such
				return true
			}
		})
	}
}

// fun repairs a function, and reports whether it has to go as a whole.
func (r *repairer) fun(d *ast.FuncDecl) bool {
	if _, ok := r.info.Defs[d.Name].(*types.Func); !ok {
		r.problem(funcName(d), d.Name.Pos(), "the function is not analysed: "+r.reason(d, "it is not well formed, or declared twice"))
		return true
	}
	if d.Body == nil {
		return false
	}
	why := r.fault(d)
	if why == "" && !(r.whole && r.stripped[d]) {
		return false
	}
	if why != "" && !r.whole && r.strip(d) {
		return false
	}
	if why == "" {
		why = "no intermediate code can be built for what is left of it"
	}
	d.Body = nil
	r.problem(funcName(d), d.Name.Pos(), "the function is not analysed: "+why)
	return false
}

// strip takes the statements at fault out of a function, and reports whether
// it is without fault then.
func (r *repairer) strip(d *ast.FuncDecl) bool {
	sig, ok := r.info.Defs[d.Name].Type().(*types.Signature)
	if !ok || r.faultOutside(d, func(n ast.Node) bool { return n == d.Body }) != "" {
		return false
	}
	s := &stripper{r: r, what: funcName(d)}
	before := len(r.l.problems)
	if !s.strip(d.Body, sig) || r.fault(d) != "" {
		r.l.problems = r.l.problems[:before]
		return false
	}
	s.done(d.Name.Pos())
	r.stripped[d] = true
	return true
}

// stripValues does the same for the initial values of variables.
func (r *repairer) stripValues(v *ast.ValueSpec) bool {
	s := &stripper{r: r, what: "variable " + v.Names[0].Name}
	before := len(r.l.problems)
	for i, e := range v.Values {
		var t types.Type
		if len(v.Values) == len(v.Names) {
			t = r.info.Defs[v.Names[i]].Type()
		}
		if v.Values[i] = s.part(e, t); v.Values[i] == e {
			continue
		}
		for _, in := range r.info.InitOrder {
			if in.Rhs == e {
				in.Rhs = v.Values[i]
			}
		}
	}
	if !s.literals(v) {
		r.l.problems = r.l.problems[:before]
		return false
	}
	s.done(v.Pos())
	r.stripped[v] = true
	return true
}

// spec repairs a constant, variable or type, and reports whether it has to go.
func (r *repairer) spec(s ast.Spec) bool {
	switch s := s.(type) {
	case *ast.TypeSpec:
		_, ok := r.info.Defs[s.Name].(*types.TypeName)
		return !ok
	case *ast.ValueSpec:
		for _, id := range s.Names {
			switch obj := r.info.Defs[id].(type) {
			case nil:
				r.dropValues(s, "the variable is not well formed, or declared twice")
				return true
			case *types.Const:
				if r.isBad(obj.Type()) {
					return true
				}
			}
		}
		if len(s.Values) == 0 {
			return false
		}
		if _, ok := r.info.Defs[s.Names[0]].(*types.Var); !ok {
			return false
		}
		why := r.fault(s)
		switch {
		case why != "" && (r.whole || !r.stripValues(s)):
			r.dropValues(s, why)
		case why == "" && r.whole && r.stripped[s]:
			r.dropValues(s, "no intermediate code can be built for what is left of it")
		}
	}
	return false
}

// dropValues removes the initial values of variables.
func (r *repairer) dropValues(s *ast.ValueSpec, why string) {
	if len(s.Values) == 0 {
		return
	}
	values := make(map[ast.Expr]bool)
	for _, v := range s.Values {
		values[v] = true
	}
	r.info.InitOrder = slices.DeleteFunc(r.info.InitOrder, func(in *types.Initializer) bool { return values[in.Rhs] })
	s.Values = nil
	r.problem("variable "+s.Names[0].Name, s.Names[0].Pos(), "the initial value is not analysed: "+why)
}

func (r *repairer) problem(what string, pos token.Pos, reason string) {
	r.l.problems = append(r.l.problems, Problem{Kind: KindStripped, What: what, Package: r.n.path,
		Module: r.n.modulePath(), Reason: oneLine(reason), Pos: r.l.position(pos)})
}

// funcName returns "function f" or "method T.f".
func funcName(d *ast.FuncDecl) string {
	if d.Recv == nil {
		return "function " + d.Name.Name
	}
	return "method " + receiverBase(d.Recv) + "." + d.Name.Name
}

// tryBuild reports whether go/ssa can be built over n, with the error if not.
func tryBuild(l *loader, n *node) (err error) {
	defer func() {
		if x := recover(); x != nil {
			err = fmt.Errorf("go/ssa failed: %v", x)
		}
	}()
	prog := ssa.NewProgram(l.fset, ssa.BuilderMode(0))
	for _, p := range n.types.Imports() {
		prog.CreatePackage(p, nil, nil, true)
	}
	prog.CreatePackage(n.types, n.files, n.checked.info, false).Build()
	return nil
}
