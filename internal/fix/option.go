package fix

import (
	"go/ast"
	"go/types"
	"slices"
	"strings"

	"github.com/mcpvet/mcpvet/internal/finding"
	"github.com/mcpvet/mcpvet/internal/flow"
	"github.com/mcpvet/mcpvet/internal/passes/taint"
	"github.com/mcpvet/mcpvet/models"
)

// NoOption refuses a word of a caller that a program could read as an option: where
// the handler hands it on, or where the program is started.
func NoOption(src sources, set *models.Set, f *taint.Flow) []finding.Fix {
	s, x := wordAt(src, f)
	if s == nil {
		return nil
	}
	_, typ, _ := s.function()
	shown := s.valueName(x)
	if s.calledLike(x, f.Source.Name) {
		shown = f.Source.Name
	}
	if typ == nil || shown == "" {
		return nil
	}
	e := s.edit()
	value := e.noOption(set, typ, e.user(x), x, identifier(shown), shown)
	if value == "" {
		return nil
	}
	e.rename(x, value)
	return e.fix("refuse "+shown+" where it starts with a hyphen", Review)
}

// NoOptions refuses, of a list of words that a caller gives, those that a program could
// read as options. Where options are what the caller is to give, it is those that
// are not in a list, which is to be filled in.
func NoOptions(src sources, set *models.Set, f *taint.Flow) []finding.Fix {
	s, x, stmt := wordsAt(src, f)
	if s == nil {
		return nil
	}
	_, typ, _ := s.function()
	e := s.edit()
	if typ == nil || s.lookup("word", s.Syntax.End()) != nil {
		return nil
	}
	word := "word"
	if id := root(x); id != nil && id.Name == word {
		word = "w"
	}
	shown := f.Source.Name
	text := word
	if elem := s.Info.TypeOf(x).Underlying().(*types.Slice).Elem(); types.Unalias(elem) != types.Typ[types.String] {
		text = "string(" + word + ")"
	}
	cond, title := e.use("strings", stmt.Pos())+".HasPrefix("+text+`, "-")`, "refuse words of "+shown+" that start with a hyphen"
	refusal := shown + " must have no word that starts with a hyphen"
	if set.Words().Options(shown) {
		list := e.declare(&listed{name: identifier(shown), of: s.about(f), shown: shown, what: "the options that callers may give in " + shown + "."})
		if list == "" {
			return nil
		}
		cond += " && !" + list + "[" + text + "]"
		title, refusal = "let only listed options of "+shown+" reach the program", shown+" has an option that is not allowed"
	}
	answer := e.refuse(typ, stmt.Pos(), refusal)
	if answer == "" {
		return nil
	}
	var lines []string
	value := s.text(x)
	if !isPure(x) {
		call, ok := ast.Unparen(x).(*ast.CallExpr)
		if !ok || !s.plainWords(set, call) {
			return nil
		}
		if value = s.variable(identifier(shown), call, stmt); value == "" {
			value = s.variable("words", call, stmt)
		}
		if value == "" {
			return nil
		}
		lines = append(lines, value+" := "+s.text(x))
		e.replaceNode(x, value)
	}
	e.before(stmt, append(lines, "for _, "+word+" := range "+value+" {", "\tif "+cond+" {", "\t\treturn "+answer, "\t}", "}")...)
	return e.fix(title, Review)
}

// plainWords reports whether the words that a call makes are the caller's.
func (s *Site) plainWords(set *models.Set, call *ast.CallExpr) bool {
	if _, ok := s.calls(call, "strings.Fields", "strings.Split"); ok {
		return s.plain(set, call.Args[0])
	}
	return s.plain(set, call)
}

// wordsAt returns the expression of the list of words that a caller gives, where the
// program is started or a function between the handler and it hands the list on, and
// the statement before which it can be checked.
func wordsAt(src sources, f *taint.Flow) (*Site, ast.Expr, ast.Stmt) {
	for _, h := range append([]flow.Hop{{Pos: f.Sink.Pos}}, f.Hops...) {
		s := around(src, h.Pos)
		if s == nil {
			continue
		}
		fn, _, body := s.function()
		if body == nil {
			continue
		}
		for _, o := range append(f.Hops, flow.Hop{Pos: f.Sink.Pos}) { // the last step in the function
			if t := around(src, o.Pos); t != nil {
				if other, _, _ := t.function(); other == fn && t.Path[0].Pos() > s.Path[0].Pos() {
					s = t
				}
			}
		}
		last, _, _ := s.statement()
		var all []ast.Expr
		ast.Inspect(body, func(n ast.Node) bool {
			if _, closure := n.(*ast.FuncLit); closure || n == nil || last == nil || n.Pos() >= last.End() {
				return false
			}
			switch n := n.(type) {
			case *ast.RangeStmt:
				if s.areWords(n.X, f.Source.Name) {
					all = append(all, n.X)
				}
			case *ast.CallExpr:
				for _, a := range n.Args {
					if s.areWords(a, f.Source.Name) {
						all = append(all, a)
					}
				}
			}
			return true
		})
		for _, pure := range []bool{true, false} { // names first, which need no variable
			for _, x := range all {
				if isPure(x) != pure {
					continue
				}
				if stmt := s.ahead(x, last, all); stmt != nil {
					return s.in(x), x, stmt
				}
			}
		}
		if len(all) > 0 {
			return nil, nil, nil
		}
	}
	return nil, nil, nil
}

// ahead returns the statement that uses a list first on the way to another one: a
// check before it holds there. nil if there is none, or the list is another one by
// then; all are the uses.
func (s *Site) ahead(x ast.Expr, last ast.Stmt, all []ast.Expr) ast.Stmt {
	at := s.in(x)
	if at == nil || !isPure(x) && slices.ContainsFunc(all, func(o ast.Expr) bool { return o != x && s.text(o) == s.text(x) }) {
		return nil // what is checked would be one of several
	}
	for i := range at.Path {
		t := &Site{File: s.File, Source: s.Source, Path: at.Path[i:]}
		stmt, list, _ := t.statement()
		if stmt == nil {
			return nil
		}
		if last.End() > list[len(list)-1].End() {
			continue
		}
		if e := s.edit(); !e.declared(x, stmt) || s.changes(x, stmt, last) {
			return nil
		}
		return stmt
	}
	return nil
}

// changes reports whether something sets a list between two statements.
func (s *Site) changes(x ast.Expr, from, to ast.Stmt) bool {
	id := root(x)
	_, _, body := s.function()
	found := false
	ast.Inspect(body, func(n ast.Node) bool {
		a, ok := n.(*ast.AssignStmt)
		if ok && id != nil && a.Pos() >= from.Pos() && a.End() <= to.End() {
			for _, l := range a.Lhs {
				if to := root(l); to != nil && s.Info.ObjectOf(to) == s.Info.Uses[id] && s.text(l) == s.text(x) {
					found = true
				}
			}
		}
		return !found
	})
	return found
}

// areWords reports whether an expression is a list of words that is called like an
// argument.
func (s *Site) areWords(x ast.Expr, argument string) bool {
	list, ok := s.Info.TypeOf(x).Underlying().(*types.Slice)
	if !ok || !isString(list.Elem()) {
		return false
	}
	if id, ok := ast.Unparen(x).(*ast.Ident); ok { // the words of a text, whoever takes it apart
		if s.mixed(id) {
			return false
		}
		if call, ok := s.definition(id).(*ast.CallExpr); ok && len(call.Args) == 1 && s.calledLike(call.Args[0], argument) {
			return true
		}
	}
	return s.calledLike(x, argument)
}

// mixed reports whether a variable has words of the program beside others.
func (s *Site) mixed(id *ast.Ident) bool {
	constants := func(list []ast.Expr) bool {
		return slices.ContainsFunc(list, func(x ast.Expr) bool {
			lit, ok := ast.Unparen(x).(*ast.CompositeLit)
			return s.Info.Types[x].Value != nil || ok && len(lit.Elts) > 0
		})
	}
	_, _, body := s.function()
	found := false
	ast.Inspect(body, func(n ast.Node) bool {
		a, ok := n.(*ast.AssignStmt)
		if !ok || len(a.Lhs) != len(a.Rhs) {
			return !found
		}
		for i, l := range a.Lhs {
			if to, ok := l.(*ast.Ident); !ok || s.Info.ObjectOf(to) != s.Info.Uses[id] {
				continue
			}
			switch x := ast.Unparen(a.Rhs[i]).(type) {
			case *ast.CallExpr:
				found = found || s.callee(x) == nil && constants(x.Args)
			case *ast.CompositeLit: // what the list is where nobody gives one
				found = found || slices.ContainsFunc(x.Elts, func(el ast.Expr) bool {
					word, ok := s.constant(el)
					return !ok || strings.HasPrefix(word, "-")
				})
			}
		}
		return !found
	})
	return found
}

// wordAt returns the expression of a word that is to be checked.
func wordAt(src sources, f *taint.Flow) (*Site, ast.Expr) {
	var handler ast.Node
	for i, h := range f.Hops {
		if strings.HasPrefix(h.Text, "key ") {
			handler = functionAt(src, h.Pos)
		}
		s := At(src, h.Pos)
		if !strings.HasPrefix(h.Text, "passed to ") || s.Call() == nil {
			continue
		}
		fn, _, _ := s.function()
		if handler == nil {
			handler = fn
		}
		changed := slices.ContainsFunc(f.Hops[i:], func(h flow.Hop) bool {
			return strings.HasPrefix(h.Text, "passed through ") || strings.HasPrefix(h.Text, "joined with")
		})
		if fn != handler || changed {
			continue
		}
		if x := s.argument(f.Source.Name); x != nil && s.calledLike(x, f.Source.Name) {
			return s, x
		}
	}
	s := At(src, f.Sink.Pos)
	if s.Call() == nil {
		return nil, nil
	}
	if x := s.argument(f.Source.Name); x != nil && s.calledLike(x, f.Source.Name) {
		return s, x
	}
	return nil, nil
}
