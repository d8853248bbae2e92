package flow

import (
	"strconv"

	"github.com/mcpvet/mcpvet/internal/program"
	"github.com/mcpvet/mcpvet/models"
)

// Recursion that a number ends: f(n-1) until n is 0, or f(i+1, n) until i is n.

var depthRow = &models.Sink{Kind: models.KindDepth}

// A selfCall is a call of a function in its own body; operand i is parameter
// i - shift.
type selfCall struct {
	at    site
	shift int
}

// selfCalls lists the calls of a function in its own body.
func (x *fn) selfCalls() []selfCall {
	if x.selfs != nil {
		return *x.selfs
	}
	out := []selfCall{}
	for b := range x.Blocks {
		for i := range x.Blocks[b].Instrs {
			at := site{int32(b), int32(i)}
			in := x.in(at)
			if in.Op != program.OpCall && in.Op != program.OpGo || in.Mode == program.CallBuiltin || in.Mode == program.CallStatic && in.Sym != x.ID {
				continue
			}
			for _, t := range x.e.targets(x.alone(), at).list {
				if t.id == x.ID {
					out = append(out, selfCall{at, t.shift})
				}
			}
		}
	}
	x.selfs = &out
	return out
}

// depthSinks notes a number that a recursion ends at.
func (e *Engine) depthSinks(s *sum, at site, op int, p path, src *Source, m Mask, tr *trace) {
	x := s.fn
	in := x.in(at)
	if p != "" || mirrored[in.Sym] == "" || !m.Has(sizeMask) {
		return
	}
	number, other := in.Args[op], in.Args[1-op]
	for _, c := range x.selfCalls() {
		if x.constant(other) != nil && x.steps(c, number, "-") || x.steps(c, other, "+") && !x.steps(c, number, "+") {
			e.instrSink(s, c.at, depthRow, shortSym(x.ID), src, m, tr)
			return
		}
	}
}

// steps reports whether a register is a parameter that a call of the function
// itself gets increased or decreased.
func (x *fn) steps(c selfCall, r program.Ref, sym string) bool {
	key := x.key(r)
	in := x.in(c.at)
	for i := range x.Params {
		if key != "p"+strconv.Itoa(i+1) || i+c.shift >= len(in.Args) || i+c.shift < 0 {
			continue
		}
		d := x.def(in.Args[i+c.shift])
		if d == nil || d.Op != program.OpBinOp || x.key(d.Args[0]) != key {
			continue
		}
		by := x.constant(d.Args[1])
		switch {
		case by == nil || by.Kind != program.ConstInt:
		case d.Sym == sym && by.I > 0:
			return true
		case sym == "-" && d.Sym == "+" && by.I < 0, sym == "+" && d.Sym == "-" && by.I < 0:
			return true
		}
	}
	return false
}
