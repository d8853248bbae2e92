package fix

import (
	"go/ast"
	"go/token"
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
	s, x := wordsAt(src, f)
	if s == nil {
		return nil
	}
	fn, typ, _ := s.function()
	stmt := s.user(x)
	e := s.edit()
	if typ == nil || stmt == nil || !e.declared(x, stmt) || !s.free("word", fn, stmt.Pos()) {
		return nil
	}
	shown := f.Source.Name
	cond, title := e.use("strings", stmt.Pos())+`.HasPrefix(word, "-")`, "refuse words of "+shown+" that start with a hyphen"
	refusal := shown + " must have no word that starts with a hyphen"
	if givesOptions(shown) {
		list := e.declare(&listed{name: identifier(shown), shown: shown, what: "the options that callers may give in " + shown + "."})
		if list == "" {
			return nil
		}
		cond += " && !" + list + "[word]"
		title, refusal = "let only listed options of "+shown+" reach the program", shown+" has an option that is not allowed"
	}
	answer := e.refuse(typ, stmt.Pos(), refusal)
	if answer == "" {
		return nil
	}
	var lines []string
	value := s.text(x)
	if !isPure(x) {
		value = identifier(shown)
		call, ok := ast.Unparen(x).(*ast.CallExpr)
		if !ok || !s.plainWords(set, call) || value == "" || token.IsKeyword(value) || !s.free(value, fn, stmt.Pos()) {
			return nil
		}
		lines = append(lines, value+" := "+s.text(x))
		e.replaceNode(x, value)
	}
	text := "word"
	if elem := s.Info.TypeOf(x).Underlying().(*types.Slice).Elem(); types.Unalias(elem) != types.Typ[types.String] {
		text = "string(word)"
	}
	cond = strings.ReplaceAll(strings.ReplaceAll(cond, "(word,", "("+text+","), "[word]", "["+text+"]")
	e.before(stmt, append(lines, "for _, word := range "+value+" {", "\tif "+cond+" {", "\t\treturn "+answer, "\t}", "}")...)
	return e.fix(title, Review)
}

// givesOptions reports whether an argument is called like one that has options.
func givesOptions(name string) bool {
	return slices.ContainsFunc(models.SplitName(name), func(w string) bool {
		return slices.Contains([]string{"option", "options", "opt", "opts", "flag", "flags", "switches", "arg", "args", "argument", "arguments", "argv", "params", "command", "cmd", "line", "cmdline"}, w)
	})
}

// plainWords reports whether the words that a call makes are the caller's.
func (s *Site) plainWords(set *models.Set, call *ast.CallExpr) bool {
	if _, ok := s.calls(call, "strings.Fields", "strings.Split"); ok {
		return s.plain(set, call.Args[0])
	}
	return s.plain(set, call)
}

// wordsAt returns the expression of the list of words that a caller gives: where the
// handler, or a function between it and the program, hands it on last.
func wordsAt(src sources, f *taint.Flow) (*Site, ast.Expr) {
	for _, h := range append([]flow.Hop{{Pos: f.Sink.Pos}}, f.Hops...) {
		s := around(src, h.Pos)
		if s == nil {
			continue
		}
		_, _, body := s.function()
		if body == nil {
			continue
		}
		var found ast.Expr
		ast.Inspect(body, func(n ast.Node) bool {
			if _, closure := n.(*ast.FuncLit); closure {
				return false
			}
			switch n := n.(type) {
			case *ast.RangeStmt:
				if s.areWords(n.X, f.Source.Name) {
					found = n.X
				}
			case *ast.CallExpr:
				for _, a := range n.Args {
					if s.areWords(a, f.Source.Name) {
						found = a
					}
				}
			}
			return true
		})
		if found != nil {
			return &Site{File: s.File, Source: s.Source, Path: s.in(found).Path}, found
		}
	}
	return nil, nil
}

// areWords reports whether an expression is a list of words that is called like an
// argument.
func (s *Site) areWords(x ast.Expr, argument string) bool {
	list, ok := s.Info.TypeOf(x).Underlying().(*types.Slice)
	if !ok || !isString(list.Elem()) {
		return false
	}
	if id, ok := ast.Unparen(x).(*ast.Ident); ok { // the words of a text, whoever takes it apart
		if call, ok := s.definition(id).(*ast.CallExpr); ok && len(call.Args) == 1 && s.calledLike(call.Args[0], argument) {
			return true
		}
	}
	return s.calledLike(x, argument)
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
