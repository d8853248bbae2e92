package flow

import (
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
	return r.reg > 0 && x.def(r.reg) == nil
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
		if o.Kind != OriginNew || o.Frame == nil || o.Frame.OfEntry() {
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
