// Package finding holds what a rule reports: a Finding and its parts.
//
// Positions are resolved (file, line, column), so that a finding survives the
// boundary of a package, a fact and a process. The package knows nothing of
// go/analysis: rules return findings, renderers read them.
package finding

import (
	"cmp"
	"fmt"
	"slices"
)

// A Position is a place in a source file. Lines and columns count from 1;
// columns are in bytes, as in go/token. The zero Position is "unknown".
type Position struct {
	File      string // absolute, or relative to Report.Root once the engine has resolved it; slash-separated then
	Line      int
	Column    int
	EndLine   int // 0: same as Line
	EndColumn int // 0: unknown
}

// IsValid reports whether p names a line of a file.
func (p Position) IsValid() bool { return p.File != "" && p.Line > 0 }

// Start returns p without its end: the identity of a place.
func (p Position) Start() Position { return Position{File: p.File, Line: p.Line, Column: p.Column} }

func (p Position) String() string {
	if !p.IsValid() {
		return "-"
	}
	if p.Column == 0 {
		return fmt.Sprintf("%s:%d", p.File, p.Line)
	}
	return fmt.Sprintf("%s:%d:%d", p.File, p.Line, p.Column)
}

// Compare orders positions by file, line and column.
func (p Position) Compare(q Position) int {
	return cmp.Or(cmp.Compare(p.File, q.File), cmp.Compare(p.Line, q.Line), cmp.Compare(p.Column, q.Column))
}

// Severity says how bad a finding is; the names are those of SARIF levels.
type Severity string

// The severities, worst first.
const (
	Error   Severity = "error"
	Warning Severity = "warning"
	Note    Severity = "note"
)

// Rank orders severities: 3 for Error down to 1 for Note, 0 for anything else.
func (s Severity) Rank() int {
	return map[Severity]int{Error: 3, Warning: 2, Note: 1}[s]
}

// Confidence says how sure the analysis is.
type Confidence string

// The confidences, surest first.
const (
	High   Confidence = "high"
	Medium Confidence = "medium"
	Low    Confidence = "low"
)

// Profile says for whom a finding is meant; each profile includes the ones before it.
type Profile string

// The profiles, from the quietest to the one that tells everything.
const (
	Regular  Profile = "regular"  // what a maintainer would fix today
	Pedantic Profile = "pedantic" // hardening
	Auditor  Profile = "auditor"  // everything, unknowns included
)

// Profiles lists all profiles, quietest first.
func Profiles() []Profile { return []Profile{Regular, Pedantic, Auditor} }

// Includes reports whether a finding of profile q is shown under profile p.
func (p Profile) Includes(q Profile) bool {
	all := Profiles()
	return slices.Index(all, q) <= slices.Index(all, p)
}

// A Step is one hop of a trace: from the tool's argument (first) to the sink (last).
type Step struct {
	Pos  Position
	Text string
}

// Evidence is a related place with what it shows.
type Evidence struct {
	Pos  Position
	Text string
}

// An Edit replaces the bytes from Pos to its end by NewText.
type Edit struct {
	Pos     Position
	NewText string
}

// A Fix is a suggested change. An unsafe fix may alter behaviour and is never
// attached to a go vet diagnostic.
type Fix struct {
	Title string
	Safe  bool
	Edits []Edit
	Needs []string // modules that the changed files need, and the program may not have
}

// A Finding is one report of one rule.
type Finding struct {
	Rule       string // id, MCPnnn
	Pos        Position
	Message    string // one factual clause, naming the tool in quotes
	Severity   Severity
	Confidence Confidence
	Profile    Profile
	Tool       string // name of the tool, or "" for a finding about a server
	Server     string // id of the server (inventory), or ""
	Trace      []Step
	Related    []Evidence
	Fixes      []Fix
	Suppressed *Suppression // nil if it counts
}

// A Suppression says why a finding is not counted.
type Suppression struct {
	Kind   SuppressionKind
	Pos    Position // of the directive or the exemption
	Reason string
}

// A SuppressionKind says what keeps a finding from being counted.
type SuppressionKind string

// The kinds of suppressions.
const (
	Directive SuppressionKind = "directive" // a comment in the source
	Exempted  SuppressionKind = "exemption" // the configuration
	Baselined SuppressionKind = "baseline"  // it was known before
)

// Compare orders findings for output: by file, line, column, rule, tool, message.
func Compare(a, b Finding) int {
	return cmp.Or(a.Pos.Compare(b.Pos), cmp.Compare(a.Rule, b.Rule), cmp.Compare(a.Tool, b.Tool),
		cmp.Compare(a.Server, b.Server), cmp.Compare(a.Message, b.Message))
}
