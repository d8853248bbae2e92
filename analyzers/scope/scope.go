package scope

import (
	_ "embed"
	"fmt"
	"reflect"

	"golang.org/x/tools/go/analysis"

	"github.com/mcpvet/mcpvet/checklist"
	"github.com/mcpvet/mcpvet/internal/emit"
	"github.com/mcpvet/mcpvet/internal/finding"
	"github.com/mcpvet/mcpvet/internal/fix"
	"github.com/mcpvet/mcpvet/internal/flowrule"
	"github.com/mcpvet/mcpvet/internal/passes/checks"
	"github.com/mcpvet/mcpvet/internal/passes/effects"
	"github.com/mcpvet/mcpvet/internal/passes/source"
	"github.com/mcpvet/mcpvet/internal/passes/told"
	"github.com/mcpvet/mcpvet/internal/ruledoc"
)

//go:embed doc.go
var doc string

// rule is the entry of the checklist.
var rule, _ = checklist.ByID("MCP002")

// Analyzer reports the findings of the rule. Its result is a
// []finding.Finding with absolute positions.
var Analyzer = &analysis.Analyzer{
	Name:       "scope",
	Doc:        ruledoc.Text(doc),
	URL:        rule.URL(),
	Requires:   append(emit.Requires(), source.Analyzer, checks.Analyzer, effects.Analyzer),
	ResultType: reflect.TypeFor[[]finding.Finding](),
	FactTypes:  []analysis.Fact{new(Told)},
	Run:        run,
}

// Told is the fact of a package: keys of what was reported about it and about
// the packages that it imports, which see the same servers.
type Told struct{ told.Keys }

func run(pass *analysis.Pass) (any, error) {
	src := pass.ResultOf[source.Analyzer].(*source.Source)
	does := pass.ResultOf[effects.Analyzer].(*effects.Result)
	findings := flowrule.Run[Told](pass, flowrule.Posture{
		Rule: rule.ID, Severity: rule.Severity, Lacks: "no check of the caller's scope", Local: finding.Auditor, Resources: true, Partly: ", only whether there is a caller",
		Verdict: func(e *checks.Entry) *checks.Verdict { return e.Scope },
		Mend:    func(g *checks.Group) []finding.Fix { return fix.Protect(src, does, g) },
		List:    func(g *checks.Group, e *checks.Entry) []finding.Fix { return fix.ListTool(src, does, g, e) },
		Changes: func(e *checks.Entry) bool { return does == nil || does.MayChange(e.Entry) },
		Weak:    weak,
	}, nil)
	emit.Findings(pass, findings)
	return findings, nil
}

// weak says why a check does not keep a caller from a tool.
func weak(tool string, v *checks.Verdict) string {
	switch v.Reason {
	case checks.NotListed:
		return fmt.Sprintf("%s: %s", tool, v.Evidence)
	case checks.Stale:
		return fmt.Sprintf("the check before %s does not see who calls: %s", tool, v.Evidence)
	}
	return fmt.Sprintf("%s: %s", tool, v.Evidence)
}
