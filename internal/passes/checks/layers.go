package checks

import (
	"github.com/mcpvet/mcpvet/internal/flow"
	"github.com/mcpvet/mcpvet/models"
)

// serveHTTP is how handlers of HTTP hand a request on.
const serveHTTP = "(net/http.Handler).ServeHTTP"

// forbidden is the status by which HTTP refuses somebody who is known.
const forbidden = 403

// A layer is what the HTTP handlers of the program check before they hand
// requests on.
type layer struct {
	scope *Verdict
	calls []flow.Call // that hand on, behind what the question is about
	made  []flow.Made // calls of libraries that make a handler around another
}

// layer judges the HTTP layer.
func (c *checker) layer(q *flow.Question) *layer {
	if l := c.layers[q]; l != nil {
		return l
	}
	l := &layer{scope: &Verdict{State: Fail}}
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
		g := j.Before(&m.Call)
		if g.Grade == flow.Silent {
			continue
		}
		l.calls = append(l.calls, m.Call)
		if g.Grade > l.scope.Level {
			l.scope = &Verdict{State: Pass, Level: flow.Present, Pos: g.Pos, Evidence: "the HTTP layer checks who calls", where: inHTTP}
			if g.Grade == flow.Decides && m.Frame.Names(forbidden) { // who is known is refused
				l.scope.Level, l.scope.Evidence = flow.Decides, "the HTTP layer checks what the caller may do"
			}
		}
	}
	if q != c.identity {
		return l
	}
	for _, m := range l.made {
		level, what := flow.Present, "the HTTP layer checks who calls"
		r := c.control(m.Sym, kind)
		if p, err := models.ParsePath(r.Needs); err == nil && r.Needs != "" && c.given(&m.Call, p) {
			level, what = flow.Decides, "the HTTP layer checks the caller's scopes"
		}
		if level > l.scope.Level {
			l.scope = &Verdict{State: Pass, Level: level, Pos: m.Pos, Evidence: what, where: inHTTP}
		}
	}
	return l
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
