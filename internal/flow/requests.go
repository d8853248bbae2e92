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
var requestKinds = []string{models.KindDecide, models.KindAdvert, models.KindBearer, models.KindState}

// decideMask is what a proxy must have said to be believed.
var decideMask = KindMask(models.KindDecide, models.KindAdvert)

// NewForRequests makes an engine that follows what comes along with requests.
func NewForRequests(set *models.Set, pkgs []*program.Package, typ func(string) *program.Type, limits Limits) *Engine {
	e := New(set, pkgs, typ, limits)
	e.requests = true
	return e
}

// asks reports whether the engine follows data to sinks of a kind.
func (e *Engine) asks(kind string) bool { return slices.Contains(requestKinds, kind) == e.requests }

var (
	keyRow     = &models.Sink{Kind: models.KindDecide}
	compareRow = &models.Sink{Kind: models.KindDecide}
	answerRow  = &models.Sink{Kind: models.KindAdvert}
)

// Names of sinks that are no functions.
const (
	SymKey     = "the key of a map"
	SymCompare = "a comparison"
	SymAnswer  = "the answer to a request"
)

// decides notes data that something is decided by.
func (e *Engine) decides(s *sum, in *program.Instr, row *models.Sink, sym string, src *Source, m Mask, tr *trace) {
	mask := KindMask(row.Kind)
	if !e.requests || !m.Has(mask) {
		return
	}
	pos := in.Pos
	if !pos.IsValid() && tr != nil {
		pos = tr.last()
	}
	sink := &Sink{Row: row, Sym: sym, Func: s.fn.ID, Pos: pos, At: Place{Arg: -1, Elem: -1}}
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

// header names what a header holds after the name that it is asked for by, a
// constant or what a caller gives.
func (e *Engine) header(s *sum, in *program.Instr, name program.Ref, src *Source, sym string) *Source {
	if !e.requests || src != nil && (src.Name != "" || src.Class != models.ClassHeader) {
		return src
	}
	out := Source{Class: models.ClassHeader, Sym: sym, Pos: in.Pos}
	v := s.fn.sym(name)
	switch t, ok := v.Text(); {
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

// answered turns what is written to the answer of an entry, or returned as it,
// into a sink.
func (o *out) answered(en Entry) (*out, bool) {
	mask := KindMask(models.KindAdvert)
	answer := o.kind == outArg && en.Response > 0 && o.num == en.Response || o.kind == outResult && en.Returns && o.num == 0
	if !answer || !o.mask.Has(mask) {
		return nil, false
	}
	out := *o
	out.kind, out.mask = outSink, o.mask&(mask|props)
	out.sink = &Sink{Row: answerRow, Sym: SymAnswer, Func: en.Func, Pos: o.tr.last(), At: Place{Arg: -1, Elem: -1}}
	return &out, true
}
