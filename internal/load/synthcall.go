package load

import (
	"go/ast"
	"go/types"
)

// call looks at the arguments of a call, or at the operand of a conversion.
func (in *inferrer) call(n *ast.CallExpr) {
	if in.isTypeExpr(n.Fun) {
		if len(n.Args) == 1 {
			in.convert(in.typeOf(n.Fun), n.Args[0])
		}
		return
	}
	if id, ok := n.Fun.(*ast.Ident); ok {
		if _, ok := in.info.Uses[id].(*types.Builtin); ok {
			in.builtin(id.Name, n)
			return
		}
	}
	sig := in.callee(n.Fun)
	if sig == nil {
		return
	}
	if g := in.s.madeUp(n.Fun, in.info); g != nil {
		if len(n.Args) == 1 {
			if tuple, ok := in.typeOf(n.Args[0]).(*types.Tuple); ok { // f(g()), with several results
				in.s.arity(g, tuple.Len(), false)
			}
		}
		if n.Ellipsis.IsValid() && len(n.Args) > 0 {
			if sl, ok := coreOf[*types.Slice](in.typeOf(n.Args[len(n.Args)-1])); ok {
				in.s.spreadOf(g, sl.Elem())
			}
		}
		return
	}
	params := sig.Params()
	if len(n.Args) == 1 && params.Len() > 1 {
		in.spread(n.Args[0], params)
		return
	}
	for k, arg := range n.Args {
		switch {
		case sig.Variadic() && k >= params.Len()-1:
			last := params.At(params.Len() - 1).Type()
			if sl, ok := last.(*types.Slice); ok && !n.Ellipsis.IsValid() {
				last = sl.Elem()
			}
			in.flows(arg, last)
		case k < params.Len():
			in.flows(arg, params.At(k).Type())
		}
	}
}

// callee returns the signature of a called function, also of a generic one
// whose type arguments could not be inferred.
func (in *inferrer) callee(fun ast.Expr) *types.Signature {
	if t := in.typeOf(fun); t != nil {
		if sig, ok := coreOf[*types.Signature](t); ok {
			return sig
		}
	}
	var id *ast.Ident
	switch f := ast.Unparen(fun).(type) {
	case *ast.Ident:
		id = f
	case *ast.SelectorExpr:
		id = f.Sel
	default:
		return nil
	}
	if obj := in.info.Uses[id]; obj != nil && obj.Type() != nil {
		sig, _ := coreOf[*types.Signature](obj.Type())
		return sig
	}
	return nil
}

// madeUp returns the guess for fun if its parameters are not known.
func (s *synth) madeUp(fun ast.Expr, info *types.Info) *guess {
	if sel, ok := fun.(*ast.SelectorExpr); ok {
		if g := s.objects[info.Uses[sel.Sel]]; g != nil && g.find().known == nil {
			return g.find()
		}
	}
	return nil
}

// convert records that arg is converted to t.
func (in *inferrer) convert(t types.Type, arg ast.Expr) {
	have := in.typeOf(arg)
	if t == nil || have == nil || types.ConvertibleTo(have, t) {
		return
	}
	if g := in.s.direct(have); g != nil && g.nilable && !g.isType {
		if b, ok := t.Underlying().(*types.Basic); ok && b.Info()&types.IsString != 0 {
			t = types.NewSlice(types.Typ[types.Byte])
			in.s.unnil(g)
		}
	}
	in.s.unify(have, t)
}

func (in *inferrer) builtin(name string, n *ast.CallExpr) {
	if name != "append" || len(n.Args) < 2 {
		return
	}
	t := in.typeOf(n.Args[0])
	for _, arg := range n.Args[1:] {
		if n.Ellipsis.IsValid() {
			in.flows(arg, t)
		} else if sl, ok := coreOf[*types.Slice](t); ok {
			in.flows(arg, sl.Elem())
		}
	}
}

// typeSwitch records that the types of the cases implement that of the value.
func (in *inferrer) typeSwitch(n *ast.TypeSwitchStmt) {
	var x ast.Expr
	ast.Inspect(n.Assign, func(n ast.Node) bool {
		if a, ok := n.(*ast.TypeAssertExpr); ok {
			x = a.X
		}
		return x == nil
	})
	if x == nil {
		return
	}
	for _, c := range n.Body.List {
		for _, e := range c.(*ast.CaseClause).List {
			if t := in.typeOf(e); !isNil(t) {
				in.s.unify(t, in.typeOf(x))
			}
		}
	}
}
