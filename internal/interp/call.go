package interp

import (
	"strings"

	"github.com/mcpvet/mcpvet/internal/program"
	"github.com/mcpvet/mcpvet/models"
)

// A site is one call with its arguments evaluated.
type site struct {
	m        *Machine
	fr       *frame // the caller, nil for calls that the evaluator makes itself
	sym      string
	recv     Value // nil without
	args     []Value
	typeArgs []string
	pos      program.Pos
	results  int
}

// arg returns argument i, or an unknown.
func (s *site) arg(i int) Value {
	if i < len(s.args) {
		return s.args[i]
	}
	return unknown("an argument that the call does not give")
}

// unknown returns unknown results.
func (s *site) unknown() Value {
	return s.m.unknownResults(s.results, "the result of "+s.sym)
}

// result returns v as the first of the call's results; the others are nil or zero.
func (s *site) result(v Value) Value {
	if s.results <= 1 {
		return v
	}
	t := &Tuple{Vs: make([]Value, s.results)}
	t.Vs[0] = v
	for i := 1; i < s.results; i++ {
		t.Vs[i] = Nil{}
	}
	return t
}

// invoke runs a call instruction; false means that it does not return.
func (fr *frame) invoke(in *program.Instr) (Value, bool) {
	args := make([]Value, len(in.Args))
	for i, a := range in.Args {
		args[i] = fr.get(a)
		if in.ArgPos != nil {
			args[i] = withPos(args[i], in.ArgPos[i])
		}
	}
	m := fr.m
	typeArgs := make([]string, len(in.TypeArgs))
	for i, t := range in.TypeArgs {
		typeArgs[i] = fr.subst(t)
	}
	s := &site{m: m, fr: fr, sym: in.Sym, args: args, typeArgs: typeArgs, pos: in.Pos, results: int(in.N)}
	switch in.Mode {
	case program.CallBuiltin:
		return s.builtin()
	case program.CallStatic:
		if strings.HasPrefix(in.Sym, "(") && len(args) > 0 {
			s.recv, s.args = args[0], args[1:]
		}
		return s.call()
	case program.CallInvoke:
		s.recv, s.args = args[0], args[1:]
		return s.dispatch()
	}
	s.args = args[1:]
	return s.dynamic(args[0])
}

// deferCall runs a deferred call when the frame ends.
func (fr *frame) deferCall(in *program.Instr) {
	if len(fr.defers) < 100 {
		fr.defers = append(fr.defers, func() { fr.invoke(in) })
	}
}

// call runs the function s.sym: by model row, by its body, or not at all.
func (s *site) call() (Value, bool) {
	m := s.m
	if rows := m.world.Models.Func(s.sym); rows.Registers() {
		return s.byRows(rows)
	}
	f := m.world.funcs[s.sym]
	if f == nil {
		return s.external(), true
	}
	args := s.args
	if f.Recv && s.recv != nil {
		args = append([]Value{s.recv}, s.args...)
	}
	var bound map[string]string
	if len(s.typeArgs) > 0 {
		bound = make(map[string]string, len(s.typeArgs))
		for i, p := range f.TypeParams {
			if i < len(s.typeArgs) {
				bound[p] = s.typeArgs[i]
			}
		}
	} else if s.fr != nil && f.Parent != "" {
		bound = s.fr.typeArgs
	}
	m.dispatchCall(f)
	return m.call(f, args, nil, bound, s.pos), true
}

// external is a call of a function whose body is not in the program.
func (s *site) external() Value {
	m := s.m
	if s.recv != nil {
		m.escape(s.recv, 0)
	}
	for _, a := range s.args {
		m.escape(a, 0)
		m.havoc(a, "what "+s.sym+" may have written")
		if l, ok := a.(*List); ok { // variadic
			for _, c := range l.Cells {
				m.havoc(c.Val, "what "+s.sym+" may have written")
			}
		}
	}
	return s.opaqueResult("the result of "+s.sym, s.sym)
}

// opaqueResult is what a function returns of which nothing is known: the
// first result may do what it does by the functions that it was given.
func (s *site) opaqueResult(reason, sym string) Value {
	v := s.m.unknownResults(s.results, reason)
	first := &Unknown{Reason: reason, Sym: sym, Given: functions(s.args), Of: holders(s.args)}
	t, ok := v.(*Tuple)
	switch {
	case !ok:
		return first
	case len(t.Vs) > 0:
		t.Vs[0] = first
	}
	return v
}

// holders lists the arguments that are, or can hold, functions.
func holders(args []Value) []Value {
	var out []Value
	for _, a := range args {
		switch a.(type) {
		case *Iface, *Func, *Opaque, *Choice, *Unknown:
			out = append(out, a)
		}
	}
	return out
}

// functions lists the function values among arguments, those of a variadic
// list included.
func functions(args []Value) []Value {
	var out []Value
	for _, a := range args {
		if l, ok := Plain(a).(*List); ok {
			for _, c := range l.Cells {
				if isFunction(c.Val) {
					out = append(out, c.Val)
				}
			}
		} else if isFunction(a) {
			out = append(out, a)
		}
	}
	return out
}

// isFunction reports whether v can be a function value, or a handler that a
// function made.
func isFunction(v Value) bool {
	if v == nil {
		return false
	}
	for _, alt := range Alternatives(Plain(v)) {
		switch a := Plain(alt).(type) {
		case *Func:
			return true
		case *Opaque:
			if a.Inner != nil {
				return true
			}
		case *Unknown:
			if len(a.Given) > 0 {
				return true
			}
		}
	}
	return false
}

// dynamic calls a function value.
func (s *site) dynamic(fn Value) (Value, bool) {
	m := s.m
	alts := Alternatives(Plain(fn))
	var out Value
	returns := false
	ran := false
	for _, alt := range alts {
		if o, ok := Plain(alt).(*Opaque); ok {
			if s.callOption(o) {
				ran, returns = true, true
				continue
			}
			if v := s.callWrap(o); v != nil {
				out, ran, returns = join(out, v), true, true
				continue
			}
		}
		f, ok := Plain(alt).(*Func)
		if !ok {
			continue
		}
		ran = true
		end := func() {}
		if len(alts) > 1 {
			end = m.region()
		}
		v, r := m.applyAt(f, s)
		end()
		if r {
			out, returns = join(out, v), true
		}
	}
	if ran {
		if out == nil {
			out = &Tuple{}
		}
		return out, returns
	}
	for _, a := range s.args {
		m.escape(a, 0)
	}
	reason, sym := "the result of a call of an unknown function", ""
	if u, ok := fn.(*Unknown); ok {
		reason, sym = "the result of a call of an unknown function: "+u.Reason, u.Sym
	}
	return s.opaqueResult(reason, sym), true
}

// callOption applies a functional option that the code calls itself.
func (s *site) callOption(o *Opaque) bool {
	rows := s.m.world.Models.Func(o.Sym)
	if rows == nil || rows.Option == nil || len(s.args) == 0 {
		return false
	}
	s.m.option(s.args[0], o)
	return true
}

// callWrap calls what a row says is a function around HTTP handlers.
func (s *site) callWrap(o *Opaque) Value {
	rows := s.m.world.Models.Func(o.Sym)
	if rows == nil || rows.Wrap == nil || o.Inner != nil || len(s.args) == 0 {
		return nil
	}
	s.m.escape(s.args[0], 0)
	return &Opaque{Sym: o.Sym, Args: o.Args, Recv: o.Recv, Pos: o.Pos, Inner: s.args[0]}
}

// region opens a conditional region: stores to older cells become weak.
func (m *Machine) region() (end func()) {
	m.clock++
	m.regions = append(m.regions, m.clock)
	n := len(m.regions)
	return func() { m.regions = m.regions[:n-1] }
}

// apply calls a function value with arguments of the evaluator's own making.
func (m *Machine) apply(f *Func, args []Value, in program.Instr) Value {
	n := 1
	if fn := m.world.funcs[f.ID]; fn != nil {
		n = fn.Results
	}
	v, _ := m.applyAt(f, &site{m: m, sym: f.ID, args: args, pos: in.Pos, results: n})
	return v
}

// applyAt calls a function value for a call site.
func (m *Machine) applyAt(f *Func, s *site) (Value, bool) {
	if f.called != nil {
		*f.called = true
	}
	if f.Native != nil {
		return f.Native(m, s.args), true
	}
	inner := *s
	inner.sym = f.ID
	if f.Recv != nil {
		inner.recv = f.Recv
		if f.Invoke {
			return inner.dispatch()
		}
	} else if strings.HasPrefix(f.ID, "(") && !strings.Contains(f.ID, "$") && len(s.args) > 0 { // method expression
		inner.recv, inner.args = s.args[0], s.args[1:]
	}
	if fn := m.world.funcs[f.ID]; fn != nil && !m.world.Models.Func(f.ID).Registers() {
		args := inner.args
		if fn.Recv && inner.recv != nil {
			args = append([]Value{inner.recv}, inner.args...)
		}
		m.dispatchCall(fn)
		return m.call(fn, args, f.Bindings, f.TypeArgs, s.pos), true
	}
	if len(inner.typeArgs) == 0 && len(f.TypeArgs) > 0 {
		if fn := m.world.funcs[f.ID]; fn != nil {
			for _, p := range fn.TypeParams {
				inner.typeArgs = append(inner.typeArgs, f.TypeArgs[p])
			}
		}
	}
	return inner.call()
}

// dispatch calls an interface's method on what the receiver can be.
func (s *site) dispatch() (Value, bool) {
	m := s.m
	method := s.sym[strings.LastIndexByte(s.sym, '.')+1:]
	alts := Alternatives(s.recv)
	var out Value
	returns, ran := false, false
	for _, alt := range alts {
		i, ok := m.typed(alt, method)
		if !ok {
			continue
		}
		ran = true
		end := func() {}
		if len(alts) > 1 {
			end = m.region()
		}
		v, r := s.method(i, method)
		end()
		if r {
			out, returns = join(out, v), true
		}
	}
	if ran {
		return out, returns
	}
	if s.m.world.Models.Func(s.sym).Registers() {
		return s.call()
	}
	if v, r, ok := s.unknownReceiver(method); ok {
		return v, r
	}
	return s.external(), true
}

// typed returns the receiver of a method call with its dynamic type. A value
// of a type parameter has no interface around it, but knows its type.
func (m *Machine) typed(v Value, method string) (*Iface, bool) {
	var typ string
	switch v := v.(type) {
	case *Iface:
		return v, true
	case *Struct:
		typ = v.Type
	case *Ptr:
		typ = "*" + v.Obj.Type
	default:
		return nil, false
	}
	t := m.world.Type(typ)
	if t == nil {
		return nil, false
	}
	_, ok := t.Method(method)
	return &Iface{Type: typ, V: v}, ok
}

// method calls a method of a value whose dynamic type is known.
func (s *site) method(i *Iface, name string) (Value, bool) {
	m := s.m
	inner := *s
	t := m.world.Type(i.Type)
	if t == nil {
		inner.recv = i.V
		return inner.external(), true
	}
	meth, ok := t.Method(name)
	if !ok {
		inner.recv = i.V
		return inner.external(), true
	}
	recv := i.V
	for _, f := range meth.Path {
		recv = m.through(recv, f)
	}
	inner.sym = meth.ID
	inner.recv = recv
	if fn := m.world.funcs[meth.ID]; fn != nil && len(fn.Params) > 0 && len(fn.TypeParams) > 0 {
		inner.typeArgs = typeArgsIn(i.Type)
	}
	if _, isIface := recv.(*Iface); isIface { // an embedded interface
		return inner.dispatch()
	}
	// a method with a value receiver called through a pointer
	if p, ok := recv.(*Ptr); ok && strings.HasPrefix(meth.ID, "(") && !strings.HasPrefix(meth.ID, "(*") {
		inner.recv = m.read(p.Obj, program.ZeroStruct, p.Obj.Type)
	}
	return inner.call()
}

// through reads an embedded field of a value or of what it points to.
func (m *Machine) through(v Value, field string) Value {
	switch v := v.(type) {
	case *Ptr:
		f := m.field(v.Obj, field)
		if f.Fields != nil || f.Kind == program.ZeroStruct || f.Val == nil {
			return &Ptr{Obj: f}
		}
		return m.read(f, program.ZeroOther, "")
	case *Struct:
		return m.fieldOf(v, field, program.ZeroOther, "")
	case *Unknown:
		return m.through(&Ptr{Obj: m.materialise(v)}, field)
	}
	return unknown("the embedded field " + field + " of an unknown value")
}

// typeArgsIn returns the type arguments in the name of an instance.
func typeArgsIn(typ string) []string {
	i := strings.IndexByte(typ, '[')
	if i <= 0 || !strings.HasSuffix(typ, "]") || strings.HasPrefix(typ, "map[") {
		return nil
	}
	var out []string
	depth, start := 0, i+1
	for j := i + 1; j < len(typ)-1; j++ {
		switch typ[j] {
		case '[', '(', '{':
			depth++
		case ']', ')', '}':
			depth--
		case ',':
			if depth == 0 {
				out = append(out, typ[start:j])
				start = j + 1
			}
		}
	}
	return append(out, typ[start:len(typ)-1])
}

// unknownReceiver handles a call on an interface value of unknown dynamic
// type: a method that has the name and the shape of a registrar is one, and
// otherwise every implementation in the program may run.
func (s *site) unknownReceiver(method string) (Value, bool, bool) {
	m := s.m
	for _, sym := range m.world.Models.RegistrarsNamed(method) {
		if s.looksLikeRegistrar(sym) {
			inner := *s
			inner.sym = sym
			v, r := inner.call()
			return v, r, true
		}
	}
	ids := m.world.implementations(s.sym, method)
	if len(ids) == 0 || len(ids) > maxImplementations || m.guesses[s.sym] >= maxGuesses {
		return nil, false, false
	}
	// whatever the receiver is, it was tried: a call further down the stack
	// would only repeat that
	was := m.guesses[s.sym]
	m.guesses[s.sym] = maxGuesses
	defer func() { m.guesses[s.sym] = was + 1 }()
	reason := "the receiver of an interface call"
	param := false
	if u, ok := Plain(s.recv).(*Unknown); ok {
		reason, param = u.Reason, u.Param
	}
	var out Value
	returns := false
	for _, id := range ids {
		inner := *s
		inner.sym = id
		inner.recv = &Unknown{Reason: reason, NonNil: true, Param: param}
		end := m.region()
		v, r := inner.call()
		end()
		if r {
			out, returns = join(out, v), true
		}
	}
	return out, returns, true
}

// Bounds on calls through interfaces whose dynamic type is not known: how many
// implementations are tried, and how often for one method.
const (
	maxImplementations = 24
	maxGuesses         = 8
)

// looksLikeRegistrar reports whether the arguments are of the kinds that the
// registrar takes, one of them for certain: a descriptor of that SDK.
func (s *site) looksLikeRegistrar(sym string) bool {
	rows := s.m.world.Models.Func(sym)
	certain := false
	for _, r := range rows.Registrars {
		path, err := models.ParsePath(r.Descriptor)
		if err != nil || path.Root != models.RootArg {
			continue
		}
		if path.Index >= len(s.args) {
			return false
		}
		var typ string
		switch v := Plain(s.args[path.Index]).(type) {
		case *Struct:
			typ = v.Type
		case *Ptr:
			typ = v.Obj.Type
		}
		if d, model := s.m.world.Models.Descriptor(typ); d != nil && model == rows.Model {
			certain = true
		}
	}
	return certain
}

// implementations returns the methods with a body that an interface call can
// reach: those of types in the program that have all methods of the interface.
func (w *World) implementations(sym, method string) []string {
	if ids, ok := w.impls[sym]; ok {
		return ids
	}
	if w.impls == nil {
		w.impls = map[string][]string{}
	}
	iface := strings.TrimPrefix(sym[:strings.LastIndexByte(sym, '.')], "(")
	iface = strings.TrimSuffix(iface, ")")
	t := w.types[iface]
	var ids []string
	if t != nil && t.Kind == program.KindInterface {
		seen := map[string]bool{}
		for _, name := range w.typeNames() {
			c := w.types[name]
			if c.Kind == program.KindInterface {
				continue
			}
			meth, ok := c.Method(method)
			if !ok || seen[meth.ID] || w.funcs[meth.ID] == nil || !c.Implements(t) {
				continue
			}
			seen[meth.ID] = true
			ids = append(ids, meth.ID)
		}
	}
	w.impls[sym] = ids
	return ids
}
