package flow

import (
	"slices"
	"strings"

	"github.com/mcpvet/mcpvet/internal/program"
)

// maxSettings bounds the calls through which a command is followed to where
// its fields are set.
const maxSettings = 3

// settings returns what is stored in the fields of what a register refers to,
// in the function and in those that it passes it to: the SysProcAttr of a Cmd.
// It is nil if nothing is.
func (x *fn) settings(r program.Ref) *Sym { return x.settingsAt(r, maxSettings) }

func (x *fn) settingsAt(r program.Ref, depth int) *Sym {
	ls := x.loc(r)
	if len(ls) != 1 || ls[0].path != "" || ls[0].root.reg == 0 || depth == 0 {
		return nil
	}
	out := &Sym{Kind: SymStruct}
	add := func(name string, v *Sym) {
		out.Kids = append(slices.DeleteFunc(out.Kids, func(k *Sym) bool { return k.S == name }), &Sym{Kind: SymField, S: name, Kids: []*Sym{v}})
	}
	for _, s := range x.stores[ls[0].root] {
		step, rest := s.loc.path.cut()
		if name, ok := strings.CutPrefix(step, "."); ok && rest == "" {
			add(name, x.sym(x.in(s.at).Args[s.op]))
		}
	}
	for _, p := range x.passes[ls[0].root] {
		in := x.in(p.at)
		callee := x.e.fn(in.Sym)
		if in.Op != program.OpCall || in.Mode != program.CallStatic || callee == nil || callee == x || p.loc.path != "" || int(p.op) >= len(callee.Params) {
			continue
		}
		if inner := callee.settingsAt(program.Ref(p.op+1), depth-1); inner != nil {
			for _, k := range inner.Kids {
				add(k.S, k.Kids[0].bind(func(*Sym) *Sym { return unknownSym }))
			}
		}
	}
	if len(out.Kids) == 0 {
		return nil
	}
	return out
}

// made returns where the call is that made what a register refers to.
func (x *fn) made(r program.Ref) program.Pos {
	ls := x.loc(r)
	if len(ls) != 1 || ls[0].path != "" {
		return program.Pos{}
	}
	if d := x.def(ls[0].root.reg); d != nil && d.Op == program.OpCall {
		return d.Pos
	}
	return program.Pos{}
}
