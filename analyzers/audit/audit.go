package audit

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
	"github.com/mcpvet/mcpvet/internal/passes/posture"
	"github.com/mcpvet/mcpvet/internal/passes/source"
	"github.com/mcpvet/mcpvet/internal/passes/told"
	"github.com/mcpvet/mcpvet/internal/ruledoc"
)

//go:embed doc.go
var doc string

// rule is the entry of the checklist.
var rule, _ = checklist.ByID("MCP009")

// Analyzer reports the findings of the rule. Its result is a
// []finding.Finding with absolute positions.
var Analyzer = &analysis.Analyzer{
	Name:       "audit",
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
		Rule: rule.ID, Severity: rule.Severity, Lacks: "no record of every call", Local: finding.Pedantic,
		Verdict: func(e *checks.Entry) *checks.Verdict { return e.Audit },
		Mend:    func(g *checks.Group) []finding.Fix { return fix.Protect(src, does, g) },
		Weak:    weak,
	}, raw)
	emit.Findings(pass, findings)
	return findings, nil
}

// weak says which calls leave no record.
func weak(tool string, v *checks.Verdict) string {
	return fmt.Sprintf("%s: %s", tool, v.Evidence)
}

// raw reports records that hold the arguments as they came, once for each.
func raw(g *checks.Group) []finding.Finding {
	if g.Server == nil {
		return nil
	}
	seen := map[finding.Position]bool{}
	var out []finding.Finding
	for _, e := range g.Entries {
		at := posture.At(e.Audit.Raw)
		if !at.IsValid() || !e.IsTool() || seen[at] {
			continue
		}
		seen[at] = true
		out = append(out, finding.Finding{Rule: rule.ID, Pos: at, Message: fmt.Sprintf("the record of %s holds the arguments of the call as they came", flowrule.Tool(e.Entry)),
			Severity: rule.Severity, Confidence: finding.Medium, Profile: finding.Pedantic, Tool: e.Name.Value, Server: g.Server.ID})
	}
	return out
}
