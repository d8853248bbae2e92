package load

import (
	"go/ast"
	"go/token"
	"go/types"
	"strings"
)

// collect records how f uses the names of missing packages, by syntax alone:
// which are types, or what the others are. A local variable that hides an
// import adds names that nothing uses.
func (s *synth) collect(n *node, f *ast.File, asTypes bool) {
	imported := make(map[string]*mock)
	for _, spec := range f.Imports {
		path := importPath(spec)
		if !n.misses(path) {
			continue
		}
		m := s.mocks[path]
		if name := m.name; spec.Name == nil {
			imported[name] = m
		} else if spec.Name.Name != "." && spec.Name.Name != "_" {
			imported[spec.Name.Name] = m
		}
	}
	if len(imported) == 0 {
		return
	}
	inspect(f, func(stack []ast.Node) {
		i := len(stack) - 1
		sel, ok := stack[i].(*ast.SelectorExpr)
		if !ok {
			return
		}
		if id, ok := sel.X.(*ast.Ident); ok && imported[id.Name] != nil && sel.Sel.IsExported() {
			g := s.name(imported[id.Name], sel.Sel.Name)
			if asTypes {
				s.typeUse(g, stack, i)
			} else if !g.isType {
				s.valueUse(g, stack, i)
			}
		}
	})
}

// inspect calls visit with the path to every node below root.
func inspect(root ast.Node, visit func(stack []ast.Node)) {
	var stack []ast.Node
	ast.Inspect(root, func(n ast.Node) bool {
		if n == nil {
			stack = stack[:len(stack)-1]
			return true
		}
		stack = append(stack, n)
		visit(stack)
		return true
	})
}

// name returns the guess for a name that m declares.
func (s *synth) name(m *mock, name string) *guess {
	g := m.names[name]
	if g == nil {
		g = &guess{mock: m, label: name}
		m.names[name] = g
	}
	return g
}

// typeUse records that stack[i] uses g as a type, if it does.
func (s *synth) typeUse(g *guess, stack []ast.Node, i int) {
	if _, ok := instantiated(stack, i); ok {
		g.params = max(g.params, len(typeArgs(stack[i-1])))
		g.isType = g.isType || inTypePosition(stack, i-1)
		return
	}
	if !inTypePosition(stack, i) {
		return
	}
	g.isType = true
	switch p := stack[i-1].(type) {
	case *ast.CompositeLit:
		s.composite(g, p)
	case *ast.Field:
		if _, ok := stack[i-3].(*ast.InterfaceType); ok && len(p.Names) == 0 {
			s.setForm(g, formInterface)
		}
	}
}

// valueUse records that stack[i] uses g as a value.
func (s *synth) valueUse(g *guess, stack []ast.Node, i int) {
	if call, ok := instantiated(stack, i); ok {
		s.called(g, call, stack, i-2)
		return
	}
	switch p := stack[i-1].(type) {
	case *ast.CallExpr:
		if p.Fun == stack[i] {
			s.called(g, p, stack, i-1)
			return
		}
	case *ast.ArrayType:
		g.constant = true
		s.bindBasic(g, types.Int)
		return
	}
	for k := i - 1; k > 0; k-- {
		if gen, ok := stack[k].(*ast.GenDecl); ok {
			g.constant = g.constant || gen.Tok == token.CONST
		}
		if _, ok := stack[k].(ast.Stmt); ok {
			break
		}
	}
	s.shape(g, stack, i)
}

// typeArgs returns the indices of an index expression.
func typeArgs(n ast.Node) []ast.Expr {
	switch n := n.(type) {
	case *ast.IndexExpr:
		return []ast.Expr{n.Index}
	case *ast.IndexListExpr:
		return n.Indices
	}
	return nil
}

// instantiated reports whether stack[i] is a generic type or function with
// its type arguments, and the call of it if it is a function.
func instantiated(stack []ast.Node, i int) (*ast.CallExpr, bool) {
	switch p := stack[i-1].(type) {
	case *ast.IndexListExpr:
		if p.X != stack[i] {
			return nil, false
		}
	case *ast.IndexExpr:
		if p.X != stack[i] {
			return nil, false
		}
		switch x := p.Index.(type) {
		case *ast.BasicLit, *ast.BinaryExpr, *ast.CallExpr:
			return nil, false
		case *ast.Ident:
			if _, ok := types.Universe.Lookup(x.Name).(*types.TypeName); !ok && !x.IsExported() && !inTypePosition(stack, i-1) {
				return nil, false
			}
		}
	default:
		return nil, false
	}
	if inTypePosition(stack, i-1) {
		return nil, true
	}
	call, ok := stack[i-2].(*ast.CallExpr)
	return call, ok && call.Fun == stack[i-1]
}

// composite records how a literal of type g looks.
func (s *synth) composite(g *guess, lit *ast.CompositeLit) {
	if len(lit.Elts) == 0 {
		return
	}
	kv, ok := lit.Elts[0].(*ast.KeyValueExpr)
	if !ok {
		s.setForm(g, formSlice)
		return
	}
	if _, ok := kv.Key.(*ast.Ident); !ok {
		s.setForm(g, formMap)
		return
	}
	g.literal = true
	for _, e := range lit.Elts {
		if kv, ok := e.(*ast.KeyValueExpr); ok {
			if id, ok := kv.Key.(*ast.Ident); ok {
				s.member(g, id.Name)
			}
		}
	}
}

// called records that stack[i] calls g.
func (s *synth) called(g *guess, call *ast.CallExpr, stack []ast.Node, i int) {
	g = g.find()
	if g.isType { // a conversion
		return
	}
	if g.known != nil || !s.setForm(g, formFunc) {
		return
	}
	s.arity(g, len(call.Args), call.Ellipsis.IsValid())
	g.calls++
	names := resultNames(stack, i)
	for len(g.results) < len(names) {
		g.results = append(g.results, g.part(string(rune('1'+len(g.results)))))
		s.changed = true
	}
	for k, name := range names {
		switch r := g.results[k]; {
		case name == "err" || strings.HasSuffix(name, "Err"), name == "_" && k > 0 && k == len(names)-1 && k == len(g.results)-1:
			s.bind(r, types.Universe.Lookup("error").Type())
		case name == "ok" && k > 0:
			s.bindBasic(r, types.Bool)
		}
	}
	if len(names) == 1 {
		s.shape(g.results[0], stack, i)
	}
}

// arity records that g is called with n arguments, of which the last may be a
// spread slice. Those before it are then exactly the fixed parameters.
func (s *synth) arity(g *guess, n int, spread bool) {
	least, most := min(n, g.min), max(n, g.max)
	if g.calls == 0 {
		least, most = n, n
	}
	if spread {
		least = n - 1
	} else if g.spread {
		least = g.min
	}
	if g.calls == 0 || least != g.min || most != g.max || spread && !g.spread {
		g.min, g.max, g.spread = least, most, g.spread || spread
		s.changed = true
	}
}

// resultNames returns the names of the variables that take the results of the
// call stack[i], "" for a result without one.
func resultNames(stack []ast.Node, i int) []string {
	name := func(e ast.Expr) string {
		if id, ok := e.(*ast.Ident); ok {
			return id.Name
		}
		return ""
	}
	switch p := stack[i-1].(type) {
	case *ast.AssignStmt:
		if len(p.Rhs) == 1 {
			names := make([]string, len(p.Lhs))
			for k, e := range p.Lhs {
				names[k] = name(e)
			}
			return names
		}
		for k, e := range p.Rhs {
			if e == stack[i] && k < len(p.Lhs) {
				return []string{name(p.Lhs[k])}
			}
		}
	case *ast.ValueSpec:
		if len(p.Values) == 1 {
			names := make([]string, len(p.Names))
			for k, id := range p.Names {
				names[k] = id.Name
			}
			return names
		}
	case *ast.ReturnStmt:
		if len(p.Results) == 1 {
			if t := enclosingFunc(stack, i); t != nil && t.Results.NumFields() > 1 {
				return make([]string, t.Results.NumFields())
			}
		}
	}
	return []string{""}
}

// enclosingFunc returns the type of the function that stack[i] is in.
func enclosingFunc(stack []ast.Node, i int) *ast.FuncType {
	for ; i >= 0; i-- {
		switch f := stack[i].(type) {
		case *ast.FuncLit:
			return f.Type
		case *ast.FuncDecl:
			return f.Type
		}
	}
	return nil
}
