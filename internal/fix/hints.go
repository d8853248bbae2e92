package fix

import (
	"go/ast"
	"go/token"
	"go/types"
	"strconv"
	"strings"

	"github.com/mcpvet/mcpvet/internal/finding"
	"github.com/mcpvet/mcpvet/internal/program"
	"github.com/mcpvet/mcpvet/models"
)

// Hint gives a hint of the tool that is described at pos another value: where
// the description states it, or, where that is shared with other tools, by an
// option of the SDK behind it. name is that of the protocol: readOnlyHint.
func Hint(src sources, set *models.Set, pos program.Pos, name string, value bool) []finding.Fix {
	s := At(src, pos)
	if s == nil || name == "" {
		return nil
	}
	field := strings.ToUpper(name[:1]) + name[1:]
	e := s.edit()
	ok := false
	switch n := s.Path[0].(type) {
	case *ast.CompositeLit:
		ok = e.hintIn(n, field, value)
	case *ast.CallExpr:
		ok = e.hintOption(set, n, field, value)
	}
	if !ok {
		return nil
	}
	return e.fix("say "+name+" "+strconv.FormatBool(value), Safe)
}

// hintIn changes a hint that a literal states, somewhere inside.
func (e *Editor) hintIn(lit *ast.CompositeLit, field string, value bool) bool {
	for _, el := range lit.Elts {
		kv, ok := el.(*ast.KeyValueExpr)
		if !ok {
			continue
		}
		v := ast.Unparen(kv.Value)
		if u, ok := v.(*ast.UnaryExpr); ok && u.Op == token.AND {
			v = u.X
		}
		if inner, ok := v.(*ast.CompositeLit); ok && e.hintIn(inner, field, value) {
			return true
		}
		if id, ok := kv.Key.(*ast.Ident); ok && id.Name == field && isStruct(e.Info.TypeOf(lit)) {
			return e.flipTo(kv.Value, value)
		}
	}
	return false
}

func isStruct(t types.Type) bool {
	if t == nil {
		return false
	}
	_, ok := t.Underlying().(*types.Struct)
	return ok
}

// flipTo makes a boolean, or a pointer that a call makes of one, the other one.
func (e *Editor) flipTo(x ast.Expr, value bool) bool {
	if c, ok := ast.Unparen(x).(*ast.CallExpr); ok && len(c.Args) == 1 {
		x = c.Args[0]
	}
	id, ok := ast.Unparen(x).(*ast.Ident)
	return ok && id.Name == strconv.FormatBool(!value) && e.flip(id)
}

// hintOption changes the option of a call that sets a hint, or adds one.
func (e *Editor) hintOption(set *models.Set, call *ast.CallExpr, field string, value bool) bool {
	fn := e.callee(call)
	if fn == nil || fn.Pkg() == nil || call.Ellipsis.IsValid() || !fn.Signature().Variadic() {
		return false
	}
	rows := set.Func(fn.FullName())
	if rows == nil || rows.Constructor == nil || rows.Constructor.Options == "" {
		return false
	}
	option := ""
	for _, row := range optionsOf(set, fn.Pkg()) {
		if len(row.Set) != 1 {
			continue
		}
		for path, from := range row.Set {
			if strings.HasSuffix(path, "."+field) && from == "arg0" {
				option = row.Func
			}
		}
	}
	if option == "" {
		return false
	}
	for _, a := range call.Args {
		if c, ok := e.calls(a, option); ok && len(c.Args) == 1 {
			return e.flipTo(c.Args[0], value)
		}
		if c, ok := ast.Unparen(a).(*ast.CallExpr); ok && len(c.Args) == 1 { // all hints at once
			if lit, ok := ast.Unparen(c.Args[0]).(*ast.CompositeLit); ok && e.hintIn(lit, field, value) {
				return true
			}
		}
	}
	e.addArgument(call, e.qualified(fn.Pkg(), nameOf(option), call.Pos())+"("+strconv.FormatBool(value)+")")
	return true
}

// optionsOf lists the options that a package of an SDK has, in the version that
// is imported.
func optionsOf(set *models.Set, pkg *types.Package) []models.Option {
	m := set.ModelOf(pkg.Path())
	if m == nil {
		return nil
	}
	var out []models.Option
	for _, row := range m.Options {
		p, err := models.ParseFunc(row.Func)
		if err == nil && p.Type == "" && p.Package == pkg.Path() && pkg.Scope().Lookup(p.Func) != nil {
			out = append(out, row)
		}
	}
	return out
}

func nameOf(symbol string) string { return symbol[strings.LastIndexByte(symbol, '.')+1:] }

// qualified returns how something exported by an imported package is written.
func (e *Editor) qualified(pkg *types.Package, name string, at token.Pos) string {
	return e.use(pkg.Path(), at) + "." + name
}

// addArgument adds an argument behind the others.
func (e *Editor) addArgument(call *ast.CallExpr, text string) {
	if len(call.Args) == 0 {
		e.insert(call.Rparen, text)
		return
	}
	last := call.Args[len(call.Args)-1]
	line := func(p token.Pos) int { return e.Fset.Position(p).Line }
	if line(last.End()) == line(call.Rparen) {
		e.insert(last.End(), ", "+text)
		return
	}
	tf := e.Fset.File(call.Rparen)
	e.insert(tf.LineStart(line(call.Rparen)), e.indent(last.Pos())+text+",\n")
}
