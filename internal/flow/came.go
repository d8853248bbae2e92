package flow

import (
	"slices"
	"strings"

	"github.com/mcpvet/mcpvet/internal/program"
)

// Where a value comes from: it is followed back through assignments, calls,
// parameters, closures and fields to where it was made. Fields are followed by
// object where the object is known, else by type.

// Bounds of the search for origins.
const (
	maxCame    = 40  // steps back
	maxOrigins = 24  // of one value
	maxVisits  = 300 // of one question
	maxAnyone  = 8   // callers of a function that nobody came from
)

// A search is one question for origins.
type search struct {
	seen map[searchKey]bool
	out  []Origin
	n    int
}

type searchKey struct {
	f   *Frame
	reg program.Ref
}

// Origins returns where the value in a register or constant comes from.
func (f *Frame) Origins(r program.Ref) []Origin {
	if out, ok := f.memo[r]; ok {
		return out
	}
	s := &search{seen: map[searchKey]bool{}}
	s.value(f, r, 0)
	if f.memo == nil {
		f.memo = map[program.Ref][]Origin{}
	}
	f.memo[r] = s.out
	return s.out
}

func (s *search) add(o Origin) {
	if len(s.out) >= maxOrigins {
		return
	}
	for i := range s.out {
		if s.out[i].Kind == o.Kind && s.out[i].Frame == o.Frame && s.out[i].reg == o.reg && s.out[i].Sym == o.Sym && s.out[i].Index == o.Index {
			return
		}
	}
	s.out = append(s.out, o)
}

func (s *search) unknown(f *Frame, r program.Ref) { s.add(Origin{Frame: f, reg: r}) }

// value follows a value back.
func (s *search) value(f *Frame, r program.Ref, depth int) {
	x := f.x
	if c := x.constant(r); c != nil {
		s.constant(f, r, c)
		return
	}
	key := searchKey{f, r}
	if r <= 0 || s.seen[key] {
		return
	}
	s.seen[key] = true
	s.n++
	if depth > maxCame || s.n > maxVisits || !f.e.spend(1) {
		s.unknown(f, r)
		return
	}
	in := x.def(r)
	if in == nil {
		s.param(f, r, depth)
		return
	}
	switch in.Op {
	case program.OpConvert, program.OpChangeInterface, program.OpMakeInterface, program.OpSlice:
		s.value(f, in.Args[0], depth+1)
	case program.OpTypeAssert:
		if in.Comma {
			s.unknown(f, r)
			return
		}
		s.value(f, in.Args[0], depth+1)
	case program.OpPhi:
		for _, a := range in.Args {
			s.value(f, a, depth+1)
		}
	case program.OpAlloc, program.OpMakeMap, program.OpMakeSlice, program.OpMakeChan:
		s.add(Origin{Kind: OriginNew, Frame: f, Sym: in.Type, Pos: in.Pos, reg: r, at: x.defs[r]})
	case program.OpFieldAddr, program.OpIndexAddr:
		o := Origin{Kind: OriginPlace, Frame: f, Pos: in.Pos, reg: r, at: x.defs[r]}
		if in.Op == program.OpFieldAddr {
			o.Part = generic(in.Owner) + "." + in.Sym
			o.Sym = f.e.fieldType(in.Owner, in.Sym)
		}
		s.add(o)
	case program.OpMakeClosure:
		s.add(Origin{Kind: OriginFunc, Frame: f, Sym: in.Sym, Pos: in.Pos, reg: r})
	case program.OpBoundMethod:
		for _, id := range f.e.boundTo(x, x.defs[r]) {
			s.add(Origin{Kind: OriginFunc, Frame: f, Sym: id, Pos: in.Pos, reg: r})
		}
	case program.OpCall:
		s.results(f, x.defs[r], 0, r, depth)
	case program.OpExtract:
		s.extract(f, r, in, depth)
	case program.OpLoad:
		s.load(f, r, in, depth)
	case program.OpField:
		if d := x.def(in.Args[0]); d != nil && d.Op == program.OpLoad {
			s.field(f, d.Args[0], in, r, depth)
			return
		}
		s.field(f, in.Args[0], in, r, depth)
	default:
		s.unknown(f, r)
	}
}

func (s *search) constant(f *Frame, r program.Ref, c *program.Const) {
	switch c.Kind {
	case program.ConstNil, program.ConstZero:
		s.add(Origin{Kind: OriginNil, Frame: f, reg: r})
	case program.ConstGlobal:
		s.add(Origin{Kind: OriginPlace, Sym: c.S})
	case program.ConstFunc:
		s.add(Origin{Kind: OriginFunc, Frame: f, Sym: c.S, reg: r})
	case program.ConstInt:
		s.add(Origin{Kind: OriginConst, Frame: f, reg: r, Number: c.I})
	default:
		s.unknown(f, r)
	}
}

// param goes on with whoever passes a parameter or binds a free variable.
func (s *search) param(f *Frame, r program.Ref, depth int) {
	i := int(r) - 1
	if up, arg, embed := f.passer(r); up != nil {
		if len(embed) > 0 {
			s.unknown(f, r)
			return
		}
		s.value(up, arg, depth+1)
		return
	}
	switch {
	case f.kind == frameEntry && i < len(f.x.Params) && !(f.x.Recv && i == 0):
		s.add(Origin{Kind: OriginEntry, Frame: f, Index: i, reg: r})
	case i >= len(f.x.Params):
		maker, at := f.makerOf(f.x)
		if maker == nil {
			s.unknown(f, r)
			return
		}
		if args := maker.x.in(at).Args; i-len(f.x.Params) < len(args) {
			s.value(maker, args[i-len(f.x.Params)], depth+1)
		}
	case f.kind == frameFree || f.kind == frameEntry || f.kind == frameWorker || f.caller == nil:
		s.anyone(f, r, i, depth)
	default:
		s.unknown(f, r)
	}
}

// anyone goes on with all calls of a function.
func (s *search) anyone(f *Frame, r program.Ref, i, depth int) {
	list := f.e.callersOf(f.x.ID)
	if len(list) == 0 || len(list) > maxAnyone {
		s.unknown(f, r)
		return
	}
	for _, c := range list {
		in := c.x.in(c.at)
		op := i
		if in.Op == program.OpBoundMethod && i > 0 || op >= len(in.Args) {
			s.unknown(f, r)
			continue
		}
		s.value(f.e.free(c.x), in.Args[op], depth+1)
	}
}

// callersOf lists the static calls of a function, and where its value is bound
// to a receiver.
func (e *Engine) callersOf(id string) []edgeCall {
	if e.callers == nil {
		e.callers = map[string][]edgeCall{}
		e.each(func(c edgeCall, in *program.Instr) {
			call := in.Op == program.OpCall || in.Op == program.OpGo || in.Op == program.OpDefer
			if (call || in.Op == program.OpBoundMethod) && in.Mode == program.CallStatic {
				e.callers[in.Sym] = append(e.callers[in.Sym], c)
			}
		})
	}
	return e.callers[id]
}

func (s *search) extract(f *Frame, r program.Ref, in *program.Instr, depth int) {
	t := f.x.def(in.Args[0])
	switch {
	case t == nil:
		s.unknown(f, r)
	case t.Op == program.OpCall:
		s.results(f, f.x.defs[in.Args[0]], int(in.N), r, depth)
	case t.Op == program.OpTypeAssert && in.N == 0:
		s.value(f, t.Args[0], depth+1)
	case t.Op == program.OpLookup && in.N == 0:
		s.elements(f, t.Args[0], r, depth)
	default:
		s.unknown(f, r)
	}
}

// results goes on with what a call returns.
func (s *search) results(f *Frame, at site, i int, r program.Ref, depth int) {
	in := f.x.in(at)
	if in.Mode == program.CallBuiltin {
		if in.Sym == "append" {
			for _, a := range in.Args {
				s.value(f, a, depth+1)
			}
			return
		}
		s.unknown(f, r)
		return
	}
	kids, syms := f.reached(at)
	for _, k := range kids {
		if k.depth > maxDepthW {
			s.unknown(f, r)
			continue
		}
		k.returns(i, func(a program.Ref) { s.value(k, a, depth+1) })
	}
	for _, sym := range syms {
		s.add(Origin{Kind: OriginCall, Frame: f, Sym: sym, Index: i, Pos: in.Pos, reg: r, at: at})
	}
	if len(kids)+len(syms) == 0 {
		s.unknown(f, r)
	}
}

// returns visits what a function returns as result i. A nil that comes with an
// error is no result.
func (f *Frame) returns(i int, visit func(program.Ref)) {
	x := f.x
	for b := range x.Blocks {
		n := len(x.Blocks[b].Instrs)
		if n == 0 {
			continue
		}
		ret := &x.Blocks[b].Instrs[n-1]
		if ret.Op != program.OpReturn || i >= len(ret.Args) {
			continue
		}
		if c := x.constant(ret.Args[i]); c != nil && c.Kind == program.ConstNil && len(ret.Args) > 1 {
			continue
		}
		visit(ret.Args[i])
	}
}

// load goes on with what is stored where a value is loaded from.
func (s *search) load(f *Frame, r program.Ref, in *program.Instr, depth int) {
	x := f.x
	addr := in.Args[0]
	if c := x.constant(addr); c != nil {
		if c.Kind == program.ConstGlobal {
			s.global(f, c.S, r, depth)
		}
		return
	}
	d := x.def(addr)
	switch {
	case d == nil: // what a parameter or a captured variable points to
		s.pointee(f, addr, x.defs[r], r, depth)
	case d.Op == program.OpAlloc:
		switch {
		case s.cell(f, addr, x.defs[r], depth):
		case len(x.stores[root{reg: addr}]) > 0: // a struct that is put together there
			s.value(f, addr, depth+1)
		default:
			s.add(Origin{Kind: OriginNil, Frame: f, reg: r})
		}
	case d.Op == program.OpFieldAddr:
		s.field(f, d.Args[0], d, r, depth)
	case d.Op == program.OpIndexAddr:
		s.elements(f, d.Args[0], r, depth)
	default:
		s.pointee(f, addr, x.defs[r], r, depth)
	}
}

// cell goes on with what is stored in a local variable and can be there at a
// site. It reports whether there is anything.
func (s *search) cell(f *Frame, addr program.Ref, at site, depth int) bool {
	x := f.x
	found := false
	for _, a := range x.stores[root{reg: addr}] {
		if a.loc.path == "" && x.reaches(a.at, at, a.loc) {
			found = true
			s.value(f, x.in(a.at).Args[a.op], depth+1)
		}
	}
	return found
}

// pointee goes on with what the pointer in a register points to: variables of
// other functions that a closure captures or a callee gets.
func (s *search) pointee(f *Frame, addr program.Ref, at site, r program.Ref, depth int) {
	x := f.x
	found := false
	for _, a := range x.stores[root{reg: addr}] { // what the function itself put there
		if a.loc.path == "" && x.reaches(a.at, at, a.loc) {
			found = true
			s.value(f, x.in(a.at).Args[a.op], depth+1)
		}
	}
	inner := &search{seen: map[searchKey]bool{}, n: s.n}
	inner.value(f, addr, depth+1)
	s.n = inner.n
	for _, o := range inner.out {
		switch {
		case o.Kind == OriginNew:
			end := f.seenAt(o.Frame)
			before := len(s.out)
			if !s.cell(o.Frame, o.reg, end, depth+1) && len(s.out) == before {
				for _, a := range o.Frame.x.stores[root{reg: o.reg}] {
					if a.loc.path == "" {
						s.value(o.Frame, o.Frame.x.in(a.at).Args[a.op], depth+1)
					}
				}
			}
			found = true
		case o.Kind == OriginPlace && o.Frame == nil:
			s.global(f, o.Sym, r, depth)
			found = true
		}
	}
	if !found {
		s.unknown(f, r)
	}
}

// seenAt returns the site in a frame below that led to this one: where a
// closure was made, or a call.
func (f *Frame) seenAt(below *Frame) site {
	for g := f; g != nil; g = g.caller {
		if g.made == below {
			return g.madeAt
		}
		if g.caller == below {
			return g.at
		}
	}
	return start
}

// global goes on with what is stored in a global.
func (s *search) global(f *Frame, name string, r program.Ref, depth int) {
	stores, ok := f.e.globalStores(name)
	if !ok {
		s.add(Origin{Kind: OriginGlobal, Sym: name})
		return
	}
	if len(stores) == 0 || len(stores) > maxAnyone {
		s.unknown(f, r)
	}
	for _, c := range stores[:min(len(stores), maxAnyone)] {
		s.value(f.e.free(c.x), c.x.in(c.at).Args[1], depth+1)
	}
}

// globalStores lists the stores to a global; ok is false for one of code
// outside the program.
func (e *Engine) globalStores(name string) (stores []edgeCall, ok bool) {
	if e.globals == nil {
		e.globals = map[string][]edgeCall{}
		e.each(func(c edgeCall, in *program.Instr) {
			if in.Op != program.OpStore {
				return
			}
			if to := c.x.constant(in.Args[0]); to != nil && to.Kind == program.ConstGlobal {
				e.globals[to.S] = append(e.globals[to.S], c)
			}
		})
	}
	if i := strings.LastIndexByte(name, '.'); i > 0 {
		_, ok = e.inits[name[:i]]
	}
	return e.globals[name], ok || len(e.globals[name]) > 0
}

// field goes on with what is in a field of the struct at base, by the object if
// that is known, else by the field's type.
func (s *search) field(f *Frame, base program.Ref, in *program.Instr, r program.Ref, depth int) {
	if s.fieldHere(f, base, in.Sym, f.x.defs[r], depth) {
		return
	}
	inner := &search{seen: map[searchKey]bool{}, n: s.n}
	inner.value(f, base, depth+1)
	s.n = inner.n
	found := 0
	for _, o := range inner.out {
		if o.Kind != OriginNew {
			continue
		}
		for _, a := range o.Frame.x.stores[root{reg: o.reg}] {
			if step, rest := a.loc.path.cut(); step == "."+in.Sym && rest == "" {
				found++
				s.value(o.Frame, o.Frame.x.in(a.at).Args[a.op], depth+1)
			}
		}
	}
	if found > 0 && found >= len(inner.out) {
		return
	}
	stores := f.e.storesOf(generic(in.Owner) + "." + in.Sym)
	if found == 0 && (len(stores) == 0 || len(stores) > maxOrigins) {
		s.unknown(f, r)
		return
	}
	if found == 0 {
		for _, c := range stores {
			s.value(f.e.free(c.x), c.x.in(c.at).Args[1], depth+1)
		}
	}
}

// fieldHere goes on with what the function itself stores in a field before a
// site, where that is all there can be.
func (s *search) fieldHere(f *Frame, base program.Ref, name string, at site, depth int) bool {
	x := f.x
	ls := x.loc(base)
	if len(ls) != 1 || ls[0].root.reg <= 0 {
		return false
	}
	l := ls[0].join(path(mark + "." + name))
	var vals []program.Ref
	for _, a := range x.stores[l.root] {
		if a.loc.path == l.path && x.reaches(a.at, at, l) {
			vals = append(vals, x.in(a.at).Args[a.op])
		}
	}
	if len(vals) == 0 {
		return false
	}
	for _, v := range vals {
		s.value(f, v, depth+1)
	}
	return true
}

// holds reports whether something is seen to be stored in a field of the very
// structs that it is a field of.
func (f *Frame) holds(addr *program.Instr, at site) bool {
	if (&search{seen: map[searchKey]bool{}}).fieldHere(f, addr.Args[0], addr.Sym, at, 0) {
		return true
	}
	origins := f.Origins(addr.Args[0])
	return len(origins) > 0 && !slices.ContainsFunc(origins, func(o Origin) bool {
		return o.Kind != OriginNew || !slices.ContainsFunc(o.Frame.x.stores[root{reg: o.reg}], func(a access) bool {
			step, rest := a.loc.path.cut()
			return step == "."+addr.Sym && rest == ""
		})
	})
}

// elements goes on with what is stored in a list or a map.
func (s *search) elements(f *Frame, list program.Ref, r program.Ref, depth int) {
	inner := &search{seen: map[searchKey]bool{}, n: s.n}
	inner.value(f, list, depth+1)
	s.n = inner.n
	found := false
	for _, o := range inner.out {
		if o.Frame == nil || o.reg <= 0 {
			continue
		}
		for _, a := range o.Frame.x.stores[root{reg: o.reg}] {
			if step, rest := a.loc.path.cut(); isElem(step) && rest == "" {
				found = true
				s.value(o.Frame, o.Frame.x.in(a.at).Args[a.op], depth+1)
			}
		}
	}
	if !found {
		s.unknown(f, r)
	}
}
