package fix

import (
	"go/ast"
	"go/types"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/mcpvet/mcpvet/internal/finding"
	"github.com/mcpvet/mcpvet/internal/passes/taint"
	"github.com/mcpvet/mcpvet/models"
)

// NoDots refuses values with a segment ".." before they become part of the path of
// a URL: all those that are joined there.
func NoDots(src sources, f *taint.Flow) []finding.Fix {
	s, values := urlParts(src, f)
	if s == nil || len(values) == 0 {
		return nil
	}
	stmt, _, _ := s.statement()
	_, typ, _ := s.function()
	if stmt == nil || typ == nil {
		return nil
	}
	e := s.edit()
	var texts []string
	for _, x := range values {
		if !isPure(x) || !e.declared(x, stmt) || types.Unalias(s.Info.TypeOf(x)) != types.Typ[types.String] {
			return nil
		}
		if t := e.text(x); !slices.Contains(texts, t) {
			texts = append(texts, t)
		}
	}
	if e.lookup("err", stmt.Pos()) != nil {
		if _, ok := e.lookup("err", stmt.Pos()).(*types.Var); !ok {
			return nil
		}
	}
	answer := e.refuseErr(typ, stmt.Pos(), "err")
	if answer == "" {
		return nil
	}
	e.before(stmt, "if err := "+e.companion(stmt.Pos())+".NoDotSegments("+strings.Join(texts, ", ")+"); err != nil {", "\treturn "+answer, "}")
	return e.fixWithGuard(`refuse ".." in ` + strings.Join(texts, ", "))
}

// urlParts returns where the path of a URL is put together on the way of a flow,
// and the values in it that callers give.
func urlParts(src sources, f *taint.Flow) (*Site, []ast.Expr) {
	for _, h := range slices.Backward(f.Hops) {
		s := At(src, h.Pos)
		if s == nil {
			continue
		}
		var values []ast.Expr
		if c, ok := s.Path[0].(*ast.CallExpr); ok {
			if _, ok := s.calls(c, "net/url.JoinPath", "(*net/url.URL).JoinPath", "path.Join"); ok && !c.Ellipsis.IsValid() {
				for _, a := range c.Args {
					if s.Info.Types[a].Value == nil && !s.own(a) {
						values = append(values, a)
					}
				}
				return s, values
			}
		}
		top, parts := s.composed()
		if parts == nil {
			continue
		}
		for _, p := range parts {
			if p.value != nil && isString(s.Info.TypeOf(p.value)) && !s.own(p.value) {
				values = append(values, p.value)
			}
		}
		return top, values
	}
	return nil, nil
}

var (
	fixedHost = regexp.MustCompile(`^https?://[\w.-]+(?::\d+)?$`)
	hostLabel = regexp.MustCompile(`^(?:https?://)?(?:[\w-]+\.|[\w-]+-)*$`)
	restLabel = regexp.MustCompile(`^(?:-[\w-]+)?\.[\w-]+(?:\.[\w-]+)*(?::\d+)?(?:[/?#]|$)`)
)

// label is what a part of the name of a host looks like.
const label = "`^[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?$`"

// Host keeps a value inside of the host that the program chooses: what follows the
// host begins with a slash, and what is a part of its name has no dots or slashes.
func Host(src sources, set *models.Set, f *taint.Flow) []finding.Fix {
	s, parts := composition(src, f)
	if s == nil {
		return nil
	}
	var at []int
	for _, i := range s.callers(parts, f.Source.Name) {
		before, _ := beside(parts, i)
		if !ended(before) {
			at = append(at, i)
		}
	}
	if len(at) != 1 {
		return nil
	}
	x := parts[at[0]].value
	before, after := beside(parts, at[0])
	e := s.edit()
	switch {
	case fixedHost.MatchString(before) && after == "":
		if types.Unalias(s.Info.TypeOf(x)) != types.Typ[types.String] || !e.slash(parts, at[0]) {
			return nil
		}
		e.insert(x.Pos(), e.use("strings", x.Pos())+".TrimPrefix(")
		e.insert(x.End(), `, "/")`)
		return e.fix("end the host before what the caller gives", Safe)
	case hostLabel.MatchString(before) && before != "" && restLabel.MatchString(after):
		return e.label(set, x, f.Source.Name)
	}
	return nil
}

// ended reports whether the host has ended in a text.
func ended(text string) bool {
	if _, rest, ok := strings.Cut(text, "://"); ok {
		text = rest
	}
	return strings.ContainsAny(text, "/?#")
}

// slash puts a slash at the end of the constant text before a part.
func (e *Editor) slash(parts []part, i int) bool {
	if i == 0 {
		return false
	}
	b, ok := e.Path[0].(*ast.BinaryExpr)
	if !ok {
		c, ok := e.calls(e.Path[0].(ast.Expr), "fmt.Sprintf")
		if !ok || parts[i].value != c.Args[len(c.Args)-1] {
			return false
		}
		lit, ok := ast.Unparen(c.Args[0]).(*ast.BasicLit)
		if !ok || !strings.HasSuffix(lit.Value, `%s"`) {
			return false
		}
		e.insert(lit.End()-3, "/")
		return true
	}
	// the constant is the operand before
	var last ast.Expr
	ast.Inspect(b, func(n ast.Node) bool {
		if x, ok := n.(ast.Expr); ok && x.End() <= parts[i].value.Pos() {
			if _, is := e.constant(x); is && (last == nil || x.End() >= last.End()) {
				last = x
			}
			return false
		}
		return true
	})
	if last == nil {
		return false
	}
	if lit, ok := last.(*ast.BasicLit); ok && strings.HasSuffix(lit.Value, `"`) {
		e.insert(lit.End()-1, "/")
		return true
	}
	e.insert(last.End(), ` + "/"`)
	return true
}

// label refuses a value that is no part of the name of a host.
func (e *Editor) label(set *models.Set, x ast.Expr, argument string) []finding.Fix {
	decl, at := e.decl()
	_, typ, _ := e.function()
	s := e.in(x)
	if decl == nil || typ == nil || s == nil {
		return nil
	}
	stmt, _, _ := s.statement()
	if stmt == nil {
		return nil
	}
	shown := e.valueName(x)
	if e.calledLike(x, argument) {
		shown = argument
	}
	name := identifier(shown)
	list := "label" + funcName(decl) + title(name)
	if name == "" || e.Types.Scope().Lookup(list) != nil || e.lookup(list, stmt.Pos()) != nil {
		return nil
	}
	e.insert(at, "// "+list+" matches one part of the name of a host: nothing that ends it.\nvar "+list+" = "+e.use("regexp", at)+".MustCompile("+label+")\n\n")
	value := e.checked(set, typ, e.user(x), x, name, func(value string) string { return "!" + list + ".MatchString(" + value + ")" }, shown+" must be one word of letters, digits and hyphens")
	if value == "" {
		return nil
	}
	e.rename(x, value)
	return e.fix("refuse what is no part of the name of a host: "+strconv.Quote(shown), Review)
}
