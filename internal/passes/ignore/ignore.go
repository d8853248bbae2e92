// Package ignore is the pass that reads suppressions from comments:
//
//	//mcpvet:ignore MCP004 the template is a constant of the build
//	//mcpvet:ignore MCP004,MCP015 reason
//
// A directive on a line of its own covers the statement, declaration, field
// or literal element that starts on the next line. A directive behind code
// covers the statement, declaration, field or literal element that starts on
// its line; where none does, the one that ends there; where none does either,
// the innermost one around the line.
//
// A directive that is malformed, names an unknown rule or lacks a reason
// suppresses nothing and is a finding, and so is one that no finding of a
// rule that ran needs.
package ignore

import (
	"fmt"
	"reflect"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/mcpvet/mcpvet/checklist"
	"github.com/mcpvet/mcpvet/internal/finding"
	"github.com/mcpvet/mcpvet/internal/passes/config"
	"github.com/mcpvet/mcpvet/internal/srcpos"
)

// RuleID is the id of findings about directives. It stands beside the rules
// of the checklist: nothing suppresses it or switches it off.
const RuleID = "MCP000"

// Rule returns the metadata of findings about directives, for reports that
// list every rule. It has no page of its own and no place in the checklist.
func Rule() checklist.Rule {
	return checklist.Rule{
		ID:        RuleID,
		Title:     "mcpvet directive or exemption without effect",
		Severity:  finding.Warning,
		Precision: checklist.VeryHigh,
		Lifecycle: checklist.Stable,
		Summary:   "Reports mcpvet directives that can't be followed (no reason, an unknown rule, a misspelt word), those that suppress nothing, and exemptions of the configuration that have expired or that no finding needs.",
		Tags:      []string{"maintainability"},
	}
}

// Analyzer reads the directives of one package. Its result is a *Result,
// never nil, and empty for a package out of scope.
var Analyzer = &analysis.Analyzer{
	Name:       "mcpignore",
	Doc:        "mcpignore: read the mcpvet:ignore directives of packages in scope",
	Run:        run,
	Requires:   []*analysis.Analyzer{config.Analyzer, config.Syntax},
	ResultType: reflect.TypeFor[*Result](),
	FactTypes:  []analysis.Fact{(*Suppresses)(nil)},
	// A package with type errors still has comments.
	RunDespiteErrors: true,
}

// A Result holds the directives of one package.
type Result struct {
	Covers   []Cover           // of this package and of those that it imports; sorted
	Problems []finding.Finding // directives that can't be followed; sorted
}

// A Cover is the range of lines in which a directive suppresses rules.
type Cover struct {
	Rules    []string // ids
	Reason   string
	File     string // on disk, absolute; //line directives don't count
	From, To int    // first and last line
	Line     int    // of the directive itself
	Column   int    // in bytes
}

// pos is the position of the directive.
func (c Cover) pos() finding.Position {
	return finding.Position{File: c.File, Line: c.Line, Column: c.Column}
}

func compareCovers(a, b Cover) int { return a.pos().Compare(b.pos()) }

// Suppresses is the fact of a package that has directives, or imports one
// that has: a finding is reported where it is found out, which may be in
// another package than the one that holds the line.
type Suppresses struct {
	Covers []Cover // sorted
}

// AFact makes Suppresses a fact.
func (*Suppresses) AFact() {}

func (s *Suppresses) String() string { return fmt.Sprintf("suppresses(%d)", len(s.Covers)) }

func run(pass *analysis.Pass) (any, error) {
	res := new(Result)
	cfg := pass.ResultOf[config.Analyzer].(*config.Result)
	if !cfg.InScope {
		return res, nil
	}
	at := srcpos.NewMap(pass.Fset, pass.Files)
	for _, file := range pass.Files {
		// A rule that doesn't look at a file can't need its directives.
		if cfg.Includes(pass.Fset, file) {
			res.read(at, file)
		}
	}
	for _, imp := range pass.Pkg.Imports() {
		var s Suppresses
		if pass.ImportPackageFact(imp, &s) {
			res.Covers = append(res.Covers, s.Covers...)
		}
	}
	slices.SortFunc(res.Covers, compareCovers)
	// Several imports hand on the same directive.
	res.Covers = slices.CompactFunc(res.Covers, func(a, b Cover) bool { return compareCovers(a, b) == 0 })
	slices.SortFunc(res.Problems, finding.Compare)
	if len(res.Covers) > 0 {
		pass.ExportPackageFact(&Suppresses{Covers: res.Covers})
	}
	return res, nil
}

// Match returns the suppression of a finding, or nil. The rule is an id, the
// file absolute.
func (r *Result) Match(rule, file string, line int) *finding.Suppression {
	for _, c := range r.Covers {
		if c.matches(rule, file, line) {
			return c.suppression()
		}
	}
	return nil
}

func (c Cover) matches(rule, file string, line int) bool {
	return c.File == file && c.From <= line && line <= c.To && slices.Contains(c.Rules, rule)
}

func (c Cover) suppression() *finding.Suppression {
	return &finding.Suppression{Kind: finding.Directive, Pos: c.pos(), Reason: c.Reason}
}

// An Index joins the directives of many packages, and remembers which ones
// were needed.
type Index struct {
	covers []Cover
	byFile map[string][]int // indexes of covers
	used   map[int][]string // index of a cover -> ids that it suppressed
}

// NewIndex joins results.
func NewIndex(results []*Result) *Index {
	ix := &Index{byFile: make(map[string][]int), used: make(map[int][]string)}
	for _, r := range results {
		ix.covers = append(ix.covers, r.Covers...)
	}
	slices.SortFunc(ix.covers, compareCovers)
	ix.covers = slices.CompactFunc(ix.covers, func(a, b Cover) bool { return compareCovers(a, b) == 0 })
	for i, c := range ix.covers {
		ix.byFile[c.File] = append(ix.byFile[c.File], i)
	}
	return ix
}

// Match is Result.Match; every directive that covers the place counts as
// needed.
func (ix *Index) Match(rule, file string, line int) *finding.Suppression {
	var first *finding.Suppression
	for _, i := range ix.byFile[file] {
		if c := ix.covers[i]; c.matches(rule, file, line) {
			ix.used[i] = append(ix.used[i], rule)
			if first == nil {
				first = c.suppression()
			}
		}
	}
	return first
}

// Unused returns a finding for each directive that suppressed nothing, in
// order, judged only for rules that ran.
func (ix *Index) Unused(ran func(id string) bool) []finding.Finding {
	var out []finding.Finding
	for i, c := range ix.covers {
		var idle []string
		for _, id := range c.Rules {
			if ran(id) && !slices.Contains(ix.used[i], id) {
				idle = append(idle, id)
			}
		}
		if len(idle) > 0 {
			out = append(out, Problem(c.pos(), "the directive suppresses nothing: no finding of %s here", strings.Join(idle, ", ")))
		}
	}
	return out
}

// Problem returns a finding about a directive, or an exemption.
func Problem(pos finding.Position, format string, args ...any) finding.Finding {
	return finding.Finding{
		Rule:       RuleID,
		Pos:        pos,
		Message:    fmt.Sprintf(format, args...),
		Severity:   finding.Warning,
		Confidence: finding.High,
		Profile:    finding.Regular,
	}
}
