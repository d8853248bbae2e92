package flow

import (
	"github.com/mcpvet/mcpvet/internal/program"
	"github.com/mcpvet/mcpvet/models"
)

// maxGuess bounds how far a value is followed back to what it is made of.
const maxGuess = 8

// guessable reports whether whoever calls a tool can tell a value: it is made of
// constants and of what he sends himself. What a receiver or a variable of a
// package holds he does not know, nor what a function makes that is not followed.
func (f *Frame) guessable(r program.Ref, depth int) bool {
	if depth == 0 {
		return false
	}
	if c := f.x.constant(r); c != nil {
		return c.Kind != program.ConstGlobal && c.Kind != program.ConstFunc
	}
	in := f.x.def(r)
	if in == nil {
		if i := int(r) - 1; f.kind == frameEntry {
			return i >= 0 && i < len(f.x.Params) && !(f.x.Recv && i == 0)
		}
		up, arg, _ := f.passer(r)
		return up != nil && up != f && up.guessable(arg, depth-1)
	}
	switch in.Op {
	case program.OpConvert, program.OpChangeInterface, program.OpMakeInterface, program.OpSlice, program.OpField, program.OpFieldAddr, program.OpTypeAssert:
		return f.guessable(in.Args[0], depth-1)
	case program.OpLoad:
		d := f.x.def(in.Args[0])
		return d != nil && (d.Op == program.OpFieldAddr || d.Op == program.OpAlloc) && f.guessable(in.Args[0], depth-1)
	case program.OpAlloc: // a local variable
		stores := f.x.stores[root{reg: r}]
		for _, a := range stores {
			if !f.guessable(f.x.in(a.at).Args[a.op], depth-1) {
				return false
			}
		}
		return len(stores) > 0
	case program.OpCall:
		// What acts on nothing outside makes the same of the same; without anything
		// to make it of, it is the time or chance.
		parts, err := models.ParseFunc(in.Sym)
		return err == nil && in.Mode == program.CallStatic && len(in.Args) > 0 && f.e.models.Local(parts.Package) && f.allGuessable(in.Args, depth-1)
	case program.OpBinOp, program.OpPhi:
		return f.allGuessable(in.Args, depth-1)
	}
	return false
}

func (f *Frame) allGuessable(args []program.Ref, depth int) bool {
	for _, a := range args {
		if !f.guessable(a, depth) {
			return false
		}
	}
	return true
}
