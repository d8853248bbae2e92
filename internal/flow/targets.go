package flow

import (
	"strings"

	"github.com/mcpvet/mcpvet/internal/program"
	"github.com/mcpvet/mcpvet/models"
)

// A target is a function that a call reaches.
type target struct {
	id    string
	shift int      // operand of the call minus parameter index
	embed []string // embedded fields between the operand and the receiver
}

// A higher is a callee that the caller of the function passes in.
type higher struct {
	reg    program.Ref // parameter
	path   path
	method string
}

// targets are what one call can reach.
type targets struct {
	list     []target
	higher   []higher
	external bool     // code outside the program
	syms     []string // the functions that it can be there; none: just what the call names

	seen []part // where the search has been
}

// A part is a part of a register's value that a search for callees has been
// at, and by how many steps it got there.
type part struct {
	reg   program.Ref
	path  path
	depth int
}

// Bounds of the search for a callee: the steps by which it is followed back,
// and the places where it is searched for. A value that is copied to and fro
// between hundreds of places says no more than the call graph does.
const (
	maxBack  = 6
	maxPlace = 200
)

// visit reports whether a search for callees has to go on from a part of a
// register: it has not been there yet, or after more steps.
func (t *targets) visit(r program.Ref, p path, depth int) bool {
	if depth > maxBack {
		return false
	}
	for i := range t.seen { // mostly one or two
		if old := &t.seen[i]; old.reg == r && old.path == p {
			if old.depth <= depth {
				return false
			}
			old.depth = depth
			return true
		}
	}
	if len(t.seen) >= maxPlace {
		return false
	}
	t.seen = append(t.seen, part{r, p, depth})
	return true
}

// maxTargets bounds the functions that one call is followed into. Beyond it
// the call says more about the interface than about the program.
const maxTargets = 40

// targets resolves a call.
func (e *Engine) targets(s *sum, at site) *targets {
	x := s.fn
	dests := x.dests
	if s.bind != nil {
		if s.dests == nil {
			s.dests = map[site]*targets{}
		}
		dests = s.dests
	}
	if t, ok := dests[at]; ok {
		return t
	}
	in := x.in(at)
	t := &targets{}
	switch in.Mode {
	case program.CallStatic:
		if e.funcs[in.Sym] != nil {
			t.list = []target{{id: in.Sym}}
		} else {
			t.external = true
		}
	case program.CallInvoke:
		e.dispatch(s, x, in.Args[0], "", methodName(in.Sym), t, 0)
		e.outside(x, at, t)
		if len(t.list) == 0 && len(t.higher) == 0 || e.rows(in.Sym) != nil {
			t.external = true
		}
		e.fallback(x, at, t)
	case program.CallDynamic:
		e.functions(s, x, in.Args[0], "", t, 0)
		e.fallback(x, at, t)
		t.external = len(t.list) == 0 && len(t.higher) == 0
	}
	t.seen = nil
	if len(t.list) > maxTargets {
		t.list = t.list[:maxTargets]
	}
	dests[at] = t
	return t
}

// A holding is a part of a register's value, and the method that is called of
// it; "" where it is a function.
type holding struct {
	reg    program.Ref
	path   path
	method string
}

// held finds what the function value at a path below a register can be, or the
// method of an interface value there. The caller must not change it.
func (e *Engine) held(s *sum, r program.Ref, p path, method string) *targets {
	at := holding{r, p, method}
	if s.bind == nil {
		if t, ok := s.fn.holds[at]; ok {
			return t
		}
	}
	t := &targets{}
	if method == "" {
		e.functions(s, s.fn, r, p, t, 0)
	} else {
		e.dispatch(s, s.fn, r, p, method, t, 0)
	}
	t.seen = nil
	if s.bind == nil {
		if s.fn.holds == nil {
			s.fn.holds = map[holding]*targets{}
		}
		s.fn.holds[at] = t
	}
	return t
}

// fallback asks the call graph, where the function itself does not tell. A
// callee that callers pass in is left to them, unless there is only one; but
// what a closure does to the variables that it captures, they alone know.
func (e *Engine) fallback(x *fn, at site, t *targets) {
	if len(t.list) > 0 {
		return
	}
	objs := e.callGraph().callees(x, at)
	if len(t.higher) > 0 && (len(objs) != 1 || e.captures(objs[0].fn)) {
		return
	}
	t.higher = nil
	for _, o := range objs {
		t.list = append(t.list, e.targetOf(x.in(at), o))
	}
	if x.in(at).Mode == program.CallInvoke && len(t.list) > 0 && len(t.syms) == 0 && e.rows(x.in(at).Sym) == nil {
		t.external = false
	}
}

// captures reports whether a function is a closure with free variables.
func (e *Engine) captures(id string) bool {
	f := e.funcs[id]
	return f != nil && f.FreeVars > 0
}

// outside finds what a call through an interface can be outside the program:
// the methods of types that have rows, where values of such types get there,
// or else where the method's name and results tell.
func (e *Engine) outside(x *fn, at site, t *targets) {
	in := x.in(at)
	if e.rows(in.Sym) != nil {
		return
	}
	if len(t.syms) == 0 {
		t.syms = e.callGraph().modelled(x, at)
	}
	if len(t.syms) == 0 && len(t.list) == 0 && e.declares(in.Sym) {
		t.syms = e.sinksLike(in)
	}
	t.syms = sorted(t.syms)
	if len(t.syms) > 0 {
		t.external = true
	}
}

// declares reports whether an interface's method is declared in the program.
func (e *Engine) declares(sym string) bool {
	typ, _, ok := strings.Cut(strings.TrimPrefix(sym, "("), ").")
	i := strings.LastIndexByte(typ, '.')
	if !ok || i < 0 {
		return false
	}
	_, found := e.inits[typ[:i]]
	return found
}

// sinksLike returns a sink that a method of an interface of the program can
// stand for: it has the name, and its results are of the sink's package.
func (e *Engine) sinksLike(in *program.Instr) []string {
	for _, sym := range e.models.SinksNamed(methodName(in.Sym)) {
		parts, err := models.ParseFunc(sym)
		if err == nil && strings.Contains(in.Type, parts.Package+".") {
			return []string{sym}
		}
	}
	return nil
}

// modelled returns the symbol of a method of a type outside the program, if
// there are rows about it.
func (e *Engine) modelled(typ, method string) string {
	if typ == "" {
		return ""
	}
	sym := "(" + generic(typ) + ")." + method
	if rows := e.rows(sym); rows != nil && (rows.Outbound != nil || len(rows.Sinks)+len(rows.Flows)+len(rows.Sources)+len(rows.Barriers) > 0) {
		return sym
	}
	return ""
}

// targetOf aligns a function with the operands of a dynamic call.
func (e *Engine) targetOf(in *program.Instr, o object) target {
	if in.Mode == program.CallInvoke {
		_, embed := e.method(o.typ, methodName(in.Sym))
		return target{id: o.fn, embed: embed}
	}
	if o.bound {
		return target{id: o.fn}
	}
	return target{id: o.fn, shift: 1}
}

// functions finds what the function value at a path below a register can be.
func (e *Engine) functions(s *sum, x *fn, r program.Ref, p path, t *targets, depth int) {
	if r == 0 || !t.visit(r, p, depth) {
		return
	}
	if c := x.constant(r); c != nil {
		if c.Kind == program.ConstFunc && e.funcs[c.S] != nil {
			t.list = append(t.list, target{id: c.S, shift: 1})
		}
		return
	}
	if ids := s.lookedUp(x, r, p, ""); len(ids) > 0 {
		for _, id := range ids {
			if e.funcs[id] != nil {
				t.list = append(t.list, e.plain(id))
			}
		}
		return
	}
	if in := x.def(r); in != nil && p == "" {
		switch in.Op {
		case program.OpMakeClosure:
			if e.funcs[in.Sym] != nil {
				t.list = append(t.list, target{id: in.Sym, shift: 1})
			}
			return
		case program.OpBoundMethod:
			for _, id := range e.boundTo(x, x.defs[r]) {
				t.list = append(t.list, target{id: id})
			}
			return
		case program.OpConvert, program.OpChangeInterface, program.OpMakeInterface:
			e.functions(s, x, in.Args[0], p, t, depth+1)
			return
		case program.OpPhi:
			for _, a := range in.Args {
				e.functions(s, x, a, p, t, depth+1)
			}
			return
		}
	}
	e.atPlaces(s, x, r, p, func(stored program.Ref, rest path) {
		e.functions(s, x, stored, rest, t, depth+1)
	}, func(h higher) {
		if s.bind != nil {
			if ids := s.bind.Funcs(int(h.reg)-1, h.path.steps(), ""); len(ids) > 0 {
				for _, id := range ids {
					if e.funcs[id] != nil {
						t.list = append(t.list, e.plain(id))
					}
				}
				return
			}
		}
		t.higher = append(t.higher, h)
	})
}

// lookedUp asks what is known of the entry for the functions that a value is
// which the entry's own function looks up.
func (s *sum) lookedUp(x *fn, r program.Ref, p path, method string) []string {
	if s.bind == nil || x != s.fn || p != "" {
		return nil
	}
	if in := x.def(r); in != nil {
		switch in.Op {
		case program.OpCall, program.OpExtract, program.OpLookup, program.OpLoad:
			return s.bind.Found(r, method)
		}
	}
	return nil
}

// plain returns the target for a function that stands alone or is a method
// with its receiver bound.
func (e *Engine) plain(id string) target {
	if f := e.funcs[id]; f != nil && f.Recv {
		return target{id: id}
	}
	return target{id: id, shift: 1}
}

// dispatch finds the methods that a call through the interface value at a path
// below a register can reach.
func (e *Engine) dispatch(s *sum, x *fn, r program.Ref, p path, method string, t *targets, depth int) {
	if r <= 0 || !t.visit(r, p, depth) {
		return
	}
	if ids := s.lookedUp(x, r, p, method); len(ids) > 0 {
		for _, id := range ids {
			if e.funcs[id] != nil {
				t.list = append(t.list, target{id: id})
			}
		}
		return
	}
	if in := x.def(r); in != nil && p == "" {
		switch in.Op {
		case program.OpMakeInterface:
			if id, embed := e.method(in.Type, method); id != "" {
				t.list = append(t.list, target{id: id, embed: embed})
			} else if sym := e.modelled(in.Type, method); sym != "" {
				t.syms = append(t.syms, sym)
			}
			return
		case program.OpChangeInterface, program.OpTypeAssert:
			if in.Op == program.OpChangeInterface || !in.Comma {
				e.dispatch(s, x, in.Args[0], p, method, t, depth+1)
				return
			}
		case program.OpPhi:
			for _, a := range in.Args {
				e.dispatch(s, x, a, p, method, t, depth+1)
			}
			return
		}
	}
	e.atPlaces(s, x, r, p, func(stored program.Ref, rest path) {
		e.dispatch(s, x, stored, rest, method, t, depth+1)
	}, func(h higher) {
		h.method = method
		if s.bind != nil {
			if i := int(h.reg) - 1; h.path == "" && i < len(x.Params) { // of a type parameter that is known here
				if id, embed := e.method(s.bind.Type(x.Params[i].Type), method); id != "" {
					t.list = append(t.list, target{id: id, embed: embed})
					return
				}
			}
			if ids := s.bind.Funcs(int(h.reg)-1, h.path.steps(), method); len(ids) > 0 {
				for _, id := range ids {
					if e.funcs[id] != nil {
						t.list = append(t.list, target{id: id})
					}
				}
				return
			}
		}
		t.higher = append(t.higher, h)
	})
}

// atPlaces finds what is stored in the places that a register refers to: by
// the function itself, or by its callers where a parameter is the root.
func (e *Engine) atPlaces(s *sum, x *fn, r program.Ref, p path, stored func(program.Ref, path), passed func(higher)) {
	for _, l := range x.loc(r) {
		at := l.path.join(p)
		if l.root.reg == 0 {
			continue
		}
		for _, a := range x.stores[l.root] {
			if covers(a.loc.path, at) {
				if v := x.in(a.at).Args[a.op]; v != r {
					stored(v, at[len(a.loc.path):])
				}
			}
		}
		if x.def(l.root.reg) == nil && (int(l.root.reg) <= len(x.Params) || s.bind != nil) {
			passed(higher{reg: l.root.reg, path: at})
		}
	}
}

// boundTo lists the methods that a method value can be.
func (e *Engine) boundTo(x *fn, at site) []string {
	in := x.in(at)
	if in.Mode != program.CallInvoke {
		if e.funcs[in.Sym] != nil {
			return []string{in.Sym}
		}
		return nil
	}
	t := &targets{}
	e.dispatch(x.alone(), x, in.Args[0], "", methodName(in.Sym), t, 0)
	var ids []string
	for _, g := range t.list {
		ids = append(ids, g.id)
	}
	if len(ids) == 0 {
		g := e.callGraph()
		if n := g.node(x, in.Args[0]); n >= 0 {
			for _, o := range g.held[n] {
				if id, _ := e.method(g.objects[o].typ, methodName(in.Sym)); id != "" {
					ids = append(ids, id)
				}
			}
		}
	}
	return sorted(ids)
}

// receiver takes the embedded fields between an operand and the receiver off a
// path.
func receiver(p path, embed []string) (path, bool) {
	for _, f := range embed {
		rest, ok := read(p, path(mark+"."+f))
		if !ok {
			return "", false
		}
		p = rest
	}
	return p, true
}

// isMethod reports whether a symbol is a method's.
func isMethod(sym string) bool { return strings.HasPrefix(sym, "(") }
