package interp

import (
	"slices"

	"github.com/mcpvet/mcpvet/internal/program"
)

// A frame is one activation of a function.
type frame struct {
	m        *Machine
	f        *program.Func
	args     []Value
	regs     []Value
	typeArgs map[string]string
	results  []Value // joined over the returns reached
	returned bool
	loops    map[int32]*loop // by header: the loops that are being run
	active   map[int32]int   // undecided branches being run, by block
	stops    []int32         // by block: how many of the undecided branches being run end there; nil without one
	defers   []func()
	base     arm  // the arm of the call
	arm      *arm // that of the block that is being run
}

// maxRecursions bounds how often a function calls itself, all told, below one
// call from elsewhere: a walk over a tree of unknown shape has no end.
const maxRecursions = 64

// call runs f; at is where it is called.
func (m *Machine) call(f *program.Func, args, bindings []Value, typeArgs map[string]string, at program.Pos) Value {
	if len(m.stack) >= m.limits.Depth || m.steps >= m.until {
		m.exhausted()
		return m.unknownResults(f.Results, "the evaluation of "+f.Name+" was cut off")
	}
	recursive := 0
	var last *frame // of the same function
	for _, fr := range m.stack {
		if fr.f == f {
			recursive++
			last = fr
		}
	}
	if recursive == 0 {
		m.again[f] = 0
	} else if m.again[f]++; recursive >= 3 || m.again[f] > maxRecursions || !slices.ContainsFunc(args, informs) || last.covers(args) {
		return m.unknownResults(f.Results, f.Name+" is recursive")
	}
	if v, ok := m.repeats(f, args); ok {
		return v
	}
	m.ran[f.ID] = true
	from := m.steps
	fr := &frame{m: m, f: f, args: args, regs: m.registers(int(f.Regs) + 1), typeArgs: typeArgs}
	if n := len(m.stack); n > 0 {
		caller := m.stack[n-1].arm
		fr.base = arm{method: caller.method, inTool: caller.inTool || caller.tool != ""}
	}
	fr.arm = &fr.base
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
	fr.exec(flow{{block: 0, arrival: arrival{pred: program.NoBlock, arm: fr.arm}}})
	m.regions = m.regions[:regions]
	for i := len(fr.defers) - 1; i >= 0; i-- {
		fr.defers[i]()
	}
	m.release(fr.regs)
	m.stack = m.stack[:len(m.stack)-1]
	m.callSites = m.callSites[:len(m.callSites)-1]
	v := fr.result()
	m.took(f, args, m.steps-from, v)
	return v
}

// result returns what the call gives.
func (fr *frame) result() Value {
	switch {
	case fr.f.Results == 0:
		return &Tuple{}
	case !fr.returned:
		return fr.m.unknownResults(fr.f.Results, fr.f.Name+" does not return")
	case fr.f.Results == 1:
		return fr.results[0]
	}
	return &Tuple{Vs: fr.results}
}

// registerChunk is how many registers are allocated at once.
const registerChunk = 4096

// registers returns n registers, all nil, which release takes back: frames end
// in the reverse order of their beginning.
func (m *Machine) registers(n int) []Value {
	if len(m.regs)+n > cap(m.regs) {
		m.regs = make([]Value, 0, max(registerChunk, n))
	}
	from := len(m.regs)
	m.regs = m.regs[:from+n]
	return m.regs[from : from+n : from+n]
}

// release takes back the registers of the frame that ends.
func (m *Machine) release(regs []Value) {
	clear(regs)
	if n := len(m.regs) - len(regs); n >= 0 && &m.regs[n] == &regs[0] { // otherwise they are of an earlier chunk
		m.regs = m.regs[:n]
	}
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

// covers reports whether a call with other arguments would repeat what the
// frame does: what is known of them is the same.
func (fr *frame) covers(args []Value) bool {
	for i, a := range args {
		switch Plain(a).(type) {
		case *Unknown, *Text:
			continue
		}
		if i >= len(fr.args) || !same(a, fr.args[i]) {
			return false
		}
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
