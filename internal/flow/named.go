package flow

import (
	"slices"
	"strings"

	"github.com/mcpvet/mcpvet/internal/program"
)

// Which way a function takes for a tool: by its name, by tables of names, by the
// kind of the request.

// naming tells apart the calls of a function that get the name of the tool
// from others.
func (j *Judge) naming(f *Frame) string {
	if j.en.Name == "" && j.en.Request == "" {
		return ""
	}
	var b strings.Builder
	b.WriteByte('n')
	for i, p := range f.x.Params {
		if p.Type == "string" && j.isName(f, program.Ref(i+1), 6) {
			b.WriteByte(byte('a' + i%26))
		}
	}
	return b.String()
}

// isName reports whether a value is the name of the tool that is called.
func (j *Judge) isName(f *Frame, r program.Ref, depth int) bool {
	if depth == 0 || j.en.Name == "" || r == 0 {
		return false
	}
	if f.x.constant(r) != nil {
		return false
	}
	if in := f.x.def(r); in == nil {
		up, arg, _ := f.passer(r)
		return up != nil && up != f && j.isName(up, arg, depth-1)
	}
	key := f.x.key(r)
	return strings.HasSuffix(key, mark+".Params"+mark+".Name") || strings.HasSuffix(key, "Params"+mark+".Name")
}

// nameOf returns the text of a value where that is the name of a tool: of the
// called one, or one that start-up code has bound.
func (j *Judge) nameOf(f *Frame, r program.Ref) (string, bool) {
	if j.isName(f, r, 6) {
		j.en.Called(j.en.Name) // who compares it has an answer for this tool only
		return j.en.Name, true
	}
	if f.kind == frameEntry && f.x.def(r) == nil && f.x.constant(r) == nil && f.sum.bind != nil {
		i := int(r) - 1
		if i >= len(f.x.Params) { // a captured variable is a pointer to it
			return "", false
		}
		return f.sum.bind.Text(i, nil)
	}
	if in := f.x.def(r); in != nil && in.Op == program.OpLoad && f.kind == frameEntry && f.sum.bind != nil {
		if i := int(in.Args[0]) - 1; i >= len(f.x.Params) && f.x.def(in.Args[0]) == nil && in.Args[0] > 0 {
			return f.sum.bind.Text(i, nil)
		}
	}
	return "", false
}

// decide returns the truth of a condition, where the name of the tool or the
// kind of the request decides it.
func (j *Judge) decide(f *Frame, r program.Ref, w *ways, depth int) (truth, ok bool) {
	x := f.x
	in := x.def(r)
	if in == nil || depth == 0 {
		return false, false
	}
	switch in.Op {
	case program.OpUnOp:
		if in.Sym == "!" {
			truth, ok = j.decide(f, in.Args[0], w, depth-1)
			return !truth, ok
		}
	case program.OpExtract:
		t := x.def(in.Args[0])
		if t != nil && t.Op == program.OpCall && int(in.N) < len(t.Class) && t.Class[in.N] == program.ClassNumber {
			return j.decidedBy(f, x.defs[in.Args[0]], int(in.N), w, depth-1)
		}
		if t == nil || in.N != 1 {
			return false, false
		}
		switch t.Op {
		case program.OpTypeAssert:
			if j.en.Request == "" || !x.e.models.IsRequest(t.Type) || x.def(t.Args[0]) != nil {
				return false, false
			}
			return strings.TrimPrefix(t.Type, "*") == strings.TrimPrefix(j.en.Request, "*"), true
		case program.OpLookup:
			return j.listed(f, t.Args[0], t.Args[1], t.Pos, w)
		}
	case program.OpLookup:
		if in.Zero == program.ZeroBool && !in.Comma {
			return j.listed(f, in.Args[0], in.Args[1], in.Pos, w)
		}
	case program.OpCall:
		if in.Sym == "slices.Contains" && len(in.Args) == 2 {
			return j.listed(f, in.Args[0], in.Args[1], in.Pos, w)
		}
		if len(in.Class) == 1 && in.Class[0] == program.ClassNumber {
			return j.decidedBy(f, x.defs[r], 0, w, depth-1)
		}
	case program.OpBinOp:
		return j.compares(f, in)
	}
	return false, false
}

// decidedBy returns what a function of the program says of the request, or of
// the name of the tool: all that it can return.
func (j *Judge) decidedBy(f *Frame, at site, result int, w *ways, depth int) (truth, ok bool) {
	in := f.x.in(at)
	if in.Mode != program.CallStatic || j.e.funcs[in.Sym] == nil || f.depth > 4 || depth <= 0 {
		return false, false
	}
	kids, _ := f.reached(at)
	if len(kids) != 1 || len(kids[0].x.Blocks) < 2 {
		return false, false
	}
	k := kids[0]
	kw := j.way(k)
	first := true
	for b := range k.x.Blocks {
		blk := &k.x.Blocks[b]
		n := len(blk.Instrs)
		if n == 0 || !kw.live.has(int32(b)) || blk.Instrs[n-1].Op != program.OpReturn || result >= len(blk.Instrs[n-1].Args) {
			continue
		}
		var v, known bool
		a := blk.Instrs[n-1].Args[result]
		if c := k.x.constant(a); c != nil && c.Kind == program.ConstBool {
			v, known = c.I != 0, true
		} else {
			v, known = j.decide(k, a, kw, depth)
		}
		if !known || !first && v != truth {
			return false, false
		}
		truth, first = v, false
	}
	w.tables = append(w.tables, kw.tables...)
	return truth, !first
}

func (j *Judge) compares(f *Frame, in *program.Instr) (truth, ok bool) {
	if in.Sym != "==" && in.Sym != "!=" {
		return false, false
	}
	for i, a := range in.Args[:2] {
		c := f.x.constant(in.Args[1-i])
		if c == nil || c.Kind != program.ConstString {
			continue
		}
		if name, known := j.nameOf(f, a); known {
			return (name == c.S) == (in.Sym == "=="), true
		}
		// The method of the request.
		if f.x.def(a) == nil && int(a) <= len(f.x.Params) && a > 0 && f.x.Params[a-1].Type == "string" {
			if m := j.e.models.Method(c.S); m != nil && j.en.Kind != "" && j.e.models.Called(j.en.Kind) {
				return (m.Calls == j.en.Kind) == (in.Sym == "=="), true
			}
		}
	}
	return false, false
}

// listed reports whether a table has the name of the tool.
func (j *Judge) listed(f *Frame, table, key program.Ref, pos program.Pos, w *ways) (is, ok bool) {
	name, known := j.nameOf(f, key)
	if !known {
		return false, false
	}
	names, at, known := f.names(table)
	if !known {
		return false, false
	}
	if !at.IsValid() {
		at = pos
	}
	is = slices.Contains(names, name)
	w.tables = append(w.tables, Table{Pos: at, Names: names, Found: is})
	return is, true
}

// names lists the constant texts that are the keys of a map, or the elements of
// a list, where that is all that there is.
func (f *Frame) names(r program.Ref) (names []string, pos program.Pos, ok bool) {
	origins := f.Origins(r)
	if len(origins) == 0 {
		return nil, pos, false
	}
	for _, o := range origins {
		if o.Kind != OriginNew || o.Frame == nil {
			return nil, pos, false
		}
		x := o.Frame.x
		if !pos.IsValid() {
			pos = o.Pos
		}
		isMap := x.def(o.reg).Op == program.OpMakeMap
		for _, a := range x.stores[root{reg: o.reg}] {
			step, rest := a.loc.path.cut()
			if !isElem(step) {
				continue
			}
			if isMap {
				if step == anyElem {
					return nil, pos, false
				}
				if in := x.in(a.at); in.Op == program.OpMapUpdate {
					names = append(names, step[1:len(step)-1])
					if !pos.IsValid() {
						pos = in.Pos
					}
				}
				continue
			}
			if rest != "" {
				return nil, pos, false
			}
			c := x.constant(x.in(a.at).Args[a.op])
			if c == nil || c.Kind != program.ConstString {
				return nil, pos, false
			}
			names = append(names, c.S)
		}
		if isMap && x.filledElsewhere(o.reg) {
			return nil, pos, false
		}
	}
	return names, pos, len(names) > 0
}

// filledElsewhere reports whether other functions may put something into a map: it is handed
// on to one as an argument.
func (x *fn) filledElsewhere(r program.Ref) bool {
	return slices.ContainsFunc(x.passes[root{reg: r}], func(a access) bool {
		in := x.in(a.at)
		return a.loc.path == "" && (in.Op == program.OpCall && in.Mode != program.CallBuiltin && x.e.funcs[in.Sym] != nil)
	})
}
