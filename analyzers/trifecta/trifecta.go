package trifecta

import (
	_ "embed"
	"fmt"
	"reflect"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/mcpvet/mcpvet/checklist"
	"github.com/mcpvet/mcpvet/internal/emit"
	"github.com/mcpvet/mcpvet/internal/finding"
	"github.com/mcpvet/mcpvet/internal/passes/effects"
	"github.com/mcpvet/mcpvet/internal/passes/posture"
	"github.com/mcpvet/mcpvet/internal/passes/told"
	"github.com/mcpvet/mcpvet/internal/ruledoc"
)

//go:embed doc.go
var doc string

// rule is the entry of the checklist.
var rule, _ = checklist.ByID("MCP013")

// Analyzer reports the findings of the rule. Its result is a
// []finding.Finding with absolute positions.
var Analyzer = &analysis.Analyzer{
	Name:       "trifecta",
	Doc:        ruledoc.Text(doc),
	URL:        rule.URL(),
	Requires:   append(emit.Requires(), posture.Analyzer, effects.Analyzer),
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
	var findings []finding.Finding
	seen := told.Read[Told](pass)
	for _, s := range surface.Servers {
		f := check(s, surface.Entries, does)
		if f == nil || seen[key(f)] {
			continue // a package that this one imports has told it
		}
		seen[key(f)] = true
		findings = append(findings, *f)
	}
	told.Write[Told](pass, seen)
	emit.Findings(pass, findings)
	return findings, nil
}

// A leg is one of the three things that must not come together.
type leg struct {
	what  string
	is    func(*effects.Effect) bool
	tools []*posture.Entry
	by    []*effects.Effect // of each tool
}

// check joins what the tools of a server do.
func check(s *posture.Server, entries []*posture.Entry, does *effects.Result) *finding.Finding {
	legs := []*leg{
		{what: "read what others have written", is: (*effects.Effect).OfOthers},
		{what: "read private data", is: (*effects.Effect).OfOwner},
		{what: "write or send to the outside", is: (*effects.Effect).Tells},
	}
	for _, e := range entries {
		sum := does.Of[e]
		if e.Server != s || sum == nil || !e.Name.Known {
			continue
		}
		for _, l := range legs {
			if by := first(sum.Effects, l.is); by != nil {
				l.tools, l.by = append(l.tools, e), append(l.by, by)
			}
		}
	}
	f := &finding.Finding{Rule: rule.ID, Pos: posture.At(s.Site), Severity: rule.Severity, Confidence: finding.Medium, Profile: finding.Regular, Server: s.ID}
	var parts []string
	for i, l := range legs {
		if len(l.tools) == 0 {
			return nil
		}
		if i == 0 {
			l.foremost(func(e *posture.Entry) bool { return does.Models.Words().Outsiders(e.Name.Value) })
		}
		parts = append(parts, fmt.Sprintf("%s (%s)", l.what, names(l.tools)))
		for i, e := range l.tools {
			f.Related = append(f.Related, finding.Evidence{Pos: posture.At(l.by[i].Pos), Text: fmt.Sprintf("tool %q %s", e.Name.Value, l.by[i].Doing())})
		}
	}
	if !s.Site.IsValid() { // one that is not constructed by an SDK
		f.Pos = posture.At(legs[0].tools[0].Pos)
	}
	f.Message = "the tools of one server " + parts[0] + ", " + parts[1] + " and " + parts[2] + ": a text of others can make the model take private data out; split the readers from the writers"
	return f
}

// foremost puts tools first of which is says that they are meant for it: those that
// a message names.
func (l *leg) foremost(is func(*posture.Entry) bool) {
	var tools []*posture.Entry
	var by []*effects.Effect
	for _, want := range [...]bool{true, false} {
		for i, e := range l.tools {
			if is(e) == want {
				tools, by = append(tools, e), append(by, l.by[i])
			}
		}
	}
	l.tools, l.by = tools, by
}

// first returns the nearest effect that is says yes to, nil for none.
func first(list []*effects.Effect, is func(*effects.Effect) bool) *effects.Effect {
	for _, e := range list {
		if is(e) {
			return e
		}
	}
	return nil
}

// maxNames bounds how many tools a message names.
const maxNames = 3

func names(tools []*posture.Entry) string {
	var out []string
	for i, e := range tools {
		if i == maxNames {
			out = append(out, fmt.Sprintf("%d more", len(tools)-i))
			break
		}
		out = append(out, fmt.Sprintf("%q", e.Name.Value))
	}
	return strings.Join(out, ", ")
}
