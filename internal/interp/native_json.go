package interp

import (
	"bytes"
	"encoding/json"
	"errors"

	"github.com/mcpvet/mcpvet/models"
)

// marshaled is the symbol of an Opaque that stands for the JSON text of a value
// that is not known in full. Its Inner is the value, so that what reads the
// text can look inside.
const marshaled = "encoding/json.Marshal"

// jsonNatives are the rules about JSON.
func jsonNatives() map[string]native {
	return map[string]native{
		models.EvalJSONMarshal: func(s *site) (Value, bool) { return s.result(s.toJSON(s.arg(0))), true },
		models.EvalJSONIndent:  nativeJSONIndent,
		models.EvalJSONUnmarshal: func(s *site) (Value, bool) {
			return s.result(s.fromJSON(s.arg(0), s.arg(1))), true
		},
		models.EvalJSONNewEncoder: func(s *site) (Value, bool) {
			return s.result(&Opaque{Sym: s.sym, Args: s.args, Pos: s.pos, native: &jsonStream{writers: s.writers(s.arg(0), false)}}), true
		},
		models.EvalJSONEncode: func(s *site) (Value, bool) {
			for _, alt := range flatten(s.recv) {
				if st := streamOf(alt); st != nil {
					line := s.over([]Value{s.toJSON(s.arg(0))}, func(vs []Value) Value {
						return s.build(append(s.partsOf(vs[0]), Part{Known: true, S: "\n"}), s.posOf(vs[0]))
					})
					s.written(st.writers, line)
				}
			}
			return s.result(Nil{}), true
		},
		models.EvalJSONNewDecoder: func(s *site) (Value, bool) {
			return s.result(&Opaque{Sym: s.sym, Args: s.args, Pos: s.pos, native: &jsonStream{writers: s.writers(s.arg(0), false)}}), true
		},
		models.EvalJSONDecode: nativeJSONDecode,
		models.EvalJSONValid: onTexts(1, func(s *site, _ []Value, t []string) Value {
			return s.give(boolean(json.Valid([]byte(t[0]))))
		}),
	}
}

// A jsonStream is the state of an encoder or decoder.
type jsonStream struct {
	writers []*Object // what it writes to or reads from
	read    int       // bytes that a decoder has read
}

func streamOf(v Value) *jsonStream {
	if o, ok := Plain(v).(*Opaque); ok {
		st, _ := o.native.(*jsonStream)
		return st
	}
	return nil
}

// toJSON returns the JSON text of a value.
func (s *site) toJSON(v Value) Value {
	return s.over([]Value{v}, func(vs []Value) Value {
		w := &jsonWriter{s: s}
		if !w.value(vs[0], "", 0) {
			return &Opaque{Sym: marshaled, Args: vs, Inner: vs[0], Pos: s.posOf(vs[0])}
		}
		s.m.charge(w.b.Len() / 64)
		return s.made(w.b.String(), vs[0])
	})
}

func nativeJSONIndent(s *site) (Value, bool) {
	return s.result(s.over([]Value{s.toJSON(s.arg(0)), s.arg(1), s.arg(2)}, func(vs []Value) Value {
		t, ok := AsString(vs[0])
		prefix, pok := s.asText(vs[1])
		indent, iok := s.asText(vs[2])
		if !ok {
			return vs[0]
		}
		// every byte can open a level and a line of its own
		if !pok || !iok || len(prefix)+len(indent) > 64 || !s.fits(len(t), len(prefix)+8*len(indent), len(t)) {
			return s.because(vs...)
		}
		var b bytes.Buffer
		if err := json.Indent(&b, []byte(t), prefix, indent); err != nil {
			return s.because(nil)
		}
		return s.made(b.String(), vs[0])
	})), true
}

// fromJSON decodes a text into what dest points to and returns the error.
func (s *site) fromJSON(text, dest Value) Value {
	var out Value
	texts, dests := flatten(text), flatten(dest)
	if len(texts)*len(dests) > maxCombinations {
		s.havocAll(dests)
		return s.because(nil)
	}
	for i, t := range texts {
		for _, d := range dests {
			end := func() {}
			if len(dests) > 1 || i > 0 { // one of the texts is decoded in any case
				end = s.m.region()
			}
			out = join(out, s.fromOne(t, d))
			end()
		}
	}
	return out
}

func (s *site) havocAll(dests []Value) {
	for _, d := range dests {
		s.m.havoc(d, "what "+s.sym+" decodes")
	}
}

// fromOne is fromJSON for one text and one destination.
func (s *site) fromOne(text, dest Value) Value {
	p, ok := Plain(dest).(*Ptr)
	if !ok {
		return s.because(dest)
	}
	typ := p.Obj.Type
	if i, ok := dest.(*Iface); ok && len(i.Type) > 1 && i.Type[0] == '*' {
		typ = i.Type[1:]
	}
	if o, ok := Plain(text).(*Opaque); ok && o.Sym == marshaled && s.copyInto(p.Obj, o.Inner, typ) {
		return Nil{}
	}
	t, ok := s.asText(text)
	if !ok || isNil(Plain(text)) || len(t) > maxText {
		s.havocAll([]Value{dest})
		return s.because(text)
	}
	node, _, err := parseJSON([]byte(t), true)
	switch {
	case err == nil:
	case errors.Is(err, errJSONDeep):
		s.havocAll([]Value{dest})
		return s.because(nil)
	default:
		return s.failure()
	}
	return s.decoded(p.Obj, typ, node, text)
}

// decoded stores what a JSON value decodes to; the result is the error.
func (s *site) decoded(o *Object, typ string, n jsonNode, text Value) Value {
	r := &jsonReader{s: s, pos: s.posOf(text)}
	r.into(o, typ, n, 0)
	if r.failed {
		return s.because(nil)
	}
	return Nil{}
}

// copyInto stores the value of a text that was made from it, where it decodes
// to the same type.
func (s *site) copyInto(o *Object, v Value, typ string) bool {
	switch v := Plain(v).(type) {
	case *Struct:
		if v.Type != typ || typ == "" {
			return false
		}
		s.m.write(o, v, s.m.strong(o.born))
		return true
	case *Ptr:
		return s.copyInto(o, s.m.read(v.Obj, v.Obj.Kind, v.Obj.Type), typ)
	case *Map:
		// entries that are interface values are those of a map[string]any
		if d := s.m.shape(typ); s.m.shape(d.Elem).Name != "any" {
			return false
		}
		for _, e := range v.Obj.Vals {
			if _, ok := e.(*Iface); !ok {
				return false
			}
		}
		s.m.write(o, s.clone(v), s.m.strong(o.born))
		return true
	}
	return false
}

// nativeJSONDecode decodes the next value of a decoder's text.
func nativeJSONDecode(s *site) (Value, bool) {
	alts := flatten(s.recv)
	dest := s.arg(0)
	if len(alts) == 1 {
		st := streamOf(alts[0])
		p, ok := Plain(dest).(*Ptr)
		if st != nil && ok {
			if t, known := s.asText(s.heldBy(st.writers)); known && len(st.writers) > 0 && st.read <= len(t) && len(t) <= maxText {
				node, n, err := parseJSON([]byte(t)[st.read:], false)
				if err == nil {
					st.read += n
					typ := p.Obj.Type
					if i, ok := dest.(*Iface); ok && len(i.Type) > 1 && i.Type[0] == '*' {
						typ = i.Type[1:]
					}
					return s.result(s.decoded(p.Obj, typ, node, s.heldBy(st.writers))), true
				}
				if !errors.Is(err, errJSONDeep) {
					return s.result(s.failure()), true
				}
			}
		}
	}
	s.havocAll(flatten(dest))
	return s.result(s.because(nil)), true
}
