package load

import (
	"go/ast"
	"go/token"
	"go/types"
)

// shape records what the place of stack[i] says about g, the type of it,
// without looking at other types.
func (s *synth) shape(g *guess, stack []ast.Node, i int) {
	g = g.find()
	self := stack[i]
	switch p := stack[i-1].(type) {
	case *ast.ParenExpr:
		s.shape(g, stack, i-1)
	case *ast.SelectorExpr:
		if p.X != self {
			return
		}
		m := s.member(g, p.Sel.Name)
		if m == nil {
			return
		}
		if call, ok := stack[i-2].(*ast.CallExpr); ok && call.Fun == p {
			if m.open() {
				m.isMethod = true
			}
			s.called(m, call, stack, i-2)
		} else {
			s.shape(m, stack, i-1)
		}
	case *ast.CallExpr:
		if p.Fun == self {
			s.called(g, p, stack, i-1)
			return
		}
		id, ok := p.Fun.(*ast.Ident)
		if ok && len(p.Args) > 0 && p.Args[0] == self && (id.Name == "len" || id.Name == "cap" || id.Name == "append" || id.Name == "copy") {
			s.setForm(g, formSlice)
		}
	case *ast.IndexExpr:
		if p.X != self {
			return
		}
		if lit, ok := p.Index.(*ast.BasicLit); ok && lit.Kind == token.STRING {
			s.setForm(g, formMap)
		} else {
			s.setForm(g, formSlice)
		}
		if g.elem != nil {
			s.shape(g.elem, stack, i-1)
		}
	case *ast.RangeStmt:
		if p.X != self {
			return
		}
		if id, ok := p.Key.(*ast.Ident); ok && !indexName(id.Name) {
			s.setForm(g, formMap)
		} else {
			s.setForm(g, formSlice)
		}
	case *ast.StarExpr:
		s.setForm(g, formPointer)
	case *ast.SendStmt:
		if p.Chan == self {
			s.setForm(g, formChan)
		}
	case *ast.UnaryExpr:
		switch p.Op {
		case token.NOT:
			s.bindBasic(g, types.Bool)
		case token.ARROW:
			s.setForm(g, formChan)
		case token.SUB, token.ADD, token.XOR:
			s.bindBasic(g, types.Int)
		}
	case *ast.BinaryExpr:
		other := p.X
		if other == self {
			other = p.Y
		}
		s.compared(g, p.Op, other)
	case *ast.IfStmt:
		if p.Cond == self {
			s.bindBasic(g, types.Bool)
		}
	case *ast.ForStmt:
		if p.Cond == self {
			s.bindBasic(g, types.Bool)
		}
	case *ast.IncDecStmt:
		s.bindBasic(g, types.Int)
	case *ast.TypeAssertExpr:
		s.setForm(g, formInterface)
	}
}

// indexName reports whether a variable of that name is likely an index.
func indexName(name string) bool {
	switch name {
	case "_", "i", "j", "k", "n", "idx", "index", "pos":
		return true
	}
	return false
}

// compared records that a value of g is an operand of op beside other.
func (s *synth) compared(g *guess, op token.Token, other ast.Expr) {
	switch op {
	case token.LAND, token.LOR:
		s.bindBasic(g, types.Bool)
		return
	case token.SHL, token.SHR:
		s.bindBasic(g, types.Int)
		return
	}
	switch other := other.(type) {
	case *ast.BasicLit:
		s.bindBasic(g, literalKind(other))
	case *ast.Ident:
		switch other.Name {
		case "nil":
			s.nil(g)
		case "true", "false":
			s.bindBasic(g, types.Bool)
		}
	}
}

// nil records that nil is a value of g.
func (s *synth) nil(g *guess) {
	switch {
	case g.form != formStruct || g.nilable:
	case g.isType && !g.literal:
		g.form = formInterface
		s.changed = true
	case !g.isType:
		g.nilable = true
		s.changed = true
	}
}

// literalKind returns the type that a literal has by default.
func literalKind(lit *ast.BasicLit) types.BasicKind {
	switch lit.Kind {
	case token.INT:
		return types.Int
	case token.FLOAT:
		return types.Float64
	case token.CHAR:
		return types.Rune
	}
	return types.String
}

func (s *synth) bindBasic(g *guess, kind types.BasicKind) { s.bind(g, types.Typ[kind]) }
