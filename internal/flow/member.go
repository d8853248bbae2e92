package flow

import (
	"slices"
	"strings"

	"github.com/mcpvet/mcpvet/internal/program"
)

// What it says of a value that it is one of a list, or the start of another.

// member returns what it says that a value is one of a few that the code or
// the operator has chosen; texts are nil where they are not known.
func (x *fn) member(r program.Ref, texts []string) guards {
	if x.constant(r) != nil {
		return nil
	}
	return x.about(r, guard{clears: anyText | lengthMask, texts: texts})
}

// startOf returns the text of which a value is as much from its start as
// another text is long: text[:len(start)]; 0 if it is nothing such.
func (x *fn) startOf(r, start program.Ref) program.Ref {
	in := x.def(r)
	if in == nil || in.Op != program.OpSlice || in.Zero != program.ZeroString || len(in.Args) < 3 || in.Args[1] != 0 && !x.isZero(in.Args[1]) {
		return 0
	}
	n := x.def(in.Args[2])
	if n == nil || n.Op != program.OpCall || n.Mode != program.CallBuiltin || n.Sym != "len" || x.key(n.Args[0]) != x.key(start) {
		return 0
	}
	return in.Args[0]
}

// elementOf returns what it says that a value is equal to an element of a list
// or to a field of one, or to a key of a map.
func (x *fn) elementOf(r, elem program.Ref) guards {
	elem = x.holder(elem)
	if d := x.def(elem); d != nil && d.Op == program.OpExtract && d.N == 1 {
		if next := x.def(d.Args[0]); next != nil && next.Op == program.OpNext {
			if over := x.def(next.Args[0]); over != nil {
				if texts := x.mapTexts(over.Args[0]); texts != nil {
					return x.member(r, texts)
				}
				return x.listed(over.Args[0], r)
			}
		}
	}
	if c := x.container(elem); c != 0 && x.defs[elem].block >= 0 && x.Blocks[x.defs[elem].block].Loop != program.NoBlock {
		return x.listed(c, r)
	}
	return nil
}

// holder returns the struct that a value is a field of, however deep; the value
// itself if it is none.
func (x *fn) holder(r program.Ref) program.Ref {
	for range maxSteps {
		in := x.def(r)
		switch {
		case in == nil:
			return r
		case in.Op == program.OpField:
			r = in.Args[0]
			continue
		case in.Op == program.OpLoad:
			if d := x.def(in.Args[0]); d != nil && d.Op == program.OpFieldAddr {
				r = d.Args[0]
				continue
			}
		case in.Op == program.OpAlloc: // a loop's variable of a struct type
			if st := x.stores[root{reg: r}]; len(st) == 1 && st[0].loc.path == "" {
				r = x.in(st[0].at).Args[st[0].op]
				continue
			}
		}
		return r
	}
	return r
}

// listed returns what it says that a value is in a list: of the code, of the
// operator, but not of the caller.
func (x *fn) listed(list, r program.Ref) guards {
	texts := x.listTexts(list)
	if texts == nil && x.ofCaller(list, r) {
		return nil
	}
	return x.member(r, texts)
}

// ofCaller reports whether a list comes from where data of the caller's does:
// it is a source, or a part of the same parameter as the value that is looked
// up in it.
func (x *fn) ofCaller(list, r program.Ref) bool {
	own := map[root]bool{}
	for _, l := range x.loc(r) {
		own[l.root] = true
	}
	if in := x.def(r); in != nil && in.Op == program.OpLoad {
		for _, l := range x.loc(in.Args[0]) {
			own[l.root] = true
		}
	}
	for _, l := range x.loc(list) {
		in := x.def(l.root.reg)
		if l.root.global == "" && l.path != "" && own[l.root] && x.passedIn(l.root.reg) {
			return true
		}
		if in != nil && in.Op == program.OpExtract {
			in = x.def(in.Args[0])
		}
		if in != nil && in.Op == program.OpCall {
			if rows := x.e.rows(in.Sym); rows != nil && len(rows.Sources) > 0 {
				return true
			}
		}
	}
	return false
}

// passedIn reports whether memory is a parameter, or the copy of one that is a
// struct.
func (x *fn) passedIn(r program.Ref) bool {
	in := x.def(r)
	if in == nil || in.Op != program.OpAlloc {
		return in == nil
	}
	return slices.ContainsFunc(x.stores[root{reg: r}], func(s access) bool {
		v := x.in(s.at).Args[s.op]
		return s.loc.path == "" && v > 0 && x.def(v) == nil
	})
}

// listTexts returns the constant texts in a list, nil if there are others.
func (x *fn) listTexts(r program.Ref) []string {
	s := x.sym(r)
	if s.Kind != SymList {
		return nil
	}
	var out []string
	for _, k := range s.Kids {
		t, ok := k.Text()
		if !ok {
			return nil
		}
		out = append(out, t)
	}
	return out
}

// mapTexts returns the constant keys of a map that is filled once, nil if
// there may be others.
func (x *fn) mapTexts(r program.Ref) []string {
	ls := x.loc(r)
	if len(ls) != 1 || ls[0].path != "" {
		return nil
	}
	if g := ls[0].root.global; g != "" {
		if x.e.muted[g] {
			return nil
		}
		i := strings.LastIndexByte(g, '.')
		init := x.e.fn(x.e.inits[g[:max(i, 0)]])
		if init == nil || init == x {
			return nil
		}
		stores := init.stores[root{global: g}]
		if len(stores) != 1 {
			return nil
		}
		return init.mapTexts(init.in(stores[0].at).Args[1])
	}
	d := x.def(ls[0].root.reg)
	if d == nil || d.Op != program.OpMakeMap {
		return nil
	}
	var out []string
	for _, s := range x.stores[ls[0].root] {
		step, _ := s.loc.path.cut()
		if !isElem(step) || step == anyElem {
			return nil
		}
		out = append(out, step[1:len(step)-1])
	}
	return out
}
