package fix

import (
	"go/ast"
	"go/token"
	"go/types"
	"reflect"
	"slices"
	"strings"

	"github.com/mcpvet/mcpvet/internal/finding"
	"github.com/mcpvet/mcpvet/internal/passes/source"
	"github.com/mcpvet/mcpvet/internal/program"
	"github.com/mcpvet/mcpvet/models"
)

// DefaultRefuses makes a handler take a call that leaves out an argument for one
// that does not confirm, or for a rehearsal: names are arguments that say so.
func DefaultRefuses(src sources, set *models.Set, handler program.Pos, names []string) []finding.Fix {
	s, fn, _, body := function(src, handler)
	if s == nil || body == nil {
		return nil
	}
	e := s.edit()
	var defaults []ast.Expr
	var pointers []*ast.BinaryExpr
	name := ""
	ast.Inspect(fn, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.CallExpr:
			if arg, def := s.getter(set, n); def != nil && slices.Contains(names, arg) {
				defaults, name = append(defaults, def), arg
			}
		case *ast.BinaryExpr:
			if arg := s.given(n); arg != "" && slices.Contains(names, arg) {
				pointers, name = append(pointers, n), arg
			}
		}
		return true
	})
	switch {
	case len(defaults) == 1 && len(pointers) == 0:
		if !e.flip(defaults[0]) {
			return nil
		}
	case len(pointers) == 1 && len(defaults) == 0:
		p := pointers[0]
		e.replace(p.Pos(), p.End(), "("+s.text(ast.Unparen(p.X).(*ast.BinaryExpr).X)+" == nil || "+s.text(p.Y)+")")
		if stmt, ok := parentOf(fn, p).(*ast.IfStmt); ok && stmt.Cond == ast.Expr(p) {
			e.edits[0].NewText = strings.TrimSuffix(strings.TrimPrefix(e.edits[0].NewText, "("), ")")
		}
	case len(pointers) == 0 && len(defaults) == 0:
		if name = e.absent(fn, names); name == "" {
			return nil
		}
	default:
		return nil
	}
	return e.fix("do not act where "+name+" is left out", Review)
}

// absent makes a boolean field of the arguments of a handler a pointer, so that a
// call that leaves it out is told from one that says false, and counts as true. It
// returns the name of the argument, "" where that can't be done: one that must be
// given, or of which more is done than to be read.
func (e *Editor) absent(fn ast.Node, names []string) string {
	var field *types.Var
	name := ""
	several := false
	ast.Inspect(fn, func(n ast.Node) bool {
		sel, ok := n.(*ast.SelectorExpr)
		if !ok {
			return true
		}
		choice := e.Info.Selections[sel]
		if choice == nil || choice.Kind() != types.FieldVal || len(choice.Index()) != 1 {
			return true
		}
		t := choice.Recv()
		if p, ok := t.Underlying().(*types.Pointer); ok {
			t = p.Elem()
		}
		st, ok := t.Underlying().(*types.Struct)
		if !ok {
			return true
		}
		f := st.Field(choice.Index()[0])
		tag, options, _ := strings.Cut(reflect.StructTag(st.Tag(choice.Index()[0])).Get("json"), ",")
		if f.Type() != types.Typ[types.Bool] || f.Pkg() != e.Types || !slices.Contains(names, tag) || !strings.Contains(options, "omit") {
			return true
		}
		several = several || field != nil && field != f
		field, name = f, tag
		return true
	})
	if field == nil || several {
		return ""
	}
	var declared *ast.Field
	var in *source.File
	reads := 0
	for _, f := range e.Files {
		o := e
		if f != e.File {
			o = (&Site{File: f, Source: e.Source, Path: []ast.Node{f.Syntax}}).edit()
		}
		var around []ast.Node
		ast.Inspect(f.Syntax, func(n ast.Node) bool {
			if n == nil {
				around = around[:len(around)-1]
				return true
			}
			switch n := n.(type) {
			case *ast.Field:
				if len(n.Names) == 1 && e.Info.Defs[n.Names[0]] == field {
					declared, in = n, f
				}
			case *ast.SelectorExpr:
				if e.Info.Uses[n.Sel] == field && isPure(n.X) && reading(around, n) {
					reads++
					text := o.text(n) + " == nil || *" + o.text(n)
					switch around[len(around)-1].(type) {
					case *ast.IfStmt, *ast.CallExpr, *ast.ParenExpr:
					default:
						text = "(" + text + ")"
					}
					o.replaceNode(n, text)
				}
			}
			around = append(around, n)
			return true
		})
		if o != e {
			e.join(o)
		}
	}
	if declared == nil || reads == 0 || reads != e.uses(field) {
		return ""
	}
	o := (&Site{File: in, Source: e.Source, Path: []ast.Node{in.Syntax}}).edit()
	o.insert(declared.Type.Pos(), "*")
	e.join(o)
	return name
}

// reading reports whether a boolean is no more than read: as a condition, an
// operand or an argument.
func reading(around []ast.Node, n ast.Expr) bool {
	switch p := around[len(around)-1].(type) {
	case *ast.IfStmt:
		return p.Cond == n
	case *ast.BinaryExpr, *ast.ParenExpr:
		return true
	case *ast.UnaryExpr:
		return p.Op == token.NOT
	case *ast.CallExpr:
		return slices.Contains(p.Args, n)
	}
	return false
}

func parentOf(root, n ast.Node) ast.Node {
	var parent ast.Node
	var path []ast.Node
	ast.Inspect(root, func(m ast.Node) bool {
		if m == nil {
			path = path[:len(path)-1]
			return true
		}
		if m == n && len(path) > 0 {
			parent = path[len(path)-1]
		}
		path = append(path, m)
		return true
	})
	return parent
}

// getter returns the name of the boolean argument of a tool that a call reads, and
// the expression of what it returns for one that is left out.
func (s *Site) getter(set *models.Set, c *ast.CallExpr) (string, ast.Expr) {
	fn := s.callee(c)
	if fn == nil {
		return "", nil
	}
	rows := set.Func(fn.FullName())
	if rows == nil {
		return "", nil
	}
	for _, r := range rows.Sources {
		if r.Class != models.ClassArgument || r.Default == "" {
			continue
		}
		n, err := models.ParsePath(r.Name)
		d, err2 := models.ParsePath(r.Default)
		if err != nil || err2 != nil || n.Root != models.RootArg || d.Root != models.RootArg || max(n.Index, d.Index) >= len(c.Args) {
			continue
		}
		if name, ok := s.constant(c.Args[n.Index]); ok {
			return name, c.Args[d.Index]
		}
	}
	return "", nil
}

// given returns the name of the argument that "x != nil && *x" asks for, "" if an
// expression is none such.
func (s *Site) given(b *ast.BinaryExpr) string {
	x, ok := ast.Unparen(b.X).(*ast.BinaryExpr)
	y, ok2 := ast.Unparen(b.Y).(*ast.StarExpr)
	if !ok || !ok2 || b.Op != token.LAND || x.Op != token.NEQ || s.text(x.Y) != "nil" || s.text(x.X) != s.text(y.X) || !isPure(x.X) {
		return ""
	}
	sel, ok := ast.Unparen(x.X).(*ast.SelectorExpr)
	if !ok {
		return ""
	}
	return s.fieldKey(sel)
}

// fieldKey returns what a field is called in JSON, "" if its tag does not say.
func (s *Site) fieldKey(sel *ast.SelectorExpr) string {
	choice := s.Info.Selections[sel]
	if choice == nil {
		return ""
	}
	t := choice.Recv()
	if p, ok := t.Underlying().(*types.Pointer); ok {
		t = p.Elem()
	}
	st, ok := t.Underlying().(*types.Struct)
	if !ok {
		return ""
	}
	for i := range st.NumFields() {
		if st.Field(i).Name() == sel.Sel.Name {
			name, _, _ := strings.Cut(reflect.StructTag(st.Tag(i)).Get("json"), ",")
			return name
		}
	}
	return ""
}
