package flow

import (
	"go/token"
	"reflect"
	"slices"
	"strings"

	"github.com/mcpvet/mcpvet/internal/program"
	"github.com/mcpvet/mcpvet/models"
)

// What an entry returns is what its caller gets to see, and the model reads.

// Sinks of entries: Sink.At.Arg is the number of the result.
const (
	SymResult = "the result"
	SymError  = "the error"
)

var (
	resultRow  = &models.Sink{Kind: models.KindResult}
	resultMask = KindMask(models.KindResult, models.KindModel, models.KindFenced)
)

// Unseen makes the engine leave out what does no harm but by being seen.
func (e *Engine) Unseen() { e.unseen = true }

// leavesOut reports whether the engine does not follow a source.
func (e *Engine) leavesOut(row *models.Source) bool {
	if !e.unseen || len(row.Kinds) > 0 {
		return false
	}
	switch row.Class {
	case models.ClassSecret, models.ClassConfig, models.ClassError, models.ClassOutside:
		return true
	}
	return false
}

// classMask returns what values of a class can do.
func classMask(class string) Mask {
	m := classMasks[class]
	if m == 0 {
		m = allKinds
	}
	return m | Whole
}

// sourceMask returns what the values of a source can do.
func sourceMask(row *models.Source) Mask {
	if len(row.Kinds) > 0 {
		return KindMask(row.Kinds...) | Whole
	}
	return classMask(row.Class)
}

var classMasks = map[string]Mask{
	models.ClassStream:   KindMask(models.ClassKinds(models.ClassStream)...),
	models.ClassOptional: KindMask(models.ClassKinds(models.ClassOptional)...),
	models.ClassSecret:   KindMask(models.ClassKinds(models.ClassSecret)...),
	models.ClassConfig:   KindMask(models.ClassKinds(models.ClassConfig)...),
	models.ClassError:    KindMask(models.ClassKinds(models.ClassError)...),
	models.ClassOutside:  KindMask(models.ClassKinds(models.ClassOutside)...),
}

// returned notes what an entry returns, unless it is what the client itself
// has sent.
func (e *Engine) returned(s *sum, at site, op int, p path, src *Source, m Mask, tr *trace) {
	if s.key.bind == 0 || !m.Has(resultMask) {
		return
	}
	class := s.class
	if src != nil {
		class = src.Class
	}
	switch class {
	case "", models.ClassArgument, models.ClassHeader, models.ClassStream, models.ClassOptional:
		return
	}
	typ := s.fn.madeAs(s.fn.in(at).Args[op])
	structured := op > 0 && op < s.fn.Results-1 // in every SDK the error is last
	by := printers
	if structured {
		by = marshalers
	}
	if e.hides(typ, p, by) || structured && e.unmarshalled(typ, p) {
		if m &^= shownMask; !m.Has(resultMask) {
			return
		}
	}
	x := s.fn
	in := x.in(at)
	sink := &Sink{Row: resultRow, Sym: SymResult, Func: x.ID, Pos: in.Pos, At: Place{Arg: op, Elem: -1}}
	if !in.Pos.IsValid() { // of the end of a function with deferred calls
		sink.Pos = x.Pos
	}
	if op > 0 && op == x.Results-1 {
		sink.Sym = SymError
	}
	e.out(s, &out{outKey: sinkKey(sink, src), mask: m & (resultMask | props), tr: tr, sink: sink})
}

// unmarshalled reports whether, on the way down a path from a type, there is a
// field that is no part of its JSON.
func (e *Engine) unmarshalled(typ string, p path) bool {
	for p != "" {
		var step string
		step, p = p.cut()
		if isElem(step) {
			typ = elemType(typ)
			continue
		}
		name, ok := strings.CutPrefix(step, ".")
		if !ok {
			return false
		}
		t := e.typ(strings.TrimPrefix(typ, "*"))
		if t == nil {
			return false
		}
		i := slices.IndexFunc(t.Fields, func(f program.Field) bool { return f.Name == name })
		if i < 0 {
			return false
		}
		f := t.Fields[i]
		if !f.Embedded && !token.IsExported(name) || reflect.StructTag(f.Tag).Get("json") == "-" {
			return true
		}
		typ = f.Type
	}
	return false
}

// madeAs returns the type of a value that a function has put together, has got
// or reads from a field, or "".
func (x *fn) madeAs(r program.Ref) string {
	if i := int(r) - 1; i >= 0 && i < len(x.Params) {
		return x.Params[i].Type
	}
	d := x.def(r)
	if d != nil && d.Op == program.OpLoad {
		d = x.def(d.Args[0])
	}
	if d == nil {
		return ""
	}
	switch d.Op {
	case program.OpAlloc, program.OpMakeInterface:
		return d.Type
	case program.OpField, program.OpFieldAddr:
		if t := x.e.typ(generic(d.Owner)); t != nil {
			for _, f := range t.Fields {
				if f.Name == d.Sym {
					return f.Type
				}
			}
		}
	}
	return ""
}

// remote starts what a call of a client's module gives as an error, where no
// row says what it is: what takes a context and may fail asks another machine.
func (e *Engine) remote(s *sum, at site) {
	x := s.fn
	in := x.in(at)
	last := len(in.Class) - 1
	if e.unseen || last < 1 || in.Class[last] != program.ClassError || e.funcs[in.Sym] != nil || e.rows(in.Sym) != nil {
		return
	}
	module := moduleName(in.Sym)
	if module == "" || e.ofSDK(in.Sym) || e.inits[packageOf(in.Sym)] != "" || !slices.ContainsFunc(in.Args, x.isContext) {
		return
	}
	src := e.source(Source{Class: models.ClassError, Name: module, Sym: in.Sym, Pos: in.Pos})
	e.emit(s, in.Dst, path(mark+"<"+itoa(int32(last))), src, classMask(models.ClassError), (*trace)(nil).add(in.Pos, src.describe()))
	if in.Class[0] == program.ClassText || in.Class[0] == program.ClassOther {
		answer := e.source(Source{Class: models.ClassOutside, Name: "an answer of " + module, Sym: in.Sym, Pos: in.Pos})
		e.emit(s, in.Dst, mark+"<0", answer, classMask(models.ClassOutside), (*trace)(nil).add(in.Pos, answer.describe()))
	}
}

// answers reports whether a call is one of a client's, whose result is not what
// it was asked with: a method of another module that may fail and is not called
// like one that makes something of what it gets.
func (e *Engine) answers(in *program.Instr, sym string) bool {
	return isMethod(sym) && in.Class[len(in.Class)-1] == program.ClassError && moduleName(sym) != "" && !e.ofSDK(sym) &&
		!e.models.Words().Maker(methodName(sym))
}

// packageOf returns the package of a symbol.
func packageOf(sym string) string {
	sym = strings.TrimLeft(generic(sym), "(*")
	slash := strings.LastIndexByte(sym, '/')
	if dot := strings.IndexByte(sym[slash+1:], '.'); dot > 0 {
		return sym[:slash+1+dot]
	}
	return ""
}

// moduleName returns what people call the module of a symbol, "" for the
// standard library and what is as good as that.
func moduleName(sym string) string {
	parts := strings.Split(strings.TrimLeft(generic(sym), "(*"), "/")
	if len(parts) < 2 || !strings.Contains(parts[0], ".") || parts[0] == "golang.org" || parts[0] == "go.opentelemetry.io" {
		return ""
	}
	name := parts[1]
	if len(parts) > 2 && strings.Count(parts[0], ".") == 1 && parts[0] != "k8s.io" {
		name = parts[2]
	}
	name, _, _ = strings.Cut(name, ".")
	return name
}

// isContext reports whether a register is known to be a context.
func (x *fn) isContext(r program.Ref) bool {
	if r > 0 && int(r) <= len(x.Params) {
		return x.Params[r-1].Type == "context.Context"
	}
	d := x.def(r)
	if d == nil {
		return false
	}
	switch d.Op {
	case program.OpExtract:
		if c := x.def(d.Args[0]); c != nil && c.Op == program.OpCall && int(d.N) < len(c.Class) {
			return c.Class[d.N] == program.ClassContext
		}
	case program.OpCall:
		return d.Class == string(program.ClassContext)
	case program.OpPhi:
		return len(d.Args) > 0 && d.Args[0] != r && x.isContext(d.Args[0])
	case program.OpLoad:
		for _, st := range x.stores[root{reg: d.Args[0]}] {
			if st.loc.path == "" && x.isContext(x.in(st.at).Args[1]) {
				return true
			}
		}
	}
	return false
}
