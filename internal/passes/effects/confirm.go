package effects

import (
	"fmt"
	"maps"
	"slices"

	"github.com/mcpvet/mcpvet/internal/flow"
	"github.com/mcpvet/mcpvet/internal/inventory"
	"github.com/mcpvet/mcpvet/internal/passes/controls"
	"github.com/mcpvet/mcpvet/internal/passes/posture"
	"github.com/mcpvet/mcpvet/internal/program"
	"github.com/mcpvet/mcpvet/models"
)

// A Guard says whether a tool that changes something does so only for who means
// it.
type Guard struct {
	// Free are the effects that a call has which neither confirms nor asks for
	// them: every argument that could say so is left out, and whoever is asked
	// declines.
	Free []*Effect
	// Held are the effects that only a call has which confirms them.
	Held []*Effect
	// Refusable are those of Free that a call has not which refuses them: the
	// default of the argument acts.
	Refusable []*Effect
	// Forgeable are those of Held that an answer which comes along with the call
	// lets happen, of which nothing shows that the server has asked for it.
	Forgeable []*Effect
	// Replayed are those of Free that do not happen twice for a key that comes
	// with the call.
	Replayed  []*Effect
	By        []string // names of the arguments that can confirm or rehearse, sorted
	Published []string // of By: those whose published default would hold the effects
	// Switch is a setting of the operator without which none of Free happens, ""
	// without one.
	Switch  string
	Checked bool // a check of By stands before each of Free, and lets it pass
	Around  bool // a function around the handler refuses, not the handler
}

// guard follows a tool that changes something through calls that do not confirm.
func (v *visitor) guard(t *tool) *Guard {
	var all []*Effect
	for _, e := range t.Effects {
		if e.Changes() || e.Destroys() {
			all = append(all, e)
		}
	}
	if len(all) == 0 {
		return nil
	}
	g := &Guard{}
	for name := range t.entry.Properties {
		if v.says(name) != 0 {
			g.By = append(g.By, name)
		}
	}
	slices.Sort(g.By)
	named := map[string]bool{}
	if !v.concerned(t) {
		g.Free = all
		return g
	}
	confirmed := func() bool { return len(g.By)+len(named) > 0 }
	free, around := v.chosenOf(t, flow.Scenario{Arg: v.given(t, true, named), Declined: true, Names: v.names}, confirmed)
	for _, e := range all {
		if free[e.id()] {
			g.Free = append(g.Free, e)
		} else {
			g.Held = append(g.Held, e)
		}
	}
	g.Around = around
	for name := range named {
		if !slices.Contains(g.By, name) {
			g.By = append(g.By, name)
		}
	}
	slices.Sort(g.By)
	if len(g.By) == 0 {
		return g
	}
	refused, _ := v.chosenOf(t, flow.Scenario{Arg: v.given(t, false, named), Declined: true, Names: v.names}, confirmed)
	unread := g.unread(t, refused)
	for _, e := range g.Free {
		if !refused[e.id()] {
			g.Refusable = append(g.Refusable, e)
		}
	}
	says := func(name string) bool { return v.says(name) != 0 }
	g.Checked = !unread && !slices.ContainsFunc(g.Free, func(e *Effect) bool {
		return e.Destroys() && (e.Call.Frame == nil || e.Call.Switched(says) == "")
	})
	if len(g.Refusable) > 0 {
		for _, name := range g.By {
			if p := t.entry.Properties[name]; p != nil && p.EffectiveDefault == nil && p.PublishedDefault == (v.says(name) == rehearses) {
				g.Published = append(g.Published, name)
			}
		}
	}
	return g
}

// given says what a call gives that does not confirm: what confirms is left out, or,
// where left is false, says no. named gets the arguments that are asked for.
func (v *visitor) given(t *tool, left bool, named map[string]bool) func(string) (flow.Given, bool) {
	return func(name string) (flow.Given, bool) {
		if t.method != "" && v.set.Words().Method(name) {
			return flow.Given{Value: t.method}, true
		}
		says := v.says(name)
		if says == 0 {
			return flow.Given{}, false
		}
		p := t.entry.Properties[name]
		if p == nil && len(t.entry.Properties) > 0 && !v.set.Words().Plainly(name) {
			return flow.Given{}, false // a field of something else
		}
		if p != nil || len(t.entry.Properties) == 0 { // one that is read for another tool is no promise of this one
			named[name] = true
		}
		typed := says == confirms && p != nil && p.Type == "string" // a text that is to be typed
		switch {
		case left && !must(t.entry, p):
			return flow.Given{Left: true, Value: text(p), Wrong: says == confirms}, true
		case left && typed:
			return flow.Given{Left: true, Wrong: true}, true
		}
		return flow.Given{Value: map[bool]string{true: "true", false: "false"}[says == rehearses], Left: typed}, true
	}
}

// unread frees what happens though the call refuses: what confirms must be said,
// and nobody looks at what is said. It reports whether there is such an effect.
func (g *Guard) unread(t *tool, refused map[string]bool) bool {
	if slices.ContainsFunc(g.By, func(name string) bool { // what else refuses is not known
		p := t.entry.Properties[name]
		return p == nil || p.Type != "boolean"
	}) {
		return false
	}
	n := len(g.Held)
	g.Held = slices.DeleteFunc(g.Held, func(e *Effect) bool {
		if refused[e.id()] {
			g.Free = append(g.Free, e)
		}
		return refused[e.id()]
	})
	return len(g.Held) < n
}

// methods asks of the requests of a tool whose method is not known whether a call
// can have it delete: the method is an argument, and no check refuses DELETE.
func (v *visitor) methods(t *tool) {
	if !slices.ContainsFunc(t.Effects, func(e *Effect) bool { return e.AnyMethod }) || !v.concerned(t) {
		return
	}
	method := false
	for name, p := range t.entry.Properties {
		method = method || v.set.Words().Method(name) && (p.Type == "" || p.Type == "string")
	}
	if !method && len(t.entry.Properties) > 0 {
		return
	}
	able := func(method string) map[string]bool {
		ids, _ := v.reached(t, &flow.Scenario{Names: v.names, Arg: func(name string) (flow.Given, bool) {
			return flow.Given{Value: method}, v.set.Words().Method(name)
		}})
		return ids
	}
	other := able("NO-SUCH-METHOD")
	left := slices.DeleteFunc(slices.Clone(t.Effects), func(e *Effect) bool { return !e.AnyMethod })
	for _, m := range [...]struct{ name, act string }{
		{"DELETE", models.ActDelete}, {"PUT", models.ActUpdate}, {"PATCH", models.ActUpdate}, {"POST", models.ActCreate}, {"GET", models.ActRead},
	} {
		if len(left) == 0 {
			return
		}
		reached := able(m.name)
		left = slices.DeleteFunc(left, func(e *Effect) bool {
			id := e.id()
			if !reached[id] {
				return false
			}
			e.key, e.Act, e.What, t.method = id, m.act, "a request by the method that is asked for", m.name
			e.Name = models.EffectName(e.On, e.Act)
			e.Vague = other[id] // no check of it is seen, and one of another kind may be there
			return true
		})
	}
}

// switched looks for a setting of the operator on which all that is free
// depends. It confirms no call, and says who has allowed it.
func (v *visitor) switched(t *tool) string {
	is := func(name string) bool { return t.entry.Properties[name] == nil && v.set.Words().Switch(name) }
	if r := t.entry.Reg; r.Conditional {
		if name := v.e.SwitchedAt(append([]program.Pos{r.Site}, r.Calls...), is); name != "" {
			return name
		}
	}
	name := ""
	for _, e := range t.Guard.Free {
		if !e.Destroys() {
			continue
		}
		if e.Call.Frame == nil {
			return ""
		}
		if name = e.Call.Switched(is); name == "" {
			return ""
		}
	}
	return name
}

// concerned reports whether a tool, or a function around it, reads an argument
// that says something of the call, or an answer.
func (v *visitor) concerned(t *tool) bool {
	return slices.ContainsFunc(t.bodies, func(b controls.Body) bool {
		return v.e.Concerns(b.ID, v.names) || slices.ContainsFunc(b.Before, func(c controls.Control) bool { return v.e.Concerns(c.Func.ID, v.names) })
	})
}

// names reports whether something is assumed of an argument of that name.
func (v *visitor) names(name string) bool { return v.says(name) != 0 || v.set.Words().Method(name) }

// What an argument says of a call.
const (
	confirms  = 1
	rehearses = 2
)

// says returns what an argument of that name says of a call, 0 for neither.
func (v *visitor) says(name string) int {
	switch w := v.set.Words(); {
	case w.Rehearses(name):
		return rehearses
	case w.Confirms(name):
		return confirms
	}
	return 0
}

// must reports whether a call without an argument is refused.
func must(en *posture.Entry, p *inventory.Property) bool {
	return p != nil && p.Required && en.Reg.Row != nil && en.Reg.Row.Validates
}

// text returns the default that the SDK puts in the place of an argument.
func text(p *inventory.Property) string {
	if p == nil {
		return ""
	}
	switch d := p.EffectiveDefault.(type) {
	case bool:
		if d {
			return "true"
		}
		return "false"
	case string:
		return d
	}
	return ""
}

// reached returns the ids of the effects that a tool has in a scenario, and
// whether it is a function around its handler that lets none of them happen.
func (v *visitor) reached(t *tool, s *flow.Scenario) (ids map[string]bool, around bool) {
	ids = map[string]bool{}
	held := 0
	v.e.Again()
	for _, b := range t.bodies {
		if v.refuses(t, b, s) {
			held++
			continue
		}
		in, ok := t.enter(b)
		if !ok {
			continue
		}
		does := v.walks.Of(v.alike(t, in.Func, s), in, "", func(in flow.Entry) walked { return v.walk(t, in, s) })
		for _, name := range does.asked {
			s.Arg(name) // who answers may count what is asked
			if !slices.Contains(v.asked[in.Func], name) {
				v.asked[in.Func] = append(v.asked[in.Func], name)
			}
		}
		if s.Met != nil {
			for text := range does.met {
				s.Met(text)
			}
		}
		for _, e := range does.effects {
			ids[e.id()] = ids[e.id()] || does.kept || !t.keeps || !v.pending(e.Sym)
		}
		for _, f := range v.flows[t.entry] {
			if !t.visited[f.Sink.Pos] && does.live[f.Sink.Pos] {
				ids[v.ofFlow(f).id()] = true
			}
		}
	}
	return ids, held > 0 && held == len(t.bodies)
}

// A walked is what a body does in a scenario.
type walked struct {
	effects []*Effect
	kept    bool                 // a transaction was committed
	live    map[program.Pos]bool // the sinks of what the caller chooses that are reached
	asked   []string             // the arguments that something was asked of
	met     map[string]bool      // the texts that flow.Other was compared with
}

// walk follows a body in a scenario.
func (v *visitor) walk(t *tool, in flow.Entry, s *flow.Scenario) walked {
	does := walked{live: map[program.Pos]bool{}, met: map[string]bool{}}
	asked := *s
	asked.Met = func(text string) { does.met[text] = true }
	asked.Arg = func(name string) (flow.Given, bool) {
		if !slices.Contains(does.asked, name) {
			does.asked = append(does.asked, name)
		}
		return s.Arg(name)
	}
	v.entry, v.sum, v.seen, v.kept = t.entry, &Summary{}, map[string]bool{}, false
	v.e.Walk(in, flow.Walker{Key: v.key, Enter: v.enter, Call: v.call, Scenario: &asked, Visit: func(f *flow.Frame) {
		for _, fl := range v.flows[t.entry] {
			if f.Func() == fl.Sink.Func && f.Live(fl.Sink.Pos) {
				does.live[fl.Sink.Pos] = true
			}
		}
	}})
	does.effects, does.kept = v.sum.Effects, v.kept
	return does
}

// alike returns a key that tools have in common which do the same in a scenario if
// they have the same body: those of a server that is made several times. It has the
// answers to all that was ever asked of arguments in the body.
func (v *visitor) alike(t *tool, body string, s *flow.Scenario) string {
	var of []string
	for _, f := range v.flows[t.entry] {
		p := place{entry: t.entry, pos: f.Sink.Pos}
		of = append(of, fmt.Sprint(f.Sink.Func, f.Sink.Pos, f.Sink.Row.Kind, v.freely[p]))
	}
	for _, name := range slices.Concat(slices.Collect(maps.Keys(t.entry.Properties)), v.asked[body]) {
		if given, ok := s.Arg(name); ok {
			of = append(of, fmt.Sprintf("%q %+v", name, given))
		}
	}
	slices.Sort(of)
	of = slices.Compact(of)
	return fmt.Sprintf("%+v %t %q %t %q", t.entry.Name, s.Declined, t.method, len(t.entry.Properties) == 0, of)
}

// refuses reports whether a function around a body does not hand on to it in a
// scenario.
func (v *visitor) refuses(t *tool, b controls.Body, s *flow.Scenario) bool {
	var before []string
	for _, c := range b.Before {
		before = append(before, c.Func.ID)
	}
	for _, c := range b.Before {
		in, ok := t.around(b, c)
		if !ok || !v.e.Concerns(c.Func.ID, s.Names) {
			continue // it asks for nothing that a call could confirm by
		}
		key := fmt.Sprint(s.Declined, before)
		does := v.handing.Of(key, in, c.Next, func(in flow.Entry) handing { return v.handsOn(in, before, c.Next, s) })
		if does.asked { // what is given for an argument is another for each tool
			does = v.handsOn(in, before, c.Next, s)
		}
		if !does.on && v.hands(t, b, c) {
			return true
		}
	}
	return false
}

// A handing is what a function around a body does in a scenario.
type handing struct {
	on    bool // it calls what comes next
	asked bool // for what is given for arguments
}

// handsOn follows a function around a body, one of those before it, in a
// scenario.
func (v *visitor) handsOn(in flow.Entry, before []string, next string, s *flow.Scenario) handing {
	var does handing
	asked := *s
	asked.Arg = func(name string) (flow.Given, bool) {
		given, ok := s.Arg(name)
		does.asked = does.asked || ok || v.names(name)
		return given, ok
	}
	v.e.Walk(in, flow.Walker{
		Key:  func(*flow.Frame) string { return "" },
		Call: func(flow.Call) {},
		Enter: func(f *flow.Frame) bool {
			if f.Func() == next {
				does.on = true
				return false
			}
			return !slices.Contains(before, f.Func())
		},
		Scenario: &asked,
	})
	return does
}

// hands reports whether a function around a body is seen to hand on to it at
// all.
func (v *visitor) hands(t *tool, b controls.Body, c controls.Control) bool {
	in, ok := t.around(b, c)
	return ok && v.free.Of("", in, c.Next, func(in flow.Entry) bool {
		handed := false
		v.e.Walk(in, flow.Walker{
			Key:  func(*flow.Frame) string { return "" },
			Call: func(flow.Call) {},
			Enter: func(f *flow.Frame) bool {
				handed = handed || f.Func() == c.Next
				return !handed
			},
		})
		return handed
	})
}

// id tells the effects of a tool apart.
func (e *Effect) id() string {
	if e.key != "" {
		return e.key
	}
	return fmt.Sprint(e.Pos, e.Name, e.Act)
}
