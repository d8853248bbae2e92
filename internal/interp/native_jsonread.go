package interp

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"errors"
	"io"
	"math"
	"strconv"
	"strings"

	"github.com/mcpvet/mcpvet/internal/program"
)

// A jsonNode is a JSON value; the keys of an object stand in their order.
type jsonNode struct {
	kind byte // one of { [ s n t 0: object, array, string, number, bool, null
	text string
	keys []string
	vals []jsonNode
	raw  string // the value as it is written
}

// errJSONDeep is returned for values that nest too deep.
var errJSONDeep = errors.New("the JSON value nests too deep")

// parseJSON reads a JSON value and returns how many bytes it takes. whole
// means that nothing may follow it.
func parseJSON(data []byte, whole bool) (jsonNode, int, error) {
	d := json.NewDecoder(bytes.NewReader(data))
	var raw json.RawMessage
	if err := d.Decode(&raw); err != nil {
		return jsonNode{}, 0, err
	}
	n := int(d.InputOffset())
	if whole {
		if _, err := d.Token(); err != io.EOF {
			return jsonNode{}, 0, errors.New("there is text after the JSON value")
		}
	}
	d = json.NewDecoder(bytes.NewReader(raw))
	d.UseNumber()
	node, err := readJSON(d, string(raw), 0)
	return node, n, err
}

func readJSON(d *json.Decoder, data string, depth int) (jsonNode, error) {
	if depth > maxJSONDepth {
		return jsonNode{}, errJSONDeep
	}
	t, err := d.Token()
	if err != nil {
		return jsonNode{}, err
	}
	end := d.InputOffset()
	var n jsonNode
	start := end
	switch t := t.(type) {
	case json.Delim:
		n.kind = byte(t)
		start = end - 1
		for d.More() {
			if n.kind == '{' {
				key, err := d.Token()
				if err != nil {
					return n, err
				}
				name, ok := key.(string)
				if !ok {
					return n, errors.New("a JSON key is no string")
				}
				n.keys = append(n.keys, name)
			}
			v, err := readJSON(d, data, depth+1)
			if err != nil {
				return n, err
			}
			n.vals = append(n.vals, v)
		}
		if _, err := d.Token(); err != nil { // the closing delimiter
			return n, err
		}
	case string:
		n.kind, n.text = 's', t
		b, err := json.Marshal(t)
		if err != nil {
			return n, err
		}
		n.raw = string(b)
		return n, nil
	case json.Number:
		n.kind, n.text, n.raw = 'n', t.String(), t.String()
		return n, nil
	case bool:
		n.kind, n.text = 't', strconv.FormatBool(t)
		n.raw = n.text
		return n, nil
	case nil:
		n.kind, n.raw = '0', "null"
		return n, nil
	}
	if to := d.InputOffset(); start >= 0 && start <= to && int(to) <= len(data) {
		n.raw = data[start:to]
	}
	return n, nil
}

// A jsonReader turns JSON values into values.
type jsonReader struct {
	s      *site
	pos    program.Pos
	failed bool // a value did not fit its type
}

// into decodes n into a cell of type typ. Fields that n does not name keep
// what they hold.
func (r *jsonReader) into(o *Object, typ string, n jsonNode, depth int) {
	m := r.s.m
	m.charge(1)
	d := m.shape(typ)
	strong := m.strong(o.born)
	if r.custom(o, typ, n) {
		return
	}
	if d.Kind == program.KindStruct && n.kind == '0' {
		return
	}
	if d.Kind != program.KindStruct || n.kind != '{' {
		if old, ok := Plain(o.Val).(*Map); ok && o.Val != nil && d.Kind == program.KindMap && n.kind == '{' {
			r.entries(old.Obj, d, n, depth)
			return
		}
		m.write(o, r.value(typ, n, depth), strong)
		return
	}
	asStruct(o, typ)
	fields := jsonFields(m, typ)
	for i, key := range n.keys {
		if f := fieldNamed(fields, key); f != nil {
			r.field(o, f, n.vals[i], depth)
		}
	}
}

// asStruct makes a cell one of a struct type, whatever it held before.
func asStruct(o *Object, typ string) {
	if o.Type == "" {
		o.Type = typ
	}
	if o.Fields != nil {
		return
	}
	switch v := o.Val.(type) {
	case nil, *Struct:
	case *Unknown:
		o.Val, o.Open = nil, v
	default:
		o.Val = nil
	}
	o.Kind = program.ZeroStruct
}

// fieldNamed finds the field of a key: by its name, else without regard to
// case.
func fieldNamed(fields []jsonField, key string) *jsonField {
	var folded *jsonField
	for i := range fields {
		if fields[i].name == key {
			return &fields[i]
		}
		if folded == nil && strings.EqualFold(fields[i].name, key) {
			folded = &fields[i]
		}
	}
	return folded
}

// field decodes into a field, through embedded structs and pointers to them.
func (r *jsonReader) field(o *Object, f *jsonField, n jsonNode, depth int) {
	m := r.s.m
	for i, name := range f.path[:len(f.path)-1] {
		o = m.field(o, name)
		if elem, ok := strings.CutPrefix(f.types[i], "*"); ok {
			p, isPtr := Plain(m.stored(o)).(*Ptr)
			if !isPtr {
				p = &Ptr{Obj: m.newObject(elem, program.ZeroStruct, r.pos)}
				m.write(o, p, m.strong(o.born))
			}
			o = p.Obj
			continue
		}
		asStruct(o, f.types[i])
	}
	last := len(f.path) - 1
	if f.quoted && n.kind == 's' {
		if in, _, err := parseJSON([]byte(n.text), true); err == nil {
			n = in
		}
	}
	r.into(m.field(o, f.path[last]), f.types[last], n, depth+1)
}

// custom decodes by the type's own method, if that is in the program. The
// methods of other types are taken to decode field by field.
func (r *jsonReader) custom(o *Object, typ string, n jsonNode) bool {
	m := r.s.m
	meth, ok := methodOf(m, typ, "UnmarshalJSON")
	if !ok || m.world.Func(meth.ID) == nil || strings.HasPrefix(typ, "*") {
		return false
	}
	var recv Value = &Ptr{Obj: o}
	for _, f := range meth.Path {
		recv = m.through(recv, f)
	}
	f := &Func{ID: meth.ID, Recv: recv}
	err := r.s.callFirst(f, &Const{V: n.raw, Pos: r.pos})
	if !isNil(Plain(err)) {
		r.failed = true
	}
	return true
}

// value returns the value that n decodes to.
func (r *jsonReader) value(typ string, n jsonNode, depth int) Value {
	m := r.s.m
	d := m.shape(typ)
	if depth > maxJSONDepth {
		return r.misfit(typ)
	}
	switch {
	case typ == "encoding/json.RawMessage":
		return &Const{V: n.raw, Pos: r.pos}
	case typ == "encoding/json.Number" && n.kind == 'n':
		return &Const{V: n.text, Pos: r.pos}
	case d.Kind == program.KindInterface && len(d.Methods) == 0 && typ != "error":
		return r.dynamic(n, depth)
	case n.kind == '0':
		return m.zeroNamed(typ)
	case d.Kind == program.KindPointer:
		o := m.newObject(d.Elem, program.ZeroOther, r.pos)
		r.into(o, d.Elem, n, depth+1)
		return &Ptr{Obj: o}
	}
	switch n.kind {
	case '{':
		switch d.Kind {
		case program.KindStruct:
			o := m.newObject(typ, program.ZeroStruct, r.pos)
			r.into(o, typ, n, depth+1)
			return m.read(o, program.ZeroStruct, typ)
		case program.KindMap:
			out := r.s.newMap(nil)
			r.entries(out, d, n, depth)
			return &Map{Obj: out}
		}
	case '[':
		if d.Kind == program.KindSlice || d.Kind == program.KindArray {
			l := &List{}
			for _, v := range n.vals {
				o := m.newObject(d.Elem, program.ZeroOther, r.pos)
				r.into(o, d.Elem, v, depth+1)
				l.Cells = append(l.Cells, o)
			}
			return l
		}
	case 's':
		if d.Kind == program.KindString {
			return &Const{V: n.text, Pos: r.pos}
		}
		if isBytes(m, typ) {
			if b, err := base64.StdEncoding.DecodeString(n.text); err == nil {
				return &Const{V: string(b), Pos: r.pos}
			}
		}
	case 't':
		if d.Kind == program.KindBool {
			return &Const{V: n.text == "true", Pos: r.pos}
		}
	case 'n':
		return r.number(d.Kind, typ, n)
	}
	return r.misfit(typ)
}

func (r *jsonReader) number(kind program.TypeKind, typ string, n jsonNode) Value {
	switch kind {
	case program.KindInt:
		if i, err := strconv.ParseInt(n.text, 10, 64); err == nil {
			return &Const{V: i, Pos: r.pos}
		}
	case program.KindFloat:
		if f, err := strconv.ParseFloat(n.text, 64); err == nil && !math.IsInf(f, 0) {
			return &Const{V: f, Pos: r.pos}
		}
	}
	return r.misfit(typ)
}

// misfit is what becomes of a value that does not fit its type, or whose type
// decodes it in a way of its own.
func (r *jsonReader) misfit(typ string) Value {
	r.failed = true
	return &Unknown{Reason: "a " + typ + " decoded from JSON", NonNil: true, Pos: r.pos}
}

// entries decodes an object into a map.
func (r *jsonReader) entries(out *MapObject, d program.Type, n jsonNode, depth int) {
	m := r.s.m
	for i, key := range n.keys {
		m.charge(1 + len(out.Keys)/16)
		var k Value = &Const{V: key, Pos: r.pos}
		if m.kindOf(d.Key) == program.KindInt {
			num, err := strconv.ParseInt(key, 10, 64)
			if err != nil {
				r.failed = true
				continue
			}
			k = integer(num)
		}
		o := m.newObject(d.Elem, program.ZeroOther, r.pos)
		r.into(o, d.Elem, n.vals[i], depth+1)
		v := m.stored(o)
		if v == nil {
			v = m.zeroNamed(d.Elem)
		}
		m.mapSet(out, k, v)
	}
}

// dynamic returns the value that n decodes to in an interface.
func (r *jsonReader) dynamic(n jsonNode, depth int) Value {
	if n.kind == '0' {
		return Nil{}
	}
	typ := map[byte]string{'{': "map[string]any", '[': "[]any", 's': "string", 'n': "float64", 't': "bool"}[n.kind]
	return &Iface{Type: typ, V: r.value(typ, n, depth+1)}
}
