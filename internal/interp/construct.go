package interp

import (
	"slices"
	"strings"

	"maps"

	"github.com/mcpvet/mcpvet/internal/program"
	"github.com/mcpvet/mcpvet/models"
)

// Hidden fields of values under construction. Their names can't be those of
// Go fields.
const (
	// FieldProperties holds the properties that options declare: a map from
	// name to a map of JSON schema keywords.
	FieldProperties = "$properties"
	// FieldSchemaType holds the Go type that the schema is inferred from, as a
	// constant string.
	FieldSchemaType = "$schematype"
	// FieldSchema holds a schema that an option gives.
	FieldSchema = "$schema"
	// FieldOptions holds why not all options are known.
	FieldOptions = "$options"
)

// construct builds the value that a constructor row describes.
func (s *site) construct(r *models.Constructor) Value {
	m := s.m
	obj := m.newObject(r.Type, program.ZeroStruct, s.pos)
	obj.Built = s.sym
	obj.Fields = map[string]*Object{}
	ptr := &Ptr{Obj: obj}
	if cell := m.propertiesOf(obj); cell.name != FieldProperties { // code may add to it
		cell.Val = &Map{Obj: &MapObject{born: obj.born}}
	}
	for _, path := range slices.Sorted(maps.Keys(r.Set)) {
		if v := s.single(r.Set[path]); v != nil {
			m.setPath(ptr, path, v)
		}
	}
	if r.Schema != "" {
		m.setSchema(ptr, s, r.Schema)
	}
	if r.Options != "" {
		for _, o := range s.values(r.Options) {
			m.option(ptr, o)
		}
		if open := s.openList(r.Options); open != nil {
			m.write(m.field(obj, FieldOptions), open, true)
		}
	}
	var out Value = ptr
	if !r.Pointer {
		out = m.read(obj, program.ZeroStruct, r.Type)
	}
	return s.result(out)
}

// setPath stores v at a path of fields below a pointer.
func (m *Machine) setPath(at Value, path string, v Value) {
	steps, err := models.ParseFieldPath(path)
	if err != nil {
		return
	}
	p, ok := Plain(at).(*Ptr)
	if !ok {
		return
	}
	o := p.Obj
	for _, st := range steps {
		if in, ok := Plain(o.Val).(*Map); ok && o.Val != nil {
			o = m.entryCell(in.Obj, st.Field)
			continue
		}
		if typ, ok := strings.CutPrefix(o.Type, "*"); ok && o.Val == nil && o.Fields == nil { // a pointer field that was nil
			o.Val = &Ptr{Obj: m.newObject(typ, program.ZeroStruct, o.Pos)}
		}
		if in, ok := Plain(o.Val).(*Ptr); ok && o.Val != nil {
			o = in.Obj
		}
		o = m.field(o, st.Field)
	}
	m.write(o, v, m.strong(o.born))
}

// entryCell returns a cell for an entry of a map of keywords.
func (m *Machine) entryCell(o *MapObject, key string) *Object {
	for i, k := range o.Keys {
		if s, ok := AsString(k); ok && s == key {
			if p, ok := o.Vals[i].(*Ptr); ok {
				return p.Obj
			}
		}
	}
	c := m.newObject("", program.ZeroOther, program.Pos{})
	o.Keys = append(o.Keys, str(key))
	o.Vals = append(o.Vals, &Ptr{Obj: c})
	return c
}

// option applies a functional option to the value behind a pointer.
func (m *Machine) option(at Value, o Value) {
	alts := Alternatives(Plain(o))
	for _, alt := range alts {
		end := func() {}
		if len(alts) > 1 {
			end = m.region()
		}
		switch v := Plain(alt).(type) {
		case *Opaque:
			if rows := m.world.Models.Func(v.Sym); rows != nil && rows.Option != nil {
				m.applyOption(at, &site{m: m, sym: v.Sym, recv: v.Recv, args: v.Args, typeArgs: v.TypeArgs, pos: v.Pos, results: 1}, rows.Option)
			}
		case *Func: // an option written by hand
			m.apply(v, []Value{at}, program.Instr{})
		case *Unknown:
			// an option of the SDK without a row says nothing that is read
			if p, ok := Plain(at).(*Ptr); ok && !m.world.ofSDK(v.Sym) {
				m.write(m.field(p.Obj, FieldOptions), v, true)
			}
		}
		end()
	}
}

// ofSDK reports whether a function belongs to an SDK.
func (w *World) ofSDK(sym string) bool {
	f, err := models.ParseFunc(sym)
	return err == nil && sym != "" && w.Models.ModelOf(f.Package) != nil
}

// applyOption applies an option row; s is the call that made the option.
func (m *Machine) applyOption(at Value, s *site, r *models.Option) {
	p, ok := Plain(at).(*Ptr)
	if !ok {
		if mp, ok := Plain(at).(*Map); ok {
			m.applyToMap(mp.Obj, s, r.Set)
			m.nested(mp.Obj, s, r)
		}
		return
	}
	for _, path := range slices.Sorted(maps.Keys(r.Set)) {
		if v := s.single(r.Set[path]); v != nil {
			m.setPath(p, path, withPos(v, s.pos))
		}
	}
	if r.Property != nil {
		m.addProperty(p.Obj, s, r.Property)
	}
	if r.Schema != "" {
		m.setSchema(p, s, r.Schema)
	}
	if r.Options != "" && r.Into == "" {
		for _, o := range s.values(r.Options) {
			m.option(at, o)
		}
	}
}

// nested applies options to a map inside a map of keywords.
func (m *Machine) nested(o *MapObject, s *site, r *models.Option) {
	if r.Options == "" {
		return
	}
	target := o
	if r.Into != "" {
		target = m.mapInside(o, strings.Split(r.Into, "."))
	}
	for _, opt := range s.values(r.Options) {
		m.option(&Map{Obj: target}, opt)
	}
}

func (m *Machine) mapInside(o *MapObject, path []string) *MapObject {
	for _, key := range path {
		var next *MapObject
		for i, k := range o.Keys {
			if s, ok := AsString(k); ok && s == key {
				if in, ok := Plain(o.Vals[i]).(*Map); ok {
					next = in.Obj
				}
			}
		}
		if next == nil {
			next = &MapObject{born: m.now()}
			m.mapSet(o, keyword(key), &Map{Obj: next})
		}
		o = next
	}
	return o
}

// applyToMap sets keywords of a property.
func (m *Machine) applyToMap(o *MapObject, s *site, set map[string]string) {
	for _, path := range slices.Sorted(maps.Keys(set)) {
		vs := s.values(set[path])
		if len(vs) == 0 {
			continue
		}
		v := vs[0]
		if strings.HasSuffix(set[path], "[*]") { // a keyword with a list: enum
			l := &List{}
			for _, e := range vs {
				l.Cells = append(l.Cells, m.newCell(e, s.pos))
			}
			v = l
		}
		keys := strings.Split(path, ".")
		in := o
		if len(keys) > 1 {
			in = m.mapInside(o, keys[:len(keys)-1])
		}
		m.mapSet(in, keyword(keys[len(keys)-1]), withPos(v, s.pos))
	}
}

// keyword is a word of JSON schema that a row sets, not the code.
func keyword(s string) *Const { return &Const{V: s, Default: true} }

// addProperty declares an argument.
func (m *Machine) addProperty(o *Object, s *site, p *models.Property) {
	cell := m.propertiesOf(o)
	props, ok := cell.Val.(*Map)
	if !ok {
		props = &Map{Obj: &MapObject{born: o.born}}
		cell.Val = props
	}
	prop := &MapObject{born: m.now()}
	if p.Type != "" {
		m.mapSet(prop, keyword("type"), keyword(p.Type))
	}
	m.applyToMap(prop, s, p.Set)
	for _, opt := range s.values(p.Options) {
		m.option(&Map{Obj: prop}, opt)
	}
	name := s.single(p.Name)
	if name == nil {
		name = unknown("the name of an argument")
	}
	m.mapSet(props.Obj, name, &Map{Obj: prop})
}

// propertiesOf returns the cell with the properties of a value under
// construction: that of its schema, where the type has one that code can
// change too, or a hidden one.
func (m *Machine) propertiesOf(o *Object) *Object {
	d, _ := m.world.Models.Descriptor(o.Type)
	t := m.world.Type(o.Type)
	if d == nil || t == nil {
		return m.field(o, FieldProperties)
	}
	for _, name := range d.Schema {
		for _, f := range t.Fields {
			if f.Name != name {
				continue
			}
			if in := m.world.Type(f.Type); in != nil && in.Kind == program.KindStruct {
				for _, g := range in.Fields {
					if jsonFieldName(g) == "properties" {
						return m.field(m.field(o, name), g.Name)
					}
				}
			}
		}
	}
	return m.field(o, FieldProperties)
}

// setSchema notes the schema of a value: one inferred from a type, or a value.
func (m *Machine) setSchema(p *Ptr, s *site, path string) {
	parsed, err := models.ParsePath(path)
	if err != nil {
		return
	}
	if parsed.Root == models.RootTypeArg {
		if parsed.Index < len(s.typeArgs) {
			m.write(m.field(p.Obj, FieldSchemaType), &Const{V: s.typeArgs[parsed.Index], Pos: s.pos}, true)
		}
		return
	}
	v := s.single(path)
	if o, ok := Plain(v).(*Opaque); ok && o.Sym == typeValue {
		if name, ok := o.native.(string); ok {
			m.write(m.field(p.Obj, FieldSchemaType), &Const{V: name, Pos: s.pos}, true)
			return
		}
	}
	if v != nil {
		m.write(m.field(p.Obj, FieldSchema), v, true)
	}
}
