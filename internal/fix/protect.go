package fix

import (
	"cmp"
	"fmt"
	"go/ast"
	"go/token"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/mod/semver"

	"github.com/mcpvet/mcpvet/internal/finding"
	"github.com/mcpvet/mcpvet/internal/inventory"
	"github.com/mcpvet/mcpvet/internal/passes/checks"
)

// What a policy starts with, for each user and for all of them.
const (
	perUser = "guard.Rate{N: 60, Per: time.Minute}"
	perAll  = "guard.Rate{N: 600, Per: time.Minute}"
	longest = "time.Minute"
)

// maxRows bounds the rows of a policy in the code. One with more belongs into the
// configuration.
const maxRows = 80

// companions are the adapters of the companion by the SDK of a server, with the
// first version of the SDK that they work with.
var companions = map[string]struct{ path, since string }{
	"go-sdk": {guardModule + "/gosdk", "v1.7.0"},
	"mcp-go": {guardModule + "/mcpgo", "v1.0.0"},
}

// Protect puts the companion in front of a server where it is made, with a row
// for everything that the server offers: limits, a maximum duration and a record
// of each call come with it. Whoever calls may do what he could before; to say
// who may do what is up to a person.
func Protect(src sources, g *checks.Group) []finding.Fix {
	if g.Server == nil {
		return nil
	}
	adapter, ok := companions[g.Server.SDK]
	if !ok || semver.Compare(g.Server.Version, adapter.since) < 0 {
		return nil
	}
	rows, ok := offered(g)
	if !ok {
		return nil
	}
	s := At(src, g.Server.Site)
	if s.Call() == nil || !s.atLeast("go1.24") {
		return nil
	}
	stmt, list, k := s.statement()
	name := assigned(s, stmt)
	if name == "" {
		return nil
	}
	if g.Server.SDK == "go-sdk" { // what is added later stands further out
		for _, later := range list[k+1:] {
			if s.addsMiddleware(later) {
				stmt = later
			}
		}
	}
	e := s.edit()
	fail := e.ending(stmt.End())
	if fail == "" {
		return nil
	}
	guard, kit := e.use(guardModule, stmt.End()), e.use(adapter.path, stmt.End())
	if guard != "guard" || e.use("time", stmt.End()) != "time" {
		return nil
	}
	e.insert(e.lineEnd(stmt.End()), policyText(e.indent(stmt.Pos()), kit, name, fail, rows))
	out := e.fix("put the companion in front of the server, with limits, a maximum duration and a record of each call", Review)
	if len(out) > 0 {
		for _, module := range []string{guardModule, adapter.path} {
			if e.added[module] != "" {
				out[0].Needs = append(out[0].Needs, module)
			}
		}
	}
	return out
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

// A row is what is offered under a name, by the field of the policy.
type row struct{ field, name string }

// offered lists what a server offers, and reports whether all of it is known.
func offered(g *checks.Group) ([]row, bool) {
	var out []row
	for _, e := range g.Entries {
		switch e.Kind {
		case inventory.KindTool, inventory.KindTask, inventory.KindSession:
			out = append(out, row{"Tools", e.Name.Value})
		case inventory.KindPrompt:
			out = append(out, row{"Prompts", e.Name.Value})
		case inventory.KindResource:
			out = append(out, row{"Resources", e.URI.Value})
		case inventory.KindResourceTemplate:
			out = append(out, row{"Resources", expression.ReplaceAllString(e.URI.Value, "*")})
		default:
			return nil, false
		}
		if last := out[len(out)-1]; last.name == "" || strings.Trim(last.name, "*") == "" {
			return nil, false
		}
	}
	slices.SortFunc(out, func(a, b row) int { return cmp.Or(cmp.Compare(b.field, a.field), cmp.Compare(a.name, b.name)) })
	out = slices.Compact(out)
	return out, len(out) > 0 && len(out) <= maxRows
}

// expression is what stands for a text in a template of URIs.
var expression = regexp.MustCompile(`\{[^}]*\}`)

// policyText writes the call.
func policyText(indent, kit, server, fail string, rows []row) string {
	var b strings.Builder
	line := func(depth int, format string, args ...any) {
		b.WriteString("\n" + indent + strings.Repeat("\t", depth))
		fmt.Fprintf(&b, format, args...)
	}
	line(0, "if _, err := %s.Protect(%s, guard.Policy{", kit, server)
	field := ""
	for _, r := range rows {
		if r.field != field {
			if field != "" {
				line(1, "},")
			}
			field = r.field
			line(1, "%s: map[string]guard.Rule{", field)
		}
		line(2, "%s: {Public: true},", strconv.Quote(r.name))
	}
	line(1, "},")
	line(1, "Limits:  guard.Limits{User: %s, Global: %s},", perUser, perAll)
	line(1, "Timeout: guard.Duration(%s),", longest)
	line(0, "}); err != nil {")
	line(1, "%s", fail)
	line(0, "}")
	return b.String()
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

// ending returns the statement that ends a function because of an error: it is
// returned, or ends the program that is starting. "" if neither can be.
func (e *Editor) ending(at token.Pos) string {
	fn, typ, _ := e.function()
	if decl, ok := fn.(*ast.FuncDecl); ok && decl.Recv == nil && e.Types.Name() == "main" && (decl.Name.Name == "main" || decl.Name.Name == "init") {
		return e.use("log", at) + ".Fatal(err)"
	}
	if typ == nil {
		return ""
	}
	return strings.TrimSpace(e.failing(typ, "err", at))
}
