package fix

import (
	"bytes"
	"go/ast"
	"go/token"
	"go/types"
	"os"
	"path/filepath"
	"regexp"
	"strings"

	"github.com/mcpvet/mcpvet/internal/finding"
	"github.com/mcpvet/mcpvet/internal/passes/source"
	"github.com/mcpvet/mcpvet/internal/program"
)

type sources = *source.Source

// context returns the name of the context of the call at a place: a parameter of
// a function around it. One that has no name gets one.
func (e *Editor) context(at token.Pos) string {
	for i, n := range e.Path {
		var typ *ast.FuncType
		switch f := n.(type) {
		case *ast.FuncLit:
			typ = f.Type
			if i+1 < len(e.Path) {
				if c, ok := e.Path[i+1].(*ast.CallExpr); ok && c.Fun == f && i+2 < len(e.Path) {
					if _, ok := e.Path[i+2].(*ast.DeferStmt); ok {
						return "" // what cleans up must not stop where the call does
					}
				}
			}
		case *ast.FuncDecl:
			typ = f.Type
		case *ast.DeferStmt:
			return ""
		default:
			continue
		}
		for _, field := range typ.Params.List {
			if t := e.Info.TypeOf(field.Type); t == nil || !isContext(t) {
				continue
			}
			for _, id := range field.Names {
				if id.Name == "_" {
					if !e.free("ctx", n, at) {
						return ""
					}
					e.replaceNode(id, "ctx")
					return "ctx"
				}
				if v, ok := e.lookup(id.Name, at).(*types.Var); ok && isContext(v.Type()) {
					return id.Name
				}
				return ""
			}
		}
	}
	return ""
}

// Context replaces a new context by the one of the call. The context must go to
// the call that waits, or to what derives another from it: what is kept longer
// than the call must not end with it.
func Context(src sources, at, call program.Pos) []finding.Fix {
	s := At(src, at)
	fresh := s.Call()
	if fresh == nil {
		return nil
	}
	if _, ok := s.calls(fresh, "context.Background", "context.TODO"); !ok {
		return nil
	}
	e := s.edit()
	safe := !s.afterwards()
	const title = "use the context of the call"
	switch parent := s.Path[1].(type) {
	case *ast.CallExpr:
		if callee := s.callee(parent); callee == nil || callee.Pkg() == nil || callee.Pkg().Path() != "context" {
			if w := At(src, call); w == nil || w.Name != s.Name || w.Path[0] != ast.Node(parent) {
				return nil
			}
		}
		safe = safe && !s.outlives(parent)
	case *ast.AssignStmt:
		id, ok := parent.Lhs[0].(*ast.Ident)
		if !ok || len(parent.Lhs) != 1 || parent.Tok != token.DEFINE {
			return nil
		}
		// "ctx := context.Background()" beside a parameter without a name.
		fn, typ, body := s.function()
		if body == nil || typ.Params == nil || !contains(body.List, parent) || s.uses(s.Info.Defs[id]) == 0 {
			return nil
		}
		for _, field := range typ.Params.List {
			t := s.Info.TypeOf(field.Type)
			if t == nil || !isContext(t) || len(field.Names) != 1 {
				continue
			}
			if p := field.Names[0]; p.Name == "_" && s.onlyIn(id, fn) {
				e.replaceNode(p, id.Name)
				e.deleteLine(parent)
				return e.fix(title, safe)
			}
		}
	default:
		return nil
	}
	name := e.context(fresh.Pos())
	if name == "" {
		return nil
	}
	if a, ok := s.Path[1].(*ast.AssignStmt); ok {
		if id := a.Lhs[0].(*ast.Ident); id.Name == name {
			return nil
		}
	}
	e.replaceNode(fresh, name)
	return e.fix(title, safe)
}

// onlyIn reports whether a name stands for the same variable wherever it is in a
// function.
func (s *Site) onlyIn(id *ast.Ident, fn ast.Node) bool {
	obj, ok := s.Info.Defs[id], true
	ast.Inspect(fn, func(n ast.Node) bool {
		if o, is := n.(*ast.Ident); is && o.Name == id.Name {
			if v, field := s.Info.ObjectOf(o).(*types.Var); s.Info.ObjectOf(o) != obj && !(field && v.IsField()) {
				ok = false
			}
		}
		return ok
	})
	return ok
}

func contains(list []ast.Stmt, s ast.Stmt) bool {
	for _, l := range list {
		if l == s {
			return true
		}
	}
	return false
}

// WithContext calls the variant of a function that takes a context. Where the
// function around has none, it gets one from those that call it.
func WithContext(src sources, pos program.Pos) []finding.Fix {
	s := At(src, pos)
	call := s.Call()
	if call == nil {
		return nil
	}
	fn := s.callee(call)
	if fn == nil || fn.Pkg() == nil {
		return nil
	}
	variant := s.variant(call, fn)
	if variant == "" {
		return nil
	}
	var sel *ast.Ident
	switch f := ast.Unparen(call.Fun).(type) {
	case *ast.SelectorExpr:
		sel = f.Sel
	case *ast.Ident:
		sel = f
	}
	if sel == nil {
		return nil
	}
	e := s.edit()
	safe := Safe
	name := e.context(call.Pos())
	if name == "" {
		e = s.edit()
		t := &threads{src: src, editors: map[*source.File]*Editor{s.File: e}}
		if name = t.through(s, maxThreads); name == "" {
			return nil
		}
		for f, o := range t.editors {
			if f != s.File {
				e.join(o)
			}
		}
		safe = Review
	} else if s.afterwards() || s.outlives(call) {
		safe = Review
	}
	e.replaceNode(sel, variant)
	text := name
	if len(call.Args) > 0 {
		text += ", "
	}
	e.insert(call.Lparen+1, text)
	return e.fix("give "+fn.Name()+" the context of the call: "+variant, safe)
}

// variant returns the name of the function that takes a context besides, "" if
// there is none.
func (s *Site) variant(call *ast.CallExpr, fn *types.Func) string {
	name := fn.Name() + "Context"
	var with types.Object
	if sig := fn.Signature(); sig.Recv() != nil {
		sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr)
		if !ok {
			return ""
		}
		with, _, _ = types.LookupFieldOrMethod(s.Info.TypeOf(sel.X), true, fn.Pkg(), name)
	} else {
		with = fn.Pkg().Scope().Lookup(name)
	}
	w, ok := with.(*types.Func)
	if !ok {
		return ""
	}
	a, b := fn.Signature().Params(), w.Signature().Params()
	if b.Len() != a.Len()+1 || !isContext(b.At(0).Type()) || fn.Signature().Variadic() != w.Signature().Variadic() {
		return ""
	}
	for i := range a.Len() {
		if !types.Identical(a.At(i).Type(), b.At(i+1).Type()) {
			return ""
		}
	}
	return name
}

// maxThreads bounds the functions that a context is led through.
const maxThreads = 3

// A threads leads a context to a function from those that call it.
type threads struct {
	src     sources
	editors map[*source.File]*Editor
	done    map[string]bool
}

func (t *threads) editor(s *Site) *Editor {
	e := t.editors[s.File]
	if e == nil {
		e = s.edit()
		t.editors[s.File] = e
	}
	return &Editor{Site: s, edits: nil, added: e.added}
}

// through gives the function around a site a context, and each call of it one of
// one of its own. It returns the name, "" where that can't be done: for a function
// that is a value somewhere, that an interface may ask for, or that a test calls.
func (t *threads) through(s *Site, depth int) string {
	var decl *ast.FuncDecl
	for _, n := range s.Path {
		switch n := n.(type) {
		case *ast.FuncLit, *ast.DeferStmt, *ast.GoStmt:
			return ""
		case *ast.FuncDecl:
			decl = n
		}
	}
	if decl == nil || depth == 0 || decl.Name.Name == "main" || decl.Name.Name == "init" {
		return ""
	}
	fn, ok := s.Info.Defs[decl.Name].(*types.Func)
	if !ok || !s.free("ctx", decl, decl.Body.Pos()) || isHandler(fn) {
		return ""
	}
	if t.done == nil {
		t.done = map[string]bool{}
	}
	if t.done[fn.FullName()] {
		return "ctx"
	}
	t.done[fn.FullName()] = true
	pkgs, whole := t.src.Importers(s.Types.Path())
	if !whole {
		return ""
	}
	e := t.editor(s)
	text := "ctx " + e.use("context", decl.Type.Params.Opening) + ".Context"
	if decl.Type.Params.NumFields() > 0 {
		if len(decl.Type.Params.List[0].Names) == 0 {
			return ""
		}
		text += ", "
	}
	e.insert(decl.Type.Params.Opening+1, text)
	t.editors[s.File].join(e)
	calls := 0
	for _, p := range pkgs {
		if fn.Signature().Recv() != nil && asksFor(p, fn) || othersUse(p, fn.Name()) {
			return ""
		}
		for _, f := range p.Files {
			n, ok := t.calls(f, fn, depth)
			if !ok {
				return ""
			}
			calls += n
		}
	}
	if calls == 0 {
		return ""
	}
	return "ctx"
}

// calls gives the calls of a function in a file a context.
func (t *threads) calls(f *source.File, fn *types.Func, depth int) (n int, ok bool) {
	uses := map[*ast.Ident]bool{}
	var called []*ast.CallExpr
	ast.Inspect(f.Syntax, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.Ident:
			if o, is := f.Info.Uses[n].(*types.Func); is && o.FullName() == fn.FullName() {
				uses[n] = true
			}
		case *ast.CallExpr:
			called = append(called, n)
		}
		return true
	})
	if len(uses) == 0 {
		return 0, true
	}
	whole := &Site{File: f, Source: t.src, Path: []ast.Node{f.Syntax}}
	for _, c := range called {
		var id *ast.Ident
		switch f := ast.Unparen(c.Fun).(type) {
		case *ast.Ident:
			id = f
		case *ast.SelectorExpr:
			id = f.Sel
		}
		if id == nil || !uses[id] {
			continue
		}
		delete(uses, id)
		s := whole.in(c)
		if s == nil {
			return 0, false
		}
		e := t.editor(s)
		name := e.context(c.Pos())
		if name == "" {
			if name = t.through(s, depth-1); name == "" {
				return 0, false
			}
			e = t.editor(s)
		}
		if len(c.Args) > 0 {
			name += ", "
		}
		e.insert(c.Lparen+1, name)
		t.editors[f].join(e)
		n++
	}
	return n, len(uses) == 0
}

// isHandler reports whether a function gets requests: its form is the SDK's.
func isHandler(fn *types.Func) bool {
	p := fn.Signature().Params()
	return p.Len() > 0 && isContext(p.At(0).Type())
}

// asksFor reports whether an interface that a package knows has a method like
// that.
func asksFor(p *source.Package, fn *types.Func) bool {
	form := func(f *types.Func) string {
		sig := f.Signature()
		return types.TypeString(sig.Params(), nil) + types.TypeString(sig.Results(), nil)
	}
	want := form(fn)
	for _, tv := range p.Info.Types {
		if tv.Type == nil {
			continue
		}
		if i, ok := tv.Type.Underlying().(*types.Interface); ok {
			for k := range i.NumMethods() {
				if m := i.Method(k); m.Name() == fn.Name() && form(m) == want {
					return true
				}
			}
		}
	}
	return false
}

// othersUse reports whether a file beside a package that was not loaded, a test or
// one for other systems, seems to name a function.
func othersUse(p *source.Package, name string) bool {
	word := regexp.MustCompile(`\b` + regexp.QuoteMeta(name) + `\b`)
	loaded, dirs := map[string]bool{}, map[string]bool{}
	for _, f := range p.Files {
		loaded[f.Name], dirs[filepath.Dir(f.Name)] = true, true
	}
	for dir := range dirs {
		entries, err := os.ReadDir(dir)
		if err != nil {
			return true
		}
		for _, en := range entries {
			file := filepath.Join(dir, en.Name())
			if filepath.Ext(file) != ".go" || loaded[file] {
				continue
			}
			if data, err := os.ReadFile(file); err != nil || word.Match(data) {
				return true
			}
		}
	}
	return false
}

// timeout is how long a request may take, as it is written.
const timeout = "30 * %s.Second"

// ClientTimeout gives an HTTP client a limit: the literal at pos, or, where a
// request is made with the default client, one of its own.
func ClientTimeout(src sources, pos program.Pos) []finding.Fix {
	s := At(src, pos)
	if s == nil {
		return nil
	}
	e := s.edit()
	switch n := s.Path[0].(type) {
	case *ast.CompositeLit:
		if !s.isType(n, "net/http", "Client") {
			return nil
		}
		e.addField(n, "Timeout", e.duration(timeout, n.Pos()))
	case *ast.CallExpr:
		sel, ok := ast.Unparen(n.Fun).(*ast.SelectorExpr)
		fn := s.callee(n)
		if !ok || fn == nil || fn.Pkg() == nil || fn.Pkg().Path() != "net/http" {
			return nil
		}
		var pkg string
		var whole ast.Expr
		if fn.Signature().Recv() == nil { // http.Get and the like
			if obj, _, _ := types.LookupFieldOrMethod(s.clientType(fn), true, fn.Pkg(), fn.Name()); obj == nil {
				return nil
			}
			whole = sel.X
			pkg = s.text(sel.X)
		} else {
			client, ok := ast.Unparen(sel.X).(*ast.SelectorExpr)
			if !ok || client.Sel.Name != "DefaultClient" {
				return nil
			}
			v, ok := s.Info.Uses[client.Sel].(*types.Var)
			if !ok || v.Pkg() == nil || v.Pkg().Path() != "net/http" {
				return nil
			}
			whole = sel.X
			pkg = s.text(client.X)
		}
		e.replaceNode(whole, "(&"+pkg+".Client{Timeout: "+e.duration(timeout, n.Pos())+"})")
	default:
		return nil
	}
	return e.fix("give the client a timeout", !s.streams())
}

// streams reports whether a package seems to read streams that have no end: a
// timeout is one for the whole answer.
func (s *Site) streams() bool {
	for _, f := range s.Files {
		for _, sign := range []string{"event-stream", "ndjson", "json-seq"} {
			if bytes.Contains(f.Content, []byte(sign)) {
				return true
			}
		}
	}
	return false
}

func (s *Site) clientType(fn *types.Func) types.Type {
	if obj := fn.Pkg().Scope().Lookup("Client"); obj != nil {
		return types.NewPointer(obj.Type())
	}
	return types.Typ[types.Invalid]
}

func (e *Editor) duration(form string, at token.Pos) string {
	return strings.Replace(form, "%s", e.use("time", at), 1)
}

// isType reports whether a literal is of a type.
func (s *Site) isType(lit *ast.CompositeLit, pkg, name string) bool {
	n, ok := types.Unalias(s.Info.TypeOf(lit)).(*types.Named)
	return ok && n.Obj().Name() == name && n.Obj().Pkg() != nil && n.Obj().Pkg().Path() == pkg
}

// addField adds a field to a struct literal that does not have it.
func (e *Editor) addField(lit *ast.CompositeLit, name, value string) {
	for _, el := range lit.Elts {
		kv, ok := el.(*ast.KeyValueExpr)
		if !ok {
			e.bad = true
			return
		}
		if id, ok := kv.Key.(*ast.Ident); ok && id.Name == name {
			e.bad = true
			return
		}
	}
	text := name + ": " + value
	if len(lit.Elts) == 0 {
		e.replace(lit.Lbrace+1, lit.Rbrace, text)
		return
	}
	last := lit.Elts[len(lit.Elts)-1]
	line := func(p token.Pos) int { return e.Fset.Position(p).Line }
	if line(last.End()) == line(lit.Rbrace) {
		e.insert(last.End(), ", "+text)
		return
	}
	tf := e.Fset.File(lit.Rbrace)
	e.insert(tf.LineStart(line(lit.Rbrace)), e.indent(last.Pos())+text+",\n")
}

// Bounded makes a call use a context with a deadline that is made beside it and
// left unused: where another context goes to the call, or to the request that it
// sends.
func Bounded(src sources, call, beside program.Pos) []finding.Fix {
	s, b := At(src, call), At(src, beside)
	if s.Call() == nil || b.Call() == nil || s.File != b.File {
		return nil
	}
	def, ok := b.Path[1].(*ast.AssignStmt)
	if !ok || len(def.Lhs) != 2 || len(b.Call().Args) == 0 {
		return nil
	}
	bounded, ok := def.Lhs[0].(*ast.Ident)
	if !ok || bounded.Name == "_" {
		return nil
	}
	want := s.Info.ObjectOf(bounded)
	e := s.edit()
	// in replaces the contexts among the arguments of a call
	in := func(c *ast.CallExpr) bool {
		found := false
		for _, a := range c.Args {
			id, ok := ast.Unparen(a).(*ast.Ident)
			if t := s.Info.TypeOf(a); !ok || t == nil || !isContext(t) || s.Info.ObjectOf(id) == want {
				continue
			}
			if s.lookup(bounded.Name, a.Pos()) != want {
				return false
			}
			e.replaceNode(id, bounded.Name)
			found = true
		}
		return found
	}
	if !in(s.Call()) {
		ok := false
		for _, a := range s.Call().Args {
			id, is := ast.Unparen(a).(*ast.Ident)
			if !is {
				continue
			}
			if c, is := ast.Unparen(s.definition(id)).(*ast.CallExpr); is {
				if fn := s.callee(c); fn != nil && fn.FullName() == "net/http.NewRequestWithContext" {
					ok = in(c)
				}
			}
		}
		if !ok {
			return nil
		}
	}
	return e.fix("use the context with the deadline: "+bounded.Name, !s.outlives(s.Call()))
}
