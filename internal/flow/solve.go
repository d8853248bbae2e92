package flow

import (
	"github.com/mcpvet/mcpvet/internal/program"
)

// An entry of a summary: a parameter or free variable, by its register, and a
// path below it. Register 0 is no entry: the summary of what comes from
// sources inside.
type entry struct {
	reg  program.Ref
	path path
}

type sumKey struct {
	fn    string
	ent   entry
	bind  int    // of an entry of requests: which one; 0 elsewhere
	given string // the constants that it is called with, where they decide something
	ahead bool   // of what runs ahead of requests: what functions do that it only makes values of is left out
}

// A fact says that a part of a register's value is data of a source. Without
// a source it is what came in at the entry of the summary.
type fact struct {
	reg  program.Ref
	path path
	src  *Source
}

// An extent is what is known of one value: the facts with one source about a
// register, or about memory from a site on. Most have a part or two, so that a
// list is searched faster than a map.
type extent struct {
	parts int // that were told apart, see maxParts
	list  []partFact
}

type partFact struct {
	path path
	mask Mask
}

// of returns what is known of a part, nil if it is no data.
func (d *extent) of(p path) *partFact {
	for i := range d.list {
		if d.list[i].path == p {
			return &d.list[i]
		}
	}
	return nil
}

// known returns what is known of a part.
func (d *extent) known(p path) Mask {
	if f := d.of(p); f != nil {
		return f.mask
	}
	return 0
}

// note adds to what is known of a part.
func (d *extent) note(p path, m Mask) {
	if f := d.of(p); f != nil {
		f.mask |= m
		return
	}
	d.list = append(d.list, partFact{p, m})
}

// A valueAt is a register with a source, a heldAt memory from a site on.
type (
	valueAt struct {
		reg program.Ref
		src *Source
	}
	heldAt struct {
		root root
		at   site
		src  *Source
	}
)

// A sum is a summary in the making.
type sum struct {
	key      sumKey
	fn       *fn
	bind     Binding
	class    string // of what comes in at the entry of a handler
	around   bool   // see Entry.Around
	seen     map[valueAt]*extent
	held     map[heldAt]*extent
	outs     map[outKey]*out
	list     []*out
	callers  []*caller
	known    map[callerKey]Mask
	told     map[told]int
	dead     []bool // blocks that the entry does not reach; nil: none
	given    *variant
	answered map[int32]guards  // by block; see resolved
	dests    map[site]*targets // where bind tells more than the function
}

type outKind uint8

const (
	outResult outKind = iota // a part of result num
	outArg                   // a part of what parameter num points to
	outSink
	outCall   // the function in parameter num, at fpath, is called with it
	outGlobal // a part of a global
)

type outKey struct {
	kind  outKind
	num   int
	path  path
	fpath path
	text  string // global, method, identity of a sink
	op    int
	args  string // outCall: what is known of the arguments
	fails bool   // outResult: comes with an error that is not nil
	src   *Source
}

// An out is what a summary says: where data comes out of the function.
type out struct {
	outKey
	mask   Mask
	tr     *trace
	sink   *Sink
	origin *fn // outCall: the function with the call
	at     site
	args   []*Sym // and its arguments, receiver first where there is one
}

// How a summary is used.
type useKind uint8

const (
	useCall     useKind = iota // by a call
	useBinding                 // by a closure or method value that is made: it may be called
	useCallback                // by a function that gets the function as an argument
)

// A caller is one use of a summary in another.
type caller struct {
	sum    *sum
	use    useKind
	at     site
	shift  int         // operand of a call minus parameter index
	reg    program.Ref // useCallback: the argument with the function
	fpath  path        // and where in it
	method string      // useCallback of a method of an interface value
	src    *Source
	mask   Mask
	tr     *trace
	op     program.Ref // useBinding of a function that is no closure: the operand
	args   []*Sym      // useCallback: of the call, receiver first where there is one, as far as they are known
	bound  int         // useCallback: the parameters before these, of a receiver that is bound
}

type callerKey struct {
	sum   *sum
	use   useKind
	at    site
	reg   program.Ref
	fpath path
	src   *Source
	op    program.Ref
}

type item struct {
	sum  *sum
	fact fact
	mask Mask
	tr   *trace
}

// summary returns the summary for an entry, and starts it if it is new.
func (e *Engine) summary(id string, ent entry, bind int, en *Entry) *sum {
	return e.summaryOf(sumKey{fn: id, ent: ent, bind: bind}, nil, en)
}

func (e *Engine) summaryOf(key sumKey, v *variant, en *Entry) *sum {
	if s, ok := e.sums[key]; ok {
		return s
	}
	x := e.fn(key.fn)
	if x == nil {
		return nil
	}
	if v != nil {
		x = v.fn
	}
	ent := key.ent
	s := &sum{key: key, fn: x, seen: map[valueAt]*extent{}, held: map[heldAt]*extent{}, outs: map[outKey]*out{}, known: map[callerKey]Mask{}, told: map[told]int{}}
	if en != nil {
		s.bind, s.around, s.dead = en.Binds, en.Around, x.deadOf(*en)
	}
	if v != nil {
		s.given, s.dead = v, v.dead
	}
	e.sums[key] = s
	if ent.reg == 0 {
		e.inside(s)
		e.registerReads(s)
	} else {
		e.emit(s, ent.reg, ent.path, nil, e.follows|Whole, nil)
	}
	return s
}

// maxParts bounds the parts of one value that are told apart. Beyond it all
// below the first step counts as data; twice beyond it, further parts are left
// out: what holds that much is a table of everything.
const maxParts = 24

// emit notes a fact.
func (e *Engine) emit(s *sum, r program.Ref, p path, src *Source, m Mask, tr *trace) {
	if r == 0 || m&kinds == 0 || e.full {
		return
	}
	d := s.seen[valueAt{r, src}]
	if d == nil {
		d = &extent{}
		s.seen[valueAt{r, src}] = d
	}
	if p != "" && d.of(p) == nil {
		d.parts++
		if d.parts > 2*maxParts {
			return
		}
		if d.parts > maxParts {
			step, _ := p.cut()
			p = path("").add(step)
			m &^= partMask
		}
	}
	var old Mask
	for i := range d.list { // what is said of the whole need not be said of a part
		known := &d.list[i]
		if known.path == p {
			old = known.mask
		} else if len(known.path) < len(p) && p[len(known.path)] == mark[0] && p[:len(known.path)] == known.path && m&^known.mask == 0 {
			return
		}
	}
	more := m &^ old
	if more == 0 {
		return
	}
	d.note(p, m)
	if more&kinds == 0 { // only a property is new: it counts for all kinds
		more |= m & kinds
	} else {
		more |= m & props
	}
	e.queue = append(e.queue, item{s, fact{r, p, src}, more, tr})
}

// run works the queue off.
func (e *Engine) run() {
	for len(e.queue) > 0 {
		it := e.queue[len(e.queue)-1]
		e.queue = e.queue[:len(e.queue)-1]
		if !e.spend(1) {
			return
		}
		e.spread(it)
	}
}

// spread carries a fact to the uses of its register.
func (e *Engine) spread(it item) {
	s, x, f := it.sum, it.sum.fn, it.fact
	rootReg := f.reg > 0 && x.isRoot(f.reg)
	if rootReg {
		at := start
		if x.def(f.reg) != nil {
			at = x.defs[f.reg]
		}
		e.place(s, loc{root{reg: f.reg}, f.path, true}, at, true, false, f.src, it.mask, it.tr)
	}
	for _, at := range x.uses[f.reg] {
		in := x.in(at)
		for op, a := range in.Args {
			if a != f.reg {
				continue
			}
			switch in.Op {
			case program.OpCall, program.OpGo, program.OpDefer, program.OpReturn, program.OpMakeClosure, program.OpBoundMethod:
				if !rootReg {
					e.hand(s, at, op, f.path, f.src, it.mask, it.tr)
				}
			case program.OpStore, program.OpMapUpdate, program.OpSend, program.OpUnknown:
				if !rootReg {
					e.hand(s, at, op, f.path, f.src, it.mask, it.tr)
				} else if in.Op == program.OpMapUpdate && op == 1 {
					e.hand(s, at, op, f.path, f.src, it.mask, it.tr)
				}
			default:
				e.use(s, at, op, f, it.mask, it.tr)
			}
		}
	}
}

// ofType returns what data of a type can do: numbers are no text, and texts are
// of no other type.
func (e *Engine) ofType(m Mask, typ string) Mask {
	if e.isNumber(typ) {
		return m &^ e.numberClears(typ)
	}
	if typ == "string" {
		m &^= typeMask
	}
	return m
}

func itoa(n int32) string {
	if n >= 0 && n < 10 {
		return string('0' + n)
	}
	return "n"
}

// place carries data at a place in memory to what reads it. ordered says that
// it gets there at a site of the function; written, that the function itself
// puts it there.
func (e *Engine) place(s *sum, l loc, at site, ordered, written bool, src *Source, m Mask, tr *trace) {
	if m&kinds == 0 || !e.spend(1) {
		return
	}
	whole, fresh := s.holds(l, at, src, m)
	if !fresh {
		return
	}
	if whole.path != l.path {
		l, m = whole, m&^partMask
	}
	e.toReads(s, l, at, ordered, src, m, tr)
	e.handedOn(s, l, at, ordered, src, m, tr)
	if !written {
		return
	}
	e.writtenThrough(s, l, at, src, m, tr)
	tr = e.stored(s, l, at, tr)
	switch {
	case l.root.global != "":
		e.kept(s, l, at, src, m, tr)
		e.out(s, &out{outKey: outKey{kind: outGlobal, path: l.path, text: l.root.global, src: src}, mask: m, tr: tr})
		e.cell(l.root.global, l.path, src, m, tr)
	case l.root.reg > 0 && s.fn.def(l.root.reg) == nil:
		e.out(s, &out{outKey: outKey{kind: outArg, num: int(l.root.reg), path: l.path, src: src}, mask: m, tr: tr})
	}
}

// holds notes that a place holds data, and reports whether that is new. The
// place that it returns is a larger one where too many parts are told apart.
func (s *sum) holds(l loc, at site, src *Source, m Mask) (loc, bool) {
	key := heldAt{l.root, at, src}
	d := s.held[key]
	if d == nil {
		d = &extent{}
		s.held[key] = d
	}
	if known := d.of(l.path); known != nil && m&^known.mask == 0 {
		return l, false
	} else if known == nil && l.path != "" {
		d.parts++
		if d.parts > 2*maxParts {
			return l, false
		}
		if d.parts > maxParts {
			step, _ := l.path.cut()
			l = loc{root: l.root, path: path("").add(step)}
			if m&^d.known(l.path) == 0 {
				return l, false
			}
		}
	}
	d.note(l.path, m)
	return l, true
}

// toReads carries data at a place to the loads and look-ups of it.
func (e *Engine) toReads(s *sum, l loc, at site, ordered bool, src *Source, m Mask, tr *trace) {
	x := s.fn
	still := x.reach(at, l)
	for _, a := range x.reads[l.root] {
		in := x.in(a.at)
		rest, ok := read(l.path, a.loc.path)
		if !ok || s.dead != nil && s.dead[a.at.block] {
			continue
		}
		here := still.of(a, l)
		if ordered && !here.to(a.at) {
			continue
		}
		got, t := m, tr
		if ordered {
			got, t = here.passing(deeper(l, a.loc), a.at, m, tr)
		}
		e.pointerSink(s, a, l, src, got, t)
		number := in.Op != program.OpNext && e.isNumber(in.Type) && !x.isRune(in.Dst)
		switch {
		case in.Op == program.OpNext && a.op == 1 && in.Zero == program.ZeroString: // where in a text a character is
			continue
		case number || in.Type == "string":
			got = e.ofType(got, in.Type)
		case x.isRune(in.Dst), in.Op == program.OpNext && in.Zero == program.ZeroString:
			got, t = taken(got, in, t)
		}
		e.elementSink(s, a, l, src, got, t)
		p := rest
		switch {
		case in.Op == program.OpNext && a.op == 1:
			p = path(mark + "<1")
		case in.Op == program.OpNext:
			p = path(mark+"<2") + rest
		case in.Op == program.OpUnknown: // a select
			p = path(mark+"<"+itoa(a.op)) + rest
		case in.Op == program.OpSlice:
			if p, ok = x.slicedFrom(in, rest); !ok {
				continue
			}
			if p == "" {
				got = got.asPart() | got&Whole
			}
		case in.Comma:
			p = path(mark+"<0") + rest
		}
		from, t := e.nameOfRead(x, in.Args[0], in.Pos, a.loc.path, l.path, src, t)
		if in.Op == program.OpLookup {
			from, t = e.nameOfKey(x, in.Args[1], from, t)
		}
		from = e.headerOfKey(x, in, l.path, a.loc.path, from)
		e.emit(s, in.Dst, p, from, got, t)
	}
}

// handedOn carries data at a place to the instructions that hand on what
// refers to it.
func (e *Engine) handedOn(s *sum, l loc, at site, ordered bool, src *Source, m Mask, tr *trace) {
	x := s.fn
	still := x.reach(at, l)
	for _, a := range x.passes[l.root] {
		rest, ok := read(l.path, a.loc.path)
		if !ok {
			continue
		}
		in := x.in(a.at)
		here := still.of(a, l)
		switch in.Op {
		case program.OpCall, program.OpReturn:
			if a.at == at || ordered && !here.to(a.at) {
				continue
			}
		}
		got, t := m, tr
		if ordered {
			got, t = here.passing(deeper(l, a.loc), a.at, m, tr)
		}
		if x.isRune(in.Args[a.op]) {
			got, t = taken(got, in, t)
		}
		from, t := e.nameOfRead(x, in.Args[a.op], in.Pos, a.loc.path, l.path, src, t)
		if look := x.lookup(in.Args[a.op]); look != nil { // of a type parameter's type: it may refer to what the map holds
			from, t = e.nameOfKey(x, look.Args[1], from, t)
		}
		e.hand(s, a.at, int(a.op), rest, from, got, t)
	}
}

// hand carries data over an instruction that hands a value on: a store, a
// return, an argument, the binding of a closure.
func (e *Engine) hand(s *sum, at site, op int, p path, src *Source, m Mask, tr *trace) {
	if s.dead != nil && s.dead[at.block] {
		return
	}
	x := s.fn
	in := x.in(at)
	if p == "" {
		m &^= s.checkedSince(at.block, in.Args[op])
	}
	m, tr = s.checked(at.block, in.Args[op], p, m, tr)
	if p != "" && in.Op == program.OpCall {
		m &^= x.checkedPart(at.block, in.Args[op], p)
	}
	if m&kinds == 0 || e.split(s, at, op, p, src, m, tr) {
		return
	}
	switch in.Op {
	case program.OpStore:
		if op == 1 {
			e.store(s, x.loc(in.Args[0]), at, p, src, m, tr)
			e.storeSinks(s, at, p, src, m, tr)
		}
	case program.OpMapUpdate:
		switch op {
		case 2:
			if x.elem(in.Args[1]) == anyElem { // a map that the code fills: under which keys it stores what is not known
				m &^= typeMask
			}
			e.store(s, below(x.loc(in.Args[0]), x.elem(in.Args[1])), at, p, src, m, tr)
		case 1:
			e.decides(s, in, op, keyRow, SymKey, src, m, tr)
			e.store(s, below(x.loc(in.Args[0]), keyElem), at, p, src, m, tr)
		}
	case program.OpSend:
		if op == 1 {
			e.store(s, below(x.loc(in.Args[0]), anyElem), at, p, src, m, tr)
		}
	case program.OpUnknown:
		if in.Sym == program.Select && op%2 == 1 {
			e.store(s, below(x.loc(in.Args[op-1]), anyElem), at, p, src, m, tr)
		}
	case program.OpReturn:
		if m.Has(shownMask) && e.keepsBack(x.madeAs(in.Args[op]), p) {
			if m &^= shownMask; m&kinds == 0 {
				return
			}
		}
		e.returned(s, at, op, p, src, m, tr)
		last := len(in.Args) - 1
		fails := false
		if op < last {
			_, mayBe := x.isNil(in.Args[last], at.block, 0)
			fails = !mayBe
		}
		e.out(s, &out{outKey: outKey{kind: outResult, num: op, path: p, fails: fails, src: src}, mask: m, tr: tr})
	case program.OpMakeClosure:
		if c := e.funcs[in.Sym]; c != nil {
			e.enter(s, in.Sym, entry{program.Ref(len(c.Params) + 1 + op), p}, &caller{use: useBinding, at: at, src: src, mask: m, tr: tr})
		}
	case program.OpBoundMethod:
		for _, id := range e.boundTo(x, at) {
			e.enter(s, id, entry{1, p}, &caller{use: useBinding, at: at, src: src, mask: m, tr: tr})
		}
	case program.OpCall, program.OpGo, program.OpDefer:
		e.argument(s, at, op, p, src, m, tr)
	}
}

// store puts data into places.
func (e *Engine) store(s *sum, ls []loc, at site, p path, src *Source, m Mask, tr *trace) {
	for _, l := range ls {
		// an element of unknown index, a place below a reference: order tells little
		e.place(s, l.join(p), at, true, true, src, m, tr)
	}
}
