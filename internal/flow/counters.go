package flow

import (
	"slices"
	"strings"

	"github.com/mcpvet/mcpvet/internal/program"
)

// Limits that a program makes itself: a number, or a time, that outlives the
// call, is compared with another one, and is changed in the call; or a channel
// with room for as many as may run at once.

// tallies reports whether a comparison is about what outlives the call and is
// changed in the same function.
func (x *fn) tallies(in *program.Instr) bool {
	for _, a := range in.Args[:2] {
		for _, l := range x.lasting(a, 6, map[program.Ref]bool{}) {
			if x.changes(l) {
				return true
			}
		}
	}
	return false
}

// lasting lists the places that outlive the call and that a value was computed
// from.
func (x *fn) lasting(r program.Ref, depth int, seen map[program.Ref]bool) []loc {
	in := x.def(r)
	if in == nil || depth == 0 || seen[r] {
		return nil
	}
	seen[r] = true
	var out []loc
	keep := func(ls []loc) {
		for _, l := range ls {
			if x.outlivesCall(l.root) && l.path != "" || l.root.global != "" {
				out = append(out, l)
			}
		}
	}
	switch in.Op {
	case program.OpLoad:
		keep(x.loc(in.Args[0]))
		if d := x.def(in.Args[0]); d != nil && d.Op == program.OpAlloc {
			for _, a := range x.stores[root{reg: in.Args[0]}] {
				out = append(out, x.lasting(x.in(a.at).Args[a.op], depth-1, seen)...)
			}
		}
	case program.OpLookup:
		keep(below(x.loc(in.Args[0]), anyElem))
	case program.OpCall:
		if in.Mode == program.CallBuiltin || x.e.funcs[in.Sym] == nil {
			if strings.Contains(in.Sym, "sync/atomic") {
				keep(x.loc(in.Args[0]))
			}
			for _, a := range in.Args {
				out = append(out, x.lasting(a, depth-1, seen)...)
			}
		}
	case program.OpBinOp, program.OpConvert, program.OpExtract, program.OpPhi, program.OpField, program.OpUnOp:
		for _, a := range in.Args {
			out = append(out, x.lasting(a, depth-1, seen)...)
		}
	}
	return out
}

// outlivesCall reports whether memory was there before the function was called:
// what a parameter or a captured variable refers to.
func (x *fn) outlivesCall(r root) bool {
	if r.global != "" {
		return true
	}
	return r.reg > 0 && x.wasThere(r.reg, 4)
}

// wasThere reports whether a pointer is to what was there before: a parameter,
// a captured variable, or what a map or a function has that keeps it.
func (x *fn) wasThere(r program.Ref, depth int) bool {
	in := x.def(r)
	if in == nil {
		return r > 0
	}
	if depth == 0 {
		return false
	}
	switch in.Op {
	case program.OpLookup:
		return true
	case program.OpLoad:
		if d := x.def(in.Args[0]); d != nil && d.Op == program.OpAlloc { // a result, in a function that defers
			return slices.ContainsFunc(x.stores[root{reg: in.Args[0]}], func(a access) bool {
				v := x.in(a.at).Args[a.op]
				return x.def(v) != nil && x.wasThere(v, depth-1)
			})
		}
		return x.wasThere(in.Args[0], depth-1)
	case program.OpExtract, program.OpTypeAssert:
		return x.wasThere(in.Args[0], depth-1)
	case program.OpFieldAddr, program.OpIndexAddr:
		return x.wasThere(in.Args[0], depth-1)
	case program.OpPhi:
		return slices.ContainsFunc(in.Args, func(a program.Ref) bool { return x.wasThere(a, depth-1) })
	case program.OpCall:
		if in.Mode == program.CallInvoke || in.Mode == program.CallBuiltin {
			return false
		}
		g := x.e.fn(in.Sym)
		if g == nil { // sync.Map, a cache: it is found by a key
			return isMethod(in.Sym) && len(in.Args) > 1 && x.wasThere(in.Args[0], depth-1)
		}
		for b := range g.Blocks {
			blk := &g.Blocks[b]
			if n := len(blk.Instrs); n > 0 && blk.Instrs[n-1].Op == program.OpReturn && len(blk.Instrs[n-1].Args) > 0 {
				if a := blk.Instrs[n-1].Args[0]; g.def(a) != nil && g.wasThere(a, depth-1) {
					return true
				}
			}
		}
	}
	return false
}

// changes reports whether the function stores to a place, or to one below or
// above it.
func (x *fn) changes(l loc) bool {
	for _, a := range x.stores[l.root] {
		if _, ok := read(a.loc.path, l.path); ok {
			return true
		}
	}
	for _, a := range x.passes[l.root] { // an atomic operation changes it
		if in := x.in(a.at); in.Op == program.OpCall && strings.Contains(in.Sym, "sync/atomic") && !strings.HasSuffix(in.Sym, ".Load") {
			return true
		}
	}
	return false
}

// fullSelect reports whether a select sends to a channel with room for a number,
// and goes on otherwise: a limit on how many run at once.
func (j *Judge) fullSelect(f *Frame, in *program.Instr) bool {
	for i := 0; i+1 < len(in.Args); i += 2 {
		if in.Args[i+1] != 0 && f.bounded(in.Args[i]) {
			return true
		}
	}
	return false
}

// bounded reports whether a channel was made with room for a number, by whoever
// made it before the call.
func (f *Frame) bounded(ch program.Ref) bool {
	for _, o := range f.Origins(ch) {
		if o.Kind != OriginNew || o.Frame == nil || o.Frame.OfEntry() || f.calledBy(o.Frame.x) {
			continue
		}
		if d := o.Frame.x.def(o.reg); d != nil && d.Op == program.OpMakeChan && len(d.Args) > 0 {
			if c := o.Frame.x.constant(d.Args[0]); c == nil || c.I > 0 {
				return true
			}
		}
	}
	return false
}
