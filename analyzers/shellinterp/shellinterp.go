package shellinterp

import (
	_ "embed"
	"fmt"
	"reflect"

	"golang.org/x/tools/go/analysis"

	"github.com/mcpvet/mcpvet/checklist"
	"github.com/mcpvet/mcpvet/internal/emit"
	"github.com/mcpvet/mcpvet/internal/finding"
	"github.com/mcpvet/mcpvet/internal/passes/posture"
	"github.com/mcpvet/mcpvet/internal/ruledoc"
)

//go:embed doc.go
var doc string

// rule is the entry of the checklist.
var rule, _ = checklist.ByID("MCP004")

// Analyzer reports the findings of the rule. Its result is a
// []finding.Finding with absolute positions.
var Analyzer = &analysis.Analyzer{
	Name:       "shellinterp",
	Doc:        ruledoc.MustParse(doc).Text(),
	URL:        rule.URL(),
	Requires:   append(emit.Requires(), posture.Analyzer),
	ResultType: reflect.TypeFor[[]finding.Finding](),
	Run:        run,
}

func run(pass *analysis.Pass) (any, error) {
	var findings []finding.Finding
	surface := pass.ResultOf[posture.Analyzer].(*posture.Result)
	if surface == nil {
		return findings, nil // out of scope
	}
	for _, e := range surface.Entries {
		if e.Fresh {
			findings = append(findings, check(e)...)
		}
	}
	emit.Findings(pass, findings)
	return findings, nil
}

// check judges one tool. As it stands it reports every tool without a known
// handler: replace that by the fault of MCP004.
func check(e *posture.Entry) []finding.Finding {
	if e.Handler != nil && len(e.Handler.Bodies) > 0 {
		return nil
	}
	f := finding.Finding{
		Rule:       rule.ID,
		Pos:        posture.At(e.Pos),
		Message:    fmt.Sprintf("handler of %s %q is unknown", e.Kind, e.Name.Value),
		Severity:   rule.Severity,
		Confidence: finding.High,
		Profile:    finding.Auditor,
		Tool:       e.Name.Value,
	}
	if e.Server != nil {
		f.Server = e.Server.ID
	}
	return []finding.Finding{f}
}
