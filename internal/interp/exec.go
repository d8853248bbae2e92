package interp

import (
	"slices"

	"github.com/mcpvet/mcpvet/internal/program"
)

// A frame is one activation of a function.
type frame struct {
	m        *Machine
	f        *program.Func
	regs     []Value
	typeArgs map[string]string
	results  []Value // joined over the returns reached
	returned bool
	loops    map[int32]*loop // by header: the loops that are being run
	active   map[int32]int   // undecided branches being run, by block
	defers   []func()
	base     *arm // the arm of the call
	arm      *arm // that of the block that is being run
}

// maxRecursions bounds how often a function calls itself, all told, below one
// call from elsewhere: a walk over a tree of unknown shape has no end.
const maxRecursions = 64

// loop is the state of a loop since control entered it.
type loop struct {
	turns     int
	decided   []int32 // exits whose condition was decided each time
	undecided []int32 // the other exits that were met
	open      bool    // all are undecided: values of another turn are alternatives
}

// known reports whether the loop ends by itself, as far as it has run.
func (l *loop) known() bool { return len(l.decided) > 0 }

// exit notes whether the condition of the exit at block b was decided. Where
// that of the header is not decided any more, the known elements of a list or
// map have been visited, and what may follow is a loop of its own.
func (l *loop) exit(b, header int32, decided bool) {
	i := slices.Index(l.decided, b)
	switch {
	case decided:
		if i < 0 && !l.open && !slices.Contains(l.undecided, b) {
			l.decided = append(l.decided, b)
		}
		return
	case i < 0:
	case b == header:
		l.decided = nil
	default:
		l.decided = slices.Delete(l.decided, i, i+1)
	}
	if !slices.Contains(l.undecided, b) {
		l.undecided = append(l.undecided, b)
	}
	if !l.open && !l.known() {
		l.open, l.turns = true, 0
	}
}

// maxTurns bounds the turns of a loop that ends by itself, and openTurns
// those of any other, and those beyond the known elements of a list or map
// that may have more: what a body adds shows in the first two.
const (
	maxTurns  = 3000
	openTurns = 2
)

// arrival is how control came to a block: the values of its phis.
type arrival struct {
	pred int32
	phis []Value
	arm  *arm
}

// call runs f; at is where it is called.
func (m *Machine) call(f *program.Func, args, bindings []Value, typeArgs map[string]string, at program.Pos) Value {
	if len(m.stack) >= m.limits.Depth || m.steps >= m.until {
		m.exhausted()
		return m.unknownResults(f.Results, "the evaluation of "+f.Name+" was cut off")
	}
	recursive := 0
	for _, fr := range m.stack {
		if fr.f == f {
			recursive++
		}
	}
	if recursive == 0 {
		m.again[f] = 0
	} else if m.again[f]++; recursive >= 3 || m.again[f] > maxRecursions || !slices.ContainsFunc(args, informs) {
		return m.unknownResults(f.Results, f.Name+" is recursive")
	}
	m.ran[f.ID] = true
	fr := &frame{m: m, f: f, regs: make([]Value, f.Regs+1), typeArgs: typeArgs, loops: map[int32]*loop{}, active: map[int32]int{}}
	fr.base = &arm{}
	if n := len(m.stack); n > 0 {
		caller := m.stack[n-1].arm
		fr.base = &arm{mode: caller.mode, inTool: caller.inTool || caller.tool != ""}
	}
	fr.arm = fr.base
	for i := range f.Params {
		if i < len(args) {
			fr.regs[i+1] = args[i]
		} else {
			fr.regs[i+1] = unknown("an argument that the call does not give")
		}
	}
	for i, b := range bindings {
		fr.regs[len(f.Params)+i+1] = b
	}
	m.stack = append(m.stack, fr)
	m.callSites = append(m.callSites, at)
	regions := len(m.regions)
	fr.exec(flow{0: {{pred: program.NoBlock, arm: fr.base}}}, nil)
	m.regions = m.regions[:regions]
	for i := len(fr.defers) - 1; i >= 0; i-- {
		fr.defers[i]()
	}
	m.stack = m.stack[:len(m.stack)-1]
	m.callSites = m.callSites[:len(m.callSites)-1]
	switch {
	case f.Results == 0:
		return &Tuple{}
	case !fr.returned:
		return m.unknownResults(f.Results, f.Name+" does not return")
	case f.Results == 1:
		return fr.results[0]
	}
	return &Tuple{Vs: fr.results}
}

// exhausted notes that a limit was hit; below a root that can't reach a
// registration nothing is lost.
func (m *Machine) exhausted() {
	if len(m.stack) > 0 && m.world.Reaches(m.stack[0].f.ID) {
		m.Events.Exhausted = true
	}
}

// informs reports whether an argument says anything: a recursive call without
// such arguments only repeats what the first one did.
func informs(v Value) bool {
	switch v := Plain(v).(type) {
	case *Unknown, *Text, *Ptr, Nil:
		return false
	case *Opaque:
		return v.Server == nil
	}
	return true
}

func (m *Machine) unknownResults(n int, reason string) Value {
	if n == 1 {
		return unknown(reason)
	}
	t := &Tuple{Vs: make([]Value, n)}
	for i := range t.Vs {
		t.Vs[i] = unknown(reason)
	}
	return t
}

// flow is where control is: blocks to run, with how control came to each.
type flow map[int32][]arrival

// arrive notes that control came to b. Ways over the same edge, on the same
// arm, are one: a loop that may end in each of its turns gives many.
func (f flow) arrive(b int32, as []arrival) {
	old := f[b]
	if len(old) == 0 {
		f[b] = as
		return
	}
next:
	for _, a := range as {
		for i := range old {
			if o := &old[i]; o.pred == a.pred && o.arm == a.arm {
				if len(a.phis) > 0 {
					phis := make([]Value, len(a.phis))
					for k := range phis {
						phis[k] = join(o.phis[k], a.phis[k])
					}
					o.phis = phis
				}
				continue next
			}
		}
		old = append(old, a)
	}
	f[b] = old
}

// exec runs the blocks that are pending until control is only at stops, and
// returns how it got there. Blocks run in reverse postorder, so that ways that
// meet are joined before they go on, and a loop ends before what follows it.
func (fr *frame) exec(pending flow, stops map[int32]bool) flow {
	out := flow{}
	for b, as := range pending {
		if stops[b] {
			out[b] = as
			delete(pending, b)
		}
	}
	arrive := func(b int32, as ...arrival) {
		if stops[b] {
			out.arrive(b, as)
		} else {
			pending.arrive(b, as)
		}
	}
	for len(pending) > 0 {
		if fr.m.steps > fr.m.until {
			fr.m.exhausted()
			return flow{}
		}
		b := fr.first(pending)
		froms := pending[b]
		delete(pending, b)
		blk := &fr.f.Blocks[b]
		if blk.Loop == b && !fr.turn(b, froms) {
			continue
		}
		fr.enter(b, froms)
		last := fr.body(blk)
		if last == nil {
			continue
		}
		switch last.Op {
		case program.OpIf:
			for to, as := range fr.branch(b, blk, last, pending, stops) {
				arrive(to, as...)
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

// first returns the pending block that comes first in reverse postorder.
func (fr *frame) first(pending flow) int32 {
	best := program.NoBlock
	for b := range pending {
		if best == program.NoBlock || fr.f.Blocks[b].Order < fr.f.Blocks[best].Order {
			best = b
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

// turn notes that control enters the header of a loop; false when the loop
// has been followed far enough.
func (fr *frame) turn(header int32, froms []arrival) bool {
	l := fr.loops[header]
	entered := slices.ContainsFunc(froms, func(a arrival) bool {
		return a.pred == program.NoBlock || !fr.f.InLoop(a.pred, header)
	})
	if l == nil || entered {
		fr.loops[header] = &loop{}
		return true
	}
	l.turns++
	if l.known() {
		return l.turns <= maxTurns
	}
	return l.turns <= openTurns
}

// leave computes the phis of to for the edge from b. They are computed now,
// because another path may compute the same registers again before the join.
func (fr *frame) leave(b, to int32) arrival {
	a := arrival{pred: b, arm: fr.arm}
	blk := &fr.f.Blocks[to]
	idx := -1
	for i, p := range blk.Preds {
		if p == b {
			idx = i
			break
		}
	}
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

// enter sets the phis of b from the arrivals.
func (fr *frame) enter(b int32, froms []arrival) {
	blk := &fr.f.Blocks[b]
	fr.arm = froms[0].arm
	for _, a := range froms {
		if a.arm != fr.arm { // ways of different arms meet here
			fr.arm = fr.base
		}
	}
	for i := range blk.Instrs {
		in := &blk.Instrs[i]
		if in.Op != program.OpPhi {
			return
		}
		var v Value
		for _, a := range froms {
			if i < len(a.phis) {
				v = join(v, a.phis[i])
			}
		}
		if l := fr.loops[b]; l != nil && l.open && l.turns > 0 {
			v = join(fr.regs[in.Dst], v)
		}
		fr.regs[in.Dst] = v
	}
}

// branch decides an If and returns where control goes on. Where the condition
// is not known it runs both arms up to the block where they join, or to one
// that waits for control from elsewhere.
func (fr *frame) branch(b int32, blk *program.Block, in *program.Instr, pending flow, stops map[int32]bool) flow {
	t, e := blk.Succs[0], blk.Succs[1]
	cond := fr.get(in.Args[0])
	l := fr.loops[blk.Loop]
	if known, ok := AsBool(cond); ok {
		if blk.Exit >= 0 && l != nil {
			l.exit(b, blk.Loop, true)
		}
		to := e
		if known {
			to = t
		}
		return flow{to: {fr.leave(b, to)}}
	}
	if blk.Exit >= 0 && l != nil {
		l.exit(b, blk.Loop, false)
		if l.open && l.turns >= openTurns {
			to := blk.Succs[blk.Exit]
			return flow{to: {fr.leave(b, to)}}
		}
	}
	if blk.Exit < 0 && (l == nil || !l.known()) && fr.active[b] >= openTurns {
		return nil // both ways come back here: nothing new
	}
	fr.active[b]++
	defer func() { fr.active[b]-- }()
	inner := make(map[int32]bool, len(stops)+len(pending)+1)
	for s := range stops {
		inner[s] = true
	}
	for s := range pending {
		inner[s] = true
	}
	if blk.IPDom != program.NoBlock {
		inner[blk.IPDom] = true
	}
	arms := flow{}
	for _, to := range []int32{t, e} {
		a := fr.leave(b, to)
		a.arm = fr.armFor(cond, to == t, in.Pos)
		arms[to] = append(arms[to], a)
	}
	defer fr.m.region()()
	return fr.exec(arms, inner)
}

func (fr *frame) ret(in *program.Instr) {
	for i, a := range in.Args {
		v := withPos(fr.get(a), in.Pos)
		if i < len(fr.results) {
			fr.results[i] = join(fr.results[i], v)
		} else {
			fr.results = append(fr.results, v)
		}
	}
	fr.returned = true
}

// get returns the value of an operand.
func (fr *frame) get(r program.Ref) Value {
	switch {
	case r > 0:
		if v := fr.regs[r]; v != nil {
			return v
		}
		return unknown("a value from a path that was not taken")
	case r < 0:
		return fr.constant(&fr.f.Consts[-r-1])
	}
	return nil
}

func (fr *frame) constant(c *program.Const) Value {
	switch c.Kind {
	case program.ConstNil:
		return Nil{}
	case program.ConstString:
		return str(c.S)
	case program.ConstBool:
		return boolean(c.I != 0)
	case program.ConstInt:
		return integer(c.I)
	case program.ConstFloat:
		return &Const{V: c.F}
	case program.ConstZero:
		return fr.m.zero(program.Zero(c.I), fr.subst(c.Type))
	case program.ConstFunc:
		return &Func{ID: c.S, TypeArgs: fr.typeArgsOf(c.S, c.TypeArgs), called: new(bool)}
	case program.ConstGlobal:
		g := fr.m.global(c.S)
		if g.Type == "" {
			g.Type = c.Type
			if t := fr.m.world.Type(c.Type); t != nil && t.Kind == program.KindStruct {
				g.Kind = program.ZeroStruct
			}
		}
		return &Ptr{Obj: g}
	}
	return unknown(c.S)
}

func (fr *frame) subst(t string) string { return program.Subst(t, fr.typeArgs) }

// typeArgsOf binds the type parameters of a generic function to the
// arguments of an instance.
func (fr *frame) typeArgsOf(id string, args []string) map[string]string {
	f := fr.m.world.funcs[id]
	if f == nil || len(args) == 0 {
		if f != nil && f.Parent != "" {
			return fr.typeArgs
		}
		return nil
	}
	out := make(map[string]string, len(args))
	for i, p := range f.TypeParams {
		if i < len(args) {
			out[p] = fr.subst(args[i])
		}
	}
	return out
}
