// Package nogo is mcpvet for the nogo of Bazel's rules_go, which builds a linter
// of packages with a variable Analyzer. docs/build-systems.md says how.
//
// nogo does not tell an analyzer which module a package is of, so that its flags
// have to say what is to be analysed:
//
//	packages  patterns of import paths, with "..." as for the go command, divided by commas
//	profile   regular, pedantic or auditor
//	config    a configuration, as its absolute PATH@sha256:DIGEST
package nogo

import (
	"go/token"

	"golang.org/x/tools/go/analysis"

	"github.com/mcpvet/mcpvet/internal/linters"
	"github.com/mcpvet/mcpvet/internal/passes/config"
)

// Analyzer reports what the rules find in the packages that its flag names. It
// has no fixes: nogo applies none that it was not asked to, and shows no traces.
var Analyzer = newAnalyzer()

func newAnalyzer() *analysis.Analyzer {
	a := linters.New("mcpvet", func(_ *token.FileSet, d analysis.Diagnostic) analysis.Diagnostic {
		d.Related, d.SuggestedFixes = nil, nil
		return d
	})
	config.RegisterGlobal(&a.Flags)
	config.RegisterPackages(&a.Flags)
	return a
}
