package taint

import (
	"slices"

	"github.com/mcpvet/mcpvet/internal/passes/controls"
	"github.com/mcpvet/mcpvet/internal/program"
)

// recovers reports whether a body, or what a request passes before it, stops
// panics.
func (r *Resolver) recovers(b controls.Body) bool {
	return r.deferred(b.ID) || slices.ContainsFunc(b.Before, func(c controls.Control) bool { return r.deferred(c.Func.ID) })
}

// deferred reports whether a function defers one that recovers.
func (r *Resolver) deferred(id string) bool {
	f := r.w.Func(id)
	if f == nil {
		return false
	}
	made := map[program.Ref]string{}
	for _, b := range f.Blocks {
		for _, in := range b.Instrs {
			switch in.Op {
			case program.OpMakeClosure:
				made[in.Dst] = in.Sym
			case program.OpDefer:
				if r.stops(in.Sym) {
					return true
				}
				for _, a := range in.Args {
					if a < 0 && r.stops(f.Consts[-a-1].S) || a > 0 && r.stops(made[a]) {
						return true
					}
				}
			}
		}
	}
	return false
}

// stops reports whether a function calls recover.
func (r *Resolver) stops(id string) bool {
	f := r.w.Func(id)
	return f != nil && slices.ContainsFunc(f.Blocks, func(b program.Block) bool {
		return slices.ContainsFunc(b.Instrs, func(in program.Instr) bool {
			return in.Op == program.OpCall && in.Mode == program.CallBuiltin && in.Sym == "recover"
		})
	})
}
