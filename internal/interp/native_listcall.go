package interp

import (
	"github.com/mcpvet/mcpvet/models"
)

// listCallNatives are the rules that call a function for every element.
func listCallNatives() map[string]native {
	return map[string]native{
		models.EvalMapList: func(s *site) (Value, bool) {
			var out []Value
			open := s.each(func(v Value) { out = append(out, v) })
			return s.result(s.newList(out, open)), true
		},
		models.EvalFlatMap: func(s *site) (Value, bool) {
			var lists []Value
			open := s.each(func(v Value) { lists = append(lists, v) })
			return s.result(s.concatenated(s.newList(lists, open))), true
		},
		models.EvalFilterMap: func(s *site) (Value, bool) {
			var out []Value
			open := s.each2(func(v, ok Value) {
				if b, known := AsBool(ok); !known || b {
					out = append(out, v)
				}
			})
			return s.result(s.newList(out, open)), true
		},
		models.EvalForEach: func(s *site) (Value, bool) {
			s.each(func(Value) {})
			return s.unknown(), true
		},
		models.EvalFilter: func(s *site) (Value, bool) { return s.filter(true) },
		models.EvalReject: func(s *site) (Value, bool) { return s.filter(false) },
		models.EvalHasFunc: func(s *site) (Value, bool) {
			_, found := s.findFunc()
			return s.result(found), true
		},
		models.EvalFindFunc: func(s *site) (Value, bool) {
			at, _ := s.findFunc()
			return s.result(at), true
		},
		models.EvalReduce: func(s *site) (Value, bool) {
			l := s.list(s.arg(0))
			acc := s.arg(2)
			for i, e := range s.elements(l) {
				acc = s.callFirst(s.arg(1), acc, e, integer(int64(i)))
			}
			if l.Open != nil {
				end := s.m.region()
				acc = join(acc, s.callFirst(s.arg(1), acc, s.further(l.Open), s.because(l)))
				end()
			}
			return s.result(acc), true
		},
		models.EvalKeyBy: func(s *site) (Value, bool) {
			return s.result(s.mapOf(func(e, called Value) (Value, Value) { return extractFirst(called), e })), true
		},
		models.EvalAssociate: func(s *site) (Value, bool) {
			return s.result(s.mapOf(func(_, called Value) (Value, Value) { return extract(called, 0), extract(called, 1) })), true
		},
	}
}

// further is an element that an open list may have.
func (s *site) further(open *Unknown) *Unknown {
	return &Unknown{Reason: open.Reason, NonNil: true, Pos: open.Pos, Param: open.Param}
}

// each calls arg1(element, index) for every element of the list arg0 and hands
// the first result to f. It returns why there may be further elements. The
// function runs once for these too: what it registers is registered.
func (s *site) each(f func(result Value)) *Unknown {
	return s.each2(func(v, _ Value) { f(v) })
}

// each2 is each with the first two results.
func (s *site) each2(f func(first, second Value)) *Unknown {
	l := s.list(s.arg(0))
	for i, e := range s.elements(l) {
		v := s.callAll(s.arg(1), e, integer(int64(i)))
		f(extractFirst(v), second(v))
	}
	if l.Open == nil {
		return nil
	}
	end := s.m.region()
	v := s.callAll(s.arg(1), s.further(l.Open), s.because(l))
	end()
	switch first := extractFirst(v).(type) {
	case *Unknown, nil:
	default:
		f(first, second(v)) // an element that some of the further ones give
	}
	return l.Open
}

// second returns the second result of a call, unknown without.
func second(v Value) Value {
	if _, ok := v.(*Tuple); ok {
		return extract(v, 1)
	}
	return unknown("a result")
}

// callAll calls fn and returns its result or results; unknown where it does
// not return.
func (s *site) callAll(fn Value, args ...Value) Value {
	v, returns := s.callValue(fn, 2, args...)
	if !returns || v == nil {
		return s.because(nil)
	}
	return v
}

// filter keeps the elements for which arg1 gives want, or something unknown.
func (s *site) filter(want bool) (Value, bool) {
	return s.keep(func(v Value, i int) bool {
		b, known := AsBool(s.callFirst(s.arg(1), v, integer(int64(i))))
		return !known || b == want
	})
}

// findFunc returns the index of the first element for which arg1 is true, or
// -1, and whether there is one.
func (s *site) findFunc() (at, found Value) {
	l := s.list(s.arg(0))
	var unsure Value
	for i, e := range s.elements(l) {
		v := s.callFirst(s.arg(1), e, integer(int64(i)))
		b, known := AsBool(v)
		switch {
		case !known && unsure == nil:
			unsure = v
		case known && b && unsure == nil:
			return integer(int64(i)), boolean(true)
		case known && b:
			return s.because(unsure), boolean(true)
		}
	}
	if unsure == nil && l.Open != nil {
		unsure = l.Open
	}
	if unsure != nil {
		return s.because(unsure), s.because(unsure)
	}
	return integer(-1), boolean(false)
}

// mapOf builds a map with one entry per element of the list arg0, made of the
// element and of what arg1 gives for it.
func (s *site) mapOf(entry func(e, called Value) (key, val Value)) Value {
	l := s.list(s.arg(0))
	out := s.newMap(l.Open)
	for _, e := range s.elements(l) {
		k, v := entry(e, s.callAll(s.arg(1), e))
		s.m.mapSet(out, k, v)
		s.m.charge(len(out.Keys))
	}
	return &Map{Obj: out}
}

// newMap returns an empty map.
func (s *site) newMap(open *Unknown) *MapObject {
	return &MapObject{born: s.m.now(), Open: open}
}
