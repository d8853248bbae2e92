package ratelimit

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
var rule, _ = checklist.ByID("MCP006")

// Analyzer reports the findings of the rule. Its result is a
// []finding.Finding with absolute positions.
var Analyzer = &analysis.Analyzer{
	Name:       "ratelimit",
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
		Rule: rule.ID, Severity: rule.Severity, Lacks: "no rate limit", Local: finding.Pedantic,
		Verdict: func(e *checks.Entry) *checks.Verdict { return e.Limit },
		Mend:    func(g *checks.Group) []finding.Fix { return fix.Protect(src, does, g) },
		Weak:    weak,
	}, partial)
	emit.Findings(pass, findings)
	return findings, nil
}

// weak says why a limit does not hold.
func weak(tool string, v *checks.Verdict) string {
	switch v.Reason {
	case checks.PerCall:
		return fmt.Sprintf("the limit before %s is made anew for each call, and never reached", tool)
	case checks.ClientKey:
		return fmt.Sprintf("the client chooses what the limit before %s counts by", tool)
	}
	return fmt.Sprintf("%s: %s", tool, v.Evidence)
}

// partial reports limits that hold for some only, once for each: those of each
// user without one for all, those for all without one of each user, and those
// whose counters are never taken away.
func partial(g *checks.Group) []finding.Finding {
	if g.Server == nil || g.Serves() == checks.Unknown {
		return nil
	}
	var out []finding.Finding
	for _, e := range g.Entries {
		v := e.Limit
		if v.State != checks.Pass || !v.Pos.IsValid() || !e.IsTool() {
			continue
		}
		var message string
		profile := finding.Pedantic
		switch v.Reason {
		case checks.OnlyUser:
			message = v.Evidence + ", and not for all together"
		case checks.OnlyAll:
			message = v.Evidence + ", and not for each user: one can use up what is there for the others"
		case checks.Unbounded:
			message = v.Evidence + ", and what is counted is kept for ever"
			if v.Free && g.Serves() == checks.HTTP {
				profile = finding.Regular
			}
		default:
			continue
		}
		out = append(out, finding.Finding{Rule: rule.ID, Pos: posture.At(v.Pos), Message: fmt.Sprintf("%s: %s", flowrule.Tool(e.Entry), message),
			Severity: rule.Severity, Confidence: finding.Medium, Profile: profile, Tool: e.Name.Value, Server: g.Server.ID})
	}
	return firstAt(out)
}

// firstAt keeps the first finding of each place.
func firstAt(list []finding.Finding) []finding.Finding {
	seen := map[finding.Position]bool{}
	var out []finding.Finding
	for _, f := range list {
		if !seen[f.Pos] {
			seen[f.Pos] = true
			out = append(out, f)
		}
	}
	return out
}
