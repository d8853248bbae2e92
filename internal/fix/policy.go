package fix

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/mcpvet/mcpvet/internal/flow"
	"github.com/mcpvet/mcpvet/internal/inventory"
	"github.com/mcpvet/mcpvet/internal/passes/checks"
	"github.com/mcpvet/mcpvet/internal/passes/effects"
	"github.com/mcpvet/mcpvet/models"
)

// maxRows bounds the rows of a policy in the code.
const maxRows = 1000

// The second half of a scope.
const (
	reads  = "read"
	writes = "write"
)

// A policyRow is what the policy says of one tool, or of what else is offered.
type policyRow struct {
	field, name, rule string
}

// A policy is a table for the companion in the making.
type policy struct {
	rows   []policyRow
	scoped bool // some rows ask for scopes
	local  bool // whoever started the server may be who calls
	http   bool
}

// newPolicy makes rows for all that a server offers, nil if not all of it is
// known.
func newPolicy(does *effects.Result, g *checks.Group, a adapter) *policy {
	p := &policy{http: g.Serves() == checks.HTTP}
	p.local = len(g.Kinds) == 0 || slices.ContainsFunc(g.Kinds, func(k string) bool { return k != "http" && k != "sse" })
	if !a.option && slices.Contains(g.Kinds, "sse") {
		p.local = false // its requests look the same as those of whoever started the server
	}
	n := namer{words: does.Models.Words()}
	for _, e := range g.Entries {
		if e.IsTool() {
			n.add(strings.Trim(rowName(e), "*_-"))
			p.scoped = p.scoped || !decides(e)
		}
	}
	p.local = p.local && p.scoped
	for _, e := range g.Entries {
		r, ok := p.row(does, e, &n, a)
		if !ok {
			return nil
		}
		if r.name != "" {
			p.rows = append(p.rows, r)
		}
	}
	slices.SortFunc(p.rows, func(a, b policyRow) int {
		return cmp.Or(cmp.Compare(order[a.field], order[b.field]), cmp.Compare(a.name, b.name), cmp.Compare(a.rule, b.rule))
	})
	p.rows = slices.CompactFunc(p.rows, func(a, b policyRow) bool { return a.field == b.field && a.name == b.name })
	if len(p.rows) == 0 || len(p.rows) > maxRows {
		return nil
	}
	return p
}

var order = map[string]int{"Tools": 0, "Resources": 1, "Prompts": 2, "Methods": 3}

// row makes the row of an entry; one without a name needs none.
func (p *policy) row(does *effects.Result, e *checks.Entry, n *namer, a adapter) (policyRow, bool) {
	switch e.Kind {
	case inventory.KindTask:
		if !a.tasks {
			return policyRow{}, false
		}
		fallthrough
	case inventory.KindTool, inventory.KindSession:
		name := rowName(e)
		if name == "" {
			return policyRow{}, false
		}
		if decides(e) {
			return policyRow{"Tools", name, public}, true // its own check stays
		}
		act := writes
		if !does.MayChange(e.Entry) {
			act = reads
		}
		return policyRow{"Tools", name, scope(n.object(strings.Trim(name, "*_-")), act)}, true
	case inventory.KindResource, inventory.KindResourceTemplate:
		uri := e.URI.Value
		if e.Kind == inventory.KindResourceTemplate {
			uri = expression.ReplaceAllStringFunc(uri, func(x string) string {
				if strings.ContainsAny(x[:2], "+#/") {
					return "**" // what it stands for may have slashes
				}
				return "*"
			})
		}
		scheme, _, ok := strings.Cut(uri, ":")
		if !ok || strings.Trim(uri, "*") == "" {
			return policyRow{}, false
		}
		if !p.scoped || decides(e) {
			return policyRow{"Resources", uri, public}, true
		}
		if strings.Contains(scheme, "*") || strings.HasPrefix(scheme, "http") {
			scheme = "resource"
		}
		return policyRow{"Resources", uri, scope(scheme, reads)}, true
	case inventory.KindPrompt:
		if e.Name.Value == "" {
			return policyRow{}, false
		}
		return policyRow{"Prompts", e.Name.Value, p.known()}, true
	case inventory.KindCompletion:
		if a.option {
			return policyRow{}, true // it does not reach them
		}
		return policyRow{"Methods", "completion/complete", p.known()}, true
	}
	return policyRow{}, false
}

// What rows say.
const public = "Public: true"

func scope(object, act string) string {
	return "Scopes: %s.Words{" + strconv.Quote(object+":"+act) + "}"
}

// known is the row of what anybody may use whom the server knows.
func (p *policy) known() string {
	if p.scoped {
		return ""
	}
	return public
}

// decides reports whether an entry has a check of its own of what the caller may
// do.
func decides(e *checks.Entry) bool {
	return e.Scope != nil && e.Scope.State == checks.Pass && e.Scope.Level >= flow.Decides
}

// rowName returns the key of the row of a tool: its name, or the pattern of a
// family; "" if neither is known.
func rowName(e *checks.Entry) string {
	if e.Name.Known {
		return e.Name.Value
	}
	return glob(e.Name.Pattern)
}

// expression is what stands for a text in a template of URIs.
var expression = regexp.MustCompile(`\{[^}]+\}`)

// glob makes a pattern of the policy of the expression of a family of names, ""
// where the family has no name of its own.
func glob(expr string) string {
	var b strings.Builder
	for i := 0; i < len(expr); i++ {
		switch {
		case strings.HasPrefix(expr[i:], ".*"):
			b.WriteByte('*')
			i++
		case expr[i] == '\\' && i+1 < len(expr):
			i++
			b.WriteByte(expr[i])
		case strings.IndexByte(`[](){}|+?^$*.`, expr[i]) >= 0:
			return ""
		default:
			b.WriteByte(expr[i])
		}
	}
	if !strings.ContainsFunc(b.String(), unicode.IsLetter) {
		return ""
	}
	return b.String()
}

// A namer finds out what tools are about, by their names.
type namer struct {
	words *models.Words
	names int
	first map[string]int
}

func (n *namer) add(name string) {
	if n.first == nil {
		n.first = map[string]int{}
	}
	n.names++
	if list := models.SplitName(name); len(list) > 1 {
		n.first[list[0]]++
	}
}

// object returns what a tool is about. What all names of a server begin with says
// nothing.
func (n *namer) object(name string) string {
	if list := models.SplitName(name); len(list) > 1 && n.names > 1 && n.first[list[0]] == n.names {
		name = strings.Join(list[1:], "_")
		if len(list) == 2 && n.words.Act(name) != "" {
			name = list[0] // words_count is about words
		}
	}
	if o := n.words.Object(name); o != "" {
		return o
	}
	return name
}

// text writes the policy and the guard as variables of a package.
func (p *policy) text(n *names, guard, time string) string {
	var b strings.Builder
	fmt.Fprintf(&b, "// %s says who may call what, and how often. What has no row is refused.\n", n.policy)
	if p.scoped {
		b.WriteString("// The scopes are after the names of the tools: put those there that your callers have.\n")
		if p.http {
			b.WriteString("// Over HTTP they are those of the token that the server has verified.\n")
		}
	}
	fmt.Fprintf(&b, "var %s = %s.Policy{\n", n.policy, guard)
	field := ""
	for _, r := range p.rows {
		if r.field != field {
			if field != "" {
				b.WriteString("\t},\n")
			}
			field = r.field
			fmt.Fprintf(&b, "\t%s: map[string]%s.Rule{\n", field, guard)
		}
		fmt.Fprintf(&b, "\t\t%s: {%s},\n", strconv.Quote(r.name), strings.ReplaceAll(r.rule, "%s", guard))
	}
	b.WriteString("\t},\n")
	fmt.Fprintf(&b, "\tLimits:  %[1]s.Limits{User: %[1]s.Rate{N: 60, Per: %[2]s.Minute}, Global: %[1]s.Rate{N: 600, Per: %[2]s.Minute}},\n", guard, time)
	fmt.Fprintf(&b, "\tTimeout: %s.Duration(%s.Minute),\n}\n\n", guard, time)
	options := ""
	if p.local {
		fmt.Fprintf(&b, "// Whoever starts the server on standard input and output may call all.\n")
		options = fmt.Sprintf(", %[1]s.WithLocalUser(%[1]s.Identity{User: \"local\", Scopes: %[2]s.AllScopes()})", guard, n.policy)
	}
	fmt.Fprintf(&b, "var %s = %s.MustNew(%s%s)", n.guard, guard, n.policy, options)
	return b.String()
}
