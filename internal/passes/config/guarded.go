package config

import (
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/token"
)

// guarded reads a table of the policy that the guard of a server enforces: what
// may be called, and how. Its rows are those of guard.Policy, held to the same
// rules, so that a file that mcpvet accepts is one that the server starts with.
func (r *reader) guarded(what string, n ast.Node) []ToolPolicy {
	m := r.mapping(what, n)
	if m == nil {
		return nil
	}
	var out []ToolPolicy
	r.entries(m, func(key *token.Token, name string, value ast.Node) {
		g, err := ParseGlob(name)
		if err != nil {
			r.errorf(key, "%s: %v", what, err)
			return
		}
		out = append(out, r.guardedRow(what, key, g, value))
	})
	// Names go before patterns, and of these the one with the most other
	// characters; equal ones keep the order of their texts.
	slices.SortStableFunc(out, func(a, b ToolPolicy) int { return strings.Compare(a.Tool.text, b.Tool.text) })
	slices.SortStableFunc(out, func(a, b ToolPolicy) int { return specific(b.Tool.text) - specific(a.Tool.text) })
	return out
}

// named is how specific a name is, more than any pattern.
const named = 1 << 20

// specific says how much of a pattern stands for itself.
func specific(pattern string) int {
	n := len(pattern) - strings.Count(pattern, "*") - strings.Count(pattern, "?")
	if n == len(pattern) {
		return named
	}
	return n
}

func (r *reader) guardedRow(what string, key *token.Token, g Glob, value ast.Node) ToolPolicy {
	row := ToolPolicy{Tool: g}
	if _, empty := value.(*ast.NullNode); empty {
		return row // "ping:" is a row for every known caller
	}
	flag := func(name string, v ast.Node) bool { b := r.boolean(name, v); return b != nil && *b }
	r.fields("the row of "+g.text, value,
		field{"scopes", func(_ *token.Token, v ast.Node) {
			for _, item := range r.items("scopes of "+g.text, v) {
				if s, ok := r.text("a scope of "+g.text, item); ok {
					row.Scopes = append(row.Scopes, s)
				}
			}
		}},
		field{"public", func(_ *token.Token, v ast.Node) { row.Public = flag("public", v) }},
		field{"confirm", func(_ *token.Token, v ast.Node) { row.Confirm = flag("confirm", v) }},
		field{"limit", func(_ *token.Token, v ast.Node) { r.rate("limit", v) }},
		field{"timeout", func(_ *token.Token, v ast.Node) { r.duration("timeout", v) }},
	)
	if row.Public && len(row.Scopes) > 0 {
		r.errorf(key, "%q can't be public and need scopes; drop one of them", g.text)
	}
	if row.Confirm && what != "tools" {
		r.errorf(key, "only tools can be confirmed, not %s", what)
	}
	return row
}

var rates = regexp.MustCompile(`^ *([0-9]+) */ *(.+?) *$`)

// rate checks a number of calls in a time.
func (r *reader) rate(what string, n ast.Node) {
	s, ok := r.text(what, n)
	if !ok {
		return
	}
	m := rates.FindStringSubmatch(s)
	if m == nil || strings.Trim(m[1], "0") == "" || len(m[1]) > 9 || !slices.Contains([]string{"s", "m", "h", "d"}, m[2]) && !positive(m[2]) {
		r.errorf(n.GetToken(), "%s must be a number of calls in a time as 60/m or 10/30s, not %q", what, s)
	}
}

// duration checks a time with a unit.
func (r *reader) duration(what string, n ast.Node) {
	if s, ok := r.text(what, n); ok && !positive(s) {
		r.errorf(n.GetToken(), "%s must be a time with a unit as 30s, not %q", what, s)
	}
}

func positive(s string) bool {
	d, err := time.ParseDuration(s)
	return err == nil && d > 0
}
