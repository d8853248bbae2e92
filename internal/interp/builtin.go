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
	out := &List{Cells: slices.Concat(a.Cells, b.Cells), Maybe: a.Maybe + b.Maybe, Open: a.Open}
	if out.Open == nil {
		out.Open = b.Open
	}
	s.m.steps += len(out.Cells) / 8 // copying is work too
	return out.capped()
}

// lengthRange is a length of which only bounds are known; max < 0: no bound.
// seen is how many elements are known, those that may be absent included.
type lengthRange struct{ min, max, seen int64 }

// compareLength compares a number with a length of which only bounds are
// known; nil when that does not decide it. An index below such a length is
// taken to be one: a loop over a list visits what may be there too.
func compareLength(op string, x, y Value) Value {
	flip := map[string]string{"<": ">", "<=": ">=", ">": "<", ">=": "<="}
	o, left := x.(*Opaque)
	other := y
	if !left {
		o, _ = y.(*Opaque)
		other = x
	}
	c, known := AsInt(other)
	if o == nil || !known {
		return nil
	}
	n, ok := o.native.(lengthRange)
	if !ok {
		return nil
	}
	if !left {
		if op == "<" && c < n.seen {
			return boolean(true)
		}
		op = flip[op]
	}
	at := func(length int64) bool { r, _ := ordered(op, compareInts(length, c)); return r }
	if _, ok := ordered(op, 0); !ok {
		return nil
	}
	if n.max >= 0 {
		if at(n.min) == at(n.max) {
			return boolean(at(n.min))
		}
		return nil
	}
	switch {
	case op == ">" && n.min > c, op == ">=" && n.min >= c:
		return boolean(true)
	case op == "<" && n.min >= c, op == "<=" && n.min > c:
		return boolean(false)
	}
	return nil
}

func compareInts(a, b int64) int {
	switch {
	case a < b:
		return -1
	case a > b:
		return 1
	}
	return 0
}

func (m *Machine) length(v Value) Value {
	switch v := Plain(v).(type) {
	case *Const:
		if s, ok := v.V.(string); ok {
			return integer(int64(len(s)))
		}
	case *List:
		least := int64(len(v.Cells) - v.Maybe)
		if v.Open != nil {
			return &Opaque{Sym: "len", native: lengthRange{least, -1, int64(len(v.Cells))}}
		}
		if v.Maybe > 0 {
			return &Opaque{Sym: "len", native: lengthRange{least, int64(len(v.Cells)), int64(len(v.Cells))}}
		}
		return integer(least)
	case *Map:
		if v.Obj.Open != nil {
			return &Opaque{Sym: "len", native: lengthRange{int64(len(v.Obj.Keys)), -1, int64(len(v.Obj.Keys))}}
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
			m.changed(mp.Obj.born)
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
