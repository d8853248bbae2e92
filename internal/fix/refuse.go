package fix

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strconv"
	"strings"

	"github.com/mcpvet/mcpvet/models"
)

// refuse writes what a function returns for a call that it refuses with that
// text: a result that says so, where the SDK has a function for one, or else an
// error. "" if it can return neither.
func (e *Editor) refuse(typ *ast.FuncType, at token.Pos, text string) string {
	return e.refuseBy(typ, at, func(asError bool) string {
		if asError {
			return e.use("errors", at) + ".New(" + strconv.Quote(text) + ")"
		}
		return strconv.Quote(text)
	})
}

// refuseErr is refuse with the error in a variable.
func (e *Editor) refuseErr(typ *ast.FuncType, at token.Pos, err string) string {
	return e.refuseBy(typ, at, func(asError bool) string {
		if asError {
			return err
		}
		return err + ".Error()"
	})
}

func (e *Editor) refuseBy(typ *ast.FuncType, at token.Pos, write func(asError bool) string) string {
	if typ == nil || typ.Results == nil {
		return ""
	}
	var all []types.Type
	for _, r := range typ.Results.List {
		for range max(len(r.Names), 1) {
			all = append(all, e.Info.TypeOf(r.Type))
		}
	}
	errs := len(all) > 0 && all[len(all)-1] == types.Universe.Lookup("error").Type()
	if len(all) == 1 && !errs || len(all) == 2 && errs {
		if maker := e.errorResult(all[0], at); maker != "" {
			text := maker + "(" + write(false) + ")"
			if errs {
				text += ", nil"
			}
			return text
		}
	}
	if !errs {
		return ""
	}
	var out []string
	for _, t := range all[:len(all)-1] {
		z := e.zero(t, at)
		if z == "" {
			return ""
		}
		out = append(out, z)
	}
	return strings.Join(append(out, write(true)), ", ")
}

// checked refuses a text for which a condition holds, before a statement that uses
// it, or a later one. It returns what the text is called behind the check, which is
// a variable of that name if the text is asked for there; "" if it can't be checked.
func (e *Editor) checked(set *models.Set, typ *ast.FuncType, stmt ast.Stmt, x ast.Expr, name string, cond func(value string) string, why string) string {
	if stmt == nil || !e.declared(x, stmt) {
		return ""
	}
	answer := e.refuse(typ, stmt.Pos(), why)
	if answer == "" {
		return ""
	}
	value := e.text(x)
	var lines []string
	if !isPure(x) {
		call, ok := ast.Unparen(x).(*ast.CallExpr)
		at := e.in(stmt)
		if at == nil || !ok || !at.plain(set, call) || e.callee(call) == nil {
			return ""
		}
		if name = at.variable(name, call, stmt); name == "" {
			return ""
		}
		lines = append(lines, name+" := "+value)
		value = name
	}
	text := value
	if types.Unalias(e.Info.TypeOf(x)) != types.Typ[types.String] {
		text = "string(" + value + ")"
	}
	e.before(stmt, append(lines, "if "+cond(text)+" {", "\treturn "+answer, "}")...)
	return value
}

// stands reports whether statements stand before a place already.
func (s *Site) stands(at token.Pos, lines []string) bool {
	words := strings.Fields(string(s.Content[:s.offset(at)]))
	want := strings.Fields(strings.Join(lines, " "))
	return len(words) >= len(want) && slices.Equal(words[len(words)-len(want):], want)
}

// variable returns what a variable for what a call gives can be called: a name, or
// that with a number where others get one before; "" if it is taken.
func (s *Site) variable(name string, call *ast.CallExpr, stmt ast.Stmt) string {
	if name == "" || token.IsKeyword(name) {
		return ""
	}
	fn, _, body := s.function()
	n := 1
	ast.Inspect(body, func(in ast.Node) bool {
		c, ok := in.(*ast.CallExpr)
		if ok && c.Pos() < stmt.Pos() && s.callee(c) == s.callee(call) && s.valueName(c) == s.valueName(call) {
			n++
		}
		return true
	})
	if n > 1 {
		name += strconv.Itoa(n)
	}
	if !s.free(name, fn, stmt.Pos()) {
		return ""
	}
	return name
}

// user returns the statement that uses an expression, nil if none can stand before it.
func (s *Site) user(x ast.Expr) ast.Stmt {
	at := s.in(x)
	if at == nil {
		return nil
	}
	stmt, _, _ := at.statement()
	return stmt
}

// rename writes what an expression is called behind a check.
func (e *Editor) rename(x ast.Expr, value string) {
	if value != "" && !isPure(x) {
		e.replaceNode(x, value)
	}
}

// before inserts a statement before another, which must stand in a list, and the
// comment on that. It does nothing where the statement stands already: what it does
// is not enough then, or not known, as long as the program lacks the companion.
func (e *Editor) before(stmt ast.Stmt, lines ...string) {
	at := stmt.Pos()
	line := func(p token.Pos) int { return e.Fset.PositionFor(p, false).Line }
	for _, c := range e.Syntax.Comments {
		if line(c.End())+1 == line(at) && e.offset(c.Pos())-len(e.indent(c.Pos())) == e.offset(e.Fset.File(c.Pos()).LineStart(line(c.Pos()))) {
			at = c.Pos()
		}
	}
	e.put(at, lines)
}

// put inserts statements at a place where one begins.
func (e *Editor) put(at token.Pos, lines []string) {
	if in := e.indent(at); !e.stands(at, lines) {
		e.insert(at, strings.Join(lines, "\n"+in)+"\n"+in)
	}
}

// declared reports whether what an expression names is known before a statement, and
// is the same there as in the statement.
func (e *Editor) declared(x ast.Expr, stmt ast.Stmt) bool { return e.known(x, stmt) && e.kept(x, stmt) }

// kept reports whether nothing in a statement sets a part of an expression that
// stands there before that is evaluated.
func (s *Site) kept(x ast.Expr, stmt ast.Stmt) bool {
	if x.Pos() < stmt.Pos() || x.End() > stmt.End() {
		return true
	}
	until := x.Pos()
	ast.Inspect(stmt, func(n ast.Node) bool {
		switch n.(type) {
		case *ast.ForStmt, *ast.RangeStmt:
			if n.Pos() <= x.Pos() && x.End() <= n.End() {
				until = max(until, n.End()) // again and again
			}
		}
		return true
	})
	named := map[types.Object]bool{}
	ast.Inspect(x, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok && s.Info.Uses[id] != nil {
			named[s.Info.Uses[id]] = true
		}
		return true
	})
	ok := true
	set := func(to ast.Expr) {
		if id := root(to); id != nil && named[s.Info.Uses[id]] {
			ok = false
		}
	}
	ast.Inspect(stmt, func(n ast.Node) bool {
		if n == nil || n.Pos() >= until {
			return false
		}
		switch n := n.(type) {
		case *ast.AssignStmt:
			if n.End() <= until {
				for _, l := range n.Lhs {
					set(l)
				}
			}
		case *ast.IncDecStmt:
			set(n.X)
		case *ast.UnaryExpr:
			if n.Op == token.AND {
				set(n.X)
			}
		}
		return true
	})
	return ok
}

// root returns the variable that an expression is, or is a part of; nil if it is
// neither.
func root(x ast.Expr) *ast.Ident {
	for {
		switch y := ast.Unparen(x).(type) {
		case *ast.Ident:
			return y
		case *ast.SelectorExpr:
			x = y.X
		case *ast.IndexExpr:
			x = y.X
		case *ast.StarExpr:
			x = y.X
		default:
			return nil
		}
	}
}

// known reports whether what an expression names is known before a statement.
func (e *Editor) known(x ast.Expr, stmt ast.Stmt) bool {
	ok := true
	ast.Inspect(x, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.SelectorExpr:
			ok = ok && e.known(n.X, stmt)
			return false
		case *ast.KeyValueExpr:
			ok = ok && e.known(n.Value, stmt)
			return false
		case *ast.Ident:
			if obj := e.Info.Uses[n]; obj != nil && e.lookup(n.Name, stmt.Pos()) != obj {
				ok = false
			}
		}
		return ok
	})
	return ok
}

// decl returns the declared function around a site, and where text before it goes.
func (s *Site) decl() (*ast.FuncDecl, token.Pos) {
	for _, n := range s.Path {
		if d, ok := n.(*ast.FuncDecl); ok {
			if d.Doc != nil {
				return d, d.Doc.Pos()
			}
			return d, d.Pos()
		}
	}
	return nil, token.NoPos
}

// valueName returns what a value is called: the variable, the field, or the key
// that it is asked for by; "" unknown.
func (s *Site) valueName(x ast.Expr) string {
	switch x := ast.Unparen(x).(type) {
	case *ast.Ident:
		return x.Name
	case *ast.SelectorExpr:
		return x.Sel.Name
	case *ast.TypeAssertExpr:
		return s.valueName(x.X)
	case *ast.StarExpr:
		return s.valueName(x.X)
	case *ast.IndexExpr:
		if name, ok := s.constant(x.Index); ok {
			return name
		}
	case *ast.CallExpr:
		for _, a := range x.Args {
			if name, ok := s.constant(a); ok && name != "" {
				return name
			}
		}
		if len(x.Args) == 1 {
			return s.valueName(x.Args[0])
		}
	}
	return ""
}

// calledLike reports whether a value is called like an argument of a tool: by its
// own name, that of its field in the arguments, or what a variable is defined as.
func (s *Site) calledLike(x ast.Expr, argument string) bool {
	x = ast.Unparen(x)
	if sameName(s.valueName(x), argument) {
		return true
	}
	switch x := x.(type) {
	case *ast.SelectorExpr:
		return argument != "" && s.fieldKey(x) == argument
	case *ast.StarExpr:
		return s.calledLike(x.X, argument)
	case *ast.Ident:
		d := s.definition(x)
		if call, ok := d.(*ast.CallExpr); ok && s.callee(call) != nil && s.callee(call).Pkg() == s.Types {
			return false // what a function of the server makes of it is something else
		}
		return d != nil && s.calledLike(d, argument)
	}
	return false
}

// sameName reports whether two names differ by how they are written only.
func sameName(a, b string) bool {
	plain := func(s string) string {
		return strings.ToLower(strings.NewReplacer("_", "", "-", "", ".", "").Replace(s))
	}
	return a != "" && plain(a) == plain(b)
}

// identifier makes a name for Go of one of another kind: "sort-by" is sortBy.
func identifier(name string) string {
	var b strings.Builder
	up := false
	for _, r := range name {
		switch {
		case r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' && b.Len() > 0:
			c := string(r)
			if up {
				c = strings.ToUpper(c)
			}
			b.WriteString(c)
			up = false
		default:
			up = b.Len() > 0
		}
	}
	out := b.String()
	if out == "" {
		return ""
	}
	return strings.ToLower(out[:1]) + out[1:]
}

func title(name string) string {
	if name == "" {
		return ""
	}
	return strings.ToUpper(name[:1]) + name[1:]
}

// funcName returns a name of a function that is its own in the package, to begin
// with a capital; "" for main.
func funcName(d *ast.FuncDecl) string {
	name := d.Name.Name
	if d.Recv == nil && (name == "main" || name == "init") {
		return ""
	}
	if d.Recv != nil && len(d.Recv.List) == 1 {
		of := d.Recv.List[0].Type
		for {
			switch t := of.(type) {
			case *ast.StarExpr:
				of = t.X
				continue
			case *ast.IndexExpr:
				of = t.X
				continue
			case *ast.Ident:
				return title(t.Name) + title(name)
			}
			break
		}
	}
	return title(name)
}
