package fix

import (
	"go/ast"
	"go/token"
	"go/types"
	"strings"

	"github.com/mcpvet/mcpvet/internal/finding"
	"github.com/mcpvet/mcpvet/internal/program"
)

// guardModule is the runtime companion.
const guardModule = "github.com/mcpvet/mcpvet/guard"

// PublicClient makes the client of a request that a caller chooses the host of one
// that connects to public addresses only. It must be a variable of the package that
// is made in its declaration, with nothing but a timeout.
func PublicClient(src sources, pos program.Pos) []finding.Fix {
	s := At(src, pos)
	call := s.Call()
	if call == nil || !s.atLeast("go1.24") {
		return nil
	}
	if s.sendsHeaders() || !s.wholly(call) {
		return nil
	}
	lit := s.madeClient(s.clientOf(call))
	if lit == nil {
		return s.publicClient(call)
	}
	timeout := ""
	for _, el := range lit.Elts {
		kv, ok := el.(*ast.KeyValueExpr)
		if !ok {
			return nil
		}
		if id, ok := kv.Key.(*ast.Ident); !ok || id.Name != "Timeout" {
			return nil // a transport of its own would be lost
		}
		timeout = s.text(kv.Value)
	}
	e := s.edit()
	guard := e.use(guardModule, lit.Pos())
	options := ""
	if timeout != "" {
		options = "Timeout: " + timeout
	}
	whole := s.in(lit)
	if whole == nil {
		return nil
	}
	u, ok := whole.Path[1].(*ast.UnaryExpr)
	if !ok || u.Op != token.AND {
		return nil
	}
	e.replace(u.Pos(), lit.End(), guard+".NewHTTPClient("+guard+".HTTPOptions{"+options+"})")
	out := e.fix("connect to public addresses only, with the client of the companion", Review)
	if len(out) > 0 && e.added[guardModule] != "" {
		out[0].Needs = []string{guardModule}
	}
	return out
}

// wholly reports whether the host of the URL of a call has no part that stands in
// the code: what it is put together with may be a network of the operator's.
func (s *Site) wholly(call *ast.CallExpr) bool {
	for _, arg := range call.Args {
		if !isString(s.Info.TypeOf(arg)) {
			continue
		}
		parts := s.parts(arg)
		if len(parts) == 1 && parts[0].value == nil {
			continue // the method
		}
		for i, p := range parts {
			if p.value == nil && !(i == 0 && strings.HasSuffix(p.text, "://")) && !(i > 0 && strings.ContainsAny(p.text[:1], "/?#:")) {
				return false
			}
			if p.value == nil && i > 0 {
				break // behind the host
			}
		}
		return true
	}
	return true
}

// publicName is the client of a package that the companion makes.
const publicName = "publicClient"

// publicClient sends the request by a client of its own. It is declared in the
// first file of the package, so that all that need one share it.
func (s *Site) publicClient(call *ast.CallExpr) []finding.Fix {
	e := s.edit()
	fn := s.callee(call)
	switch {
	case fn == nil || len(s.Files) == 0 || s.lookup(publicName, call.Pos()) != nil && s.lookup(publicName, call.Pos()).Parent() != s.Types.Scope():
		return nil
	case fn.FullName() == "net/http.Get" || fn.FullName() == "net/http.Post" || fn.FullName() == "net/http.PostForm" || fn.FullName() == "net/http.Head":
		e.replace(call.Fun.Pos(), call.Fun.End(), publicName+"."+fn.Name())
	default:
		client := s.clientOf(call)
		if client == nil || !isPure(client) || s.strands(client, func(*types.Var) bool { return false }) {
			return nil
		}
		e.replaceNode(client, publicName)
	}
	if s.Types.Scope().Lookup(publicName) == nil {
		first := s.Files[0]
		if !(&Editor{Site: s}).unknown(publicName, call.Pos()) {
			return nil
		}
		de := e
		if first != s.File {
			de = (&Site{File: first, Source: s.Source, Path: []ast.Node{first.Syntax}}).edit()
		}
		guard := de.use(guardModule, first.Syntax.FileEnd)
		de.insert(first.Syntax.FileEnd, "\n// "+publicName+" connects to public addresses only. It is for addresses that callers choose.\nvar "+publicName+" = "+guard+".NewHTTPClient("+guard+".HTTPOptions{})\n")
		if de != e {
			e.join(de)
			e.added[guardModule] = de.added[guardModule]
		}
	} else if !s.isPublic() {
		return nil
	}
	out := e.fix("send it with a client of the companion, which connects to public addresses only", Review)
	if len(out) > 0 && e.added[guardModule] != "" {
		out[0].Needs = []string{guardModule}
	}
	return out
}

// isPublic reports whether the package has the client from the companion.
func (s *Site) isPublic() bool {
	for _, f := range s.Files {
		for _, d := range f.Syntax.Decls {
			g, ok := d.(*ast.GenDecl)
			if !ok || g.Tok != token.VAR {
				continue
			}
			for _, spec := range g.Specs {
				if v := spec.(*ast.ValueSpec); len(v.Names) == 1 && v.Names[0].Name == publicName && len(v.Values) == 1 {
					_, made := s.calls(v.Values[0], guardModule+".NewHTTPClient")
					return made
				}
			}
		}
	}
	return false
}

// sendsHeaders reports whether the function of a site sets headers: a credential
// must not go to a host of the caller's choice, whichever client sends it.
func (s *Site) sendsHeaders() bool {
	_, _, body := s.function()
	found := false
	ast.Inspect(body, func(n ast.Node) bool {
		if c, ok := n.(*ast.CallExpr); ok {
			if fn := s.callee(c); fn != nil {
				switch fn.FullName() {
				case "(net/http.Header).Set", "(net/http.Header).Add", "(*net/http.Request).SetBasicAuth":
					found = true
				}
			}
		}
		return !found
	})
	return found
}

// clientOf returns the client that sends a request: the receiver of a call, or
// that of the one that sends what a call makes.
func (s *Site) clientOf(call *ast.CallExpr) ast.Expr {
	fn := s.callee(call)
	if fn == nil || fn.Pkg() == nil || fn.Pkg().Path() != "net/http" {
		return nil
	}
	if recv := fn.Signature().Recv(); recv != nil {
		sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr)
		if !ok || recv.Type().String() != "*net/http.Client" {
			return nil
		}
		return sel.X
	}
	a, ok := s.Path[1].(*ast.AssignStmt)
	if !ok || len(a.Lhs) == 0 {
		return nil
	}
	id, ok := a.Lhs[0].(*ast.Ident)
	_, _, body := s.function()
	if !ok || body == nil {
		return nil
	}
	request := s.Info.ObjectOf(id)
	var client ast.Expr
	several := false
	ast.Inspect(body, func(n ast.Node) bool {
		c, ok := n.(*ast.CallExpr)
		if !ok || len(c.Args) != 1 {
			return true
		}
		arg, ok := ast.Unparen(c.Args[0]).(*ast.Ident)
		if f := s.callee(c); ok && f != nil && f.FullName() == "(*net/http.Client).Do" && request != nil && s.Info.Uses[arg] == request {
			several = several || client != nil
			client = ast.Unparen(c.Fun).(*ast.SelectorExpr).X
		}
		return true
	})
	if several {
		return nil
	}
	return client
}

// madeClient returns the literal that a variable of the package is, where it is
// declared in the same file and nobody sets it to another.
func (s *Site) madeClient(x ast.Expr) *ast.CompositeLit {
	if x == nil {
		return nil
	}
	id, ok := ast.Unparen(x).(*ast.Ident)
	if !ok {
		return nil
	}
	v, ok := s.Info.Uses[id].(*types.Var)
	if !ok || v.Parent() != s.Types.Scope() || s.assigned(v) {
		return nil
	}
	for _, d := range s.Syntax.Decls {
		g, ok := d.(*ast.GenDecl)
		if !ok || g.Tok != token.VAR {
			continue
		}
		for _, spec := range g.Specs {
			vs := spec.(*ast.ValueSpec)
			for i, name := range vs.Names {
				if s.Info.Defs[name] != v || len(vs.Values) != len(vs.Names) {
					continue
				}
				if u, ok := ast.Unparen(vs.Values[i]).(*ast.UnaryExpr); ok {
					if lit, ok := u.X.(*ast.CompositeLit); ok && s.isType(lit, "net/http", "Client") {
						return lit
					}
				}
			}
		}
	}
	return nil
}
