// Package matrix joins what passes and rules know of each tool into the answers
// of the checklist: pass, fail, n/a or unknown, each with its evidence.
//
// A cell is pass only where the control is proven. No finding is no proof: where
// a handler was not followed to the end, or nothing shows that a control is
// there, the answer is unknown, with the reason.
package matrix

import (
	"fmt"
	"strings"

	"github.com/mcpvet/mcpvet/checklist"
	"github.com/mcpvet/mcpvet/internal/finding"
	"github.com/mcpvet/mcpvet/internal/flowrule"
	"github.com/mcpvet/mcpvet/internal/inventory"
	"github.com/mcpvet/mcpvet/internal/passes/checks"
	"github.com/mcpvet/mcpvet/internal/passes/effects"
	"github.com/mcpvet/mcpvet/internal/passes/outbound"
	"github.com/mcpvet/mcpvet/internal/passes/posture"
	"github.com/mcpvet/mcpvet/internal/passes/taint"
	"github.com/mcpvet/mcpvet/internal/program"
)

// A Package is the results of the passes over one package.
type Package struct {
	Surface  *posture.Result
	Effects  *effects.Result
	Checks   *checks.Result
	Outbound *outbound.Result
	Flows    *taint.Result
}

// A Matrix answers the items of the checklist.
type Matrix struct {
	seen     map[string][]sight // by the ids of entries
	findings map[subject][]*finding.Finding
	places   map[place][]*finding.Finding
	ran      map[string]bool // ids of rules
}

// A sight is an entry as one package shows it.
type sight struct {
	*posture.Entry
	in Package
}

// A subject is what a finding says that it is about.
type subject struct{ rule, server, tool string }

// A place is where a rule has found something.
type place struct {
	rule string
	at   finding.Position
}

// New returns the matrix of packages, with the findings of the rules that ran.
func New(packages []Package, findings []finding.Finding, ran []string) *Matrix {
	m := &Matrix{
		seen: map[string][]sight{}, findings: map[subject][]*finding.Finding{}, places: map[place][]*finding.Finding{}, ran: map[string]bool{},
	}
	for _, p := range packages {
		if p.Surface == nil {
			continue
		}
		for _, e := range p.Surface.Entries {
			m.seen[e.ID()] = append(m.seen[e.ID()], sight{e, p})
		}
	}
	for i := range findings {
		f := &findings[i]
		if f.Tool != "" {
			s := subject{f.Rule, f.Server, f.Tool}
			m.findings[s] = append(m.findings[s], f)
		}
		at := place{f.Rule, f.Pos.Start()}
		m.places[at] = append(m.places[at], f)
	}
	for _, id := range ran {
		m.ran[id] = true
	}
	return m
}

// A cell is the answer to one item for one tool, while it is looked for.
type cell struct {
	rule  checklist.Rule
	entry *posture.Entry
	seen  []sight
	does  *effects.Summary
	// injected is a finding that an argument becomes part of what is run, nil if
	// there is none.
	injected *finding.Finding
}

// Controls answers every item of the checklist for an entry, by the slugs of the
// rules.
func (m *Matrix) Controls(e *posture.Entry) map[string]*inventory.State {
	c := cell{entry: e, seen: m.seen[e.ID()], does: &effects.Summary{Changes: effects.Unknown, Destructive: effects.Unknown}}
	for _, s := range c.seen {
		if s.Entry == e && s.in.Effects != nil && s.in.Effects.Of[e] != nil {
			c.does = s.in.Effects.Of[e]
		}
	}
	if r, ok := checklist.BySlug("shellinterp"); ok {
		c.rule = r
		if fails, _ := m.about(&c); len(fails) > 0 {
			c.injected = fails[0]
		}
	}
	out := map[string]*inventory.State{}
	for _, r := range checklist.All() {
		if r.Group != checklist.Checklist {
			continue
		}
		c.rule = r
		out[r.Slug] = m.answer(&c)
	}
	return out
}

// answer answers one item.
func (m *Matrix) answer(c *cell) *inventory.State {
	if !m.ran[c.rule.ID] {
		return unknown(program.Pos{}, fmt.Sprintf("the rule %s did not run", c.rule.Slug))
	}
	if h := c.entry.Handler; h == nil || len(h.Bodies) == 0 {
		reason := "it was not found"
		if h != nil && h.Reason != "" {
			reason = h.Reason
		}
		return unknown(c.entry.Reg.Site, "the handler is not known: "+reason)
	}
	var st *inventory.State
	switch c.rule.Slug {
	case "confirm":
		st = c.confirm()
	case "scope":
		st = c.scope()
	case "ratelimit":
		st = c.ratelimit()
	case "audit":
		st = c.audit()
	case "deadline":
		st = c.deadline()
	case "redact":
		st = c.redact()
	case "untrusted":
		st = c.untrusted()
	default:
		st = c.flows()
	}
	return m.found(c, st)
}

// found takes findings of the rule about the tool into an answer: what is
// reported to everybody never passes, and neither does what is reported to who
// asks for more, of which it is not said that it does harm.
func (m *Matrix) found(c *cell, st *inventory.State) *inventory.State {
	fails, notes := m.about(c)
	switch {
	case len(fails) > 0:
		if st.State == Fail {
			return st
		}
		out := &inventory.State{State: Fail}
		for _, f := range fails {
			out.Evidence = append(out.Evidence, inventory.Evidence{Position: inventory.At(f.Pos), Text: c.clause(f)})
		}
		return out
	case len(notes) > 0 && (st.State == Pass || st.State == NA):
		return &inventory.State{State: Unknown, Evidence: []inventory.Evidence{{Position: inventory.At(notes[0].Pos), Text: c.clause(notes[0])}}}
	}
	return st
}

// about lists the findings of the rule about the tool: those that fail it, and
// those that say what is not known.
func (m *Matrix) about(c *cell) (fails, notes []*finding.Finding) {
	seen := map[*finding.Finding]bool{}
	take := func(list []*finding.Finding) {
		for _, f := range list {
			if seen[f] {
				continue
			}
			seen[f] = true
			switch {
			case f.Profile == finding.Regular:
				fails = append(fails, f)
			case ofFlows(c.rule.Slug): // it may do no harm, and that it does none is not proven
				notes = append(notes, f)
			}
		}
	}
	server := ""
	if c.entry.Server != nil {
		server = c.entry.Server.ID
	}
	if c.entry.Name.Known {
		take(m.findings[subject{c.rule.ID, server, c.entry.Name.Value}])
	}
	if !ofFlows(c.rule.Slug) {
		return fails, notes
	}
	// A flow is told once, for the first of the servers that have it, and for
	// a family by no name: the place tells that the finding is about this one.
	for _, f := range c.flowsOf() {
		ends := []program.Pos{f.Sink.Pos, f.Sink.Start}
		if f.Sink.Run != nil {
			ends = append(ends, f.Sink.Run.Pos)
		}
		for _, at := range ends {
			for _, found := range m.places[place{c.rule.ID, posture.At(at)}] {
				if found.Tool == c.entry.Name.Value {
					take([]*finding.Finding{found})
				}
			}
		}
	}
	return fails, notes
}

// ofFlows reports whether the findings of a rule are about values that flow.
func ofFlows(slug string) bool {
	switch slug {
	case "confirm", "scope", "ratelimit", "audit":
		return false
	}
	return true
}

// flowsOf lists the flows of the tool, in any package that shows it.
func (c *cell) flowsOf() []*taint.Flow {
	var out []*taint.Flow
	for _, s := range c.seen {
		if s.in.Flows == nil {
			continue
		}
		for _, f := range s.in.Flows.Flows {
			if f.Entry == s.Entry {
				out = append(out, f)
			}
		}
	}
	return out
}

// clause is what a finding says, without the name of the tool, which a cell is
// about anyway.
func (c *cell) clause(f *finding.Finding) string {
	tool := flowrule.Tool(c.entry)
	text := strings.TrimPrefix(f.Message, tool+" ")
	text = strings.ReplaceAll(text, " of "+tool, "")
	if f.Suppressed != nil {
		text += "; accepted: " + f.Suppressed.Reason
	}
	return text
}
