package shellinterp

import (
	"testing"

	"golang.org/x/tools/go/analysis"

	"github.com/mcpvet/mcpvet/checklist"
	"github.com/mcpvet/mcpvet/internal/ruletest"
)

func TestAnalyzer(t *testing.T) {
	if err := analysis.Validate([]*analysis.Analyzer{Analyzer}); err != nil {
		t.Error(err)
	}
	if rule, ok := checklist.ByID("MCP004"); !ok || rule.Slug != Analyzer.Name || rule.URL() != Analyzer.URL {
		t.Errorf("analyzer %s and rule MCP004 (%s) differ", Analyzer.Name, rule.Slug)
	}
}

func TestPrograms(t *testing.T) { ruletest.Run(t, Analyzer, "shellinterp") }

// gaps are the programs of testdata/src/shellinterpgaps, each with what the
// engine does not see.
var gaps = map[string]string{
	"linetable":     "which program a command line starts is lost where a function value makes the line",
	"normalised":    "what a method overwrites in what its receiver points to is still there for the caller",
	"problemlist":   "the length of a list of faults is no check",
	"runeflag":      "a flag that a loop clears is not followed back to the characters that clear it",
	"schemaenum":    "the schema that the SDK checks calls against is not consulted",
	"searched":      "a binary search is not known to find one of a list",
	"startedworker": "what is sent to a goroutine that start-up code has started is not followed",
}

func TestGaps(t *testing.T) { ruletest.Gaps(t, Analyzer, "shellinterpgaps", gaps) }
