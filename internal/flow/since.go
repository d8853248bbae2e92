package flow

import (
	"github.com/mcpvet/mcpvet/internal/program"
	"github.com/mcpvet/mcpvet/models"
)

// checkedSince returns the harm that a path can't do any more since its parts
// were checked after it had been joined.
func (s *sum) checkedSince(block int32, r program.Ref) Mask {
	x := s.fn
	in := x.def(r)
	if in != nil && in.Op == program.OpMakeInterface {
		in = x.def(in.Args[0])
	}
	if in == nil || in.Op != program.OpCall || in.Mode != program.CallStatic || in.Sym != "path/filepath.Join" && in.Sym != "path.Join" {
		return 0
	}
	gs := x.guardsIn()[block]
	if len(gs) == 0 {
		return 0
	}
	m := KindMask(models.KindPath)
	checked := false
	for _, a := range x.elements(in.Args[0]) {
		if s.stranger(a) {
			continue
		}
		checked = true
		m &= gs[x.key(a)].clears
	}
	if !checked {
		return 0
	}
	return m
}

// stranger reports whether a value is none of what the summary is about: a
// constant, a variable of the package, another parameter or a field of one, what
// a function returns that gets nothing but constants.
func (s *sum) stranger(r program.Ref) bool {
	x := s.fn
	for range maxDerived {
		if x.constant(r) != nil {
			return true
		}
		d := x.def(r)
		if d == nil {
			return r > 0 && r != s.key.ent.reg
		}
		switch d.Op {
		case program.OpLoad, program.OpField, program.OpFieldAddr, program.OpConvert:
			r = d.Args[0]
		case program.OpCall:
			if d.Mode != program.CallStatic || x.e.funcs[d.Sym] != nil || isMethod(d.Sym) {
				return false
			}
			for _, a := range d.Args {
				if x.constant(a) == nil {
					return false
				}
			}
			return true
		default:
			return false
		}
	}
	return false
}
