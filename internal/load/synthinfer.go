package load

import (
	"go/ast"
	"go/token"
	"go/types"
)

// infer learns from what the type checker made of the packages in scope.
func (s *synth) infer() {
	for _, n := range s.affected {
		if n.checked == nil || n.checked.info == nil {
			continue
		}
		in := &inferrer{s: s, info: n.checked.info}
		for _, f := range n.files {
			inspect(f, in.visit)
		}
	}
}

// An inferrer learns from one package.
type inferrer struct {
	s    *synth
	info *types.Info
}

// visit looks at the last node of stack.
func (in *inferrer) visit(stack []ast.Node) {
	i := len(stack) - 1
	if e, ok := stack[i].(ast.Expr); ok && i > 0 {
		if t := in.typeOf(e); t != nil {
			if g, ok := in.s.guessOf(t); ok && !in.isTypeExpr(e) {
				_, selected := stack[i-1].(*ast.SelectorExpr)
				if _, pointer := types.Unalias(t).(*types.Pointer); !pointer || selected || g.nilable {
					in.s.shape(g, stack, i)
				}
			}
		}
	}
	switch n := stack[i].(type) {
	case *ast.SelectorExpr:
		in.selector(n, stack, i)
	case *ast.AssignStmt:
		in.assign(n)
	case *ast.ValueSpec:
		if n.Type != nil {
			for _, v := range n.Values {
				in.flows(v, in.typeOf(n.Type))
			}
		}
	case *ast.ReturnStmt:
		in.returns(n, stack, i)
	case *ast.CallExpr:
		in.call(n)
	case *ast.BinaryExpr:
		switch n.Op {
		case token.SHL, token.SHR, token.LAND, token.LOR:
		default:
			in.same(n.X, n.Y)
		}
	case *ast.SwitchStmt:
		if n.Tag != nil {
			for _, c := range n.Body.List {
				for _, e := range c.(*ast.CaseClause).List {
					in.same(n.Tag, e)
				}
			}
		}
	case *ast.CompositeLit:
		in.composite(n)
	case *ast.TypeAssertExpr:
		if n.Type != nil {
			in.s.unify(in.typeOf(n.Type), in.typeOf(n.X))
		}
	case *ast.TypeSwitchStmt:
		in.typeSwitch(n)
	case *ast.SendStmt:
		if c, ok := coreOf[*types.Chan](in.typeOf(n.Chan)); ok {
			in.flows(n.Value, c.Elem())
		}
	case *ast.IndexExpr, *ast.IndexListExpr:
		in.index(n.(ast.Expr))
	case *ast.RangeStmt:
		if n.Tok == token.ASSIGN && n.Value != nil {
			in.same(n.Value, n.X)
		}
	}
}

// coreOf returns the underlying type of t if it is of that kind.
func coreOf[T types.Type](t types.Type) (T, bool) {
	if t == nil {
		var zero T
		return zero, false
	}
	u, ok := t.Underlying().(T)
	return u, ok
}

// typeOf returns the type of e as far as it is known, nil if it is not.
func (in *inferrer) typeOf(e ast.Expr) types.Type {
	t := in.info.TypeOf(e)
	if t == nil {
		switch e := e.(type) {
		case *ast.BasicLit:
			return types.Typ[literalKind(e)]
		case *ast.ParenExpr:
			return in.typeOf(e.X)
		case *ast.SelectorExpr:
			if obj := in.info.Uses[e.Sel]; obj != nil {
				t = obj.Type()
			}
		}
	}
	if b, ok := t.(*types.Basic); ok && b.Kind() == types.Invalid {
		return nil
	}
	return t
}

func (in *inferrer) isTypeExpr(e ast.Expr) bool {
	if tv, ok := in.info.Types[e]; ok {
		return tv.IsType()
	}
	switch e := e.(type) {
	case *ast.Ident:
		_, ok := in.info.Uses[e].(*types.TypeName)
		return ok
	case *ast.SelectorExpr:
		_, ok := in.info.Uses[e.Sel].(*types.TypeName)
		return ok
	}
	return false
}

// flows records that the value of e is assigned to something of type want.
func (in *inferrer) flows(e ast.Expr, want types.Type) { in.s.unify(in.typeOf(e), want) }

// same records that a and b are compared or added.
func (in *inferrer) same(a, b ast.Expr) {
	ta, tb := in.typeOf(a), in.typeOf(b)
	if isNil(ta) || isNil(tb) || ta == nil || tb == nil {
		return // shape sees that
	}
	in.s.unify(ta, tb)
	if _, ok := in.s.guessOf(tb); ok {
		in.s.unify(tb, ta)
	}
}

func isNil(t types.Type) bool {
	b, ok := t.(*types.Basic)
	return ok && b.Kind() == types.UntypedNil
}

// selector looks at x.sel: it may be an unknown member of a made-up type, or
// the use of a known one.
func (in *inferrer) selector(n *ast.SelectorExpr, stack []ast.Node, i int) {
	if obj := in.info.Uses[n.Sel]; obj != nil {
		if g := in.s.objects[obj]; g != nil {
			if call, ok := stack[i-1].(*ast.CallExpr); ok && call.Fun == n {
				in.s.called(g, call, stack, i-1)
			} else if !g.isMethod && g.find().form != formFunc {
				in.s.shape(g, stack, i)
			}
		}
		if sel := in.info.Selections[n]; sel == nil {
			return
		}
	}
	t := in.typeOf(n.X)
	if t == nil {
		return
	}
	g, _ := in.s.guessOf(t)
	if g == nil {
		if g = in.s.embedded(t); g == nil || in.info.Uses[n.Sel] != nil {
			return
		}
	}
	if _, ok := types.Unalias(t).(*types.Pointer); ok {
		in.s.mark(&g.find().byPointer)
	} else {
		in.s.mark(&g.find().byValue)
	}
	if in.info.Uses[n.Sel] == nil {
		in.s.memberUse(g, n, stack, i)
	}
}

func (s *synth) mark(b *bool) {
	if !*b {
		*b = true
		s.changed = true
	}
}

// memberUse records that stack[i] selects a member of g.
func (s *synth) memberUse(g *guess, n *ast.SelectorExpr, stack []ast.Node, i int) {
	stack = append(append([]ast.Node{}, stack[:i+1]...), n.X)
	s.shape(g, stack, i+1)
}

// embedded returns the made-up type that t, a struct, embeds.
func (s *synth) embedded(t types.Type) *guess {
	if p, ok := t.Underlying().(*types.Pointer); ok {
		t = p.Elem()
	}
	st, ok := coreOf[*types.Struct](t)
	if !ok {
		return nil
	}
	for f := range st.Fields() {
		if f.Embedded() {
			if g, _ := s.guessOf(f.Type()); g != nil {
				return g
			}
		}
	}
	return nil
}

func (in *inferrer) assign(n *ast.AssignStmt) {
	if n.Tok == token.SHL_ASSIGN || n.Tok == token.SHR_ASSIGN {
		return
	}
	assigned := func(lhs ast.Expr, t types.Type) {
		id, ok := lhs.(*ast.Ident)
		if ok && (id.Name == "_" || in.info.Defs[id] != nil) {
			return // declared here, with the type of the value
		}
		in.s.unify(t, in.typeOf(lhs))
		if sel, ok := lhs.(*ast.SelectorExpr); ok {
			in.s.varied(in.info.Uses[sel.Sel], t)
		}
	}
	if len(n.Lhs) == len(n.Rhs) {
		for k, lhs := range n.Lhs {
			assigned(lhs, in.typeOf(n.Rhs[k]))
		}
		return
	}
	if tuple, ok := in.typeOf(n.Rhs[0]).(*types.Tuple); ok && tuple.Len() == len(n.Lhs) {
		for k, lhs := range n.Lhs {
			assigned(lhs, tuple.At(k).Type())
		}
	}
}

func (in *inferrer) returns(n *ast.ReturnStmt, stack []ast.Node, i int) {
	var sig *types.Signature
	for k := i; k >= 0 && sig == nil; k-- {
		switch f := stack[k].(type) {
		case *ast.FuncLit:
			sig, _ = in.typeOf(f).(*types.Signature)
			if sig == nil {
				return
			}
		case *ast.FuncDecl:
			obj := in.info.Defs[f.Name]
			if obj == nil {
				return
			}
			sig, _ = obj.Type().(*types.Signature)
		}
	}
	if sig == nil {
		return
	}
	want := sig.Results()
	if len(n.Results) == want.Len() {
		for k, e := range n.Results {
			in.flows(e, want.At(k).Type())
		}
	} else if len(n.Results) == 1 {
		in.spread(n.Results[0], want)
	}
}

// spread records that the results of a call are the values of a tuple.
func (in *inferrer) spread(e ast.Expr, want *types.Tuple) {
	if have, ok := in.typeOf(e).(*types.Tuple); ok && have.Len() == want.Len() {
		for k := range have.Len() {
			in.s.unify(have.At(k).Type(), want.At(k).Type())
		}
	}
}

// composite looks at the elements of a literal.
func (in *inferrer) composite(n *ast.CompositeLit) {
	t := in.typeOf(n)
	if t == nil {
		return
	}
	if p, ok := t.Underlying().(*types.Pointer); ok { // &T left out
		t = p.Elem()
	}
	if g, ok := in.s.guessOf(t); ok {
		in.s.composite(g, n) // of an element, whose type is left out
	}
	switch u := t.Underlying().(type) {
	case *types.Struct:
		for k, e := range n.Elts {
			if kv, ok := e.(*ast.KeyValueExpr); ok {
				if id, ok := kv.Key.(*ast.Ident); ok {
					if v, ok := in.info.Uses[id].(*types.Var); ok {
						in.flows(kv.Value, v.Type())
						in.s.varied(v, in.typeOf(kv.Value))
					}
				}
			} else if k < u.NumFields() {
				in.flows(e, u.Field(k).Type())
			}
		}
	case *types.Map:
		for _, e := range n.Elts {
			if kv, ok := e.(*ast.KeyValueExpr); ok {
				in.flows(kv.Key, u.Key())
				in.flows(kv.Value, u.Elem())
			}
		}
	case *types.Slice:
		in.elements(n, u.Elem())
	case *types.Array:
		in.elements(n, u.Elem())
	}
}

func (in *inferrer) elements(n *ast.CompositeLit, elem types.Type) {
	for _, e := range n.Elts {
		if kv, ok := e.(*ast.KeyValueExpr); ok {
			e = kv.Value
		}
		in.flows(e, elem)
	}
}

// index looks at x[i], and at x[T]: T has to satisfy the constraint.
func (in *inferrer) index(e ast.Expr) {
	var x ast.Expr
	switch e := e.(type) {
	case *ast.IndexExpr:
		x = e.X
		if m, ok := coreOf[*types.Map](in.typeOf(x)); ok && !in.isTypeExpr(x) {
			in.flows(e.Index, m.Key())
			return
		}
	case *ast.IndexListExpr:
		x = e.X
	}
	var id *ast.Ident
	switch x := x.(type) {
	case *ast.Ident:
		id = x
	case *ast.SelectorExpr:
		id = x.Sel
	default:
		return
	}
	obj := in.info.Uses[id]
	if obj == nil {
		return
	}
	var tparams *types.TypeParamList
	switch t := types.Unalias(obj.Type()).(type) {
	case *types.Named:
		if _, ok := obj.(*types.TypeName); ok {
			tparams = t.TypeParams()
		}
	case *types.Signature:
		tparams = t.TypeParams()
	}
	for k, arg := range typeArgs(e) {
		if k < tparams.Len() {
			if g, ok := in.s.guessOf(in.typeOf(arg)); ok {
				in.s.satisfy(g, in.typeOf(arg), tparams.At(k).Constraint())
			}
		}
	}
}
