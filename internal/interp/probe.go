package interp

import (
	"github.com/mcpvet/mcpvet/internal/program"
)

// A Probe evaluates single values of a function on demand, in the state that
// start-up code has left: what a handler looks up by what was bound to it.
type Probe struct {
	fr      *frame
	globals map[string]*Object
	defs    map[program.Ref]*program.Instr
	probing map[program.Ref]bool
}

// probeSteps bounds the calls that one value takes.
const probeSteps = 20_000

// Probe returns a probe of a function that serves what is registered, and whose
// captured variables are bound; nil if its body is not in the program.
func (m *Machine) Probe(r *Registration, fn *Func) *Probe { return m.probe(r.globals, fn) }

func (m *Machine) probe(globals map[string]*Object, fn *Func) *Probe {
	f := m.world.funcs[fn.ID]
	if f == nil {
		return nil
	}
	fr := &frame{m: m, f: f, regs: make([]Value, f.Regs+1), typeArgs: fn.TypeArgs}
	fr.arm = &fr.base
	args := m.unknownArgs(f)
	if fn.Recv != nil && f.Recv && len(args) > 0 {
		args[0] = fn.Recv
	}
	for i, a := range args {
		fr.regs[i+1] = a
	}
	for i, b := range fn.Bindings {
		if k := len(f.Params) + i + 1; k < len(fr.regs) {
			fr.regs[k] = b
		}
	}
	p := &Probe{fr: fr, globals: globals, defs: map[program.Ref]*program.Instr{}, probing: map[program.Ref]bool{}}
	for b := range f.Blocks {
		for i := range f.Blocks[b].Instrs {
			if in := &f.Blocks[b].Instrs[i]; in.Dst != 0 {
				p.defs[in.Dst] = in
			}
		}
	}
	return p
}

// Value returns what the operand can be, unknown if that takes more than
// reading and looking up: what the function itself stores is not seen, and a
// function that can register something is not called.
func (p *Probe) Value(r program.Ref) Value {
	p.fr.m.asked.Lock()
	defer p.fr.m.asked.Unlock()
	return p.value(r)
}

func (p *Probe) value(r program.Ref) Value {
	if r <= 0 {
		return p.fr.get(r)
	}
	if v := p.fr.regs[r]; v != nil {
		return v
	}
	p.fr.regs[r] = p.eval(r)
	return p.fr.regs[r]
}

func (p *Probe) eval(r program.Ref) Value {
	in := p.defs[r]
	if in == nil || p.probing[r] {
		return unknown("a value that depends on itself")
	}
	p.probing[r] = true
	defer delete(p.probing, r)
	switch in.Op {
	case program.OpPhi:
		vs := make([]Value, len(in.Args))
		for i, a := range in.Args {
			vs[i] = p.value(a)
		}
		return choose(vs...)
	case program.OpCall:
		if !p.callable(in) {
			return unknown("the result of " + in.Sym)
		}
	case program.OpLoad, program.OpFieldAddr, program.OpField, program.OpIndexAddr, program.OpIndex, program.OpLookup, program.OpExtract,
		program.OpBinOp, program.OpConvert, program.OpChangeInterface, program.OpTypeAssert, program.OpMakeInterface:
	default:
		return unknown("a value that the call makes")
	}
	informed := false
	for _, a := range in.Args {
		informed = informs(p.value(a)) || informed
	}
	if in.Op == program.OpCall && !informed {
		return unknown("the result of " + in.Sym)
	}
	m := p.fr.m
	steps, until, exhausted, globals := m.steps, m.until, m.Events.Exhausted, m.globals
	m.until, m.globals = m.steps+probeSteps, p.globals
	returns := p.fr.step(in)
	// what a handler looks up is no part of the evaluation of start-up code
	m.steps, m.until, m.Events.Exhausted, m.globals = steps, until, exhausted, globals
	if v := p.fr.regs[r]; returns && v != nil {
		return v
	}
	return unknown("the result of a call that does not return")
}

// callable reports whether a call is to a function of the program that only
// looks something up, as far as its calls tell.
func (p *Probe) callable(in *program.Instr) bool {
	m := p.fr.m
	if in.Mode == program.CallInvoke {
		return true // to what the receiver is, or to nothing
	}
	return in.Mode == program.CallStatic && m.world.funcs[in.Sym] != nil && !m.world.Models.Func(in.Sym).Registers() && !m.world.Reaches(in.Sym)
}

// Wrap returns what a function that wraps handlers makes of the handler of a
// registration; unknown if it is not in the program.
func (m *Machine) Wrap(r *Registration, wrapper, handler Value) Value {
	return m.applied(r.globals, wrapper, handler)
}

// applied returns what a function makes of arguments, with the variables of a
// run that is over; unknown if it is not in the program.
func (m *Machine) applied(vars map[string]*Object, fn Value, args ...Value) Value {
	f, ok := Plain(fn).(*Func)
	if !ok {
		return unknown("a function that is not known")
	}
	m.asked.Lock()
	defer m.asked.Unlock()
	steps, until, exhausted, globals := m.steps, m.until, m.Events.Exhausted, m.globals
	m.until, m.globals = m.steps+probeSteps, vars
	v := m.apply(f, args, program.Instr{})
	m.steps, m.until, m.Events.Exhausted, m.globals = steps, until, exhausted, globals
	return v
}
