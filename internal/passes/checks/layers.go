package checks

import (
	"maps"
	"slices"

	"github.com/mcpvet/mcpvet/internal/flow"
	"github.com/mcpvet/mcpvet/internal/passes/posture"
	"github.com/mcpvet/mcpvet/internal/program"
	"github.com/mcpvet/mcpvet/models"
)

// serveHTTP is how handlers of HTTP hand a request on.
const serveHTTP = "(net/http.Handler).ServeHTTP"

// forbidden is the status by which HTTP refuses somebody who is known.
const forbidden = 403

// A layer is what the HTTP handlers of the program check before they hand
// requests on.
type layer struct {
	calls  []flow.Call // that hand on, behind what the question is about
	guards []flow.Guard
	made   []flow.Made // calls of libraries that make a handler around another
}

// A stack is what every request for a server over HTTP passes, whichever route
// it takes: functions by their ids, others by their symbols. Where a route has
// several ways, what was configured decides between them, and one counts.
type stack struct {
	known bool // else all handlers of the program count
	has   map[string]bool
	some  map[string]bool // those of has that stand on some of the ways of a route only
	auth  program.Pos     // of what refuses whom it does not know
}

func (c *checker) stack(s *posture.Server) stack {
	if st, ok := c.stacks[s.ID]; ok {
		return st
	}
	type route struct {
		end  int
		name string
	}
	by := map[route]*stack{}
	ways, on := map[route]int{}, map[route]map[string]int{}
	st := stack{some: map[string]bool{}}
	for i, e := range c.ends.Of(s) {
		for _, w := range e.Ways {
			at := route{i, w.Route}
			r := by[at]
			if r == nil {
				r = &stack{has: map[string]bool{}}
				by[at], on[at] = r, map[string]int{}
			}
			ways[at]++
			stand := map[string]bool{}
			for _, b := range w.Before {
				pos := b.Checks.Auth.Pos
				id := b.Sym
				if b.Func != nil {
					id = b.Func.ID
				}
				if id != "" {
					r.has[id], stand[id] = true, true
					st.some[id] = st.some[id] || b.Switched
				}
				if (b.Checks.Auth.Refuses || slices.Contains(b.Gives, models.GivesAuth)) && !r.auth.IsValid() {
					if r.auth = pos; !pos.IsValid() {
						r.auth = w.Target.Site
					}
				}
			}
			for id := range stand {
				on[at][id]++
			}
		}
	}
	st.known = len(by) > 0
	for at, counts := range on {
		for id, n := range counts {
			st.some[id] = st.some[id] || n < ways[at]
		}
	}
	first := true
	for _, r := range by {
		if first {
			st.has, st.auth, first = r.has, r.auth, false
			continue
		}
		maps.DeleteFunc(st.has, func(k string, _ bool) bool { return !r.has[k] })
		if !r.auth.IsValid() {
			st.auth = program.Pos{}
		}
	}
	c.stacks[s.ID] = st
	return st
}

// passes reports whether requests pass a function of the HTTP layer.
func (st stack) passes(id string) bool { return !st.known || st.has[id] }

// layer finds what the HTTP handlers of the program ask.
func (c *checker) layer(q *flow.Question) *layer {
	if l := c.layers[q]; l != nil {
		return l
	}
	l := &layer{}
	c.layers[q] = l
	kind := models.ControlScope
	if q == c.limits {
		kind = models.ControlLimit
	}
	for _, m := range c.e.CallsOf(func(sym string) bool { r := c.control(sym, kind); return r != nil && r.Wraps != "" }) {
		if m.Live {
			l.made = append(l.made, m)
		}
	}
	j := c.e.Asker(q)
	for _, m := range c.e.CallsThrough(serveHTTP) {
		if !m.Live || !j.Touches(m.Frame.Func()) {
			continue
		}
		if g := j.Before(&m.Call); g.Grade > flow.Silent {
			l.calls = append(l.calls, m.Call)
			l.guards = append(l.guards, g)
		}
	}
	return l
}

// scopeOverHTTP judges what the HTTP layer of a server asks of who calls. That
// somebody is known says little of what he may do: it is more where scopes are
// named, or where who is known is refused.
func (c *checker) scopeOverHTTP(s *posture.Server) *Verdict {
	l, st := c.layer(c.identity), c.stack(s)
	v := &Verdict{State: Fail}
	switched := false
	take := func(level flow.Grade, pos program.Pos, what string) {
		if level > v.Level {
			v = &Verdict{State: Pass, Level: level, Pos: pos, Evidence: what, where: inHTTP, Switched: switched, Loose: !st.known}
		}
	}
	for i, call := range l.calls {
		if !st.passes(call.Frame.Func()) {
			continue
		}
		switched = st.some[call.Frame.Func()]
		if g := l.guards[i]; g.Grade == flow.Decides && call.Frame.Names(forbidden) {
			take(flow.Decides, g.Pos, "the HTTP layer checks what the caller may do")
		} else {
			take(flow.Present, g.Pos, "the HTTP layer checks who calls")
		}
	}
	for _, m := range l.made {
		if st.known && !st.has[m.Sym] && !st.auth.IsValid() {
			continue
		}
		switched = st.some[m.Sym]
		r := c.control(m.Sym, models.ControlScope)
		if p, err := models.ParsePath(r.Needs); err == nil && r.Needs != "" && c.given(&m.Call, p) {
			take(flow.Decides, m.Pos, "the HTTP layer checks the caller's scopes")
		} else {
			take(flow.Present, m.Pos, "the HTTP layer checks who calls")
		}
	}
	switched = false
	if st.auth.IsValid() {
		take(flow.Present, st.auth, "the HTTP layer checks who calls")
	}
	return v
}

// given reports whether there is something at a path of a call's operands.
func (c *checker) given(call *flow.Call, p models.Path) bool {
	origins := call.Frame.Origins(call.Operand(p))
	for _, step := range p.Steps {
		var next []flow.Origin
		for i := range origins {
			next = append(next, origins[i].Field(step.Field)...)
		}
		origins = next
	}
	for _, o := range origins {
		if o.Kind != flow.OriginNil {
			return true
		}
	}
	return false
}
