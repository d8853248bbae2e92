package flow

import (
	"hash/fnv"
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
		list = list || s.Kind == SymList || s.Kind == SymRest
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
// of each as one of several. What the turns of a loop add are parts that may be
// missing. loop is the register of the phi that they come from.
func mergeLists(lists []*Sym, loop int64) *Sym {
	var bases, grown [][]*Sym
	for _, l := range lists {
		switch l.Kind {
		case SymRest, SymParam:
			l = &Sym{Kind: SymList, Kids: listKids(l)}
		}
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
	rest := 0
	for _, b := range bases {
		if len(b) > n {
			rest++
		}
	}
	if len(grown) == 0 && rest > 1 {
		choice := &Sym{Kind: SymChoice}
		for _, b := range bases {
			choice.Kids = append(choice.Kids, &Sym{Kind: SymList, Kids: b[n:]})
		}
		out.Kids = append(out.Kids, choice)
		bases = nil
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
	switch s.Kind {
	case SymMany, SymMaybe, SymLoop, SymChoice:
		return true
	}
	return false
}

// behind returns about what is in a list from element N on, where that is not
// known: all from the first part on that is not the same each time.
func (s *Sym) behind() []*Sym {
	if s.Kids[0].Kind != SymList {
		return []*Sym{{Kind: SymMany}}
	}
	kids := s.Kids[0].Kids
	for i, k := range kids {
		if int64(i) == s.N || k.vague() {
			return kids[i:]
		}
	}
	return nil
}

// sameOf returns a number that the parts of one value have in common which is
// one of several lists, so that they can be told to be of the same one.
func (s *Sym) sameOf() int64 {
	h := fnv.New64a()
	h.Write([]byte(s.key()))
	return int64(h.Sum64()>>1) | 1
}

// element returns the element of a list that is loaded, where it depends on the
// way that the program has taken which list that is.
func (x *fn) element(load *program.Instr, depth int) *Sym {
	at := x.def(load.Args[0])
	if at == nil || at.Op != program.OpIndexAddr || depth <= 0 {
		return unknownSym
	}
	step := x.elem(at.Args[1])
	ls := x.loc(load.Args[0])
	if _, ok := index(step); !ok || len(ls) == 1 && ls[0].exact {
		return unknownSym
	}
	for _, l := range ls {
		if l.root.global != "" {
			return unknownSym
		}
		if d := x.def(l.root.reg); d != nil && d.Op == program.OpAlloc {
			continue // what is stored there the list tells
		}
		for _, s := range x.stores[l.root] {
			if _, ok := read(s.loc.path, l.path); ok || covers(s.loc.path, l.path) {
				return unknownSym
			}
		}
	}
	return x.symAt(at.Args[0], depth).part(path("").add(step))
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

// slicedFrom returns where the part of a list at a path is in what is sliced
// from it, and whether it is there.
func (x *fn) slicedFrom(in *program.Instr, p path) (path, bool) {
	low, high := in.Args[1], in.Args[2]
	step, rest := p.cut()
	if !isElem(step) || step == anyElem {
		return p, true
	}
	i, known := index(step)
	if c := x.constant(high); known && c != nil && c.Kind == program.ConstInt && int64(i) >= c.I {
		return "", false // nobody slices it beyond its length
	}
	if low == 0 || x.isZero(low) {
		return p, true
	}
	if c := x.constant(low); known && c != nil && c.Kind == program.ConstInt {
		if int64(i) < c.I {
			return "", false
		}
		return path("").add(elemStep(int64(i) - c.I)).join(rest), true
	}
	return path("").add(anyElem).join(rest), true
}

// List returns the elements of a list; one of kind SymMany stands for what is
// not known of it.
func List(s *Sym) []*Sym {
	if s == nil {
		return []*Sym{{Kind: SymMany}}
	}
	return listKids(s)
}

func listKids(s *Sym) []*Sym {
	switch s.Kind {
	case SymList:
		return s.Kids
	case SymNil:
		return nil
	case SymLoop:
		return []*Sym{s}
	case SymRest:
		return s.behind()
	case SymOneOf:
		if !slices.ContainsFunc(s.Kids, func(k *Sym) bool { return k.Kind != SymList }) {
			return []*Sym{{Kind: SymChoice, Kids: s.Kids}}
		}
	}
	if s == unknownSym {
		return []*Sym{{Kind: SymMany}}
	}
	return []*Sym{{Kind: SymMany, Kids: []*Sym{s}}}
}

// joined returns the list that the lists in a list are one after the other.
func (s *Sym) joined() *Sym {
	out := &Sym{Kind: SymList}
	for _, k := range s.Kids {
		if k.Kind == SymMany {
			out.Kids = append(out.Kids, k)
			continue
		}
		out.Kids = append(out.Kids, listKids(k)...)
	}
	return out
}
