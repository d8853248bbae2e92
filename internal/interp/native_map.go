package interp

import (
	"slices"

	"github.com/mcpvet/mcpvet/internal/program"
	"github.com/mcpvet/mcpvet/models"
)

// mapNatives are the rules about maps.
func mapNatives() map[string]native {
	return map[string]native{
		models.EvalMapKeys: func(s *site) (Value, bool) {
			e := s.entries(s.arg(0))
			return s.result(s.newList(e.keys, e.open)), true
		},
		models.EvalMapValues: func(s *site) (Value, bool) {
			e := s.entries(s.arg(0))
			return s.result(s.newList(e.vals, e.open)), true
		},
		models.EvalMapMerge: func(s *site) (Value, bool) {
			out := s.newMap(nil)
			s.addMaps(out, s.arg(0))
			return s.result(&Map{Obj: out}), true
		},
		models.EvalMapCopy: func(s *site) (Value, bool) {
			for _, o := range mapsIn(s.arg(0)) {
				s.addMaps(o, s.arg(1))
			}
			return s.unknown(), true
		},
		models.EvalMapInsert: func(s *site) (Value, bool) {
			e := s.drain(s.arg(1))
			for _, o := range mapsIn(s.arg(0)) {
				s.addEntries(o, e)
			}
			return s.unknown(), true
		},
		models.EvalMapClear: func(s *site) (Value, bool) {
			if os := mapsIn(s.arg(0)); len(os) == 1 && s.m.strong(os[0].born) {
				os[0].Keys, os[0].Vals, os[0].Open = nil, nil, nil
			}
			return s.unknown(), true
		},
		models.EvalMapToList: func(s *site) (Value, bool) {
			e := s.entries(s.arg(0))
			out := make([]Value, len(e.keys))
			for i, k := range e.keys {
				out[i] = s.callFirst(s.arg(1), k, e.vals[i])
			}
			return s.result(s.newList(out, e.open)), true
		},
		models.EvalMapOfFunc: func(s *site) (Value, bool) {
			e := s.entries(s.arg(0))
			out := s.newMap(e.open)
			for i, k := range e.keys {
				s.m.mapSet(out, k, s.callFirst(s.arg(1), e.vals[i], k))
			}
			return s.result(&Map{Obj: out}), true
		},
		models.EvalMapFilter: func(s *site) (Value, bool) {
			e := s.entries(s.arg(0))
			out := s.newMap(e.open)
			for i, k := range e.keys {
				if b, known := AsBool(s.callFirst(s.arg(1), k, e.vals[i])); !known || b {
					s.m.mapSet(out, k, e.vals[i])
				}
			}
			return s.result(&Map{Obj: out}), true
		},
		models.EvalMapHas: func(s *site) (Value, bool) {
			_, found := s.lookup()
			return s.result(found), true
		},
		models.EvalMapOrValue: func(s *site) (Value, bool) {
			v, found := s.lookup()
			switch has, known := AsBool(found); {
			case !known:
				v = join(v, s.arg(2))
			case !has:
				v = s.arg(2)
			}
			return s.result(v), true
		},
	}
}

// lookup returns the value of the map arg0 at the key arg1 and whether there
// is one.
func (s *site) lookup() (v, found Value) {
	for _, x := range flatten(s.arg(0)) {
		for _, key := range flatten(s.arg(1)) {
			w, f := s.m.mapGet(Plain(x), key, program.ZeroOther, s.typeArg(1))
			if has, known := AsBool(f); !known || has {
				v = join(v, w)
			}
			found = join(found, f)
		}
	}
	return v, found
}

// entries are the entries of maps or the pairs of a sequence.
type entries struct {
	keys, vals []Value
	open       *Unknown // there may be further ones
}

// entries lists the entries of the map v, or of the maps in the list v.
func (s *site) entries(v Value) entries {
	var e entries
	for _, alt := range flatten(v) {
		switch x := Plain(alt).(type) {
		case *Map:
			s.m.charge(len(x.Obj.Keys))
			e.keys = append(e.keys, x.Obj.Keys...)
			e.vals = append(e.vals, x.Obj.Vals...)
			e.open = either(e.open, x.Obj.Open)
		case *List:
			e.open = either(e.open, x.Open)
			for _, in := range s.elements(x) {
				if _, nested := Plain(in).(*List); nested {
					e.open = either(e.open, unknown("the entries of a map"))
					continue
				}
				more := s.entries(in)
				e.keys = append(e.keys, more.keys...)
				e.vals = append(e.vals, more.vals...)
				e.open = either(e.open, more.open)
			}
		case Nil:
		default:
			e.open = either(e.open, s.because(alt))
		}
	}
	return e
}

// addMaps adds the entries of the map v, or of the maps in the list v, to o;
// later ones win, and of several maps that v can be each may.
func (s *site) addMaps(o *MapObject, v Value) {
	lists := []Value{v}
	if l, ok := Plain(v).(*List); ok {
		lists = s.elements(l)
		o.Open = either(o.Open, l.Open)
	}
	for _, v := range lists {
		alts := flatten(v)
		for _, alt := range alts {
			end := func() {}
			if len(alts) > 1 {
				end = s.m.region()
			}
			s.addEntries(o, s.entries(alt))
			end()
		}
	}
}

// addEntries adds entries to a map, which may be where they come from.
func (s *site) addEntries(o *MapObject, e entries) {
	o.Open = either(o.Open, e.open)
	keys, vals := slices.Clone(e.keys), slices.Clone(e.vals)
	for i, k := range keys {
		if len(o.Keys) >= maxListCells {
			o.Open = either(o.Open, &Unknown{Reason: "a map that is too large", Pos: s.pos})
			return
		}
		s.m.charge(1 + len(o.Keys)/16)
		s.m.mapSet(o, k, vals[i])
	}
}

// mapsIn returns the maps that v can be.
func mapsIn(v Value) []*MapObject {
	var out []*MapObject
	for _, alt := range flatten(v) {
		if m, ok := Plain(alt).(*Map); ok {
			out = append(out, m.Obj)
		}
	}
	return out
}
