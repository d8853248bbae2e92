package lower

import (
	"go/types"
	"slices"
	"strings"

	"github.com/mcpvet/mcpvet/internal/program"
)

// maxTypeDepth bounds how far the fields of structs of other packages are
// described: enough for an input schema, not for all of a client library.
const maxTypeDepth = 6

// typeTable collects the types that functions refer to.
type typeTable struct {
	names  map[types.Type]string
	types  map[string]*program.Type
	hidden func(types.Object) bool // types and methods that are left out
}

func newTypeTable(hidden func(types.Object) bool) *typeTable {
	return &typeTable{names: map[types.Type]string{}, types: map[string]*program.Type{}, hidden: hidden}
}

func (t *typeTable) table() map[string]*program.Type { return t.types }

// name returns the canonical string of a type: packages by path, type
// parameters in brackets of their own so that they can be substituted.
func (t *typeTable) name(typ types.Type) string {
	if n, ok := t.names[typ]; ok {
		return n
	}
	n := typeString(typ, 0)
	t.names[typ] = n
	return n
}

func typeString(typ types.Type, depth int) string {
	if depth > 12 {
		return "..."
	}
	d := depth + 1
	switch u := types.Unalias(typ).(type) {
	case *types.Basic:
		return u.Name()
	case *types.TypeParam:
		return program.TypeParamOpen + u.Obj().Name() + program.TypeParamClose
	case *types.Named:
		s := u.Obj().Name()
		if p := u.Obj().Pkg(); p != nil {
			s = p.Path() + "." + s
		}
		if a := u.TypeArgs(); a.Len() > 0 {
			parts := make([]string, a.Len())
			for i := range parts {
				parts[i] = typeString(a.At(i), d)
			}
			s += "[" + strings.Join(parts, ",") + "]"
		} else if ps := u.TypeParams(); ps.Len() > 0 {
			parts := make([]string, ps.Len())
			for i := range parts {
				parts[i] = typeString(ps.At(i), d)
			}
			s += "[" + strings.Join(parts, ",") + "]"
		}
		return s
	case *types.Pointer:
		return "*" + typeString(u.Elem(), d)
	case *types.Slice:
		return "[]" + typeString(u.Elem(), d)
	case *types.Array:
		return "[...]" + typeString(u.Elem(), d)
	case *types.Map:
		return "map[" + typeString(u.Key(), d) + "]" + typeString(u.Elem(), d)
	case *types.Chan:
		return "chan " + typeString(u.Elem(), d)
	case *types.Tuple:
		return tupleString(u, false, d)
	case *types.Signature:
		return "func" + tupleString(u.Params(), u.Variadic(), d) + tupleString(u.Results(), false, d)
	case *types.Struct:
		parts := make([]string, u.NumFields())
		for i := range parts {
			parts[i] = u.Field(i).Name() + " " + typeString(u.Field(i).Type(), d) + " " + u.Tag(i)
		}
		return "struct{" + strings.Join(parts, ";") + "}"
	case *types.Interface:
		if u.Empty() {
			return "any"
		}
		return types.TypeString(u, func(p *types.Package) string { return p.Path() })
	}
	return typ.String()
}

func tupleString(t *types.Tuple, variadic bool, depth int) string {
	parts := make([]string, t.Len())
	for i := range parts {
		parts[i] = typeString(t.At(i).Type(), depth)
		if variadic && i == len(parts)-1 {
			parts[i] = "..." + strings.TrimPrefix(parts[i], "[]")
		}
	}
	return "(" + strings.Join(parts, ",") + ")"
}

// add describes typ and returns its name.
func (t *typeTable) add(typ types.Type) string {
	t.describe(typ, 0)
	return t.name(typ)
}

func (t *typeTable) describe(typ types.Type, depth int) {
	name := t.name(typ)
	if _, done := t.types[name]; done || depth > maxTypeDepth {
		return
	}
	typ = types.Unalias(typ)
	if _, ok := typ.(*types.Tuple); ok {
		return
	}
	d := &program.Type{Name: name}
	switch u := typ.Underlying().(type) {
	case *types.Basic:
		if _, named := typ.(*types.Named); !named {
			return // a predeclared type describes itself
		}
		d.Kind = basicKind(u)
	case *types.Pointer:
		d.Kind, d.Elem = program.KindPointer, t.name(u.Elem())
	case *types.Slice:
		d.Kind, d.Elem = program.KindSlice, t.name(u.Elem())
	case *types.Array:
		d.Kind, d.Elem = program.KindArray, t.name(u.Elem())
	case *types.Map:
		d.Kind, d.Key, d.Elem = program.KindMap, t.name(u.Key()), t.name(u.Elem())
	case *types.Signature:
		d.Kind = program.KindFunc
		for v := range u.Params().Variables() {
			d.Params = append(d.Params, t.name(v.Type()))
		}
	case *types.Interface:
		d.Kind = program.KindInterface
	case *types.Struct:
		d.Kind = program.KindStruct
		for i := range u.NumFields() {
			f := u.Field(i)
			d.Fields = append(d.Fields, program.Field{Name: f.Name(), Type: t.name(f.Type()), Tag: u.Tag(i), Embedded: f.Embedded()})
		}
	}
	d.Methods = t.methods(typ)
	t.types[name] = d
	// what it is made of, after it stands in the table: types are recursive
	switch u := typ.Underlying().(type) {
	case *types.Pointer:
		t.describe(u.Elem(), depth+1)
	case *types.Slice:
		t.describe(u.Elem(), depth+1)
	case *types.Array:
		t.describe(u.Elem(), depth+1)
	case *types.Map:
		t.describe(u.Elem(), depth+1)
	case *types.Signature:
		for v := range u.Params().Variables() {
			t.describe(v.Type(), depth+2)
		}
	case *types.Struct:
		for i := range u.NumFields() {
			t.describe(u.Field(i).Type(), depth+2)
		}
	}
}

// methods lists the method set of typ, promoted methods included, with the
// embedded fields that lead to each.
func (t *typeTable) methods(typ types.Type) []program.Method {
	switch types.Unalias(typ).(type) {
	case *types.TypeParam:
		return nil
	}
	if iface, ok := typ.Underlying().(*types.Interface); ok {
		var out []program.Method
		for m := range iface.Methods() {
			out = append(out, program.Method{Name: m.Name(), ID: m.Origin().FullName()})
		}
		sortMethods(out)
		return out
	}
	set := types.NewMethodSet(typ)
	out := make([]program.Method, 0, set.Len())
	for sel := range set.Methods() {
		if t.hidden(sel.Obj()) {
			continue
		}
		m := program.Method{Name: sel.Obj().Name(), ID: sel.Obj().(*types.Func).Origin().FullName()}
		cur := sel.Recv()
		for _, i := range sel.Index()[:len(sel.Index())-1] {
			if p, ok := cur.Underlying().(*types.Pointer); ok {
				cur = p.Elem()
			}
			f := cur.Underlying().(*types.Struct).Field(i)
			m.Path = append(m.Path, f.Name())
			cur = f.Type()
		}
		out = append(out, m)
	}
	sortMethods(out)
	return out
}

func sortMethods(ms []program.Method) {
	slices.SortFunc(ms, func(a, b program.Method) int { return strings.Compare(a.Name, b.Name) })
}

func basicKind(b *types.Basic) program.TypeKind {
	switch info := b.Info(); {
	case info&types.IsString != 0:
		return program.KindString
	case info&types.IsBoolean != 0:
		return program.KindBool
	case info&types.IsInteger != 0:
		return program.KindInt
	case info&(types.IsFloat|types.IsComplex) != 0:
		return program.KindFloat
	}
	return program.KindOther
}

// zeroOf returns the kind of the zero value of a type.
func zeroOf(t types.Type) program.Zero {
	if _, ok := types.Unalias(t).(*types.TypeParam); ok {
		return program.ZeroOther
	}
	switch u := t.Underlying().(type) {
	case *types.Basic:
		switch basicKind(u) {
		case program.KindString:
			return program.ZeroString
		case program.KindBool:
			return program.ZeroBool
		case program.KindInt:
			return program.ZeroInt
		case program.KindFloat:
			return program.ZeroFloat
		}
		return program.ZeroNil // unsafe.Pointer, untyped nil
	case *types.Struct:
		return program.ZeroStruct
	case *types.Array:
		return program.ZeroArray
	case *types.Tuple:
		return program.ZeroOther
	}
	return program.ZeroNil
}
