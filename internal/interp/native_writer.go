package interp

import (
	"strings"

	"github.com/mcpvet/mcpvet/internal/program"
	"github.com/mcpvet/mcpvet/models"
)

// fieldText holds the text of a writer.
const fieldText = "$text"

// writerNatives are the rules about texts that grow. A write on one arm of a
// branch counts as one that happens: of a description all of its parts are
// worth seeing, and alternatives would double with every branch.
func writerNatives() map[string]native {
	return map[string]native{
		models.EvalNewWriter: func(s *site) (Value, bool) {
			o := s.m.newObject("", program.ZeroStruct, s.pos)
			o.Fields = map[string]*Object{}
			var held Value = str("")
			if len(s.args) > 0 {
				held = s.textArg(0)
			}
			s.m.write(s.m.field(o, fieldText), held, true)
			return s.result(&Ptr{Obj: o}), true
		},
		models.EvalWrite: func(s *site) (Value, bool) {
			return s.written(s.writers(s.recv, true), s.textArg(0)), true
		},
		models.EvalWriteRune: func(s *site) (Value, bool) {
			t := s.overArgs(1, func(vs []Value) Value {
				r, ok := AsInt(vs[0])
				switch {
				case !ok:
					return s.because(vs[0])
				case strings.HasSuffix(s.sym, "Byte"):
					return s.made(string([]byte{byte(r)}), vs[0])
				case r < 0 || r > 0x10FFFF:
					r = 0xFFFD
				}
				return s.made(string(rune(r)), vs[0])
			})
			v := s.written(s.writers(s.recv, true), t)
			if s.results == 1 { // WriteByte has only the error
				return Nil{}, true
			}
			return v, true
		},
		models.EvalWriteTo: func(s *site) (Value, bool) { return s.writeTo(s.arg(0), s.textArg(1)), true },
		models.EvalWriterText: func(s *site) (Value, bool) {
			return s.result(s.heldBy(s.writers(s.recv, true))), true
		},
		models.EvalWriterLen: func(s *site) (Value, bool) {
			return s.result(s.m.length(s.heldBy(s.writers(s.recv, true)))), true
		},
		models.EvalWriterReset: func(s *site) (Value, bool) {
			for _, o := range s.writers(s.recv, true) {
				s.m.write(s.m.field(o, fieldText), str(""), true)
			}
			return s.unknown(), true
		},
		models.EvalReadAll: func(s *site) (Value, bool) {
			return s.result(s.heldBy(s.writers(s.arg(0), false))), true
		},
	}
}

// textArg returns an argument as a text.
func (s *site) textArg(i int) Value {
	return s.over([]Value{s.arg(i)}, func(vs []Value) Value {
		return s.build(s.partsOf(vs[0]), s.posOf(vs[0]))
	})
}

// writers returns the objects of the writers that v can be. own means that v
// is the receiver of a writer's method, so that an unknown one is a writer too.
func (s *site) writers(v Value, own bool) []*Object {
	var out []*Object
	for _, alt := range flatten(v) {
		typ := ""
		if i, ok := alt.(*Iface); ok {
			typ = i.Type
		}
		switch p := Plain(alt).(type) {
		case *Ptr:
			if o := s.writerAt(p, typ); o != nil {
				out = append(out, o)
			}
		case *Unknown:
			if own || isWriter(typ) {
				out = append(out, s.m.materialise(p))
			}
		}
	}
	return out
}

// writerAt returns the writer behind a pointer of dynamic type typ, embedded
// ones included, or nil.
func (s *site) writerAt(p *Ptr, typ string) *Object {
	if typ == "" || isWriter(typ) || p.Obj.Fields[fieldText] != nil {
		return p.Obj
	}
	t := s.m.world.Type(typ)
	if t == nil {
		return nil
	}
	meth, ok := t.Method("Write")
	if !ok || !strings.HasPrefix(meth.ID, "(") || !isWriter(meth.ID[1:max(1, strings.IndexByte(meth.ID, ')'))]) {
		return nil
	}
	var v Value = p
	for _, f := range meth.Path {
		v = s.m.through(v, f)
	}
	if q, ok := Plain(v).(*Ptr); ok {
		return q.Obj
	}
	return nil
}

// isWriter reports whether a type is that of a pointer to a writer.
func isWriter(typ string) bool { return typ == "*strings.Builder" || typ == "*bytes.Buffer" }

// heldBy returns the text that writers hold.
func (s *site) heldBy(os []*Object) Value {
	var out Value
	for _, o := range os {
		out = join(out, s.m.read(s.m.field(o, fieldText), program.ZeroString, ""))
	}
	if out == nil {
		return s.because(nil)
	}
	return out
}

// written appends a text to writers; the results are its length and nil.
func (s *site) written(os []*Object, t Value) Value {
	for _, o := range os {
		c := s.m.field(o, fieldText)
		old := s.m.read(c, program.ZeroString, "")
		s.m.write(c, s.over([]Value{old, t}, func(vs []Value) Value {
			pos := PosOf(vs[0])
			if held, ok := AsString(vs[0]); !pos.IsValid() || ok && held == "" {
				pos = s.posOf(vs[1])
			}
			return s.build(append(append([]Part(nil), s.partsOf(vs[0])...), s.partsOf(vs[1])...), pos)
		}), true)
	}
	return s.give(s.m.length(t), Nil{})
}

// writeTo appends a text to an argument, where that is a writer.
func (s *site) writeTo(w, t Value) Value { return s.written(s.writers(w, false), t) }
