package flow

import (
	"slices"
	"strconv"
	"strings"

	"github.com/mcpvet/mcpvet/internal/program"
)

// What a program says in one place, asked without following data.

// A Said is a call, or a store to a field, with what is known of its values.
type Said struct {
	Func *program.Func
	Pos  program.Pos
	// Args are those of the call, receiver first, or the value that is stored
	// and the struct.
	Args []*Sym
	// Switches are the names in the settings that lead to it: of fields,
	// globals, variables of the environment.
	Switches []string
	// Shared names the global whose part the struct of a field is, or becomes.
	Shared string
	// Of tells apart, of a store to a field, which struct it is in; "" if that
	// may be several.
	Of string
}

// Calls lists the static calls of a function and where its value is taken, as
// they stand in the program.
func (e *Engine) Calls(sym string) []Said {
	var out []Said
	for _, u := range e.usesOf(sym) {
		in := u.x.in(u.at)
		s := u.said()
		if in.Sym == sym {
			for _, a := range in.Args {
				s.Args = append(s.Args, u.x.valueAt(a, u.at))
			}
		}
		out = append(out, s)
	}
	return out
}

// valueAt is sym, of a captured variable what it holds.
func (x *fn) valueAt(r program.Ref, at site) *Sym {
	if d := x.def(r); d != nil && d.Op == program.OpAlloc && x.in(at).Op == program.OpMakeClosure {
		return x.load(x.loc(r), at, maxSym)
	}
	return x.sym(r)
}

// Stores lists the stores to a field, by the names of its type and of itself.
// shared are globals that others use as well.
func (e *Engine) Stores(field string, shared []string) []Said {
	var out []Said
	for _, st := range e.storesOf(field) {
		in := st.x.in(st.at)
		s := st.said()
		if !s.Pos.IsValid() {
			s.Pos = st.x.def(in.Args[0]).Pos
		}
		base := st.x.def(in.Args[0]).Args[0]
		s.Args = []*Sym{st.x.sym(in.Args[1]), st.x.object(base)}
		s.Shared = st.x.sharedBy(base, shared, maxShared)
		if ls := st.x.loc(base); len(ls) == 1 {
			s.Of = st.x.ID + mark + strconv.Itoa(int(ls[0].root.reg)) + mark + ls[0].root.global + string(ls[0].path)
		}
		out = append(out, s)
	}
	return out
}

func (c edgeCall) said() Said {
	s := Said{Func: c.x.Func, Pos: c.x.in(c.at).Pos}
	for _, f := range c.x.trustIn()[c.at.block] {
		s.Switches = c.x.saidIn(f.cond, maxTrust, s.Switches)
	}
	return s
}

// Given lists what a parameter, or a captured variable, gets where the function
// is called or the closure made.
func (e *Engine) Given(s Said, p *Sym) []Said {
	i := int(p.N) - 1
	if captured := i - len(s.Func.Params); captured >= 0 {
		i = captured
	}
	var out []Said
	for _, c := range e.Calls(s.Func.ID) {
		if i < len(c.Args) {
			c.Args = []*Sym{c.Args[i]}
			out = append(out, c)
		}
	}
	return out
}

// maxShared bounds how far structs are followed to globals.
const maxShared = 10

// sharedBy returns the global that a struct is a part of, or is put into.
func (x *fn) sharedBy(r program.Ref, shared []string, depth int) string {
	if depth == 0 || len(shared) == 0 {
		return ""
	}
	if c := x.constant(r); c != nil {
		if c.Kind == program.ConstGlobal && slices.Contains(shared, c.S) {
			return c.S
		}
		return ""
	}
	in := x.def(r)
	if in == nil {
		return ""
	}
	switch in.Op {
	case program.OpFieldAddr, program.OpField, program.OpTypeAssert, program.OpExtract, program.OpChangeInterface, program.OpConvert, program.OpMakeInterface:
		return x.sharedBy(in.Args[0], shared, depth-1)
	case program.OpLoad:
		if g := x.sharedBy(in.Args[0], shared, depth-1); g != "" {
			return g
		}
		for _, l := range x.loc(in.Args[0]) {
			for _, st := range x.stores[l.root] {
				if st.loc.path == l.path {
					if g := x.sharedBy(x.in(st.at).Args[st.op], shared, depth-1); g != "" {
						return g
					}
				}
			}
		}
	case program.OpAlloc: // where is it put?
		for _, at := range x.uses[r] {
			if st := x.in(at); st.Op == program.OpStore && st.Args[1] == r {
				if a := x.def(st.Args[0]); a != nil && a.Op == program.OpFieldAddr {
					if g := x.sharedBy(a.Args[0], shared, depth-1); g != "" {
						return g
					}
				}
			}
		}
	}
	return ""
}

// AlwaysNil reports whether a function returns nothing but nil.
func (e *Engine) AlwaysNil(id string) bool {
	x := e.fn(id)
	if x == nil {
		return false
	}
	returns := 0
	for b := range x.Blocks {
		blk := &x.Blocks[b]
		n := len(blk.Instrs)
		if n == 0 {
			continue
		}
		switch last := &blk.Instrs[n-1]; last.Op {
		case program.OpReturn:
			returns++
			for _, a := range last.Args {
				if c := x.constant(a); c == nil || c.Kind != program.ConstNil {
					return false
				}
			}
		case program.OpPanic:
			return false
		}
	}
	return returns > 0
}

// A Sent is a header or a credential that is attached to a request.
type Sent struct {
	Said
	URLs []*Sym // of the request, as far as it is known where it is made
}

// Attached lists the calls of a function on requests, or on their headers, with
// the URLs that the requests were made for: made maps a function that makes
// requests to the operand with the URL.
func (e *Engine) Attached(sym string, made map[string]int) []Sent {
	var out []Sent
	for _, u := range e.usesOf(sym) {
		in := u.x.in(u.at)
		if in.Sym != sym || len(in.Args) == 0 {
			continue
		}
		s := Sent{Said: u.said()}
		for _, a := range in.Args {
			s.Args = append(s.Args, u.x.sym(a))
		}
		for _, l := range u.x.loc(in.Args[0]) {
			s.URLs = append(s.URLs, u.x.urls(l.root.reg, made, 3)...)
		}
		out = append(out, s)
	}
	return out
}

// urls returns what requests in a register were made for: here, or by callers.
func (x *fn) urls(r program.Ref, made map[string]int, depth int) []*Sym {
	if r <= 0 || depth == 0 {
		return nil
	}
	in := x.def(r)
	if in == nil {
		var out []*Sym
		i := int(r) - 1
		for _, u := range x.e.usesOf(x.ID) {
			call := u.x.in(u.at)
			if call.Sym != x.ID || i >= len(call.Args) || i >= len(x.Params) {
				continue
			}
			for _, l := range u.x.loc(call.Args[i]) {
				out = append(out, u.x.urls(l.root.reg, made, depth-1)...)
			}
		}
		return out
	}
	if in.Op == program.OpExtract {
		in = x.def(in.Args[0])
	}
	if in == nil || in.Op != program.OpCall {
		return nil
	}
	if i, ok := made[in.Sym]; ok && i < len(in.Args) {
		return []*Sym{x.sym(in.Args[i])}
	}
	return nil
}

// Compares reports whether some function of those compares what a field holds
// with a constant text.
func (e *Engine) Compares(field string, among func(id string) bool) bool {
	for _, id := range e.ids {
		if !among(id) {
			continue
		}
		if !readsField(e.funcs[id], field) {
			continue
		}
		x := e.fn(id)
		for b := range x.Blocks {
			for i := range x.Blocks[b].Instrs {
				in := &x.Blocks[b].Instrs[i]
				if in.Op != program.OpBinOp || in.Sym != "==" && in.Sym != "!=" {
					continue
				}
				for k, a := range in.Args {
					c, d := x.constant(in.Args[1-k]), x.def(a)
					if c == nil || c.Kind != program.ConstString || d == nil {
						continue
					}
					if d.Op == program.OpLoad {
						d = x.def(d.Args[0])
					}
					if d != nil && (d.Op == program.OpFieldAddr || d.Op == program.OpField) && d.Owner+"."+d.Sym == field {
						return true
					}
				}
			}
		}
	}
	return false
}

func readsField(f *program.Func, field string) bool {
	for b := range f.Blocks {
		for i := range f.Blocks[b].Instrs {
			in := &f.Blocks[b].Instrs[i]
			if (in.Op == program.OpFieldAddr || in.Op == program.OpField) && strings.HasSuffix(field, in.Sym) && in.Owner+"."+in.Sym == field {
				return true
			}
		}
	}
	return false
}

// mentions reports whether the program calls a function, or stores to a field,
// of whatever major version of its module.
func (e *Engine) mentions(symbol string) bool {
	if m, ok := e.mentioned[symbol]; ok {
		return m
	}
	e.usersOf("")
	found := false
	for sym := range e.users {
		found = found || e.models.Same(sym, symbol) && len(e.usesOf(sym)) > 0
	}
	for _, sym := range e.standIns {
		found = found || e.models.Same(sym, symbol) && len(e.usesOf(sym)) > 0
	}
	for field := range e.storing {
		found = found || e.models.Same(field, symbol)
	}
	if e.mentioned == nil {
		e.mentioned = map[string]bool{}
	}
	e.mentioned[symbol] = found
	return found
}
