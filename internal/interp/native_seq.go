package interp

import (
	"slices"

	"github.com/mcpvet/mcpvet/models"
)

// sequenceNatives are the rules about iter.Seq and iter.Seq2.
func sequenceNatives() map[string]native {
	return map[string]native{
		models.EvalSeqValues: func(s *site) (Value, bool) {
			list := s.arg(0)
			return s.result(s.sequence(1, func() entries {
				l := s.list(list)
				return entries{keys: s.elements(l), open: l.Open}
			})), true
		},
		models.EvalSeqAll: func(s *site) (Value, bool) {
			v := s.arg(0)
			return s.result(s.sequence(2, func() entries { return s.indexed(v) })), true
		},
		models.EvalSeqBack: func(s *site) (Value, bool) {
			v := s.arg(0)
			return s.result(s.sequence(2, func() entries {
				e := s.indexed(v)
				slices.Reverse(e.keys)
				slices.Reverse(e.vals)
				return e
			})), true
		},
		models.EvalSeqKeys: func(s *site) (Value, bool) {
			v := s.arg(0)
			return s.result(s.sequence(1, func() entries { return s.entries(v) })), true
		},
		models.EvalSeqMap: func(s *site) (Value, bool) {
			v := s.arg(0)
			return s.result(s.sequence(1, func() entries {
				e := s.entries(v)
				return entries{keys: e.vals, open: e.open}
			})), true
		},
		models.EvalCollect: func(s *site) (Value, bool) {
			e := s.drain(s.arg(0))
			return s.result(s.newList(e.keys, e.open)), true
		},
		models.EvalCollect2: func(s *site) (Value, bool) {
			out := s.newMap(nil)
			s.addEntries(out, s.drain(s.arg(0)))
			return s.result(&Map{Obj: out}), true
		},
		models.EvalAppendSeq: func(s *site) (Value, bool) {
			l, e := s.list(s.arg(0)), s.drain(s.arg(1))
			more := s.newList(e.keys, e.open)
			return s.result(s.listOf(slices.Concat(l.Cells, more.Cells), either(l.Open, more.Open))), true
		},
		models.EvalSortedList: func(s *site) (Value, bool) {
			e := s.drain(s.arg(0))
			if e.open == nil && s.ordered(e.keys) {
				slices.SortStableFunc(e.keys, func(a, b Value) int {
					c, _ := s.compare(a, b)
					return c
				})
			}
			return s.result(s.newList(e.keys, e.open)), true
		},
		models.EvalSortedByFunc: func(s *site) (Value, bool) {
			e := s.drain(s.arg(0))
			return s.result(s.newList(e.keys, e.open)), true
		},
	}
}

// ordered reports whether all of vs can be compared.
func (s *site) ordered(vs []Value) bool {
	for _, v := range vs {
		if _, ok := s.compare(v, vs[0]); !ok {
			return false
		}
	}
	return true
}

// indexed lists the pairs (index, element) of a list, or (key, value) of a map.
func (s *site) indexed(v Value) entries {
	if len(mapsIn(v)) > 0 {
		return s.entries(v)
	}
	l := s.list(v)
	e := entries{vals: s.elements(l), open: l.Open}
	for i := range e.vals {
		e.keys = append(e.keys, integer(int64(i)))
	}
	return e
}

// A sequence is the state of a function value that yields entries: a rule that
// takes a sequence reads them without a call. Its values count only where it
// yields pairs.
type sequence struct {
	pairs bool
	items func() entries
}

// sequence returns an iter.Seq, or for n = 2 an iter.Seq2.
func (s *site) sequence(n int, items func() entries) Value {
	seq := &sequence{pairs: n == 2, items: items}
	return &Func{
		Pos:      s.pos,
		Bindings: []Value{&Opaque{Sym: "iter.Seq", native: seq}},
		Native: func(m *Machine, args []Value) Value {
			if len(args) > 0 {
				seq.run(m, args[0], s)
			}
			return &Tuple{}
		},
	}
}

// run calls yield for every element until it returns false. For the further
// elements that there may be it is called once.
func (seq *sequence) run(m *Machine, yield Value, s *site) {
	inner := &site{m: m, sym: s.sym, pos: s.pos, results: 1}
	e := seq.items()
	for i, k := range e.keys {
		args := []Value{k}
		if seq.pairs && i < len(e.vals) {
			args = append(args, e.vals[i])
		}
		v, returns := inner.callValue(yield, 1, args...)
		if goOn, known := AsBool(v); !returns || known && !goOn {
			return
		}
	}
	if e.open == nil {
		return
	}
	args := []Value{inner.further(e.open)}
	if seq.pairs {
		args = append(args, inner.further(e.open))
	}
	end := m.region()
	inner.callValue(yield, 1, args...)
	end()
}

// drain lists what a sequence yields: the values, or the pairs.
func (s *site) drain(seq Value) entries {
	var out entries
	for _, alt := range flatten(seq) {
		f, ok := Plain(alt).(*Func)
		if !ok {
			out.open = either(out.open, s.because(alt))
			continue
		}
		if state := sequenceOf(f); state != nil {
			e := state.items()
			out.keys = append(out.keys, e.keys...)
			if state.pairs {
				out.vals = append(out.vals, e.vals...)
			} else {
				out.vals = append(out.vals, e.keys...)
			}
			out.open = either(out.open, e.open)
			continue
		}
		yield := &Func{Native: func(m *Machine, args []Value) Value {
			if len(args) == 0 {
				return boolean(true)
			}
			if len(out.keys) >= maxListCells {
				out.open = either(out.open, &Unknown{Reason: "a sequence that is too long", Pos: s.pos})
				return boolean(false)
			}
			out.keys = append(out.keys, args[0])
			out.vals = append(out.vals, args[len(args)-1])
			return boolean(true)
		}}
		known := s.m.world.Func(f.ID) != nil || f.Native != nil
		s.callValue(f, 0, yield)
		if !known {
			out.open = either(out.open, s.because(nil))
		}
	}
	return out
}

// sequenceOf returns the state of a sequence that a rule made, or nil.
func sequenceOf(f *Func) *sequence {
	if f.Native == nil || len(f.Bindings) != 1 {
		return nil
	}
	o, ok := f.Bindings[0].(*Opaque)
	if !ok {
		return nil
	}
	seq, _ := o.native.(*sequence)
	return seq
}
