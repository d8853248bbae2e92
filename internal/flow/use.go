package flow

import "github.com/mcpvet/mcpvet/internal/program"

// How instructions that compute values carry data.

// checkedAt returns what is left of a fact where an instruction uses it, none
// where it does not get there.
func (s *sum) checkedAt(at site, op int, f fact, m Mask, tr *trace) (Mask, *trace) {
	x := s.fn
	if x.in(at).Op != program.OpPhi {
		if f.path == "" {
			m &^= s.checkedSince(at.block, f.reg)
		}
		return s.checked(at.block, f.reg, f.path, m, tr)
	}
	if preds := x.Blocks[at.block].Preds; s.dead != nil && op < len(preds) && (s.dead[preds[op]] || x.never(preds[op], at.block)) {
		return 0, tr
	}
	return x.checkedOnEdge(at, op, f, m, tr)
}

// use carries a fact over an instruction that computes a value from it.
func (e *Engine) use(s *sum, at site, op int, f fact, m Mask, tr *trace) {
	if s.dead != nil && s.dead[at.block] {
		return
	}
	x := s.fn
	in := x.in(at)
	if m, tr = s.checkedAt(at, op, f, m, tr); m&kinds == 0 {
		return
	}
	switch {
	case in.Op == program.OpBinOp && f.path == "" && (x.compared(in, op) || e.identifies(f.src) && x.refusesEmpty(at)):
		e.decides(s, in, op, compareRow, SymCompare, f.src, m, tr)
	case in.Op == program.OpLookup && op == 1:
		e.decides(s, in, op, keyRow, SymKey, f.src, m, tr)
		e.lookedUp(s, in, f, tr)
	}
	switch in.Op {
	case program.OpMakeInterface, program.OpPhi, program.OpChangeInterface, program.OpConvert, program.OpTypeAssert:
		e.retyped(s, at, f, m, tr)
	case program.OpExtract:
		if step, rest := f.path.cut(); step == "<"+itoa(in.N) {
			switch in.Zero { // of what a select receives
			case program.ZeroInt, program.ZeroBool, program.ZeroFloat:
				m &^= anyText
			}
			e.emit(s, in.Dst, rest, f.src, m&^x.hiddenBy(in, f), tr)
		}
	case program.OpField:
		if rest, ok := read(f.path, path(mark+"."+in.Sym)); ok {
			m = e.ofType(m, in.Type)
			src, tr := e.nameOfField(f.path, in, f.src, tr)
			e.emit(s, in.Dst, rest, src, m, tr)
		}
	case program.OpMakeSlice, program.OpMakeMap, program.OpMakeChan, program.OpIndexAddr:
		e.numberSinks(s, at, op, f.path, f.src, m, tr)
	case program.OpIndex:
		e.numberSinks(s, at, op, f.path, f.src, m, tr)
		if op == 0 {
			if f.path == "" {
				e.lengthSinks(s, at, f.src, m, tr)
			}
			if rest, ok := read(f.path, path(mark+x.elem(in.Args[1]))); ok {
				if x.isRune(in.Dst) {
					m, tr = taken(m, in, tr)
				} else if e.isNumber(in.Type) {
					m &^= anyText
				}
				e.emit(s, in.Dst, rest, f.src, m, tr)
			}
		}
	case program.OpSlice:
		if op != 0 {
			e.numberSinks(s, at, op, f.path, f.src, m, tr)
			break
		}
		if f.path == "" {
			e.lengthSinks(s, at, f.src, m, tr)
		}
		p, ok := x.slicedFrom(in, f.path)
		if !ok {
			break
		}
		if in.Zero == program.ZeroString && in.Args[1] != 0 && !x.isZero(in.Args[1]) {
			m, tr = taken(m, in, tr)
		}
		if p == "" { // elements stay what they are
			m = m.asPart() | m&Whole
		}
		e.emit(s, in.Dst, p, f.src, m&^x.hiddenBy(in, f), tr)
	case program.OpBinOp, program.OpUnOp:
		e.computed(s, at, op, f, m, tr)
	}
}

// retyped carries a fact over an instruction that gives the same value, as one
// of another type or of another way.
func (e *Engine) retyped(s *sum, at site, f fact, m Mask, tr *trace) {
	x := s.fn
	in := x.in(at)
	switch in.Op {
	case program.OpMakeInterface:
		if f.path == "" {
			m = e.typed(m, in.Type)
		}
		e.emit(s, in.Dst, f.path, f.src, m&^x.hiddenBy(in, f), tr)
	case program.OpPhi, program.OpChangeInterface:
		e.emit(s, in.Dst, f.path, f.src, m&^x.hiddenBy(in, f), tr)
	case program.OpConvert:
		if in.Type == "time.Duration" {
			tr = tr.add(in.Pos, BecomesDuration)
		}
		e.emit(s, in.Dst, f.path, f.src, e.ofType(m, in.Type), tr)
	case program.OpTypeAssert:
		if !in.Comma && f.path == "" && x.decoded(in) {
			e.instrSink(s, at, assertionRow, in.Type, f.src, m, tr)
		}
		m = e.typed(e.ofType(m, in.Type), in.Type)
		p := f.path
		if in.Comma {
			p = path(mark+"<0") + p
		}
		e.emit(s, in.Dst, p, f.src, m, tr)
	}
}

// computed carries a fact over an operator.
func (e *Engine) computed(s *sum, at site, op int, f fact, m Mask, tr *trace) {
	x := s.fn
	in := x.in(at)
	if in.Op == program.OpUnOp {
		if in.Sym == "-" || in.Sym == "^" {
			e.emit(s, in.Dst, f.path, f.src, x.arithmetic(in, m), tr)
		}
		return
	}
	c := x.constant(in.Args[1-op])
	switch {
	case in.Sym == "+":
		m = x.concat(in, op, m)
		if m.Has(modelMask) && s.between(in, f.src) {
			m = m.fenced()
		}
		tr = tr.add(in.Pos, "joined with other text")
		e.emit(s, in.Dst, f.path, f.src, m, tr)
	case c != nil && c.Kind == program.ConstNil && f.path == "":
		e.instrSink(s, at, pointerRow, NilCheck, f.src, m, tr)
	case mirrored[in.Sym] != "":
		e.depthSinks(s, at, op, f.path, f.src, m, tr)
		e.turnSinks(s, at, op, f.path, f.src, m, tr)
	case len(in.Sym) == 1 || in.Sym == "<<": // arithmetic
		e.emit(s, in.Dst, f.path, f.src, x.arithmetic(in, m), tr)
	}
}
