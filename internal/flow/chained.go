package flow

import "github.com/mcpvet/mcpvet/internal/program"

// maxChained bounds the functions that hand on what others return.
const maxChained = 4

// returnsParam returns which of its parameters a function returns itself, from
// 1, as methods that are called in a chain do with their receiver; 0 if it has
// another result on some way. It looks at the code alone: the places of a
// function are not known yet when its callers ask, as it may call itself.
func (e *Engine) returnsParam(id string, depth int) program.Ref {
	f := e.funcs[id]
	if f == nil || f.Results != 1 || depth == 0 {
		return 0
	}
	if p, ok := e.chained[id]; ok {
		return p
	}
	p := e.findReturned(f, depth)
	if depth == maxChained { // the same whoever asks first
		e.chained[id] = p
	}
	return p
}

func (e *Engine) findReturned(f *program.Func, depth int) program.Ref {
	var found program.Ref
	for b := range f.Blocks {
		instrs := f.Blocks[b].Instrs
		if len(instrs) == 0 {
			continue
		}
		ret := &instrs[len(instrs)-1]
		if ret.Op != program.OpReturn || len(ret.Args) == 0 {
			continue
		}
		r := ret.Args[0]
		if call := callOf(f, r); call != nil && call.Mode == program.CallStatic {
			p := e.returnsParam(call.Sym, depth-1)
			if p == 0 || int(p) > len(call.Args) {
				return 0
			}
			r = call.Args[p-1]
		}
		if r < 1 || int(r) > len(f.Params) || found != 0 && found != r {
			return 0
		}
		found = r
	}
	if found == 0 || f.Params[found-1].Type == "" || f.Params[found-1].Type[0] != '*' {
		return 0 // a copy of it
	}
	return found
}

// callOf returns the call that a register has the result of.
func callOf(f *program.Func, r program.Ref) *program.Instr {
	if int(r) <= len(f.Params)+f.FreeVars {
		return nil
	}
	for b := range f.Blocks {
		for i := range f.Blocks[b].Instrs {
			if in := &f.Blocks[b].Instrs[i]; in.Dst == r {
				if in.Op == program.OpCall {
					return in
				}
				return nil
			}
		}
	}
	return nil
}
