package deadline

import (
	"cmp"
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
	"github.com/mcpvet/mcpvet/internal/passes/outbound"
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
var rule, _ = checklist.ByID("MCP007")

// Analyzer reports the findings of the rule. Its result is a
// []finding.Finding with absolute positions.
var Analyzer = &analysis.Analyzer{
	Name:       "deadline",
	Doc:        ruledoc.Text(doc),
	URL:        rule.URL(),
	Requires:   append(emit.Requires(), source.Analyzer, posture.Analyzer, outbound.Analyzer),
	ResultType: reflect.TypeFor[[]finding.Finding](),
	FactTypes:  []analysis.Fact{new(Told)},
	Run:        run,
}

func run(pass *analysis.Pass) (any, error) {
	var findings []finding.Finding
	calls := pass.ResultOf[outbound.Analyzer].(*outbound.Result)
	if calls == nil {
		return findings, nil // out of scope
	}
	seen := told.Read[Told](pass)
	src := pass.ResultOf[source.Analyzer].(*source.Source)
	for _, g := range grouped(calls.Unbounded) {
		if k := g.key(); !seen[k] {
			seen[k] = true
			findings = append(findings, g.finding(src))
		}
	}
	findings = append(findings, forever(pass.ResultOf[posture.Analyzer].(*posture.Result), calls, seen)...)
	told.Write[Told](pass, seen)
	emit.Findings(pass, findings)
	return findings, nil
}

// forever reports the servers of which calls have no end but the one that the
// caller gives them. No SDK sets one; a tool that waits for nothing has one.
func forever(surface *posture.Result, calls *outbound.Result, seen told.Set) []finding.Finding {
	unbounded := map[*posture.Entry]program.Pos{}
	for _, u := range calls.Unbounded {
		if _, ok := unbounded[u.Entry]; !ok {
			unbounded[u.Entry] = u.Pos
		}
	}
	w := flowrule.Whole{
		Rule: rule.ID, Severity: rule.Severity, Confidence: finding.Medium, Profile: finding.Pedantic,
		Lacks: func(e *posture.Entry) (bool, program.Pos, string) {
			if w := calls.Waits[e]; w != nil && !w.Covered {
				for _, o := range w.Open {
					if o.Callers && !o.Service { // which may only prepare something
						return true, o.Pos, " waits here"
					}
				}
			}
			at, ok := unbounded[e]
			return ok, at, " waits here"
		},
		Says: "%d of %d tools have no maximum duration: they wait for others, and only the caller can end that",
	}
	return w.Findings(surface, seen)
}

// A group is the calls that one change mends.
type group struct {
	at    program.Pos
	cause outbound.Cause
	calls []*outbound.Unbounded
}

// grouped puts together what has one cause at one place, in the order of the
// places. The first call of a group is that of the tool whose name comes first.
func grouped(calls []*outbound.Unbounded) []*group {
	type key struct {
		at    program.Pos
		cause outbound.Cause
	}
	groups := map[key]*group{}
	var out []*group
	for _, u := range calls {
		k := key{u.At, u.Cause}
		g := groups[k]
		if g == nil {
			g = &group{at: u.At, cause: u.Cause}
			groups[k] = g
			out = append(out, g)
		}
		g.calls = append(g.calls, u)
	}
	out = slices.DeleteFunc(out, func(g *group) bool { // the call itself is enough
		return g.cause == outbound.Detached && groups[key{g.at, outbound.NoContext}] != nil
	})
	for _, g := range out {
		slices.SortStableFunc(g.calls, func(a, b *outbound.Unbounded) int {
			return cmp.Or(cmp.Compare(a.Entry.Name.Value, b.Entry.Name.Value), cmp.Compare(len(a.Hops), len(b.Hops)),
				cmp.Compare(a.Pos.File, b.Pos.File), cmp.Compare(a.Pos.Line, b.Pos.Line), cmp.Compare(a.Pos.Col, b.Pos.Col))
		})
	}
	slices.SortFunc(out, func(a, b *group) int {
		return cmp.Or(cmp.Compare(a.at.File, b.at.File), cmp.Compare(a.at.Line, b.at.Line), cmp.Compare(a.at.Col, b.at.Col), cmp.Compare(a.cause, b.cause))
	})
	return out
}

// finding reports a group, at what is to be mended, with the way from one tool
// and the names of the others.
func (g *group) finding(src *source.Source) finding.Finding {
	u := g.calls[0]
	f := finding.Finding{
		Rule: rule.ID, Pos: posture.At(g.at), Message: message(u), Severity: rule.Severity,
		Confidence: finding.High, Profile: finding.Regular, Tool: u.Entry.Name.Value, Trace: trace(u),
	}
	if u.Cause == outbound.Deviant {
		f.Confidence = finding.Medium
	}
	if u.Entry.Server != nil {
		f.Server = u.Entry.Server.ID
	}
	named := map[string]bool{flowrule.Tool(u.Entry): true}
	for _, o := range g.calls[1:] {
		if name := flowrule.Tool(o.Entry); !named[name] && len(f.Related) < maxRelated {
			named[name] = true
			f.Related = append(f.Related, finding.Evidence{Pos: posture.At(o.Entry.Pos), Text: name + " gets there, too"})
		}
	}
	if u.Beside.IsValid() {
		f.Related = append(f.Related, finding.Evidence{Pos: posture.At(u.Beside), Text: "a context with a deadline is made here"})
	}
	f.Fixes = g.fixes(src)
	return f
}

// fixes mends what all calls of a group have in common.
func (g *group) fixes(src *source.Source) []finding.Fix {
	// The context of a task ends when the call is answered, long before the task.
	task := slices.ContainsFunc(g.calls, func(u *outbound.Unbounded) bool { return u.Entry.Kind == inventory.KindTask })
	if task && g.cause != outbound.NoLimit {
		return nil
	}
	switch u := g.calls[0]; g.cause {
	case outbound.NoContext:
		return fix.WithContext(src, g.at)
	case outbound.Detached:
		return fix.Context(src, g.at, u.Pos)
	case outbound.NoLimit:
		return fix.ClientTimeout(src, g.at)
	case outbound.Unused:
		return fix.Bounded(src, u.Pos, u.Beside)
	}
	return nil
}

// maxRelated bounds the tools that a finding names.
const maxRelated = 12

// message says what is not bounded, and why.
func message(u *outbound.Unbounded) string {
	call, tool := shortName(u.Call), flowrule.Tool(u.Entry)
	switch u.Cause {
	case outbound.Detached:
		return fmt.Sprintf("%s makes a new context for %s, which has no deadline and does not end with the request", tool, call)
	case outbound.Kept:
		return fmt.Sprintf("%s calls %s with a context from start-up, which has no deadline and does not end with the request", tool, call)
	case outbound.Unused:
		return fmt.Sprintf("%s calls %s with a context without a deadline, and leaves one with a deadline unused", tool, call)
	case outbound.Deviant:
		return fmt.Sprintf("%s calls %s with a context without a deadline, where calls like it have one", tool, call)
	case outbound.NoLimit:
		return fmt.Sprintf("%s has no timeout, and %s makes requests with it that have no deadline", client(u), tool)
	}
	return fmt.Sprintf("%s %s %s without a context, and nothing bounds how long it takes", tool, verb(u), call)
}

func verb(u *outbound.Unbounded) string {
	if u.Row != nil && u.Row.Does == models.OutProcess {
		return "runs"
	}
	return "calls"
}

// client names a client without a limit.
func client(u *outbound.Unbounded) string {
	switch {
	case u.Made != "":
		return "the client that " + shortName(u.Made) + " makes"
	case u.Default:
		return "the default client"
	}
	return "this client"
}

// trace returns the steps from the tool to the call.
func trace(u *outbound.Unbounded) []finding.Step {
	pos := posture.At(u.Entry.Pos)
	if h := u.Entry.Handler; h != nil && len(h.Bodies) > 0 && h.Bodies[0].Pos.IsValid() {
		pos = posture.At(h.Bodies[0].Pos)
	}
	steps := []finding.Step{{Pos: pos, Text: flowrule.Tool(u.Entry) + " is called"}}
	for _, h := range u.Hops {
		if h.Pos.IsValid() {
			steps = append(steps, finding.Step{Pos: posture.At(h.Pos), Text: h.Text})
		}
	}
	return append(steps, finding.Step{Pos: posture.At(u.Pos), Text: shortName(u.Call)})
}

// shortName returns a function's name as people write it: exec.Command,
// http.Client.Do.
func shortName(sym string) string {
	sym = models.Canonical(sym)
	sym = strings.NewReplacer("(*", "", "(", "", ")", "").Replace(sym)
	return sym[strings.LastIndexByte(sym, '/')+1:]
}
