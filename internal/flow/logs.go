package flow

import "github.com/mcpvet/mcpvet/internal/program"

// maxRecord bounds the steps from a part of a log record to the call that
// writes it.
const maxRecord = 8

// writer returns the function that writes the record which a call made a part
// of: the next one of a chain, or the one that gets it in its variadic list.
func (x *fn) writer(r program.Ref, steps int) string {
	if r <= 0 || steps == 0 {
		return ""
	}
	last := ""
	for _, at := range x.uses[r] {
		in := x.in(at)
		switch in.Op {
		case program.OpCall:
			if w := x.writer(in.Dst, steps-1); w != "" && in.Class == string(program.ClassOther) {
				return w
			}
			last = in.Sym
		case program.OpStore:
			if a := x.def(in.Args[0]); in.Args[1] == r && a != nil && a.Op == program.OpIndexAddr {
				for _, use := range x.uses[a.Args[0]] {
					if s := x.in(use); s.Op == program.OpSlice {
						last = x.writer(s.Dst, steps-1)
					}
				}
			}
		case program.OpMakeInterface, program.OpPhi, program.OpConvert:
			last = x.writer(in.Dst, steps-1)
		}
	}
	return last
}
