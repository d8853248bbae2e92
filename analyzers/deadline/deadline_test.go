package deadline

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
	if rule, ok := checklist.ByID("MCP007"); !ok || rule.Slug != Analyzer.Name || rule.URL() != Analyzer.URL {
		t.Errorf("analyzer %s and rule MCP007 (%s) differ", Analyzer.Name, rule.Slug)
	}
}

func TestPrograms(t *testing.T) { ruletest.Run(t, Analyzer, "deadline") }

// TestGaps holds what the rule gets wrong: see the Limits in doc.go.
func TestGaps(t *testing.T) {
	ruletest.Gaps(t, Analyzer, "deadlinegaps", map[string]string{
		"clientsinamap": "what one method puts into a map of a field and another takes out is not followed",
	})
}
