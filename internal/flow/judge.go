package flow

import (
	"slices"
	"strconv"
	"strings"

	"github.com/mcpvet/mcpvet/internal/program"
)

// Whether a call of a tool can be refused by what something says: who the
// caller is, whether a limit is reached. A value that carries it is followed
// forward inside functions, and into and out of the functions that they call;
// a branch that depends on it, and of which one side does not get to what is
// asked about, is a gate before that.

// A Grade says how much an answer depends on what is asked about.
type Grade uint8

// The grades, in order.
const (
	Silent  Grade = iota
	Present       // it says whether there is something
	Decides       // it says what it is, compared with something
)

// A Mark is what a value has to do with what is asked about.
type Mark struct {
	Data   bool  // it carries it
	Answer Grade // it is a boolean, an error or the like that depends on it
}

func (m Mark) or(n Mark) Mark {
	return Mark{Data: m.Data || n.Data, Answer: max(m.Answer, n.Answer)}
}

// A Question says what a judge looks for.
type Question struct {
	// Base returns what the results of a call of code outside the program, or
	// of a function of the program that is declared to answer, have to do with
	// it; nil for a call like any other.
	Base func(c *Call) []Mark
	// Field returns what a field holds of it.
	Field func(owner, name string) Mark
	// Bases reports whether Base or Field may say something of a function or of
	// a field; it is asked first.
	Bases func(sym, owner, field string) bool
	// Params marks what the entry gets, by parameter, receiver included.
	Params []Mark
	// Passes reports whether what runs after a call is let through by it, so
	// that no branch is needed: it waits. So it is where all that is asked is
	// whether something is done.
	Passes func(c *Call) bool
	// Counters says that a comparison with what outlives the call, and is
	// changed in it, is an answer.
	Counters bool
	// Part reports whether a field of a struct that carries it does so, too; nil
	// for all fields.
	Part func(owner, name string) bool
	// Name says that the name of the tool carries it, wherever it is written.
	Name bool
	// Opaque reports whether a call of code outside the program says nothing of
	// what it gets: it asks somebody else.
	Opaque func(sym string) bool
	// Says returns how much the answer of a call of code outside the program
	// says of what it gets; nil where it always decides.
	Says func(sym string) Grade
	// Secret says that a comparison with what whoever sends it can tell decides
	// nothing: with a constant, or with what he has sent himself.
	Secret bool
}

// A Judge answers a question for one entry.
type Judge struct {
	e       *Engine
	q       *Question
	en      Entry
	names   map[string]bool // functions in which there is something to find
	state   map[*Frame]*marks
	memo    map[string]*marks
	ways    map[string]*ways
	let     map[*Frame]map[int32]int32 // see passing
	done    map[string]bool            // see always
	busy    int                        // functions of which marks are being found
	settled map[*Frame]bool            // frames of which they are final
	// Tables are the tables that were asked for the name of the tool.
	Tables []Table
	// Hits are the calls and fields that the answers come from.
	Hits []Hit
	hits map[hitKey]bool
}

// A Table is a list, a map or a set of names of tools that the code looks a
// tool up in.
type Table struct {
	Pos   program.Pos
	Names []string
	Found bool
}

// A Hit is where what is asked about comes in.
type Hit struct {
	Frame *Frame
	Sym   string // function, or type and name of a field
	Pos   program.Pos
	Call  *Call // nil for a field
	// Counter says that it is a comparison with what is counted.
	Counter bool
	at      site
}

type hitKey struct {
	fn  string
	pos program.Pos
	sym string
}

type marks struct {
	sig  string
	regs []Mark
	ret  []Mark
	busy bool
}

// Judge makes a judge of a question for an entry.
func (e *Engine) Judge(q *Question, en Entry) *Judge {
	j := e.Asker(q)
	j.en = en
	return j
}

// Asker makes a judge of a question that is put outside any entry.
func (e *Engine) Asker(q *Question) *Judge {
	return &Judge{e: e, q: q, names: e.touching(q), state: map[*Frame]*marks{}, memo: map[string]*marks{}, ways: map[string]*ways{}, let: map[*Frame]map[int32]int32{}, done: map[string]bool{}, settled: map[*Frame]bool{}, hits: map[hitKey]bool{}}
}

// Touches reports whether there is anything in the program that the question is
// about.
func (j *Judge) Touches(id string) bool { return j.names[id] }

// maxJudged bounds how deep functions are entered.
const maxJudged = 10

// of returns the marks of a frame's registers.
func (j *Judge) of(f *Frame) *marks {
	old := j.state[f]
	if old != nil && (old.busy || j.settled[f]) {
		return old
	}
	params := make([]Mark, len(f.x.Params)+f.x.FreeVars)
	for i := range params {
		params[i] = j.param(f, i)
	}
	sig := signature(params) + j.naming(f)
	if !j.names[f.x.ID] && !slices.ContainsFunc(params, func(p Mark) bool { return p != Mark{} }) {
		return j.keep(f, &marks{sig: sig})
	}
	if old != nil && old.sig == sig {
		return j.keep(f, old)
	}
	key := f.x.ID + mark + sig
	if m := j.memo[key]; m != nil {
		return j.keep(f, m)
	}
	m := &marks{sig: sig, regs: make([]Mark, f.x.Regs+1), busy: true}
	copy(m.regs[1:], params)
	j.state[f] = m
	if f.depth > maxJudged || !j.e.spend(1+len(f.x.Blocks)/manyBlocks) {
		m.busy = false
		return m
	}
	j.busy++
	w := j.way(f)
	for turn := 0; turn < 6 && j.step(f, m, w); turn++ {
	}
	j.results(f, m, w)
	m.busy = false
	j.busy--
	j.memo[key] = m
	return j.keep(f, m)
}

// keep notes the marks of a frame. They are final unless those of a function
// that calls it are still being found.
func (j *Judge) keep(f *Frame, m *marks) *marks {
	j.state[f] = m
	if j.busy == 0 {
		j.settled[f] = true
	}
	return m
}

func signature(params []Mark) string {
	var b strings.Builder
	for _, p := range params {
		n := int(p.Answer) * 2
		if p.Data {
			n++
		}
		b.WriteString(strconv.Itoa(n))
	}
	return b.String()
}

// param returns the mark of a parameter or a captured variable.
func (j *Judge) param(f *Frame, i int) Mark {
	if f.kind == frameEntry {
		if i < len(j.q.Params) && f.caller == nil {
			return j.q.Params[i]
		}
		if j.q.Name && j.en.Name != "" && f.sum.bind != nil && i >= len(f.x.Params) {
			text, ok := f.sum.bind.Text(i, nil)
			return Mark{Data: ok && j.en.Called(text)}
		}
		return Mark{}
	}
	up, arg, _ := f.passer(program.Ref(i + 1))
	if up == nil || up == f {
		return Mark{}
	}
	return j.at(j.of(up), up, arg)
}

func (j *Judge) at(m *marks, f *Frame, r program.Ref) Mark {
	if r < 0 && j.q.Name && j.en.Name != "" {
		c := f.x.constant(r)
		return Mark{Data: c != nil && c.Kind == program.ConstString && j.en.Called(c.S)}
	}
	if r > 0 && int(r) < len(m.regs) {
		return m.regs[r]
	}
	return Mark{}
}

// step goes once through a function, and reports whether anything was new.
func (j *Judge) step(f *Frame, m *marks, w *ways) bool {
	changed := false
	for b := range f.x.Blocks {
		if !w.live.has(int32(b)) {
			continue
		}
		for i := range f.x.Blocks[b].Instrs {
			in := &f.x.Blocks[b].Instrs[i]
			if in.Dst <= 0 {
				switch in.Op {
				case program.OpStore:
					changed = j.stored(f, m, in.Args[0], in.Args[1]) || changed
				case program.OpMapUpdate:
					changed = j.stored(f, m, in.Args[0], in.Args[2]) || changed
				}
				continue
			}
			if now := m.regs[in.Dst].or(j.value(f, m, site{int32(b), int32(i)}, in)); now != m.regs[in.Dst] {
				m.regs[in.Dst] = now
				changed = true
			}
		}
	}
	return changed
}

// stored marks a variable by what is put into it or into a part of it.
func (j *Judge) stored(f *Frame, m *marks, into, what program.Ref) bool {
	v := j.at(m, f, what)
	if v == (Mark{}) {
		return false
	}
	changed := false
	for _, l := range f.x.loc(into) {
		r := l.root.reg
		if d := f.x.def(r); d == nil || d.Op != program.OpAlloc && d.Op != program.OpMakeMap && d.Op != program.OpMakeSlice {
			continue
		}
		if now := m.regs[r].or(v); now != m.regs[r] {
			m.regs[r] = now
			changed = true
		}
	}
	return changed
}

// value returns the mark of what an instruction makes.
func (j *Judge) value(f *Frame, m *marks, at site, in *program.Instr) Mark {
	arg := func(i int) Mark {
		if i >= len(in.Args) {
			return Mark{}
		}
		return j.at(m, f, in.Args[i])
	}
	switch in.Op {
	case program.OpField, program.OpFieldAddr:
		if base := j.q.Field(in.Owner, in.Sym); base != (Mark{}) {
			j.hit(Hit{Frame: f, Sym: in.Owner + "." + in.Sym, Pos: in.Pos, at: at})
			return base
		}
		return Mark{Data: arg(0).Data && (j.q.Part == nil || j.q.Part(in.Owner, in.Sym))}
	case program.OpConvert, program.OpChangeInterface, program.OpMakeInterface, program.OpLoad, program.OpSlice, program.OpIndex, program.OpIndexAddr, program.OpRange, program.OpNext:
		return arg(0)
	case program.OpMakeClosure, program.OpBoundMethod:
		var out Mark
		for i := range in.Args {
			out.Data = out.Data || arg(i).Data
		}
		return out
	case program.OpTypeAssert, program.OpLookup:
		out := arg(0)
		if in.Op == program.OpLookup && arg(1).Data {
			out = out.or(Mark{Data: true, Answer: Decides})
		}
		return out
	case program.OpExtract:
		return j.extract(f, m, in)
	case program.OpPhi:
		var out Mark
		for i := range in.Args {
			out = out.or(arg(i))
		}
		return out
	case program.OpUnOp:
		return arg(0)
	case program.OpBinOp:
		return j.binary(f, m, at, in)
	case program.OpUnknown:
		if in.Sym == program.Select && j.q.Counters && j.fullSelect(f, in) {
			j.hit(Hit{Frame: f, Sym: program.Select, Pos: in.Pos, Counter: true, at: at})
			return Mark{Answer: Decides}
		}
	case program.OpCall:
		if rs := j.call(f, m, at, in); len(rs) > 0 {
			return rs[0]
		}
	}
	return Mark{}
}

func (j *Judge) extract(f *Frame, m *marks, in *program.Instr) Mark {
	t := f.x.def(in.Args[0])
	if t == nil {
		return Mark{}
	}
	whole := j.at(m, f, in.Args[0])
	switch t.Op {
	case program.OpCall:
		rs := j.call(f, m, f.x.defs[in.Args[0]], t)
		if int(in.N) < len(rs) {
			return rs[in.N]
		}
		return Mark{}
	case program.OpTypeAssert:
		if in.N == 1 {
			return Mark{Answer: max(whole.Answer, grade(whole.Data, Present))}
		}
		return Mark{Data: whole.Data}
	case program.OpLookup:
		if in.N == 1 {
			if j.at(m, f, t.Args[1]).Data {
				return Mark{Answer: Decides}
			}
			return Mark{Answer: grade(whole.Data, Present)}
		}
		return Mark{Data: whole.Data}
	case program.OpUnknown:
		if in.N == 0 {
			return whole
		}
		return Mark{}
	}
	return whole
}

func grade(is bool, g Grade) Grade {
	if is {
		return g
	}
	return Silent
}

// binary returns the mark of a comparison or a sum.
func (j *Judge) binary(f *Frame, m *marks, at site, in *program.Instr) Mark {
	a, b := j.at(m, f, in.Args[0]), j.at(m, f, in.Args[1])
	switch in.Sym {
	case "==", "!=", "<", "<=", ">", ">=":
	default:
		return a.or(b)
	}
	out := Mark{Answer: max(a.Answer, b.Answer)}
	if j.q.Counters && isOrdering(in.Sym) && f.x.tallies(in) {
		j.hit(Hit{Frame: f, Sym: in.Sym, Pos: in.Pos, Counter: true, at: at})
		out.Answer = Decides
	}
	for i, v := range []Mark{a, b} {
		if !v.Data {
			continue
		}
		g := Decides
		if j.q.Secret && f.guessable(in.Args[1-i], maxGuess) {
			g = Present
		}
		if c := f.x.constant(in.Args[1-i]); c != nil {
			switch c.Kind {
			case program.ConstNil, program.ConstZero:
				g = Present
			case program.ConstString:
				if c.S == "" {
					g = Present
				}
			case program.ConstInt:
				if d := f.x.def(in.Args[i]); c.I == 0 && d != nil && d.Op == program.OpCall && d.Sym == "len" {
					g = Present
				}
			}
		}
		if v.Answer > Silent && g == Present { // a pointer that says by being nil
			g = v.Answer
		}
		out.Answer = max(out.Answer, g)
	}
	return out
}

// call returns the marks of the results of a call.
func (j *Judge) call(f *Frame, m *marks, at site, in *program.Instr) []Mark {
	if in.Mode == program.CallBuiltin {
		var out Mark
		for _, a := range in.Args {
			out.Data = out.Data || j.at(m, f, a).Data
		}
		return []Mark{out}
	}
	marked := slices.ContainsFunc(in.Args, func(a program.Ref) bool { return j.at(m, f, a) != Mark{} })
	if in.Mode == program.CallStatic && j.e.funcs[in.Sym] == nil && !marked && !j.q.Bases(in.Sym, "", "") {
		return nil
	}
	if in.Mode == program.CallStatic && j.e.funcs[in.Sym] != nil && !marked && !j.names[in.Sym] && !j.q.Bases(in.Sym, "", "") {
		return nil
	}
	var out []Mark
	add := func(rs []Mark) {
		for i, r := range rs {
			if i >= len(out) {
				out = append(out, Mark{})
			}
			out[i] = out[i].or(r)
		}
	}
	if in.Mode == program.CallStatic && j.e.funcs[in.Sym] != nil && j.q.Bases(in.Sym, "", "") {
		if rs := j.base(f, at, in.Sym, in); rs != nil {
			return rs
		}
	}
	kids, syms := f.calledAt(at)
	for _, k := range kids[:min(len(kids), maxAnyone)] {
		if marked || j.names[k.x.ID] {
			add(j.of(k).ret)
		}
	}
	for _, sym := range syms {
		if j.q.Bases(sym, "", "") {
			if rs := j.base(f, at, sym, in); rs != nil {
				add(rs)
				continue
			}
		}
		if marked {
			add(j.outside(f, m, sym, in))
		}
	}
	return out
}

func (j *Judge) base(f *Frame, at site, sym string, in *program.Instr) []Mark {
	c := &Call{Frame: f, Sym: sym, Pos: in.Pos, Defer: in.Op == program.OpDefer, at: at}
	rs := j.q.Base(c)
	if rs != nil {
		j.hit(Hit{Frame: f, Sym: sym, Pos: in.Pos, Call: c, at: at})
	}
	return rs
}

func (j *Judge) hit(h Hit) {
	key := hitKey{h.Frame.x.ID, h.Pos, h.Sym}
	if !j.hits[key] {
		j.hits[key] = true
		j.Hits = append(j.Hits, h)
	}
}

// outside returns what code outside the program makes of marked arguments: a
// text of it, or an answer. What it asks somebody else for says nothing.
func (j *Judge) outside(f *Frame, m *marks, sym string, in *program.Instr) []Mark {
	if j.q.Opaque != nil && j.q.Opaque(sym) {
		return nil
	}
	var recv, args Mark
	for i, a := range in.Args {
		v := j.at(m, f, a)
		if i == 0 && isMethod(sym) {
			recv = v
		} else {
			args = args.or(v)
		}
	}
	if !recv.Data && !args.Data {
		return nil
	}
	says := Decides
	if j.q.Says != nil {
		says = j.q.Says(sym)
	}
	out := make([]Mark, len(in.Class))
	if recv.Data && !args.Data && strings.IndexByte(in.Class, program.ClassError) >= 0 {
		return out // it does something with what the receiver holds
	}
	for i := range in.Class {
		switch in.Class[i] {
		case program.ClassNumber:
			out[i] = Mark{Data: says == Decides, Answer: says}
		case program.ClassError:
			if args.Data && !constructs(sym, in.Class) {
				out[i] = Mark{Answer: says}
			}
		case program.ClassText, program.ClassOther:
			out[i] = Mark{Data: true}
		case program.ClassFunc:
		}
	}
	return out
}

// constructs reports whether a function makes something, as its name says by Go's
// custom: that this goes wrong says nothing of what it is made with.
func constructs(sym, classes string) bool {
	return len(classes) > 1 && strings.HasPrefix(methodName(sym), "New")
}

// results finds what the results of a function have to do with the question:
// what is returned, and whether a branch on an answer decides which return it
// is.
func (j *Judge) results(f *Frame, m *marks, w *ways) {
	x := f.x
	m.ret = make([]Mark, x.Results)
	var rets []int32
	for b := range x.Blocks {
		blk := &x.Blocks[b]
		n := len(blk.Instrs)
		if n == 0 || !w.live.has(int32(b)) || blk.Instrs[n-1].Op != program.OpReturn {
			continue
		}
		rets = append(rets, int32(b))
		for i, a := range blk.Instrs[n-1].Args {
			if i < len(m.ret) {
				m.ret[i] = m.ret[i].or(j.at(m, f, a))
			}
		}
	}
	if len(rets) < 2 || len(m.ret) == 0 {
		return
	}
	for _, g := range j.gates(f, m, w) {
		succs := x.Blocks[g.block].Succs
		a, b := w.from(x, succs[0], g.block), w.from(x, succs[1], g.block)
		if len(m.ret) > 1 && !x.allFail(rets, a) && !x.allFail(rets, b) {
			continue // it chooses how something is made, not whether
		}
		if slices.ContainsFunc(rets, func(r int32) bool { return a.has(r) != b.has(r) }) {
			for i := range m.ret {
				m.ret[i].Answer = max(m.ret[i].Answer, g.grade)
			}
		}
	}
}

// allFail reports whether all returns that are among blocks fail.
func (x *fn) allFail(rets []int32, blocks set) bool {
	some := false
	for _, r := range rets {
		if !blocks.has(r) {
			continue
		}
		some = true
		n := len(x.Blocks[r].Instrs) - 1
		if !x.fails(&x.Blocks[r].Instrs[n], site{r, int32(n)}) {
			return false
		}
	}
	return some
}

// calledAt is reached, which leaves out the method of an interface that a
// caller passes in and of which nobody knows what it is.
func (f *Frame) calledAt(at site) (kids []*Frame, syms []string) {
	kids, syms = f.reached(at)
	if in := f.x.in(at); len(kids) == 0 && len(syms) == 0 && in.Mode == program.CallInvoke {
		syms = []string{in.Sym}
	}
	return kids, syms
}
