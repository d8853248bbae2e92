package audit

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
	if rule, ok := checklist.ByID("MCP009"); !ok || rule.Slug != Analyzer.Name || rule.URL() != Analyzer.URL {
		t.Errorf("analyzer %s and rule MCP009 (%s) differ", Analyzer.Name, rule.Slug)
	}
}

func TestPrograms(t *testing.T) { ruletest.Run(t, Analyzer, "audit") }
