package flow

import (
	"slices"

	"github.com/mcpvet/mcpvet/internal/program"
)

// Loops over iterators. The body of such a loop is a function that the iterator
// calls with each element: it returns true to get the next one. Why it returned
// false it leaves in a variable, a number for each statement that leaves the
// loop, which is compared behind the call.

// sequence returns what it says of the elements of an iterator that a variable
// holds a number behind a loop over it: 0, no statement has left the loop, so
// that every element has passed the body; or, where is is false, none of those
// up to that number.
func (x *fn) sequence(r program.Ref, number int64, is bool) guards {
	load := x.def(r)
	if load == nil || load.Op != program.OpLoad || is && number != 0 {
		return nil
	}
	cell := x.def(load.Args[0])
	if cell == nil || cell.Op != program.OpAlloc {
		return nil
	}
	for _, at := range x.uses[cell.Dst] {
		made := x.in(at)
		if made.Op != program.OpMakeClosure {
			continue
		}
		body := x.e.fn(made.Sym)
		seq := x.iterator(made.Dst)
		if body == nil || seq == 0 || len(body.Params) != 1 {
			continue
		}
		free := 0
		for i, a := range made.Args {
			if a == cell.Dst {
				free = len(body.Params) + 1 + i
			}
		}
		last, ok := body.exits(program.Ref(free))
		if !ok || !is && number != last {
			continue
		}
		if g, ok := body.vouches(0, "true")["p1"]; ok {
			return guards{each + x.key(seq): g}
		}
	}
	return nil
}

// iterator returns the iterator that a body is passed to, or the list that it
// goes over.
func (x *fn) iterator(body program.Ref) program.Ref {
	for _, at := range x.uses[body] {
		call := x.in(at)
		if call.Op != program.OpCall || call.Mode != program.CallDynamic || len(call.Args) != 2 || call.Args[1] != body {
			continue
		}
		if d := x.def(call.Args[0]); d != nil && d.Op == program.OpCall && d.Sym == "slices.Values" {
			return d.Args[0]
		}
		return call.Args[0]
	}
	return 0
}

// justStored returns what is stored in a variable before a site of the same
// block, with no call in between.
func (x *fn) justStored(cell program.Ref, at site) program.Ref {
	for i := at.index - 1; i >= 0; i-- {
		in := x.in(site{at.block, i})
		switch {
		case in.Op == program.OpStore && in.Args[0] == cell:
			return in.Args[1]
		case in.Op == program.OpCall, in.Op == program.OpStore && x.def(in.Args[0]) == nil:
			return 0
		}
	}
	return 0
}

// leftFull reports whether a variable is not nil in a block that a statement
// leads to which has left a loop over an iterator: its body has stored nothing
// but what is not nil.
func (x *fn) leftFull(cell program.Ref, b int32, depth int) bool {
	preds := x.Blocks[b].Preds
	if d := x.def(cell); d == nil || d.Op != program.OpAlloc || len(preds) != 1 {
		return false
	}
	blk := &x.Blocks[preds[0]]
	last := len(blk.Instrs) - 1
	if last < 0 || blk.Instrs[last].Op != program.OpIf || blk.Succs[0] != b {
		return false
	}
	c := x.def(blk.Instrs[last].Args[0])
	if c == nil || c.Op != program.OpBinOp || c.Sym != "==" {
		return false
	}
	why := x.def(c.Args[0])
	k := x.constant(c.Args[1])
	if why == nil || why.Op != program.OpLoad || k == nil || k.Kind != program.ConstInt || k.I <= 0 {
		return false
	}
	for _, at := range x.uses[why.Args[0]] {
		made := x.in(at)
		body := x.e.fn(made.Sym)
		i := slices.Index(made.Args, cell)
		if made.Op != program.OpMakeClosure || body == nil || i < 0 || x.iterator(made.Dst) == 0 {
			continue
		}
		full := false
		for _, st := range body.stores[root{reg: program.Ref(len(body.Params) + 1 + i)}] {
			if _, may := body.isNil(body.in(st.at).Args[st.op], st.at.block, depth+1); may {
				return false
			}
			full = true
		}
		return full
	}
	return false
}

// exits returns the highest number that the body of a loop leaves in a
// variable when it returns false, and whether it always leaves one.
func (x *fn) exits(cell program.Ref) (int64, bool) {
	last := int64(0)
	for b := range x.Blocks {
		in := x.Blocks[b].Instrs
		if len(in) == 0 || in[len(in)-1].Op != program.OpReturn {
			continue
		}
		c := x.constant(in[len(in)-1].Args[0])
		if c == nil || c.Kind != program.ConstBool {
			return 0, false
		}
		if c.I != 0 {
			continue
		}
		left := int64(0)
		for i := range in {
			if in[i].Op == program.OpStore && in[i].Args[0] == cell {
				if v := x.constant(in[i].Args[1]); v != nil && v.Kind == program.ConstInt {
					left = v.I
				}
			}
		}
		if left <= 0 {
			return 0, false
		}
		last = max(last, left)
	}
	return last, last > 0
}
