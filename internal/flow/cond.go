package flow

import (
	"strconv"

	"github.com/mcpvet/mcpvet/internal/program"
)

// maxCond bounds how deep conditions are taken apart.
const maxCond = 12

// A condKey is a condition with its truth value.
type condKey struct {
	reg   program.Ref
	truth bool
}

// A nilSays is what it says that an error is nil, and whether it can be.
type nilSays struct {
	says guards
	can  bool
}

// cond returns what a condition says where it has a truth value.
func (x *fn) cond(r program.Ref, truth bool, depth int) guards {
	k := condKey{r, truth}
	if g, ok := x.conds[k]; ok {
		return g
	}
	x.conds[k] = nil // cycles
	g := x.findCond(r, truth, depth)
	x.conds[k] = g
	return g
}

func (x *fn) findCond(r program.Ref, truth bool, depth int) guards {
	in := x.def(r)
	if in == nil || depth > maxCond {
		return nil
	}
	switch in.Op {
	case program.OpUnOp:
		if in.Sym == "!" {
			return x.cond(in.Args[0], !truth, depth+1)
		}
	case program.OpBinOp:
		return both(x.comparison(in, r, truth, depth), x.measured(in, truth))
	case program.OpCall:
		return x.callSays(in, x.defs[r], 0, outcome(truth))
	case program.OpLookup:
		if truth {
			return x.member(in.Args[1], x.mapTexts(in.Args[0]))
		}
	case program.OpExtract:
		t := x.def(in.Args[0])
		switch {
		case t == nil:
		case t.Op == program.OpLookup && in.N == 1 && truth:
			return x.member(t.Args[1], x.mapTexts(t.Args[0]))
		case t.Op == program.OpTypeAssert && in.N == 1 && truth:
			return guards{x.key(t.Args[0]): {clears: typeMask}}
		case t.Op == program.OpCall:
			return x.callSays(t, x.defs[in.Args[0]], int(in.N), outcome(truth))
		}
	case program.OpPhi:
		g, _ := x.merged(r, depth, func(a program.Ref, b int32) (guards, bool) { return x.isTrue(a, truth, b, depth+1) })
		return g
	case program.OpConvert, program.OpMakeInterface, program.OpTypeAssert:
		return x.cond(in.Args[0], truth, depth+1)
	}
	return nil
}

func outcome(truth bool) string { return strconv.FormatBool(truth) }

// merged returns what holds whichever operand a phi has; of says what one
// operand means, and whether it can be.
func (x *fn) merged(r program.Ref, depth int, of func(program.Ref, int32) (guards, bool)) (guards, bool) {
	in, at := x.def(r), x.defs[r]
	var out guards
	first := true
	for i, a := range in.Args {
		if a == r || i >= len(x.Blocks[at.block].Preds) {
			continue
		}
		p := x.Blocks[at.block].Preds[i]
		g, ok := of(a, p)
		if !ok {
			continue
		}
		g = both(both(x.chain(p, depth), x.onEdgeAt(p, at.block, depth+1)), g)
		if first {
			out, first = g, false
		} else {
			out = x.either(at.block, out, g)
		}
	}
	return out, !first
}

// maxChain bounds the branches before a block that are taken into account
// where a condition is put together from several.
const maxChain = 6

// chain returns what the branches say that lead to a block and nowhere else,
// as in a && b.
func (x *fn) chain(b int32, depth int) guards {
	var out guards
	for range maxChain {
		preds := x.Blocks[b].Preds
		if len(preds) != 1 {
			break
		}
		out = both(x.onEdgeAt(preds[0], b, depth+1), out)
		b = preds[0]
	}
	return out
}

// isTrue returns what it says that a value is true (or false), and whether it
// can be.
func (x *fn) isTrue(r program.Ref, truth bool, _ int32, depth int) (guards, bool) {
	if c := x.constant(r); c != nil {
		return nil, c.Kind != program.ConstBool || (c.I != 0) == truth
	}
	return x.cond(r, truth, depth), true
}

// isNil returns what it says that an error is nil, and whether it can be.
func (x *fn) isNil(r program.Ref, block int32, depth int) (guards, bool) {
	if c := x.constant(r); c != nil {
		return nil, c.Kind == program.ConstNil
	}
	in := x.def(r)
	if in == nil || depth > maxCond {
		return nil, true
	}
	if x.isNonNil(r, block) {
		return nil, false
	}
	at := x.defs[r]
	switch in.Op {
	case program.OpMakeInterface:
		return nil, false
	case program.OpCall:
		if in.Sym == joinErrors {
			return x.allNil(in, block, depth)
		}
		if x.e.neverNil(in.Sym) {
			return nil, false
		}
		return x.callSays(in, at, 0, "nil"), true
	case program.OpExtract:
		if t := x.def(in.Args[0]); t != nil && t.Op == program.OpCall {
			return x.callSays(t, x.defs[in.Args[0]], int(in.N), "nil"), true
		}
	case program.OpPhi: // once: an error that is passed from phi to phi has a way through for each of their operands
		if _, ok := x.nils[r]; !ok {
			x.nils[r] = nilSays{can: true} // cycles
			g, can := x.merged(r, depth, func(a program.Ref, b int32) (guards, bool) { return x.isNil(a, b, depth+1) })
			x.nils[r] = nilSays{g, can}
		}
		return x.nils[r].says, x.nils[r].can
	case program.OpChangeInterface:
		return x.isNil(in.Args[0], block, depth+1)
	case program.OpLoad:
		if ls := x.loc(in.Args[0]); len(ls) == 1 && ls[0].root.global != "" {
			if s := x.e.globalSym(ls[0].root.global, ls[0].path, maxSym); s.Kind == SymCall && x.e.neverNil(s.S) {
				return nil, false // a sentinel error
			}
		}
		if v := x.justStored(in.Args[0], at); v != 0 {
			return x.isNil(v, at.block, depth+1)
		}
		if x.leftFull(in.Args[0], at.block, depth) {
			return nil, false
		}
	}
	return nil, true
}

// joinErrors makes one error of several. It is nil if all of them are.
const joinErrors = "errors.Join"

// allNil is isNil for errors that are joined.
func (x *fn) allNil(in *program.Instr, block int32, depth int) (guards, bool) {
	var out guards
	for _, r := range x.elements(in.Args[0]) {
		g, can := x.isNil(r, block, depth+1)
		if !can {
			return nil, false
		}
		out = both(out, g)
	}
	return out, true
}

// isNonNil reports whether the branches that lead to a block say that a value
// is not nil.
func (x *fn) isNonNil(r program.Ref, b int32) bool {
	for range maxChain {
		preds := x.Blocks[b].Preds
		if len(preds) != 1 {
			return false
		}
		blk := &x.Blocks[preds[0]]
		if last := len(blk.Instrs) - 1; last >= 0 && blk.Instrs[last].Op == program.OpIf && blk.Succs[0] != blk.Succs[1] {
			c := x.def(blk.Instrs[last].Args[0])
			if c != nil && c.Op == program.OpBinOp && (c.Sym == "!=") == (blk.Succs[0] == b) && (c.Sym == "!=" || c.Sym == "==") {
				for i, a := range c.Args {
					if k := x.constant(c.Args[1-i]); a == r && k != nil && k.Kind == program.ConstNil {
						return true
					}
				}
			}
		}
		b = preds[0]
	}
	return false
}

// neverNil reports whether a function never returns nil.
func (e *Engine) neverNil(sym string) bool {
	rows := e.rows(sym)
	return rows != nil && rows.Evaluated != nil && rows.Evaluated.Rule == "nonnil"
}

// comparison returns what == and != say.
func (x *fn) comparison(in *program.Instr, r program.Ref, truth bool, depth int) guards {
	if in.Sym != "==" && in.Sym != "!=" {
		return x.ordering(in, truth)
	}
	is := (in.Sym == "==") == truth
	a, b := in.Args[0], in.Args[1]
	if x.constant(a) != nil && x.constant(b) == nil {
		a, b = b, a
	}
	c := x.constant(b)
	if c == nil {
		if !is {
			return nil
		}
		if t, ok := x.sym(b).Text(); ok {
			return x.member(a, []string{t})
		}
		if v := x.startOf(a, b); v != 0 {
			return x.prefixed(in, v, b)
		} else if v := x.startOf(b, a); v != 0 {
			return x.prefixed(in, v, a)
		}
		// with what a loop finds in a list of texts
		return both(both(x.elementOf(a, b), x.elementOf(b, a)), x.same(a, b))
	}
	switch c.Kind {
	case program.ConstNil:
		if is {
			g, _ := x.isNil(a, x.defs[r].block, depth+1)
			return g
		}
		if d := x.def(a); d != nil && d.Op == program.OpCall {
			return x.callSays(d, x.defs[a], 0, "nonnil")
		}
	case program.ConstString:
		if len(c.S) == 1 {
			if g := x.firstIs(a, c.S, is); g != nil {
				return g
			}
		}
		if !is {
			return x.not(a, c.S)
		}
		out := x.member(a, []string{c.S})
		if d := x.def(a); d != nil && d.Op == program.OpCall && c.S == "" {
			out = both(out, x.callSays(d, x.defs[a], 0, "empty"))
		}
		return out
	case program.ConstBool:
		return x.cond(a, (c.I != 0) == is, depth+1)
	case program.ConstInt:
		if g := x.sequence(a, c.I, is); g != nil {
			return g
		}
		if c.I == -1 {
			return x.searched(a, is)
		}
		if c.I > 0 && c.I < 0x80 {
			return x.firstIs(a, string(rune(c.I)), is)
		}
	}
	return nil
}

// ordering returns what < and the like say of the result of a search.
func (x *fn) ordering(in *program.Instr, truth bool) guards {
	c := x.constant(in.Args[1])
	if c == nil || c.Kind != program.ConstInt {
		return nil
	}
	switch {
	case in.Sym == "<" && c.I == 0, in.Sym == "<=" && c.I == -1:
		return x.searched(in.Args[0], truth)
	case in.Sym == ">=" && c.I == 0, in.Sym == ">" && c.I == -1:
		return x.searched(in.Args[0], !truth)
	}
	return nil
}

// searched returns what it says that a search found nothing (absent).
func (x *fn) searched(r program.Ref, absent bool) guards {
	d := x.def(r)
	if d == nil || d.Op != program.OpCall {
		return nil
	}
	switch d.Sym {
	case "strings.Index", "strings.IndexAny", "strings.IndexByte", "strings.IndexRune", "strings.LastIndex", "bytes.Index":
		if absent {
			return x.denied(d, 0, d.Args[1])
		}
		return guards{x.key(d.Args[0]): {clears: lengthMask}}
	case "slices.Index":
		if !absent {
			return x.listed(d.Args[0], d.Args[1])
		}
	case "slices.IndexFunc", "strings.IndexFunc":
		return x.callSays(d, x.defs[r], 0, map[bool]string{true: "false", false: "true"}[absent])
	}
	return nil
}
