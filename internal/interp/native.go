package interp

import (
	"cmp"
	"slices"
	"strings"

	"github.com/mcpvet/mcpvet/internal/program"
)

// Bounds of what the rules compute. The code under audit may be hostile:
// beyond a bound the result is unknown.
const (
	maxCombinations = 64       // of the alternatives of arguments
	maxText         = 16 << 10 // bytes of a computed text; names, descriptions and schemas are shorter
	maxRepeat       = 1 << 16  // bytes of a text that repeats another
	maxParts        = 64       // parts of a text
)

// charge counts the work of a rule as instructions, so that the limit of an
// evaluation bounds it too.
func (m *Machine) charge(n int) { m.steps += n }

// over computes f for every combination of the alternatives of vals, and joins
// the results.
func (s *site) over(vals []Value, f func(vs []Value) Value) Value {
	var out Value
	for _, vs := range combinations(vals) {
		out = join(out, f(vs))
	}
	return out
}

// overArgs is over for the first n arguments.
func (s *site) overArgs(n int, f func(vs []Value) Value) Value {
	vals := make([]Value, n)
	for i := range vals {
		vals[i] = s.arg(i)
	}
	return s.over(vals, f)
}

// combinations lists the combinations of alternatives of vals, the last one
// varying fastest. Where there are too many, the values with the most
// alternatives become unknown.
func combinations(vals []Value) [][]Value {
	alts := make([][]Value, len(vals))
	var open []int
	for i, v := range vals {
		alts[i] = flatten(v)
		if len(alts[i]) > 1 {
			open = append(open, i)
		}
	}
	slices.SortStableFunc(open, func(a, b int) int { return cmp.Compare(len(alts[a]), len(alts[b])) })
	total := 1
	for _, i := range open {
		if n := total * len(alts[i]); n <= maxCombinations {
			total = n
			continue
		}
		alts[i] = []Value{&Unknown{Reason: "one of several values", Pos: PosOf(alts[i][0])}}
	}
	out := make([][]Value, total)
	for n := range out {
		vs := make([]Value, len(vals))
		rest := n
		for i := len(vals) - 1; i >= 0; i-- {
			vs[i] = alts[i][rest%len(alts[i])]
			rest /= len(alts[i])
		}
		out[n] = vs
	}
	return out
}

// flatten lists what v can be; interface wrapping is kept around each.
func flatten(v Value) []Value {
	switch v := v.(type) {
	case nil:
		return []Value{unknown("a value that is not given")}
	case *Choice:
		var out []Value
		for _, a := range v.Alts {
			out = append(out, flatten(a)...)
		}
		if len(out) > 0 {
			return out
		}
		return []Value{unknown("no path gives a value")}
	case *Iface:
		in := flatten(v.V)
		if len(in) == 1 && in[0] == v.V {
			return []Value{v}
		}
		out := make([]Value, len(in))
		for i, a := range in {
			out[i] = &Iface{Type: v.Type, V: a}
		}
		return out
	}
	return []Value{v}
}

// asItIs is because for a text that shows a value as it is: what the operator
// sets stays known as that.
func (s *site) asItIs(v Value) *Unknown {
	out := s.because(v)
	if u, ok := Plain(v).(*Unknown); ok {
		out.Setting, out.Default, out.Read = u.Setting, u.Default, u.Read
	}
	return out
}

// because returns an unknown result with the reason why the first unknown of
// vs is unknown.
func (s *site) because(vs ...Value) *Unknown {
	for _, v := range vs {
		if w := unknownIn(v); w != nil {
			u := &Unknown{Reason: w.Reason, Pos: w.Pos, Param: w.Param, madeOf: w.madeOf}
			if w.Setting != "" {
				u.madeOf = w
			}
			if !u.Pos.IsValid() {
				u.Pos = s.pos
			}
			return u
		}
	}
	return &Unknown{Reason: "the result of " + s.sym, Pos: s.pos}
}

// unknownIn returns what is unknown of v, or nil.
func unknownIn(v Value) *Unknown {
	switch v := Plain(v).(type) {
	case *Unknown:
		return v
	case *Text:
		for _, p := range v.Parts {
			if p.Source != nil {
				return p.Source
			}
			if !p.Known {
				return &Unknown{Reason: p.S, Pos: v.Pos}
			}
		}
	case *Choice:
		for _, a := range v.Alts {
			if u := unknownIn(a); u != nil {
				return u
			}
		}
	case *List:
		return v.Open
	case *Map:
		return v.Obj.Open
	case *Opaque:
		return &Unknown{Reason: "the result of " + v.Sym, Pos: v.Pos}
	}
	return nil
}

// unknowns returns u for every result of the call.
func (s *site) unknowns(u *Unknown) Value {
	if s.results <= 1 {
		return u
	}
	t := &Tuple{Vs: make([]Value, s.results)}
	for i := range t.Vs {
		c := *u
		t.Vs[i] = &c
	}
	return t
}

// give returns vs as the results of the call: further results are nil, and
// those that it does not have are left out.
func (s *site) give(vs ...Value) Value {
	switch {
	case s.results == 0:
		return &Tuple{}
	case s.results == 1:
		return vs[0]
	}
	t := &Tuple{Vs: make([]Value, s.results)}
	for i := range t.Vs {
		if i < len(vs) {
			t.Vs[i] = vs[i]
		} else {
			t.Vs[i] = Nil{}
		}
	}
	return t
}

// failure is the error of a call that fails.
func (s *site) failure() *Unknown {
	return &Unknown{Reason: "the error of " + s.sym, NonNil: true, Pos: s.pos}
}

// posOf returns where v is written, otherwise where the call is.
func (s *site) posOf(v Value) program.Pos {
	if p := PosOf(v); p.IsValid() {
		return p
	}
	return s.pos
}

// made returns a constant that is computed from a value.
func (s *site) made(v any, from Value) Value { return &Const{V: v, Pos: s.posOf(from)} }

// asText returns the constant text that v is: a string, or a byte slice.
func (s *site) asText(v Value) (string, bool) {
	switch v := Plain(v).(type) {
	case *Const:
		t, ok := v.V.(string)
		return t, ok
	case Nil: // of a []byte
		return "", true
	case *List:
		if v.Open != nil {
			return "", false
		}
		b := make([]byte, len(v.Cells))
		for i, c := range v.Cells {
			n, ok := AsInt(s.m.read(c, program.ZeroInt, ""))
			if !ok || n < 0 || n > 255 {
				return "", false
			}
			b[i] = byte(n)
		}
		return string(b), true
	}
	return "", false
}

// partsOf returns the parts of a text.
func (s *site) partsOf(v Value) []Part {
	if t, ok := s.asText(v); ok {
		return []Part{{Known: true, S: t}}
	}
	if p, ok := texts(v); ok {
		return p
	}
	return []Part{{S: "a value of another type"}}
}

// build returns the text of parts.
func (s *site) build(parts []Part, pos program.Pos) Value {
	var out []Part
	var known strings.Builder
	size := 0
	flush := func() {
		if known.Len() > 0 {
			out = append(out, Part{Known: true, S: known.String()})
			known.Reset()
		}
	}
	for _, p := range parts {
		if size += len(p.S); size > maxText {
			return &Unknown{Reason: "a text that is too long", Pos: pos}
		}
		if p.Known {
			known.WriteString(p.S)
			continue
		}
		flush()
		out = append(out, p)
	}
	flush()
	s.m.charge(size / 64)
	if len(out) > maxParts {
		return &Unknown{Reason: "a text of too many parts", Pos: pos}
	}
	return text(out, pos)
}

// list returns the list that v is; what is no list has unknown elements.
func (s *site) list(v Value) *List {
	if l := asList(v); l != nil {
		return l
	}
	return &List{Open: s.because(v)}
}

// elements returns what the cells of a list hold.
func (s *site) elements(l *List) []Value {
	s.m.charge(len(l.Cells))
	out := make([]Value, len(l.Cells))
	for i, c := range l.Cells {
		out[i] = s.m.read(c, program.ZeroOther, "")
	}
	return out
}

// newList returns a list of new cells that hold vs.
func (s *site) newList(vs []Value, open *Unknown) *List {
	l := &List{Open: open}
	for _, v := range vs {
		if len(l.Cells) > maxListCells {
			break
		}
		l.Cells = append(l.Cells, s.m.newCell(v, s.posOf(v)))
	}
	s.m.charge(len(l.Cells))
	return l.capped()
}

// listOf returns a list of cells that are shared with other lists.
func (s *site) listOf(cells []*Object, open *Unknown) *List {
	s.m.charge(len(cells))
	return (&List{Cells: slices.Clip(cells), Open: open}).capped()
}

// callValue calls what fn can be, each with as many of args as it has
// parameters. results is how many results the caller of fn expects. False
// means that it does not return.
func (s *site) callValue(fn Value, results int, args ...Value) (Value, bool) {
	m := s.m
	alts := flatten(fn)
	var out Value
	ran, returns := false, false
	for _, alt := range alts {
		f, ok := Plain(alt).(*Func)
		if !ok {
			continue
		}
		ran = true
		inner := &site{m: m, sym: f.ID, args: m.fit(f, args), pos: s.pos, results: results}
		if fn := m.world.Func(f.ID); fn != nil {
			inner.results = fn.Results
		}
		end := func() {}
		if len(alts) > 1 {
			end = m.region()
		}
		m.charge(1)
		v, r := m.applyAt(f, inner)
		end()
		if r {
			if v == nil {
				v = s.because(nil)
			}
			out, returns = join(out, v), true
		}
	}
	if ran {
		return out, returns
	}
	inner := &site{m: m, sym: s.sym, args: args, pos: s.pos, results: results}
	return inner.dynamic(alts[0])
}

// fit leaves out the arguments that f has no parameter for.
func (m *Machine) fit(f *Func, args []Value) []Value {
	fn := m.world.Func(f.ID)
	if f.Native != nil || fn == nil {
		return args
	}
	n := len(fn.Params)
	if fn.Recv && f.Recv != nil {
		n--
	}
	return args[:max(0, min(n, len(args)))]
}

// callFirst calls fn and returns its first result; unknown where it does not
// return.
func (s *site) callFirst(fn Value, args ...Value) Value {
	v, returns := s.callValue(fn, 1, args...)
	if !returns || v == nil {
		return s.because(nil)
	}
	if t, ok := v.(*Tuple); ok && len(t.Vs) == 0 {
		return s.because(nil)
	}
	return extractFirst(v)
}
