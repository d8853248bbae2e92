package flow

import (
	"slices"
	"strings"

	"github.com/mcpvet/mcpvet/internal/program"
)

// CalledBy lists the closures made in the frame of a call that call its result
// of a number, and whether the result itself is an operand of a call of one of
// those functions.
func (o *Origin) CalledBy(index int, is func(sym string) bool) (closures []string, direct bool) {
	f := o.Frame
	same := func(g *Frame, r program.Ref) bool {
		return slices.ContainsFunc(g.Origins(r), func(c Origin) bool {
			return c.Kind == OriginCall && c.Frame == f && c.at == o.at && c.Index == index
		})
	}
	for b := range f.x.Blocks {
		for i := range f.x.Blocks[b].Instrs {
			at := site{int32(b), int32(i)}
			in := f.x.in(at)
			switch {
			case in.Op == program.OpCall && is(in.Sym):
				direct = direct || slices.ContainsFunc(in.Args, func(a program.Ref) bool { return same(f, a) })
			case in.Op == program.OpMakeClosure:
				g := f.child(at, target{id: in.Sym}, frameCallback)
				if g == nil {
					continue
				}
				for _, at := range g.dynamicCalls() {
					if same(g, g.x.in(at).Args[0]) {
						closures = append(closures, in.Sym)
						break
					}
				}
			}
		}
	}
	return sorted(closures), direct
}

// dynamicCalls lists the calls of function values in a frame.
func (f *Frame) dynamicCalls() []site {
	var out []site
	for b := range f.x.Blocks {
		for i := range f.x.Blocks[b].Instrs {
			in := &f.x.Blocks[b].Instrs[i]
			if (in.Op == program.OpCall || in.Op == program.OpDefer) && in.Mode == program.CallDynamic {
				out = append(out, site{int32(b), int32(i)})
			}
		}
	}
	return out
}

// ID identifies the result of a call, as Origin.ID does.
func (c *Call) ID() string {
	o := Origin{Frame: c.Frame, reg: c.Frame.x.in(c.at).Dst, Sym: c.Sym}
	return o.ID()
}

// A Made is a call of code outside the program that makes something.
type Made struct {
	Call
	Live bool // something calls the function that it is in
}

// CallsOf lists the static calls in the program of functions that is says yes
// to, whoever comes there.
func (e *Engine) CallsOf(is func(sym string) bool) []Made {
	e.callersOf("")
	syms := make([]string, 0, 8)
	for sym := range e.callers {
		if e.funcs[sym] == nil && is(sym) {
			syms = append(syms, sym)
		}
	}
	slices.Sort(syms)
	var out []Made
	for _, sym := range syms {
		for _, c := range e.callers[sym] {
			f := e.free(c.x)
			out = append(out, Made{Call: Call{Frame: f, Sym: sym, Pos: c.x.in(c.at).Pos, at: c.at}, Live: e.live(c.x.ID)})
		}
	}
	return out
}

// CallsAt lists the calls that are written at one of the places.
func (e *Engine) CallsAt(places []program.Pos) []Call {
	var out []Call
	for _, id := range e.ids {
		f := e.funcs[id]
		for b := range f.Blocks {
			for i := range f.Blocks[b].Instrs {
				if in := &f.Blocks[b].Instrs[i]; in.Op == program.OpCall && slices.Contains(places, in.Pos) {
					out = append(out, Call{Frame: e.free(e.fn(id)), Sym: in.Sym, Pos: in.Pos, at: site{int32(b), int32(i)}})
				}
			}
		}
	}
	return out
}

// CallsThrough lists the calls in the program of a method of an interface.
func (e *Engine) CallsThrough(method string) []Made {
	var out []Made
	for _, id := range e.ids {
		if _, ok := slices.BinarySearch(e.funcs[id].Calls, method); !ok {
			continue
		}
		x := e.fn(id)
		for b := range x.Blocks {
			for i := range x.Blocks[b].Instrs {
				if in := &x.Blocks[b].Instrs[i]; in.Op == program.OpCall && in.Mode == program.CallInvoke && in.Sym == method {
					out = append(out, Made{Call: Call{Frame: e.free(x), Sym: method, Pos: in.Pos, at: site{int32(b), int32(i)}}, Live: e.live(id)})
				}
			}
		}
	}
	return out
}

// live reports whether something that runs can call a function: whether there is
// a way to it from what is called at start-up, or what is kept as a value.
func (e *Engine) live(id string) bool {
	if e.alive == nil {
		e.alive = map[string]bool{}
		var queue []string
		mark := func(id string) {
			if e.funcs[id] != nil && !e.alive[id] {
				e.alive[id] = true
				queue = append(queue, id)
			}
		}
		for _, id := range e.ids {
			if f := e.funcs[id]; f.Name == "main" || f.Name == "init" || strings.HasPrefix(f.Name, "init#") || e.isInit(id) {
				mark(id)
			}
		}
		for len(queue) > 0 {
			x := e.fn(queue[len(queue)-1])
			queue = queue[:len(queue)-1]
			for b := range x.Blocks {
				for i := range x.Blocks[b].Instrs {
					e.liveFrom(x, site{int32(b), int32(i)}, mark)
				}
			}
		}
	}
	return e.alive[id]
}

func (e *Engine) isInit(id string) bool {
	f := e.funcs[id]
	return f != nil && e.inits[f.Pkg] == id
}

// liveFrom marks what an instruction can call, or hands on to be called.
func (e *Engine) liveFrom(x *fn, at site, mark func(string)) {
	in := x.in(at)
	for _, a := range in.Args {
		if c := x.constant(a); c != nil && c.Kind == program.ConstFunc {
			mark(c.S)
		}
	}
	switch in.Op {
	case program.OpMakeClosure, program.OpBoundMethod:
		mark(in.Sym)
	case program.OpMakeInterface: // whoever gets it may call its methods
		if t := e.typ(in.Type); t != nil {
			for _, m := range t.Methods {
				mark(m.ID)
			}
		}
	case program.OpCall, program.OpGo, program.OpDefer:
		if in.Mode == program.CallStatic {
			mark(in.Sym)
		}
	}
}
