package confirm

import (
	_ "embed"
	"fmt"
	"reflect"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/mcpvet/mcpvet/checklist"
	"github.com/mcpvet/mcpvet/internal/emit"
	"github.com/mcpvet/mcpvet/internal/finding"
	"github.com/mcpvet/mcpvet/internal/fix"
	"github.com/mcpvet/mcpvet/internal/flowrule"
	"github.com/mcpvet/mcpvet/internal/inventory"
	"github.com/mcpvet/mcpvet/internal/passes/checks"
	"github.com/mcpvet/mcpvet/internal/passes/config"
	"github.com/mcpvet/mcpvet/internal/passes/effects"
	"github.com/mcpvet/mcpvet/internal/passes/posture"
	"github.com/mcpvet/mcpvet/internal/passes/source"
	"github.com/mcpvet/mcpvet/internal/passes/told"
	"github.com/mcpvet/mcpvet/internal/program"
	"github.com/mcpvet/mcpvet/internal/ruledoc"
	"github.com/mcpvet/mcpvet/models"
)

//go:embed doc.go
var doc string

// rule is the entry of the checklist.
var rule, _ = checklist.ByID("MCP001")

// Analyzer reports the findings of the rule. Its result is a
// []finding.Finding with absolute positions.
var Analyzer = &analysis.Analyzer{
	Name:       "confirm",
	Doc:        ruledoc.Text(doc),
	URL:        rule.URL(),
	Requires:   append(emit.Requires(), source.Analyzer, posture.Analyzer, effects.Analyzer, checks.Analyzer),
	ResultType: reflect.TypeFor[[]finding.Finding](),
	FactTypes:  []analysis.Fact{new(Told)},
	Run:        run,
}

func run(pass *analysis.Pass) (any, error) {
	surface := pass.ResultOf[posture.Analyzer].(*posture.Result)
	does := pass.ResultOf[effects.Analyzer].(*effects.Result)
	if surface == nil || does == nil {
		return []finding.Finding(nil), nil // out of scope
	}
	c := &checker{
		told:   told.Read[Told](pass),
		models: pass.ResultOf[config.Analyzer].(*config.Result).Models,
		src:    pass.ResultOf[source.Analyzer].(*source.Source),
		audit:  audited(pass.ResultOf[checks.Analyzer].(*checks.Result)),
	}
	for _, e := range surface.Entries {
		if s := does.Of[e]; s != nil && callable(e) {
			c.check(e, s)
		}
	}
	told.Write[Told](pass, c.told)
	emit.Findings(pass, c.findings)
	return c.findings, nil
}

// Told is the fact of a package: keys of what was said of tools in it and in what
// it imports.
type Told struct{ told.Keys }

// callable reports whether a model can call an entry: only tools do something.
func callable(e *posture.Entry) bool {
	switch e.Kind {
	case inventory.KindTool, inventory.KindTask, inventory.KindSession:
		return true
	}
	return false
}

// A checker collects findings, each once.
type checker struct {
	findings []finding.Finding
	told     told.Set
	models   *models.Set
	src      *source.Source
	audit    map[place]bool // tools whose calls are all recorded
}

// A place tells tools apart, in whatever evaluation they were seen.
type place struct {
	name      string
	pos, site program.Pos
}

func placeOf(e *posture.Entry) place { return place{e.Name.Value, e.Pos, e.Reg.Site} }

// audited lists the tools whose calls are all recorded.
func audited(res *checks.Result) map[place]bool {
	out := map[place]bool{}
	if res == nil {
		return out
	}
	for _, g := range res.Groups {
		for _, e := range g.Entries {
			if e.Audit != nil && e.Audit.State == checks.Pass {
				out[placeOf(e.Entry)] = true
			}
		}
	}
	return out
}

// once reports whether what a tool does is done once for each key that comes with
// a call, and each call is recorded: that stands for a confirmation.
func (c *checker) once(e *posture.Entry, g *effects.Guard) bool {
	return len(g.Replayed) > 0 && c.audit[placeOf(e)] && !slices.ContainsFunc(g.Free, func(f *effects.Effect) bool {
		return f.Destroys() && !slices.Contains(g.Replayed, f)
	})
}

// check judges one tool.
func (c *checker) check(e *posture.Entry, s *effects.Summary) {
	switch g := s.Guard; {
	case g != nil && c.once(e, g):
	case g != nil && slices.ContainsFunc(g.Free, (*effects.Effect).Destroys):
		c.unguarded(e, g)
	case g != nil && len(g.Forgeable) > 0:
		w := effects.Worst(g.Forgeable)
		c.report(e, finding.Finding{
			Pos: posture.At(e.Pos), Severity: rule.Severity, Confidence: finding.Medium, Profile: finding.Regular, Related: flowrule.Way(w),
			Message: fmt.Sprintf("tool %s %s for an answer that comes with the call: nothing shows that the server has asked, and a client can make it up", name(e), w.Doing()),
		})
	case g != nil && slices.ContainsFunc(g.Held, (*effects.Effect).Destroys):
	case s.Destructive == effects.Unknown:
		c.report(e, finding.Finding{
			Pos: posture.At(e.Pos), Severity: finding.Note, Confidence: finding.Low, Profile: finding.Auditor,
			Message: fmt.Sprintf("whether tool %s needs a confirmation is not known: %s", name(e), s.Why),
		})
	case g != nil && len(g.Free) > 0:
		c.report(e, finding.Finding{
			Pos: posture.At(e.Pos), Severity: finding.Warning, Confidence: finding.Medium, Profile: finding.Pedantic,
			Message: fmt.Sprintf("tool %s %s without a confirmation of the call", name(e), effects.Worst(g.Free).Doing()),
			Related: flowrule.Way(effects.Worst(g.Free)),
		})
	}
}

// unguarded reports a tool of which an effect happens without a confirmation.
func (c *checker) unguarded(e *posture.Entry, g *effects.Guard) {
	w := effects.Worst(g.Free)
	f := finding.Finding{Pos: posture.At(e.Pos), Severity: rule.Severity, Confidence: finding.High, Profile: finding.Regular, Related: flowrule.Way(w)}
	switch {
	case w.Guess && w.Vague, // neither the call nor its name says what it does
		name(e) == nameless && !w.Caller: // nor is it known which tools they are, of a list that comes from elsewhere
		f.Severity, f.Confidence, f.Profile = finding.Warning, finding.Low, finding.Pedantic
	case w.Guess || w.Vague:
		f.Confidence = finding.Medium
	}
	by := strings.Join(quoted(g.By), " or ")
	switch {
	case len(g.Refusable) > 0 && len(g.Published) > 0:
		f.Message = fmt.Sprintf("tool %s %s when %s is left out: the default that the schema publishes is not applied, the code has another", name(e), effects.Worst(g.Refusable).Doing(), by)
	case len(g.Refusable) > 0:
		f.Message = fmt.Sprintf("tool %s %s when %s is left out: the default acts", name(e), effects.Worst(g.Refusable).Doing(), by)
	case len(g.Held) > 0 && len(g.By) > 0:
		f.Pos = posture.At(w.Pos)
		f.Message = fmt.Sprintf("tool %s %s without the confirmation that it asks for before it %s", name(e), w.Doing(), effects.Worst(g.Held).Doing())
		f.Related = append(f.Related, finding.Evidence{Pos: posture.At(e.Pos), Text: "the tool is described here"})
	case g.Checked:
		f.Severity, f.Confidence = finding.Warning, finding.Medium
		f.Message = fmt.Sprintf("tool %s %s on some way without %s: the check before it can let a call pass that does not have it", name(e), w.Doing(), by)
	case len(g.By) > 0:
		f.Message = fmt.Sprintf("tool %s %s whatever %s says: the effect does not depend on it", name(e), w.Doing(), by)
	default:
		f.Message = fmt.Sprintf("tool %s %s without a confirmation of the call", name(e), w.Doing())
	}
	if g.Switch != "" { // the operator has allowed it, though nobody this call
		f.Severity = finding.Warning
		f.Message += fmt.Sprintf("; only the setting %q keeps it from acting", g.Switch)
	}
	f.Fixes = c.fixes(e, g)
	c.report(e, f)
}

// fixes mends a default that acts, or gives a tool a confirmation that has none.
func (c *checker) fixes(e *posture.Entry, g *effects.Guard) []finding.Fix {
	if e.Handler == nil || len(e.Handler.Bodies) != 1 || g.Switch != "" {
		return nil
	}
	handler := e.Handler.Bodies[0].Pos
	switch {
	case len(g.Refusable) > 0:
		return fix.DefaultRefuses(c.src, c.models, handler, g.By)
	case len(g.By) == 0 && len(g.Held) == 0:
		if heeded := fix.HeedAnswer(c.src, c.models, handler); heeded != nil {
			return heeded
		}
		return fix.AskConfirm(c.src, c.models, e.Pos, handler)
	case len(g.By) == 1 && len(g.Held) == 0 && !g.Checked:
		return fix.ReadConfirm(c.src, c.models, handler, g.By[0])
	case len(g.By) > 0 && len(g.Held) > 0:
		return fix.SameGuard(c.src, effects.Worst(g.Free).Pos, g.By)
	}
	return nil
}

// report adds a finding once.
func (c *checker) report(e *posture.Entry, f finding.Finding) {
	f.Rule = rule.ID
	f.Tool = e.Name.Value
	if e.Server != nil {
		f.Server = e.Server.ID
	}
	if k := flowrule.ToolKey(f); !c.told[k] {
		c.told[k] = true
		c.findings = append(c.findings, f)
	}
}

// name names a tool in a message.
func name(e *posture.Entry) string {
	if e.Name.Known && e.Name.Value != "" {
		return fmt.Sprintf("%q", e.Name.Value)
	}
	if e.Name.Pattern != "" {
		return fmt.Sprintf("%q", e.Name.Pattern)
	}
	return nameless
}

const nameless = "without a known name"

func quoted(names []string) []string {
	out := make([]string, len(names))
	for i, n := range names {
		out[i] = fmt.Sprintf("%q", n)
	}
	return out
}
