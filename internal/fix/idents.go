package fix

import (
	"go/ast"
	"go/token"
	"go/types"
	"regexp"
	"slices"
	"strings"

	"github.com/mcpvet/mcpvet/internal/finding"
	"github.com/mcpvet/mcpvet/internal/passes/taint"
	"github.com/mcpvet/mcpvet/models"
)

// AllowList checks a value that stands in the text of a query where no placeholder
// can, such as the name of a table, against a list of those that are allowed, in
// the function that puts the text together. The list has the values that the
// schema of the tool says; where it says none it is empty, and to be filled in.
func AllowList(src sources, set *models.Set, f *taint.Flow) []finding.Fix {
	s, parts := composition(src, f)
	if s == nil {
		s, parts = clause(src, f)
	}
	if s == nil {
		return nil
	}
	_, typ, _ := s.function()
	if typ == nil {
		return nil
	}
	e := s.edit()
	var names []string
	done := map[string]bool{}
	for _, i := range s.callers(parts, f.Source.Name) {
		allowed, ok := named(parts, i)
		if !ok {
			return nil
		}
		x := parts[i].value
		if done[s.text(x)] {
			continue
		}
		done[s.text(x)] = true
		l := s.listed(src, set, f, x, "")
		if l == nil {
			return nil
		}
		l.what = "what " + l.shown + " may be in the text of a query."
		if allowed != nil && !l.known {
			l.known, l.allowed = true, allowed
		}
		value := e.checkIn(set, typ, e.user(x), x, l)
		if value == "" {
			return nil
		}
		e.rename(x, value)
		names = append(names, l.shown)
	}
	if len(names) == 0 {
		return nil
	}
	return e.fix("let only listed values of "+strings.Join(names, ", ")+" into the text", Review)
}

// clauses are what a builder of queries puts before the text that a method of that
// name gets.
var clauses = map[string]string{"order": "ORDER BY ", "orderby": "ORDER BY ", "group": "GROUP BY ", "groupby": "GROUP BY ", "from": "FROM ", "table": "FROM ", "into": "INTO "}

// clause returns the site of a call that gives a builder of queries a name, and
// the text that comes of it.
func clause(src sources, f *taint.Flow) (*Site, []part) {
	s := At(src, f.Sink.Pos)
	call := s.Call()
	if call == nil || call.Ellipsis.IsValid() || s.callee(call) == nil {
		return nil, nil
	}
	before := clauses[strings.ToLower(s.callee(call).Name())]
	i := f.Sink.At.Arg + max(f.Sink.At.Elem, 0)
	if f.Sink.Recv {
		i--
	}
	if before == "" || i < 0 || i >= len(call.Args) || !isString(s.Info.TypeOf(call.Args[i])) {
		return nil, nil
	}
	return s, []part{{text: before}, {value: call.Args[i]}}
}

// composition returns the site of the expression that puts text and a value of a
// flow together, the last one on its way, and what the text is made of.
func composition(src sources, f *taint.Flow) (*Site, []part) {
	for _, h := range slices.Backward(f.Hops) {
		if s := At(src, h.Pos); s != nil {
			if top, parts := s.composed(); parts != nil && slices.ContainsFunc(parts, func(p part) bool { return p.value != nil }) {
				return top, parts
			}
		}
	}
	return nil, nil
}

// composed returns the site of the whole text that an expression at a site is a
// part of, and what it is made of.
func (s *Site) composed() (*Site, []part) {
	top := s
	for len(top.Path) > 1 {
		switch p := top.Path[1].(type) {
		case *ast.ParenExpr:
		case *ast.BinaryExpr:
			if p.Op != token.ADD {
				return nil, nil
			}
		default:
			return top.sum()
		}
		top = &Site{File: s.File, Source: s.Source, Path: top.Path[1:]}
	}
	return nil, nil
}

func (s *Site) sum() (*Site, []part) {
	switch n := s.Path[0].(type) {
	case *ast.AssignStmt:
		if n.Tok == token.ADD_ASSIGN {
			return s, s.parts(n.Rhs[0])
		}
	case *ast.ParenExpr, *ast.BinaryExpr:
		x := n.(ast.Expr)
		if call, ok := s.Path[1].(*ast.CallExpr); ok {
			if b, written := s.written(call); b != nil && written != nil {
				return s, s.builder(b)
			}
		}
		return s, s.parts(x)
	case *ast.CallExpr:
		if b, written := s.written(n); b != nil && written != nil {
			return s, s.builder(b)
		}
		if _, ok := s.calls(n, "fmt.Sprintf"); ok {
			return s, s.parts(n)
		}
	}
	return nil, nil
}

// written returns the builder of text that a call writes to, and what it writes.
func (s *Site) written(c *ast.CallExpr) (types.Object, []part) {
	fn := s.callee(c)
	if fn == nil || len(c.Args) == 0 || c.Ellipsis.IsValid() {
		return nil, nil
	}
	var to ast.Expr
	var parts []part
	switch fn.FullName() {
	case "fmt.Fprintf":
		rest := *c
		rest.Args = c.Args[1:]
		to, parts = c.Args[0], s.formatted(&rest)
	case "(*strings.Builder).WriteString", "(*bytes.Buffer).WriteString":
		sel, ok := ast.Unparen(c.Fun).(*ast.SelectorExpr)
		if !ok {
			return nil, nil
		}
		to, parts = sel.X, s.parts(c.Args[0])
	default:
		return nil, nil
	}
	if u, ok := ast.Unparen(to).(*ast.UnaryExpr); ok && u.Op == token.AND {
		to = u.X
	}
	id, ok := ast.Unparen(to).(*ast.Ident)
	if !ok {
		return nil, nil
	}
	v, ok := s.Info.Uses[id].(*types.Var)
	if !ok || v.Parent() == s.Types.Scope() {
		return nil, nil
	}
	return v, parts
}

// builder returns what a builder of text gets, in the order of the source.
func (s *Site) builder(b types.Object) []part {
	_, _, body := s.function()
	var out []part
	known := true
	ast.Inspect(body, func(n ast.Node) bool {
		c, ok := n.(*ast.CallExpr)
		if !ok {
			return true
		}
		if to, parts := s.written(c); to == b {
			known = known && parts != nil
			out = append(out, parts...)
		}
		return true
	})
	if !known {
		return nil
	}
	return out
}

// callers returns the indices of the parts that callers give: those called like an
// argument, or else all that the program may not have chosen.
func (s *Site) callers(parts []part, argument string) []int {
	var all, same []int
	for i, p := range parts {
		if p.value == nil || !isString(s.Info.TypeOf(p.value)) || s.own(p.value) || s.constantParameter(p.value) {
			continue
		}
		all = append(all, i)
		if s.calledLike(p.value, argument) {
			same = append(same, i)
		}
	}
	if same != nil {
		return same
	}
	return all
}

// constantParameter reports whether a value is a parameter of a function that gets
// constants only.
func (s *Site) constantParameter(x ast.Expr) bool {
	id, ok := ast.Unparen(x).(*ast.Ident)
	decl, _ := s.decl()
	if !ok || decl == nil || decl.Type.Params == nil || ast.IsExported(decl.Name.Name) && s.Types.Name() != "main" {
		return false
	}
	index, n := -1, 0
	for _, f := range decl.Type.Params.List {
		for _, name := range f.Names {
			if s.Info.Defs[name] == s.Info.Uses[id] {
				index = n
			}
			n++
		}
	}
	fn := s.Info.Defs[decl.Name]
	if index < 0 || fn == nil {
		return false
	}
	calls, constant := 0, true
	for _, f := range s.Files {
		ast.Inspect(f.Syntax, func(n ast.Node) bool {
			if c, ok := n.(*ast.CallExpr); ok && s.callee(c) == fn {
				calls++
				if index >= len(c.Args) || s.Info.Types[c.Args[index]].Value == nil {
					constant = false
				}
			}
			return true
		})
	}
	return calls > 0 && constant && s.uses(fn) == calls
}

var (
	beforeName = regexp.MustCompile(`(?i)(?:\b(?:from|join|into|update|table|view|index|schema|database|describe|truncate|columns|order\s+by|group\s+by|analyze|vacuum|reindex|sequence|use|references|refresh|if\s+(?:not\s+)?exists|drop\s+column|add\s+column|rename\s+to)\s+(?:["` + "`" + `\[]?[\w?]+["` + "`" + `\]]?\.)?|\b(?:order|group)\s+by\s[^()]*,\s*|\b(?:from|join|into|update|table|by)\s+\w+_|\bpragma\s+\w+\(|\b(?:count|sum|min|max|avg)\(\s*(?:distinct\s+)?)["` + "`" + `\[']?$`)
	beforeTest = regexp.MustCompile(`(?i)\b(?:where|and|or|having|set)\s+["` + "`" + `\[]?$`)
	test       = regexp.MustCompile(`(?i)^["` + "`" + `\]]?\s*(?:=|<|>|!=|(?:not\s+)?(?:like|ilike|in|between)\b|is\b)`)
	direction  = regexp.MustCompile(`(?i)\border\s+by\s+[^()]*[\w?"` + "`" + `\]]\s+$`)
	definition = regexp.MustCompile(`(?i)^\s*(?:create|alter|drop|grant|revoke|comment|copy|show|use|pragma)\b`)
	whole      = regexp.MustCompile(`(?i)^\s*(?:explain\b[\w\s(),]*|describe|desc)\s+$`)
	notName    = regexp.MustCompile(`(?i)\b(?:limit|offset|fetch|nulls|collate|for|asc|desc)\s+$`)
)

// named reports whether a part of a query is a name, a direction of an order, or a
// literal of a definition, for which there are no placeholders; with the values
// that are allowed, where that is known.
func named(parts []part, i int) (allowed []string, ok bool) {
	before, after := beside(parts, i)
	switch {
	case whole.MatchString(before), notName.MatchString(before):
		return nil, false // a statement, or a number
	case direction.MatchString(before):
		return []string{"ASC", "DESC", "asc", "desc"}, true
	case beforeName.MatchString(before), beforeTest.MatchString(before) && test.MatchString(after):
		return nil, true
	}
	return nil, definition.MatchString(before) && strings.Count(before, "'")%2 == 1 && strings.Contains(after, "'")
}

// beside returns the text before and behind a part; "?" stands for a value.
func beside(parts []part, i int) (before, after string) {
	var b strings.Builder
	for _, p := range parts[:i] {
		if p.value != nil {
			b.WriteString("?")
		} else {
			b.WriteString(p.text)
		}
	}
	if i+1 < len(parts) && parts[i+1].value == nil {
		after = parts[i+1].text
	}
	return b.String(), after
}
