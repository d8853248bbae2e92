package fix

import (
	"go/ast"
	"go/token"
	"go/types"
	"strings"

	"golang.org/x/mod/semver"

	"github.com/mcpvet/mcpvet/internal/finding"
	"github.com/mcpvet/mcpvet/internal/passes/checks"
	"github.com/mcpvet/mcpvet/internal/passes/effects"
)

// An adapter of the companion, by the SDK of a server.
type adapter struct {
	path, since string // since is the first version of the SDK that it works with
	option      bool   // it is an option of the server, and has to be the first
	tasks       bool   // it reaches the handlers of tasks
}

var adapters = map[string]adapter{
	"go-sdk": {path: guardModule + "/gosdk", since: "v1.7.0", tasks: true},
	"mcp-go": {path: guardModule + "/mcpgo", since: "v1.0.0", option: true},
}

// Protect puts the companion in front of a server where it is made, with a row
// for everything that the server offers: the caller's scopes, limits, a maximum
// duration and a record of each call come with it. Tools that have a check of who
// calls keep theirs. Who may do what is for a person to look at.
func Protect(src sources, does *effects.Result, g *checks.Group) []finding.Fix {
	if g.Server == nil || does == nil {
		return nil
	}
	a, ok := adapters[g.Server.SDK]
	if !ok || semver.Compare(g.Server.Version, a.since) < 0 || distinguishable(src, g) {
		return nil
	}
	p := newPolicy(does, g, a)
	if p == nil {
		return nil
	}
	s := At(src, g.Server.Site)
	if s.Call() == nil || !s.atLeast("go1.24") {
		return nil
	}
	e := s.edit()
	if !e.attach(a, p) {
		return nil
	}
	title := "put the companion in front of the server, with limits, a maximum duration and a record of each call"
	if p.scoped {
		title = "put the companion in front of the server, with scopes after the names of its tools, limits, a maximum duration and a record of each call"
	}
	out := e.fix(title, Review)
	if len(out) > 0 {
		for _, module := range []string{guardModule, a.path} {
			if e.added[module] != "" {
				out[0].Needs = append(out[0].Needs, module)
			}
		}
	}
	return out
}

// attach puts a guard around the server that the call at the site makes. The
// guard is one of the package: where each session gets a server of its own, its
// limits hold for all of them.
func (e *Editor) attach(a adapter, p *policy) bool {
	decl := e.declaration()
	call := e.Call()
	if decl == nil {
		return false
	}
	names := e.policyNames(call, decl)
	if names == nil {
		return false
	}
	kit := e.use(a.path, call.Pos())
	if a.option {
		fn := e.callee(call)
		if fn == nil || !fn.Signature().Variadic() || call.Ellipsis.IsValid() {
			return false
		}
		fixed := fn.Signature().Params().Len() - 1
		if fixed < 1 || len(call.Args) < fixed {
			return false
		}
		e.insert(call.Args[fixed-1].End(), ", "+kit+".Option("+names.guard+")")
	} else if !e.attachBehind(kit, names.guard) {
		return false
	}
	at := decl.End()
	guard, time := e.use(guardModule, at), e.use("time", at)
	e.insert(e.lineEnd(at), "\n\n"+p.text(names, guard, time)+"\n")
	return true
}

// attachBehind attaches a guard by a statement behind the one that makes the
// server, and behind what adds middleware: what is added later stands further out.
func (e *Editor) attachBehind(kit, guard string) bool {
	stmt, list, k := e.statement()
	name := assigned(e.Site, stmt)
	if ret, ok := stmt.(*ast.ReturnStmt); ok && len(ret.Results) == 1 && ast.Unparen(ret.Results[0]) == e.Path[0] {
		fn, _, _ := e.function()
		name := e.firstFree(fn, stmt.Pos(), "server", "srv", "s")
		if name == "" {
			return false
		}
		in := e.indent(stmt.Pos())
		e.replace(ret.Pos(), ret.Results[0].Pos(), name+" := ")
		e.insert(e.lineEnd(stmt.End()), "\n"+in+kit+".Attach("+name+", "+guard+")\n"+in+"return "+name)
		return true
	}
	if name == "" {
		return false
	}
	for _, later := range list[k+1:] {
		if e.addsMiddleware(later) {
			stmt = later
		}
	}
	e.insert(e.lineEnd(stmt.End()), "\n"+e.indent(stmt.Pos())+kit+".Attach("+name+", "+guard+")")
	return true
}

// firstFree returns the first of some names that means nothing in a function yet, ""
// if each does.
func (s *Site) firstFree(fn ast.Node, at token.Pos, names ...string) string {
	for _, n := range names {
		if fn != nil && s.free(n, fn, at) {
			return n
		}
	}
	return ""
}

// declaration returns the declaration of the package that a site is in.
func (s *Site) declaration() ast.Decl {
	for _, n := range s.Path {
		if d, ok := n.(*ast.FuncDecl); ok {
			return d
		}
	}
	return nil
}

// names are those of the variables of the package that a server gets.
type names struct{ policy, guard string }

// policyNames returns names that mean nothing yet: short ones where the package
// makes one server only.
func (e *Editor) policyNames(call *ast.CallExpr, decl ast.Decl) *names {
	maker := e.callee(call)
	if maker == nil {
		return nil
	}
	made := 0
	for _, f := range e.Files {
		made += e.times(f.Syntax, maker)
	}
	prefix := decl.(*ast.FuncDecl).Name.Name
	prefix = strings.ToLower(prefix[:1]) + prefix[1:]
	candidates := []names{{"policy", "companion"}, {prefix + "Policy", prefix + "Guard"}}
	if made > 1 {
		candidates = candidates[1:]
		if e.times(decl, maker) > 1 {
			return nil
		}
	}
	for _, n := range candidates {
		if e.unknown(n.policy, call.Pos()) && e.unknown(n.guard, call.Pos()) {
			return &n
		}
	}
	return nil
}

// unknown reports whether a name means nothing at a place, nor to any file of the
// package.
func (e *Editor) unknown(name string, at token.Pos) bool {
	if e.lookup(name, at) != nil || e.Types.Scope().Lookup(name) != nil {
		return false
	}
	for _, f := range e.Files {
		for _, spec := range f.Syntax.Imports {
			obj := e.Info.Implicits[spec]
			if spec.Name != nil {
				obj = e.Info.Defs[spec.Name]
			}
			if obj != nil && obj.Name() == name {
				return false
			}
		}
	}
	return true
}

// times counts the calls of a function in a node.
func (s *Site) times(in ast.Node, fn *types.Func) int {
	n := 0
	ast.Inspect(in, func(m ast.Node) bool {
		if c, ok := m.(*ast.CallExpr); ok && s.callee(c) == fn {
			n++
		}
		return true
	})
	return n
}

// lineEnd returns the end of the line of a place, where nothing but a comment
// follows there; else the place.
func (e *Editor) lineEnd(at token.Pos) token.Pos {
	rest, _, _ := strings.Cut(string(e.Content[e.offset(at):]), "\n")
	rest = strings.TrimSuffix(rest, "\r")
	if text := strings.TrimSpace(rest); text != "" && !strings.HasPrefix(text, "//") {
		return at
	}
	return at + token.Pos(len(rest))
}

// assigned returns the variable that a statement puts the result of the call at
// the site into, "" if it does more than that.
func assigned(s *Site, stmt ast.Stmt) string {
	switch stmt := stmt.(type) {
	case *ast.AssignStmt:
		if len(stmt.Lhs) == 1 && len(stmt.Rhs) == 1 && ast.Unparen(stmt.Rhs[0]) == s.Path[0] && isPure(stmt.Lhs[0]) {
			if id, ok := stmt.Lhs[0].(*ast.Ident); ok && id.Name == "_" {
				return ""
			}
			return s.text(stmt.Lhs[0])
		}
	case *ast.DeclStmt:
		if d, ok := stmt.Decl.(*ast.GenDecl); ok && d.Tok == token.VAR && len(d.Specs) == 1 {
			if v, ok := d.Specs[0].(*ast.ValueSpec); ok && len(v.Names) == 1 && len(v.Values) == 1 && ast.Unparen(v.Values[0]) == s.Path[0] {
				return v.Names[0].Name
			}
		}
	}
	return ""
}

// addsMiddleware reports whether a statement puts middleware around a server.
func (s *Site) addsMiddleware(stmt ast.Stmt) bool {
	found := false
	ast.Inspect(stmt, func(n ast.Node) bool {
		if c, ok := n.(*ast.CallExpr); ok {
			if fn := s.callee(c); fn != nil && strings.HasSuffix(fn.Name(), "ingMiddleware") {
				found = true
			}
		}
		return !found
	})
	return found
}
