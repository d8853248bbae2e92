package flow

import (
	"slices"

	"github.com/mcpvet/mcpvet/internal/program"
)

// Functions of other code that a program keeps in variables and fields, mostly
// so that its tests can put others there: var command = exec.Command. A call of
// what such a place holds is a call of the function, if the program stores no
// other there.

// various stands for more than one function.
const various = "*"

// placeOf returns the key of the variable or the field that an address names.
func placeOf(f *program.Func, fields map[program.Ref]string, addr program.Ref) string {
	if addr < 0 {
		if c := &f.Consts[-addr-1]; c.Kind == program.ConstGlobal {
			return c.S
		}
		return ""
	}
	return fields[addr]
}

// standsFor finds what variables and fields hold one function of other code each.
func (e *Engine) standsFor() map[string]string {
	if e.standIns != nil {
		return e.standIns
	}
	e.standIns, e.storing = map[string]string{}, map[string][]string{}
	for _, id := range e.ids {
		f := e.funcs[id]
		var fields map[program.Ref]string
		for b := range f.Blocks {
			for i := range f.Blocks[b].Instrs {
				in := &f.Blocks[b].Instrs[i]
				switch in.Op {
				case program.OpFieldAddr:
					if fields == nil {
						fields = map[program.Ref]string{}
					}
					fields[in.Dst] = generic(in.Owner) + "." + in.Sym
				case program.OpStore:
					key := placeOf(f, fields, in.Args[0])
					if key == "" {
						continue
					}
					if in.Args[0] > 0 {
						if ids := e.storing[key]; len(ids) == 0 || ids[len(ids)-1] != id {
							e.storing[key] = append(ids, id)
						}
					}
					sym := various
					if v := in.Args[1]; v < 0 {
						if c := &f.Consts[-v-1]; c.Kind == program.ConstFunc && e.funcs[c.S] == nil && e.rows(c.S) != nil {
							sym = c.S
						}
					}
					if old, ok := e.standIns[key]; ok && old != sym {
						sym = various
					}
					e.standIns[key] = sym
				}
			}
		}
	}
	for key, sym := range e.standIns {
		if sym == various {
			delete(e.standIns, key)
		}
	}
	return e.standIns
}

// hasDynamic reports whether a function calls function values.
func hasDynamic(f *program.Func) bool {
	for b := range f.Blocks {
		for i := range f.Blocks[b].Instrs {
			switch in := &f.Blocks[b].Instrs[i]; in.Op {
			case program.OpCall, program.OpGo, program.OpDefer:
				if in.Mode == program.CallDynamic {
					return true
				}
			}
		}
	}
	return false
}

// called returns a function in which calls of what such a place holds name the
// function: the same one where there are none.
func (e *Engine) called(f *program.Func) *program.Func {
	held := e.standsFor()
	if len(held) == 0 || !hasDynamic(f) {
		return f
	}
	out := f
	fields, loads := map[program.Ref]string{}, map[program.Ref]string{}
	for b := range f.Blocks {
		for i := range f.Blocks[b].Instrs {
			in := &f.Blocks[b].Instrs[i]
			switch in.Op {
			case program.OpFieldAddr:
				fields[in.Dst] = generic(in.Owner) + "." + in.Sym
			case program.OpField:
				loads[in.Dst] = generic(in.Owner) + "." + in.Sym
			case program.OpLoad:
				if key := placeOf(f, fields, in.Args[0]); key != "" {
					loads[in.Dst] = key
				}
			case program.OpCall, program.OpGo, program.OpDefer:
				sym := ""
				if in.Mode == program.CallDynamic && len(in.Args) > 0 {
					sym = held[loads[in.Args[0]]]
				}
				if sym == "" {
					continue
				}
				if out == f { // which others share
					c := *f
					c.Blocks = slices.Clone(f.Blocks)
					out = &c
				}
				if &out.Blocks[b].Instrs[0] == &f.Blocks[b].Instrs[0] {
					out.Blocks[b].Instrs = slices.Clone(f.Blocks[b].Instrs)
				}
				call := &out.Blocks[b].Instrs[i]
				call.Mode, call.Sym, call.Args = program.CallStatic, sym, in.Args[1:]
				if len(in.ArgPos) > 0 {
					call.ArgPos = in.ArgPos[1:]
				}
			}
		}
	}
	return out
}
