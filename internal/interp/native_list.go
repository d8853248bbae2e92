package interp

import (
	"slices"

	"github.com/mcpvet/mcpvet/models"
)

// listNatives are the rules that put lists together or reorder them. Results
// share cells with their arguments, as append does, so that a list that two
// paths put together does not have its elements twice.
func listNatives() map[string]native {
	return map[string]native{
		models.EvalConcat:  func(s *site) (Value, bool) { return s.result(s.concatenated(s.list(s.arg(0)))), true },
		models.EvalFlatten: func(s *site) (Value, bool) { return s.result(s.concatenated(s.list(s.arg(0)))), true },
		models.EvalClone:   func(s *site) (Value, bool) { return s.result(s.clone(s.arg(0))), true },
		models.EvalAppend: func(s *site) (Value, bool) {
			a, b := s.list(s.arg(0)), s.list(s.arg(1))
			return s.result(s.listOf(slices.Concat(a.Cells, b.Cells), either(a.Open, b.Open))), true
		},
		models.EvalInsert: func(s *site) (Value, bool) {
			a, b := s.list(s.arg(0)), s.list(s.arg(2))
			at, ok := AsInt(s.arg(1))
			if !ok || at < 0 || at > int64(len(a.Cells)) {
				at = int64(len(a.Cells)) // what is in the list matters more than its order
			}
			return s.result(s.listOf(slices.Concat(a.Cells[:at], b.Cells, a.Cells[at:]), either(a.Open, b.Open))), true
		},
		models.EvalDelete: func(s *site) (Value, bool) {
			a := s.list(s.arg(0))
			from, fok := AsInt(s.arg(1))
			to, tok := AsInt(s.arg(2))
			if !fok || !tok || from < 0 || from > to || to > int64(len(a.Cells)) {
				return s.result(a), true // what may have been deleted may still be there
			}
			return s.result(s.listOf(slices.Concat(a.Cells[:from], a.Cells[to:]), a.Open)), true
		},
		models.EvalSort:      nativeSort,
		models.EvalReorder:   func(s *site) (Value, bool) { return s.result(s.arg(0)), true },
		models.EvalReverse:   nativeReverse,
		models.EvalReplicate: nativeReplicate,
	}
}

// either returns the first reason that there is.
func either(us ...*Unknown) *Unknown {
	for _, u := range us {
		if u != nil {
			return u
		}
	}
	return nil
}

// concatenated returns the elements of the lists in a list.
func (s *site) concatenated(lists *List) Value {
	var cells []*Object
	open := lists.Open
	for _, v := range s.elements(lists) {
		l := s.list(v)
		cells = append(cells, l.Cells...)
		open = either(open, l.Open)
		if len(cells) > maxListCells {
			break
		}
	}
	return s.listOf(cells, open)
}

// clone copies lists and maps; what is neither stays as it is.
func (s *site) clone(v Value) Value {
	var out Value
	for _, alt := range flatten(v) {
		switch c := Plain(alt).(type) {
		case *List:
			l := &List{Open: c.Open}
			for _, cell := range s.listOf(c.Cells, nil).Cells {
				copied := s.m.newObject(cell.Type, cell.Kind, cell.Pos)
				if v := s.m.stored(cell); v != nil {
					s.m.write(copied, v, true)
				}
				l.Cells = append(l.Cells, copied)
			}
			out = join(out, l)
		case *Map:
			s.m.charge(len(c.Obj.Keys))
			out = join(out, &Map{Obj: &MapObject{Keys: slices.Clone(c.Obj.Keys), Vals: slices.Clone(c.Obj.Vals), Open: c.Obj.Open, born: s.m.now()}})
		default:
			out = join(out, alt)
		}
	}
	return out
}

// changeable reports whether the elements of a list can be stored in another
// order: all are known to be there, and a store replaces the old one.
func (s *site) changeable(l *List) bool {
	for _, c := range l.Cells {
		if !s.m.strong(c.born) || s.m.stored(c) == nil {
			return false
		}
	}
	return l.Open == nil
}

// nativeSort sorts constants in place. Any other list keeps its order, and
// with it all of its elements.
func nativeSort(s *site) (Value, bool) {
	out := s.result(s.arg(0))
	l := s.list(s.arg(0))
	if !s.changeable(l) {
		return out, true
	}
	vs := s.elements(l)
	for _, v := range vs {
		if _, ok := s.compare(v, vs[0]); !ok {
			return out, true
		}
	}
	slices.SortStableFunc(vs, func(a, b Value) int {
		c, _ := s.compare(a, b)
		return c
	})
	for i, c := range l.Cells {
		s.m.write(c, vs[i], true)
	}
	return out, true
}

func nativeReverse(s *site) (Value, bool) {
	if l := s.list(s.arg(0)); s.changeable(l) {
		vs := s.elements(l)
		for i, c := range l.Cells {
			s.m.write(c, vs[len(vs)-1-i], true)
		}
	}
	return s.result(s.arg(0)), true
}

// nativeReplicate repeats a list. Only the first turn shares its cells: a
// list's elements are told apart by their cells.
func nativeReplicate(s *site) (Value, bool) {
	l := s.list(s.arg(0))
	n, ok := AsInt(s.arg(1))
	if !ok {
		return s.result(&List{Cells: l.Cells, Open: s.because(s.arg(1))}), true
	}
	if n <= 0 {
		return s.result(&List{}), true
	}
	cells, open := slices.Clone(l.Cells), l.Open
	for i := int64(1); i < n && len(l.Cells) > 0; i++ {
		if len(cells) > maxListCells {
			break
		}
		cells = append(cells, s.newList(s.elements(l), nil).Cells...)
	}
	return s.result(s.listOf(cells, open)), true
}
