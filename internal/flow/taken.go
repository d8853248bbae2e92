package flow

import "github.com/mcpvet/mcpvet/internal/program"

// splitLater says why a check that was made of a text does not hold for the
// words that the text is split into.
const splitLater = "what is checked is the text, and what is used are the words that it is split into"

// taken returns what can be done by what an instruction takes out of a text,
// and a trace that says so where the text was checked before.
func taken(m Mask, in *program.Instr, tr *trace) (Mask, *trace) {
	if tr.checkedBefore(m) {
		tr = tr.weak(weak{mask: optionMask, why: splitLater, pos: in.Pos})
	}
	return m.split(), tr
}

// checkedBefore reports whether a text on its way has been checked for what
// its words may do.
func (t *trace) checkedBefore(m Mask) bool {
	if !m.Has(wordsMask) {
		return false
	}
	if !m.Has(optionMask) {
		return true
	}
	for ; t != nil; t = t.prev {
		if t.hop.Weak.Has(wordsMask) {
			return true
		}
	}
	return false
}

// checkedBefore is c for a callee that takes a text apart.
func (c *caller) checkedBefore(in *program.Instr) *caller {
	if !c.tr.checkedBefore(c.mask) {
		return c
	}
	out := *c
	out.tr = c.tr.weak(weak{mask: optionMask, why: splitLater, pos: in.Pos})
	return &out
}
