package checks

import (
	"fmt"
	"slices"
	"strings"

	"github.com/mcpvet/mcpvet/internal/flow"
	"github.com/mcpvet/mcpvet/internal/passes/controls"
	"github.com/mcpvet/mcpvet/internal/program"
	"github.com/mcpvet/mcpvet/models"
)

func (c *checker) askLimits() {
	c.addresses = &flow.Question{
		Base: func(call *flow.Call) []flow.Mark {
			if name, known := call.Constant(1); known && c.set.ForwardedHeader(name) != nil {
				return answers(call.Classes(), flow.Silent)
			}
			return nil
		},
		Field: func(owner, name string) flow.Mark {
			return flow.Mark{Data: name == "RemoteAddr" && strings.HasPrefix(owner, "net/http.")}
		},
		Bases: func(sym, owner, field string) bool {
			if rows := c.set.Func(sym); sym != "" {
				return rows != nil && rows.Identity != nil && rows.Identity.Header != ""
			}
			return field == "RemoteAddr"
		},
		Opaque: c.opaque,
	}
	row := func(sym string) *models.Control {
		if r := c.control(sym, models.ControlLimit); r != nil && r.Wraps == "" {
			return r
		}
		return nil
	}
	c.limits = &flow.Question{
		Base: func(call *flow.Call) []flow.Mark {
			r := row(call.Sym)
			if r == nil || r.Waits {
				return nil
			}
			out := make([]flow.Mark, max(1, len(call.Classes())))
			for i := range out {
				out[i].Data = true
				if i < len(call.Classes()) && strings.IndexByte("ne", call.Classes()[i]) >= 0 {
					out[i].Answer = flow.Decides
				}
			}
			return out
		},
		Field:    func(string, string) flow.Mark { return flow.Mark{} },
		Bases:    func(sym, _, _ string) bool { return sym != "" && row(sym) != nil },
		Passes:   func(call *flow.Call) bool { r := row(call.Sym); return r != nil && r.Waits },
		Counters: true,
		Opaque:   c.opaque,
	}
}

// A count is one limit that a call passes.
type count struct {
	pos  program.Pos
	by   by
	key  program.Pos
	flow flow.Use // the map
	hand bool     // the program makes it itself
}

// by says what a limit counts by.
type by int

const (
	byAll     by = iota
	byUser       // who calls, as somebody has checked
	byAddress    // the address, or what a library chooses
	byClient     // what the client chooses
	byOther      // something else, such as the tool
)

// limit judges what limits how often, or how many at once, a body runs.
func (c *checker) limit(e *Entry, b controls.Body) *Verdict {
	isChain := func(id string) bool {
		return id == b.ID || slices.ContainsFunc(b.Before, func(o controls.Control) bool { return o.Func.ID == id })
	}
	var counts []count
	guarded := &Verdict{State: Fail, Pos: b.Pos}
	take := func(g flow.Guard, w where) {
		if g.Grade == flow.Silent {
			return
		}
		if guarded.State != Pass || guarded.Switched && !g.Switched {
			guarded = &Verdict{State: Pass, Pos: g.Pos, Switched: g.Switched, Evidence: "a limit is asked", where: w}
		}
	}
	var percall *Verdict
	for i := range b.Before {
		w := b.Before[i]
		if c.declares(w.Func.ID, models.ControlLimit) {
			return &Verdict{State: Pass, Evidence: "a function that is declared to limit calls stands before it", Pos: c.pos(w.Func.ID), where: inDecorator}
		}
		in, ok := c.entry(e.Entry, b, &w)
		if !ok {
			continue
		}
		around := c.limitAround(in, w, isChain)
		switch {
		case around.born != nil && len(around.counts) == 0:
			born := *around.born
			percall = &born
		case len(around.counts) > 0: // else what is compared is no limit on calls
			counts = append(counts, around.counts...)
			take(around.guard, inDecorator)
		}
	}
	if in, ok := c.entry(e.Entry, b, nil); ok {
		j := c.e.Judge(c.limits, in)
		if j.Touches(b.ID) {
			stop := func(f *flow.Frame) bool { return f.Func() != b.ID && isChain(f.Func()) }
			g, root := c.limitInBody(j, in, stop)
			if root != nil && g.Grade > flow.Silent {
				n, born := c.counts(j, in, stop, c.e.Judge(c.identity, in), c.e.Asker(c.clientSent()))
				switch {
				case born != nil && len(n) == 0:
					percall = born
				case len(n) > 0:
					counts = append(counts, n...)
					take(g, inHandler)
				}
			}
		}
	}
	if c.serves(e.Server) == HTTP {
		l := c.layer(c.limits)
		st := c.stack(e.Server)
		for i := range l.calls {
			if !st.passes(l.calls[i].Frame.Func()) {
				continue
			}
			counts = append(counts, c.layerCounts(&l.calls[i])...)
			take(flow.Guard{Grade: flow.Decides, Pos: l.calls[i].Pos}, inHTTP)
		}
		for i := range l.made {
			m := &l.made[i]
			n := count{pos: m.Pos, by: byAll}
			if r := c.control(m.Sym, models.ControlLimit); r.Keyed || r.Key != "" {
				n.by = byAddress
			}
			counts = append(counts, n)
			take(flow.Guard{Grade: flow.Decides, Pos: m.Pos}, inHTTP)
		}
	}
	if guarded.State != Pass {
		if percall != nil {
			return percall
		}
		return guarded
	}
	return c.weigh(e, guarded, counts)
}

// A limitCheck is what a function around bodies counts before it hands on.
type limitCheck struct {
	guard  flow.Guard
	counts []count
	born   *Verdict // where what counts is made for each call
}

// limitAround judges a function around a body.
func (c *checker) limitAround(in flow.Entry, w controls.Control, isChain func(string) bool) limitCheck {
	asked := c.e.Asker(c.limits)
	if !asked.Touches(w.Func.ID) {
		return limitCheck{}
	}
	key, next := beyond(asked, w)
	if next != "" && c.e.Asker(c.identity).Touches(next) {
		key, next = next, ""
	}
	return c.counted.Of(key, in, next, func(in flow.Entry) limitCheck {
		j := c.e.Judge(c.limits, in)
		g, root, _, handed := c.handoff(j, in, w.Next, isChain)
		if !handed || root == nil || g.Grade == flow.Silent {
			return limitCheck{}
		}
		out := limitCheck{guard: g}
		stop := func(f *flow.Frame) bool { return isChain(f.Func()) }
		out.counts, out.born = c.counts(j, in, stop, c.e.Judge(c.identity, in), c.e.Asker(c.clientSent()))
		return out
	})
}

// maxDeep is how many calls below a handler a limit on its calls can be.
const maxDeep = 2

// limitInBody returns what stands before what a body does.
func (c *checker) limitInBody(j *flow.Judge, in flow.Entry, stop func(*flow.Frame) bool) (worst flow.Guard, root *flow.Frame) {
	n := 0
	root = c.visit(j, in, stop, func(call flow.Call) {
		rows := c.set.Func(call.Sym)
		if !c.changes(&call) && (rows == nil || rows.Outbound == nil) || !j.Live(&call) {
			return
		}
		g := j.Before(&call)
		if g.Depth > maxDeep || g.Beside { // a throttle of something that the handler uses
			g = flow.Guard{}
		}
		if n == 0 || g.Grade < worst.Grade {
			worst = g
		}
		n++
	})
	if n == 0 && root != nil {
		worst = flow.Guard{Grade: j.Outcome(root)}
		worst.Pos, _ = j.Gates(root)
		if _, always := j.Missed(root); always && worst.Grade == flow.Silent {
			worst.Grade = flow.Decides
		}
	}
	return worst, root
}

// counts lists the limits that a function asks, and those that it calls; born
// is the verdict where one is made for each call.
func (c *checker) counts(j *flow.Judge, in flow.Entry, stop func(*flow.Frame) bool, who, sent *flow.Judge) (out []count, born *Verdict) {
	var given *flow.Judge
	if in.Kind != "" {
		given = c.argumentsOf(in)
	}
	c.e.Walk(in, flow.Walker{
		Key: func(f *flow.Frame) string { // each call of what asks a limit is one by itself
			if f.Caller() == nil || !j.Touches(f.Func()) {
				return ""
			}
			h := f.Hops()
			return fmt.Sprint(h[max(0, len(h)-2):])
		},
		Enter: func(f *flow.Frame) bool { return !stop(f) && j.Touches(f.Func()) },
		Call:  func(flow.Call) {},
		Visit: func(f *flow.Frame) {
			for _, h := range j.Found(f) {
				if h.Call != nil && h.Call.BornInCall() {
					born = &Verdict{State: Fail, Reason: PerCall, Pos: h.Call.Born(), Evidence: "the limit is made anew for each call"}
					continue
				}
				out = append(out, c.count(&h, who, sent, given)...)
			}
		},
	})
	return out, born
}

// count says what a limit counts by.
func (c *checker) count(h *flow.Hit, who, sent, given *flow.Judge) []count {
	keys, maps := h.Counted()
	n := count{pos: h.Pos, hand: h.Counter}
	if h.Call != nil {
		if r := c.control(h.Sym, models.ControlLimit); r != nil && r.Key != "" {
			if p, err := models.ParsePath(r.Key); err == nil {
				keys = append(keys, flow.Use{Frame: h.Frame, Ref: h.Call.Operand(p)})
			}
		} else if r != nil && r.Keyed {
			n.by = byAddress
		}
	}
	if len(maps) > 0 {
		n.flow = maps[0]
	}
	for _, k := range keys {
		n.key = h.Pos
		switch _, fixed := k.Constant(); {
		case fixed:
			if n.by == byAll {
				n.flow = flow.Use{}
			}
		case who.Mark(k.Frame, k.Ref).Data:
			n.by = byUser
		case c.e.Asker(c.addresses).Mark(k.Frame, k.Ref).Data:
			n.by = byAddress
		case given != nil && given.Mark(k.Frame, k.Ref).Data:
			n.by = byClient
		case sent.Mark(k.Frame, k.Ref).Data:
			n.by = byClient
			for _, hit := range sent.Hits {
				n.key = hit.Pos
			}
		case n.by == byAll:
			n.by = byOther
		}
	}
	if h.Call != nil {
		if r := c.control(h.Sym, models.ControlLimit); r != nil && r.All {
			return []count{n, {pos: h.Pos, by: byAll}}
		}
	}
	return []count{n}
}

// layerCounts lists the limits that a function of the HTTP layer asks.
func (c *checker) layerCounts(call *flow.Call) []count {
	j := c.e.Asker(c.limits)
	out, _ := c.counts(j, flow.Entry{Func: call.Frame.Func()}, func(f *flow.Frame) bool { return false }, c.e.Asker(c.identity), c.e.Asker(c.clientSent()))
	return out
}

// clientSent asks for what the client of HTTP sends as it likes: headers other
// than credentials, and parts of the URL.
func (c *checker) clientSent() *flow.Question {
	if c.sent != nil {
		return c.sent
	}
	header := func(sym string) *models.Identity {
		if rows := c.set.Func(sym); rows != nil && rows.Identity != nil && rows.Identity.Header != "" {
			return rows.Identity
		}
		return nil
	}
	c.sent = &flow.Question{
		Base: func(call *flow.Call) []flow.Mark {
			r := header(call.Sym)
			p, err := models.ParsePath(r.Header)
			if err != nil {
				return nil
			}
			i := p.Index
			if strings.HasPrefix(call.Sym, "(") {
				i++
			}
			out := make([]flow.Mark, max(1, len(call.Classes())))
			name, known := call.Constant(i)
			if f := c.set.ForwardedHeader(name); known && !c.credential(name) && f == nil {
				out[0].Data = true
			}
			return out
		},
		Field:  func(string, string) flow.Mark { return flow.Mark{} },
		Bases:  func(sym, _, _ string) bool { return sym != "" && header(sym) != nil },
		Opaque: c.opaque,
	}
	return c.sent
}

// weigh says what the limits of an entry come to.
func (c *checker) weigh(e *Entry, v *Verdict, counts []count) *Verdict {
	user, all := false, false
	var what []string
	for _, n := range counts {
		switch n.by {
		case byAll:
			all = true
		case byOther: // a session, or a tool: nobody knows for whom it counts
			user, all = true, true
		case byUser, byAddress:
			user = true
		case byClient:
			return &Verdict{State: Fail, Reason: ClientKey, Pos: n.key, Evidence: "the client chooses what is counted by"}
		}
	}
	for _, n := range counts {
		if n.flow.Frame != nil && (n.by == byUser || n.by == byAddress) && n.flow.Grows() && !n.flow.Shrinks() {
			v.Reason, v.Free = Unbounded, n.by == byAddress
			if pos := n.flow.Made(); pos.IsValid() {
				v.Pos, v.More = pos, []program.Pos{n.pos}
			}
		}
	}
	if user && all && slices.ContainsFunc(counts, func(n count) bool { return n.by == byOther }) {
		v.Evidence = "calls are limited"
		return v
	}
	if user {
		what = append(what, "for each user")
	}
	if all {
		what = append(what, "for all")
	}
	v.Evidence = "calls are limited " + strings.Join(what, " and ")
	if v.Switched {
		v.Evidence += ", where a setting says so"
	}
	switch {
	case v.Reason == Unbounded:
	case user && !all:
		v.Reason = OnlyUser
	case all && !user && c.serves(e.Server) == HTTP:
		v.Reason = OnlyAll
	}
	return v
}
