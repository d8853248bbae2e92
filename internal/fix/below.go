package fix

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strconv"
	"strings"

	"github.com/mcpvet/mcpvet/internal/finding"
	"github.com/mcpvet/mcpvet/internal/passes/taint"
)

// rootSetting is the variable of the environment that a program gets for the
// folder of its files, where it has none.
const rootSetting = "MCP_ROOT"

// Below keeps a path that a caller gives below a folder, by the companion: the
// folder that it is joined to, the one that the package holds other paths below,
// or else a new setting, without which no file is used.
func Below(src sources, f *taint.Flow, all []*taint.Flow) []finding.Fix {
	s, x := pathAt(src, f)
	if s == nil {
		return nil
	}
	if first, y := s.earliest(src, f, all, x); first != nil {
		s, x = first, y
	}
	e := s.edit()
	stmt, list, k := s.statement()
	_, typ, _ := s.function()
	if stmt == nil || typ == nil || !e.declared(x, stmt) {
		return nil
	}
	if isPure(x) {
		k = e.firstUse(x, list, k)
		stmt = list[k]
	}
	in, ok := e.folder(s, src, f, x, stmt)
	if !ok {
		return nil
	}
	def := in.def
	name, whole := s.checkedName(src, all, x, def, stmt)
	errName := e.errorName(name, stmt, list[k:])
	if whole == "" && e.here(name, stmt) && !e.here(errName, stmt) && s.earlier(src, all, x, "") > 0 {
		errName = name + "Err" // a check before may have made the other one
	}
	if name == "" || errName == "" {
		return nil
	}
	answer := e.refuseErr(typ, stmt.Pos(), errName)
	if answer != "" {
		answer = "\treturn " + answer
	}
	if handled := e.handled(stmt, list[k+1:], errName); handled != "" && (answer == "" || s.loops()) {
		answer = handled
	}
	if answer == "" {
		return nil
	}
	var lines []string
	if in.note != "" {
		lines = append(lines, in.note)
	}
	op := ":="
	if whole == "" && e.here(name, stmt) && e.here(errName, stmt) {
		op = "="
	}
	lines = append(lines, name+", "+errName+" "+op+" "+e.companion(stmt.Pos())+".SafePath("+in.folder+", "+in.rest+")", "if "+errName+" != nil {", answer, "}")
	if whole != "" {
		e.replaceNode(stmt, strings.Join(lines, "\n"+e.indent(stmt.Pos())))
		return e.fixWithGuard(in.title)
	}
	if id, ok := ast.Unparen(x).(*ast.Ident); !ok || id.Name != name {
		if isPure(x) && e.again(x, list[k:]) && def == nil {
			lines = append(lines, e.text(x)+" = "+name)
		} else {
			e.replaceNode(x, name)
		}
	}
	e.before(stmt, lines...)
	if def != nil && s.uses(s.Info.Defs[def.Lhs[0].(*ast.Ident)]) == 1 {
		e.deleteLine(def)
	}
	return e.fixWithGuard(in.title)
}

// A below is a folder that a path is to stay below.
type below struct {
	folder, rest string          // as they are written
	def          *ast.AssignStmt // where the path is joined to it, nil for nowhere else
	title, note  string          // of the fix; "" for no note
}

// folder finds the folder for a path, and reports whether one can be named.
func (e *Editor) folder(s *Site, src sources, f *taint.Flow, x ast.Expr, stmt ast.Stmt) (in below, ok bool) {
	folder, rest := "", e.text(x)
	if joined, d := s.below(x); joined != nil {
		folder, rest = e.split(joined)
		in.def = d
	} else if f, r := e.splitText(x); f != "" {
		folder, rest = f, r
	}
	in.title = "keep the path below " + folder
	if folder == "" {
		folder = s.heldBelow()
		in.title = "keep the path below " + folder + ", where other paths are held"
	}
	if folder == "" && hasFolder(src, f) && !s.callersOnly(x) {
		return in, false // it has a folder, which is not known here
	}
	if folder == "" {
		folder = e.use("os", stmt.Pos()) + `.Getenv("` + rootSetting + `")`
		in.title = "keep the path below the folder that a new setting, " + rootSetting + ", names"
		in.note = "// " + rootSetting + " is the folder that files are used below; without it none is."
	}
	in.folder, in.rest = folder, rest
	return in, true
}

// checkedName returns the name of the variable for the checked path, "" for none,
// and that name again where the statement defines it as the path.
func (s *Site) checkedName(src sources, all []*taint.Flow, x ast.Expr, def *ast.AssignStmt, stmt ast.Stmt) (name, whole string) {
	name = s.pathName(x, def, stmt)
	whole = defines(stmt, x) // the path and nothing else is set there
	if whole != "" {
		name = whole
	} else if id, ok := ast.Unparen(x).(*ast.Ident); name != "" && (!ok || id.Name != name) {
		if n := s.earlier(src, all, x, name); n > 0 {
			name += strconv.Itoa(n + 1)
			if fn, _, _ := s.function(); !s.free(name, fn, stmt.Pos()) {
				return "", ""
			}
		}
	}
	return name, whole
}

// defines returns the variable that a statement defines as an expression, "" if it
// does something else.
func defines(stmt ast.Stmt, x ast.Expr) string {
	a, ok := stmt.(*ast.AssignStmt)
	if !ok || a.Tok != token.DEFINE || len(a.Lhs) != 1 || len(a.Rhs) != 1 || ast.Unparen(a.Rhs[0]) != ast.Unparen(x) {
		return ""
	}
	if id, ok := a.Lhs[0].(*ast.Ident); ok && id.Name != "_" {
		return id.Name
	}
	return ""
}

// callersOnly reports whether a path is joined of nothing but what callers give.
func (s *Site) callersOnly(x ast.Expr) bool {
	c, ok := s.calls(x, "path/filepath.Join", "path.Join")
	return ok && !slices.ContainsFunc(c.Args, func(a ast.Expr) bool { return s.own(a) })
}

// splitText takes a path apart that is put together as a text: the folder, which
// the program chooses, and what is behind it. "" if it begins with something else.
func (e *Editor) splitText(x ast.Expr) (folder, rest string) {
	parts := e.parts(x)
	if len(parts) < 2 {
		return "", ""
	}
	behind := slices.Clone(parts[1:])
	switch first := parts[0]; {
	case first.value == nil: // "/srv/notes/" + name
		i := strings.LastIndexByte(first.text, '/')
		if i < 1 || i+1 < len(first.text) {
			return "", ""
		}
		folder = strconv.Quote(first.text[:i])
	case e.own(first.value) && behind[0].value == nil && strings.HasPrefix(behind[0].text, "/"):
		folder = e.expr(parts[:1])
		if behind[0].text = behind[0].text[1:]; behind[0].text == "" {
			behind = behind[1:]
		}
	default:
		return "", ""
	}
	if len(behind) == 0 {
		return "", ""
	}
	return folder, e.expr(behind)
}

// earlier counts the places before one in its function that are checked, too, and
// for which a variable of that name may be made; of any, if that is empty.
func (s *Site) earlier(src sources, all []*taint.Flow, x ast.Expr, name string) int {
	fn, _, _ := s.function()
	seen := map[token.Pos]bool{}
	for _, g := range all {
		if g.Sink.Row.Does == "" {
			continue
		}
		t, y := pathAt(src, g)
		if t == nil || t.Syntax != s.Syntax || y.Pos() >= x.Pos() || isPure(y) && t.text(y) == s.text(x) {
			continue
		}
		if other, _, _ := t.function(); other != fn {
			continue
		}
		if stmt, _, _ := t.statement(); stmt != nil && (name == "" || t.pathName(y, nil, stmt) == name) {
			seen[y.Pos()] = true
		}
	}
	return len(seen)
}

// firstUse returns the index of the statement from which on a path is used by the
// package os, up to that of index k.
func (e *Editor) firstUse(x ast.Expr, list []ast.Stmt, k int) int {
	first := k
	for i := k - 1; i >= 0; i-- {
		sets, uses := false, false
		ast.Inspect(list[i], func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.AssignStmt:
				for _, l := range n.Lhs {
					sets = sets || e.text(l) == e.text(x) || strings.HasPrefix(e.text(x), e.text(l)+".")
				}
			case *ast.CallExpr:
				if fn := e.callee(n); fn != nil && fn.Pkg() != nil && slices.Contains([]string{"os", "path/filepath", "io/ioutil"}, fn.Pkg().Path()) {
					uses = uses || slices.ContainsFunc(n.Args, func(a ast.Expr) bool { return e.text(a) == e.text(x) })
				}
			case *ast.BlockStmt:
				return false
			}
			return true
		})
		if sets || !e.declared(x, list[i]) {
			break
		}
		if uses {
			first = i
		}
	}
	return first
}

// pathName returns the variable that gets the path: the one that has it, or a new
// one.
func (s *Site) pathName(x ast.Expr, def *ast.AssignStmt, stmt ast.Stmt) string {
	if id, ok := ast.Unparen(x).(*ast.Ident); ok && def == nil {
		if v, ok := s.Info.Uses[id].(*types.Var); ok && v.Parent() != s.Types.Scope() {
			return id.Name
		}
	}
	fn, _, _ := s.function()
	own := ""
	if joined, _ := s.below(x); joined == nil {
		if _, ok := s.calls(x, "path/filepath.Join", "path.Join"); !ok {
			own = identifier(s.valueName(x))
		}
	}
	for _, name := range []string{own, "path", "safePath", "file"} {
		if name != "" && !token.IsKeyword(name) && s.free(name, fn, stmt.Pos()) {
			return name
		}
	}
	return ""
}

// errorName returns a name for an error that is set before a statement together
// with another variable: err, unless something else in the block would be changed.
func (e *Editor) errorName(name string, stmt ast.Stmt, rest []ast.Stmt) string {
	fn, _, _ := e.function()
	obj := e.lookup("err", stmt.Pos())
	ok := true
	if v, is := obj.(*types.Var); obj != nil && (!is || v.Type() != types.Universe.Lookup("error").Type()) {
		ok = false
	}
	if ok && obj != nil && !e.here("err", stmt) && e.usedAfter(obj, rest) {
		ok = false // it would be another one
	}
	if ok && !e.here("err", stmt) {
		for _, st := range rest { // none may define nothing but it
			a, is := st.(*ast.AssignStmt)
			if !is || a.Tok != token.DEFINE {
				continue
			}
			defines, others := false, false
			for _, l := range a.Lhs {
				id, is := l.(*ast.Ident)
				if !is || e.Info.Defs[id] == nil {
					continue
				}
				if id.Name == "err" {
					defines = true
				} else if id.Name != "_" {
					others = true
				}
			}
			ok = ok && (!defines || others)
		}
	}
	if ok {
		return "err"
	}
	if other := name + "Err"; e.free(other, fn, stmt.Pos()) {
		return other
	}
	return ""
}

// here reports whether a name is declared in the block of a statement.
func (e *Editor) here(name string, stmt ast.Stmt) bool {
	obj := e.lookup(name, stmt.Pos())
	if obj == nil || obj.Pos() > stmt.Pos() {
		return false
	}
	return obj.Parent() == e.scopeAt(stmt.Pos()-1) // a statement may begin with a scope of its own
}

// again reports whether an expression is there once more, behind its first use.
func (e *Editor) again(x ast.Expr, list []ast.Stmt) bool {
	n := 0
	for _, st := range list {
		ast.Inspect(st, func(m ast.Node) bool {
			if y, ok := m.(ast.Expr); ok && y.End()-y.Pos() == x.End()-x.Pos() && e.text(y) == e.text(x) {
				n++
				return false
			}
			return true
		})
	}
	return n > 1
}

// handled returns what is done about the error of the call that a statement makes,
// if that goes by the same name.
func (e *Editor) handled(stmt ast.Stmt, after []ast.Stmt, errName string) string {
	var call *ast.CallExpr
	switch st := stmt.(type) {
	case *ast.AssignStmt:
		if len(st.Rhs) == 1 {
			call, _ = ast.Unparen(st.Rhs[0]).(*ast.CallExpr)
		}
	case *ast.IfStmt:
		if a, ok := st.Init.(*ast.AssignStmt); ok && len(a.Rhs) == 1 {
			call, _ = ast.Unparen(a.Rhs[0]).(*ast.CallExpr)
		}
	}
	if call == nil {
		return ""
	}
	name, text, ok := e.errorOf(call, stmt, after)
	if !ok || name != errName {
		return ""
	}
	return strings.TrimRight(strings.TrimPrefix(text, "\n"+e.indent(stmt.Pos())), "\t\n ")
}

// heldBelow returns the folder that other paths of the package are held below: a
// field of the receiver, or a variable of the package; "" if there is none, or
// more than one.
func (s *Site) heldBelow() string {
	recv, of := "", types.Type(nil)
	if d, _ := s.decl(); d != nil && d.Recv != nil && len(d.Recv.List) == 1 && len(d.Recv.List[0].Names) == 1 {
		recv, of = d.Recv.List[0].Names[0].Name, deref(s.Info.TypeOf(d.Recv.List[0].Type))
	}
	found := map[string]bool{}
	for _, f := range s.Files {
		ast.Inspect(f.Syntax, func(n ast.Node) bool {
			c, ok := n.(*ast.CallExpr)
			if !ok || len(c.Args) == 0 {
				return true
			}
			fn := s.callee(c)
			if fn == nil {
				return true
			}
			var x ast.Expr
			switch fn.FullName() {
			case "path/filepath.Rel", "os.OpenRoot", "os.OpenInRoot", guardModule + ".SafePath", guardModule + ".OpenRoot":
				x = c.Args[0]
			case "strings.HasPrefix":
				x = c.Args[1]
			default:
				return true
			}
			if t := s.Info.TypeOf(x); t == nil || t.Underlying() != types.Typ[types.String] && t != types.Typ[types.UntypedString] {
				return true
			}
			if text, ok := s.constant(x); ok && (len(text) < 2 || text[0] != '/') {
				return true
			}
			switch x := ast.Unparen(x).(type) {
			case *ast.SelectorExpr:
				if recv != "" && recv != "_" && s.Info.Selections[x] != nil && types.Identical(deref(s.Info.TypeOf(x.X)), of) {
					found[recv+"."+x.Sel.Name] = true
				}
			case *ast.Ident:
				if o := s.Info.Uses[x]; o != nil && o.Parent() == s.Types.Scope() && s.lookup(x.Name, s.Path[0].Pos()) == o {
					found[x.Name] = true
				}
			}
			return true
		})
	}
	if len(found) != 1 {
		return ""
	}
	for name := range found {
		return name
	}
	return ""
}

func deref(t types.Type) types.Type {
	if p, ok := t.(*types.Pointer); ok {
		return p.Elem()
	}
	return t
}
