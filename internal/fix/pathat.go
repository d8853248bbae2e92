package fix

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ast/astutil"

	"github.com/mcpvet/mcpvet/internal/flow"
	"github.com/mcpvet/mcpvet/internal/passes/taint"
	"github.com/mcpvet/mcpvet/internal/program"
)

// harmless are functions after which a path leads where it did before.
var harmless = []string{"filepath.Clean", "filepath.Dir", "filepath.Abs", "filepath.FromSlash", "filepath.ToSlash", "strings.TrimSpace", "filepath.EvalSymlinks", "path.Clean"}

// changes reports whether a step makes another path of one.
func changes(src sources, h flow.Hop) bool {
	through, ok := strings.CutPrefix(h.Text, "passed through ")
	if !ok {
		return strings.HasPrefix(h.Text, "joined with")
	}
	if slices.Contains(harmless, through) {
		return false
	}
	s := At(src, h.Pos) // below the working directory, as filepath.Abs does it
	if s.Call() != nil {
		if c, ok := s.calls(s.Call(), "path/filepath.Join"); ok && len(c.Args) == 2 {
			if id, ok := ast.Unparen(c.Args[0]).(*ast.Ident); ok {
				if _, ok := s.calls(s.definition(id), "os.Getwd"); ok {
					return false
				}
			}
		}
	}
	return true
}

// hasFolder reports whether a path gets a folder on its way.
func hasFolder(src sources, f *taint.Flow) bool {
	return f.Mask&flow.Part != 0 && slices.ContainsFunc(f.Hops, func(h flow.Hop) bool {
		joins := strings.HasPrefix(h.Text, "joined with") || strings.HasSuffix(h.Text, ".Join") || strings.HasSuffix(h.Text, ".Sprintf")
		return joins && changes(src, h)
	})
}

// pathAt returns the expression of a path that is to be checked: where the handler
// hands it on, so that others who call the same function may use what they like,
// or where the file is used.
func pathAt(src sources, f *taint.Flow) (*Site, ast.Expr) {
	if s, x := handedAt(src, f); s != nil {
		return s, x
	}
	s := At(src, f.Sink.Pos)
	if s == nil {
		return nil, nil
	}
	x := s.sunk(f.Sink)
	made := x
	if id, ok := ast.Unparen(x).(*ast.Ident); ok {
		if rhs := s.definition(id); rhs != nil {
			made = rhs
		}
	}
	if c, ok := s.calls(made, "path/filepath.Clean", "path/filepath.Dir", "path/filepath.FromSlash"); ok {
		if t := s.in(c); made != x && t != nil && isPure(c.Args[0]) {
			s, x = t, c.Args[0] // where the variable is made
		} else if made == x {
			x = c.Args[0]
		}
	}
	if x == nil || types.Unalias(s.Info.TypeOf(x)) != types.Typ[types.String] {
		return nil, nil
	}
	if joined, _ := s.below(x); joined == nil && hasFolder(src, f) {
		for _, h := range slices.Backward(f.Hops) { // where it gets its folder
			j := At(src, h.Pos)
			if j.Call() == nil {
				continue
			}
			if c, _ := j.below(j.Call()); c != nil {
				return j, c
			}
		}
	}
	return s, x
}

// handedAt returns the last place in the handler where it hands a path on
// unchanged, nil if there is none.
func handedAt(src sources, f *taint.Flow) (*Site, ast.Expr) {
	var handler ast.Node // where the argument is taken, or the first step hands it on
	var last *Site
	var handed ast.Expr
	for i, h := range f.Hops {
		if strings.HasPrefix(h.Text, "key ") {
			handler, last = functionAt(src, h.Pos), nil
		}
		if !strings.HasPrefix(h.Text, "passed to ") {
			continue
		}
		s := At(src, h.Pos)
		if s.Call() == nil {
			continue
		}
		if _, ok := ast.Unparen(s.Call().Fun).(*ast.FuncLit); ok {
			continue // a part of the same function
		}
		fn, _, _ := s.function()
		if handler == nil {
			handler = fn
		}
		if fn != handler || slices.ContainsFunc(f.Hops[i:], func(h flow.Hop) bool { return changes(src, h) }) {
			continue
		}
		if x := s.argument(f.Source.Name); x != nil {
			last, handed = s, x
		}
	}
	return last, handed
}

// sunk returns the expression of what gets into a sink at a site.
func (s *Site) sunk(sink *flow.Sink) ast.Expr {
	switch n := s.Path[0].(type) {
	case *ast.CallExpr:
		if sink.At.Elem >= 0 || sink.At.Arg < 0 || n.Ellipsis.IsValid() {
			return nil
		}
		i := sink.At.Arg
		if sink.Recv {
			i--
		}
		if i < 0 || i >= len(n.Args) {
			return nil
		}
		return n.Args[i]
	case *ast.AssignStmt:
		if len(n.Lhs) != 1 || len(n.Rhs) != 1 || n.Tok != token.ASSIGN {
			return nil
		}
		return n.Rhs[0]
	case *ast.KeyValueExpr:
		return n.Value
	case *ast.Ident: // of a field that is set
		if len(s.Path) > 2 {
			if a, ok := s.Path[2].(*ast.AssignStmt); ok && len(a.Lhs) == 1 && len(a.Rhs) == 1 && a.Lhs[0] == s.Path[1] {
				return a.Rhs[0]
			}
		}
	}
	return nil
}

// functionAt returns the innermost function around a place.
func functionAt(src sources, pos program.Pos) ast.Node {
	s := around(src, pos)
	if s == nil {
		return nil
	}
	fn, _, _ := s.function()
	return fn
}

// around returns the site of whatever stands at a place, nil if that is not known.
func around(src sources, pos program.Pos) *Site {
	f := src.File(pos.File)
	if f == nil {
		return nil
	}
	tf := f.Fset.File(f.Syntax.FileStart)
	if tf == nil || pos.Line < 1 || int(pos.Line) > tf.LineCount() {
		return nil
	}
	at := tf.LineStart(int(pos.Line)) + token.Pos(max(pos.Col, 1)-1)
	path, _ := astutil.PathEnclosingInterval(f.Syntax, at, at)
	return &Site{File: f, Source: src, Path: path}
}

// argument returns the text among the arguments of a call that is called like an
// argument of a tool, or that is the only one.
func (s *Site) argument(name string) ast.Expr {
	var only, same ast.Expr
	n := 0
	for _, a := range s.Call().Args {
		if types.Unalias(s.Info.TypeOf(a)) != types.Typ[types.String] || s.Info.Types[a].Value != nil || s.own(a) {
			continue
		}
		n++
		only = a
		if s.calledLike(a, name) {
			same = a
		}
	}
	switch {
	case same != nil:
		return same
	case n == 1:
		return only
	}
	return nil
}

// earliest returns the first place in a function where the same path is used, if
// what is checked there holds for the later one.
func (s *Site) earliest(src sources, f *taint.Flow, all []*taint.Flow, x ast.Expr) (*Site, ast.Expr) {
	if !isPure(x) {
		return nil, nil
	}
	var best *Site
	var expr ast.Expr
	fn, _, _ := s.function()
	for _, g := range all {
		if g.Entry != f.Entry || g.Sink.Row.Kind != f.Sink.Row.Kind || g.Sink.Row.Does == "" || !g.Mask.Has(flow.KindMask(g.Sink.Row.Kind)) {
			continue
		}
		t, y := pathAt(src, g)
		if t == nil || t.Syntax != s.Syntax || t.text(y) != s.text(x) || y.Pos() >= x.Pos() || best != nil && y.Pos() >= expr.Pos() {
			continue
		}
		if other, _, _ := t.function(); other != fn {
			continue
		}
		_, list, _ := t.statement()
		if len(list) > 0 && x.Pos() < list[len(list)-1].End() {
			best, expr = t, y
		}
	}
	return best, expr
}
