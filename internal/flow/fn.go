package flow

import (
	"strconv"

	"github.com/mcpvet/mcpvet/internal/program"
)

// A site is an instruction of a function.
type site struct{ block, index int32 }

// A root is where memory begins: a register (a parameter, an allocation, the
// result of a call), or a global.
type root struct {
	reg    program.Ref
	global string
}

// A loc is a place in memory.
type loc struct {
	root  root
	path  path
	exact bool // it is just this place, not one of several
}

// An access is an instruction that reads a place, or hands on what points to
// it.
type access struct {
	at  site
	op  int32 // operand
	loc loc
}

// A fn is a function with what the analysis has found out of it.
type fn struct {
	*program.Func
	e        *Engine
	defs     []site // of each register; params and free variables have block -1
	uses     map[program.Ref][]site
	locs     map[program.Ref][]loc
	stores   map[root][]access
	reads    map[root][]access // loads, look-ups
	passes   map[root][]access // operands of calls, returns, closures, stores
	after    []set             // blocks that can run after each block
	guards   []map[string]guard
	guarding bool // guards are being found
	keys     map[program.Ref]string
	placed   map[seenAt]string // the keys of places
	vouch    map[string]map[string]guard
	busy     map[string]bool
	conds    map[condKey]guards
	nils     map[program.Ref]nilSays // of phis
	runeSafe map[access]Mask         // of the characters that a site reads, in block op
	charIn   map[char]set            // the blocks that a character gets to
	dests    map[site]*targets
	holds    map[holding]*targets
	only     *sum   // see alone
	runs     *[]Run // command lines that it starts
	selfs    *[]selfCall
	leaves   map[string]Mask // see settle.go
	syms     map[program.Ref]*Sym
	symTried map[program.Ref]int  // the depth to which nothing was found
	derived  map[string][]base    // see derive.go
	trust    [][]trustFact        // see trust.go
	trusted  map[program.Ref]bool // conditions, see trust.go
	truths   map[program.Ref]bool // conditions that an entry decides, see dispatch.go
	compares map[string][]string  // see comparedWith
	variants map[givenAt]*variant // of what it calls, see given.go
}

// alone returns what is known of a call of the function by itself, whoever calls
// it.
func (x *fn) alone() *sum {
	if x.only == nil {
		x.only = &sum{fn: x}
	}
	return x.only
}

func (x *fn) in(s site) *program.Instr { return &x.Blocks[s.block].Instrs[s.index] }

// def returns the instruction that defines a register, nil for parameters.
func (x *fn) def(r program.Ref) *program.Instr {
	if r <= 0 || int(r) >= len(x.defs) || x.defs[r].block < 0 {
		return nil
	}
	return x.in(x.defs[r])
}

func (x *fn) constant(r program.Ref) *program.Const {
	if r >= 0 || int(-r) > len(x.Consts) {
		return nil
	}
	return &x.Consts[-r-1]
}

// prepare indexes a function.
func (e *Engine) prepare(f *program.Func) *fn {
	f = e.called(f)
	x := &fn{Func: f, e: e, defs: make([]site, f.Regs+1), uses: map[program.Ref][]site{}, locs: map[program.Ref][]loc{},
		stores: map[root][]access{}, reads: map[root][]access{}, passes: map[root][]access{},
		keys: map[program.Ref]string{}, placed: map[seenAt]string{}, vouch: map[string]map[string]guard{}, busy: map[string]bool{}, conds: map[condKey]guards{}, nils: map[program.Ref]nilSays{}, runeSafe: map[access]Mask{}, charIn: map[char]set{},
		dests: map[site]*targets{}, syms: map[program.Ref]*Sym{}, symTried: map[program.Ref]int{}}
	for i := range x.defs {
		x.defs[i].block = -1
	}
	for b := range f.Blocks {
		for i := range f.Blocks[b].Instrs {
			in := &f.Blocks[b].Instrs[i]
			at := site{int32(b), int32(i)}
			if in.Dst > 0 && int(in.Dst) < len(x.defs) {
				x.defs[in.Dst] = at
			}
			for _, a := range in.Args {
				if c := x.constant(a); a > 0 || c != nil && c.Kind == program.ConstFunc {
					if u := x.uses[a]; len(u) == 0 || u[len(u)-1] != at {
						x.uses[a] = append(x.uses[a], at)
					}
				}
			}
		}
	}
	for b := range f.Blocks {
		for i := range f.Blocks[b].Instrs {
			x.index(site{int32(b), int32(i)})
		}
	}
	return x
}

// index notes how an instruction touches memory.
func (x *fn) index(at site) {
	in := x.in(at)
	note := func(m map[root][]access, op int32, ls []loc) {
		for _, l := range ls {
			m[l.root] = append(m[l.root], access{at, op, l})
		}
	}
	switch in.Op {
	case program.OpLoad:
		note(x.reads, 0, x.loc(in.Args[0]))
	case program.OpLookup:
		note(x.reads, 0, below(x.loc(in.Args[0]), x.elem(in.Args[1])))
	case program.OpUnOp:
		if in.Sym == "<-" {
			note(x.reads, 0, below(x.loc(in.Args[0]), anyElem))
		}
	case program.OpNext:
		if r := x.def(in.Args[0]); r != nil && r.Op == program.OpRange {
			note(x.reads, 0, below(x.loc(r.Args[0]), anyElem))
			note(x.reads, 1, below(x.loc(r.Args[0]), keyElem))
		}
	case program.OpSlice: // of a list behind its start, which has memory of its own
		if in.Args[1] != 0 && !x.isZero(in.Args[1]) && in.Zero != program.ZeroString {
			note(x.reads, 0, x.loc(in.Args[0]))
		}
	case program.OpStore:
		note(x.stores, 1, x.loc(in.Args[0]))
		x.pass(at, 1)
	case program.OpMapUpdate:
		note(x.stores, 2, below(x.loc(in.Args[0]), x.elem(in.Args[1])))
		x.pass(at, 2)
	case program.OpUnknown:
		x.indexSelect(at)
	case program.OpSend:
		note(x.stores, 1, below(x.loc(in.Args[0]), anyElem))
		x.pass(at, 1)
	case program.OpCall, program.OpGo, program.OpDefer, program.OpReturn, program.OpMakeClosure, program.OpBoundMethod:
		for i := range in.Args {
			x.pass(at, int32(i))
		}
	}
}

// indexSelect notes what a select statement sends and receives. Its operands
// are a channel and a value for each case, and what it receives is in its tuple
// behind the index of the case and whether something was received.
func (x *fn) indexSelect(at site) {
	in := x.in(at)
	received := int32(2)
	for i := 0; in.Sym == program.Select && i+1 < len(in.Args); i += 2 {
		for _, l := range below(x.loc(in.Args[i]), anyElem) {
			if in.Args[i+1] == 0 {
				x.reads[l.root] = append(x.reads[l.root], access{at, received, l})
			} else {
				x.stores[l.root] = append(x.stores[l.root], access{at, int32(i + 1), l})
			}
		}
		if in.Args[i+1] == 0 {
			received++
		} else {
			x.pass(at, int32(i+1))
		}
	}
}

// pass notes that an operand is handed on, if it refers to memory.
func (x *fn) pass(at site, op int32) {
	r := x.in(at).Args[op]
	for _, l := range x.loc(r) {
		x.passes[l.root] = append(x.passes[l.root], access{at, op, l})
	}
}

// elem returns the step of an index or a key.
func (x *fn) elem(r program.Ref) string {
	if c := x.constant(r); c != nil {
		switch c.Kind {
		case program.ConstInt:
			return "[" + strconv.FormatInt(c.I, 10) + "]"
		case program.ConstString:
			return "[" + c.S + "]"
		}
	}
	if d := x.def(r); d != nil && d.Op == program.OpMakeInterface {
		return x.elem(d.Args[0])
	}
	return anyElem
}

func below(ls []loc, step string) []loc {
	out := make([]loc, len(ls))
	for i, l := range ls {
		out[i] = loc{l.root, l.path.add(step), l.exact && step != anyElem && step != keyElem && !l.path.full()}
	}
	return out
}

// join returns the part of a place at a path.
func (l loc) join(p path) loc {
	to := l.path.join(p)
	return loc{l.root, to, l.exact && len(to) == len(l.path)+len(p)} // else it is more than that part
}

// maxLocs bounds the places that one register can refer to.
const maxLocs = 6

// loc returns the places that a register refers to: an address what it points
// to, a reference or a struct where it was loaded from. A register that is no
// part of another place is a root itself.
func (x *fn) loc(r program.Ref) []loc {
	if c := x.constant(r); c != nil {
		if c.Kind == program.ConstGlobal {
			return []loc{{root{global: c.S}, "", true}}
		}
		return nil
	}
	if r <= 0 {
		return nil
	}
	if ls, ok := x.locs[r]; ok {
		return ls
	}
	self := []loc{{root{reg: r}, "", true}}
	x.locs[r] = self // for cycles of phis
	ls := x.findLoc(r, self)
	if len(ls) == 0 {
		ls = self
	}
	if len(ls) > maxLocs {
		ls = ls[:maxLocs]
	}
	if len(ls) > 1 {
		for i := range ls {
			ls[i].exact = false
		}
	}
	x.locs[r] = ls
	return ls
}

func (x *fn) findLoc(r program.Ref, self []loc) []loc {
	in := x.def(r)
	if in == nil {
		return self
	}
	if isCopied(in) {
		return self
	}
	switch in.Op {
	case program.OpFieldAddr:
		return below(x.loc(in.Args[0]), "."+in.Sym)
	case program.OpIndexAddr:
		return below(x.loc(in.Args[0]), x.elem(in.Args[1]))
	case program.OpLoad:
		if !x.e.isValue(in.Type) {
			return x.loc(in.Args[0])
		}
	case program.OpField:
		if !x.e.isValue(in.Type) {
			return below(x.loc(in.Args[0]), "."+in.Sym)
		}
	case program.OpSlice:
		if in.Args[1] == 0 || x.isZero(in.Args[1]) {
			return x.loc(in.Args[0])
		}
	case program.OpChangeInterface, program.OpMakeInterface:
		if x.constant(in.Args[0]) == nil {
			return x.loc(in.Args[0])
		}
	case program.OpConvert:
		if x.constant(in.Args[0]) == nil && !x.e.isValue(in.Type) {
			return x.loc(in.Args[0])
		}
	case program.OpTypeAssert:
		if !in.Comma && !x.e.isValue(in.Type) {
			return x.loc(in.Args[0])
		}
	case program.OpLookup:
		if !in.Comma && !x.e.isValue(in.Type) {
			return below(x.loc(in.Args[0]), x.elem(in.Args[1]))
		}
	case program.OpPhi:
		if out := x.phiLoc(in, r); len(out) > 0 {
			return out
		}
	case program.OpExtract:
		return x.extractLoc(in, self)
	case program.OpCall:
		if in.Mode == program.CallStatic {
			if p := x.e.returnsParam(in.Sym, maxChained); p > 0 && int(p) <= len(in.Args) && x.constant(in.Args[p-1]) == nil {
				return x.loc(in.Args[p-1])
			}
		}
	}
	return self
}

// isCopied reports whether an instruction copies a value that has no parts.
func isCopied(in *program.Instr) bool {
	switch in.Zero {
	case program.ZeroString, program.ZeroBool, program.ZeroInt, program.ZeroFloat:
		return in.Op == program.OpPhi || in.Op == program.OpSlice
	}
	return false
}

func (x *fn) phiLoc(in *program.Instr, r program.Ref) []loc {
	var out []loc
	seen := map[loc]bool{}
	for _, a := range in.Args {
		for _, l := range x.loc(a) {
			l.exact = false
			if l.root.reg != r && !seen[l] {
				seen[l] = true
				out = append(out, l)
			}
		}
	}
	return out
}

func (x *fn) extractLoc(in *program.Instr, self []loc) []loc {
	t := x.def(in.Args[0])
	if t == nil {
		return self
	}
	switch {
	case t.Op == program.OpTypeAssert && in.N == 0 && !x.e.isValue(t.Type):
		return x.loc(t.Args[0])
	case t.Op == program.OpLookup && in.N == 0 && !x.e.isValue(t.Type):
		return below(x.loc(t.Args[0]), x.elem(t.Args[1]))
	case t.Op == program.OpNext && in.N == 2:
		if r := x.def(t.Args[0]); r != nil && r.Op == program.OpRange {
			return below(x.loc(r.Args[0]), anyElem)
		}
	}
	return self
}

func (x *fn) isZero(r program.Ref) bool {
	c := x.constant(r)
	return c != nil && c.Kind == program.ConstInt && c.I == 0
}

// isRoot reports whether memory begins at register r.
func (x *fn) isRoot(r program.Ref) bool {
	ls := x.loc(r)
	return len(ls) == 1 && ls[0].root.reg == r && ls[0].path == ""
}
