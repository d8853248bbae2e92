// Package handler is the pass that resolves the handler of each registration
// to the bodies it can be: through adapters, decorators, closures and method
// values.
package handler

import (
	"go/token"
	"reflect"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/mcpvet/mcpvet/internal/interp"
	"github.com/mcpvet/mcpvet/internal/passes/toolreg"
	"github.com/mcpvet/mcpvet/internal/program"
)

// Analyzer resolves handlers. Its result is a *Result, nil out of scope.
var Analyzer = &analysis.Analyzer{
	Name:       "mcphandler",
	Doc:        "mcphandler: resolve the handlers of what is registered to function bodies",
	Run:        run,
	Requires:   []*analysis.Analyzer{toolreg.Analyzer},
	ResultType: reflect.TypeFor[*Result](),
}

// A Result maps each registration to its handler.
type Result struct {
	Handlers map[*interp.Registration]*Handler
}

// A Handler is what serves a registration.
type Handler struct {
	Bodies []Body // the alternatives; empty when nothing is known
	Reason string // why Bodies is empty
}

// A Body is a function that serves requests.
type Body struct {
	ID   string // of the function (internal/program)
	Name string // for people
	Pos  program.Pos
	Func *interp.Func // with its bindings
	// Via are the functions that the request passes first, outermost first:
	// decorators written in the project, adapters of an SDK.
	Via []string
	// Wrappers are those of Via that are closures of the program.
	Wrappers []*interp.Func
}

func run(pass *analysis.Pass) (any, error) {
	regs := pass.ResultOf[toolreg.Analyzer].(*toolreg.Result)
	if regs == nil {
		return (*Result)(nil), nil
	}
	res := &Result{Handlers: map[*interp.Registration]*Handler{}}
	if regs.Machine == nil {
		return res, nil
	}
	for _, r := range regs.Registrations {
		res.Handlers[r] = Resolve(regs.Machine, regs.World, Value(regs.Machine, r))
	}
	return res, nil
}

// Value returns the handler of a registration, which its descriptor may carry.
func Value(m *interp.Machine, r *interp.Registration) interp.Value {
	if r.Handler != nil || r.Descriptor == nil || r.Model == nil {
		return r.Handler
	}
	return m.Get(r.Descriptor, "Handler")
}

// Resolve finds the bodies of a handler value.
func Resolve(m *interp.Machine, w *interp.World, v interp.Value) *Handler {
	h := &Handler{}
	if v == nil {
		h.Reason = "the registration gives no handler"
		return h
	}
	rs := &resolver{m: m, w: w, h: h}
	rs.resolve(v, way{}, 0)
	if len(h.Bodies) == 0 && h.Reason == "" {
		h.Reason = "the handler is not a function of the program"
	}
	return h
}

type resolver struct {
	m *interp.Machine
	w *interp.World
	h *Handler
}

// A way is what a request passes on the way to a body.
type way struct {
	names    []string
	wrappers []*interp.Func
}

// by returns the way with another step.
func (w way) by(name string, f *interp.Func) way {
	w.names = append(slices.Clip(w.names), name)
	if f != nil {
		w.wrappers = append(slices.Clip(w.wrappers), f)
	}
	return w
}

// maxDecorators bounds the chain of wrappers around a handler.
const maxDecorators = 8

func (rs *resolver) resolve(v interp.Value, via way, depth int) {
	if depth > maxDecorators {
		return
	}
	for _, alt := range interp.Alternatives(interp.Plain(v)) {
		switch v := interp.Plain(alt).(type) {
		case *interp.Func:
			rs.function(v, via, depth)
		case *interp.Opaque:
			if v.Inner != nil {
				rs.resolve(v.Inner, via.by(v.Sym, nil), depth+1)
			} else if rs.h.Reason == "" {
				rs.h.Reason = "it is the result of " + v.Sym
			}
		case *interp.Ptr: // a value whose method serves
			rs.resolve(rs.m.Deref(v), via, depth+1)
		case *interp.Unknown:
			if given := rs.given(v); given != nil {
				rs.resolve(given, via.by(v.Sym, nil), depth+1)
			} else if rs.h.Reason == "" {
				rs.h.Reason = v.Reason
			}
		}
	}
}

func (rs *resolver) function(f *interp.Func, via way, depth int) {
	fn := rs.w.Func(f.ID)
	if fn == nil {
		if f.Invoke {
			if id, ok := rs.method(f); ok {
				rs.function(id, via, depth+1)
				return
			}
		}
		rs.h.Bodies = append(rs.h.Bodies, Body{ID: f.ID, Name: shortName(f.ID), Pos: f.Pos, Func: f, Via: via.names, Wrappers: via.wrappers})
		return
	}
	if inner := rs.captured(f, fn); inner != nil {
		rs.resolve(inner, via.by(fn.Name, f), depth+1)
		return
	}
	rs.h.Bodies = append(rs.h.Bodies, Body{ID: f.ID, Name: fn.Name, Pos: fn.Pos, Func: f, Via: via.names, Wrappers: via.wrappers})
}

// method dispatches a bound interface method on its receiver.
func (rs *resolver) method(f *interp.Func) (*interp.Func, bool) {
	i, ok := f.Recv.(*interp.Iface)
	if !ok {
		return nil, false
	}
	t := rs.w.Type(i.Type)
	if t == nil {
		return nil, false
	}
	m, ok := t.Method(f.ID[strings.LastIndexByte(f.ID, '.')+1:])
	if !ok {
		return nil, false
	}
	return &interp.Func{ID: m.ID, Recv: i.V, Pos: f.Pos}, true
}

// captured returns the one function that a decorating or adapting closure has
// captured and hands the request to; nil when it is a handler itself.
func (rs *resolver) captured(f *interp.Func, fn *program.Func) interp.Value {
	if fn.Parent == "" || !takesContext(fn) {
		return nil
	}
	var found, executors []interp.Value
	consider := func(v interp.Value) {
		if slices.ContainsFunc(interp.Alternatives(interp.Plain(v)), func(alt interp.Value) bool {
			switch c := interp.Plain(alt).(type) {
			case *interp.Func:
				g := rs.w.Func(c.ID)
				return g != nil && c != f && rs.serves(g, c, fn)
			case *interp.Opaque:
				return c.Inner != nil
			case *interp.Unknown:
				return rs.given(c) != nil
			}
			return false
		}) {
			found = append(found, v)
		}
	}
	reads := fieldsRead(fn)
	for _, b := range f.Bindings {
		v := rs.m.Deref(b)
		if i, ok := v.(*interp.Iface); ok {
			if m := rs.executor(i, fn); m != nil {
				executors = append(executors, m)
				continue
			}
		}
		v = rs.m.Deref(interp.Plain(v))
		if s, ok := v.(*interp.Struct); ok {
			for name, field := range s.Fields {
				if reads[name] {
					consider(field)
				}
			}
			continue
		}
		consider(v)
	}
	if len(found) == 0 {
		found = executors // otherwise they only help, as one that knows the feature flags
	}
	if len(found) != 1 {
		return nil
	}
	return found[0]
}

// fieldsRead lists the fields that a function reads.
func fieldsRead(fn *program.Func) map[string]bool {
	out := map[string]bool{}
	for b := range fn.Blocks {
		for i := range fn.Blocks[b].Instrs {
			if in := &fn.Blocks[b].Instrs[i]; in.Op == program.OpFieldAddr || in.Op == program.OpField {
				out[in.Sym] = true
			}
		}
	}
	return out
}

// serves reports whether g, captured by the closure fn, has the shape of a
// handler: fn's own parameters, a request, or arguments decoded into a struct.
// A getter that takes a context and a key has not.
func (rs *resolver) serves(g *program.Func, c *interp.Func, fn *program.Func) bool {
	params := g.Params
	if g.Recv && c.Recv != nil && len(params) > 0 {
		params = params[1:]
	}
	if len(params) == 0 || !takesContext(g) {
		return false
	}
	same := len(params) == len(fn.Params)
	for i, p := range params {
		same = same && p.Type == fn.Params[i].Type
		if rs.w.Models.IsRequest(p.Type) {
			return true
		}
	}
	if same {
		return true
	}
	return len(params) > 1 && rs.decoded(program.Subst(params[len(params)-1].Type, c.TypeArgs))
}

// decoded reports whether the arguments of a request can be decoded into a
// value of that type: a map, a struct, or a type that the caller chooses.
func (rs *resolver) decoded(typ string) bool {
	if strings.HasPrefix(typ, "map[") || strings.Contains(typ, program.TypeParamOpen) {
		return true
	}
	t := rs.w.Type(strings.TrimPrefix(typ, "*"))
	return t != nil && t.Kind == program.KindStruct
}

// given returns the one function with the shape of a handler that was passed
// to the function of which nothing is known but that u is its result; nil
// where there is none, or more than one.
func (rs *resolver) given(u *interp.Unknown) interp.Value {
	var found interp.Value
	for _, v := range u.Given {
		if !rs.canServe(v) {
			continue
		}
		if found != nil {
			return nil
		}
		found = v
	}
	return found
}

// canServe reports whether a value is a handler, or a function that has the
// shape of one.
func (rs *resolver) canServe(v interp.Value) bool {
	for _, alt := range interp.Alternatives(interp.Plain(v)) {
		switch c := interp.Plain(alt).(type) {
		case *interp.Func:
			if g := rs.w.Func(c.ID); g != nil && rs.takesArguments(g, c) {
				return true
			}
		case *interp.Opaque:
			if c.Inner != nil {
				return true
			}
		case *interp.Unknown:
			if rs.given(c) != nil {
				return true
			}
		}
	}
	return false
}

// takesArguments reports whether a function can serve requests by its
// parameters alone: a request, or arguments, with a context or else by value.
// Look-alikes are getters (a context and a key), options (a pointer to what
// they change) and comparisons (two values of a type).
func (rs *resolver) takesArguments(g *program.Func, c *interp.Func) bool {
	params := g.Params
	if g.Recv && c.Recv != nil && len(params) > 0 {
		params = params[1:]
	}
	seen := map[string]bool{}
	arguments, byValue := false, false
	for i, p := range params {
		if rs.w.Models.IsRequest(p.Type) {
			return true
		}
		typ := program.Subst(p.Type, c.TypeArgs)
		if seen[typ] {
			return false
		}
		seen[typ] = true
		if typ == "context.Context" || !rs.decoded(typ) {
			continue
		}
		arguments = true
		byValue = byValue || i == 0 && rs.filledFromOutside(typ)
	}
	return arguments && takesContext(g) || byValue && g.Results > 0
}

// filledFromOutside reports whether a decoder can set parts of a value of that
// type, which is no pointer: time.Time has none.
func (rs *resolver) filledFromOutside(typ string) bool {
	t := rs.w.Type(typ)
	if t == nil || t.Kind != program.KindStruct {
		return strings.HasPrefix(typ, "map[")
	}
	return slices.ContainsFunc(t.Fields, func(f program.Field) bool { return token.IsExported(f.Name) })
}

// executor returns the method that the closure fn calls on a captured
// interface value, where it calls one that takes a context and the arguments.
func (rs *resolver) executor(i *interp.Iface, fn *program.Func) interp.Value {
	t := rs.w.Type(i.Type)
	if t == nil {
		return nil
	}
	var found interp.Value
	for _, sym := range fn.Calls {
		if !strings.HasPrefix(sym, "(") || rs.w.Func(sym) != nil {
			continue
		}
		m, ok := t.Method(sym[strings.LastIndexByte(sym, '.')+1:])
		if !ok {
			continue
		}
		if g := rs.w.Func(m.ID); g != nil && takesContext(g) && rs.executes(g) {
			if found != nil {
				return nil
			}
			found = &interp.Func{ID: m.ID, Recv: i.V, Pos: g.Pos}
		}
	}
	return found
}

// executes reports whether a method can get the arguments of a call as a whole.
// One that takes them one by one, as a store does, only helps the handler.
func (rs *resolver) executes(g *program.Func) bool {
	return slices.ContainsFunc(g.Params[1:], func(p program.Param) bool {
		switch p.Type {
		case "context.Context":
			return false
		case "any", "interface{}", "[]byte", "[]uint8", "encoding/json.RawMessage":
			return true
		}
		return rs.w.Models.IsRequest(p.Type) || rs.decoded(p.Type)
	})
}

func takesContext(f *program.Func) bool {
	for _, p := range f.Params {
		if p.Type == "context.Context" {
			return true
		}
	}
	return false
}

// shortName drops the import path from the id of a function.
func shortName(id string) string {
	recv, name, ok := strings.Cut(strings.TrimPrefix(id, "("), ").")
	if !ok {
		return id[strings.LastIndexByte(id, '/')+1:]
	}
	return recv[strings.LastIndexByte(recv, '.')+1:] + "." + name
}
