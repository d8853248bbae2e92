package interp

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/mcpvet/mcpvet/internal/program"
)

// Bounds of JSON: how deep values nest.
const maxJSONDepth = 100

// A jsonWriter writes the JSON of known values.
type jsonWriter struct {
	s *site
	b bytes.Buffer
}

// value writes v, a value of type typ as far as that is known. False means
// that not all of v is known, or how it is written.
func (w *jsonWriter) value(v Value, typ string, depth int) bool {
	m := w.s.m
	m.charge(1)
	if depth > maxJSONDepth || w.b.Len() > maxText {
		return false
	}
	if i, ok := v.(*Iface); ok {
		if in, nested := i.V.(*Iface); nested {
			return w.value(in, typ, depth+1)
		}
		return w.value(i.V, i.Type, depth)
	}
	if s, ok := v.(*Struct); ok && typ == "" {
		typ = s.Type
	}
	if typ == "encoding/json.RawMessage" {
		return w.raw(v)
	}
	if hasMethod(m, typ, "MarshalJSON") || hasMethod(m, typ, "MarshalText") {
		return false
	}
	switch v := v.(type) {
	case Nil:
		w.b.WriteString("null")
		return true
	case *Const:
		return w.constant(v.V, typ)
	case *Ptr:
		elem := v.Obj.Type
		if elem == "" {
			elem = m.shape(typ).Elem
		}
		return w.value(m.read(v.Obj, v.Obj.Kind, elem), elem, depth+1)
	case *Struct:
		return w.object(v, typ, depth)
	case *List:
		return w.array(v, typ, depth)
	case *Map:
		return w.mapping(v, typ, depth)
	}
	return false
}

// hasMethod reports whether a type, or a pointer to it, has a method.
func hasMethod(m *Machine, typ, name string) bool {
	_, ok := methodOf(m, typ, name)
	return ok
}

func methodOf(m *Machine, typ, name string) (program.Method, bool) {
	if typ == "" {
		return program.Method{}, false
	}
	for _, t := range []string{typ, "*" + typ} {
		if d := m.world.Type(t); d != nil && d.Kind != program.KindInterface {
			if meth, ok := d.Method(name); ok {
				return meth, true
			}
		}
	}
	return program.Method{}, false
}

// isBytes reports whether a type is written as base64.
func isBytes(m *Machine, typ string) bool {
	d := m.shape(typ)
	return d.Kind == program.KindSlice && (d.Elem == "byte" || d.Elem == "uint8")
}

// quoted writes a string.
func (w *jsonWriter) quoted(t string) {
	b, err := json.Marshal(t)
	if err != nil { // a string always has JSON
		b = []byte(`""`)
	}
	w.b.Write(b)
}

// raw writes JSON text as it is.
func (w *jsonWriter) raw(v Value) bool {
	if isNil(v) {
		w.b.WriteString("null")
		return true
	}
	t, ok := w.s.asText(v)
	if !ok || len(t) > maxText {
		return false
	}
	return json.Compact(&w.b, []byte(t)) == nil
}

func (w *jsonWriter) constant(v any, typ string) bool {
	switch v := v.(type) {
	case string:
		if len(v) > maxText {
			return false
		}
		switch {
		case isBytes(w.s.m, typ):
			w.quoted(base64.StdEncoding.EncodeToString([]byte(v)))
		case typ == "encoding/json.Number":
			if !json.Valid([]byte(v)) {
				return false
			}
			w.b.WriteString(v)
		default:
			w.quoted(v)
		}
	case bool, int64, float64:
		b, err := json.Marshal(v)
		if err != nil {
			return false
		}
		w.b.Write(b)
	default:
		return false
	}
	return true
}

func (w *jsonWriter) array(l *List, typ string, depth int) bool {
	if l.Open != nil {
		return false
	}
	if isBytes(w.s.m, typ) {
		t, ok := w.s.asText(l)
		if ok {
			w.quoted(base64.StdEncoding.EncodeToString([]byte(t)))
		}
		return ok
	}
	elem := w.s.m.shape(typ).Elem
	w.b.WriteByte('[')
	for i, c := range l.Cells {
		if i > 0 {
			w.b.WriteByte(',')
		}
		t := elem
		if t == "" || w.s.m.isInterface(t) {
			t = c.Type
		}
		if !w.value(w.s.m.read(c, c.Kind, t), t, depth+1) {
			return false
		}
	}
	w.b.WriteByte(']')
	return true
}

// mapping writes a map, its keys sorted.
func (w *jsonWriter) mapping(v *Map, typ string, depth int) bool {
	o := v.Obj
	if o.Open != nil {
		return false
	}
	vals := make(map[string]Value, len(o.Keys))
	for i, k := range o.Keys {
		c, ok := Plain(k).(*Const)
		if !ok {
			return false
		}
		var name string
		switch k := c.V.(type) {
		case string:
			name = k
		case int64:
			name = strconv.FormatInt(k, 10)
		default:
			return false
		}
		if _, twice := vals[name]; twice {
			return false
		}
		vals[name] = o.Vals[i]
	}
	elem := w.s.m.shape(typ).Elem
	if w.s.m.isInterface(elem) {
		elem = ""
	}
	w.b.WriteByte('{')
	for i, name := range slices.Sorted(maps.Keys(vals)) {
		if i > 0 {
			w.b.WriteByte(',')
		}
		w.quoted(name)
		w.b.WriteByte(':')
		if !w.value(vals[name], elem, depth+1) {
			return false
		}
	}
	w.b.WriteByte('}')
	return true
}

// object writes a struct. One that a constructor row built is written by code
// that is not seen.
func (w *jsonWriter) object(v *Struct, typ string, depth int) bool {
	m := w.s.m
	d := m.world.Type(typ)
	if d == nil || d.Kind != program.KindStruct || v.Built != "" {
		return false
	}
	w.b.WriteByte('{')
	first := true
	for _, f := range jsonFields(m, typ) {
		in, typ, ok := w.fieldValue(v, f)
		if !ok {
			return false
		}
		if in == nil { // below an embedded nil pointer
			continue
		}
		if f.omitEmpty || f.omitZero {
			omit, known := w.omitted(in, f)
			if !known {
				return false
			}
			if omit {
				continue
			}
		}
		if !first {
			w.b.WriteByte(',')
		}
		first = false
		w.quoted(f.name)
		w.b.WriteByte(':')
		if !w.field(in, typ, f, depth) {
			return false
		}
	}
	w.b.WriteByte('}')
	return true
}

// field writes the value of a field; the tag's option string puts quotes
// around it.
func (w *jsonWriter) field(v Value, typ string, f jsonField, depth int) bool {
	if w.s.m.isInterface(typ) {
		typ = ""
	}
	if !f.quoted {
		return w.value(v, typ, depth+1)
	}
	in := &jsonWriter{s: w.s}
	if !in.value(v, typ, depth+1) {
		return false
	}
	if _, ok := Plain(v).(*Const); ok {
		w.quoted(in.b.String())
	} else {
		w.b.Write(in.b.Bytes())
	}
	return true
}

// fieldValue reads a field through embedded structs; nil where one of them is
// a nil pointer.
func (w *jsonWriter) fieldValue(s *Struct, f jsonField) (v Value, typ string, ok bool) {
	m := w.s.m
	v = s
	for i, name := range f.path {
		if p, isPtr := v.(*Ptr); isPtr {
			v = m.read(p.Obj, program.ZeroStruct, p.Obj.Type)
		}
		s, isStruct := v.(*Struct)
		if !isStruct {
			return nil, "", isNil(v)
		}
		if v, ok = s.Fields[name]; !ok {
			if s.Open != nil {
				return nil, "", false
			}
			v = m.zeroNamed(f.types[i])
		}
	}
	return v, f.types[len(f.types)-1], true
}

// omitted reports whether a field is left out.
func (w *jsonWriter) omitted(v Value, f jsonField) (omit, known bool) {
	switch p := v.(type) {
	case *Iface: // not empty, whatever it holds
		return false, true
	case *List:
		return f.omitEmpty && len(p.Cells) == 0, p.Open == nil
	case *Map:
		return f.omitEmpty && len(p.Obj.Keys) == 0, p.Obj.Open == nil
	case *Struct:
		if !f.omitZero {
			return false, true
		}
	}
	return w.s.isZero(v)
}

// A jsonField is a field of a struct as JSON has it.
type jsonField struct {
	name      string
	path      []string // fields to go through, the last one is the field
	types     []string // of each step
	omitEmpty bool
	omitZero  bool
	quoted    bool
}

// jsonFields lists the fields of a struct type that JSON has. Those of embedded
// structs count as its own; of two with one name the outer one stands.
func jsonFields(m *Machine, typ string) []jsonField {
	type level struct {
		typ         string
		path, types []string
	}
	var out []jsonField
	seen := map[string]bool{}
	visited := map[string]bool{}
	for next := []level{{typ: typ}}; len(next) > 0; {
		var below []level
		for _, l := range next {
			d := m.world.Type(l.typ)
			if d == nil || visited[l.typ] || len(l.path) > 8 {
				continue
			}
			visited[l.typ] = true
			for _, f := range d.Fields {
				jf, ok := tagged(f)
				if !ok {
					continue
				}
				jf.path = append(slices.Clone(l.path), f.Name)
				jf.types = append(slices.Clone(l.types), f.Type)
				if in := strings.TrimPrefix(f.Type, "*"); f.Embedded && jf.name == "" {
					if e := m.world.Type(in); e != nil && e.Kind == program.KindStruct {
						below = append(below, level{typ: in, path: jf.path, types: jf.types})
						continue
					}
				}
				if !exported(f.Name) {
					continue
				}
				if jf.name == "" {
					jf.name = f.Name
				}
				if !seen[jf.name] {
					seen[jf.name] = true
					out = append(out, jf)
				}
			}
		}
		next = below
	}
	m.charge(len(out))
	return out
}
