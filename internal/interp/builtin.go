package interp

import (
	"slices"

	"github.com/mcpvet/mcpvet/internal/program"
)

// builtin evaluates a call of a predeclared function.
func (s *site) builtin() (Value, bool) {
	m := s.m
	switch s.sym {
	case "append":
		return s.appendTo(), true
	case "len", "cap":
		return m.length(s.arg(0)), true
	case "copy":
		dst, src := asList(s.arg(0)), asList(s.arg(1))
		if dst != nil && src != nil {
			for i := range min(len(dst.Cells), len(src.Cells)) {
				m.write(dst.Cells[i], m.read(src.Cells[i], program.ZeroOther, ""), m.strong(dst.Cells[i].born))
			}
		}
		return unknown("the number of copied elements"), true
	case "delete":
		m.mapDelete(s.arg(0), s.arg(1))
		return &Tuple{}, true
	case "min", "max":
		return s.extreme(), true
	case "panic":
		return nil, false
	case "recover":
		return unknown("what a panic carries"), true
	case "ssa:wrapnilchk":
		return s.arg(0), true
	}
	return s.unknown(), true
}

// appendTo evaluates append: the elements of both lists.
func (s *site) appendTo() Value {
	a, b := asList(s.arg(0)), asList(s.arg(1))
	if str, ok := AsString(s.arg(1)); ok { // append([]byte, string...)
		return concat(s.arg(0), &Const{V: str, Pos: PosOf(s.arg(1))})
	}
	if a == nil || b == nil {
		if isText(s.arg(0)) {
			return concat(s.arg(0), unknown("appended bytes"))
		}
		return unknown("an appended list")
	}
	out := &List{Cells: slices.Concat(a.Cells, b.Cells), Open: a.Open}
	if out.Open == nil {
		out.Open = b.Open
	}
	s.m.steps += len(out.Cells) / 8 // copying is work too
	return out.capped()
}

// atLeast is a length of which only a lower bound is known.
type atLeast int64

// compareLength compares a number with a length that has a lower bound only;
// nil when that does not decide it.
func compareLength(op string, x, y Value) Value {
	if o, ok := x.(*Opaque); ok {
		n, ok := o.native.(atLeast)
		c, known := AsInt(y)
		if !ok || !known {
			return nil
		}
		switch {
		case op == ">" && int64(n) > c, op == ">=" && int64(n) >= c:
			return boolean(true)
		case op == "<" && int64(n) >= c, op == "<=" && int64(n) > c:
			return boolean(false)
		}
		return nil
	}
	flip := map[string]string{"<": ">", "<=": ">=", ">": "<", ">=": "<="}
	if o, ok := y.(*Opaque); ok {
		if _, ok := o.native.(atLeast); ok && flip[op] != "" {
			return compareLength(flip[op], y, x)
		}
	}
	return nil
}

func (m *Machine) length(v Value) Value {
	switch v := Plain(v).(type) {
	case *Const:
		if s, ok := v.V.(string); ok {
			return integer(int64(len(s)))
		}
	case *List:
		if v.Open != nil {
			return &Opaque{Sym: "len", native: atLeast(len(v.Cells))}
		}
		return integer(int64(len(v.Cells)))
	case *Map:
		if v.Obj.Open != nil {
			return &Opaque{Sym: "len", native: atLeast(len(v.Obj.Keys))}
		}
		return integer(int64(len(v.Obj.Keys)))
	case *Choice:
		if l := asList(v); l != nil {
			return m.length(l)
		}
	case *Ptr:
		if v.Obj.Kind == program.ZeroArray || v.Obj.Elems != nil {
			return integer(int64(len(v.Obj.Elems)))
		}
	case Nil:
		return integer(0)
	}
	return unknown("a length")
}

func (m *Machine) mapDelete(x, key Value) {
	mp, ok := x.(*Map)
	if !ok || !m.strong(mp.Obj.born) || !isKnown(key) {
		return // what may have been deleted may still be there
	}
	for i, k := range mp.Obj.Keys {
		if same(Plain(k), Plain(key)) {
			mp.Obj.Keys = slices.Delete(slices.Clone(mp.Obj.Keys), i, i+1)
			mp.Obj.Vals = slices.Delete(slices.Clone(mp.Obj.Vals), i, i+1)
			return
		}
	}
}

func (s *site) extreme() Value {
	var best Value
	for _, a := range s.args {
		if _, ok := a.(*Const); !ok {
			return unknown("a minimum or maximum")
		}
		op := "<"
		if s.sym == "max" {
			op = ">"
		}
		if best == nil {
			best = a
		} else if better, ok := AsBool(arith(op, a, best)); ok && better {
			best = a
		}
	}
	if best == nil {
		return unknown("a minimum or maximum")
	}
	return best
}
