package requests

import (
	"slices"
	"strings"

	"github.com/mcpvet/mcpvet/internal/program"
)

// LooksAtAudience reports whether the program looks anywhere at whom a token was
// issued for: by a field, a function or a text that names it.
func (res *Result) LooksAtAudience() bool {
	return slices.ContainsFunc(res.World.Packages(), func(p *program.Package) bool {
		for _, f := range p.Funcs {
			if slices.ContainsFunc(f.Calls, speaksOfAudience) || slices.ContainsFunc(f.Consts, func(c program.Const) bool {
				return c.Kind == program.ConstString && (c.S == "aud" || speaksOfAudience(c.S))
			}) {
				return true
			}
			for b := range f.Blocks {
				if slices.ContainsFunc(f.Blocks[b].Instrs, func(in program.Instr) bool {
					return (in.Op == program.OpField || in.Op == program.OpFieldAddr || in.Op == program.OpCall) && speaksOfAudience(in.Sym)
				}) {
					return true
				}
			}
		}
		return false
	})
}

func speaksOfAudience(name string) bool { return strings.Contains(strings.ToLower(name), "audience") }
