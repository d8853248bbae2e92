package fix

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"github.com/mcpvet/mcpvet/internal/finding"
	"github.com/mcpvet/mcpvet/internal/program"
	"github.com/mcpvet/mcpvet/models"
)

// KeepToken keeps the caller's token from a request to another service: that gets
// the token which the configuration has for it, where it is clear which that is,
// and else none.
func KeepToken(src sources, set *models.Set, pos program.Pos) []finding.Fix {
	s := At(src, pos)
	call := s.Call()
	if call == nil || len(call.Args) != 2 {
		return nil
	}
	if _, ok := s.calls(call, "(net/http.Header).Set", "(net/http.Header).Add"); !ok {
		return nil
	}
	name, ok := s.constant(call.Args[0])
	stmt, _, _ := s.statement()
	if expr, is := stmt.(*ast.ExprStmt); !ok || !is || ast.Unparen(expr.X) != call {
		return nil
	}
	e := s.edit()
	if own := s.ownToken(set, call); own != "" && strings.EqualFold(name, "Authorization") {
		e.replaceNode(call.Args[1], "\"Bearer \" + "+own)
		if s.strands(call.Args[1], noText) {
			return nil
		}
		return e.fix("send the token that the configuration has for the service, and not the caller's", Review)
	}
	var gone ast.Node = stmt
	if len(s.Path) > 3 {
		if i, ok := s.Path[slices.Index(s.Path, ast.Node(stmt))+2].(*ast.IfStmt); ok && i.Else == nil && len(i.Body.List) == 1 && i.Body.List[0] == stmt {
			gone = i
		}
	}
	if s.strands(gone, noText) {
		return nil
	}
	e.deleteAll(gone)
	return e.fix("keep the caller's token: the service gets none", Review)
}

// deleteAll deletes a statement with its line and the comment that ends it.
func (e *Editor) deleteAll(n ast.Node) {
	from, to := e.offset(n.Pos()), e.offset(e.lineEnd(n.End()))
	for from > 0 && (e.Content[from-1] == '\t' || e.Content[from-1] == ' ') {
		from--
	}
	if to < len(e.Content) && e.Content[to] == '\n' && (from == 0 || e.Content[from-1] == '\n') {
		e.replace(e.Syntax.FileStart+token.Pos(from), e.Syntax.FileStart+token.Pos(to+1), "")
		return
	}
	e.bad = true
}

// strands reports whether without a node a variable would have no use. What else
// uses it must not be such a node itself, which another fix takes away.
func (s *Site) strands(n ast.Node, others func(*types.Var) bool) bool {
	here := map[*types.Var]int{}
	ast.Inspect(n, func(m ast.Node) bool {
		if id, ok := m.(*ast.Ident); ok {
			if v, ok := s.Info.Uses[id].(*types.Var); ok && !v.IsField() {
				here[v]++
			}
		}
		return true
	})
	for v, count := range here {
		if v.Parent() == s.Types.Scope() || s.uses(v) > count && others(v) || s.isParameter(v) || n.Pos() <= v.Pos() && v.Pos() < n.End() {
			continue
		}
		return true
	}
	return false
}

// noText says that a variable is no text: a token that two requests get is in one.
func noText(v *types.Var) bool { return !isString(v.Type()) }

func anyVar(*types.Var) bool { return true }

// isParameter reports whether a variable is a parameter of a function around the
// site: those need no use.
func (s *Site) isParameter(v types.Object) bool {
	for _, n := range s.Path {
		var typ *ast.FuncType
		switch f := n.(type) {
		case *ast.FuncLit:
			typ = f.Type
		case *ast.FuncDecl:
			typ = f.Type
			if f.Recv != nil && f.Recv.Pos() <= v.Pos() && v.Pos() < f.Recv.End() {
				return true
			}
		default:
			continue
		}
		if typ.Pos() <= v.Pos() && v.Pos() < typ.End() {
			return true
		}
	}
	return false
}

// ownToken returns the field that has the token for the service that a request
// goes to: beside the one with its address, under the same name. Sets of headers are
// on a request that is made in the same function.
func (s *Site) ownToken(set *models.Set, call *ast.CallExpr) string {
	header, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr)
	if !ok {
		return ""
	}
	of, ok := ast.Unparen(header.X).(*ast.SelectorExpr)
	if !ok || of.Sel.Name != "Header" {
		return ""
	}
	request, ok := ast.Unparen(of.X).(*ast.Ident)
	if !ok {
		return ""
	}
	made, ok := s.calls(s.definition(request), "net/http.NewRequestWithContext", "net/http.NewRequest")
	if !ok {
		return ""
	}
	var addresses []*ast.SelectorExpr
	ast.Inspect(made.Args[len(made.Args)-2], func(n ast.Node) bool {
		if sel, ok := n.(*ast.SelectorExpr); ok && isPure(sel) {
			if v, ok := s.Info.Uses[sel.Sel].(*types.Var); ok && v.IsField() && isString(v.Type()) {
				addresses = append(addresses, sel)
			}
		}
		return true
	})
	if len(addresses) != 1 {
		return ""
	}
	address := addresses[0]
	t := s.Info.TypeOf(address.X)
	if p, ok := t.Underlying().(*types.Pointer); ok {
		t = p.Elem()
	}
	st, ok := t.Underlying().(*types.Struct)
	words := models.SplitName(address.Sel.Name)
	if !ok || len(words) == 0 {
		return ""
	}
	var found []string
	for i := range st.NumFields() {
		f := st.Field(i)
		own := models.SplitName(f.Name())
		if !isString(f.Type()) || !f.Exported() && f.Pkg() != s.Types || !set.Words().Credential(f.Name()) || own[len(own)-1] == "password" {
			continue
		}
		if slices.Equal(own[:len(own)-1], words[:len(words)-1]) {
			found = append(found, s.text(address.X)+"."+f.Name())
		}
	}
	if len(found) != 1 {
		return ""
	}
	return found[0]
}

// unknownCaller is what a tool says to whom nobody knows.
const unknownCaller = "this tool needs a caller who is known: authenticate, and call again"

// Caller takes for who calls whom the companion knows, and not the id of a session.
// It must stand in front of the server.
func Caller(src sources, pos program.Pos) []finding.Fix {
	s := At(src, pos)
	call := s.Call()
	if call == nil || !isString(s.Info.TypeOf(call)) || !src.Imports(func(path string) bool {
		return strings.HasPrefix(path, guardModule+"/")
	}) {
		return nil
	}
	fn, typ, _ := s.function()
	stmt, _, _ := s.statement()
	if a, ok := stmt.(*ast.AssignStmt); !ok || len(a.Rhs) != 1 || ast.Unparen(a.Rhs[0]) != call || a.Tok != token.DEFINE && a.Tok != token.ASSIGN {
		return nil
	}
	if fn == nil || !s.free("caller", fn, stmt.Pos()) || !s.free("known", fn, stmt.Pos()) {
		return nil
	}
	if s.strands(call, anyVar) {
		return nil
	}
	e := s.edit()
	ctx := e.context(call.Pos())
	answer := e.refuse(typ, stmt.Pos(), unknownCaller)
	if ctx == "" || answer == "" {
		return nil
	}
	in := e.indent(stmt.Pos())
	e.insert(stmt.Pos(), "caller, known := "+e.use(guardModule, stmt.Pos())+".IdentityFrom("+ctx+")\n"+in+"if !known {\n"+in+"\treturn "+answer+"\n"+in+"}\n"+in)
	e.replaceNode(call, "caller.User")
	out := e.fix("take the user that the companion knows for who calls", Review)
	if len(out) > 0 && e.added[guardModule] != "" {
		out[0].Needs = []string{guardModule}
	}
	return out
}
