package fix

import (
	"go/ast"
	"go/token"
	"go/types"
)

// afterwards reports whether a place runs when the function around it may be gone:
// in a goroutine that this one starts, or in a function that a timer calls.
func (s *Site) afterwards() bool {
	for k, n := range s.Path {
		switch n := n.(type) {
		case *ast.GoStmt:
			return true
		case *ast.CallExpr:
			if _, timed := s.calls(n, "time.AfterFunc", "context.AfterFunc"); timed && k > 0 && s.Path[k-1] != ast.Node(n.Fun) {
				return true
			}
		case *ast.FuncDecl:
			return false
		}
	}
	return false
}

// outlives reports whether what the call at a site gives may be kept longer than
// the function runs: in a field, a list or a variable of the package, in a struct,
// or by whoever gets it. Such a thing must not end with the context of a call.
func (s *Site) outlives(call ast.Node) bool {
	inner := ast.Node(nil)
	at := false
	for _, n := range s.Path {
		if n == call {
			at, inner = true, n
			continue
		}
		if !at {
			continue
		}
		switch n := n.(type) {
		case *ast.KeyValueExpr, *ast.CompositeLit, *ast.SendStmt:
			return true
		case *ast.ReturnStmt:
			return !s.onlyError(inner)
		case *ast.AssignStmt:
			for _, l := range n.Lhs {
				if s.keeps(l) {
					return true
				}
			}
			return false
		case *ast.ValueSpec:
			for _, id := range n.Names {
				if s.keeps(id) {
					return true
				}
			}
			return false
		case ast.Stmt:
			return false
		case *ast.CallExpr:
			return false
		}
		inner = n
	}
	return false
}

// onlyError reports whether an expression is an error and nothing else.
func (s *Site) onlyError(n ast.Node) bool {
	x, ok := n.(ast.Expr)
	return ok && s.isError(x)
}

func (s *Site) isError(x ast.Expr) bool {
	t := s.Info.TypeOf(x)
	return t != nil && types.Identical(t, types.Universe.Lookup("error").Type())
}

// keeps reports whether what is assigned to an expression may be kept.
func (s *Site) keeps(to ast.Expr) bool {
	id, ok := ast.Unparen(to).(*ast.Ident)
	if !ok {
		return true
	}
	obj := s.Info.ObjectOf(id)
	if id.Name == "_" || obj == nil || types.Identical(obj.Type(), types.Universe.Lookup("error").Type()) {
		return false
	}
	fn, _, body := s.function()
	if fn == nil || body == nil || obj.Pos() < body.Pos() || obj.Pos() > body.End() {
		return true // of the package, or of the function around this one
	}
	is := func(x ast.Expr) bool {
		use, ok := ast.Unparen(x).(*ast.Ident)
		if !ok {
			if u, star := ast.Unparen(x).(*ast.UnaryExpr); star && u.Op == token.AND {
				use, ok = ast.Unparen(u.X).(*ast.Ident)
			}
		}
		return ok && s.Info.Uses[use] == obj
	}
	kept := false
	ast.Inspect(body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.AssignStmt:
			for i, r := range n.Rhs {
				if i < len(n.Lhs) && is(r) {
					l, local := ast.Unparen(n.Lhs[i]).(*ast.Ident)
					kept = kept || !local || s.Info.ObjectOf(l) != nil && s.Info.ObjectOf(l).Parent() == s.Types.Scope()
				}
			}
		case *ast.CompositeLit:
			for _, x := range n.Elts {
				if kv, ok := x.(*ast.KeyValueExpr); ok {
					x = kv.Value
				}
				kept = kept || is(x)
			}
		case *ast.ReturnStmt:
			for _, x := range n.Results {
				kept = kept || is(x)
			}
		case *ast.SendStmt:
			kept = kept || is(n.Value)
		}
		return true
	})
	return kept
}
