package interp

import (
	"github.com/mcpvet/mcpvet/models"
)

// pickNatives are the rules that compare the elements of lists, to find some
// or to leave some out.
func pickNatives() map[string]native {
	return map[string]native{
		models.EvalHas: func(s *site) (Value, bool) {
			_, found := s.find(s.list(s.arg(0)), s.arg(1))
			return s.result(found), true
		},
		models.EvalFind: func(s *site) (Value, bool) {
			at, _ := s.find(s.list(s.arg(0)), s.arg(1))
			return s.result(at), true
		},
		models.EvalUnique: func(s *site) (Value, bool) {
			seen := map[any]bool{}
			return s.keep(func(v Value, _ int) bool { return !s.seenBefore(seen, v) })
		},
		models.EvalCompactList: func(s *site) (Value, bool) {
			var last Value
			return s.keep(func(v Value, _ int) bool {
				again := last != nil && isKnown(v) && isKnown(last) && same(Plain(v), Plain(last))
				last = v
				return !again
			})
		},
		models.EvalWithout: func(s *site) (Value, bool) {
			out := s.elements(s.list(s.arg(1)))
			return s.keep(func(v Value, _ int) bool {
				for _, w := range out {
					s.m.charge(1)
					if eq, known := s.equals(v, w); known && eq {
						return false
					}
				}
				return true
			})
		},
		models.EvalNonZero: func(s *site) (Value, bool) {
			return s.keep(func(v Value, _ int) bool {
				for _, alt := range flatten(v) {
					if zero, known := s.isZero(alt); !known || !zero {
						return true
					}
				}
				return false
			})
		},
	}
}

// keep returns the list arg0 without the elements for which f is false.
func (s *site) keep(f func(v Value, i int) bool) (Value, bool) {
	l := s.list(s.arg(0))
	var cells []*Object
	for i, v := range s.elements(l) {
		if f(v, i) {
			cells = append(cells, l.Cells[i])
		}
	}
	return s.result(s.listOf(cells, l.Open)), true
}

// seenBefore reports whether a known value was seen, and notes it.
func (s *site) seenBefore(seen map[any]bool, v Value) bool {
	var key any
	switch v := Plain(v).(type) {
	case *Const:
		key = v.V
	case *Ptr:
		key = v.Obj
	case Nil:
		key = v
	default:
		return false
	}
	was := seen[key]
	seen[key] = true
	return was
}

// equals reports whether two values are equal, as far as that is known.
func (s *site) equals(a, b Value) (equal, known bool) {
	first := true
	for _, x := range flatten(a) {
		for _, y := range flatten(b) {
			x, y := Plain(x), Plain(y)
			eq, ok := AsBool(equalOne(x, y))
			if !ok && isKnown(x) && isKnown(y) && same(x, y) { // structs; unlike fields may still be equal
				eq, ok = true, true
			}
			if !ok || !first && eq != equal {
				return false, false
			}
			equal, first = eq, false
		}
	}
	return equal, true
}

// find returns the index of the first element of a list that equals v, or -1,
// and whether there is one.
func (s *site) find(l *List, v Value) (at, found Value) {
	unsure := l.Open
	for i, e := range s.elements(l) {
		eq, known := s.equals(e, v)
		switch {
		case !known && unsure == nil:
			unsure = s.because(e, v)
		case known && eq && (unsure == nil || unsure == l.Open):
			return integer(int64(i)), boolean(true)
		case known && eq:
			return s.because(unsure), boolean(true)
		}
	}
	if unsure != nil {
		return s.because(unsure), s.because(unsure)
	}
	return integer(-1), boolean(false)
}
