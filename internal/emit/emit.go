// Package emit turns the findings of a rule into Diagnostics, for go vet and
// golangci-lint. The command line reads findings from the rules' results and
// never sees these.
package emit

import (
	"go/token"
	"time"

	"golang.org/x/tools/go/analysis"

	"github.com/mcpvet/mcpvet/checklist"
	"github.com/mcpvet/mcpvet/internal/finding"
	"github.com/mcpvet/mcpvet/internal/passes/config"
	"github.com/mcpvet/mcpvet/internal/passes/ignore"
	"github.com/mcpvet/mcpvet/internal/srcpos"
)

// Requires lists the analyzers that a rule must require to call Findings.
func Requires() []*analysis.Analyzer {
	return []*analysis.Analyzer{config.Analyzer, ignore.Analyzer}
}

// Directives reports directives that can't be followed. It is a root beside
// the rules, for drivers that show the diagnostics of roots only.
//
// A directive that suppresses nothing is not reported here: a finding at its
// line may come out of another package, which such a driver analyses later.
var Directives = &analysis.Analyzer{
	Name:     "mcpvetdirectives",
	Doc:      "mcpvetdirectives: report mcpvet:ignore directives that can't be followed",
	URL:      "https://github.com/mcpvet/mcpvet/blob/main/docs/index.md",
	Requires: Requires(),
	Run: func(pass *analysis.Pass) (any, error) {
		Findings(pass, pass.ResultOf[ignore.Analyzer].(*ignore.Result).Problems)
		return nil, nil
	},
}

// Findings reports those findings that are to be seen: of the profile asked
// for, neither suppressed nor excluded, and of a rule that is not switched
// off. Positions are absolute. A package out of scope has none.
func Findings(pass *analysis.Pass, findings []finding.Finding) {
	cfg := pass.ResultOf[config.Analyzer].(*config.Result)
	if !cfg.InScope || cfg.Quiet || len(findings) == 0 {
		return
	}
	ign := pass.ResultOf[ignore.Analyzer].(*ignore.Result)
	profile := config.ProfileOf(&pass.Analyzer.Flags, cfg.Profile)
	now := time.Now()
	hidden := hiddenFiles(pass, cfg)

	var visible []finding.Finding
	for _, f := range findings {
		switch {
		case f.Suppressed != nil, hidden[f.Pos.File]:
		case !cfg.Config.RuleEnabled(f.Rule), !profile.Includes(f.Profile):
		case cfg.Config.Excludes(f.Pos.File):
		case ign.Match(f.Rule, f.Pos.File, f.Pos.Line) != nil:
		case cfg.Config.Exempt(f, now) != nil:
		default:
			visible = append(visible, f)
		}
	}
	r := newResolver(pass.Fset)
	for _, file := range pass.Files {
		r.parsed[pass.Fset.File(file.FileStart)] = true
	}
	for _, f := range visible {
		r.want(f.Pos)
		for _, s := range f.Trace {
			r.want(s.Pos)
		}
		for _, e := range f.Related {
			r.want(e.Pos)
		}
	}
	r.fabricate()
	for _, f := range visible {
		pass.Report(diagnostic(r, f))
	}
}

// hiddenFiles returns the names of the package's files that are not to be
// reported on: tests and generated ones, unless asked for.
func hiddenFiles(pass *analysis.Pass, cfg *config.Result) map[string]bool {
	hidden := make(map[string]bool)
	at := srcpos.NewMap(pass.Fset, pass.Files)
	for _, file := range pass.Files {
		if !cfg.Includes(pass.Fset, file) {
			hidden[at.Position(file.Package).Filename] = true
		}
	}
	return hidden
}

// diagnostic converts one finding. go vet drops category and URL, so the
// message carries the rule's id.
func diagnostic(r *resolver, f finding.Finding) analysis.Diagnostic {
	d := analysis.Diagnostic{
		Pos:      r.pos(f.Pos),
		Category: f.Rule,
		Message:  f.Rule + ": " + f.Message,
	}
	if f.Pos.EndLine > 0 && f.Pos.EndColumn > 0 {
		end := finding.Position{File: f.Pos.File, Line: f.Pos.EndLine, Column: f.Pos.EndColumn}
		// An end that is only made up could lie in another file than the start.
		if p := r.real(end); p > d.Pos && r.fset.File(p) == r.fset.File(d.Pos) {
			d.End = p
		}
	}
	if rule, ok := checklist.ByID(f.Rule); ok {
		d.URL = rule.URL()
	}
	for _, s := range f.Trace {
		if s.Pos.IsValid() {
			d.Related = append(d.Related, analysis.RelatedInformation{Pos: r.pos(s.Pos), Message: s.Text})
		}
	}
	for _, e := range f.Related {
		if e.Pos.IsValid() {
			d.Related = append(d.Related, analysis.RelatedInformation{Pos: r.pos(e.Pos), Message: e.Text})
		}
	}
	// One fix at most: go vet applies the first, golangci-lint all of them.
	for _, fix := range f.Fixes {
		if !fix.Safe {
			continue
		}
		if edits, ok := textEdits(r, fix); ok {
			d.SuggestedFixes = []analysis.SuggestedFix{{Message: fix.Title, TextEdits: edits}}
			break
		}
	}
	return d
}

// textEdits converts the edits of a fix. All of them must lie in files of the
// package: half a fix is none, and of a file that is known from export data the
// lines are there, but not what they begin at.
func textEdits(r *resolver, fix finding.Fix) ([]analysis.TextEdit, bool) {
	var out []analysis.TextEdit
	for _, e := range fix.Edits {
		endLine, endCol := e.Pos.EndLine, e.Pos.EndColumn
		if endLine == 0 {
			endLine = e.Pos.Line
		}
		if endCol == 0 {
			endLine, endCol = e.Pos.Line, e.Pos.Column // no end: an insertion
		}
		start := r.real(e.Pos.Start())
		end := r.real(finding.Position{File: e.Pos.File, Line: endLine, Column: endCol})
		if start == token.NoPos || end < start || !r.parsed[r.fset.File(start)] || r.fset.File(start) != r.fset.File(end) {
			return nil, false
		}
		out = append(out, analysis.TextEdit{Pos: start, End: end, NewText: []byte(e.NewText)})
	}
	return out, len(out) > 0
}
