package config

import (
	"bytes"
	"strings"
	"time"

	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/token"

	"github.com/mcpvet/mcpvet/internal/finding"
	"github.com/mcpvet/mcpvet/models"
)

// Parse reads a configuration. Unknown keys and values are errors, each with
// its line and the nearest word that would be known.
func Parse(path string, data []byte) (*Config, error) {
	r := &reader{file: path}
	c := &Config{Path: path, Digest: DigestOf(data)}
	root := r.document(bytes.TrimPrefix(data, []byte("\xef\xbb\xbf"))) // some editors begin a file with it
	if root == nil {
		if err := r.err(); err != nil {
			return nil, err
		}
		return c, nil
	}
	var version *token.Token
	r.fields("the configuration", root,
		field{"version", func(key *token.Token, v ast.Node) {
			version = key
			if s, _ := scalar(v); s != "1" {
				r.errorf(key, "version must be 1, not %s", kindOf(v))
			}
		}},
		field{"profile", func(_ *token.Token, v ast.Node) { c.Profile = choice(r, "profile", v, finding.Profiles()...) }},
		field{"fail-on", func(_ *token.Token, v ast.Node) {
			c.FailOn = choice(r, "fail-on", v, finding.Error, finding.Warning, finding.Note, Never)
		}},
		field{"rules", func(_ *token.Token, v ast.Node) { c.Rules = r.rules(v) }},
		field{"exclude", func(_ *token.Token, v ast.Node) { c.Exclude = r.globs("exclude", v) }},
		field{"models", func(_ *token.Token, v ast.Node) { c.Models = r.models(data, root, v) }},
		field{"tests", func(_ *token.Token, v ast.Node) { c.Tests = r.boolean("tests", v) }},
		field{"generated", func(_ *token.Token, v ast.Node) { c.Generated = r.boolean("generated", v) }},
		field{"follow", func(_ *token.Token, v ast.Node) { c.Follow = r.follow(v) }},
		field{"policy", func(_ *token.Token, v ast.Node) { c.Policy = r.policy(v) }},
	)
	if version == nil && len(root.Values) > 0 {
		r.errorf(root.Values[0].Key.GetToken(), "version is missing; start the file with \"version: 1\"")
	}
	if err := r.err(); err != nil {
		return nil, err
	}
	return c, nil
}

// rules reads the table of rules. A rule is named by id or slug, once.
func (r *reader) rules(n ast.Node) map[string]RuleConfig {
	m := r.mapping("rules", n)
	if m == nil {
		return nil
	}
	out := make(map[string]RuleConfig)
	r.entries(m, func(key *token.Token, name string, value ast.Node) {
		id, ok := r.rule(key, name)
		if !ok {
			return
		}
		if _, twice := out[id]; twice {
			r.errorf(key, "rule %s is there twice, by id and by slug", id)
			return
		}
		var rc RuleConfig
		if b, ok := value.(*ast.BoolNode); ok {
			rc.Enabled = &b.Value // "MCP015: false" says all that is to be said
		} else {
			r.fields("rule "+name, value,
				field{"enabled", func(_ *token.Token, v ast.Node) { rc.Enabled = r.boolean("enabled", v) }},
				field{"severity", func(_ *token.Token, v ast.Node) {
					rc.Severity = choice(r, "severity", v, finding.Error, finding.Warning, finding.Note)
				}},
			)
		}
		out[id] = rc
	})
	return out
}

// rule resolves the id or slug of a rule.
func (r *reader) rule(tok *token.Token, name string) (id string, ok bool) {
	id, known := RuleID(name)
	if id == "" {
		r.errorf(tok, "unknown rule %q%s", name, RuleHint(name, known))
		return "", false
	}
	return id, true
}

// globs reads a list of path patterns.
func (r *reader) globs(what string, n ast.Node) []Glob {
	var out []Glob
	for _, item := range r.items(what, n) {
		s, ok := r.text("an element of "+what, item)
		if !ok {
			continue
		}
		g, err := ParsePathGlob(s)
		if err != nil {
			r.errorf(item.GetToken(), "%s: %v", what, err)
			continue
		}
		out = append(out, g)
	}
	return out
}

// follow reads the patterns of dependencies to follow: module or import paths.
func (r *reader) follow(n ast.Node) []string {
	var out []string
	for _, item := range r.items("follow", n) {
		s, ok := r.text("an element of follow", item)
		if !ok {
			continue
		}
		if strings.HasPrefix(s, ".") || strings.HasPrefix(s, "/") || strings.Contains(s, `\`) {
			r.errorf(item.GetToken(), "follow: %q is a folder; give the path of a module, like example.com/platform/...", s)
			continue
		}
		out = append(out, s)
	}
	return out
}

// policy reads the policy.
func (r *reader) policy(n ast.Node) (p Policy) {
	r.fields("policy", n,
		field{"scopes", func(_ *token.Token, v ast.Node) { p.Scopes = r.scopes(v) }},
		field{"tools", func(_ *token.Token, v ast.Node) { p.Tools = r.guarded("tools", v) }},
		field{"resources", func(_ *token.Token, v ast.Node) { r.guarded("resources", v) }},
		field{"prompts", func(_ *token.Token, v ast.Node) { r.guarded("prompts", v) }},
		field{"methods", func(_ *token.Token, v ast.Node) { r.guarded("methods", v) }},
		field{"limits", func(_ *token.Token, v ast.Node) {
			r.fields("limits", v,
				field{"user", func(_ *token.Token, v ast.Node) { r.rate("user", v) }},
				field{"global", func(_ *token.Token, v ast.Node) { r.rate("global", v) }},
			)
		}},
		field{"timeout", func(_ *token.Token, v ast.Node) { r.duration("timeout", v) }},
		field{"exemptions", func(_ *token.Token, v ast.Node) {
			for _, item := range r.items("exemptions", v) {
				if e, ok := r.exemption(item); ok {
					p.Exemptions = append(p.Exemptions, e)
				}
			}
		}},
	)
	return p
}

// scopes reads the table of tools and the scopes that they need.
func (r *reader) scopes(n ast.Node) []ScopeRequirement {
	m := r.mapping("scopes", n)
	if m == nil {
		return nil
	}
	var out []ScopeRequirement
	r.entries(m, func(key *token.Token, name string, value ast.Node) {
		g, err := ParseGlob(name)
		if err != nil {
			r.errorf(key, "tool: %v", err)
			return
		}
		req := ScopeRequirement{Tool: g}
		for _, item := range r.items("scopes of "+name, value) {
			if s, ok := r.text("a scope of "+name, item); ok {
				req.Scopes = append(req.Scopes, s)
			}
		}
		if len(req.Scopes) == 0 {
			r.errorf(key, "tool %q has no scope; name one or more, or leave the tool out", name)
			return
		}
		out = append(out, req)
	})
	return out
}

// exemption reads one exemption.
func (r *reader) exemption(n ast.Node) (e Exemption, ok bool) {
	before := len(r.errs)
	e.AnyTool = true
	r.fields("an exemption", n,
		field{"rule", func(_ *token.Token, v ast.Node) {
			if s, ok := r.text("rule", v); ok {
				e.Rule, _ = r.rule(v.GetToken(), s)
			}
		}},
		field{"tool", func(_ *token.Token, v ast.Node) {
			if s, ok := r.text("tool", v); ok {
				g, err := ParseGlob(s)
				if err != nil {
					r.errorf(v.GetToken(), "tool: %v", err)
				}
				e.Tool, e.AnyTool = g, false
			}
		}},
		field{"reason", func(_ *token.Token, v ast.Node) { e.Reason, _ = r.text("reason", v) }},
		field{"expires", func(_ *token.Token, v ast.Node) {
			s, ok := r.text("expires", v)
			if !ok {
				return
			}
			day, err := time.Parse(time.DateOnly, s)
			if err != nil {
				r.errorf(v.GetToken(), "expires must be a day as 2027-01-31, not %q", s)
				return
			}
			e.Expires = day.AddDate(0, 0, 1) // the day itself still counts
		}},
	)
	if len(r.errs) > before {
		return e, false
	}
	tok := start(n)
	if e.Rule == "" {
		r.errorf(tok, "an exemption needs the rule that it is for: \"rule: MCP001\"")
	}
	if e.Reason == "" {
		r.errorf(tok, "an exemption needs a reason")
	}
	if tok != nil && tok.Position != nil {
		e.Line = tok.Position.Line
	}
	return e, len(r.errs) == before
}

// models reads the rows below "models". Rows have a parser of their own; it
// gets the file with everything else blanked out, so that the lines in its
// errors are those of the file.
func (r *reader) models(data []byte, root *ast.MappingNode, n ast.Node) models.Rows {
	m := r.mapping("models", n)
	if m == nil || len(m.Values) == 0 {
		return models.Rows{}
	}
	first := start(m)
	from := first.Position.Line
	end := bytes.Count(data, []byte("\n")) + 2
	for _, mv := range root.Values {
		if line := mv.Key.GetToken().Position.Line; line >= from && mv.Value != n {
			end = min(end, line)
		}
	}
	if root.IsFlowStyle || end <= from {
		r.errorf(first, "models must stand on lines of their own")
		return models.Rows{}
	}
	rows, err := models.ParseRows(r.file, keepLines(data, from, end, first.Position.Column))
	if err != nil {
		r.errs = append(r.errs, err)
	}
	return rows
}

// keepLines blanks data except for the lines from one up to but without
// another, of which the first keeps its text from a column on. Lines and columns
// count from 1, columns in characters.
func keepLines(data []byte, from, end, column int) []byte {
	var out []byte
	line := 0
	for text := range bytes.Lines(data) {
		line++
		switch {
		case line == from:
			runes := []rune(string(text))
			k := min(column-1, len(runes))
			out = append(out, strings.Repeat(" ", k)+string(runes[k:])...)
		case line > from && line < end:
			out = append(out, text...)
		case bytes.HasSuffix(text, []byte("\n")):
			out = append(out, '\n')
		}
	}
	return out
}
