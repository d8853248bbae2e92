package taint

import (
	"fmt"
	"reflect"
	"slices"
	"strings"

	"github.com/mcpvet/mcpvet/internal/flow"
	"github.com/mcpvet/mcpvet/internal/interp"
	"github.com/mcpvet/mcpvet/internal/passes/controls"
	"github.com/mcpvet/mcpvet/internal/passes/handler"
	"github.com/mcpvet/mcpvet/internal/passes/posture"
	"github.com/mcpvet/mcpvet/internal/passes/toolreg"
	"github.com/mcpvet/mcpvet/internal/program"
	"github.com/mcpvet/mcpvet/models"
)

// A Resolver turns handlers into entries.
type Resolver struct {
	m *interp.Machine
	w *interp.World
}

// NewResolver makes a resolver of what a machine has evaluated.
func NewResolver(m *interp.Machine, w *interp.World) *Resolver { return &Resolver{m: m, w: w} }

// EntryOf describes a body to the engine, with what start-up code has bound to
// it; names are those of all tools. It is false for a body that is not there.
func EntryOf(regs *toolreg.Result, en *posture.Entry, b handler.Body, names []string) (flow.Entry, bool) {
	r := &Resolver{m: regs.Machine, w: regs.World}
	out, ok := r.Entry(en, b)
	out.Name, out.Names = en.Name.Value, names
	return out, ok
}

// Entry describes a body to the engine: which of its parameters the client
// fills, and what start-up code has bound to it.
func (r *Resolver) Entry(en *posture.Entry, b handler.Body) (flow.Entry, bool) {
	fn := r.w.Func(b.ID)
	if fn == nil {
		return flow.Entry{}, false
	}
	out := flow.Entry{Func: b.ID, Binds: &binding{m: r.m, w: r.w, reg: en.Reg, f: b.Func, fn: fn}}
	var targs map[string]string
	if b.Func != nil {
		targs = b.Func.TypeArgs
	}
	whole := true // arguments come one by one, as strings
	for _, p := range fn.Params {
		typ := program.Subst(p.Type, targs)
		if t := r.w.Type(typ); r.w.Models.IsRequest(typ) || r.ofSDK(typ) && t != nil && t.Kind == program.KindInterface { // any request
			whole = false
		}
	}
	for i, p := range fn.Params {
		typ := program.Subst(p.Type, targs)
		if fn.Recv && i == 0 {
			out.Params = append(out.Params, r.secrets(i, typ, nil)...)
			continue
		}
		if typ == "string" && !whole {
			continue
		}
		out.Params = append(out.Params, r.params(i, p, typ)...)
	}
	return out, true
}

// requests describes a function around a body: the arguments in the request
// that it hands on are what the client fills.
func (r *Resolver) requests(en *posture.Entry, c controls.Control) (flow.Entry, bool) {
	fn := r.w.Func(c.Func.ID)
	if fn == nil {
		return flow.Entry{}, false
	}
	out := flow.Entry{Func: c.Func.ID, Name: en.Name.Value, Around: true, Binds: &binding{m: r.m, w: r.w, reg: en.Reg, f: c.Func, fn: fn}}
	for i, p := range fn.Params {
		if base := strings.TrimPrefix(p.Type, "*"); r.w.Models.IsRequest(base) || r.ofSDK(base) {
			out.Params = append(out.Params, flow.Param{Index: i, Path: []string{".Params", ".Arguments"}, Class: models.ClassArgument, Name: flow.Envelope})
		}
	}
	return out, len(out.Params) > 0
}

// RequestOf returns the type of the request that a function gets, "" for none.
func RequestOf(w *interp.World, id string) string {
	request := ""
	if fn := w.Func(id); fn != nil {
		for _, p := range fn.Params {
			if w.Models.IsRequest(p.Type) {
				request = p.Type
			}
		}
	}
	return request
}

// refused asks what each of the functions before a body refuses.
func (r *Resolver) refused(e *flow.Engine, en *posture.Entry, body controls.Body, names []string) []*flow.Refusal {
	request := RequestOf(r.w, body.ID)
	var out []*flow.Refusal
	for _, c := range body.Before {
		fn := r.w.Func(c.Func.ID)
		if fn == nil {
			continue
		}
		in := flow.Entry{Func: c.Func.ID, Name: en.Name.Value, Names: names, Kind: en.Reg.Kind, Request: request,
			Binds: &binding{m: r.m, w: r.w, reg: en.Reg, f: c.Func, fn: fn}}
		if refusal := e.Refused(in, c.Next); refusal != nil {
			out = append(out, refusal)
		}
	}
	return out
}

// params lists what the client fills of a parameter. A request of an SDK is no
// data by itself: its fields and methods are sources of their own.
func (r *Resolver) params(i int, p program.Param, typ string) []flow.Param {
	base := strings.TrimPrefix(typ, "*")
	whole := []flow.Param{{Index: i, Class: models.ClassArgument}}
	switch {
	case typ == "context.Context", r.w.Models.IsRequest(base), r.ofSDK(base):
		return nil
	case strings.HasPrefix(typ, "map["), strings.HasPrefix(typ, "[]"), typ == "any", strings.HasSuffix(base, "json.RawMessage"):
		return whole
	case typ == "string":
		whole[0].Name = p.Name
		return whole
	case strings.Contains(typ, program.TypeParamOpen):
		return whole // decoded arguments of a type that is not known here
	}
	t := r.w.Type(base)
	if t == nil {
		return nil
	}
	switch t.Kind {
	case program.KindString, program.KindMap, program.KindSlice:
		return whole
	case program.KindStruct:
		return r.fields(i, t, nil, 0)
	}
	return nil
}

func (r *Resolver) ofSDK(typ string) bool {
	typ, _, _ = strings.Cut(typ, "[")
	if i := strings.LastIndexByte(typ, '.'); i > 0 {
		return r.w.Models.ModelOf(typ[:i]) != nil
	}
	return false
}

// maxFields bounds how deep the arguments of a tool are told apart.
const maxDepth = 3

// fields lists the fields of decoded arguments, each with the name that the
// client knows it by. A struct that no decoder fills, such as a client or a
// configuration, has none.
func (r *Resolver) fields(i int, t *program.Type, at []string, depth int) []flow.Param {
	if depth > maxDepth {
		return nil
	}
	var out []flow.Param
	tagged, closed := 0, 0
	for _, f := range t.Fields {
		name, _, _ := strings.Cut(reflect.StructTag(f.Tag).Get("json"), ",")
		exported := f.Name != "" && (f.Name[0] >= 'A' && f.Name[0] <= 'Z')
		if strings.Contains(f.Tag, "json:") || strings.Contains(f.Tag, "jsonschema") || strings.Contains(f.Tag, "mapstructure:") {
			tagged++
		} else if !exported {
			closed++
		}
		if !exported && !f.Embedded || name == "-" {
			continue
		}
		if r.undecodable(f.Type) {
			return nil
		}
		path := slices.Concat(at, []string{"." + f.Name})
		if f.Embedded && name == "" {
			if inner := r.w.Type(strings.TrimPrefix(f.Type, "*")); inner != nil && inner.Kind == program.KindStruct {
				out = append(out, r.fields(i, inner, path, depth+1)...)
				continue
			}
		}
		if name == "" {
			name = f.Name
		}
		switch f.Type {
		case "encoding/json.Number", "time.Time", "*time.Time": // the decoder takes nothing else
		default:
			out = append(out, flow.Param{Index: i, Path: path, Class: models.ClassArgument, Name: name, Decoder: r.decoder(f.Type)})
		}
	}
	if tagged == 0 && (closed > 0 || len(t.Methods) > 0) {
		return nil
	}
	return out
}

// decoder returns the method of the program that decodes a type, "" if there is
// none.
func (r *Resolver) decoder(typ string) string {
	t := r.w.Type("*" + strings.TrimPrefix(typ, "*"))
	if t == nil {
		return ""
	}
	for _, name := range []string{"UnmarshalJSON", "UnmarshalText"} {
		if m, ok := t.Method(name); ok && r.w.Func(m.ID) != nil {
			return m.ID
		}
	}
	return ""
}

// undecodable reports whether no decoder can fill a field of a type, so that
// its struct is no arguments.
func (r *Resolver) undecodable(typ string) bool {
	if strings.HasPrefix(typ, "func(") || strings.HasPrefix(typ, "chan ") {
		return true
	}
	t := r.w.Type(typ)
	return t != nil && (t.Kind == program.KindFunc || t.Kind == program.KindInterface && len(t.Methods) > 0)
}

// A binding knows what start-up code has bound to a handler.
type binding struct {
	m   *interp.Machine
	w   *interp.World
	reg *interp.Registration
	f   *interp.Func
	fn  *program.Func

	probe *interp.Probe // of f, made when it is asked for
}

// root returns the value of a parameter or free variable, nil if it comes with
// the request.
func (b *binding) root(i int) interp.Value {
	switch {
	case b.f == nil:
		return nil
	case i == 0 && b.fn.Recv:
		return b.f.Recv
	case i >= len(b.fn.Params) && i-len(b.fn.Params) < len(b.f.Bindings):
		return b.f.Bindings[i-len(b.fn.Params)]
	}
	return nil
}

// values lists what the value at a path can be.
func (b *binding) values(i int, path []string) []interp.Value {
	v := b.root(i)
	if v == nil {
		return nil
	}
	list := []interp.Value{v}
	for _, step := range append([]string{""}, path...) {
		var next []interp.Value
		for _, v := range list {
			for _, alt := range interp.Alternatives(v) {
				if step != "" {
					name, ok := strings.CutPrefix(step, ".")
					if !ok {
						continue
					}
					if alt = b.m.Get(alt, name); alt == nil {
						continue
					}
				}
				next = append(next, b.settle(alt)...)
			}
		}
		list = next
	}
	return list
}

// settle follows pointers to what they point to: paths do not name them.
func (b *binding) settle(v interp.Value) []interp.Value {
	for range 4 {
		p, ok := v.(*interp.Ptr)
		if !ok || p.Obj.Fields != nil {
			break
		}
		w := b.m.Deref(v)
		if w == v || w == nil {
			break
		}
		v = w
	}
	return interp.Alternatives(v)
}

// Funcs implements flow.Binding.
func (b *binding) Funcs(i int, path []string, method string) []string {
	return b.funcs(b.values(i, path), method)
}

// Whole implements flow.Binding.
func (b *binding) Whole(i int, path []string, method string) []string {
	var out []string
	for _, v := range b.values(i, path) {
		ids := b.funcs([]interp.Value{v}, method)
		if len(ids) == 0 {
			return nil
		}
		out = append(out, ids...)
	}
	return out
}

// Found implements flow.Binding.
func (b *binding) Found(r program.Ref, method string) []string {
	if b.f == nil {
		return nil
	}
	if b.probe == nil {
		if b.probe = b.m.Probe(b.reg, b.f); b.probe == nil {
			return nil
		}
	}
	return b.funcs(interp.Alternatives(b.probe.Value(r)), method)
}

// funcs lists the functions that values can be, or that their method of a name
// can be.
func (b *binding) funcs(values []interp.Value, method string) []string {
	var out []string
	for _, v := range values {
		if method != "" {
			if iface, ok := v.(*interp.Iface); ok {
				if id := b.method(iface, method); id != "" {
					out = append(out, id)
				}
			}
			continue
		}
		f, ok := interp.Plain(v).(*interp.Func)
		if !ok {
			continue
		}
		if !f.Invoke {
			out = append(out, f.ID)
		} else if iface, ok := f.Recv.(*interp.Iface); ok {
			if id := b.method(iface, f.ID[strings.LastIndexByte(f.ID, '.')+1:]); id != "" {
				out = append(out, id)
			}
		}
	}
	return out
}

// method returns the method of a name that a value in an interface has.
func (b *binding) method(v *interp.Iface, name string) string {
	if t := b.w.Type(v.Type); t != nil {
		if m, ok := t.Method(name); ok {
			return m.ID
		}
	}
	return ""
}

// Object implements flow.Binding.
func (b *binding) Object(i int) string {
	id := ""
	for v := b.root(i); ; {
		switch held := interp.Plain(v).(type) {
		case *interp.Ptr:
			id = fmt.Sprintf("%p", held.Obj)
			next := b.m.Deref(held)
			if held.Obj.Fields != nil || next == v || next == nil {
				return id
			}
			v = next
		case *interp.Map:
			return fmt.Sprintf("%p", held.Obj)
		default:
			return id
		}
	}
}

// Type implements flow.Binding.
func (b *binding) Type(typ string) string {
	if b.f == nil {
		return typ
	}
	return program.Subst(typ, b.f.TypeArgs)
}

// Text implements flow.Binding.
func (b *binding) Text(i int, path []string) (string, bool) {
	vs := b.values(i, path)
	if len(vs) != 1 {
		return "", false
	}
	return interp.AsString(vs[0])
}

// List implements flow.Binding.
func (b *binding) List(i int, path []string) ([]string, bool) {
	vs := b.values(i, path)
	if len(vs) != 1 {
		return nil, false
	}
	if _, ok := vs[0].(interp.Nil); ok && len(path) > 0 {
		return nil, true
	}
	l, ok := vs[0].(*interp.List)
	if !ok || l.Open != nil || l.Maybe > 0 {
		return nil, false
	}
	var out []string
	for _, cell := range l.Cells {
		t, ok := interp.AsString(cell.Val)
		if !ok {
			return nil, false
		}
		out = append(out, t)
	}
	return out, true
}
