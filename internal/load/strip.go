package load

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"slices"
)

// A stripper takes the statements at fault out of one function, so that the
// rest of it can be analysed.
//
// An expression at fault becomes an unknown value where its place says which
// type it has: as an argument, element or result. Otherwise its statement goes,
// but what that declares or assigns to stays, with unknown values. Inside a
// function literal only the statements there go.
type stripper struct {
	r     *repairer
	what  string
	count int
}

// maxStripped is how many statements of one function are reported.
const maxStripped = 5

// strip takes out of body what is at fault, and reports whether that is enough:
// an error that no statement has, like a missing return, is beyond it.
func (s *stripper) strip(body *ast.BlockStmt, sig *types.Signature) bool {
	if s.r.everything {
		return false
	}
	inside := func(n ast.Node) bool { _, ok := n.(ast.Stmt); return ok && n != body }
	if s.r.faultOutside(body, inside) != "" {
		return false
	}
	s.list(body.List, sig)
	return true
}

// list strips the statements of a list, in place.
func (s *stripper) list(stmts []ast.Stmt, sig *types.Signature) {
	for i, st := range stmts {
		if s.r.fault(st) != "" {
			stmts[i] = s.stmt(st, sig)
		}
	}
}

// isBlock reports whether n is a nested list of statements, or a function
// literal.
func isBlock(n ast.Node) bool {
	switch n.(type) {
	case *ast.BlockStmt, *ast.CaseClause, *ast.CommClause, *ast.FuncLit:
		return true
	}
	return false
}

// stmt returns what is left of a statement at fault.
func (s *stripper) stmt(st ast.Stmt, sig *types.Signature) ast.Stmt {
	switch st := st.(type) {
	case *ast.LabeledStmt:
		if left := s.stmt(st.Stmt, sig); left == st.Stmt {
			return st
		}
		return &ast.EmptyStmt{Semicolon: st.Pos()}
	case *ast.ReturnStmt:
		return s.returns(st, sig)
	}
	head := isBlock
	if cond, ok := st.(*ast.IfStmt); ok {
		head = func(n ast.Node) bool { return isBlock(n) || n == cond.Else }
	} else {
		s.parts(st)
	}
	if why := s.r.faultOutside(st, head); why != "" {
		return s.leave(st, why)
	}
	switch st := st.(type) {
	case *ast.BlockStmt:
		s.list(st.List, sig)
	case *ast.IfStmt:
		s.list(st.Body.List, sig)
		if st.Else != nil && s.r.fault(st.Else) != "" {
			if st.Else = s.stmt(st.Else, sig); !isElse(st.Else) {
				st.Else = nil
			}
		}
	case *ast.ForStmt:
		s.list(st.Body.List, sig)
	case *ast.RangeStmt:
		s.list(st.Body.List, sig)
	case *ast.SwitchStmt:
		s.clauses(st.Body, sig)
	case *ast.TypeSwitchStmt:
		s.clauses(st.Body, sig)
	case *ast.SelectStmt:
		if s.clauses(st.Body, sig); len(st.Body.List) == 0 { // would block forever
			return &ast.EmptyStmt{Semicolon: st.Pos()}
		}
	}
	// Function literals in the statement, or in the head of it.
	if !s.literals(st) {
		return s.leave(st, s.r.fault(st))
	}
	return st
}

// leave takes a statement out.
func (s *stripper) leave(st ast.Stmt, why string) ast.Stmt {
	left := s.left(st)
	s.report(st, why)
	return left
}

func isElse(st ast.Stmt) bool {
	switch st.(type) {
	case *ast.IfStmt, *ast.BlockStmt:
		return true
	}
	return false
}

// clauses strips the clauses of a switch or select. One with a head at fault
// goes as a whole.
func (s *stripper) clauses(body *ast.BlockStmt, sig *types.Signature) {
	body.List = slices.DeleteFunc(body.List, func(c ast.Stmt) bool {
		var list []ast.Stmt
		switch c := c.(type) {
		case *ast.CaseClause:
			list = c.Body
		case *ast.CommClause:
			list = c.Body
		}
		why := s.r.faultOutside(c, func(n ast.Node) bool {
			st, ok := n.(ast.Stmt)
			return ok && slices.Contains(list, st)
		})
		if why == "" {
			_, obj := s.r.info.Implicits[c]
			if obj && s.r.isBadObject(s.r.info.Implicits[c]) {
				why = "the type of the clause is unknown"
			}
		}
		if why != "" {
			s.report(c, why)
			return true
		}
		s.list(list, sig)
		return false
	})
}

// literals strips the function literals in n that are at fault, nested blocks
// aside, and reports whether n is without fault then.
func (s *stripper) literals(n ast.Node) bool {
	ok := true
	ast.Inspect(n, func(n ast.Node) bool {
		lit, isLit := n.(*ast.FuncLit)
		if !isLit || !ok {
			return ok
		}
		if s.r.fault(lit) != "" {
			sig, known := s.r.info.TypeOf(lit).(*types.Signature)
			ok = known && s.r.fault(lit.Type) == "" && s.strip(lit.Body, sig)
		}
		return false
	})
	return ok && s.r.fault(n) == ""
}

// parts replaces what is at fault inside n, nested blocks aside, where the
// place says which type it has: the elements of literals and the arguments of
// calls.
func (s *stripper) parts(n ast.Node) {
	ast.Inspect(n, func(m ast.Node) bool {
		if isBlock(m) && m != n {
			return false
		}
		switch m := m.(type) {
		case *ast.CompositeLit:
			s.elements(m)
			return false
		case *ast.CallExpr:
			s.parts(m.Fun)
			s.arguments(m)
			return false
		}
		return true
	})
}

// part returns e, or what stands for a value of type t if e is at fault.
func (s *stripper) part(e ast.Expr, t types.Type) ast.Expr {
	if s.r.fault(e) == "" {
		return e
	}
	s.parts(e)
	if s.literals(e) || t == nil || s.r.isBad(t) {
		return e
	}
	u := s.unknown(t, e.Pos())
	if u == nil {
		return e
	}
	s.report(e, s.r.fault(e))
	return u
}

// elements replaces the elements at fault of a literal. Those with a key at
// fault go.
func (s *stripper) elements(lit *ast.CompositeLit) {
	t := s.r.info.TypeOf(lit)
	if t == nil || s.r.isBad(t) || lit.Type != nil && s.r.fault(lit.Type) != "" {
		return
	}
	if p, ok := t.Underlying().(*types.Pointer); ok { // &T left out
		t = p.Elem()
	}
	// typ returns the type of an element, nil if it is not known.
	var typ func(i int, key ast.Expr) types.Type
	switch u := t.Underlying().(type) {
	case *types.Struct:
		typ = func(i int, key ast.Expr) types.Type {
			if id, ok := key.(*ast.Ident); ok {
				if v, ok := s.r.info.Uses[id].(*types.Var); ok {
					return v.Type()
				}
			} else if i < u.NumFields() {
				return u.Field(i).Type()
			}
			return nil
		}
	case interface{ Elem() types.Type }: // *types.Slice, *types.Array, *types.Map
		typ = func(int, ast.Expr) types.Type { return u.Elem() }
	default:
		return
	}
	kept := lit.Elts[:0]
	for i, e := range lit.Elts {
		kv, ok := e.(*ast.KeyValueExpr)
		if !ok {
			kept = append(kept, s.part(e, typ(i, nil)))
			continue
		}
		if why := s.r.fault(kv.Key); why != "" {
			s.report(kv, why)
			continue
		}
		kv.Value = s.part(kv.Value, typ(i, kv.Key))
		kept = append(kept, kv)
	}
	lit.Elts = kept
}

// arguments replaces the arguments at fault of a call.
func (s *stripper) arguments(call *ast.CallExpr) {
	sig, ok := s.r.info.TypeOf(call.Fun).(*types.Signature)
	if !ok || s.r.isBad(sig) || sig.TypeParams().Len() > 0 || s.r.fault(call.Fun) != "" {
		for _, arg := range call.Args {
			s.parts(arg)
		}
		return
	}
	params, n := sig.Params(), len(call.Args)
	fixed := params.Len()
	fits := n == fixed
	if sig.Variadic() && !call.Ellipsis.IsValid() {
		fixed--
		fits = n >= fixed
	}
	for i, arg := range call.Args {
		var t types.Type
		if fits && i < fixed {
			t = params.At(i).Type()
		} else if fits {
			if sl, ok := params.At(fixed).Type().Underlying().(*types.Slice); ok {
				t = sl.Elem()
			}
		}
		call.Args[i] = s.part(arg, t)
	}
}

// returns replaces the results at fault of a return.
func (s *stripper) returns(st *ast.ReturnStmt, sig *types.Signature) ast.Stmt {
	results := sig.Results()
	if len(st.Results) == results.Len() {
		for i, e := range st.Results {
			st.Results[i] = s.part(e, results.At(i).Type())
		}
		if s.r.fault(st) == "" {
			return st
		}
	} else {
		s.parts(st)
		if s.literals(st) {
			return st
		}
	}
	var values []ast.Expr
	for v := range results.Variables() {
		u := s.unknown(v.Type(), st.Pos())
		if u == nil {
			return st // still at fault: the function goes
		}
		values = append(values, u)
	}
	s.report(st, s.r.fault(st))
	st.Results = values
	return st
}

// unknown returns an expression for a value of type t of which nothing is
// known: a variable in a package of its own. It is nil if there is none.
func (s *stripper) unknown(t types.Type, pos token.Pos) ast.Expr {
	n := s.r.n
	if n.unknown == nil {
		n.unknown = types.NewPackage("mcpvet.unknown", "unknown")
		n.unknown.MarkComplete()
		n.types.SetImports(append(slices.Clone(n.types.Imports()), n.unknown))
	}
	name := fmt.Sprintf("v%d", n.unknown.Scope().Len())
	n.unknown.Scope().Insert(types.NewVar(token.NoPos, n.unknown, name, t))
	id := &ast.Ident{NamePos: pos, Name: name}
	if err := types.CheckExpr(s.r.l.fset, n.unknown, token.NoPos, id, s.r.info); err != nil {
		return nil
	}
	return id
}

// left returns what stays of a statement that goes: the variables that it
// declares or assigns to, with unknown values.
func (s *stripper) left(st ast.Stmt) ast.Stmt {
	as := &ast.AssignStmt{Tok: token.ASSIGN, TokPos: st.Pos()}
	add := func(e ast.Expr) {
		id, ok := e.(*ast.Ident)
		if ok && (id.Name == "_" || s.r.badIdent(id) != "") || !ok && s.r.fault(e) != "" {
			return
		}
		t := s.r.info.TypeOf(e)
		if ok && s.r.info.Defs[id] != nil {
			t, as.Tok = s.r.info.Defs[id].Type(), token.DEFINE
		}
		if t == nil {
			return
		}
		if u := s.unknown(t, e.Pos()); u != nil {
			as.Lhs, as.Rhs = append(as.Lhs, e), append(as.Rhs, u)
		}
	}
	switch st := st.(type) {
	case *ast.AssignStmt:
		for _, e := range st.Lhs {
			add(e)
		}
	case *ast.DeclStmt:
		if gen, ok := st.Decl.(*ast.GenDecl); ok && gen.Tok == token.VAR {
			for _, spec := range gen.Specs {
				for _, id := range spec.(*ast.ValueSpec).Names {
					add(id)
				}
			}
		}
	}
	if len(as.Lhs) == 0 {
		return &ast.EmptyStmt{Semicolon: st.Pos()}
	}
	return as
}

// report records that n is left out. The errors in it are no longer ones of
// the code that stays.
func (s *stripper) report(n ast.Node, why string) { s.reportRange(n.Pos(), n.End(), why) }

func (s *stripper) reportRange(pos, end token.Pos, why string) {
	if s.count++; s.count <= maxStripped {
		s.r.problem(s.what, pos, "a part of it is not analysed: "+why)
	}
	s.r.faults = slices.DeleteFunc(s.r.faults, func(f syntaxFault) bool { return pos <= f.pos && f.pos < end })
}

// done reports the statements that were left out without being named.
func (s *stripper) done(pos token.Pos) {
	if more := s.count - maxStripped; more > 0 {
		s.r.problem(s.what, pos, fmt.Sprintf("%d more parts of it are not analysed", more))
	}
}
