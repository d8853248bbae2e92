package interp

import (
	"maps"
	"slices"
	"strings"

	"github.com/mcpvet/mcpvet/internal/program"
)

// A Held is a text that start-up code has put into a value, or into a field
// below it, and that is known only by where it comes from.
type Held struct {
	Path    []string    // of fields, as paths of flows name them
	Field   string      // the last of them, "" for the value itself
	Setting string      // the name of what the operator sets, "" where it is no such text
	Sym     string      // the function that reads it, likewise
	Pos     program.Pos // where, likewise
}

const (
	maxHeldDepth = 4   // fields below a value
	maxHeld      = 200 // values that are looked at
)

// Held lists the texts below a value: what the operator sets, and fields of the
// program's own structs that were filled in a way that is not followed. What
// other modules have made is not looked into: it uses what it was given.
func (m *Machine) Held(v Value) []Held {
	m.asked.Lock()
	defer m.asked.Unlock()
	h := &holding{m: m, seen: map[*Object]bool{}}
	h.value(v, nil, "", 0)
	return h.out
}

// Vars lists the variables of packages that start-up code has left something
// in, as a registration finds them, in order.
func (r *Registration) Vars() []string { return slices.Sorted(maps.Keys(r.globals)) }

// Var returns what is in a variable of a package.
func (r *Registration) Var(name string) Value {
	o := r.globals[name]
	if o == nil {
		return nil
	}
	return &Ptr{Obj: o}
}

// SameVars reports whether two registrations find the variables of packages as
// the same run of start-up code has left them.
func (r *Registration) SameVars(o *Registration) bool { return o != nil && r.run == o.run }

type holding struct {
	m      *Machine
	seen   map[*Object]bool // on the way down
	looked int
	out    []Held
}

// value looks at a value; typ is its type as far as the field that it is in says
// so.
func (h *holding) value(v Value, at []string, typ string, depth int) {
	if h.looked++; h.looked > maxHeld || v == nil {
		return
	}
	switch v := v.(type) {
	case *Iface:
		h.value(v.V, at, v.Type, depth)
	case *Choice:
		for _, a := range v.Alts {
			h.value(a, at, typ, depth)
		}
	case *Ptr:
		h.object(v.Obj, at, typ, depth)
	case *Struct:
		if v.Type != "" {
			typ = v.Type
		}
		h.fields(typ, at, depth, func(name string) Value {
			if f := v.Fields[name]; f != nil || v.Open == nil {
				return f
			}
			return v.Open
		})
	case *Text:
		for _, p := range v.Parts {
			if p.Source != nil && p.Source.set() != nil {
				h.add(p.Source, at)
			}
		}
	case *Unknown:
		switch h.m.kindOf(typ) {
		case program.KindStruct:
			h.fields(typ, at, depth, func(string) Value { return v })
		case program.KindString:
			h.add(v, at)
		default:
			if typ == "" && v.set() != nil {
				h.add(v, at)
			}
		}
	}
}

// object looks at what a pointer points to.
func (h *holding) object(o *Object, at []string, typ string, depth int) {
	if h.seen[o] {
		return
	}
	h.seen[o] = true
	defer delete(h.seen, o)
	if o.Type != "" {
		typ = o.Type
	}
	typ = strings.TrimPrefix(typ, "*")
	switch {
	case o.Fields != nil:
		h.fields(typ, at, depth, func(name string) Value {
			if f := o.Fields[name]; f != nil {
				return &Ptr{Obj: f}
			}
			if o.Open != nil {
				return o.Open
			}
			return nil
		})
	case o.Val != nil:
		h.value(o.Val, at, typ, depth)
	case o.Open != nil:
		h.value(o.Open, at, typ, depth)
	}
}

// fields looks at the fields of a struct of the program's own.
func (h *holding) fields(typ string, at []string, depth int, of func(name string) Value) {
	typ = strings.TrimPrefix(typ, "*")
	t := h.m.world.Type(typ)
	if t == nil || t.Kind != program.KindStruct || depth >= maxHeldDepth || !h.m.world.declares(typ) {
		return
	}
	for i := range t.Fields {
		f := &t.Fields[i]
		if v := of(f.Name); v != nil {
			h.value(v, slices.Concat(at, []string{"." + f.Name}), f.Type, depth+1)
		}
	}
}

func (h *holding) add(u *Unknown, at []string) {
	out := Held{Path: at}
	if len(at) > 0 {
		out.Field = strings.TrimPrefix(at[len(at)-1], ".")
	}
	if s := u.set(); s != nil {
		out.Setting, out.Sym, out.Pos = s.Setting[strings.LastIndexByte(s.Setting, ' ')+1:], s.Sym, s.Read
	}
	h.out = append(h.out, out)
}

// set returns what an operator sets that a value is, or is made of, nil for none.
func (u *Unknown) set() *Unknown {
	if u.Setting != "" {
		return u
	}
	return u.madeOf
}
