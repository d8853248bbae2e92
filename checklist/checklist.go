// Package checklist holds what is known about every rule: its id, its line of
// the security checklist, severity, weaknesses, and how far it is built.
//
// checklist.yaml is the one source. "mcpvet rules", SARIF and the documentation
// read it through this package; nothing else states a rule's metadata. Programs
// read it as checklist.json, which is generated: under go vet a process is started
// for each package of all dependencies, and YAML takes longer than such a package.
package checklist

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"slices"
	"sync"

	"github.com/mcpvet/mcpvet/internal/finding"
)

var (
	//go:embed checklist.yaml
	source []byte
	//go:embed checklist.json
	compiled []byte
)

// A Group says where a rule comes from.
type Group string

// The groups, in the order of the checklist.
const (
	Checklist   Group = "checklist"    // a line of the security checklist
	ThreatModel Group = "threat model" // its threat model and best practices
)

// A Lifecycle says how far a rule is built.
type Lifecycle string

// The lifecycles, in the order in which a rule passes through them.
const (
	Planned    Lifecycle = "planned"    // described, not built: never runs
	Preview    Lifecycle = "preview"    // runs; its findings may still change
	Stable     Lifecycle = "stable"     // runs; changes are announced
	Deprecated Lifecycle = "deprecated" // runs; goes away
)

// Implemented reports whether rules in this part of their life can run.
func (l Lifecycle) Implemented() bool {
	return l == Preview || l == Stable || l == Deprecated
}

// A Precision says how often a finding is right; the names are those of
// GitHub code scanning.
type Precision string

// The precisions, best first.
const (
	VeryHigh Precision = "very-high"
	High     Precision = "high"
	Medium   Precision = "medium"
	Low      Precision = "low"
)

// A Rule is the metadata of one rule. Values are shared: don't change the
// slices.
type Rule struct {
	ID               string           `json:"id" yaml:"id"`                               // MCPnnn
	Slug             string           `json:"slug" yaml:"slug"`                           // name of the analyzer and of its page
	Title            string           `json:"title" yaml:"title"`                         // the fault, as a clause
	Item             string           `json:"item" yaml:"item"`                           // line of the security checklist, "" beyond it
	Group            Group            `json:"group" yaml:"group"`                         // where the rule comes from
	Severity         finding.Severity `json:"severity" yaml:"severity"`                   // of its findings, unless one says otherwise
	SecuritySeverity string           `json:"security-severity" yaml:"security-severity"` // "0.0" to "10.0", for GitHub code scanning
	Precision        Precision        `json:"precision" yaml:"precision"`                 // how often a finding is right
	CWE              []string         `json:"cwe" yaml:"cwe"`                             // weaknesses, "CWE-78"; the most fitting one first
	OWASP            []string         `json:"owasp" yaml:"owasp"`                         // risks of the OWASP MCP Top 10, "MCP05:2025"
	Spec             string           `json:"spec" yaml:"spec"`                           // URL of the clause of the MCP specification or its best practices, or ""
	Lifecycle        Lifecycle        `json:"lifecycle" yaml:"lifecycle"`                 // how far the rule is built
	Since            string           `json:"since" yaml:"since"`                         // first version of mcpvet that runs it, "" while planned
	Summary          string           `json:"summary" yaml:"summary"`                     // one sentence: what it reports
	Remedy           string           `json:"remedy" yaml:"remedy"`                       // one sentence: what satisfies it
	Tags             []string         `json:"tags" yaml:"tags"`                           // subjects, for filters
}

// URL returns the address of the rule's documentation page.
func (r Rule) URL() string {
	return "https://github.com/mcpvet/mcpvet/blob/main/docs/rules/" + r.Slug + ".md"
}

// A table is checklist.yaml, checked.
type table struct {
	CWE   map[string]string `json:"cwe" yaml:"cwe"`
	OWASP map[string]string `json:"owasp" yaml:"owasp"`
	Rules []Rule            `json:"rules" yaml:"rules"`
}

// builtin reads the table. A fault in it is a fault of the build.
var builtin = sync.OnceValue(func() *table {
	var t table
	if err := json.Unmarshal(compiled, &t); err != nil {
		panic(fmt.Sprintf("embedded checklist.json: %v", err))
	}
	return &t
})

// Compile reads and checks checklist.yaml, and returns the content of
// checklist.json. From then on the package says what the source does: the
// generator must not go by what it is about to replace.
func Compile() ([]byte, error) {
	t, err := parse(source)
	if err != nil {
		return nil, err
	}
	out, err := json.MarshalIndent(t, "", "\t")
	if err != nil {
		return nil, fmt.Errorf("write checklist.json: %w", err)
	}
	builtin = func() *table { return t }
	return append(out, '\n'), nil
}

// All returns every rule in checklist order, planned ones included.
func All() []Rule { return slices.Clone(builtin().Rules) }

// ByID returns the rule with the given id ("MCP004").
func ByID(id string) (Rule, bool) {
	return find(func(r Rule) bool { return r.ID == id })
}

// BySlug returns the rule with the given slug ("shellinterp").
func BySlug(slug string) (Rule, bool) {
	return find(func(r Rule) bool { return r.Slug == slug })
}

// Find returns the rule whose id or slug is given.
func Find(idOrSlug string) (Rule, bool) {
	return find(func(r Rule) bool { return r.ID == idOrSlug || r.Slug == idOrSlug })
}

func find(match func(Rule) bool) (Rule, bool) {
	rules := builtin().Rules
	i := slices.IndexFunc(rules, match)
	if i < 0 {
		return Rule{}, false
	}
	return rules[i], true
}

// CWEName returns the title of a weakness ("CWE-78"), or "" for one that no
// rule names.
func CWEName(id string) string { return builtin().CWE[id] }

// OWASPName returns the title of a risk of the OWASP MCP Top 10
// ("MCP05:2025"), or "" for one that no rule names.
func OWASPName(id string) string { return builtin().OWASP[id] }
