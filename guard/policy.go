package guard

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"time"
)

// A Policy says what may be called, by whom and how. What has no row is
// refused. A key of a table is a name or a pattern: "*" stands for anything but a
// slash, "**" for anything, "?" for one character. A name goes before patterns,
// and of patterns that match the one with the most other characters holds.
type Policy struct {
	Tools     map[string]Rule `json:"tools,omitempty"`     // by the name of the tool
	Resources map[string]Rule `json:"resources,omitempty"` // by URI
	Prompts   map[string]Rule `json:"prompts,omitempty"`   // by the name of the prompt
	// Methods is about other methods that run code of the server: completion,
	// subscriptions, methods of its own.
	Methods map[string]Rule `json:"methods,omitempty"`

	Limits  Limits   `json:"limits,omitzero"`
	Timeout Duration `json:"timeout,omitempty"` // for rows without one; default 30s

	// Scopes are needed in addition to those in Tools, those of all keys that
	// match: it is the older table of mcpvet.
	Scopes map[string]Words `json:"scopes,omitempty"`
	// Exemptions are for mcpvet, which shares the file; a Guard ignores them.
	Exemptions json.RawMessage `json:"exemptions,omitempty"`
}

// A Rule is the row of one tool. The zero Rule lets any known caller call it.
type Rule struct {
	Scopes  Words    `json:"scopes,omitempty"`  // all of them are needed
	Public  bool     `json:"public,omitempty"`  // unknown callers, too
	Confirm bool     `json:"confirm,omitempty"` // the person behind the client must confirm each call; for tools only
	Limit   Rate     `json:"limit,omitzero"`    // per caller; default Limits.User
	Timeout Duration `json:"timeout,omitempty"` // of the handler; default Policy.Timeout
}

// Limits bound how often tools are called.
type Limits struct {
	User   Rate `json:"user,omitzero"`   // per caller and tool; default 60/m
	Global Rate `json:"global,omitzero"` // all callers and tools together; default 600/m
}

// What holds where a policy says nothing.
var (
	defaultUserRate   = Rate{60, time.Minute}
	defaultGlobalRate = Rate{600, time.Minute}
)

const defaultTimeout = Duration(30 * time.Second)

// AllScopes returns each scope that the policy asks for, sorted: what a caller
// has who may do everything.
func (p Policy) AllScopes() []string {
	var out []string
	for _, rows := range []map[string]Rule{p.Tools, p.Resources, p.Prompts, p.Methods} {
		for _, r := range rows {
			out = append(out, r.Scopes...)
		}
	}
	for _, need := range p.Scopes {
		out = append(out, need...)
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// Words is a list of words that also reads from a single one.
type Words []string

// UnmarshalJSON reads a text or a list of texts.
func (w *Words) UnmarshalJSON(data []byte) error {
	var one string
	if json.Unmarshal(data, &one) == nil {
		*w = Words{one}
		return nil
	}
	var many []string
	if err := json.Unmarshal(data, &many); err != nil {
		return fmt.Errorf("%s: write a text or a list of texts", clip(string(data), 40))
	}
	*w = many
	return nil
}

// A table finds the rule for a name.
type table struct {
	exact    map[string]*Rule
	patterns []row // the most specific first
}

// A row is a rule whose key is a pattern.
type row struct {
	text string
	re   *regexp.Regexp
	rule *Rule
}

// find returns the rule for a name, nil if there is none.
func (t *table) find(name string) *Rule {
	if r := t.exact[name]; r != nil {
		return r
	}
	for _, p := range t.patterns {
		if p.re.MatchString(name) {
			return p.rule
		}
	}
	return nil
}

// A compiled policy.
type compiled struct {
	Policy
	tables map[Kind]*table
	scopes []scopeRow
}

// A scopeRow is a row of Policy.Scopes.
type scopeRow struct {
	re   *regexp.Regexp
	need []string
}

// extra returns what the table Scopes asks of a tool.
func (c *compiled) extra(tool string) []string {
	var out []string
	for _, r := range c.scopes {
		if r.re.MatchString(tool) {
			out = append(out, r.need...)
		}
	}
	return out
}

// compile checks the policy, fills in its defaults and makes tables of it.
func (p Policy) compile() (*compiled, error) {
	var errs []error
	if len(p.Tools)+len(p.Resources)+len(p.Prompts)+len(p.Methods) == 0 {
		errs = append(errs, errors.New("the policy has no row, so that everything would be refused: add one for each tool"))
	}
	if p.Limits.User.IsZero() {
		p.Limits.User = defaultUserRate
	}
	if p.Limits.Global.IsZero() {
		p.Limits.Global = defaultGlobalRate
	}
	if p.Timeout == 0 {
		p.Timeout = defaultTimeout
	}
	if !p.Limits.User.valid() || !p.Limits.Global.valid() || p.Timeout < 0 {
		errs = append(errs, errors.New("limits and timeout of the policy must be above zero"))
	}
	out := &compiled{Policy: p, tables: make(map[Kind]*table)}
	for kind, rows := range map[Kind]map[string]Rule{Tool: p.Tools, Resource: p.Resources, Prompt: p.Prompts, Method: p.Methods} {
		t, err := p.table(kind, rows)
		out.tables[kind] = t
		errs = append(errs, err)
	}
	for _, name := range slices.Sorted(maps.Keys(p.Scopes)) {
		if need := p.Scopes[name]; name == "" || len(need) == 0 || slices.Contains(need, "") {
			errs = append(errs, fmt.Errorf("scopes of %q: name one or more, or leave the tool out", name))
		}
		re, err := globExpr(name)
		errs = append(errs, err)
		out.scopes = append(out.scopes, scopeRow{re, p.Scopes[name]})
	}
	if err := errors.Join(errs...); err != nil {
		return nil, err
	}
	return out, nil
}

// table makes a table of rows.
func (p *Policy) table(kind Kind, rows map[string]Rule) (*table, error) {
	var errs []error
	t := &table{exact: make(map[string]*Rule, len(rows))}
	for _, name := range slices.Sorted(maps.Keys(rows)) {
		r := rows[name]
		errs = append(errs, p.complete(kind, name, &r))
		if !isGlob(name) {
			t.exact[name] = &r
			continue
		}
		re, err := globExpr(name)
		errs = append(errs, err)
		t.patterns = append(t.patterns, row{name, re, &r})
	}
	// Names are sorted, so that equally specific patterns keep one order.
	slices.SortStableFunc(t.patterns, func(a, b row) int { return literal(b.text) - literal(a.text) })
	return t, errors.Join(errs...)
}

// complete checks a row and fills in what the policy says for all.
func (p *Policy) complete(kind Kind, name string, r *Rule) error {
	switch {
	case name == "":
		return fmt.Errorf("a row of %ss has no name", kind)
	case slices.Contains(r.Scopes, ""):
		return fmt.Errorf("%s %q: a scope is empty", kind, name)
	case r.Public && len(r.Scopes) > 0:
		return fmt.Errorf("%s %q: it can't be public and need scopes; drop one of them", kind, name)
	case r.Confirm && kind != Tool:
		return fmt.Errorf("%s %q: only tools can be confirmed", kind, name)
	case !r.Limit.IsZero() && !r.Limit.valid() || r.Timeout < 0:
		return fmt.Errorf("%s %q: limit and timeout must be above zero", kind, name)
	}
	if r.Limit.IsZero() {
		r.Limit = p.Limits.User
	}
	if r.Timeout == 0 {
		r.Timeout = p.Timeout
	}
	return nil
}
