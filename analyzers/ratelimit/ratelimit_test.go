package ratelimit

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
	if rule, ok := checklist.ByID("MCP006"); !ok || rule.Slug != Analyzer.Name || rule.URL() != Analyzer.URL {
		t.Errorf("analyzer %s and rule MCP006 (%s) differ", Analyzer.Name, rule.Slug)
	}
}

func TestPrograms(t *testing.T) { ruletest.Run(t, Analyzer, "ratelimit") }
