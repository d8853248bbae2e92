// Package linters makes one analyzer of all rules, for drivers that know linters
// by a name each.
package linters

import (
	"go/token"
	"slices"

	"golang.org/x/tools/go/analysis"

	"github.com/mcpvet/mcpvet/analyzers"
	"github.com/mcpvet/mcpvet/internal/emit"
	"github.com/mcpvet/mcpvet/internal/finding"
	"github.com/mcpvet/mcpvet/internal/passes/ignore"
)

// New returns an analyzer that reports what the rules find, and directives that
// can't be followed. Each Diagnostic goes through fit on its way.
func New(name string, fit func(*token.FileSet, analysis.Diagnostic) analysis.Diagnostic) *analysis.Analyzer {
	rules := analyzers.All()
	return &analysis.Analyzer{
		Name:     name,
		Doc:      name + ": audit the source of MCP servers",
		URL:      "https://github.com/mcpvet/mcpvet/blob/main/docs/index.md",
		Requires: append(emit.Requires(), rules...),
		Run: func(pass *analysis.Pass) (any, error) {
			own := *pass
			own.Report = func(d analysis.Diagnostic) { pass.Report(fit(pass.Fset, d)) }
			findings := slices.Clone(pass.ResultOf[ignore.Analyzer].(*ignore.Result).Problems)
			for _, rule := range rules {
				findings = append(findings, pass.ResultOf[rule].([]finding.Finding)...)
			}
			emit.Findings(&own, findings)
			return nil, nil
		},
	}
}
