package flow

import (
	"strings"

	"github.com/mcpvet/mcpvet/internal/program"
)

// callArgs returns what is known of the arguments of a call of a function that
// somebody else has chosen: the receiver first, where there is one.
func (x *fn) callArgs(in *program.Instr) []*Sym {
	args := in.Args
	if in.Mode == program.CallDynamic {
		args = args[1:]
	}
	out := make([]*Sym, len(args))
	for i, a := range args {
		if s := x.sym(a); s.Kind != SymUnknown && s.nodes(maxArg) < maxArg {
			out[i] = s
		} else {
			out[i] = unknownSym
		}
	}
	return out
}

// maxArg bounds what is known of the argument of a function that somebody else
// has chosen.
const maxArg = 24

func argsKey(args []*Sym) string {
	var b strings.Builder
	for _, a := range args {
		b.WriteString(a.key())
		b.WriteByte(';')
	}
	return b.String()
}

// boundArgs returns what a user of a summary knows of values in which the
// parameters of the function stand. Where more than limit nodes come together,
// as recursion makes them grow, nothing is known.
func (e *Engine) boundArgs(s *sum, c *caller, in *program.Instr, args []*Sym, limit int) []*Sym {
	out := make([]*Sym, len(args))
	for i, a := range args {
		if a.deep(maxBound) { // a function that calls itself
			a = unknownSym
		}
		out[i] = a.bind(func(p *Sym) *Sym {
			switch {
			case c.use == useCallback && c.args != nil:
				k := int(p.N) - 1 - c.bound
				if k < 0 || k >= len(c.args) {
					return unknownSym
				}
				if p.Path == "" {
					return c.args[k]
				}
				return c.args[k].part(p.Path)
			case c.use != useCall || int(p.N)-1 >= len(in.Args):
				return unknownSym
			}
			q := *p
			q.N += int64(c.shift)
			if q.N < 1 || c.shift == 0 && in.Mode == program.CallDynamic && q.N == 1 {
				return unknownSym
			}
			return s.fn.argument(in.Args, &q, c.at, maxSym-1)
		})
		if out[i] != nil && out[i].nodes(limit) >= limit {
			out[i] = unknownSym
		}
	}
	return out
}
