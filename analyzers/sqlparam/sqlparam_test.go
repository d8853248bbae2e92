package sqlparam

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
	if rule, ok := checklist.ByID("MCP005"); !ok || rule.Slug != Analyzer.Name || rule.URL() != Analyzer.URL {
		t.Errorf("analyzer %s and rule MCP005 (%s) differ", Analyzer.Name, rule.Slug)
	}
}

func TestPrograms(t *testing.T) { ruletest.Run(t, Analyzer, "sqlparam") }

// gaps are the programs of testdata/src/sqlparamgaps, each with what the engine
// does not see.
var gaps = map[string]string{
	"boundbranch": "a branch on what start-up code has bound to a handler is taken both ways",
	"readonlydsn": "how a connection was opened is not known where it is used",
}

func TestGaps(t *testing.T) { ruletest.Gaps(t, Analyzer, "sqlparamgaps", gaps) }
