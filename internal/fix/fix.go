// Package fix makes suggested fixes: a rule says where, and what is known of the
// place; a maker here changes the syntax, or refuses. A fix is offered only where
// it is clear what the result does: whoever is in doubt makes none.
//
// Makers are of two kinds. A safe fix behaves the same for input that does no
// harm. Any other one changes what the program takes or gives, and is for a
// person to look at.
package fix

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"path"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/tools/go/ast/astutil"

	"github.com/mcpvet/mcpvet/internal/finding"
	"github.com/mcpvet/mcpvet/internal/passes/source"
	"github.com/mcpvet/mcpvet/internal/program"
)

// The kinds of a fix.
const (
	Safe   = true
	Review = false
)

// A Site is a place in a file, with the nodes around it.
type Site struct {
	*source.File
	Source *source.Source
	Path   []ast.Node // the node at the place first, the file last
}

// At returns the site of a position as findings have it: the parenthesis of a
// call, the brace of a literal, the colon of a pair, the operator, or the start
// of a node. It is nil if the file is not to be changed, or nothing starts there.
func At(src *source.Source, pos program.Pos) *Site { return site(src, pos, marks) }

// atText is At for a literal as well. What a rule says of a row of a table is not
// about the place where the table is used, so that others don't look for one.
func atText(src *source.Source, pos program.Pos) *Site {
	return site(src, pos, func(n ast.Node, at token.Pos) bool {
		lit, ok := n.(*ast.BasicLit)
		return ok && lit.ValuePos == at || marks(n, at)
	})
}

func site(src *source.Source, pos program.Pos, marks func(ast.Node, token.Pos) bool) *Site {
	f := src.File(pos.File)
	if f == nil {
		return nil
	}
	tf := f.Fset.File(f.Syntax.FileStart)
	if tf == nil || pos.Line < 1 || int(pos.Line) > tf.LineCount() {
		return nil
	}
	at := tf.LineStart(int(pos.Line)) + token.Pos(max(pos.Col, 1)-1)
	if at > f.Syntax.FileEnd {
		return nil
	}
	around, _ := astutil.PathEnclosingInterval(f.Syntax, at, at)
	for i, n := range around {
		if marks(n, at) {
			return &Site{File: f, Source: src, Path: around[i:]}
		}
	}
	return nil
}

func marks(n ast.Node, at token.Pos) bool {
	switch n := n.(type) {
	case *ast.CallExpr:
		return n.Lparen == at
	case *ast.CompositeLit:
		return n.Lbrace == at
	case *ast.KeyValueExpr:
		return n.Colon == at
	case *ast.BinaryExpr:
		return n.OpPos == at
	case *ast.AssignStmt:
		return n.TokPos == at
	case *ast.Ident:
		return n.NamePos == at
	case *ast.ReturnStmt:
		return n.Return == at
	}
	return false
}

// in returns the site of a node of the same file.
func (s *Site) in(n ast.Node) *Site {
	around, _ := astutil.PathEnclosingInterval(s.Syntax, n.Pos(), n.End())
	for i, m := range around {
		if m == n {
			return &Site{File: s.File, Source: s.Source, Path: around[i:]}
		}
	}
	return nil
}

// Call returns the call at the site, nil if there is none.
func (s *Site) Call() *ast.CallExpr {
	if s == nil {
		return nil
	}
	c, _ := s.Path[0].(*ast.CallExpr)
	return c
}

// text returns the source text of a node.
func (s *Site) text(n ast.Node) string { return s.between(n.Pos(), n.End()) }

func (s *Site) between(from, to token.Pos) string {
	start, end := int(from-s.Syntax.FileStart), int(to-s.Syntax.FileStart)
	if start < 0 || end > len(s.Content) || start > end {
		return ""
	}
	return string(s.Content[start:end])
}

// callee returns the function that a call calls, nil if that is not known.
func (s *Site) callee(c *ast.CallExpr) *types.Func {
	fun := ast.Unparen(c.Fun)
	switch f := fun.(type) {
	case *ast.IndexExpr:
		fun = f.X
	case *ast.IndexListExpr:
		fun = f.X
	}
	var id *ast.Ident
	switch f := fun.(type) {
	case *ast.Ident:
		id = f
	case *ast.SelectorExpr:
		id = f.Sel
	}
	if id == nil {
		return nil
	}
	f, _ := s.Info.Uses[id].(*types.Func)
	return f
}

// calls reports whether an expression calls a function of that full name.
func (s *Site) calls(e ast.Expr, names ...string) (*ast.CallExpr, bool) {
	c, ok := ast.Unparen(e).(*ast.CallExpr)
	if !ok {
		return nil, false
	}
	f := s.callee(c)
	return c, f != nil && slices.Contains(names, f.FullName())
}

// function returns the innermost function around a site, and its type and body.
func (s *Site) function() (ast.Node, *ast.FuncType, *ast.BlockStmt) {
	for _, n := range s.Path {
		switch f := n.(type) {
		case *ast.FuncLit:
			return f, f.Type, f.Body
		case *ast.FuncDecl:
			return f, f.Type, f.Body
		}
	}
	return nil, nil, nil
}

// statement returns the innermost statement around a site that stands in a list,
// that list, and its index in it; nil if a function begins in between.
func (s *Site) statement() (ast.Stmt, []ast.Stmt, int) {
	for i, n := range s.Path {
		if _, ok := n.(*ast.FuncLit); ok {
			return nil, nil, 0
		}
		stmt, ok := n.(ast.Stmt)
		if !ok || i+1 >= len(s.Path) {
			continue
		}
		switch stmt.(type) {
		case *ast.CaseClause, *ast.CommClause:
			continue // in a list, where no statement can stand
		}
		var list []ast.Stmt
		switch around := s.Path[i+1].(type) {
		case *ast.BlockStmt:
			list = around.List
		case *ast.CaseClause:
			list = around.Body
		case *ast.CommClause:
			list = around.Body
		}
		if k := slices.Index(list, stmt); k >= 0 {
			return stmt, list, k
		}
	}
	return nil, nil, 0
}

// lookup returns what a name means at a place, nil if nothing.
func (s *Site) lookup(name string, at token.Pos) types.Object {
	scope := s.scopeAt(at)
	if scope == nil {
		return nil
	}
	_, obj := scope.LookupParent(name, at)
	return obj
}

// scopeAt returns the innermost scope around a place.
func (s *Site) scopeAt(at token.Pos) *types.Scope {
	around, _ := astutil.PathEnclosingInterval(s.Syntax, at, at)
	for _, n := range around {
		switch f := n.(type) {
		case *ast.FuncLit:
			n = f.Type
		case *ast.FuncDecl:
			n = f.Type
		}
		if scope := s.Info.Scopes[n]; scope != nil {
			if inner := scope.Innermost(at); inner != nil {
				return inner
			}
			return scope
		}
	}
	return s.Types.Scope()
}

// free reports whether a name means nothing in a function so far, neither inside
// nor around.
func (s *Site) free(name string, in ast.Node, at token.Pos) bool {
	if s.lookup(name, at) != nil {
		return false
	}
	taken := false
	ast.Inspect(in, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok && id.Name == name && (s.Info.Defs[id] != nil || s.Info.Uses[id] != nil) {
			if _, field := s.Info.ObjectOf(id).(*types.Var); !field || !s.Info.ObjectOf(id).(*types.Var).IsField() {
				taken = true
			}
		}
		return !taken
	})
	return !taken
}

// constant returns the value of an expression that is a constant text.
func (s *Site) constant(e ast.Expr) (string, bool) {
	v := s.Info.Types[e].Value
	if v == nil || v.Kind() != constant.String {
		return "", false
	}
	return constant.StringVal(v), true
}

// isPure reports whether it does not matter how often, and when, an expression
// is evaluated: names, fields of names, constants.
func isPure(e ast.Expr) bool {
	switch e := ast.Unparen(e).(type) {
	case *ast.Ident, *ast.BasicLit:
		return true
	case *ast.SelectorExpr:
		return isPure(e.X)
	}
	return false
}

// An Editor collects the edits of one fix.
type Editor struct {
	*Site
	edits []finding.Edit
	cuts  [][2]token.Pos    // what they replace
	added map[string]string // import path -> name
	bad   bool
}

// Edit returns an editor for a file.
func (s *Site) edit() *Editor { return &Editor{Site: s, added: map[string]string{}} }

// replace replaces what is between two places.
func (e *Editor) replace(from, to token.Pos, text string) {
	if !from.IsValid() || !to.IsValid() {
		e.bad = true
		return
	}
	a, b := e.Fset.PositionFor(from, false), e.Fset.PositionFor(to, false)
	e.cuts = append(e.cuts, [2]token.Pos{from, to})
	e.edits = append(e.edits, finding.Edit{
		Pos:     finding.Position{File: e.Name, Line: a.Line, Column: a.Column, EndLine: b.Line, EndColumn: b.Column},
		NewText: text,
	})
}

// replaceNode replaces a node. The fix is given up where a comment in it would get
// lost.
func (e *Editor) replaceNode(n ast.Node, text string) {
	e.bad = e.bad || e.loses(n.Pos(), n.End(), text)
	e.replace(n.Pos(), n.End(), text)
}

// loses reports whether a comment between two places is not in a text.
func (e *Editor) loses(from, to token.Pos, text string) bool {
	return slices.ContainsFunc(e.Syntax.Comments, func(group *ast.CommentGroup) bool {
		return slices.ContainsFunc(group.List, func(c *ast.Comment) bool {
			return from <= c.Pos() && c.End() <= to && !strings.Contains(text, c.Text)
		})
	})
}

func (e *Editor) insert(at token.Pos, text string) { e.replace(at, at, text) }
func (e *Editor) indent(at token.Pos) string       { return indentOf(e.Content, int(at-e.Syntax.FileStart)) }
func (s *Site) offset(at token.Pos) int            { return int(at - s.Syntax.FileStart) }

func indentOf(content []byte, at int) string {
	start := at
	for start > 0 && content[start-1] != '\n' {
		start--
	}
	end := start
	for end < len(content) && (content[end] == '\t' || content[end] == ' ') {
		end++
	}
	return string(content[start:end])
}

// deleteLine deletes a statement with its line, where nothing else stands on it.
func (e *Editor) deleteLine(n ast.Node) {
	from, to := e.offset(n.Pos()), e.offset(n.End())
	for from > 0 && (e.Content[from-1] == '\t' || e.Content[from-1] == ' ') {
		from--
	}
	if to+1 < len(e.Content) && e.Content[to] == '\r' {
		to++
	}
	if to < len(e.Content) && e.Content[to] == '\n' && (from == 0 || e.Content[from-1] == '\n') {
		e.replace(e.Syntax.FileStart+token.Pos(from), e.Syntax.FileStart+token.Pos(to+1), "")
		return
	}
	e.bad = true
}

// use returns the name of a package at a place, and imports it if nothing does.
// The fix is given up where the name means something else.
func (e *Editor) use(pkg string, at token.Pos) string {
	name, imported := e.added[pkg], false
	if name != "" {
		imported = true
	}
	for _, spec := range e.Syntax.Imports {
		p, err := strconv.Unquote(spec.Path.Value)
		if err != nil || p != pkg || imported {
			continue
		}
		if spec.Name != nil && (spec.Name.Name == "_" || spec.Name.Name == ".") {
			continue
		}
		obj := e.Info.Implicits[spec]
		if spec.Name != nil {
			obj = e.Info.Defs[spec.Name]
		}
		pn, ok := obj.(*types.PkgName)
		if !ok {
			e.bad = true
			return path.Base(pkg)
		}
		if e.lookup(pn.Name(), at) != obj {
			e.bad = true // shadowed
		}
		return pn.Name()
	}
	if !imported {
		name = path.Base(pkg)
		if e.lookup(name, at) != nil || e.lookup(name, e.Syntax.FileEnd) != nil || e.Types.Scope().Lookup(name) != nil {
			e.bad = true
			return name
		}
		e.added[pkg] = name
		e.addImport(pkg)
	} else if e.lookup(name, at) != nil {
		e.bad = true
	}
	return name
}

// addImport adds an import to the first group of the declaration, in its place.
// Two fixes that add the same make the same edit.
func (e *Editor) addImport(pkg string) {
	quoted := strconv.Quote(pkg)
	var decl *ast.GenDecl
	for _, d := range e.Syntax.Decls {
		if g, ok := d.(*ast.GenDecl); ok && g.Tok == token.IMPORT && !isC(g) {
			decl = g
			break
		}
	}
	switch {
	case decl == nil:
		e.insert(e.Syntax.Name.End(), "\n\nimport "+quoted)
	case !decl.Lparen.IsValid():
		e.insert(decl.Pos(), "import "+quoted+"\n")
	case len(decl.Specs) == 0:
		e.insert(decl.Rparen, "\n\t"+quoted+"\n")
	default:
		group, fresh := e.group(decl, pkg)
		last := group[len(group)-1]
		end := last.End()
		if c := last.(*ast.ImportSpec).Comment; c != nil {
			end = c.End()
		}
		if fresh {
			e.insert(end, "\n\n"+e.indent(last.Pos())+quoted)
			return
		}
		for _, spec := range group {
			if pathOf(spec) > pkg && spec.(*ast.ImportSpec).Doc == nil {
				e.insert(spec.Pos(), quoted+"\n"+e.indent(spec.Pos()))
				return
			}
		}
		e.insert(end, "\n"+e.indent(last.Pos())+quoted)
	}
}

func pathOf(spec ast.Spec) string {
	p, err := strconv.Unquote(spec.(*ast.ImportSpec).Path.Value)
	if err != nil {
		return ""
	}
	return p
}

// isStd reports whether a path is one of the standard library, by its form.
func isStd(p string) bool {
	first, _, _ := strings.Cut(p, "/")
	return !strings.Contains(first, ".")
}

// group returns the group of imports that one belongs to: the first, for one of
// the standard library, or else the first that has others. fresh says that there
// is none yet, and a new one is to follow.
func (e *Editor) group(decl *ast.GenDecl, pkg string) (group []ast.Spec, fresh bool) {
	var groups [][]ast.Spec
	line := 0
	for i, spec := range decl.Specs {
		if i == 0 || e.Fset.Position(spec.Pos()).Line > line+1 {
			groups = append(groups, nil)
		}
		line = e.Fset.Position(spec.End()).Line
		groups[len(groups)-1] = append(groups[len(groups)-1], spec)
	}
	if isStd(pkg) {
		return groups[0], false
	}
	for _, g := range groups {
		if slices.ContainsFunc(g, func(s ast.Spec) bool { return !isStd(pathOf(s)) }) {
			return g, false
		}
	}
	return groups[len(groups)-1], true
}

func isC(g *ast.GenDecl) bool {
	return slices.ContainsFunc(g.Specs, func(s ast.Spec) bool { return s.(*ast.ImportSpec).Path.Value == `"C"` })
}

// join adds the edits of another file to those of this one.
func (e *Editor) join(o *Editor) {
	e.edits, e.bad = append(e.edits, o.edits...), e.bad || o.bad || o.idle()
}

// idle reports whether nothing is left that uses a package whose names need none
// before them: whoever removes imports can't tell.
func (e *Editor) idle() bool {
	return slices.ContainsFunc(e.Syntax.Imports, func(spec *ast.ImportSpec) bool {
		if spec.Name == nil || spec.Name.Name != "." {
			return false
		}
		cut, left := false, false
		ast.Inspect(e.Syntax, func(n ast.Node) bool {
			if sel, ok := n.(*ast.SelectorExpr); ok && e.Info.Selections[sel] == nil {
				return false // of a package with a name
			}
			id, ok := n.(*ast.Ident)
			if !ok || e.Info.Uses[id] == nil || e.Info.Uses[id].Pkg() == nil || e.Info.Uses[id].Pkg().Path() != pathOf(spec) {
				return true
			}
			if slices.ContainsFunc(e.cuts, func(c [2]token.Pos) bool { return c[0] <= id.Pos() && id.End() <= c[1] }) {
				cut = true
			} else if e.Info.Uses[id].Parent() == e.Info.Uses[id].Pkg().Scope() {
				left = true
			}
			return true
		})
		return cut && !left
	})
}

// fix returns the fix, none if something stands in its way.
func (e *Editor) fix(title string, safe bool) []finding.Fix {
	if e.bad || len(e.edits) == 0 || e.idle() {
		return nil
	}
	slices.SortStableFunc(e.edits, func(a, b finding.Edit) int { return a.Pos.Compare(b.Pos) })
	e.edits = slices.Compact(e.edits)
	return []finding.Fix{{Title: title, Safe: safe, Edits: e.edits}}
}

// typeText returns how a type is written at a place of the file, "" if it can't
// be there.
func (e *Editor) typeText(t types.Type, at token.Pos) string {
	ok := true
	text := types.TypeString(t, func(p *types.Package) string {
		if p == e.Types {
			return ""
		}
		for _, spec := range e.Syntax.Imports {
			if q, _ := strconv.Unquote(spec.Path.Value); q == p.Path() && (spec.Name == nil || spec.Name.Name != "_" && spec.Name.Name != ".") {
				name := p.Name()
				if spec.Name != nil {
					name = spec.Name.Name
				}
				if pn, is := e.lookup(name, at).(*types.PkgName); is && pn.Imported().Path() == p.Path() {
					return name
				}
			}
		}
		ok = false
		return p.Name()
	})
	if !ok || strings.Contains(text, "invalid type") {
		return ""
	}
	return text
}

// zero returns the zero value of a type as it is written, "" if that can't be.
func (e *Editor) zero(t types.Type, at token.Pos) string {
	switch u := t.Underlying().(type) {
	case *types.Basic:
		switch {
		case u.Info()&types.IsString != 0:
			return `""`
		case u.Info()&types.IsNumeric != 0:
			return "0"
		case u.Info()&types.IsBoolean != 0:
			return "false"
		}
	case *types.Pointer, *types.Slice, *types.Map, *types.Chan, *types.Signature:
		return "nil"
	case *types.Interface:
		if _, param := t.(*types.TypeParam); param {
			return ""
		}
		return "nil"
	case *types.Struct, *types.Array:
		if _, param := t.(*types.TypeParam); param {
			return ""
		}
		if text := e.typeText(t, at); text != "" {
			return text + "{}"
		}
	}
	return ""
}

// isContext reports whether a type is context.Context.
func isContext(t types.Type) bool {
	n, ok := types.Unalias(t).(*types.Named)
	return ok && n.Obj().Name() == "Context" && n.Obj().Pkg() != nil && n.Obj().Pkg().Path() == "context"
}
