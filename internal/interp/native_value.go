package interp

import (
	"strings"

	"github.com/mcpvet/mcpvet/internal/program"
	"github.com/mcpvet/mcpvet/models"
)

// valueNatives are the rules that hand values on.
func valueNatives() map[string]native {
	return map[string]native{
		models.EvalIdentity0: func(s *site) (Value, bool) { return s.result(s.arg(0)), true },
		models.EvalIdentity1: func(s *site) (Value, bool) { return s.result(s.arg(1)), true },
		models.EvalReceiver: func(s *site) (Value, bool) {
			if s.recv == nil {
				return s.unknown(), true
			}
			return s.result(s.recv), true
		},
		models.EvalPointerTo: func(s *site) (Value, bool) { return s.result(s.pointerTo(s.arg(0))), true },
		models.EvalPointersTo: func(s *site) (Value, bool) {
			l := s.list(s.arg(0))
			vs := s.elements(l)
			for i, v := range vs {
				vs[i] = s.pointerTo(v)
			}
			return s.result(s.newList(vs, l.Open)), true
		},
		models.EvalDeref: func(s *site) (Value, bool) {
			return s.result(s.overArgs(1, func(vs []Value) Value {
				if isNil(Plain(vs[0])) {
					return s.pointedZero()
				}
				return s.behind(vs[0])
			})), true
		},
		models.EvalDerefOr: func(s *site) (Value, bool) {
			return s.result(s.overArgs(1, func(vs []Value) Value {
				switch p := Plain(vs[0]).(type) {
				case Nil:
					return s.arg(1)
				case *Unknown:
					if !p.NonNil {
						return join(s.behind(p), s.arg(1))
					}
				}
				return s.behind(vs[0])
			})), true
		},
		models.EvalFirst:   nativeFirst,
		models.EvalTernary: nativeTernary,
		models.EvalTernaryCall: func(s *site) (Value, bool) {
			if b, ok := AsBool(s.arg(0)); ok {
				if b {
					return s.called(s.arg(1))
				}
				return s.called(s.arg(2))
			}
			end := s.m.region()
			v, vReturns := s.called(s.arg(1))
			w, wReturns := s.called(s.arg(2))
			end()
			switch {
			case !vReturns:
				return w, wReturns
			case !wReturns:
				return v, true
			}
			return join(v, w), true
		},
		models.EvalNonNil: func(s *site) (Value, bool) {
			v := s.unknowns(&Unknown{Reason: "the result of " + s.sym, NonNil: true, Pos: s.pos})
			if t, ok := v.(*Tuple); ok {
				// a further result is an error as often as it is not, and one
				// that is never nil would end the program
				for i := range t.Vs[min(1, len(t.Vs)):] {
					t.Vs[i+1] = &Unknown{Reason: "the result of " + s.sym, Pos: s.pos}
				}
			}
			return v, true
		},
		models.EvalZero: func(s *site) (Value, bool) {
			vs := make([]Value, max(1, s.results))
			for i := range vs {
				vs[i] = Nil{}
			}
			if t := s.typeArg(0); t != "" {
				vs[0] = s.m.zeroNamed(t)
			}
			return s.give(vs...), true
		},
	}
}

// typeArg returns a type argument of the call, "" without.
func (s *site) typeArg(i int) string {
	if i < len(s.typeArgs) {
		return s.typeArgs[i]
	}
	return ""
}

// pointerTo returns a pointer to a new variable.
func (s *site) pointerTo(v Value) Value {
	o := s.m.newObject(s.typeArg(0), program.ZeroOther, s.posOf(v))
	s.m.write(o, v, true)
	return &Ptr{Obj: o}
}

// behind reads what a pointer points to.
func (s *site) behind(v Value) Value {
	p := Plain(v)
	typ := s.typeArg(0)
	if p, ok := p.(*Ptr); ok {
		if typ == "" {
			typ = p.Obj.Type
		}
		return s.m.read(p.Obj, p.Obj.Kind, typ)
	}
	return s.m.load(p, program.ZeroOther, typ)
}

// nativeFirst evaluates "first": what is not known to be zero may be the first.
func nativeFirst(s *site) (Value, bool) {
	l := s.list(s.arg(0))
	var out, zero Value
	for _, v := range s.elements(l) {
		certain := true
		for _, alt := range flatten(v) {
			switch isZero, known := s.isZero(alt); {
			case known && isZero:
				zero, certain = alt, false
			case known:
				out = join(out, alt)
			default:
				out, certain = join(out, alt), false
			}
		}
		if certain {
			return s.give(out, boolean(true)), true
		}
	}
	if l.Open != nil {
		out = join(out, s.because(l))
	}
	if zero == nil {
		zero = s.m.zeroNamed(s.typeArg(0))
	}
	if out == nil {
		return s.give(zero, boolean(false)), true
	}
	return s.give(join(out, zero), s.because(out)), true
}

// isZero reports whether v is the zero value of its type.
func (s *site) isZero(v Value) (zero, known bool) {
	if i, ok := v.(*Iface); ok && !isNil(i.V) {
		// an interface value is not zero, but that it was wrapped here only for
		// the call is what counts: lists of any are rare
		v = Plain(i)
	}
	switch v := v.(type) {
	case *Const:
		return v.V == any("") || v.V == any(false) || v.V == any(int64(0)) || v.V == any(0.0), true
	case *Text:
		for _, p := range v.Parts {
			if p.Known && p.S != "" {
				return false, true
			}
		}
		return false, false
	case Nil:
		return true, true
	case *Ptr, *Map, *Func, *Opaque:
		return false, true
	case *Struct:
		known = v.Open == nil
		for _, f := range v.Fields {
			z, k := s.isZero(f)
			if k && !z {
				return false, true
			}
			known = known && k
		}
		return known, known
	case *List:
		if len(v.Cells) > 0 {
			return false, true
		}
	case *Unknown:
		return false, v.NonNil
	}
	return false, false
}

func nativeTernary(s *site) (Value, bool) {
	if b, ok := AsBool(s.arg(0)); ok {
		if b {
			return s.result(s.arg(1)), true
		}
		return s.result(s.arg(2)), true
	}
	return s.result(join(s.arg(1), s.arg(2))), true
}

// fieldCell holds what a cell such as an atomic.Pointer stores. Its name, like
// those of the other hidden fields, can't be that of a Go field.
const fieldCell = "$cell"

// cellNatives are the rules about values that are stored in one place and read
// in another.
func cellNatives() map[string]native {
	return map[string]native{
		models.EvalCellStore: func(s *site) (Value, bool) {
			objs := s.receivers()
			for _, o := range objs {
				c := s.m.field(o, fieldCell)
				s.m.write(c, s.arg(0), len(objs) == 1 && s.m.strong(c.born))
			}
			return s.unknown(), true
		},
		models.EvalCellLoad: func(s *site) (Value, bool) {
			var out Value
			for _, o := range s.receivers() {
				v := s.m.stored(s.m.field(o, fieldCell))
				if v == nil {
					v = s.emptyCell()
				}
				out = join(out, v)
			}
			if out == nil {
				return s.unknown(), true
			}
			return s.result(out), true
		},
	}
}

// receivers returns the objects that the receiver of the call points to.
func (s *site) receivers() []*Object {
	var out []*Object
	for _, alt := range flatten(s.recv) {
		switch p := Plain(alt).(type) {
		case *Ptr:
			out = append(out, p.Obj)
		case *Unknown:
			out = append(out, s.m.materialise(p))
		}
	}
	return out
}

// emptyCell returns the zero value of what a cell holds, as far as the name of
// its type tells: atomic.Bool, atomic.Int64, atomic.Pointer[T].
func (s *site) emptyCell() Value {
	if z := zeroByName(receiverName(s.sym)); z != nil {
		return z
	}
	return Nil{}
}

// pointedZero returns the zero value of what a pointer points to: by the type
// argument, or by the name of the function (ToString, Int64Value).
func (s *site) pointedZero() Value {
	if t := s.typeArg(0); t != "" {
		return s.m.zeroNamed(t)
	}
	name := s.sym[strings.LastIndexByte(s.sym, '.')+1:]
	if z := zeroByName(strings.TrimSuffix(strings.TrimPrefix(name, "To"), "Value")); z != nil {
		return z
	}
	return s.because(nil)
}

// zeroByName returns the zero value of a basic type whose name is spelled in
// upper case, as in names of functions; nil for others.
func zeroByName(name string) Value {
	switch name {
	case "Bool":
		return boolean(false)
	case "Int", "Int8", "Int16", "Int32", "Int64", "Uint", "Uint8", "Uint16", "Uint32", "Uint64", "Uintptr", "Duration":
		return integer(0)
	case "String":
		return str("")
	case "Float32", "Float64":
		return &Const{V: 0.0}
	}
	return nil
}
