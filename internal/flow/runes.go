package flow

import (
	"maps"
	"strings"
	"unicode"

	"github.com/mcpvet/mcpvet/internal/program"
	"github.com/mcpvet/mcpvet/models"
)

// tryRune computes what a function says of a rune, as far as it compares it
// with constants and asks package unicode; false if it does anything else.
func (x *fn) tryRune(r rune) (result int64, ok bool) {
	if len(x.Params) != 1 || x.FreeVars > 0 {
		return 0, false
	}
	t := trial{x: x, vals: map[program.Ref]int64{1: int64(r)}}
	block, from := int32(0), int32(-1)
	for range 200 {
		if !t.run(block, from, -1) {
			return 0, false
		}
		blk := &x.Blocks[block]
		last := &blk.Instrs[len(blk.Instrs)-1]
		from = block
		switch last.Op {
		case program.OpIf:
			c, ok := t.get(last.Args[0])
			if !ok {
				return 0, false
			}
			block = blk.Succs[1-c]
		case program.OpJump:
			block = blk.Succs[0]
		case program.OpReturn:
			if len(last.Args) != 1 {
				return 0, false
			}
			return t.get(last.Args[0])
		default:
			return 0, false
		}
	}
	return 0, false
}

// A trial computes with constants.
type trial struct {
	x    *fn
	vals map[program.Ref]int64
	char program.Ref // the character that is tried; a text may be read there more than once
}

func (t *trial) get(a program.Ref) (int64, bool) {
	if c := t.x.constant(a); c != nil {
		return c.I, c.Kind == program.ConstInt || c.Kind == program.ConstBool
	}
	v, ok := t.vals[a]
	return v, ok
}

// run computes what can be computed of a block, after an instruction, and
// reports whether everything could.
func (t *trial) run(block, from, after int32) bool {
	x, all := t.x, true
	for i := range x.Blocks[block].Instrs {
		if int32(i) <= after {
			continue
		}
		in := &x.Blocks[block].Instrs[i]
		if v, ok := t.value(in, block, from); ok {
			t.vals[in.Dst] = v
		} else if in.Dst > 0 {
			delete(t.vals, in.Dst)
			all = false
		}
	}
	return all
}

func (t *trial) value(in *program.Instr, block, from int32) (int64, bool) {
	if t.char != 0 && in.Dst != t.char && t.x.sameChar(in.Dst, t.char) {
		return t.get(t.char)
	}
	switch in.Op {
	case program.OpPhi:
		for k, p := range t.x.Blocks[block].Preds {
			if p == from && k < len(in.Args) {
				return t.get(in.Args[k])
			}
		}
	case program.OpBinOp:
		a, ok1 := t.get(in.Args[0])
		b, ok2 := t.get(in.Args[1])
		if ok1 && ok2 {
			return compare(in.Sym, a, b)
		}
	case program.OpUnOp:
		if a, ok := t.get(in.Args[0]); ok && in.Sym == "!" {
			return 1 - a, true
		}
	case program.OpConvert:
		if t.x.e.isNumber(in.Type) {
			return t.get(in.Args[0])
		}
	case program.OpCall:
		if in.Mode != program.CallStatic {
			break
		}
		if callee := t.x.e.fn(in.Sym); callee != nil && len(in.Args) == 1 && callee != t.x {
			if a, ok := t.get(in.Args[0]); ok {
				return callee.tryRune(rune(a))
			}
			break
		}
		return t.x.unicodeCall(in, t.get)
	}
	return 0, false
}

// runeClears returns the kinds of harm that a character of a text can't do in a
// block, since the characters that matter there don't get there.
func (x *fn) runeClears(r program.Ref, block int32) Mask {
	at := x.defs[r]
	if at.block == block {
		return 0
	}
	if m, ok := x.runeSafe[access{at: at, op: block}]; ok {
		return m
	}
	var out Mask
	for kind, special := range specials {
		safe := true
		for _, c := range special {
			if x.runeReaches(r, c, block) {
				safe = false
				break
			}
		}
		if safe {
			out |= KindMask(kind)
		}
	}
	if out.Has(KindMask(models.KindPath)) && x.runeReaches(r, '.', block) {
		out &^= dotPath | KindMask(models.KindURLPath)
	}
	out &^= KindMask(models.KindProgram)
	if !x.runeReaches(r, '-', block) {
		out |= KindMask(models.KindOption)
	}
	x.runeSafe[access{at: at, op: block}] = out
	return out
}

// A char is a character in a register.
type char struct {
	reg program.Ref
	c   rune
}

// runeReaches reports whether a block can be reached with that character in a
// register, within one turn of the loop that reads it.
func (x *fn) runeReaches(r program.Ref, c rune, block int32) bool {
	k := char{r, c}
	blocks, ok := x.charIn[k]
	if !ok {
		blocks = x.runeBlocks(r, c)
		x.charIn[k] = blocks
	}
	return blocks == nil || blocks.has(block)
}

// maxWays bounds the edges over which a character is followed.
const maxWays = 400

// runeBlocks returns the blocks that can be reached with that character in a
// register; nil for all of them.
func (x *fn) runeBlocks(r program.Ref, c rune) set {
	at := x.defs[r]
	type way struct{ block, from int32 }
	seen := map[way]bool{}
	out := make(set, len(x.Blocks)/64+1)
	var visit func(w way, vals map[program.Ref]int64)
	visit = func(w way, vals map[program.Ref]int64) {
		if w.from >= 0 {
			out.add(w.block)
		}
		if seen[w] || w.block == at.block && w.from >= 0 || len(seen) > maxWays {
			return
		}
		seen[w] = true
		t := trial{x: x, vals: maps.Clone(vals), char: r}
		after := int32(-1)
		if w.from < 0 {
			after = at.index
		}
		t.run(w.block, w.from, after)
		t.vals[r] = int64(c)
		blk := &x.Blocks[w.block]
		if len(blk.Instrs) == 0 {
			return
		}
		last := &blk.Instrs[len(blk.Instrs)-1]
		if last.Op == program.OpIf {
			if v, ok := t.get(last.Args[0]); ok {
				visit(way{blk.Succs[1-v], w.block}, t.vals)
				return
			}
		}
		for _, s := range blk.Succs {
			visit(way{s, w.block}, t.vals)
		}
	}
	visit(way{at.block, -1}, map[program.Ref]int64{r: int64(c)})
	x.e.spend(len(seen) / manyWays)
	if len(seen) > maxWays {
		return nil
	}
	return out
}

// textOf returns the text of which a register is one character, 0 for a
// register that is none.
func (x *fn) textOf(r program.Ref) program.Ref {
	in := x.def(r)
	if in == nil {
		return 0
	}
	switch in.Op {
	case program.OpExtract:
		if t := x.def(in.Args[0]); t != nil && t.Op == program.OpNext && in.N == 2 && t.Zero == program.ZeroString {
			if over := x.def(t.Args[0]); over != nil {
				return over.Args[0]
			}
		}
	case program.OpIndex:
		if in.Type == "uint8" || in.Type == "byte" {
			return in.Args[0]
		}
	case program.OpLoad: // of what a text was turned into
		a := x.def(in.Args[0])
		if a == nil || a.Op != program.OpIndexAddr {
			break
		}
		if c := x.def(a.Args[0]); c != nil && c.Op == program.OpConvert {
			switch c.Type {
			case "[]byte", "[]rune", "[]uint8", "[]int32":
				return c.Args[0]
			}
		}
	}
	return 0
}

// isRune reports whether a register is a character of a text that is read one
// by one.
func (x *fn) isRune(r program.Ref) bool { return x.textOf(r) != 0 }

// sameChar reports whether two registers are the same character of a text, read
// twice.
func (x *fn) sameChar(a, b program.Ref) bool {
	index := func(r program.Ref) program.Ref {
		in := x.def(r)
		if in != nil && in.Op == program.OpLoad {
			in = x.def(in.Args[0])
		}
		if in == nil || in.Op != program.OpIndex && in.Op != program.OpIndexAddr {
			return 0
		}
		return in.Args[1]
	}
	ta, tb := x.textOf(a), x.textOf(b)
	return ta != 0 && tb != 0 && index(a) != 0 && index(a) == index(b) && x.key(ta) == x.key(tb)
}

// mapClears returns the kinds of harm that a text can't do of which each
// character went through a function, as strings.Map does it.
func (e *Engine) mapClears(x *fn, f program.Ref) Mask {
	t := &targets{}
	e.functions(x.alone(), x, f, "", t, 0)
	if len(t.list) != 1 {
		return 0
	}
	callee := e.fn(t.list[0].id)
	if callee == nil {
		return 0
	}
	var out Mask
	lets := func(chars string) bool {
		for _, c := range chars {
			v, ok := callee.tryRune(c)
			if !ok || v >= 0 && strings.ContainsRune(chars, rune(v)) {
				return true
			}
		}
		return false
	}
	for kind, special := range specials {
		if !lets(special) {
			out |= KindMask(kind)
		}
	}
	if lets(".") {
		out &^= dotPath | KindMask(models.KindURLPath)
	}
	return out &^ KindMask(models.KindProgram)
}

func compare(op string, a, b int64) (int64, bool) {
	var r bool
	switch op {
	case "==":
		r = a == b
	case "!=":
		r = a != b
	case "<":
		r = a < b
	case "<=":
		r = a <= b
	case ">":
		r = a > b
	case ">=":
		r = a >= b
	default:
		return 0, false
	}
	if r {
		return 1, true
	}
	return 0, true
}

func (x *fn) unicodeCall(in *program.Instr, get func(program.Ref) (int64, bool)) (int64, bool) {
	var r bool
	ask := map[string]func(rune) bool{"unicode.IsLetter": unicode.IsLetter, "unicode.IsDigit": unicode.IsDigit,
		"unicode.IsNumber": unicode.IsNumber, "unicode.IsSpace": unicode.IsSpace, "unicode.IsUpper": unicode.IsUpper,
		"unicode.IsLower": unicode.IsLower, "unicode.IsPrint": unicode.IsPrint, "unicode.IsControl": unicode.IsControl}
	switch {
	case ask[in.Sym] != nil:
		a, ok := get(in.Args[0])
		if !ok {
			return 0, false
		}
		r = ask[in.Sym](rune(a))
	case in.Sym == "strings.ContainsRune" || in.Sym == "strings.IndexRune":
		a, ok := get(in.Args[1])
		text, known := x.sym(in.Args[0]).Text()
		if !ok || !known {
			return 0, false
		}
		if in.Sym == "strings.IndexRune" {
			return int64(strings.IndexRune(text, rune(a))), true
		}
		r = strings.ContainsRune(text, rune(a))
	default:
		return 0, false
	}
	if r {
		return 1, true
	}
	return 0, true
}
