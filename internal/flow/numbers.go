package flow

import (
	"strings"

	"github.com/mcpvet/mcpvet/internal/program"
	"github.com/mcpvet/mcpvet/models"
)

// Numbers, and how long texts and lists are: what instructions do with them,
// and what comparisons say.

var (
	sizeMask   = KindMask(models.KindSize)
	signMask   = KindMask(models.KindSign)
	emptyMask  = KindMask(models.KindEmpty)
	lengthMask = KindMask(models.KindEmpty, models.KindShort)
	typeMask   = KindMask(models.KindDynamic)

	// partMask is what is true of a part only: where a larger one stands for it,
	// other numbers and texts in that are not meant.
	partMask = sizeMask | signMask | lengthMask | typeMask
)

// refuses says what is in no text that functions make something of: others give
// an error.
var refuses = map[string]Mask{
	"net/url.Parse": KindMask(models.KindHeader), "net/url.ParseRequestURI": KindMask(models.KindHeader),
}

// BecomesDuration is the text of the step at which a number becomes a duration.
const BecomesDuration = "becomes a duration"

// NilCheck is the symbol of a comparison with nil: somebody asks whether the data
// is there.
const NilCheck = "nil"

// The instructions that are sinks have rows like calls.
var (
	makeRow      = &models.Sink{Kind: models.KindSize}
	indexRow     = &models.Sink{Kind: models.KindIndex}
	emptyRow     = &models.Sink{Kind: models.KindEmpty}
	shortRow     = &models.Sink{Kind: models.KindShort}
	assertionRow = &models.Sink{Kind: models.KindAssertion}
	pointerRow   = &models.Sink{Kind: models.KindPointer}
)

// keepsLength says what is not known of the length of what functions give, if it
// is not known of what they get.
var keepsLength = map[string]Mask{
	"path.Clean": lengthMask &^ emptyMask, "path/filepath.Clean": lengthMask &^ emptyMask,
	"path/filepath.ToSlash": lengthMask, "path/filepath.FromSlash": lengthMask,
	"strings.ToLower": lengthMask, "strings.ToUpper": lengthMask, "strings.Title": lengthMask,
}

// instrSink notes data that an instruction uses.
func (e *Engine) instrSink(s *sum, at site, row *models.Sink, sym string, src *Source, m Mask, tr *trace) {
	in := s.fn.in(at)
	if !m.Has(sinkMask(row)) || !in.Pos.IsValid() {
		return
	}
	sink := &Sink{Row: row, Sym: sym, Func: s.fn.ID, Pos: in.Pos, At: Place{Arg: -1, Elem: -1}}
	e.out(s, &out{outKey: sinkKey(sink, src), mask: m & (sinkMask(row) | props), tr: tr.add(in.Pos, sym), sink: sink})
}

// numberSinks notes a number that decides how much is allocated, or that is an
// index.
func (e *Engine) numberSinks(s *sum, at site, op int, p path, src *Source, m Mask, tr *trace) {
	if p != "" {
		return
	}
	switch in := s.fn.in(at); in.Op {
	case program.OpMakeSlice, program.OpMakeMap, program.OpMakeChan:
		if in.Op == program.OpMakeMap {
			m &^= signMask // a negative one makes room for none
		}
		e.instrSink(s, at, makeRow, "make", src, m, tr)
	case program.OpIndex, program.OpIndexAddr, program.OpSlice:
		if op > 0 && !s.fn.isByte(in.Args[op]) {
			e.instrSink(s, at, indexRow, "index", src, m, tr)
		}
	}
}

// isByte reports whether a number is one of the characters of a text, which
// index tables.
func (x *fn) isByte(r program.Ref) bool {
	for range 3 {
		if x.isRune(r) {
			return true
		}
		in := x.def(r)
		if in == nil || in.Op != program.OpConvert {
			return false
		}
		r = in.Args[0]
	}
	return false
}

// lengthSinks notes a text of which a part is taken that need not be there.
func (e *Engine) lengthSinks(s *sum, at site, src *Source, m Mask, tr *trace) {
	x := s.fn
	in := x.in(at)
	need := 0
	switch {
	case in.Op == program.OpSlice && in.Zero == program.ZeroString:
		need = max(x.needs(in.Args[1], in.Args[0], false), x.needs(in.Args[2], in.Args[0], false))
	case in.Op == program.OpIndex && (in.Type == "uint8" || in.Type == "byte"):
		need = x.needs(in.Args[1], in.Args[0], true)
	}
	e.lengthSink(s, at, need, src, m, tr)
}

func (e *Engine) lengthSink(s *sum, at site, need int, src *Source, m Mask, tr *trace) {
	switch need {
	case 0:
	case 1:
		e.instrSink(s, at, emptyRow, "index", src, m, tr)
	default:
		e.instrSink(s, at, shortRow, "index", src, m, tr)
	}
}

// needs returns how long a text or list must be for an index, or for a bound of
// a slice: 0 where nothing is known, at most 2.
func (x *fn) needs(r, of program.Ref, index bool) int {
	if c := x.constant(r); c != nil {
		n := int(min(max(c.I, 0), 2))
		if index {
			n = min(n+1, 2)
		}
		return n
	}
	in := x.def(r)
	if in == nil {
		return 0
	}
	if l := x.lengthOf(r); l != 0 {
		if x.key(l) != x.key(of) && !index {
			return 2 // as long as another text
		}
		return 0
	}
	if in.Op == program.OpBinOp && in.Sym == "-" { // so much before the end
		if l := x.lengthOf(in.Args[0]); l != 0 && x.key(l) == x.key(of) {
			if c := x.constant(in.Args[1]); c != nil {
				return int(min(max(c.I, 0), 2))
			}
		}
	}
	return 0
}

// lengthOf returns what a register is the length of, 0 if it is none.
func (x *fn) lengthOf(r program.Ref) program.Ref {
	in := x.def(r)
	for in != nil && in.Op == program.OpConvert {
		in = x.def(in.Args[0])
	}
	if in != nil && in.Op == program.OpCall && in.Mode == program.CallBuiltin && in.Sym == "len" && len(in.Args) == 1 {
		return in.Args[0]
	}
	return 0
}

// elementSink notes that an element is read which a list need not have: one
// that somebody else has made, or that a text was split into.
func (e *Engine) elementSink(s *sum, a access, l loc, src *Source, m Mask, tr *trace) {
	x := s.fn
	in := x.in(a.at)
	if in.Op != program.OpLoad || !m.Has(lengthMask) {
		return
	}
	addr := x.def(in.Args[0])
	if addr == nil || addr.Op != program.OpIndexAddr || x.constant(addr.Args[1]) == nil {
		return
	}
	list := addr.Args[0]
	if d := x.def(list); len(l.path) >= len(a.loc.path) || d != nil && (d.Op == program.OpAlloc || d.Op == program.OpMakeSlice) {
		if d == nil || d.Op != program.OpCall || d.Mode == program.CallBuiltin || e.funcs[d.Sym] != nil {
			return // the elements are data, the list is the code's own
		}
	}
	m &^= x.guardsIn()[a.at.block][x.key(list)].clears
	e.lengthSink(s, a.at, x.needs(addr.Args[1], list, true), src, m, tr)
}

// pointerSink notes that a pointer in a part of data is followed, which may be
// nil: whoever sends the data need not send that part.
func (e *Engine) pointerSink(s *sum, a access, l loc, src *Source, m Mask, tr *trace) {
	x := s.fn
	in := x.in(a.at)
	if in.Op != program.OpLoad || !m.Has(emptyMask) || !isField(a.loc.path) || len(l.path) > len(a.loc.path) ||
		src != nil && src.Class == models.ClassOptional && len(l.path) < len(a.loc.path) {
		return
	}
	for _, at := range x.uses[in.Dst] {
		use := x.in(at)
		if use.Op != program.OpFieldAddr && use.Op != program.OpLoad || use.Args[0] != in.Dst {
			continue
		}
		e.instrSink(s, at, pointerRow, "pointer", src, m&^x.guardsIn()[at.block][x.key(in.Dst)].clears, tr)
	}
}

// isField reports whether a path leads to a field.
func isField(p path) bool {
	last := ""
	for p != "" {
		last, p = p.cut()
	}
	return strings.HasPrefix(last, ".")
}

// numberClears returns the kinds of harm that numbers of a type can't do.
func (e *Engine) numberClears(typ string) Mask {
	m := anyText | lengthMask | typeMask
	switch e.kindOf(typ) {
	case program.KindInt, program.KindFloat:
		switch base := strings.TrimPrefix(typ, "u"); base {
		case "int8", "int16", "byte":
			m |= sizeMask
		}
		if strings.HasPrefix(typ, "uint") || typ == "byte" {
			m |= signMask
		}
	default:
		m |= sizeMask | signMask
	}
	return m
}

// typed returns what data can do that is known to be of a type: the elements of
// a list or a map may still be of any.
func (e *Engine) typed(m Mask, typ string) Mask {
	if strings.Contains(typ, program.TypeParamOpen) {
		return m &^ typeMask
	}
	if strings.HasSuffix(typ, "]any") || strings.HasSuffix(typ, "]interface{}") || typ == "any" || typ == "interface{}" {
		return m
	}
	switch e.kindOf(typ) {
	case program.KindMap, program.KindSlice, program.KindInterface:
		return m
	}
	return m &^ typeMask
}

// decoded reports whether a value is asserted to be of a type of those that a
// decoder makes of its own accord, so that whoever sends it chooses between them.
func (x *fn) decoded(in *program.Instr) bool {
	switch typ := in.Type; typ {
	case "string", "float64", "bool", "int", "int64", "uint64", "encoding/json.Number",
		"[]any", "[]interface{}", "map[string]any", "map[string]interface{}", "map[any]any", "map[interface{}]interface{}":
		return true
	}
	d := x.def(in.Args[0]) // of any type, where it comes from a map as decoders fill them
	return strings.HasPrefix(in.Type, program.TypeParamOpen) && d != nil && d.Op == program.OpLookup
}

// arithmetic returns what a number can do that another is computed from.
func (x *fn) arithmetic(in *program.Instr, m Mask) Mask {
	m &^= textMask | lengthMask | typeMask
	switch in.Sym {
	case "%":
		m &^= sizeMask
	case "&":
		m &^= sizeMask | signMask
	}
	return m
}

// extreme returns what is left of a number after min or max.
func (x *fn) extreme(in *program.Instr, op int, m Mask) Mask {
	if in.Sym == "min" {
		return m &^ sizeMask
	}
	for i, a := range in.Args {
		if c := x.constant(a); i != op && c != nil && c.I >= 0 {
			m &^= signMask
		}
	}
	return m
}

var (
	negated  = map[string]string{"<": ">=", "<=": ">", ">": "<=", ">=": "<", "==": "!=", "!=": "=="}
	mirrored = map[string]string{"<": ">", "<=": ">=", ">": "<", ">=": "<=", "==": "==", "!=": "!="}
)

// measured returns what a comparison says of how large a number is, or how long
// a text or a list.
func (x *fn) measured(in *program.Instr, truth bool) guards {
	op := in.Sym
	if !truth {
		op = negated[op]
	}
	if mirrored[op] == "" {
		return nil
	}
	a, b := in.Args[0], in.Args[1]
	return both(x.than(a, op, b), x.than(b, mirrored[op], a))
}

// notNegative reports whether what is greater than a constant is not below zero.
func notNegative(c *program.Const, op string) bool {
	switch c.Kind {
	case program.ConstInt:
		return c.I >= 0 || op == ">" && c.I == -1
	case program.ConstFloat:
		return c.F >= 0
	}
	return false
}

// than returns what it says of a value that it is less, or greater, than
// another.
func (x *fn) than(v program.Ref, op string, o program.Ref) guards {
	if x.constant(v) != nil || x.counts(v) {
		return nil
	}
	var out guards
	clears := Mask(0)
	c := x.constant(o)
	switch op {
	case "<", "<=":
		if !x.counts(o) {
			clears = sizeMask
		}
	case "==":
		if c != nil && c.Kind != program.ConstNil {
			clears = sizeMask | signMask | lengthMask
		}
	case ">", ">=":
		if c == nil && !x.counts(o) || c != nil && notNegative(c, op) {
			clears = signMask
		}
	case "!=":
		switch {
		case c == nil:
		case c.Kind == program.ConstString && c.S == "":
			clears = emptyMask
		case c.Kind == program.ConstNil: // as of what a search has found
			clears = lengthMask
		}
	}
	if clears != 0 {
		out = guards{x.key(v): {clears: clears}}
	}
	text := x.lengthOf(v)
	if text == 0 || op == "<" || op == "<=" {
		return out
	}
	least := int64(2)
	if c != nil && c.Kind == program.ConstInt {
		switch least = c.I; op {
		case ">":
			least++
		case "!=":
			least = 0
			if c.I == 0 {
				least = 1
			}
		}
	} else if op == "!=" {
		return out
	}
	switch {
	case least >= 2:
		out = both(out, guards{x.key(text): {clears: lengthMask}})
	case least == 1:
		out = both(out, guards{x.key(text): {clears: emptyMask}})
	}
	return out
}

// counts reports whether a register is what a loop counts with: that a number
// is not larger than that says nothing.
func (x *fn) counts(r program.Ref) bool {
	in := x.def(r)
	for in != nil && (in.Op == program.OpConvert || in.Op == program.OpBinOp) {
		in, r = x.def(in.Args[0]), in.Args[0]
	}
	return in != nil && in.Op == program.OpPhi && x.Blocks[x.defs[r].block].Loop == x.defs[r].block
}
