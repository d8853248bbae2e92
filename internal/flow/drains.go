package flow

import (
	"slices"
	"strings"

	"github.com/mcpvet/mcpvet/internal/program"
	"github.com/mcpvet/mcpvet/models"
)

// Loops that take all that an iterator has: for rows.Next() { list = append(...) }.

var drainRow = &models.Sink{Kind: models.KindMemory}

// drainSink notes data that is an iterator which a loop goes through to its
// end, keeping what it gives.
func (e *Engine) drainSink(s *sum, at site, op int, src *Source, m Mask, tr *trace) {
	x := s.fn
	in := x.in(at)
	if op != 0 || in.Op != program.OpCall || !strings.HasSuffix(in.Sym, ".Next") || in.Class != string(program.ClassNumber) {
		return
	}
	head := x.Blocks[at.block].Loop
	if head == program.NoBlock || x.Blocks[at.block].Exit < 0 {
		return
	}
	if to, ok := x.gathersIn(head); ok {
		e.instrSink(s, to, drainRow, shortSym(in.Sym), src, m, tr)
	}
}

// turnSinks notes a number that alone decides how often a loop adds to what it
// makes: for i := 0; i < n; i++ { list = append(...) }.
func (e *Engine) turnSinks(s *sum, at site, op int, p path, src *Source, m Mask, tr *trace) {
	x := s.fn
	in := x.in(at)
	head := x.Blocks[at.block].Loop
	if p != "" || !m.Has(sizeMask) || head == program.NoBlock || !x.counts(in.Args[1-op]) || !x.endsAlone(in.Dst, head) {
		return
	}
	if to, ok := x.adds(head); ok {
		e.instrSink(s, to, makeRow, "a loop", src, m&^signMask, tr)
	}
}

// endsAlone reports whether nothing but a condition ends a loop.
func (x *fn) endsAlone(cond program.Ref, head int32) bool {
	for b := range x.Blocks {
		if !x.InLoop(int32(b), head) {
			continue
		}
		blk := &x.Blocks[b]
		leaves := len(blk.Succs) == 0 || slices.ContainsFunc(blk.Succs, func(to int32) bool { return !x.InLoop(to, head) })
		if leaves && (len(blk.Instrs) == 0 || blk.Instrs[len(blk.Instrs)-1].Op != program.OpIf || blk.Instrs[len(blk.Instrs)-1].Args[0] != cond) {
			return false
		}
	}
	return true
}

// replaced reports whether what a field held has been replaced before a site, as
// a body by one that is limited.
func (x *fn) replaced(l loc, at site) bool {
	return slices.ContainsFunc(x.stores[l.root], func(s access) bool { return s.loc.path == l.path && x.reaches(s.at, at, s.loc) })
}

// gathersIn returns where a loop adds to what was made before it, if nothing
// that is counted ends it.
func (x *fn) gathersIn(head int32) (site, bool) {
	for b := range x.Blocks {
		blk := &x.Blocks[b]
		if blk.Loop != head || blk.Exit < 0 || len(blk.Instrs) == 0 {
			continue
		}
		c := x.def(blk.Instrs[len(blk.Instrs)-1].Args[0])
		if c != nil && c.Op == program.OpBinOp && (x.counts(c.Args[0]) || x.counts(c.Args[1]) || x.lengthOf(c.Args[0]) != 0 || x.lengthOf(c.Args[1]) != 0) {
			return site{}, false
		}
	}
	return x.adds(head)
}

// adds returns where a loop adds to what was made before it.
func (x *fn) adds(head int32) (site, bool) {
	for b := range x.Blocks {
		if !x.InLoop(int32(b), head) {
			continue
		}
		for i := range x.Blocks[b].Instrs {
			in := &x.Blocks[b].Instrs[i]
			if in.Op != program.OpCall || len(in.Args) == 0 || in.Mode == program.CallBuiltin && in.Sym != "append" || in.Mode == program.CallDynamic {
				continue
			}
			if in.Mode == program.CallBuiltin || strings.HasSuffix(in.Sym, ".WriteString") || strings.HasSuffix(in.Sym, ".Write") || strings.HasPrefix(in.Sym, "fmt.Fprint") {
				if x.outlives(in.Args[0], head) {
					return site{int32(b), int32(i)}, true
				}
			}
		}
	}
	return site{}, false
}

// outlives reports whether a value in a loop is from before it, or from an
// earlier turn.
func (x *fn) outlives(r program.Ref, head int32) bool {
	if r <= 0 {
		return false
	}
	in := x.def(r)
	if in == nil || !x.InLoop(x.defs[r].block, head) {
		return true
	}
	switch in.Op {
	case program.OpPhi:
		return x.defs[r].block == head
	case program.OpLoad:
		for _, l := range x.loc(in.Args[0]) {
			if l.root.reg > 0 && (x.def(l.root.reg) == nil || !x.InLoop(x.defs[l.root.reg].block, head)) {
				return true
			}
		}
	case program.OpMakeInterface, program.OpChangeInterface, program.OpConvert:
		return x.outlives(in.Args[0], head)
	}
	return false
}
