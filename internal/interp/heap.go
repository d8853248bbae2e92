package interp

import (
	"slices"

	"github.com/mcpvet/mcpvet/internal/program"
)

// An Object is a memory cell: of a struct, it has one cell per field; of an
// array, one per element.
type Object struct {
	Type   string
	Kind   program.Zero
	Pos    program.Pos
	Val    Value // scalars; nil before the first store
	Fields map[string]*Object
	Elems  []*Object // arrays
	Open   *Unknown  // what was never stored is unknown, not zero
	Built  string    // symbol of the constructor row that built the struct
	born   int
	name   string // of the field that the cell is
	or0    bool   // it may still hold the zero value: what was stored, was stored on one path only
}

// newObject returns a cell that holds the zero value of its type.
func (m *Machine) newObject(typ string, kind program.Zero, pos program.Pos) *Object {
	m.clock++
	return &Object{Type: typ, Kind: kind, Pos: pos, born: m.clock}
}

// newCell returns a cell that holds v.
func (m *Machine) newCell(v Value, pos program.Pos) *Object {
	o := m.newObject("", program.ZeroOther, pos)
	m.write(o, v, true)
	return o
}

// field returns the cell of a field of a struct object.
func (m *Machine) field(o *Object, name string) *Object {
	if f, ok := o.Fields[name]; ok {
		return f
	}
	f := m.newObject("", program.ZeroOther, o.Pos)
	f.born = o.born
	switch v := o.Val.(type) { // a struct value stored as a whole and not yet spread
	case *Struct:
		o.Val = nil
		m.spread(o, v)
	case *Unknown:
		o.Val, o.Open = nil, v
		f.Open = v
	case *Choice:
		if s := mergeStructs(v); s != nil {
			o.Val = nil
			m.spread(o, s)
		}
	}
	if f, ok := o.Fields[name]; ok {
		return f
	}
	f.Open = o.Open
	f.Type, f.Kind = m.fieldType(o.Type, name)
	if o.Fields == nil {
		o.Fields = map[string]*Object{}
	}
	o.Fields[name] = f
	f.name = name
	return f
}

// fieldType returns the type of a field and the kind of cell that it needs.
func (m *Machine) fieldType(typ, name string) (string, program.Zero) {
	if t := m.world.Type(typ); t != nil {
		for i := range t.Fields {
			if t.Fields[i].Name == name {
				return t.Fields[i].Type, m.zeroKind(t.Fields[i].Type)
			}
		}
	}
	return "", program.ZeroOther
}

// zeroKind returns the kind of cell that a type needs: structs and arrays
// have cells of their own inside.
func (m *Machine) zeroKind(typ string) program.Zero {
	if t := m.world.Type(typ); t != nil {
		switch t.Kind {
		case program.KindStruct:
			return program.ZeroStruct
		case program.KindArray:
			return program.ZeroArray
		}
	}
	return program.ZeroOther
}

// mergeStructs returns one struct whose fields have the alternatives of all
// structs of a choice; nil when there is none.
func mergeStructs(c *Choice) *Struct {
	var out *Struct
	var open *Unknown
	for _, a := range c.Alts {
		s, ok := a.(*Struct)
		if !ok {
			if u, isUnknown := a.(*Unknown); isUnknown {
				open = u
			}
			continue
		}
		if out == nil {
			out = &Struct{Type: s.Type, Fields: map[string]Value{}, Pos: s.Pos, Built: s.Built}
		}
		if s.Open != nil {
			open = s.Open
		}
		for k, v := range s.Fields {
			out.Fields[k] = join(out.Fields[k], v)
		}
	}
	if out != nil {
		out.Open = open
	}
	return out
}

// spread stores a struct value into the fields of o.
func (m *Machine) spread(o *Object, s *Struct) {
	typ := s.Type
	if typ == "" {
		typ = o.Type
	}
	o.Fields = make(map[string]*Object, len(s.Fields))
	for k, v := range s.Fields {
		f := m.newObject("", program.ZeroOther, o.Pos)
		f.born = o.born
		f.name = k
		f.Val = v
		if l, ok := v.(*List); ok {
			if f.Type, f.Kind = m.fieldType(typ, k); f.Kind == program.ZeroArray {
				f.Val = nil
				m.write(f, l, true)
			}
		}
		o.Fields[k] = f
	}
	o.Open, o.Built = s.Open, s.Built
	if s.Type != "" {
		o.Type = s.Type
	}
	if s.Pos.IsValid() {
		o.Pos = s.Pos
	}
	o.Kind = program.ZeroStruct
}

// elem returns the cell of an element of an array object.
func (m *Machine) elem(o *Object, i int) *Object {
	for len(o.Elems) <= i {
		e := m.newObject("", program.ZeroOther, o.Pos)
		if t := m.world.Type(o.Type); t != nil {
			e.Type, e.Kind = t.Elem, m.zeroKind(t.Elem)
		}
		e.born = o.born
		e.Open = o.Open
		o.Elems = append(o.Elems, e)
	}
	return o.Elems[i]
}

// read returns the value of a cell. kind and typ are those of the read.
func (m *Machine) read(o *Object, kind program.Zero, typ string) Value {
	switch {
	case o.Fields != nil || (o.Val == nil && o.Kind == program.ZeroStruct):
		s := &Struct{Type: o.Type, Fields: make(map[string]Value, len(o.Fields)), Open: o.Open, Pos: o.Pos, Built: o.Built}
		if s.Type == "" {
			s.Type = typ
		}
		for k, f := range o.Fields {
			if v := m.stored(f); v != nil {
				s.Fields[k] = v
			}
		}
		return s
	case o.Elems != nil || (o.Val == nil && o.Kind == program.ZeroArray):
		l := &List{Open: o.Open}
		l.Cells = append(l.Cells, o.Elems...)
		return l
	case o.Val != nil:
		if o.or0 {
			if kind == program.ZeroOther && typ == "" {
				kind, typ = o.Kind, o.Type
			}
			if typ != "" || kind != program.ZeroOther {
				return join(m.zero(kind, typ), o.Val)
			}
		}
		return o.Val
	case o.Open != nil:
		return o.Open
	}
	return m.zero(kind, typ)
}

// stored returns what a field's cell holds, nil when nothing was ever stored.
func (m *Machine) stored(o *Object) Value {
	if o.Val == nil && o.Fields == nil && o.Elems == nil {
		if o.Open != nil {
			return o.Open
		}
		return nil
	}
	return m.read(o, o.Kind, o.Type)
}

// write stores v. A strong write replaces, a weak one adds an alternative.
func (m *Machine) write(o *Object, v Value, strong bool) {
	v = distribute(v)
	if o.Val == nil || !same(o.Val, v) {
		m.changed(o.born)
	}
	switch {
	case strong:
		o.or0 = false
	case o.Val == nil && o.Fields == nil && o.Elems == nil && o.Open == nil:
		o.or0 = true
	}
	if !strong {
		if old := m.stored(o); old != nil && !isZeroStruct(old) {
			v = join(old, v)
		}
	}
	switch v := v.(type) {
	case *Struct:
		o.Val, o.Elems = nil, nil
		m.spread(o, v)
		return
	case *List:
		if o.Kind == program.ZeroArray {
			o.Val, o.Fields = nil, nil
			o.Elems = make([]*Object, len(v.Cells))
			for i, c := range v.Cells { // an array is a value: the copy has cells of its own
				o.Elems[i] = m.copyCell(c, 0)
			}
			return
		}
	}
	o.Val, o.Fields, o.Elems = v, nil, nil
}

// isZeroStruct reports whether v is a struct in which nothing was stored: a
// variable that every path sets before it counts.
func isZeroStruct(v Value) bool {
	s, ok := v.(*Struct)
	return ok && len(s.Fields) == 0 && s.Open == nil
}

// copyCell returns a cell with the same content that shares nothing with c.
func (m *Machine) copyCell(c *Object, depth int) *Object {
	m.clock++
	d := *c
	d.born = m.clock
	if depth > 8 {
		return &d
	}
	if c.Fields != nil {
		d.Fields = make(map[string]*Object, len(c.Fields))
		for k, f := range c.Fields {
			d.Fields[k] = m.copyCell(f, depth+1)
		}
	}
	if c.Elems != nil {
		d.Elems = make([]*Object, len(c.Elems))
		for i, e := range c.Elems {
			d.Elems[i] = m.copyCell(e, depth+1)
		}
	}
	return &d
}

// distribute pulls a choice out of an interface value.
func distribute(v Value) Value {
	if i, ok := v.(*Iface); ok {
		if _, ok := i.V.(*Choice); ok {
			return &Choice{Alts: Alternatives(v)}
		}
	}
	return v
}

// strong reports whether a store to something born at that time replaces its
// old value: it does unless the store happens on one arm of a branch that
// began later.
func (m *Machine) strong(born int) bool {
	return len(m.regions) == 0 || born > m.regions[len(m.regions)-1]
}

// zero returns the zero value of a type.
func (m *Machine) zero(kind program.Zero, typ string) Value {
	switch kind {
	case program.ZeroNil:
		return Nil{}
	case program.ZeroString:
		return str("")
	case program.ZeroBool:
		return boolean(false)
	case program.ZeroInt:
		return integer(0)
	case program.ZeroFloat:
		return &Const{V: 0.0}
	case program.ZeroStruct:
		return &Struct{Type: typ}
	case program.ZeroArray:
		return &List{}
	}
	return m.zeroOfType(typ)
}

// zeroOfType returns the zero value of a type known by name only, as of a
// type parameter that has been substituted.
func (m *Machine) zeroOfType(typ string) Value {
	switch typ {
	case "string":
		return str("")
	case "bool":
		return boolean(false)
	case "int", "int8", "int16", "int32", "int64", "uint", "uint8", "uint16", "uint32", "uint64", "byte", "rune", "uintptr":
		return integer(0)
	case "float32", "float64":
		return &Const{V: 0.0}
	case "":
		return unknown("a value that was never stored")
	}
	t := m.world.Type(typ)
	if t == nil {
		if typ[0] == '*' || typ[0] == '[' || typ == "any" {
			return Nil{}
		}
		return unknown("the zero value of a type that is not described")
	}
	switch t.Kind {
	case program.KindString:
		return str("")
	case program.KindBool:
		return boolean(false)
	case program.KindInt:
		return integer(0)
	case program.KindFloat:
		return &Const{V: 0.0}
	case program.KindStruct:
		return &Struct{Type: typ}
	case program.KindArray:
		return &List{}
	}
	return Nil{}
}

// havoc forgets the scalars of what v points to: code that is not in the
// program may have written them (flag.BoolVar, json.Unmarshal). Functions,
// lists and maps stay: forgetting them would lose what was registered. But
// maps may have more entries.
func (m *Machine) havoc(v Value, reason string) {
	if p, ok := Plain(v).(*Ptr); ok {
		m.havocObject(p.Obj, &Unknown{Reason: reason}, 0)
	}
}

func (m *Machine) havocObject(o *Object, u *Unknown, depth int) {
	if depth > 3 {
		return
	}
	for _, f := range o.Fields {
		m.havocObject(f, u, depth+1)
	}
	if s, ok := o.Val.(*Struct); ok {
		o.Val = nil
		m.spread(o, s)
	}
	switch v := o.Val.(type) {
	case *Map:
		if v.Obj.Open == nil {
			v.Obj.Open = u
		}
	case nil, *Const, *Text, Nil, *Choice:
		if c, ok := o.Val.(*Choice); ok && !slices.ContainsFunc(c.Alts, isScalar) {
			return
		}
		if o.Fields == nil && o.Elems == nil {
			if o.Val != nil && isScalar(o.Val) {
				u = &Unknown{Reason: u.Reason, Default: o.Val}
			}
			o.Val = u
			if o.Kind == program.ZeroStruct {
				o.Val = nil
			}
		}
		o.Open = u
	}
}

func isScalar(v Value) bool {
	switch v.(type) {
	case *Const, *Text:
		return true
	}
	return false
}
