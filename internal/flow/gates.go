package flow

import (
	"slices"

	"github.com/mcpvet/mcpvet/internal/program"
)

// Ways through a function, for a call of one tool, and the gates on them.

// ways are the edges that a call of the tool can take, and the blocks that it
// gets to.
type ways struct {
	live   set
	never  map[[2]int32]bool
	tables []Table
}

// A turnstile is a branch on an answer.
type turnstile struct {
	block int32
	grade Grade
	pos   program.Pos
}

// way returns the ways of a frame.
func (j *Judge) way(f *Frame) *ways {
	key := f.x.ID + mark + j.naming(f)
	if w := j.ways[key]; w != nil {
		return w
	}
	x := f.x
	w := &ways{never: map[[2]int32]bool{}}
	j.ways[key] = w
	for b := range x.Blocks {
		blk := &x.Blocks[b]
		n := len(blk.Instrs)
		if n == 0 || len(blk.Succs) != 2 || blk.Instrs[n-1].Op != program.OpIf {
			continue
		}
		if truth, ok := j.decide(f, blk.Instrs[n-1].Args[0], w, 4); ok {
			out := blk.Succs[0]
			if truth {
				out = blk.Succs[1]
			}
			w.never[[2]int32{int32(b), out}] = true
		}
	}
	w.live = w.from(x, 0, -1)
	w.live.add(0)
	for _, t := range w.tables {
		if !slices.ContainsFunc(j.Tables, func(o Table) bool { return o.Pos == t.Pos }) {
			j.Tables = append(j.Tables, t)
		}
	}
	return w
}

// from returns the blocks that can run from one on, itself included, without
// another.
func (w *ways) from(x *fn, b, without int32) set {
	seen := make(set, len(x.Blocks)/64+1)
	if b == without {
		return seen
	}
	seen.add(b)
	stack := []int32{b}
	for len(stack) > 0 {
		b := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		for _, s := range x.Blocks[b].Succs {
			if s != without && !seen.has(s) && !w.never[[2]int32{b, s}] {
				seen.add(s)
				stack = append(stack, s)
			}
		}
	}
	return seen
}

// gates lists the branches of a frame on answers.
func (j *Judge) gates(f *Frame, m *marks, w *ways) []turnstile {
	var out []turnstile
	for b := range f.x.Blocks {
		blk := &f.x.Blocks[b]
		n := len(blk.Instrs)
		if n == 0 || !w.live.has(int32(b)) || len(blk.Succs) != 2 || blk.Succs[0] == blk.Succs[1] || blk.Instrs[n-1].Op != program.OpIf {
			continue
		}
		cond := blk.Instrs[n-1].Args[0]
		if g := j.at(m, f, cond).Answer; g > Silent && !w.never[[2]int32{int32(b), blk.Succs[0]}] && !w.never[[2]int32{int32(b), blk.Succs[1]}] {
			pos := blk.Instrs[n-1].Pos
			if d := f.x.def(cond); d != nil && d.Pos.IsValid() {
				pos = d.Pos
			}
			out = append(out, turnstile{int32(b), g, pos})
		}
	}
	return out
}

// A Guard says what stands before a place.
type Guard struct {
	Grade    Grade
	Switched bool // it is there where a setting says so
	Waits    bool // it waits
	Pos      program.Pos
	Sym      string // function in which it is
	Depth    int    // of that function below the entry
	Beside   bool   // it runs beside the handler
}

// Before returns what stands before a call: in the function that makes it, or
// in those that lead to it.
func (j *Judge) Before(c *Call) Guard { return j.guard(c.Frame, c.at) }

func (j *Judge) guard(f *Frame, at site) Guard {
	var best Guard
	for {
		g := j.closed(f, at)
		for up := f; g.Grade > Silent && up != nil && !g.Beside; up = up.caller {
			g.Beside = up.Beside()
		}
		if g.Grade > best.Grade || g.Grade == best.Grade && best.Switched && !g.Switched {
			best = g
		}
		if f.caller == nil || f.kind == frameFree {
			return best
		}
		f, at = f.caller, f.at
	}
}

// Live reports whether a call of the tool gets to a call.
func (j *Judge) Live(c *Call) bool {
	f, at := c.Frame, c.at
	for {
		if !j.way(f).live.has(at.block) {
			return false
		}
		if f.caller == nil || f.kind == frameFree {
			return true
		}
		f, at = f.caller, f.at
	}
}

// closed returns what stands before a site in its function.
func (j *Judge) closed(f *Frame, at site) Guard {
	if !j.names[f.x.ID] && !j.marked(f) {
		return Guard{}
	}
	m, w := j.of(f), j.way(f)
	if !w.live.has(at.block) {
		return Guard{}
	}
	gates := j.gates(f, m, w)
	waits := j.passing(f)
	if len(gates) == 0 && len(waits) == 0 {
		return Guard{}
	}
	for _, least := range []Grade{Decides, Present} {
		for _, switched := range []bool{false, true} {
			if pos, ok := j.shut(f, w, gates, waits, at, least, switched); ok {
				return Guard{Grade: least, Switched: switched, Pos: pos, Sym: f.x.Name, Waits: len(waits) > 0, Depth: f.depth}
			}
		}
	}
	return Guard{}
}

func (j *Judge) marked(f *Frame) bool {
	for i := range f.x.Params {
		if j.param(f, i) != (Mark{}) {
			return true
		}
	}
	return false
}

// shut reports whether a site is not reached but through gates of a grade.
func (j *Judge) shut(f *Frame, w *ways, gates []turnstile, waits map[int32]int32, at site, least Grade, switched bool) (program.Pos, bool) {
	x := f.x
	cut := map[[2]int32]bool{}
	var pos program.Pos
	for _, g := range gates {
		if g.grade < least {
			continue
		}
		succs := x.Blocks[g.block].Succs
		for i, s := range succs {
			if o := succs[1-i]; w.from(x, s, g.block).has(at.block) && !w.from(x, o, g.block).has(at.block) {
				cut[[2]int32{g.block, s}] = true
				pos = g.pos
			}
		}
	}
	for b, i := range waits {
		if b == at.block && at.index <= i {
			continue
		}
		if b == at.block {
			return x.Blocks[b].Instrs[i].Pos, true
		}
		for _, s := range x.Blocks[b].Succs {
			cut[[2]int32{b, s}] = true
		}
		if !pos.IsValid() {
			pos = x.Blocks[b].Instrs[i].Pos
		}
	}
	if len(cut) == 0 {
		return pos, false
	}
	if switched {
		j.cutSwitches(f, w, cut, at)
	}
	return pos, !j.open(f, w, cut, at)
}

// open reports whether a site is reached without the edges that are cut.
func (j *Judge) open(f *Frame, w *ways, cut map[[2]int32]bool, at site) bool {
	seen := make(set, len(f.x.Blocks)/64+1)
	seen.add(0)
	stack := []int32{0}
	for len(stack) > 0 {
		b := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if b == at.block {
			return true
		}
		for _, s := range f.x.Blocks[b].Succs {
			if e := [2]int32{b, s}; !seen.has(s) && !cut[e] && !w.never[e] {
				seen.add(s)
				stack = append(stack, s)
			}
		}
	}
	return false
}

// cutSwitches takes off the ways that a setting opens around the gates: where
// it is off, or nothing is configured.
func (j *Judge) cutSwitches(f *Frame, w *ways, cut map[[2]int32]bool, at site) {
	x := f.x
	for b := range x.Blocks {
		blk := &x.Blocks[b]
		n := len(blk.Instrs)
		if n == 0 || len(blk.Succs) != 2 || blk.Instrs[n-1].Op != program.OpIf || !x.configured(blk.Instrs[n-1].Args[0]) {
			continue
		}
		for i, s := range blk.Succs {
			// One way leads around the gates, and the other to them.
			o := blk.Succs[1-i]
			e := [2]int32{int32(b), s}
			if cut[e] || !w.from(x, o, -1).has(at.block) {
				continue
			}
			if j.openFrom(x, w, cut, s, at) && !j.openFrom(x, w, cut, o, at) {
				cut[e] = true
			}
		}
	}
}

func (j *Judge) openFrom(x *fn, w *ways, cut map[[2]int32]bool, from int32, at site) bool {
	seen := make(set, len(x.Blocks)/64+1)
	seen.add(from)
	stack := []int32{from}
	for len(stack) > 0 {
		b := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if b == at.block {
			return true
		}
		for _, s := range x.Blocks[b].Succs {
			if e := [2]int32{b, s}; !seen.has(s) && !cut[e] && !w.never[e] {
				seen.add(s)
				stack = append(stack, s)
			}
		}
	}
	return false
}

// configured reports whether a condition is a setting, or asks whether
// something was set up.
func (x *fn) configured(r program.Ref) bool {
	if x.isSwitch(r, maxTrust) {
		return true
	}
	in := x.def(r)
	if in == nil || in.Op != program.OpBinOp || in.Sym != "==" && in.Sym != "!=" {
		return false
	}
	for i, a := range in.Args[:2] {
		c := x.constant(in.Args[1-i])
		if c != nil && (c.Kind == program.ConstNil || c.Kind == program.ConstString && c.S == "" || c.Kind == program.ConstInt && c.I == 0) && x.isSetting(a, maxTrust) {
			return true
		}
	}
	return false
}

// passing returns, by block, the first instruction behind which all runs that a
// call lets through.
func (j *Judge) passing(f *Frame) map[int32]int32 {
	if j.q.Passes == nil && !j.q.Counters {
		return nil
	}
	if out, ok := j.let[f]; ok {
		return out
	}
	out := map[int32]int32{}
	defer func() { j.let[f] = out }()
	w := j.way(f)
	for b := range f.x.Blocks {
		if !w.live.has(int32(b)) {
			continue
		}
		for i := range f.x.Blocks[b].Instrs {
			if j.passes(f, site{int32(b), int32(i)}) {
				out[int32(b)] = int32(i)
				break
			}
		}
	}
	return out
}

// passes reports whether what runs after a site was let through there.
func (j *Judge) passes(f *Frame, at site) bool {
	in := f.x.in(at)
	if in.Op == program.OpSend && j.q.Counters && f.bounded(in.Args[0]) {
		j.hit(Hit{Frame: f, Sym: "send", Pos: in.Pos, Counter: true, at: at})
		return true
	}
	if in.Op == program.OpUnknown && in.Sym == program.Select && j.q.Counters && len(in.Args) > 0 && in.Args[0] != 0 && in.Args[1] != 0 && f.bounded(in.Args[0]) && !j.fullSelect(f, in) {
		return false
	}
	if in.Op == program.OpSend && j.q.Passes != nil && !j.q.Counters && len(in.Args) > 1 && j.at(j.of(f), f, in.Args[1]).Data {
		j.hit(Hit{Frame: f, Sym: "send", Pos: in.Pos, at: at})
		return true
	}
	if in.Op != program.OpCall && in.Op != program.OpDefer && (in.Op != program.OpGo || j.q.Counters) || in.Mode == program.CallBuiltin || j.q.Passes == nil {
		return false
	}
	if in.Mode == program.CallStatic && j.e.funcs[in.Sym] == nil && !j.q.Bases(in.Sym, "", "") {
		return false
	}
	if in.Mode == program.CallStatic && j.e.funcs[in.Sym] != nil && !j.names[in.Sym] {
		return false
	}
	kids, syms := f.calledAt(at)
	for _, sym := range syms {
		c := &Call{Frame: f, Sym: sym, Pos: in.Pos, Defer: in.Op == program.OpDefer, at: at}
		if j.q.Bases(sym, "", "") && j.q.Passes(c) {
			j.hit(Hit{Frame: f, Sym: sym, Pos: in.Pos, Call: c, at: at})
			return true
		}
	}
	return len(kids) > 0 && !slices.ContainsFunc(kids, func(k *Frame) bool { return !j.names[k.x.ID] || !j.always(k) })
}

// always reports whether every way through a function gets through.
func (j *Judge) always(f *Frame) bool {
	if f.depth > maxJudged || f.judging {
		return false
	}
	key := f.x.ID + mark + j.of(f).sig
	if ok, known := j.done[key]; known {
		return ok
	}
	f.judging = true
	defer func() { f.judging = false }()
	_, ok := j.Missed(f)
	j.done[key] = ok
	return ok
}

// Missed returns where a function returns without having got through; ok is
// true where it never does.
func (j *Judge) Missed(f *Frame) (at []program.Pos, ok bool) {
	w := j.way(f)
	waits := j.passing(f)
	cut := map[[2]int32]bool{}
	for b := range waits {
		for _, s := range f.x.Blocks[b].Succs {
			cut[[2]int32{b, s}] = true
		}
	}
	returns := 0
	for b := range f.x.Blocks {
		blk := &f.x.Blocks[b]
		n := len(blk.Instrs)
		if n == 0 || blk.Instrs[n-1].Op != program.OpReturn || !w.live.has(int32(b)) {
			continue
		}
		returns++
		if _, here := waits[int32(b)]; here {
			continue
		}
		if j.open(f, w, cut, site{int32(b), int32(n - 1)}) {
			at = append(at, blk.Instrs[n-1].Pos)
		}
	}
	return at, len(at) == 0 && returns > 0
}
