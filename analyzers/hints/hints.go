package hints

import (
	_ "embed"
	"fmt"
	"reflect"
	"slices"

	"golang.org/x/tools/go/analysis"

	"github.com/mcpvet/mcpvet/checklist"
	"github.com/mcpvet/mcpvet/internal/emit"
	"github.com/mcpvet/mcpvet/internal/finding"
	"github.com/mcpvet/mcpvet/internal/fix"
	"github.com/mcpvet/mcpvet/internal/flowrule"
	"github.com/mcpvet/mcpvet/internal/inventory"
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
var rule, _ = checklist.ByID("MCP016")

// Analyzer reports the findings of the rule. Its result is a
// []finding.Finding with absolute positions.
var Analyzer = &analysis.Analyzer{
	Name:       "hints",
	Doc:        ruledoc.Text(doc),
	URL:        rule.URL(),
	Requires:   append(emit.Requires(), source.Analyzer, posture.Analyzer, effects.Analyzer),
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
	c := checker{
		told:   told.Read[Told](pass),
		models: pass.ResultOf[config.Analyzer].(*config.Result).Models,
		src:    pass.ResultOf[source.Analyzer].(*source.Source),
	}
	for _, e := range surface.Entries {
		if s := does.Of[e]; s != nil && listed(e) && readable(e) {
			c.contradiction(e, s)
		}
	}
	c.findings = append(c.findings, missing.Findings(surface, c.told)...)
	told.Write[Told](pass, c.told)
	emit.Findings(pass, c.findings)
	return c.findings, nil
}

// listed reports whether an entry has hints that a client gets to see.
func listed(e *posture.Entry) bool {
	return e.Kind == inventory.KindTool || e.Kind == inventory.KindTask || e.Kind == inventory.KindSession
}

// readable reports whether all hints of an entry are known.
func readable(e *posture.Entry) bool {
	return !slices.ContainsFunc(e.Unknown, func(u inventory.Unknown) bool { return u.Part == "annotations" || u.Part == "options" })
}

// A checker collects findings.
type checker struct {
	findings []finding.Finding
	told     told.Set
	models   *models.Set
	src      *source.Source
}

// The hints that say something of effects.
const (
	readOnly    = "readOnlyHint"
	destructive = "destructiveHint"
)

// contradiction reports a hint that says less than what the code does. What is
// only guessed contradicts nothing.
func (c *checker) contradiction(e *posture.Entry, s *effects.Summary) {
	var text, hint string
	var value bool
	var by *effects.Effect
	switch {
	case e.Declared[readOnly] == true:
		by = worst(s.Effects, (*effects.Effect).Changes)
		text, hint, value = "says that it only reads (readOnlyHint), and", readOnly, false
	case e.Declared[destructive] == false:
		by = worst(s.Effects, overwrites)
		text, hint, value = "says that it destroys nothing (destructiveHint=false), and", destructive, true
	}
	if by == nil {
		return
	}
	f := finding.Finding{
		Rule: rule.ID, Pos: posture.At(e.Pos), Severity: rule.Severity, Confidence: finding.High, Profile: finding.Regular, Tool: e.Name.Value,
		Message: fmt.Sprintf("tool %q %s %s: clients skip their question for it", e.Name.Value, text, by.Doing()),
		Related: flowrule.Way(by),
	}
	switch {
	case by.Bounded: // the check may well leave what the hint says
		f.Confidence, f.Profile = finding.Medium, finding.Pedantic
	case by.Vague || by.Guess:
		f.Confidence = finding.Medium
		if !by.Named {
			f.Profile = finding.Pedantic
		}
	}
	if e.Server != nil {
		f.Server = e.Server.ID
	}
	if k := flowrule.ToolKey(f); !c.told[k] {
		c.told[k] = true
		f.Fixes = fix.Hint(c.src, c.models, e.Pos, hint, value)
		c.findings = append(c.findings, f)
	}
}

// overwrites reports whether an effect deletes or replaces what exists, or runs
// what the caller chooses. To add something is none of that, nor to send it.
func overwrites(e *effects.Effect) bool {
	return e.Caller || e.Act == models.ActDelete || e.Act == models.ActUpdate
}

// worst returns the effect that says most against a hint, nil if there is none.
func worst(list []*effects.Effect, is func(*effects.Effect) bool) *effects.Effect {
	var out *effects.Effect
	for _, e := range list {
		if is(e) && (out == nil || e.Rank() > out.Rank()) {
			out = e
		}
	}
	return out
}

// Told is the fact of a package: keys of what was said of tools and servers in
// it and in what it imports.
type Told struct{ told.Keys }

// missing makes the findings about servers of which tools have no hints of their
// own: one for each.
var missing = flowrule.Whole{
	Rule: rule.ID, Severity: finding.Note, Confidence: finding.High, Profile: finding.Pedantic,
	Lacks: func(e *posture.Entry) (bool, program.Pos, string) {
		return readable(e) && len(e.Declared) == 0, program.Pos{}, " states none"
	},
	Says: "%d of %d tools state no hints: clients take what the SDK or the protocol assumes, which is the worst",
}
