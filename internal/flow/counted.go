package flow

import (
	"slices"
	"strings"

	"github.com/mcpvet/mcpvet/internal/program"
)

// What a limit counts by, and how long what it counts by is there.

// A Use is a value in a frame.
type Use struct {
	Frame *Frame
	Ref   program.Ref
}

// Found lists where a frame asks what the question is about: calls, and
// comparisons with what is counted.
func (j *Judge) Found(f *Frame) []Hit {
	old, seen := j.Hits, j.hits
	j.Hits, j.hits = nil, map[hitKey]bool{}
	x, w := f.x, j.way(f)
	for b := range x.Blocks {
		if !w.live.has(int32(b)) {
			continue
		}
		for i := range x.Blocks[b].Instrs {
			in := &x.Blocks[b].Instrs[i]
			at := site{int32(b), int32(i)}
			switch {
			case in.Op == program.OpBinOp && j.q.Counters && isOrdering(in.Sym) && f.x.tallies(in):
				j.hit(Hit{Frame: f, Sym: in.Sym, Pos: in.Pos, Counter: true, at: at})
			case in.Op == program.OpSend && j.q.Counters && f.bounded(in.Args[0]),
				in.Op == program.OpUnknown && in.Sym == program.Select && j.q.Counters && j.fullSelect(f, in):
				j.hit(Hit{Frame: f, Sym: program.Select, Pos: in.Pos, Counter: true, at: at})
			case (in.Op == program.OpCall || in.Op == program.OpDefer) && in.Mode != program.CallBuiltin:
				_, syms := f.calledAt(at)
				for _, sym := range syms {
					if !j.q.Bases(sym, "", "") {
						continue
					}
					if c := (&Call{Frame: f, Sym: sym, Pos: in.Pos, at: at}); j.q.Base(c) != nil || j.q.Passes != nil && j.q.Passes(c) {
						j.hit(Hit{Frame: f, Sym: sym, Pos: in.Pos, Call: c, at: at})
					}
				}
			}
		}
	}
	out := j.Hits
	j.Hits, j.hits = old, seen
	return out
}

// Counted returns what is counted by: the keys that lead to a counter or a
// limiter, and the maps that it is kept in. A channel has none.
func (h *Hit) Counted() (keys, maps []Use) {
	k := &keyed{seen: map[searchKey]bool{}}
	in := h.Frame.x.in(h.at)
	switch {
	case h.Sym == program.Select && h.Counter:
	case h.Counter:
		for _, a := range in.Args[:2] {
			k.value(h.Frame, a, 0)
		}
	case h.Call != nil && len(in.Args) > 0:
		k.value(h.Frame, in.Args[0], 0)
	}
	return k.keys, k.maps
}

// keyed follows a value back to the maps and lists that it is taken from.
type keyed struct {
	seen       map[searchKey]bool
	keys, maps []Use
}

func (k *keyed) value(f *Frame, r program.Ref, depth int) {
	key := searchKey{f, r}
	if depth > maxCame/2 || k.seen[key] {
		return
	}
	k.seen[key] = true
	x := f.x
	in := x.def(r)
	if in == nil {
		if up, arg, _ := f.passer(r); up != nil && up != f {
			k.value(up, arg, depth+1)
		}
		return
	}
	switch in.Op {
	case program.OpLookup, program.OpIndexAddr, program.OpIndex:
		if c := x.constant(in.Args[1]); c == nil || c.Kind != program.ConstInt {
			k.keys = append(k.keys, Use{f, in.Args[1]})
			if in.Op == program.OpLookup {
				k.maps = append(k.maps, Use{f, in.Args[0]})
			}
		}
		k.value(f, in.Args[0], depth+1)
	case program.OpExtract:
		if t := x.def(in.Args[0]); t != nil && t.Op == program.OpCall {
			k.call(f, t, x.defs[in.Args[0]], int(in.N), depth)
			return
		}
		k.value(f, in.Args[0], depth+1)
	case program.OpCall:
		k.call(f, in, x.defs[r], 0, depth)
	case program.OpAlloc:
		for _, a := range x.stores[root{reg: r}] {
			k.value(f, x.in(a.at).Args[a.op], depth+1)
		}
	case program.OpPhi, program.OpLoad, program.OpConvert, program.OpTypeAssert, program.OpChangeInterface, program.OpMakeInterface,
		program.OpField, program.OpFieldAddr, program.OpBinOp, program.OpUnOp:
		for _, a := range in.Args {
			if a > 0 {
				k.value(f, a, depth+1)
			}
		}
	}
}

func (k *keyed) call(f *Frame, in *program.Instr, at site, result, depth int) {
	kids, syms := f.calledAt(at)
	for _, kid := range kids {
		kid.returns(result, func(a program.Ref) { k.value(kid, a, depth+1) })
	}
	if len(kids) > 0 || in.Mode == program.CallBuiltin {
		return
	}
	for _, sym := range syms {
		// What code outside the program keeps by a key: sync.Map, a cache.
		if isMethod(sym) && len(in.Args) >= 2 {
			k.value(f, in.Args[0], depth+1)
			if d := f.x.def(in.Args[1]); d != nil && d.Op == program.OpMakeInterface || f.e.isValueRef(f.x, in.Args[1]) || f.isText(in.Args[1]) {
				k.keys = append(k.keys, Use{f, in.Args[1]})
			}
			continue
		}
		for _, a := range in.Args { // time.Since(last)
			k.value(f, a, depth+1)
		}
	}
}

// Shrinks reports whether the program anywhere takes something out of a map
// that is kept in a field or a variable, or puts a new one in its place.
func (u Use) Shrinks() bool {
	e := u.Frame.e
	places := u.Frame.x.kept(u.Ref)
	if len(places) == 0 {
		return true // not known
	}
	found := false
	e.each(func(c edgeCall, in *program.Instr) {
		if found || in.Op != program.OpCall || in.Mode != program.CallBuiltin || in.Sym != "delete" && in.Sym != "clear" || len(in.Args) == 0 {
			return
		}
		found = slices.ContainsFunc(c.x.kept(in.Args[0]), func(p string) bool { return slices.Contains(places, p) })
	})
	if found {
		return true
	}
	for _, p := range places { // replaced as a whole, outside of what makes it
		n := 0
		stores, _ := e.globalStores(p)
		for _, st := range append(slices.Clone(e.storesOf(p)), stores...) {
			if v := st.x.in(st.at); len(v.Args) > 1 && st.x.def(v.Args[1]) != nil && st.x.def(v.Args[1]).Op == program.OpMakeMap {
				n++
			}
		}
		if n > 1 {
			return true
		}
	}
	return false
}

// Grows reports whether the function puts something into the map.
func (u Use) Grows() bool {
	places := u.Frame.x.kept(u.Ref)
	found := false
	u.Frame.e.each(func(c edgeCall, in *program.Instr) {
		if in.Op == program.OpMapUpdate && !found {
			found = slices.ContainsFunc(c.x.kept(in.Args[0]), func(p string) bool { return slices.Contains(places, p) })
		}
	})
	return found
}

// kept names the field or the global that a map is kept in.
func (x *fn) kept(r program.Ref) []string {
	in := x.def(r)
	if in == nil {
		return nil
	}
	switch in.Op {
	case program.OpLoad:
		if c := x.constant(in.Args[0]); c != nil && c.Kind == program.ConstGlobal {
			return []string{c.S}
		}
		return x.kept(in.Args[0])
	case program.OpFieldAddr, program.OpField:
		return []string{generic(in.Owner) + "." + in.Sym}
	case program.OpPhi:
		var out []string
		for _, a := range in.Args {
			out = append(out, x.kept(a)...)
		}
		return out
	}
	return nil
}

// BornInCall reports whether the receiver of a call is made anew for each call
// of the tool, and kept nowhere.
func (c *Call) BornInCall() bool {
	if len(c.Args()) == 0 {
		return false
	}
	origins := c.Frame.Origins(c.Args()[0])
	for i := range origins {
		o := &origins[i]
		if o.Frame == nil || !o.Frame.OfEntry() || o.Kind != OriginCall && o.Kind != OriginNew {
			return false
		}
		if o.Kind == OriginCall && (isMethod(o.Sym) || !strings.HasPrefix(methodName(o.Sym), "New")) {
			return false // it may keep what it gives
		}
		if o.Frame.x.keeps(o.reg, 3) {
			return false
		}
	}
	return len(origins) > 0
}

// Born returns where the receiver of a call is made.
func (c *Call) Born() program.Pos {
	for _, o := range c.Frame.Origins(c.Args()[0]) {
		if o.Pos.IsValid() {
			return o.Pos
		}
	}
	return c.Pos
}

// keeps reports whether a function puts a value somewhere, or hands it to what
// may: it is more than called and returned.
func (x *fn) keeps(r program.Ref, depth int) bool {
	return depth > 0 && slices.ContainsFunc(x.uses[r], func(s site) bool {
		in := x.in(s)
		switch in.Op {
		case program.OpMapUpdate, program.OpSend, program.OpMakeClosure:
			return true
		case program.OpStore:
			d := x.def(in.Args[0])
			return in.Args[1] == r && (d == nil || d.Op != program.OpAlloc)
		case program.OpCall, program.OpGo, program.OpDefer:
			return slices.Contains(in.Args[1:], r) || in.Mode == program.CallBuiltin || !isMethod(in.Sym) && slices.Contains(in.Args, r)
		case program.OpPhi, program.OpMakeInterface, program.OpConvert, program.OpChangeInterface:
			return x.keeps(in.Dst, depth-1)
		}
		return false
	})
}

// Made returns where a map that is kept in a field or a variable is made.
func (u Use) Made() program.Pos {
	for _, o := range u.Frame.Origins(u.Ref) {
		if o.Kind == OriginNew && o.Pos.IsValid() {
			return o.Pos
		}
	}
	return program.Pos{}
}

// IsNumber reports whether a value, or what was put into an interface for it, is
// a number, a boolean or a time.
func (f *Frame) IsNumber(r program.Ref) bool {
	in := f.x.def(r)
	return in != nil && in.Op == program.OpMakeInterface && f.e.isNumber(in.Type)
}

// isText reports whether a value is a parameter that is a text, or what a field
// or a call gives as one.
func (f *Frame) isText(r program.Ref) bool {
	in := f.x.def(r)
	if in == nil {
		i := int(r) - 1
		return i >= 0 && i < len(f.x.Params) && f.x.Params[i].Type == "string"
	}
	return in.Zero == program.ZeroString && (in.Op == program.OpLoad || in.Op == program.OpField || in.Op == program.OpExtract || in.Op == program.OpPhi) ||
		in.Op == program.OpCall && in.Class == string(program.ClassText)
}
