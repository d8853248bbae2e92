package flow

import (
	"strings"

	"github.com/mcpvet/mcpvet/internal/program"
)

// linkFree reports whether links on a path have been resolved.
func (x *fn) linkFree(r program.Ref, depth int) bool {
	in := x.def(r)
	if in == nil || depth == 0 {
		return false
	}
	all := func(refs []program.Ref) bool {
		for _, a := range refs {
			if a != r && x.constant(a) == nil && !x.linkFree(a, depth-1) {
				return false
			}
		}
		return true
	}
	switch in.Op {
	case program.OpPhi:
		return all(in.Args)
	case program.OpCall:
		switch in.Sym {
		case "path/filepath.Clean", "path/filepath.ToSlash", "path/filepath.FromSlash":
			return all(in.Args)
		}
		return in.N == 1 && x.returnsLinkFree(in, depth)
	case program.OpExtract:
		t := x.def(in.Args[0])
		if t == nil || t.Op != program.OpCall || in.N != 0 {
			return false
		}
		return t.Sym == "path/filepath.EvalSymlinks" || t.Sym == "path/filepath.Abs" && all(t.Args) || x.returnsLinkFree(t, depth)
	case program.OpLoad:
		for _, l := range x.loc(in.Args[0]) {
			for _, s := range x.stores[l.root] {
				if covers(s.loc.path, l.path) && !x.linkFree(x.in(s.at).Args[s.op], depth-1) {
					return false
				}
			}
			if l.root.reg <= 0 || x.def(l.root.reg) == nil || x.def(l.root.reg).Op != program.OpAlloc {
				return false
			}
		}
		return true
	}
	return false
}

// returnsLinkFree reports whether a function of the program returns, first,
// paths of which links have been resolved, or constants.
func (x *fn) returnsLinkFree(in *program.Instr, depth int) bool {
	if in.Mode != program.CallStatic {
		return false
	}
	callee := x.e.fn(in.Sym)
	if callee == nil {
		return false
	}
	found := false
	for b := range callee.Blocks {
		blk := &callee.Blocks[b]
		if len(blk.Instrs) == 0 {
			continue
		}
		ret := &blk.Instrs[len(blk.Instrs)-1]
		if ret.Op != program.OpReturn || len(ret.Args) == 0 || callee.constant(ret.Args[0]) != nil {
			continue
		}
		if !callee.linkFree(ret.Args[0], depth-1) {
			return false
		}
		found = true
	}
	return found
}

// endsFolder reports whether a text ends with the separator of paths, wherever
// it was put together.
func (x *fn) endsFolder(r program.Ref, depth int) bool {
	if c := x.constant(r); c != nil {
		return strings.HasSuffix(c.S, "/") || strings.HasSuffix(c.S, "\\") || c.Kind == program.ConstNil
	}
	if endsWithSeparator(x.sym(r)) {
		return true
	}
	in := x.def(r)
	if in == nil || depth == 0 {
		return false
	}
	switch in.Op {
	case program.OpPhi:
		for _, a := range in.Args {
			if a != r && !x.visiting(a, func() bool { return x.endsFolder(a, depth-1) }) {
				return false
			}
		}
		return true
	case program.OpBinOp:
		return in.Sym == "+" && x.endsFolder(in.Args[1], depth-1)
	case program.OpLoad:
		a := x.def(in.Args[0])
		if a == nil {
			return false
		}
		if a.Op == program.OpIndexAddr {
			return x.allEndFolder(a.Args[0], depth-1)
		}
		return a.Op == program.OpFieldAddr && x.e.fieldEnds(a.Owner, a.Sym, false, depth-1)
	case program.OpField:
		return x.e.fieldEnds(in.Owner, in.Sym, false, depth-1)
	case program.OpIndex:
		return x.allEndFolder(in.Args[0], depth-1)
	}
	return false
}

// allEndFolder reports whether all elements of a list end with a separator.
func (x *fn) allEndFolder(r program.Ref, depth int) bool {
	in := x.def(r)
	if c := x.constant(r); c != nil {
		return c.Kind == program.ConstNil
	}
	if in == nil || depth == 0 {
		return false
	}
	switch in.Op {
	case program.OpPhi:
		for _, a := range in.Args {
			if a != r && !x.visiting(a, func() bool { return x.allEndFolder(a, depth-1) }) {
				return false
			}
		}
		return true
	case program.OpCall:
		if in.Mode == program.CallBuiltin && in.Sym == "append" && len(in.Args) == 2 {
			return x.visiting(in.Args[0], func() bool { return x.allEndFolder(in.Args[0], depth-1) }) && x.allEndFolder(in.Args[1], depth-1)
		}
	case program.OpSlice, program.OpMakeSlice, program.OpAlloc:
		for _, l := range x.loc(r) {
			if made := x.def(l.root.reg); made == nil || made.Op != program.OpMakeSlice && made.Op != program.OpAlloc {
				return false
			}
			for _, s := range x.stores[l.root] {
				if !x.endsFolder(x.in(s.at).Args[s.op], depth-1) {
					return false
				}
			}
		}
		return true
	case program.OpLoad:
		if a := x.def(in.Args[0]); a != nil && a.Op == program.OpFieldAddr {
			return x.e.fieldEnds(a.Owner, a.Sym, true, depth-1)
		}
	case program.OpField:
		return x.e.fieldEnds(in.Owner, in.Sym, true, depth-1)
	}
	return false
}

// visiting runs a question about a register once: in a cycle the answer is
// yes.
func (x *fn) visiting(r program.Ref, ask func() bool) bool {
	id := "ends" + x.rootKey(root{reg: r})
	if x.busy[id] {
		return true
	}
	x.busy[id] = true
	defer delete(x.busy, id)
	return ask()
}

// fieldEnds reports whether all that the program stores in a field ends with a
// separator, or, for a list, its elements do.
func (e *Engine) fieldEnds(owner, field string, list bool, depth int) bool {
	key := owner + "\x00" + field
	if depth == 0 {
		return false
	}
	if known, ok := e.ends[key]; ok {
		return known
	}
	e.ends[key] = true // cycles: what is appended to the list itself
	found, all := false, true
	for _, id := range e.ids {
		f := e.funcs[id]
		for b := range f.Blocks {
			for i := range f.Blocks[b].Instrs {
				in := &f.Blocks[b].Instrs[i]
				if in.Op != program.OpFieldAddr || in.Sym != field || generic(in.Owner) != generic(owner) {
					continue
				}
				x := e.fn(id)
				for _, use := range x.uses[in.Dst] {
					st := x.in(use)
					if st.Op != program.OpStore || st.Args[0] != in.Dst {
						continue
					}
					found = true
					if list && !x.allEndFolder(st.Args[1], depth-1) || !list && !x.endsFolder(st.Args[1], depth-1) {
						all = false
					}
				}
			}
		}
	}
	e.ends[key] = found && all
	return found && all
}
