package flow

import (
	"slices"
	"strings"

	"github.com/mcpvet/mcpvet/internal/program"
	"github.com/mcpvet/mcpvet/models"
)

// A check of a path that was made from another says something of that one,
// too: the cleaned path lies below a folder just when the path does.

// A base is a value that a path was made from.
type base struct {
	key  string
	how  how
	self bool // the path is resolved text, so that no ".." is left but at its start
}

// how says in which way a path was made from another.
type how uint8

const (
	byName    how = iota // both name the same file
	byRel                // it is the way to the other from a folder
	byElement            // it is one of the other's segments
	byParent             // it is the folder of the other
	byDecode             // it is the other, with escapes decoded
	byCase               // it is the other in one case: not the same file
)

// maxDerived bounds the steps by which a path is followed back.
const maxDerived = 6

// derivations returns, for the key of each value that is made from a path, what
// it is made from.
func (x *fn) derivations() map[string][]base {
	if x.derived != nil {
		return x.derived
	}
	x.derived = map[string][]base{}
	var phis []program.Ref
	for b := range x.Blocks {
		for i := range x.Blocks[b].Instrs {
			in := &x.Blocks[b].Instrs[i]
			if in.Dst <= 0 {
				continue
			}
			if in.Op == program.OpPhi {
				phis = append(phis, in.Dst)
				continue
			}
			key, from, h := x.madeFrom(in)
			if from > 0 {
				x.derived[key] = append(x.derived[key], base{x.key(from), h, x.isResolved(in.Dst, 4)})
			}
		}
	}
	if len(x.derived) == 0 {
		return x.derived
	}
	for _, r := range phis {
		for i, b := range x.common(r) {
			if i < maxDerived && b != x.key(r) {
				x.derived[x.key(r)] = append(x.derived[x.key(r)], base{b, byName, x.isResolved(r, 4)})
			}
		}
	}
	return x.derived
}

// madeFrom returns what an instruction makes a path from, and the key of what
// it makes.
func (x *fn) madeFrom(in *program.Instr) (string, program.Ref, how) {
	key := x.key(in.Dst)
	switch in.Op {
	case program.OpBinOp:
		if in.Sym == "+" && isSeparator(x.sym(in.Args[1])) {
			return key, in.Args[0], byName
		}
	case program.OpCall:
		switch in.Sym {
		case "path/filepath.Clean", "path.Clean", "path/filepath.ToSlash", "path/filepath.FromSlash":
			return key, in.Args[0], byName
		case "path/filepath.Dir", "path.Dir":
			if x.isResolved(in.Args[0], 4) {
				return key, in.Args[0], byParent
			}
		case "strings.ToLower", "strings.ToUpper":
			return key, in.Args[0], byCase
		case "strings.Split", "strings.FieldsFunc", "path/filepath.SplitList":
			if in.Sym == "strings.Split" && isSeparator(x.sym(in.Args[1])) {
				return each + key, in.Args[0], byElement
			}
		}
	case program.OpExtract:
		t := x.def(in.Args[0])
		if t == nil || t.Op != program.OpCall || in.N != 0 {
			break
		}
		switch t.Sym {
		case "path/filepath.Abs", "path/filepath.EvalSymlinks":
			return key, t.Args[0], byName
		case "path/filepath.Rel":
			return key, t.Args[1], byRel
		case "net/url.PathUnescape", "net/url.QueryUnescape":
			return key, t.Args[0], byDecode
		}
	}
	return "", 0, 0
}

// isSeparator reports whether a text is the separator of paths.
func isSeparator(s *Sym) bool {
	t := plainText(s)
	return t == "/" || t == "\\"
}

// common returns the keys of the paths that all operands of a phi name.
func (x *fn) common(r program.Ref) []string {
	var out []string
	for i, a := range x.def(r).Args {
		if a == r {
			continue
		}
		names := x.names(x.key(a), maxDerived)
		if i == 0 {
			out = names
			continue
		}
		out = slices.DeleteFunc(slices.Clone(out), func(k string) bool { return !slices.Contains(names, k) })
	}
	return out
}

// names returns the keys of what names the same file as a value, or a file
// below it.
func (x *fn) names(key string, depth int) []string {
	out := []string{key}
	if depth == 0 {
		return out
	}
	for _, b := range x.derived[key] {
		if b.how == byName || b.how == byParent {
			out = append(out, x.names(b.key, depth-1)...)
		}
	}
	return out
}

// derive adds what guards say of what the values that they are about were made
// from.
func (x *fn) derive(gs guards) guards {
	if len(gs) == 0 || len(x.derivations()) == 0 {
		return gs
	}
	var added guards
	var work []string
	for k, g := range gs {
		if g.clears&(pathMask|pathFacts) != 0 && len(x.derived[k]) > 0 {
			work = append(work, k)
		}
	}
	slices.Sort(work)
	get := func(k string) guard {
		if g, ok := added[k]; ok {
			return g
		}
		return gs[k]
	}
	for n := 0; n < len(work) && n < 40; n++ {
		for _, b := range x.derived[work[n]] {
			g := get(work[n])
			if more := b.itself(g.clears); !g.clears.holds(more) {
				g.clears |= more
				if added == nil {
					added = guards{}
				}
				added[work[n]] = g
			}
			clears, w := b.says(g.clears)
			old := get(b.key)
			if old.clears.holds(clears) && len(w) == 0 {
				continue
			}
			if len(w) > 0 && slices.ContainsFunc(old.weak, func(o weak) bool { return o.why == w[0].why }) {
				continue
			}
			if added == nil {
				added = guards{}
			}
			added[b.key] = old.and(guard{clears: clears, weak: w})
			work = append(work, b.key)
		}
	}
	if added == nil {
		return gs
	}
	out := make(guards, len(gs)+len(added))
	for k, g := range gs {
		out[k] = g
	}
	for k, g := range added {
		out[k] = g
	}
	return out
}

// itself returns what a check of a path says of the path.
func (b base) itself(clears Mask) Mask {
	if !b.self || !clears.holds(notParent|notBelow) {
		return 0
	}
	if b.how == byRel {
		return pathMask // never absolute
	}
	return segPath | dotPath
}

// says returns what a check of a path says of what the path was made from.
func (b base) says(clears Mask) (Mask, []weak) {
	up := clears & (pathMask | pathFacts)
	dots := segPath | dotPath
	if up.holds(notParent | notBelow) {
		up |= dots
		if !b.self {
			up &^= segPath // others may follow
		}
	}
	switch b.how {
	case byRel:
		if up.holds(dots) {
			return pathMask, nil
		}
		return 0, nil
	case byElement:
		if up&(notParent|dotPath) != 0 {
			return dots | notParent | notBelow | KindMask(models.KindURLPath), nil
		}
		return 0, nil
	case byDecode:
		return up&(dots|notParent|notBelow) | clears&KindMask(models.KindURLPath), nil
	case byParent:
		if up.holds(pathMask) {
			return pathMask, nil
		}
		return up & (equals | under), nil
	case byCase:
		if up.holds(pathMask) {
			return 0, []weak{{mask: pathMask, why: "the path is compared in one case, which may name another folder"}}
		}
		return 0, nil
	}
	return up, nil
}

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
			if a != r && !x.endsFolder(a, depth-1) {
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
	e.ends[key] = false // cycles
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
