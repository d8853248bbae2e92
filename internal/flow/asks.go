package flow

import (
	"slices"

	"github.com/mcpvet/mcpvet/internal/program"
)

// Uses lists the methods that the function itself calls on the result of a
// call, sorted, and whether the result gets to other functions.
func (c *Call) Uses() (methods []string, elsewhere bool) {
	f := c.Frame
	dst := f.x.in(c.at).Dst
	if dst <= 0 {
		return nil, false
	}
	is := func(r program.Ref) bool {
		return r == dst || r > 0 && slices.ContainsFunc(f.Origins(r), func(o Origin) bool { return o.Kind == OriginCall && o.Frame == f && o.at == c.at })
	}
	for b := range f.x.Blocks {
		for i := range f.x.Blocks[b].Instrs {
			in := &f.x.Blocks[b].Instrs[i]
			switch in.Op {
			case program.OpCall, program.OpGo, program.OpDefer:
				for op, a := range in.Args {
					switch {
					case f.x.e.isValueRef(f.x, a) || !is(a):
					case op == 0 && in.Mode == program.CallStatic && isMethod(in.Sym) && f.e.funcs[in.Sym] == nil:
						methods = append(methods, methodName(in.Sym))
					default:
						elsewhere = true
					}
				}
			case program.OpReturn, program.OpMakeClosure, program.OpBoundMethod, program.OpSend, program.OpMapUpdate:
				elsewhere = elsewhere || slices.ContainsFunc(in.Args, is)
			case program.OpStore:
				if l := f.x.loc(in.Args[0]); is(in.Args[1]) && (len(l) != 1 || l[0].path != "" || f.x.def(l[0].root.reg) == nil) {
					elsewhere = true
				}
			}
		}
	}
	return sorted(methods), elsewhere
}

// isValueRef reports whether a register holds a string, a number or a boolean.
func (e *Engine) isValueRef(x *fn, r program.Ref) bool {
	in := x.def(r)
	return in != nil && in.Op != program.OpCall && in.Type != "" && e.isValue(in.Type)
}

// LeftUnused returns where the function calls one that makes a context, whose
// result it only asks and never hands on; ok is false if there is none.
func (f *Frame) LeftUnused(makes func(sym string) bool) (pos program.Pos, ok bool) {
	x := f.x
	for b := range x.Blocks {
		for i := range x.Blocks[b].Instrs {
			in := &x.Blocks[b].Instrs[i]
			if in.Op != program.OpCall || !makes(in.Sym) || in.Dst <= 0 {
				continue
			}
			unused := true
			for _, use := range x.uses[in.Dst] {
				if ext := x.in(use); ext.Op != program.OpExtract || ext.N == 0 && !x.onlyAsked(ext.Dst) {
					unused = false
				}
			}
			if unused {
				return in.Pos, true
			}
		}
	}
	return program.Pos{}, false
}

// onlyAsked reports whether nothing is done with a value but that its methods
// are called.
func (x *fn) onlyAsked(r program.Ref) bool {
	for _, use := range x.uses[r] {
		in := x.in(use)
		if in.Op != program.OpCall || in.Mode != program.CallInvoke || in.Args[0] != r || slices.Contains(in.Args[1:], r) {
			return false
		}
	}
	return true
}

// CallsAny reports whether the function, or a closure that it makes, calls a
// function that is one of those; inner says that only closures count.
func (f *Frame) CallsAny(is func(sym string) bool, inner bool) bool {
	if !inner && slices.ContainsFunc(f.x.Calls, is) {
		return true
	}
	for b := range f.x.Blocks {
		for i := range f.x.Blocks[b].Instrs {
			if in := &f.x.Blocks[b].Instrs[i]; in.Op == program.OpMakeClosure {
				if g := f.e.funcs[in.Sym]; g != nil && slices.ContainsFunc(g.Calls, is) {
					return true
				}
			}
		}
	}
	return false
}

// HandsTo lists the functions of the program that the frame hands to calls of
// functions that is says yes to: those that a timer calls.
func (f *Frame) HandsTo(is func(sym string) bool) []string {
	var out []string
	for b := range f.x.Blocks {
		for i := range f.x.Blocks[b].Instrs {
			at := site{int32(b), int32(i)}
			if in := f.x.in(at); in.Op == program.OpCall && in.Mode == program.CallStatic && is(in.Sym) {
				for _, g := range f.handedOn(at) {
					out = append(out, g.x.ID)
				}
			}
		}
	}
	return sorted(out)
}

// CallsValues reports whether a function of the program calls function values.
func (e *Engine) CallsValues(id string) bool {
	x := e.fn(id)
	return x != nil && len((&Frame{e: e, x: x}).dynamicCalls()) > 0
}

// Selects reports whether the function waits for the first of several things.
func (f *Frame) Selects() bool {
	for b := range f.x.Blocks {
		for i := range f.x.Blocks[b].Instrs {
			if in := &f.x.Blocks[b].Instrs[i]; in.Op == program.OpUnknown && in.Sym == program.Select {
				return true
			}
		}
	}
	return false
}

// Callees lists what a function of the program calls, by its id: static and
// interface callees, sorted.
func (e *Engine) Callees(id string) []string {
	if f := e.funcs[id]; f != nil {
		return f.Calls
	}
	return nil
}
