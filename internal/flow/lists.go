package flow

import (
	"slices"

	"github.com/mcpvet/mcpvet/internal/program"
)

// merge returns what a phi is, of what its operands are: lists that grow in
// branches and loops become one list with parts that may be missing.
func (x *fn) merge(in *program.Instr, r program.Ref, depth int) *Sym {
	if in.Zero != program.ZeroNil {
		depth-- // no list, which has its own bound
	}
	out := &Sym{Kind: SymOneOf}
	list := false
	for _, a := range in.Args {
		if a == r {
			continue
		}
		s := x.symAt(a, depth)
		switch {
		case s.Kind == SymLoop && s.N == int64(r):
			continue
		case s.Kind == SymUnknown, s.Kind == SymLoop, len(out.Kids) > maxKids, s.nodes(maxNodes) >= maxNodes:
			return unknownSym
		}
		list = list || s.Kind == SymList
		if !slices.ContainsFunc(out.Kids, func(k *Sym) bool { return k == s || k.key() == s.key() }) {
			out.Kids = append(out.Kids, s)
		}
	}
	if list {
		return mergeLists(out.Kids, int64(r))
	}
	if len(out.Kids) == 1 {
		return out.Kids[0]
	}
	return out
}

// mergeLists returns one list for several: what they start with, and the rest
// of each as a part that may be missing. loop is the register of the phi that
// they come from.
func mergeLists(lists []*Sym, loop int64) *Sym {
	var bases, grown [][]*Sym
	for _, l := range lists {
		switch {
		case l.Kind == SymNil:
			bases = append(bases, nil)
		case l.Kind != SymList:
			return unknownSym
		case len(l.Kids) > 0 && l.Kids[0].Kind == SymLoop && l.Kids[0].N == loop:
			grown = append(grown, l.Kids[1:]) // what a turn of the loop adds
		default:
			bases = append(bases, l.Kids)
		}
	}
	if len(bases) == 0 {
		return unknownSym
	}
	out := &Sym{Kind: SymList}
	n := 0
	for ; ; n++ {
		if slices.ContainsFunc(bases, func(b []*Sym) bool { return len(b) <= n || b[n].key() != bases[0][n].key() }) {
			break
		}
		out.Kids = append(out.Kids, bases[0][n])
	}
	for _, b := range bases {
		grown = append(grown, b[n:])
	}
	for _, g := range grown {
		if len(g) > 0 {
			out.Kids = append(out.Kids, &Sym{Kind: SymMaybe, Kids: g})
		}
	}
	if len(out.Kids) > maxKids {
		return unknownSym
	}
	return out
}

// maxNodes bounds how much is known of a value that branches decide.
const maxNodes = 300

// nodes counts what s is made of, up to a limit.
func (s *Sym) nodes(limit int) int {
	n := 1
	for _, k := range s.Kids {
		if n >= limit {
			break
		}
		if k != nil {
			n += k.nodes(limit - n)
		}
	}
	return n
}

// vague reports whether a kid of a list stands for a number of elements that
// is not known.
func (s *Sym) vague() bool {
	return s.Kind == SymMany || s.Kind == SymMaybe || s.Kind == SymLoop
}

// returned returns what a function returns as its first result, in terms of
// its parameters; nil if that is not known.
func (x *fn) returned(depth int) *Sym {
	if x.busy["returned"] || len(x.Blocks) > maxReturned {
		return nil
	}
	x.busy["returned"] = true
	defer delete(x.busy, "returned")
	var all []*Sym
	for b := range x.Blocks {
		n := len(x.Blocks[b].Instrs)
		if n == 0 {
			continue
		}
		ret := &x.Blocks[b].Instrs[n-1]
		if ret.Op != program.OpReturn || len(ret.Args) == 0 {
			continue
		}
		s := x.symAt(ret.Args[0], min(depth, maxSym-2))
		switch s.Kind {
		case SymUnknown, SymLoop:
			return nil
		case SymNil: // with an error
		default:
			if !slices.ContainsFunc(all, func(k *Sym) bool { return k.key() == s.key() }) {
				all = append(all, s)
			}
		}
	}
	switch {
	case len(all) == 1:
		return all[0]
	case len(all) == 0 || len(all) > maxReturns:
		return nil
	}
	return &Sym{Kind: SymOneOf, Kids: all}
}

// Bounds of the functions of which is told what they return.
const (
	maxReturned = 120 // blocks
	maxReturns  = 6   // different results
)
