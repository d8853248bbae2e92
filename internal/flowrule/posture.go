package flowrule

import (
	"cmp"
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"slices"

	"golang.org/x/tools/go/analysis"

	"github.com/mcpvet/mcpvet/internal/finding"
	"github.com/mcpvet/mcpvet/internal/flow"
	"github.com/mcpvet/mcpvet/internal/inventory"
	"github.com/mcpvet/mcpvet/internal/passes/checks"
	"github.com/mcpvet/mcpvet/internal/passes/effects"
	"github.com/mcpvet/mcpvet/internal/passes/posture"
	"github.com/mcpvet/mcpvet/internal/passes/told"
	"github.com/mcpvet/mcpvet/internal/program"
)

// A Posture makes the findings about a control that every tool of a server
// should have: one for a server whose tools lack it, one for each tool that
// lacks it where most have it, and one for each place where it does not work.
type Posture struct {
	Rule     string
	Severity finding.Severity
	Verdict  func(*checks.Entry) *checks.Verdict
	// Lacks is the rest of a sentence about tools: "no check of the caller's
	// scope".
	Lacks string
	// Partly is added to Lacks for tools that have something of the control; ""
	// where nothing is said of these.
	Partly string
	// Local is the profile of the finding about a server that only who started
	// it gets to.
	Local finding.Profile
	// Resources says that what is no tool is told, too, where the tools have the
	// control.
	Resources bool
	// Mend returns the fix for a server whose tools lack it; nil makes none.
	Mend func(*checks.Group) []finding.Fix
	// List returns the fix for a tool that is missing in the table that a control
	// looks it up in; nil makes none.
	List func(*checks.Group, *checks.Entry) []finding.Fix
	// Changes reports whether a tool may change something; nil if the rule does
	// not ask.
	Changes func(*checks.Entry) bool
	// Weak says what is wrong with a control, as a sentence about a tool.
	Weak func(tool string, v *checks.Verdict) string
}

// Findings returns the findings about a server.
func (p *Posture) Findings(g *checks.Group) []finding.Finding {
	if g.Server == nil {
		return nil // nobody knows what stands before it
	}
	s := &sorted{}
	for _, e := range g.Entries {
		if e.IsTool() {
			s.add(e, p.Verdict(e), p.Changes == nil || p.Changes(e))
		}
	}
	// What goes missing in the same way in many handlers is how the server is
	// made.
	gaps := map[program.Pos]bool{}
	for _, e := range s.weak {
		if v := p.Verdict(e); v.Reason == checks.Missed {
			gaps[v.Pos] = true
		}
	}
	if len(gaps) > few {
		s.weak = slices.DeleteFunc(s.weak, func(e *checks.Entry) bool {
			missed := p.Verdict(e).Reason == checks.Missed
			if missed {
				s.lack = append(s.lack, e)
			}
			return missed
		})
	}
	var out []finding.Finding
	out = append(out, p.policy(g, s)...)
	out = append(out, p.weak(g, s.weak)...)
	have := len(s.decides) + len(s.weak)
	judged := have + len(s.present) + len(s.lack)
	profile := p.profile(g)
	switch deviant := finding.Regular; {
	case judged == 0:
		if len(s.unknown) > 0 {
			out = append(out, p.unknown(g, s))
		}
	case have*2 >= judged && have > 0 && len(s.lack) <= max(few, judged/10):
		if g.Serves() == checks.Unknown {
			deviant = finding.Auditor // what stands before the server is elsewhere
		}
		for _, e := range s.lack {
			out = append(out, p.deviant(g, e, s, deviant))
		}
		for _, e := range s.present {
			if p.Partly != "" {
				out = append(out, p.deviant(g, e, s, deviant))
			}
		}
		if len(s.decides) > 0 && p.Resources && len(s.present)+len(s.lack) == 0 {
			out = append(out, p.resources(g, s, deviant)...)
		}
	case len(s.lack) > 0:
		out = append(out, p.server(g, s, s.lack, judged, p.Lacks, profile))
	case len(s.present) > 0 && profile == finding.Regular && p.Partly != "":
		out = append(out, p.server(g, s, s.present, judged, p.Lacks+p.Partly, finding.Pedantic))
	}
	return out
}

// policy tells of tools that the policy refuses always, which can't be meant, and
// of those that it lets be called without a scope.
func (p *Posture) policy(g *checks.Group, s *sorted) []finding.Finding {
	var out []finding.Finding
	for _, e := range s.policy {
		v := p.Verdict(e)
		profile := finding.Auditor
		if v.Refused {
			profile = finding.Regular
		}
		f := p.finding(g, e.Reg.Site, profile, fmt.Sprintf("%s: %s", Tool(e.Entry), v.Evidence))
		f.Severity, f.Tool = finding.Note, e.Name.Value
		if v.Pos.IsValid() {
			f.Related = append(f.Related, finding.Evidence{Pos: posture.At(v.Pos), Text: v.Evidence})
		}
		out = append(out, f)
	}
	return out
}

// sorted are the tools of a server by what is known of the control.
type sorted struct {
	decides, present, lack, weak, unknown []*checks.Entry

	policy []*checks.Entry // of which the policy of the program says something that a person may want to hear
}

func (s *sorted) add(e *checks.Entry, v *checks.Verdict, changes bool) {
	if v.Refused || v.Declared && !changes {
		s.policy = append(s.policy, e)
	}
	switch {
	case v.Declared && !changes: // it changes nothing, and somebody has decided who may call it
	case v.State == checks.Inconclusive:
		s.unknown = append(s.unknown, e)
	case v.State == checks.Pass && v.Level == flow.Present:
		s.present = append(s.present, e)
	case v.State == checks.Pass:
		s.decides = append(s.decides, e)
	case v.Reason == checks.None:
		s.lack = append(s.lack, e)
	default:
		s.weak = append(s.weak, e)
	}
}

func (p *Posture) profile(g *checks.Group) finding.Profile {
	switch g.Serves() {
	case checks.HTTP:
		return finding.Regular
	case checks.Stdio:
		return p.Local
	}
	return finding.Auditor
}

func (p *Posture) finding(g *checks.Group, at program.Pos, profile finding.Profile, message string) finding.Finding {
	f := finding.Finding{Rule: p.Rule, Pos: posture.At(at), Message: message, Severity: p.Severity, Confidence: finding.High, Profile: profile}
	f.Server = g.Server.ID
	if profile == finding.Auditor {
		f.Severity = finding.Note
	}
	return f
}

// few is how many tools are told one by one that lack what most have.
const few = 3

// maxTools bounds the tools that a finding names.
const maxTools = 100

// server reports a server whose tools lack a control, where it is made.
func (p *Posture) server(g *checks.Group, s *sorted, lack []*checks.Entry, judged int, lacks string, profile finding.Profile) finding.Finding {
	message := fmt.Sprintf("%d of %d tools of %s have %s", len(lack), judged, server(g), lacks)
	if judged == 1 {
		message = fmt.Sprintf("the tool of %s has %s", server(g), lacks)
	}
	f := p.finding(g, place(g), profile, message)
	if profile == finding.Pedantic && p.Severity == finding.Error {
		f.Severity = finding.Warning
	}
	for _, e := range lack[:min(len(lack), maxTools)] {
		f.Related = append(f.Related, finding.Evidence{Pos: posture.At(e.Pos), Text: Tool(e.Entry) + " has none"})
	}
	p.others(&f, s)
	if p.Mend != nil && len(lack) == judged {
		f.Fixes = p.Mend(g)
	}
	return f
}

// others adds what could not be judged to a finding about a server.
func (p *Posture) others(f *finding.Finding, s *sorted) {
	for _, e := range s.unknown[:min(len(s.unknown), maxTools)] {
		f.Related = append(f.Related, finding.Evidence{Pos: posture.At(e.Pos), Text: fmt.Sprintf("%s is not known: %s", Tool(e.Entry), p.Verdict(e).Evidence)})
	}
}

// unknown reports a server of which no tool could be judged.
func (p *Posture) unknown(g *checks.Group, s *sorted) finding.Finding {
	f := p.finding(g, place(g), finding.Auditor, fmt.Sprintf("whether the tools of %s have %s is not known", server(g), p.Lacks))
	f.Severity, f.Confidence = finding.Note, finding.Low
	p.others(&f, s)
	return f
}

// deviant reports a tool that lacks what the others have, where it is
// registered.
func (p *Posture) deviant(g *checks.Group, e *checks.Entry, s *sorted, profile finding.Profile) finding.Finding {
	have := slices.Concat(s.decides, s.weak)
	f := p.finding(g, e.Reg.Site, profile, fmt.Sprintf("%s has %s; %d other tools of the server have one", Tool(e.Entry), p.Lacks, len(have)))
	if len(have) == 1 {
		f.Message = fmt.Sprintf("%s has %s, and %s has one", Tool(e.Entry), p.Lacks, Tool(have[0].Entry))
	}
	f.Tool = e.Name.Value
	for _, o := range have[:min(len(have), maxRelatedTools)] {
		if v := p.Verdict(o); v.Pos.IsValid() {
			f.Related = append(f.Related, finding.Evidence{Pos: posture.At(v.Pos), Text: fmt.Sprintf("%s: %s", Tool(o.Entry), v.Evidence)})
		}
	}
	return f
}

const maxRelatedTools = 3

// resources reports what is no tool, and lacks what all tools have.
func (p *Posture) resources(g *checks.Group, s *sorted, profile finding.Profile) []finding.Finding {
	var out []finding.Finding
	for _, e := range g.Entries {
		v := p.Verdict(e)
		if (e.Kind == inventory.KindResource || e.Kind == inventory.KindResourceTemplate) && v.Level < flow.Decides && (v.State == checks.Pass || v.Reason == checks.None) &&
			v.State != checks.Inconclusive && e.Reads {
			out = append(out, p.deviant(g, e, s, profile))
		}
	}
	return out
}

// weak reports controls that don't work, once for each place.
func (p *Posture) weak(g *checks.Group, list []*checks.Entry) []finding.Finding {
	type place struct {
		at     program.Pos
		reason checks.Reason
		tool   string
	}
	var order []place
	by := map[place][]*checks.Entry{}
	for _, e := range list {
		v := p.Verdict(e)
		k := place{at: v.Pos, reason: v.Reason}
		if v.Reason == checks.NotListed { // the tool is what is wrong, and not the table
			k.tool = e.Name.Value
		}
		if by[k] == nil {
			order = append(order, k)
		}
		by[k] = append(by[k], e)
	}
	var out []finding.Finding
	for _, k := range order {
		e := by[k][0]
		v := p.Verdict(e)
		at := v.Pos
		if v.Reason == checks.NotListed || !at.IsValid() {
			at = e.Reg.Site
		}
		profile := finding.Regular
		f := p.finding(g, at, profile, p.Weak(Tool(e.Entry), v))
		f.Tool = e.Name.Value
		if v.Reason == checks.Around {
			f.Confidence = finding.Medium
		}
		if v.Reason == checks.NotListed && p.List != nil {
			f.Fixes = p.List(g, e)
		}
		if at != v.Pos && v.Pos.IsValid() {
			f.Related = append(f.Related, finding.Evidence{Pos: posture.At(v.Pos), Text: v.Evidence})
		}
		for _, m := range v.More[:min(len(v.More), maxRelatedTools*3)] {
			f.Related = append(f.Related, finding.Evidence{Pos: posture.At(m), Text: v.Evidence})
		}
		for _, o := range by[k][1:min(len(by[k]), maxTools)] {
			f.Related = append(f.Related, finding.Evidence{Pos: posture.At(o.Pos), Text: "so it is for " + Tool(o.Entry)})
		}
		out = append(out, f)
	}
	return out
}

// server names a server for a message.
func server(g *checks.Group) string {
	if g.Server.Name != "" {
		return fmt.Sprintf("server %q", g.Server.Name)
	}
	return "the server"
}

// Key identifies a finding, so that it is told once.
func Key(f finding.Finding) uint64 {
	sum := sha256.Sum256(fmt.Appendf(nil, "%s\x00%s:%d:%d\x00%s\x00%s", f.Rule, f.Pos.File, f.Pos.Line, f.Pos.Column, f.Profile, f.Message))
	return binary.BigEndian.Uint64(sum[:8])
}

// Order sorts findings by place.
func Order(list []finding.Finding) {
	slices.SortStableFunc(list, func(a, b finding.Finding) int {
		return cmp.Or(cmp.Compare(a.Pos.File, b.Pos.File), cmp.Compare(a.Pos.Line, b.Pos.Line), cmp.Compare(a.Pos.Column, b.Pos.Column), cmp.Compare(a.Message, b.Message))
	})
}

// place returns where a server is constructed, or, of one that no SDK
// constructs, where its first tool is.
func place(g *checks.Group) program.Pos {
	if at := g.Server.Site; at.IsValid() || len(g.Entries) == 0 {
		return at
	}
	return g.Entries[0].Pos
}

// Run makes the findings of a rule about a control, on the servers of a package:
// those about the posture, and more about single servers, which may be nil. What
// packages that this one imports have told is left out; F is the fact that says
// so.
func Run[F any, P told.Fact[F]](pass *analysis.Pass, p Posture, more func(*checks.Group) []finding.Finding) []finding.Finding {
	judged := pass.ResultOf[checks.Analyzer].(*checks.Result)
	if judged == nil {
		return nil // out of scope
	}
	var findings []finding.Finding
	seen := told.Read[F, P](pass)
	for _, g := range judged.Groups {
		list := p.Findings(g)
		if more != nil {
			list = append(list, more(g)...)
		}
		for _, f := range list {
			if k := Key(f); !seen[k] {
				seen[k] = true
				findings = append(findings, f)
			}
		}
	}
	told.Write[F, P](pass, seen)
	Order(findings)
	return findings
}

// Way shows an effect and the calls that lead to it.
func Way(e *effects.Effect) []finding.Evidence {
	var out []finding.Evidence
	for _, h := range e.Way() {
		out = append(out, finding.Evidence{Pos: posture.At(h.Pos), Text: h.Text})
	}
	return out
}
