package fix

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strconv"
	"strings"

	"github.com/mcpvet/mcpvet/internal/passes/taint"
	"github.com/mcpvet/mcpvet/internal/program"
	"github.com/mcpvet/mcpvet/models"
)

// Lists of what is allowed. A list has the values that the schema of the tool
// enumerates, to which not every SDK holds a caller; where the schema has none, it
// has the value that stands for a missing argument, and is to be filled in.

// A listed is a list of what a value may be.
type listed struct {
	name    string // of the value, to name the list after
	of      string // of what it is about, to name it after besides
	shown   string // what messages call it
	what    string // what the list has
	allowed []string
	known   bool // that is all
}

// listed returns the list for a value: what the schema of the tool enumerates for
// the argument that it is called like, or what it is where no caller gives it.
func (s *Site) listed(src sources, set *models.Set, f *taint.Flow, x ast.Expr, what string) *listed {
	name := identifier(s.valueName(x))
	if name == "" {
		return nil
	}
	l := &listed{name: name, of: s.about(f), shown: s.valueName(x), what: what}
	if sel, ok := ast.Unparen(x).(*ast.SelectorExpr); ok && s.fieldKey(sel) != "" {
		l.shown = s.fieldKey(sel)
	}
	if s.calledLike(x, f.Source.Name) {
		l.shown = f.Source.Name
		if values := enumOf(src, set, f.Entry.Pos, f.Source.Name); values != nil {
			l.known, l.allowed = !s.helps(src, f), values
			return l
		}
	}
	l.allowed = s.defaults(x)
	return l
}

// about names what a list is for: the function that has the check, or, where that has
// no name, the tool. One function may make the handlers of many.
func (s *Site) about(f *taint.Flow) string {
	fn, _, _ := s.function()
	if _, closure := fn.(*ast.FuncLit); closure && f.Entry.Name.Known {
		if name := title(identifier(f.Entry.Name.Value)); name != "" {
			return name
		}
	}
	if decl, _ := s.decl(); decl != nil {
		return funcName(decl)
	}
	return ""
}

// helps reports whether a site is in a function that the handler calls, or that
// handles other tools as well: they may have values of their own.
func (s *Site) helps(src sources, f *taint.Flow) bool {
	fn, _, _ := s.function()
	if decl, ok := fn.(*ast.FuncDecl); ok && s.uses(s.Info.Defs[decl.Name]) > 1 {
		return true
	}
	if len(f.Hops) == 0 {
		return false
	}
	handler := functionAt(src, f.Hops[0].Pos)
	return fn == nil || handler == nil || fn.Pos() < handler.Pos() || fn.End() > handler.End()
}

// declare declares a list before the function that its value is checked in, and
// returns its name; "" if that is taken by something else.
func (e *Editor) declare(l *listed) string {
	decl, at := e.decl()
	if decl == nil {
		return ""
	}
	list := "allowed" + l.of + title(l.name)
	switch obj := e.lookup(list, decl.Body.Pos()).(type) {
	case nil:
		if e.Types.Scope().Lookup(list) != nil {
			return ""
		}
	case *types.Var:
		m, ok := obj.Type().Underlying().(*types.Map)
		if !ok || obj.Parent() != e.Types.Scope() || m.Key() != types.Typ[types.String] || m.Elem() != types.Typ[types.Bool] {
			return ""
		}
		return list
	default:
		return ""
	}
	text := "// " + list + " has " + l.what
	if !l.known {
		text += "\n// Fill it in: what is not in it is refused."
	}
	var values []string
	for _, v := range l.allowed {
		values = append(values, strconv.Quote(v)+": true")
	}
	e.insert(at, text+"\nvar "+list+" = map[string]bool{"+strings.Join(values, ", ")+"}\n\n")
	return list
}

// checkIn declares a list, and refuses a value that is not in it before the
// statement. It returns what the value is called behind the check, ""
// if it can't be checked.
func (e *Editor) checkIn(set *models.Set, typ *ast.FuncType, stmt ast.Stmt, x ast.Expr, l *listed) string {
	if stmt == nil || !e.always(x, stmt) {
		return "" // where it is not used it may be none of them
	}
	list := e.declare(l)
	if list == "" {
		return ""
	}
	return e.checked(set, typ, stmt, x, l.name, func(value string) string { return "!" + list + "[" + value + "]" }, l.shown+" is not one of those that are allowed")
}

// always reports whether a statement that an expression stands in evaluates it
// whatever happens: not in another branch, nor behind a condition.
func (s *Site) always(x ast.Expr, stmt ast.Stmt) bool {
	at := s.in(x)
	if at == nil {
		return false
	}
	for i, n := range at.Path {
		if n == stmt || i+1 == len(at.Path) {
			break
		}
		switch around := at.Path[i+1].(type) {
		case *ast.IfStmt:
			if around.Else == n {
				return false
			}
		case *ast.BinaryExpr:
			if (around.Op == token.LAND || around.Op == token.LOR) && around.Y == n {
				return false
			}
		case *ast.ForStmt:
			if around.Post == n {
				return false
			}
		case *ast.CaseClause, *ast.CommClause:
			return false
		}
	}
	return true
}

// noOption refuses a word that a program could read as an option, as checkIn does.
func (e *Editor) noOption(set *models.Set, typ *ast.FuncType, stmt ast.Stmt, x ast.Expr, name, shown string) string {
	strs := e.use("strings", x.Pos())
	return e.checked(set, typ, stmt, x, name, func(value string) string { return strs + ".HasPrefix(" + value + ", \"-\")" }, shown+" must not start with a hyphen")
}

// word refuses a word of a command that is not what it has to be, as checkIn does.
func (e *Editor) word(src sources, set *models.Set, f *taint.Flow, stmt ast.Stmt, x ast.Expr, n need) string {
	_, typ, _ := e.function()
	l := e.listed(src, set, f, x, "")
	if typ == nil || l == nil || !isString(e.Info.TypeOf(x)) {
		return ""
	}
	l.what = "the values of " + l.shown + " that callers may give."
	if l.known || n == choice {
		return e.checkIn(set, typ, stmt, x, l)
	}
	return e.noOption(set, typ, stmt, x, l.name, l.shown)
}

// defaults returns the constants that a value is where no caller gives it: those
// that the variable is set to, or that stand beside the name of the argument.
func (s *Site) defaults(x ast.Expr) []string {
	var out []string
	add := func(x ast.Expr) {
		c, ok := ast.Unparen(x).(*ast.CallExpr)
		if v, is := s.constant(x); is && v != "" {
			out = append(out, v)
		} else if ok && len(c.Args) == 2 {
			if v, is := s.constant(c.Args[1]); is && v != "" {
				out = append(out, v)
			}
		}
	}
	id, ok := ast.Unparen(x).(*ast.Ident)
	if !ok {
		add(x)
		return out
	}
	_, _, body := s.function()
	if body == nil {
		return nil
	}
	ast.Inspect(body, func(n ast.Node) bool {
		if a, ok := n.(*ast.AssignStmt); ok && len(a.Lhs) == len(a.Rhs) {
			for i, l := range a.Lhs {
				if to, ok := l.(*ast.Ident); ok && s.Info.ObjectOf(to) == s.Info.Uses[id] {
					add(a.Rhs[i])
				}
			}
		}
		return true
	})
	slices.Sort(out)
	return slices.Compact(out)
}

// enumOf returns the values that the description of a tool lists for an argument;
// nil if it lists none.
func enumOf(src sources, set *models.Set, tool program.Pos, argument string) []string {
	d := At(src, tool)
	if d == nil || argument == "" {
		return nil
	}
	var out []string
	ast.Inspect(d.Path[0], func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.CallExpr:
			if fn := d.callee(n); fn != nil && fn.Pkg() != nil && len(n.Args) > 1 {
				if name, ok := d.constant(n.Args[0]); ok && name == argument && isProperty(set, fn) {
					out = d.enumerated(set, n.Args[1:])
				}
			}
		case *ast.KeyValueExpr:
			if name, ok := d.constant(n.Key); ok && name == argument {
				out = d.enumerated(set, []ast.Expr{n.Value})
			}
		}
		return out == nil
	})
	return out
}

func isProperty(set *models.Set, fn *types.Func) bool {
	return slices.ContainsFunc(optionsOf(set, fn.Pkg()), func(o models.Option) bool {
		return o.Property != nil && o.Property.Name == "arg0" && nameOf(o.Func) == fn.Name()
	})
}

// enumerated returns the constants of an enumeration in what describes an argument.
func (s *Site) enumerated(set *models.Set, in []ast.Expr) []string {
	var out []string
	constants := func(list []ast.Expr) {
		for _, x := range list {
			if v, ok := s.constant(x); ok {
				out = append(out, v)
			} else {
				out = nil
				return
			}
		}
	}
	for _, x := range in {
		ast.Inspect(x, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.CallExpr:
				fn := s.callee(n)
				if fn != nil && fn.Pkg() != nil && !n.Ellipsis.IsValid() && slices.ContainsFunc(optionsOf(set, fn.Pkg()), func(o models.Option) bool {
					return len(o.Set) == 1 && o.Set["enum"] == "arg0" && nameOf(o.Func) == fn.Name()
				}) {
					constants(n.Args)
				}
			case *ast.KeyValueExpr:
				key, _ := s.constant(n.Key)
				if id, ok := n.Key.(*ast.Ident); ok {
					key = id.Name
				}
				if lit, ok := n.Value.(*ast.CompositeLit); ok && strings.EqualFold(key, "enum") {
					constants(lit.Elts)
				}
			}
			return true
		})
	}
	return out
}
