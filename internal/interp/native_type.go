package interp

import (
	"strings"

	"github.com/mcpvet/mcpvet/internal/program"
	"github.com/mcpvet/mcpvet/models"
)

// typeNatives are the rules about reflect.Type.
func typeNatives() map[string]native {
	return map[string]native{
		models.EvalTypeFor: func(s *site) (Value, bool) {
			if t := s.typeArg(0); t != "" {
				return s.result(s.reflected(t)), true
			}
			return s.unknown(), true
		},
		models.EvalTypeOf: func(s *site) (Value, bool) {
			return s.result(s.overArgs(1, func(vs []Value) Value {
				switch v := vs[0].(type) {
				case *Iface:
					return s.reflected(v.Type)
				case *Struct:
					if v.Type != "" {
						return s.reflected(v.Type)
					}
				case Nil:
					return v
				}
				return &Unknown{Reason: "the dynamic type of a value", NonNil: true, Pos: s.pos}
			})), true
		},
		models.EvalTypeElem: func(s *site) (Value, bool) {
			return s.withState(0, func(state any, _ []Value) Value {
				if t, ok := state.(string); ok {
					if e := s.m.shape(t).Elem; e != "" {
						return s.reflected(e)
					}
				}
				return &Unknown{Reason: "the element type of a type", NonNil: true, Pos: s.pos}
			})
		},
		models.EvalTypeName: func(s *site) (Value, bool) {
			return s.withState(0, func(state any, _ []Value) Value {
				if t, ok := state.(string); ok {
					return s.made(nameInPackage(t), nil)
				}
				return &Unknown{Reason: "the name of a type", Pos: s.pos}
			})
		},
	}
}

// reflected returns the reflect.Type of a type.
func (s *site) reflected(typ string) Value {
	return &Opaque{Sym: typeValue, Pos: s.pos, native: typ}
}

// nameInPackage returns the name that a type has inside its package, "" for a
// type without a name.
func nameInPackage(typ string) string {
	if typ == "any" || strings.HasPrefix(typ, "map[") || strings.ContainsAny(typ[:min(1, len(typ))], "*[") {
		return ""
	}
	for _, p := range []string{"func(", "struct{", "interface{", "chan "} {
		if strings.HasPrefix(typ, p) {
			return ""
		}
	}
	end := len(typ)
	if i := strings.IndexByte(typ, '['); i >= 0 {
		end = i
	}
	return typ[strings.LastIndexByte(typ[:end], '.')+1:]
}

// receiverName returns the name of the receiver's type in the symbol of a
// method, without its package, "*" and type parameters.
func receiverName(sym string) string {
	recv, _, ok := strings.Cut(strings.TrimPrefix(sym, "("), ").")
	if !ok {
		return ""
	}
	recv, _, _ = strings.Cut(recv, "[")
	return recv[strings.LastIndexByte(recv, '.')+1:]
}

// shape describes a type; one that is not in the program is described as far
// as its name goes.
func (m *Machine) shape(typ string) program.Type {
	if t := m.world.Type(typ); t != nil {
		return *t
	}
	d := program.Type{Name: typ, Kind: m.kindOf(typ)}
	switch {
	case d.Kind != program.KindOther:
	case strings.HasPrefix(typ, "*"):
		d.Kind, d.Elem = program.KindPointer, typ[1:]
	case strings.HasPrefix(typ, "[]"):
		d.Kind, d.Elem = program.KindSlice, typ[2:]
	case strings.HasPrefix(typ, "[...]"):
		d.Kind, d.Elem = program.KindArray, typ[5:]
	case strings.HasPrefix(typ, "map["):
		if i := closing(typ, len("map[")); i > 0 {
			d.Kind, d.Key, d.Elem = program.KindMap, typ[len("map["):i], typ[i+1:]
		}
	case m.isInterface(typ):
		d.Kind = program.KindInterface
	}
	return d
}

// zeroNamed returns the zero value of a type, which need not be in the program.
func (m *Machine) zeroNamed(typ string) Value {
	switch m.shape(typ).Kind {
	case program.KindPointer, program.KindSlice, program.KindMap, program.KindFunc, program.KindInterface:
		return Nil{}
	}
	return m.zeroOfType(typ)
}

// closing returns the index of the bracket that closes the one before from, or
// -1.
func closing(t string, from int) int {
	depth := 0
	for i := from; i < len(t); i++ {
		switch t[i] {
		case '[':
			depth++
		case ']':
			if depth == 0 {
				return i
			}
			depth--
		}
	}
	return -1
}
