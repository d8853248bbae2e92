package flow

import (
	"net/http"
	"slices"
	"strings"

	"github.com/mcpvet/mcpvet/internal/program"
	"github.com/mcpvet/mcpvet/models"
)

// What an engine for requests follows: what comes along with a request, each
// header by its name, to where something is decided by it, kept of it or sent
// on with it. An engine for arguments follows none of that, and this one not
// what arguments do, so that neither pays for the other.

// requestKinds are the kinds of sinks of an engine for requests.
var requestKinds = []string{models.KindDecide, models.KindAdvert, models.KindBearer, models.KindState, models.KindRecord, models.KindClaims}

// decideMask is what a proxy must have said to be believed.
var decideMask = KindMask(models.KindDecide, models.KindAdvert)

// ForRequests makes the engine one that follows what comes along with requests.
func (e *Engine) ForRequests() *Engine {
	e.requests, e.follows = true, KindMask(requestKinds...)
	return e
}

// asks reports whether the engine follows data to sinks of a kind.
func (e *Engine) asks(kind string) bool { return slices.Contains(requestKinds, kind) == e.requests }

var (
	keyRow     = &models.Sink{Kind: models.KindDecide}
	compareRow = &models.Sink{Kind: models.KindDecide}
	answerRow  = &models.Sink{Kind: models.KindAdvert}
	stateRow   = &models.Sink{Kind: models.KindState}
)

// Names of sinks that are no functions.
const (
	SymKey     = "the key of a map"
	SymCompare = "a comparison"
	SymAnswer  = "the answer to a request"
)

// decides notes data that something is decided by.
func (e *Engine) decides(s *sum, in *program.Instr, op int, row *models.Sink, sym string, src *Source, m Mask, tr *trace) {
	mask := KindMask(row.Kind)
	if !e.requests || !m.Has(mask) {
		return
	}
	pos := in.Pos
	if !pos.IsValid() && tr != nil {
		pos = tr.last()
	}
	sink := &Sink{Row: row, Sym: sym, Func: s.fn.ID, Pos: pos, At: Place{Arg: -1, Elem: -1}}
	switch row {
	case compareRow:
		sink.With = s.fn.saidIn(in.Args[1-op], 3, nil)
	case keyRow:
		sink.With = s.fn.saidIn(in.Args[0], 3, nil)
	}
	e.out(s, &out{outKey: sinkKey(sink, src), mask: m & (mask | props), tr: tr.add(pos, sym), sink: sink})
}

// compared reports whether the other operand of a comparison is one that
// something is decided by: with an empty text it is only asked whether there is
// anything.
func (x *fn) compared(in *program.Instr, op int) bool {
	if in.Sym != "==" && in.Sym != "!=" {
		return false
	}
	c := x.constant(in.Args[1-op])
	return c == nil || c.Kind == program.ConstString && c.S != ""
}

// lookedUp starts what a map has for the caller's credential: who the caller is.
func (e *Engine) lookedUp(s *sum, in *program.Instr, f fact, tr *trace) {
	if !e.requests || f.src == nil || f.src.Class != models.ClassHeader || f.src.Name != "Authorization" || f.path != "" {
		return
	}
	at := path("")
	if in.Comma {
		at = mark + "<0"
	}
	src := e.source(Source{Class: models.ClassCaller, Name: "the caller", Pos: in.Pos})
	e.emit(s, in.Dst, at, src, KindMask(requestKinds...)|Whole, tr.add(in.Pos, src.describe()))
}

// identifies reports whether a source is a header by which a proxy says who the
// caller is.
func (e *Engine) identifies(src *Source) bool {
	if src == nil || src.Class != models.ClassHeader {
		return false
	}
	row := e.models.ForwardedHeader(src.Name)
	return row != nil && row.Tells(models.SaysUser)
}

// refusesEmpty reports whether a comparison with an empty text ends the function
// where the text is empty: whoever says nothing of himself does not get in.
func (x *fn) refusesEmpty(at site) bool {
	in := x.in(at)
	blk := &x.Blocks[at.block]
	last := &blk.Instrs[len(blk.Instrs)-1]
	if len(blk.Succs) != 2 || last.Op != program.OpIf || last.Args[0] != in.Dst || in.Sym != "==" && in.Sym != "!=" {
		return false
	}
	empty, other := blk.Succs[0], blk.Succs[1]
	if in.Sym == "!=" {
		empty, other = other, empty
	}
	return !x.leads(empty, other, program.NoBlock) && !x.leads(other, empty, program.NoBlock)
}

// header names what a header holds after the name that it is asked for by, a
// constant or what a caller gives.
func (e *Engine) header(s *sum, in *program.Instr, name program.Ref, src *Source, sym string) *Source {
	if src == nil && !e.requests || src != nil && (src.Name != "" || src.Class != models.ClassHeader) {
		return src
	}
	out := Source{Class: models.ClassHeader, Sym: sym, Pos: in.Pos}
	v := s.fn.sym(name)
	switch t, ok := s.fn.nameIn(name, v); {
	case ok:
		out.Name = t
	case v.Kind != SymParam:
		return src
	default:
		if t, ok := s.bound(v); ok {
			out.Name = t
		} else if v.Path == "" {
			out.param = int(v.N)
		} else {
			return src
		}
	}
	return e.source(out)
}

// nameIn returns the name of a header that a text is. Of one of several it is
// the one that a proxy sets.
func (x *fn) nameIn(r program.Ref, v *Sym) (string, bool) {
	if c := x.container(r); c != 0 && v.Kind != SymText {
		if list := x.sym(c); list.Kind == SymList {
			v = &Sym{Kind: SymOneOf, Kids: list.Kids}
		}
	}
	texts, ok := v.Texts()
	for _, t := range texts {
		if x.e.models.ForwardedHeader(t) != nil {
			return t, true
		}
	}
	if !ok {
		return "", false
	}
	return texts[0], true
}

// headerOfKey names what is read of a header like of a map.
func (e *Engine) headerOfKey(x *fn, in *program.Instr, data, at path, src *Source) *Source {
	if !e.requests || src != nil && (src.Name != "" || src.Class != models.ClassHeader) || len(at) <= len(data) || !strings.HasPrefix(string(at), string(data)) {
		return src
	}
	step, _ := at[len(data):].cut()
	if !isElem(step) || step == anyElem {
		return src
	}
	name := step[1 : len(step)-1]
	if http.CanonicalHeaderKey(name) != name || name != "Authorization" && name != "Forwarded" && !strings.Contains(name, "-") {
		return src
	}
	pos := in.Pos
	for range maxSteps { // of the look-up that it is an element of
		if in == nil || in.Op == program.OpLookup || len(in.Args) == 0 {
			break
		}
		in = x.def(in.Args[0])
	}
	if in != nil && in.Op == program.OpLookup && in.Pos.IsValid() {
		pos = in.Pos
	}
	return e.source(Source{Class: models.ClassHeader, Name: name, Sym: "net/http.Header", Pos: pos})
}

// last returns the position of the last hop of a trace.
func (t *trace) last() program.Pos {
	for ; t != nil; t = t.prev {
		if t.hop.Pos.IsValid() {
			return t.hop.Pos
		}
		if p := t.sub.last(); p.IsValid() {
			return p
		}
	}
	return program.Pos{}
}

// kept notes data that a global keeps. A variable of a context is none: it ends
// with the request.
func (e *Engine) kept(s *sum, l loc, at site, src *Source, m Mask, tr *trace) {
	mask := KindMask(models.KindState)
	if !e.requests || !m.Has(mask) || at == start {
		return
	}
	for p := l.path; p != ""; {
		var step string
		if step, p = p.cut(); step == keyElem {
			return // the key only; what is kept under it counts
		}
	}
	pos := tr.store(s.fn.in(at).Pos)
	sink := &Sink{Row: stateRow, Sym: l.root.global, Func: s.fn.ID, Pos: pos, At: Place{Arg: -1, Elem: -1}, Keyed: l.path.hasElem() || e.takesKey(s.fn.in(at)), Field: l.root.global}
	e.out(s, &out{outKey: sinkKey(sink, src), mask: m & (mask | textMask | props), tr: tr.add(pos, "kept in "+shortSym(l.root.global)), sink: sink})
}

// takesKey reports whether a call keeps what it gets under a key that it gets as
// well.
func (e *Engine) takesKey(in *program.Instr) bool {
	rows := e.rows(in.Sym)
	return in.Op == program.OpCall && rows != nil && slices.ContainsFunc(rows.Sinks, func(r models.Sink) bool { return r.Kind == models.KindDecide })
}

// storedText is the hop of a store to what others may see.
const storedText = "stored"

// stored notes in a trace where the program itself stores to a global, or to
// what a parameter leads to.
func (e *Engine) stored(s *sum, l loc, at site, tr *trace) *trace {
	if !e.requests || at == start || l.root.reg > 0 && s.fn.def(l.root.reg) != nil {
		return tr
	}
	in := s.fn.in(at)
	switch in.Op {
	case program.OpStore, program.OpMapUpdate, program.OpSend:
		pos := in.Pos
		if a := s.fn.def(in.Args[0]); !pos.IsValid() && a != nil {
			pos = a.Pos
		}
		return tr.add(pos, storedText)
	}
	return tr
}

// store returns the position of the last store in a trace, or another.
func (t *trace) store(otherwise program.Pos) program.Pos {
	for _, h := range t.hops() {
		if h.Text == storedText || !otherwise.IsValid() {
			otherwise = h.Pos
		}
	}
	return otherwise
}

// hasElem reports whether a path leads to an element of a list or a map.
func (p path) hasElem() bool {
	for p != "" {
		var step string
		if step, p = p.cut(); isElem(step) {
			return true
		}
	}
	return false
}

// ends turns an outcome of an entry into a sink: what is written to its answer,
// or returned as it, and what is put into the receiver or a captured variable,
// which outlive the request.
func (o *out) ends(x *fn, en Entry) (*out, bool) {
	advert, state := KindMask(models.KindAdvert), KindMask(models.KindState)
	out := *o
	out.kind = outSink
	switch {
	case (o.kind == outArg && en.Response > 0 && o.num == en.Response || o.kind == outResult && en.Returns && o.num == 0) && o.mask.Has(advert):
		out.mask = o.mask & (advert | props)
		out.sink = &Sink{Row: answerRow, Sym: SymAnswer, Func: en.Func, Pos: o.tr.last(), At: Place{Arg: -1, Elem: -1}}
	case x.e.requests && o.kind == outArg && (o.num == 1 && x.Recv || o.num > len(x.Params)) && o.mask.Has(state):
		if strings.Contains(string(o.path), keyElem) {
			return nil, false
		}
		out.mask = o.mask & (state | textMask | props)
		out.sink = &Sink{Row: stateRow, Field: x.fieldAt(o.num, o.path), Sym: x.placeName(o.num, o.path), Func: en.Func, Pos: o.tr.store(o.tr.last()), At: Place{Arg: -1, Elem: -1}, Keyed: o.path.hasElem()}
	default:
		return nil, false
	}
	return &out, true
}

// fieldAt names the field, with its type, that a part of a receiver is in.
func (x *fn) fieldAt(num int, p path) string {
	step, _ := p.cut()
	if num > len(x.Params) || !strings.HasPrefix(step, ".") {
		return ""
	}
	return generic(strings.TrimPrefix(x.Params[num-1].Type, "*")) + step
}

// placeName names a part of a receiver or of a captured variable by its fields.
func (x *fn) placeName(num int, p path) string {
	name := "a captured variable"
	if num <= len(x.Params) {
		name = x.Params[num-1].Name
	}
	parts := []string{name}
	for _, step := range p.steps() {
		if strings.HasPrefix(step, ".") {
			parts = append(parts, step)
		}
	}
	return strings.Join(parts, "")
}
