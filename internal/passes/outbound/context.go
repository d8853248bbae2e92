package outbound

import (
	"slices"
	"strings"

	"github.com/mcpvet/mcpvet/internal/flow"
	"github.com/mcpvet/mcpvet/internal/program"
	"github.com/mcpvet/mcpvet/models"
)

// A contextKind says what a context can be.
type contextKind uint8

const (
	unknown  contextKind = 1 << iota
	bounds               // it ends at a time
	callers              // the one that the handler got
	detached             // a new one, made for the request
	kept                 // a new one, made at start-up
	beyond               // one that goes on after the request on purpose
)

// A state is what a context can be, and where the first new one was made.
type state struct {
	kinds contextKind
	pos   program.Pos
}

func (s state) is(k contextKind) bool { return s.kinds&k != 0 }

func (s state) String() string {
	var b strings.Builder
	for i, c := range "ubcdkp" {
		if s.kinds&(1<<i) != 0 {
			b.WriteRune(c)
		}
	}
	return b.String()
}

func (s *state) add(t state) {
	s.kinds |= t.kinds
	if !s.pos.IsValid() {
		s.pos = t.pos
	}
}

// maxDerived bounds the chain of contexts that are derived from each other.
const maxDerived = 12

// contextAt returns what the context of a call can be, at a row's path.
func (v *visitor) contextAt(c flow.Call, at string) state {
	p, err := models.ParsePath(at)
	if err != nil {
		return state{kinds: unknown}
	}
	return v.context(c.Frame, c.Operand(p), 0)
}

// context returns what a context, or that of a request, can be.
func (v *visitor) context(f *flow.Frame, r program.Ref, depth int) state {
	var out state
	if r == 0 || depth > maxDerived {
		return state{kinds: unknown}
	}
	for _, o := range f.Origins(r) {
		out.add(v.origin(&o, depth))
	}
	return out
}

func (v *visitor) origin(o *flow.Origin, depth int) state {
	switch o.Kind {
	case flow.OriginEntry:
		if o.Frame.Params()[o.Index].Type == contextType {
			return state{kinds: callers}
		}
	case flow.OriginCall:
		return v.derived(o, depth)
	}
	return state{kinds: unknown}
}

// derived returns what a context can be that a call returns.
func (v *visitor) derived(o *flow.Origin, depth int) state {
	rows := v.set.Func(o.Sym)
	if rows == nil || rows.Context == nil {
		return v.inherited(o, depth)
	}
	row := rows.Context
	switch {
	case row.Bounds || row.Cancel != "" && v.timed(o, row.Cancel):
		return state{kinds: bounds}
	case row.From == "":
		if !o.Frame.OfEntry() {
			return state{kinds: kept, pos: o.Pos}
		}
		return state{kinds: detached, pos: o.Pos}
	}
	p, err := models.ParsePath(row.From)
	if err != nil {
		return state{kinds: unknown}
	}
	out := v.context(o.Frame, o.Operand(p), depth+1)
	if row.Drops && !out.is(unknown) {
		out.kinds = beyond
	}
	return out
}

// inherited returns what a context can be that code without rows returns: it is
// derived from the one that the code gets.
func (v *visitor) inherited(o *flow.Origin, depth int) state {
	classes := o.Results()
	if o.Index >= len(classes) || classes[o.Index] != program.ClassContext {
		return state{kinds: unknown}
	}
	for _, a := range o.Args() {
		if s := v.context(o.Frame, a, depth+1); s.kinds != 0 && !s.is(unknown) {
			return s
		}
	}
	return state{kinds: unknown}
}

// timed reports whether a timer cancels a context: it calls what cancels it, or a
// closure does that when a timer tells it.
func (v *visitor) timed(o *flow.Origin, cancel string) bool {
	p, err := models.ParsePath(cancel)
	if err != nil {
		return false
	}
	closures, direct := o.CalledBy(p.Index, func(sym string) bool { return v.timer(sym, true) })
	if direct {
		return true
	}
	handed := o.Frame.HandsTo(func(sym string) bool { return v.timer(sym, true) })
	return slices.ContainsFunc(closures, func(id string) bool {
		return slices.Contains(handed, id) || slices.ContainsFunc(v.e.Callees(id), func(sym string) bool { return v.timer(sym, false) })
	})
}

// timer reports whether a function is a timer; calling says that it has to call
// a function when the time is up.
func (v *visitor) timer(sym string, calling bool) bool {
	rows := v.set.Func(sym)
	return rows != nil && rows.Timer != nil && !rows.Timer.Ends && (!calling || rows.Timer.Calls != "")
}

// bounding reports whether a function makes contexts that end at a time.
func (v *visitor) bounding(sym string) bool {
	rows := v.set.Func(sym)
	return rows != nil && rows.Context != nil && rows.Context.Bounds
}

// released reports whether the handler does not wait for what runs in a frame,
// or stops it: it runs beside a function that waits for a timer, too, or a timer
// ends something when the time is up.
func (v *visitor) released(f *flow.Frame) bool {
	for ; f != nil; f = f.Caller() {
		if slices.ContainsFunc(f.HandsTo(func(sym string) bool { return v.timer(sym, true) }), v.ends) {
			return true
		}
		if is, awaited := f.Worker(); is && !awaited {
			return true
		}
		up := f.Caller()
		if !f.Beside() || !up.Selects() {
			continue
		}
		if up.CallsAny(func(sym string) bool { return v.timer(sym, false) }, false) {
			return true
		}
		for g := up; g != nil; g = g.Caller() { // whose context it waits for
			if g.CallsAny(v.bounding, false) {
				return true
			}
		}
	}
	return false
}

// ends reports whether a function ends something: a program, a connection, or
// what it calls a function value for.
func (v *visitor) ends(id string) bool {
	return v.e.CallsValues(id) || slices.ContainsFunc(v.e.Callees(id), func(sym string) bool {
		rows := v.set.Func(sym)
		return rows != nil && rows.Timer != nil && rows.Timer.Ends || strings.HasSuffix(sym, ").Close")
	})
}

// unused returns where on the way to a frame a bounded context is made that
// nobody uses.
func (v *visitor) unused(f *flow.Frame) (program.Pos, bool) {
	for ; f != nil; f = f.Caller() {
		if pos, ok := f.LeftUnused(v.bounding); ok {
			return pos, true
		}
	}
	return program.Pos{}, false
}
