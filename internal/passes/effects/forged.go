package effects

import (
	"slices"

	"github.com/mcpvet/mcpvet/internal/flow"
	"github.com/mcpvet/mcpvet/internal/passes/controls"
	"github.com/mcpvet/mcpvet/models"
)

// A confirmation in two trips: the server answers a call with a question, and the
// client repeats the call with the answer and with the state that it was given.
// Both come from the client, so that an answer says nothing unless the state is
// seen to be one that the server has given out for this call.

// trips makes the questions about what comes back with a call.
func (v *visitor) trips() {
	of := func(trip string) func(owner, field string) bool {
		return func(owner, field string) bool {
			rows := v.set.TaintField(owner, field)
			return rows != nil && slices.ContainsFunc(rows.Sources, func(s models.Source) bool { return s.Trip == trip })
		}
	}
	ask := func(is func(owner, field string) bool) *flow.Question {
		return &flow.Question{
			Base:  func(*flow.Call) []flow.Mark { return nil },
			Field: func(owner, field string) flow.Mark { return flow.Mark{Data: is(owner, field)} },
			Bases: func(_, owner, field string) bool { return owner != "" && is(owner, field) },
			Says:  v.proves, Secret: true,
		}
	}
	v.answers, v.states = ask(of(models.TripAnswer)), ask(of(models.TripState))
}

// proves returns how much the answer of a call of code outside the program says
// of whether what it gets was given out by the server. To take a text apart says
// nothing, what libraries do that are not known may.
func (v *visitor) proves(sym string) flow.Grade {
	rows := v.set.Func(sym)
	if rows != nil && rows.Identity != nil && rows.Identity.Knows {
		return flow.Decides
	}
	if p, err := models.ParseFunc(sym); err == nil && v.set.Local(p.Package) {
		return flow.Silent
	}
	return flow.Decides
}

// forged lists the effects of a tool that an answer alone lets happen, of which
// nothing shows that the server has asked for it.
func (v *visitor) forged(t *tool) []*Effect {
	g := t.Guard
	if g == nil || !slices.ContainsFunc(g.Held, (*Effect).Destroys) || g.Around {
		return nil
	}
	reads := slices.ContainsFunc(t.bodies, func(b controls.Body) bool {
		in, ok := t.enter(b)
		return ok && v.e.Judge(v.answers, in).Touches(b.ID)
	})
	if !reads {
		return nil
	}
	released, _ := v.reached(t, &flow.Scenario{Arg: func(name string) (flow.Given, bool) { return flow.Given{Left: true}, v.says(name) != 0 }, Names: v.names})
	var out []*Effect
	for _, b := range t.bodies {
		in, ok := t.enter(b)
		if !ok || slices.ContainsFunc(b.Before, func(c controls.Control) bool { return v.e.Judge(v.states, in).Touches(c.Func.ID) }) {
			return nil // what stands before it may look at the state
		}
		j := v.e.Judge(v.states, in)
		for _, e := range g.Held {
			if e.Destroys() && released[e.id()] && e.Call.Frame != nil && j.Before(&e.Call).Grade < flow.Decides {
				out = append(out, e)
			}
		}
	}
	return out
}
