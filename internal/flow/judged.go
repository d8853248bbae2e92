package flow

import (
	"slices"
	"strings"

	"github.com/mcpvet/mcpvet/internal/program"
)

// What passes ask a judge, and of calls, besides what is in judge.go.

// Mark returns the mark of a value.
func (j *Judge) Mark(f *Frame, r program.Ref) Mark { return j.at(j.of(f), f, r) }

// Outcome returns how much what a function returns depends on what is asked.
func (j *Judge) Outcome(f *Frame) Grade {
	var g Grade
	for _, r := range j.of(f).ret {
		g = max(g, r.Answer)
	}
	return g
}

// BeforeFrame returns what stands before the call that led to a frame.
func (j *Judge) BeforeFrame(f *Frame) Guard {
	if f.caller == nil {
		return Guard{}
	}
	return j.guard(f.caller, f.at)
}

// LiveFrame reports whether a call of the tool gets to a frame.
func (j *Judge) LiveFrame(f *Frame) bool {
	return f.caller == nil || j.Live(&Call{Frame: f.caller, at: f.at})
}

// GateBehindFrame reports whether a gate comes behind the call that a frame is of.
func (j *Judge) GateBehindFrame(f *Frame) bool {
	return f.caller != nil && j.GateBehind(&Call{Frame: f.caller, at: f.at})
}

// Gates reports whether a function has a gate.
func (j *Judge) Gates(f *Frame) (pos program.Pos, ok bool) {
	for _, g := range j.gates(f, j.of(f), j.way(f)) {
		return g.pos, true
	}
	return pos, false
}

// Ignored returns where a function calls one whose result would say something,
// and does nothing with that.
func (j *Judge) Ignored(f *Frame) (pos program.Pos, sym string, ok bool) {
	x := f.x
	w := j.way(f)
	for b := range x.Blocks {
		if !w.live.has(int32(b)) {
			continue
		}
		for i := range x.Blocks[b].Instrs {
			in := &x.Blocks[b].Instrs[i]
			if in.Op != program.OpCall || in.Mode != program.CallStatic || j.e.funcs[in.Sym] == nil || !j.names[in.Sym] || x.used(in.Dst) {
				continue
			}
			kids, _ := f.calledAt(site{int32(b), int32(i)})
			if len(kids) == 1 && j.Outcome(kids[0]) == Decides && !j.effects(kids[0]) {
				return in.Pos, in.Sym, true
			}
		}
	}
	return pos, "", false
}

// effects reports whether a function does more than to answer: it stores to
// what was there before.
func (j *Judge) effects(f *Frame) bool {
	for r, list := range f.x.stores {
		if len(list) > 0 && f.x.outlivesCall(r) {
			return true
		}
	}
	return false
}

// used reports whether something is done with the result of a call.
func (x *fn) used(r program.Ref) bool {
	if r <= 0 {
		return false
	}
	return slices.ContainsFunc(x.uses[r], func(s site) bool {
		in := x.in(s)
		return in.Op != program.OpExtract || x.used(in.Dst)
	})
}

// ContextKey names the key that a value is read from a context with, or put
// there with; "" if it is not known.
func (c *Call) ContextKey() string {
	if args := c.Args(); len(args) > 1 {
		return c.Frame.x.contextKey(args[1])
	}
	return ""
}

// Constant returns the constant text of an operand of a call, the receiver
// first.
func (c *Call) Constant(i int) (string, bool) {
	if i >= len(c.Args()) {
		return "", false
	}
	return c.Frame.x.sym(c.Args()[i]).Text()
}

// Classes are the classes of the results of a call.
func (c *Call) Classes() string { return c.Frame.x.in(c.at).Class }

// Statically reports whether a call names the function.
func (c *Call) Statically() bool { return c.Frame.x.in(c.at).Mode == program.CallStatic }

// Parameter returns which parameter of the function a value is, -1 for none.
func (f *Frame) Parameter(r program.Ref) int {
	for range 6 {
		in := f.x.def(r)
		if in == nil {
			if i := int(r) - 1; i >= 0 && i < len(f.x.Params) {
				return i
			}
			return -1
		}
		switch in.Op {
		case program.OpConvert, program.OpMakeInterface, program.OpChangeInterface:
			r = in.Args[0]
		case program.OpLoad:
			st := f.x.stores[root{reg: in.Args[0]}]
			if d := f.x.def(in.Args[0]); d == nil || d.Op != program.OpAlloc || len(st) != 1 {
				return -1
			}
			r = f.x.in(st[0].at).Args[st[0].op]
		default:
			return -1
		}
	}
	return -1
}

// CallsTo lists the static calls of a function of the program.
func (e *Engine) CallsTo(id string) []Call {
	var out []Call
	for _, c := range e.callersOf(id) {
		if in := c.x.in(c.at); in.Op != program.OpBoundMethod {
			out = append(out, Call{Frame: e.free(c.x), Sym: id, Pos: in.Pos, at: c.at})
		}
	}
	return out
}

// Words lists the constant texts among the operands of a call, those in its
// variadic list included.
func (c *Call) Words() []string {
	var out []string
	x := c.Frame.x
	add := func(r program.Ref) {
		for range 2 {
			if in := x.def(r); in != nil && in.Op == program.OpMakeInterface {
				r = in.Args[0]
			}
		}
		if t := x.sym(r); t != nil {
			if text, ok := t.Text(); ok {
				out = append(out, text)
			}
		}
	}
	for _, a := range c.Args() {
		if els := x.elements(a); len(els) > 0 {
			for _, e := range els {
				add(e)
			}
			continue
		}
		add(a)
	}
	return out
}

// Operands lists the operands of a call, with the elements of its variadic list
// one by one.
func (c *Call) Operands() []program.Ref {
	var out []program.Ref
	for _, a := range c.Args() {
		if els := c.Frame.x.elements(a); len(els) > 0 {
			out = append(out, els...)
		} else {
			out = append(out, a)
		}
	}
	return out
}

// MadeBy returns the function whose call made the receiver of a call, "" if it
// is none.
func (c *Call) MadeBy() string {
	if len(c.Args()) == 0 {
		return ""
	}
	if d := c.Frame.x.def(c.Args()[0]); d != nil && d.Op == program.OpCall {
		return d.Sym
	}
	return ""
}

// UsedBy lists the functions that are called behind a call in its block.
func (c *Call) UsedBy() []string {
	var out []string
	blk := &c.Frame.x.Blocks[c.at.block]
	for i := int(c.at.index) + 1; i < len(blk.Instrs); i++ {
		if in := &blk.Instrs[i]; in.Op == program.OpCall || in.Op == program.OpDefer {
			out = append(out, in.Sym)
		}
	}
	return out
}

// GateBehind reports whether a gate comes behind a call, in the function that
// makes it or in those that lead to it.
func (j *Judge) GateBehind(c *Call) bool {
	f, at := c.Frame, c.at
	for {
		if j.names[f.x.ID] {
			for _, g := range j.gates(f, j.of(f), j.way(f)) {
				if g.block == at.block || f.x.follows(at.block, g.block) {
					return true
				}
			}
		}
		if f.caller == nil || f.kind == frameFree {
			return false
		}
		f, at = f.caller, f.at
	}
}

// Names reports whether a number is among the constants of a function.
func (f *Frame) Names(n int64) bool {
	return slices.ContainsFunc(f.x.Consts, func(c program.Const) bool { return c.Kind == program.ConstInt && c.I == n })
}

// Constant returns the constant text that a value is.
func (u Use) Constant() (string, bool) {
	f, r := u.Frame, u.Ref
	for range maxPassed {
		if s := f.x.sym(r); s != nil {
			if t, ok := s.Text(); ok {
				return t, true
			}
		}
		if f.x.def(r) != nil {
			return "", false
		}
		up, arg, _ := f.passer(r)
		if up == nil || up == f {
			return "", false
		}
		f, r = up, arg
	}
	return "", false
}

// JudgeLike is Judge for a question that is about the same functions as another
// one, which has been asked before.
func (e *Engine) JudgeLike(q, like *Question, en Entry) *Judge {
	return &Judge{e: e, q: q, en: en, names: e.touching(like), state: map[*Frame]*marks{}, memo: map[string]*marks{}, ways: map[string]*ways{}, let: map[*Frame]map[int32]int32{}, done: map[string]bool{}, settled: map[*Frame]bool{}, hits: map[hitKey]bool{}}
}

// Some reports whether some way through a function gets through.
func (j *Judge) Some(f *Frame) bool { return len(j.passing(f)) > 0 }

// An Exit is where a function returns.
type Exit struct {
	Pos    program.Pos
	Missed bool // a way there did not get through
	Fails  bool // it returns an error
}

// Exits lists where a function returns.
func (j *Judge) Exits(f *Frame) []Exit {
	missed, _ := j.Missed(f)
	w := j.way(f)
	var out []Exit
	for b := range f.x.Blocks {
		blk := &f.x.Blocks[b]
		n := len(blk.Instrs)
		if n == 0 || blk.Instrs[n-1].Op != program.OpReturn || !w.live.has(int32(b)) {
			continue
		}
		in := &blk.Instrs[n-1]
		out = append(out, Exit{Pos: in.Pos, Missed: slices.Contains(missed, in.Pos), Fails: f.x.fails(in, site{int32(b), int32(n - 1)})})
	}
	return out
}

// fails reports whether a function returns an error, or a result that is one by
// the name of what makes it.
func (x *fn) fails(ret *program.Instr, at site) bool {
	if len(ret.Args) == 0 {
		return false
	}
	last := x.result(ret.Args[len(ret.Args)-1], at)
	if x.constant(last) == nil && x.isNonNil(last, at.block) {
		return true
	}
	switch e := x.def(last); {
	case e == nil:
	case e.Op == program.OpMakeInterface, e.Op == program.OpCall && e.Class == string(program.ClassError) && e.Mode == program.CallStatic && x.e.funcs[e.Sym] == nil:
		return true
	case e.Op == program.OpLoad && x.constant(e.Args[0]) != nil:
		return true
	}
	d := x.def(x.result(ret.Args[0], at))
	if d != nil && d.Op == program.OpExtract {
		d = x.def(d.Args[0])
	}
	return d != nil && d.Op == program.OpCall && strings.Contains(strings.ToLower(methodName(d.Sym)), "err")
}

// Root makes the frame of an entry, nil for one that is not there.
func (e *Engine) Root(en Entry) *Frame {
	x := e.fn(en.Func)
	if x == nil {
		return nil
	}
	return &Frame{e: e, x: x, kind: frameEntry, sum: &sum{fn: x, bind: en.Binds, dead: x.deadOf(en)}}
}

// result returns what a return gives back: in a function that defers, what was
// put into the variable of the result.
func (x *fn) result(r program.Ref, at site) program.Ref {
	in := x.def(r)
	if in == nil || in.Op != program.OpLoad {
		return r
	}
	if d := x.def(in.Args[0]); d == nil || d.Op != program.OpAlloc {
		return r
	}
	for i := at.index - 1; i >= 0; i-- {
		if st := x.in(site{at.block, i}); st.Op == program.OpStore && st.Args[0] == in.Args[0] {
			return st.Args[1]
		}
	}
	return r
}

// Beside lists the calls in the block of a call, itself included: what makes the
// parts of a record stands beside what writes it.
func (c *Call) Beside() []Call {
	var out []Call
	blk := &c.Frame.x.Blocks[c.at.block]
	for i := range blk.Instrs {
		if in := &blk.Instrs[i]; in.Op == program.OpCall && in.Mode != program.CallBuiltin {
			out = append(out, Call{Frame: c.Frame, Sym: in.Sym, Pos: in.Pos, at: site{c.at.block, int32(i)}})
		}
	}
	return out
}

// FieldNames lists the fields that are stored in the struct that a value is, or
// points to.
func (f *Frame) FieldNames(r program.Ref) []string {
	for range 6 {
		in := f.x.def(r)
		if in == nil {
			return nil
		}
		switch in.Op {
		case program.OpConvert, program.OpMakeInterface, program.OpChangeInterface, program.OpLoad:
			r = in.Args[0]
			continue
		case program.OpAlloc:
			var out []string
			for _, a := range f.x.stores[root{reg: r}] {
				if step, _ := a.loc.path.cut(); strings.HasPrefix(step, ".") {
					out = append(out, step[1:])
				}
			}
			return out
		}
		return nil
	}
	return nil
}
