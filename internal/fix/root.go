package fix

import (
	"go/ast"
	"go/token"
	"go/types"
	"go/version"
	"slices"
	"strconv"
	"strings"

	"github.com/mcpvet/mcpvet/internal/finding"
	"github.com/mcpvet/mcpvet/internal/flow"
)

// atLeast reports whether the module of a file is for that version of Go.
func (s *Site) atLeast(v string) bool {
	have := s.Types.GoVersion()
	return have != "" && version.Compare(version.Lang(have), v) >= 0
}

// inRoot are the functions that os.Root has as methods, with the version of Go
// from which on.
var inRoot = map[string]string{
	"os.Create": "go1.24", "os.OpenFile": "go1.24", "os.Mkdir": "go1.24", "os.Remove": "go1.24", "os.Stat": "go1.24", "os.Lstat": "go1.24",
	"os.ReadFile": "go1.25", "os.WriteFile": "go1.25", "os.MkdirAll": "go1.25", "os.RemoveAll": "go1.25", "os.Chmod": "go1.25",
	"os.Chtimes": "go1.25", "os.Readlink": "go1.25",
}

// Root uses a file below a folder through os.Root, where its path is joined of
// the folder, which the program chooses, and of what a caller gives.
func Root(src sources, sink *flow.Sink) []finding.Fix {
	s := At(src, sink.Pos)
	call := s.Call()
	if call == nil || len(call.Args) == 0 || sink.At.Arg != 0 || call.Ellipsis.IsValid() {
		return nil
	}
	fn := s.callee(call)
	if fn == nil {
		return nil
	}
	joined, def := s.below(call.Args[0])
	if joined == nil {
		return nil
	}
	e := s.edit()
	folder, rest := e.split(joined)
	title := "keep the path below " + folder + " with os.Root, which no \"..\" and no link leads out of"
	os := s.text(ast.Unparen(call.Fun).(*ast.SelectorExpr).X)
	switch name := fn.FullName(); {
	case name == "os.Open" && s.atLeast("go1.24"):
		e.replaceNode(call, os+".OpenInRoot("+folder+", "+rest+")")
	case inRoot[name] != "" && s.atLeast(inRoot[name]):
		if !e.openRoot(call, os, folder, rest, fn.Name()) {
			return nil
		}
	default:
		return nil
	}
	if def != nil && s.uses(s.Info.Defs[def.Lhs[0].(*ast.Ident)]) == 1 {
		e.deleteLine(def)
	}
	return e.fix(title, Review)
}

// below returns the call of Join that makes a path, with the statement that keeps
// it. Its first part must be a folder that no caller gives.
func (s *Site) below(x ast.Expr) (*ast.CallExpr, *ast.AssignStmt) {
	var def *ast.AssignStmt
	if id, ok := ast.Unparen(x).(*ast.Ident); ok {
		rhs, stmt := s.defined(id)
		if rhs == nil || len(stmt.Lhs) != 1 {
			return nil, nil
		}
		x, def = rhs, stmt
	}
	c, ok := s.calls(x, "path/filepath.Join", "path.Join")
	if !ok || len(c.Args) < 2 || c.Ellipsis.IsValid() || !s.own(c.Args[0]) {
		return nil, nil
	}
	for _, a := range c.Args[1:] {
		if def != nil && (!isPure(a) || !s.steady(a)) {
			return nil, nil // it may be another when the file is used
		}
	}
	return c, def
}

// own reports whether a value is the program's: a constant, a variable of the
// package or of a function around, or a field of one or of the receiver.
func (s *Site) own(x ast.Expr) bool {
	if _, ok := s.constant(x); ok {
		return true
	}
	for {
		sel, ok := ast.Unparen(x).(*ast.SelectorExpr)
		if !ok {
			break
		}
		if _, ok := s.Info.Selections[sel]; !ok { // of a package
			v, ok := s.Info.Uses[sel.Sel].(*types.Var)
			return ok && v.Pkg() != nil
		}
		x = sel.X
	}
	id, ok := ast.Unparen(x).(*ast.Ident)
	if !ok {
		return false
	}
	v, ok := s.Info.Uses[id].(*types.Var)
	if !ok {
		return false
	}
	if v.Parent() == s.Types.Scope() {
		return true
	}
	fn, typ, _ := s.function()
	if d, ok := fn.(*ast.FuncDecl); ok && d.Recv != nil {
		for _, f := range d.Recv.List {
			for _, name := range f.Names {
				if s.Info.Defs[name] == v {
					return true
				}
			}
		}
	}
	// of a function around the one that gets the request
	return typ != nil && (v.Pos() < fn.Pos() || v.Pos() > fn.End()) && !s.request(v)
}

// request reports whether a variable is a parameter of a function that gets
// requests: of one with a context.
func (s *Site) request(v *types.Var) bool {
	for _, n := range s.Path {
		var typ *ast.FuncType
		switch f := n.(type) {
		case *ast.FuncLit:
			typ = f.Type
		case *ast.FuncDecl:
			typ = f.Type
		default:
			continue
		}
		has, of := false, false
		for _, p := range typ.Params.List {
			if t := s.Info.TypeOf(p.Type); t != nil && isContext(t) {
				has = true
			}
			for _, id := range p.Names {
				of = of || s.Info.Defs[id] == v
			}
		}
		if of {
			return has
		}
	}
	// A variable of such a function may hold anything.
	for _, n := range s.Path[1:] {
		switch f := n.(type) {
		case *ast.FuncLit:
			if f.Pos() <= v.Pos() && v.Pos() < f.End() {
				return hasContext(s, f.Type)
			}
		case *ast.FuncDecl:
			if f.Pos() <= v.Pos() && v.Pos() < f.End() {
				return hasContext(s, f.Type)
			}
		}
	}
	return false
}

func hasContext(s *Site, typ *ast.FuncType) bool {
	return slices.ContainsFunc(typ.Params.List, func(p *ast.Field) bool {
		t := s.Info.TypeOf(p.Type)
		return t != nil && isContext(t)
	})
}

// split writes the folder, and what is joined to it: what the program chooses at
// the start belongs to the folder.
func (e *Editor) split(joined *ast.CallExpr) (folder, rest string) {
	n := 1
	for n < len(joined.Args)-1 && e.own(joined.Args[n]) {
		n++
	}
	write := func(args []ast.Expr) string {
		if len(args) == 1 {
			return e.text(args[0])
		}
		return e.text(joined.Fun) + "(" + e.between(args[0].Pos(), args[len(args)-1].End()) + ")"
	}
	return write(joined.Args[:n]), write(joined.Args[n:])
}

// openRoot opens a folder before the statement of a call, and makes the call one
// of its methods. What is done about an error is what is done about that of the
// call, or else it is returned.
func (e *Editor) openRoot(call *ast.CallExpr, os, dir, rest, method string) bool {
	stmt, list, at := e.statement()
	fn, typ, _ := e.function()
	if stmt == nil || fn == nil || e.loops() {
		return false
	}
	errName, handled, ok := e.errorOf(call, stmt, list[at+1:])
	if !ok {
		return false
	}
	// An error variable of a block around must stay what it is.
	if obj := e.lookup(errName, stmt.Pos()); obj != nil && obj.Parent() != e.scopeAt(stmt.Pos()) {
		if _, isVar := obj.(*types.Var); !isVar || obj.Parent() == e.Types.Scope() || e.usedAfter(obj, list[at:]) {
			return false
		}
	}
	if handled == "" {
		if handled = e.failing(typ, errName, stmt.Pos()); handled == "" {
			return false
		}
	}
	name := e.rootName(fn, call)
	if name == "" {
		return false
	}
	in := e.indent(stmt.Pos())
	e.insert(stmt.Pos(), name+", "+errName+" := "+os+".OpenRoot("+dir+")\n"+in+"if "+errName+" != nil {"+handled+"}\n"+in+"defer "+name+".Close()\n"+in)
	text := name + "." + method + "(" + rest
	if len(call.Args) > 1 {
		text += ", " + e.between(call.Args[1].Pos(), call.Args[len(call.Args)-1].End())
	}
	e.replaceNode(call, text+")")
	return true
}

// errorOf returns the name of the error of a call in a statement, and what is done
// about it there or in the statements after, "" if nothing is.
func (e *Editor) errorOf(call *ast.CallExpr, stmt ast.Stmt, after []ast.Stmt) (errName, handled string, ok bool) {
	errName = "err"
	switch st := stmt.(type) {
	case *ast.AssignStmt:
		if st.Tok != token.DEFINE || len(st.Rhs) != 1 || ast.Unparen(st.Rhs[0]) != ast.Expr(call) {
			return "", "", false
		}
		last, ok := st.Lhs[len(st.Lhs)-1].(*ast.Ident)
		if !ok || last.Name == "_" {
			return "", "", false
		}
		errName = last.Name
		fresh := false
		for _, l := range st.Lhs[:len(st.Lhs)-1] {
			id, ok := l.(*ast.Ident)
			fresh = fresh || ok && id.Name != "_" && e.Info.Defs[id] != nil
		}
		if !fresh { // only the error is new, and would not be any more
			return "", "", false
		}
		if len(after) > 0 {
			if next, ok := after[0].(*ast.IfStmt); ok && next.Init == nil {
				handled = e.handling(next, errName, st.Lhs[:len(st.Lhs)-1])
			}
		}
	case *ast.IfStmt:
		init, ok := st.Init.(*ast.AssignStmt)
		if !ok || init.Tok != token.DEFINE || len(init.Rhs) != 1 || ast.Unparen(init.Rhs[0]) != ast.Expr(call) {
			return "", "", false
		}
		last, ok := init.Lhs[len(init.Lhs)-1].(*ast.Ident)
		if !ok || last.Name == "_" {
			return "", "", false
		}
		errName = last.Name
		handled = e.handling(st, errName, init.Lhs[:len(init.Lhs)-1])
	case *ast.ReturnStmt:
		if len(st.Results) != 1 || ast.Unparen(st.Results[0]) != ast.Expr(call) {
			return "", "", false
		}
	default:
		return "", "", false
	}
	return errName, handled, true
}

func (e *Editor) usedAfter(obj types.Object, list []ast.Stmt) bool {
	found := false
	for _, s := range list {
		ast.Inspect(s, func(n ast.Node) bool {
			if id, ok := n.(*ast.Ident); ok && e.Info.Uses[id] == obj {
				found = true
			}
			return !found
		})
	}
	return found
}

// loops reports whether a site is in a loop of its function.
func (s *Site) loops() bool {
	for _, n := range s.Path {
		switch n.(type) {
		case *ast.ForStmt, *ast.RangeStmt:
			return true
		case *ast.FuncLit, *ast.FuncDecl:
			return false
		}
	}
	return false
}

// handling returns what an if statement does about an error, as it is written
// between its braces; "" if it does something else, goes on, or needs the values
// that come with the error.
func (e *Editor) handling(st *ast.IfStmt, errName string, values []ast.Expr) string {
	c, ok := st.Cond.(*ast.BinaryExpr)
	if !ok || c.Op != token.NEQ || e.text(c.X) != errName || e.text(c.Y) != "nil" || len(st.Body.List) == 0 {
		return ""
	}
	switch last := st.Body.List[len(st.Body.List)-1].(type) {
	case *ast.ReturnStmt:
	case *ast.BranchStmt:
		if last.Tok != token.CONTINUE || last.Label != nil {
			return ""
		}
	default:
		return ""
	}
	for _, v := range values {
		id, ok := v.(*ast.Ident)
		if !ok {
			return ""
		}
		if obj := e.Info.ObjectOf(id); obj != nil && e.usedAfter(obj, st.Body.List) {
			return ""
		}
	}
	first := st.Body.List[0].Pos()
	return "\n" + e.indent(first) + e.between(first, st.Body.Rbrace)
}

// failing returns a return of an error with zero values, as it is written between
// braces; "" if the function returns none, or a value has no zero that can be
// written.
func (e *Editor) failing(typ *ast.FuncType, errName string, at token.Pos) string {
	if typ.Results == nil {
		return ""
	}
	var all []types.Type
	for _, r := range typ.Results.List {
		for range max(len(r.Names), 1) {
			all = append(all, e.Info.TypeOf(r.Type))
		}
	}
	if len(all) == 0 || all[len(all)-1] != types.Universe.Lookup("error").Type() {
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
	in := e.indent(at)
	return "\n" + in + "\treturn " + strings.Join(append(out, errName), ", ") + "\n" + in
}

// rootName returns a name for the folder that no other fix of the function takes,
// "" if there is none.
func (e *Editor) rootName(fn ast.Node, call *ast.CallExpr) string {
	before := 1
	ast.Inspect(fn, func(n ast.Node) bool {
		if c, ok := n.(*ast.CallExpr); ok && c.Pos() < call.Pos() {
			if f := e.callee(c); f != nil && inRoot[f.FullName()] != "" {
				before++
			}
		}
		return true
	})
	for _, name := range []string{"root", "folder", "below"} {
		if before > 1 {
			name += strconv.Itoa(before)
		}
		if e.free(name, fn, call.Pos()) {
			return name
		}
	}
	return ""
}
