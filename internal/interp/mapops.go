package interp

import (
	"slices"

	"github.com/mcpvet/mcpvet/internal/program"
)

// mapGet returns the value at key and whether there is one.
func (m *Machine) mapGet(x, key Value, kind program.Zero, typ string) (Value, Value) {
	var g gathered
	for _, alt := range Alternatives(x) {
		mp, ok := alt.(*Map)
		switch {
		case ok:
			m.mapEntries(&g, mp.Obj, key, kind, typ)
		case isNil(alt):
			g.add(m.zero(kind, typ), boolean(false))
		default:
			u := unknown("an entry of an unknown map")
			if w, ok := alt.(*Unknown); ok {
				u.Param = w.Param
			}
			g.add(u, unknown("whether the map has an entry"))
		}
	}
	m.steps += len(g.founds)
	return g.value(), joinAll(g.founds)
}

// mapEntries gathers what a map can hold at key: the entry under that very
// key, and those under keys that can turn out to be the same.
func (m *Machine) mapEntries(g *gathered, o *MapObject, key Value, kind program.Zero, typ string) {
	known, hit := isKnown(key), false
	for i, k := range o.Keys {
		switch alike := same(Plain(k), Plain(key)); {
		case known && isKnown(k):
			if alike {
				g.first = append(g.first, o.Vals[i])
				g.founds = append(g.founds, boolean(true))
				hit = true
			}
		case alike: // texts with the same unknown parts
			g.first = append(g.first, o.Vals[i])
			g.founds = append(g.founds, unknown("whether the map has the entry"))
			hit = true
		case canEqual(k, key):
			g.add(o.Vals[i], unknown("whether the map has the entry"))
			hit = hit || !known
		}
	}
	switch {
	case hit:
	case o.Open != nil || !known:
		g.add(unknown("an entry of a map that is known in part"), unknown("whether the map has the entry"))
	default:
		g.add(m.zero(kind, typ), boolean(false))
	}
}

// gathered is what a lookup may give.
type gathered struct {
	first  []Value // under the very key
	rest   []Value // what else it can be
	founds []Value // for each whether there is an entry
}

func (g *gathered) add(v, found Value) {
	g.rest, g.founds = append(g.rest, v), append(g.founds, found)
}

// value joins what was gathered. Where that is too much to be followed, what
// fits is kept, the very key first: the many others must not hide it.
func (g *gathered) value() Value {
	all := slices.Concat(g.first, g.rest)
	v := joinAll(all)
	if _, isUnknown := v.(*Unknown); !isUnknown {
		return v
	}
	var kept []Value
	room := maxAlts - 1
	for _, a := range all {
		if n := len(Alternatives(a)); n <= room {
			kept = append(kept, a)
			room -= n
		}
	}
	return choose(append(kept, v)...)
}

// canEqual reports whether two keys can be the same at run time.
func canEqual(a, b Value) bool {
	for _, x := range Alternatives(a) {
		for _, y := range Alternatives(b) {
			if eq, known := AsBool(equalOne(Plain(x), Plain(y))); !known || eq {
				return true
			}
		}
	}
	return false
}

// isKnown reports whether v equals itself and nothing else: a constant, or a
// struct of constants, as a key of a map.
func isKnown(v Value) bool {
	switch v := Plain(v).(type) {
	case *Const, *Ptr, Nil:
		return true
	case *Struct:
		for _, f := range v.Fields {
			if !isKnown(f) {
				return false
			}
		}
		return v.Open == nil
	case *Opaque:
		return v.Sym == typeValue
	}
	return false
}

func (m *Machine) mapUpdate(x, key, v Value) {
	for _, alt := range Alternatives(x) {
		mp, ok := alt.(*Map)
		if !ok {
			continue
		}
		m.mapSet(mp.Obj, key, v)
	}
}

func (m *Machine) mapSet(o *MapObject, key, v Value) {
	if isKnown(key) {
		for i, k := range o.Keys {
			if same(Plain(k), Plain(key)) {
				if !same(o.Vals[i], v) {
					m.changed(o.born)
				}
				if m.strong(o.born) {
					o.Vals[i] = v
				} else {
					o.Vals[i] = join(o.Vals[i], v)
				}
				return
			}
		}
	}
	for i, k := range o.Keys {
		if same(k, key) && same(o.Vals[i], v) {
			return
		}
	}
	m.changed(o.born)
	o.Keys = append(o.Keys, key)
	o.Vals = append(o.Vals, v)
}
