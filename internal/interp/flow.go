package interp

import (
	"slices"

	"github.com/mcpvet/mcpvet/internal/program"
)

// arrival is how control came to a block: the values of its phis.
type arrival struct {
	pred int32
	phis []Value
	arm  *arm
}

// A way is a block to run, with how control came to it.
type way struct {
	block int32
	arrival
	more []arrival // further arrivals
}

// flow is where control is: one way for each block. There are few at a time.
type flow []way

// find returns the index of the way to b, or -1.
func (f flow) find(b int32) int {
	for i := range f {
		if f[i].block == b {
			return i
		}
	}
	return -1
}

// arrive notes that control came to b. Arrivals over the same edge, on the
// same arm, are one: a loop that may end in each of its turns gives many.
func (f *flow) arrive(b int32, a arrival) {
	i := f.find(b)
	if i < 0 {
		*f = append(*f, way{block: b, arrival: a})
		return
	}
	w := &(*f)[i]
	if w.merge(a) {
		return
	}
	for i := range w.more {
		if w.more[i].merge(a) {
			return
		}
	}
	w.more = append(w.more, a)
}

// merge joins another arrival over the same edge; false when it is over
// another one.
func (a *arrival) merge(b arrival) bool {
	if a.pred != b.pred || a.arm != b.arm {
		return false
	}
	if len(b.phis) > 0 {
		phis := make([]Value, len(b.phis))
		for i := range phis {
			phis[i] = join(a.phis[i], b.phis[i])
		}
		a.phis = phis
	}
	return true
}

// stopped reports whether control waits at b for ways from elsewhere.
func (fr *frame) stopped(b int32) bool { return fr.stops != nil && fr.stops[b] > 0 }

// exec runs the blocks that are pending until control is only at blocks that
// stop it, and returns how it got there. Blocks run in reverse postorder, so
// that ways that meet are joined before they go on, and a loop ends before
// what follows it.
func (fr *frame) exec(start flow) flow {
	var pending, out flow
	arrive := func(b int32, a arrival) {
		if fr.stopped(b) {
			out.arrive(b, a)
		} else {
			pending.arrive(b, a)
		}
	}
	arriveAll := func(f flow) {
		for i := range f {
			arrive(f[i].block, f[i].arrival)
			for _, a := range f[i].more {
				arrive(f[i].block, a)
			}
		}
	}
	arriveAll(start)
	for len(pending) > 0 {
		if fr.m.steps > fr.m.until {
			fr.m.exhausted()
			return nil
		}
		i := fr.first(pending)
		w := pending[i]
		pending = slices.Delete(pending, i, i+1)
		b := w.block
		blk := &fr.f.Blocks[b]
		if blk.Loop == b && !fr.turn(&w) {
			continue
		}
		fr.enter(&w)
		last := fr.body(blk)
		if last == nil {
			continue
		}
		switch last.Op {
		case program.OpIf:
			to, cond, both := fr.branch(b, blk, last)
			if to != program.NoBlock {
				arrive(to, fr.leave(b, to))
			}
			if both {
				arriveAll(fr.fork(b, blk, last, cond, pending))
			}
		case program.OpReturn:
			fr.ret(last)
		case program.OpPanic:
		default:
			if last.Op != program.OpJump && !fr.step(last) {
				continue
			}
			if len(blk.Succs) == 1 {
				arrive(blk.Succs[0], fr.leave(b, blk.Succs[0]))
			}
		}
	}
	return out
}

// first returns the index of the block that comes first in reverse postorder.
func (fr *frame) first(pending flow) int {
	best := 0
	for i := 1; i < len(pending); i++ {
		if fr.f.Blocks[pending[i].block].Order < fr.f.Blocks[pending[best].block].Order {
			best = i
		}
	}
	return best
}

// body runs the instructions of a block but the last one, which it returns;
// nil when one of them does not return.
func (fr *frame) body(blk *program.Block) *program.Instr {
	n := len(blk.Instrs)
	if n == 0 {
		return nil
	}
	for i := range blk.Instrs[:n-1] {
		in := &blk.Instrs[i]
		if in.Op == program.OpPhi {
			continue
		}
		fr.m.steps++
		if !fr.step(in) {
			return nil
		}
	}
	fr.m.steps++
	return &blk.Instrs[n-1]
}

// leave computes the phis of to for the edge from b. They are computed now,
// because another path may compute the same registers again before the join.
func (fr *frame) leave(b, to int32) arrival {
	a := arrival{pred: b, arm: fr.arm}
	blk := &fr.f.Blocks[to]
	idx := slices.Index(blk.Preds, b)
	for i := range blk.Instrs {
		in := &blk.Instrs[i]
		if in.Op != program.OpPhi {
			break
		}
		if idx >= 0 && idx < len(in.Args) {
			a.phis = append(a.phis, withPos(fr.get(in.Args[idx]), in.Pos))
		} else {
			a.phis = append(a.phis, unknown("a merge without a path"))
		}
	}
	return a
}

// enter sets the phis of a block from the arrivals.
func (fr *frame) enter(w *way) {
	blk := &fr.f.Blocks[w.block]
	fr.arm = w.arm
	for _, a := range w.more {
		if a.arm != w.arm { // ways of different arms meet here
			fr.arm = &fr.base
		}
	}
	for i := range blk.Instrs {
		in := &blk.Instrs[i]
		if in.Op != program.OpPhi {
			return
		}
		var v joiner
		if l := fr.loops[w.block]; l != nil && l.open && l.turns > 0 {
			v.add(fr.regs[in.Dst])
		}
		if i < len(w.phis) {
			v.add(w.phis[i])
		}
		for _, a := range w.more {
			if i < len(a.phis) {
				v.add(a.phis[i])
			}
		}
		fr.regs[in.Dst] = v.value()
	}
}

// branch decides an If: where control goes on, or NoBlock. Where the condition
// is not known and tells something new, both arms are to be run.
func (fr *frame) branch(b int32, blk *program.Block, in *program.Instr) (to int32, cond Value, both bool) {
	cond = fr.get(in.Args[0])
	l := fr.loops[blk.Loop]
	if known, ok := AsBool(cond); ok {
		if blk.Exit >= 0 && l != nil {
			l.exit(b, blk.Loop, true)
		}
		if known {
			return blk.Succs[0], cond, false
		}
		return blk.Succs[1], cond, false
	}
	if blk.Exit >= 0 && l != nil {
		l.exit(b, blk.Loop, false)
		if l.open && l.turns >= openTurns {
			return blk.Succs[blk.Exit], cond, false
		}
	}
	// otherwise both ways come back here: nothing new
	both = blk.Exit >= 0 || l != nil && l.known() || fr.active[b] < openTurns
	return program.NoBlock, cond, both
}

// fork runs both arms of an undecided branch up to the block where they join,
// or to one that waits for control from elsewhere.
func (fr *frame) fork(b int32, blk *program.Block, in *program.Instr, cond Value, pending flow) flow {
	if fr.active == nil {
		fr.active = map[int32]int{}
		fr.stops = make([]int32, len(fr.f.Blocks))
	}
	fr.active[b]++
	fr.demands(blk, cond)
	for i := range pending {
		fr.stops[pending[i].block]++
	}
	if blk.IPDom != program.NoBlock {
		fr.stops[blk.IPDom]++
	}
	var arms flow
	for i, to := range blk.Succs {
		a := fr.leave(b, to)
		a.arm = fr.armFor(cond, i == 0, in.Pos)
		arms.arrive(to, a)
	}
	end := fr.m.region()
	out := fr.exec(arms)
	end()
	if blk.IPDom != program.NoBlock {
		fr.stops[blk.IPDom]--
	}
	for i := range pending {
		fr.stops[pending[i].block]--
	}
	fr.active[b]--
	return out
}
