package interp

import (
	"slices"
	"strconv"

	"github.com/mcpvet/mcpvet/internal/program"
	"github.com/mcpvet/mcpvet/models"
)

// byRows runs a call as its rows say.
func (s *site) byRows(rows *models.FuncRows) (v Value, returns bool) {
	switch {
	case rows.Evaluated != nil:
		if n := natives[rows.Evaluated.Rule]; n != nil {
			return n(s)
		}
	case rows.Server != nil:
		v = s.server(rows.Server, rows.Model)
	case rows.Constructor != nil:
		v = s.construct(rows.Constructor)
	case rows.Option != nil && rows.Option.Builder:
		s.m.applyOption(s.recv, s, rows.Option)
		v = s.recv
	case rows.Adapter != nil:
		v = s.adapt(rows.Adapter)
	}
	for i := range rows.Registrars {
		r := &rows.Registrars[i]
		if r.Option {
			continue // registers when the option is given to a server
		}
		s.register(r, rows.Model, s.single(r.Server))
		if r.Result != "" && v == nil {
			v = s.single(r.Result)
		}
	}
	for i := range rows.Removers {
		r := &rows.Removers[i]
		s.m.Events.Removed = append(s.m.Events.Removed, Removal{Kind: r.Kind, Server: s.single(r.Server), Names: s.values(r.Name), Site: s.pos, Order: s.m.now(), Conditional: len(s.m.regions) > 0})
	}
	for i := range rows.Transports {
		if t := s.serve(&rows.Transports[i]); t != nil && v == nil {
			v = t
		}
	}
	if w := rows.Middleware; w != nil && !w.Option {
		s.wrap(w, s.single(w.Server))
	}
	if rows.Serves() {
		if made := s.served(rows); v == nil {
			v = made
		}
	}
	if rows.Setting != nil {
		v = s.setting(rows.Setting)
	}
	if v == nil && !givesMeaning(rows) {
		return s.unknown(), true // an error, mostly
	}
	if v == nil {
		v = s.opaque()
	}
	if _, isTuple := v.(*Tuple); !isTuple {
		v = s.result(v)
	}
	return v, true
}

// givesMeaning reports whether the result of a call means something to a
// later call: it is an option.
func givesMeaning(rows *models.FuncRows) bool {
	return rows.Option != nil || rows.Middleware != nil && rows.Middleware.Option ||
		slices.ContainsFunc(rows.Registrars, func(r models.Registrar) bool { return r.Option })
}

// opaque is the result of a call that only a later call gives a meaning to.
func (s *site) opaque() Value {
	if s.results == 0 {
		return &Tuple{}
	}
	return &Opaque{Sym: s.sym, Args: s.args, Recv: s.recv, TypeArgs: s.typeArgs, Pos: s.pos}
}

// values evaluates an access path to all values that it names.
func (s *site) values(text string) []Value {
	p, err := models.ParsePath(text)
	if err != nil || text == "" {
		return nil
	}
	var v Value
	switch p.Root {
	case models.RootConst:
		return []Value{constantOf(p.Const)}
	case models.RootArg:
		if p.Index >= len(s.args) {
			return nil
		}
		v = s.args[p.Index]
	case models.RootRecv:
		v = s.recv
	default:
		return nil
	}
	if v == nil {
		return nil
	}
	return s.m.follow([]Value{v}, p.Steps)
}

// single evaluates an access path that names one value; nil without.
func (s *site) single(text string) Value {
	vs := s.values(text)
	if len(vs) == 0 {
		return nil
	}
	if len(vs) > 1 {
		return choose(vs...)
	}
	return vs[0]
}

// ArgumentOf evaluates an access path from the arguments of the call that a
// value is the result of; nil if it leads nowhere.
func (m *Machine) ArgumentOf(o *Opaque, path string) Value {
	if path == "" {
		return nil
	}
	s := &site{m: m, sym: o.Sym, recv: o.Recv, args: o.Args, typeArgs: o.TypeArgs, pos: o.Pos}
	return s.single(path)
}

// follow goes from values along the steps of a path.
func (m *Machine) follow(vs []Value, steps []models.Step) []Value {
	for i, step := range steps {
		called := i+1 < len(steps) && steps[i+1].Call
		var next []Value
		for _, v := range vs {
			switch {
			case step.Elements:
				next = append(next, m.Elements(v)...)
			case step.Call:
				if f, ok := Plain(v).(*Func); ok {
					next = append(next, extractFirst(m.apply(f, m.unknownFor(f), program.Instr{})))
				}
			default:
				in := m.Get(v, step.Field)
				if f, ok := m.methodValue(v, step.Field).(*Func); ok && called {
					in = f
				}
				next = append(next, in)
			}
		}
		vs = next
	}
	return vs
}

func extractFirst(v Value) Value {
	if t, ok := v.(*Tuple); ok && len(t.Vs) > 0 {
		return t.Vs[0]
	}
	return v
}

func (m *Machine) unknownFor(f *Func) []Value {
	if fn := m.world.funcs[f.ID]; fn != nil {
		return m.unknownArgsOf(fn, f)
	}
	return nil
}

// Elements lists the elements of a list or map, the further ones that may
// exist left out.
func (m *Machine) Elements(v Value) []Value {
	switch v := Plain(v).(type) {
	case *Map:
		return v.Obj.Vals
	case *Ptr:
		if v.Obj.Elems != nil {
			return m.Elements(&List{Cells: v.Obj.Elems})
		}
		return m.Elements(m.read(v.Obj, program.ZeroOther, ""))
	}
	l := asList(v)
	if l == nil {
		return nil
	}
	out := make([]Value, len(l.Cells))
	for i, c := range l.Cells {
		out[i] = m.read(c, program.ZeroOther, "")
	}
	return out
}

// Get returns a field of a struct, of what a pointer points to, or an entry
// of a map with string keys; nil when it was never set.
func (m *Machine) Get(v Value, field string) Value {
	switch v := Plain(v).(type) {
	case *Ptr:
		if v.Obj.Fields == nil {
			if v.Obj.Val != nil {
				return m.Get(v.Obj.Val, field)
			}
			if v.Obj.Open != nil {
				return v.Obj.Open
			}
			return nil
		}
		f, ok := v.Obj.Fields[field]
		if !ok {
			if v.Obj.Open != nil {
				return v.Obj.Open
			}
			return nil
		}
		return m.stored(f)
	case *Struct:
		if f, ok := v.Fields[field]; ok {
			return f
		}
		if v.Open != nil {
			return v.Open
		}
		return nil
	case *Map:
		for i, k := range v.Obj.Keys {
			if s, ok := AsString(k); ok && s == field {
				return v.Obj.Vals[i]
			}
		}
		if v.Obj.Open != nil {
			return v.Obj.Open
		}
		return nil
	case *Choice:
		var out []Value
		for _, a := range v.Alts {
			if f := m.Get(a, field); f != nil {
				out = append(out, f)
			}
		}
		if len(out) > 0 {
			return choose(out...)
		}
		return nil
	case *Opaque:
		if v.Inner != nil {
			return m.Get(v.Inner, field)
		}
		return nil
	case *Unknown:
		return v
	}
	return nil
}

// Deref returns what a pointer points to, or v.
func (m *Machine) Deref(v Value) Value {
	if p, ok := Plain(v).(*Ptr); ok {
		return m.read(p.Obj, program.ZeroOther, p.Obj.Type)
	}
	return v
}

// constantOf parses the constant of a path: "=true", "=12", "=text".
func constantOf(text string) Value {
	switch text {
	case "true", "false":
		return &Const{V: text == "true", Default: true}
	case "nil":
		return Nil{}
	}
	if i, err := strconv.ParseInt(text, 10, 64); err == nil {
		return &Const{V: i, Default: true}
	}
	return &Const{V: text, Default: true}
}

// server records the construction of a server.
func (s *site) server(r *models.Server, model *models.Model) Value {
	m := s.m
	srv := m.newServer(s, model)
	if r.Name != "" {
		srv.Name = s.single(r.Name)
	}
	self := &Opaque{Sym: s.sym, Args: s.args, Pos: s.pos, Server: srv}
	if r.Options != "" {
		for _, o := range s.values(r.Options) {
			srv.Options = append(srv.Options, o)
			m.serverOption(self, o, s)
		}
	}
	if r.Calls != "" {
		for _, f := range s.values(r.Calls) {
			if fn, ok := Plain(f).(*Func); ok {
				m.apply(fn, []Value{self}, program.Instr{Pos: s.pos})
			}
		}
	}
	return self
}

// serverOption applies an option to a server under construction: an options
// struct with handlers in its fields, or a functional option with a row.
func (m *Machine) serverOption(self *Opaque, o Value, s *site) {
	for _, alt := range Alternatives(Plain(o)) {
		switch v := Plain(alt).(type) {
		case *Opaque:
			inner := &site{m: m, fr: s.fr, sym: v.Sym, recv: v.Recv, args: v.Args, typeArgs: v.TypeArgs, pos: v.Pos, results: 1}
			rows := m.world.Models.Func(v.Sym)
			if rows == nil {
				continue
			}
			if rows.Middleware != nil {
				inner.wrap(rows.Middleware, self)
			}
			if rows.Option != nil && rows.Option.Validates {
				self.Server.Validates = true
			}
			if rows.Option != nil && rows.Option.Recovers {
				self.Server.Recovers = true
			}
			for i := range rows.Registrars {
				if rows.Registrars[i].Option {
					inner.register(&rows.Registrars[i], rows.Model, self)
				}
			}
		case *Func: // an option written by hand: a function of the server
			m.apply(v, []Value{self}, program.Instr{Pos: s.pos})
		case *Ptr, *Struct:
			m.optionFields(self, v, s)
		}
	}
}

// optionFields registers the handlers in the fields of an options struct.
func (m *Machine) optionFields(self *Opaque, v Value, s *site) {
	typ := ""
	switch v := v.(type) {
	case *Ptr:
		typ = v.Obj.Type
	case *Struct:
		typ = v.Type
	}
	fields, model := m.world.Models.Fields(typ)
	for _, f := range fields {
		h := m.Get(v, f.Field)
		if h == nil || isNil(Plain(h)) || f.Kind == "" {
			continue
		}
		if _, isUnknown := h.(*Unknown); isUnknown {
			continue
		}
		m.register(&Registration{Kind: f.Kind, Symbol: typ + "." + f.Field, Model: model,
			Site: s.pos, Calls: m.calls(), Func: s.caller(), Server: self, Name: &Const{V: f.Name, Default: true}, Handler: h, Order: m.now(),
			Conditional: len(m.regions) > 0})
	}
}

// caller returns the id of the function that has the call.
func (s *site) caller() string {
	if s.fr != nil {
		return s.fr.f.ID
	}
	if n := len(s.m.stack); n > 0 {
		return s.m.stack[n-1].f.ID
	}
	return ""
}

// openList returns why the list of a path may have further elements, or nil.
func (s *site) openList(text string) *Unknown {
	p, err := models.ParsePath(text)
	if err != nil || p.Root != models.RootArg || p.Index >= len(s.args) {
		return nil
	}
	if l := asList(s.args[p.Index]); l != nil {
		return l.Open
	}
	return nil
}

func (s *site) registration(r *models.Registrar, model *models.Model, server, each Value) *Registration {
	part := func(text string) Value {
		p, err := models.ParsePath(text)
		if err != nil || text == "" {
			return nil
		}
		if p.Root == models.RootEach {
			vs := s.m.follow([]Value{each}, p.Steps)
			if len(vs) == 0 {
				return nil
			}
			return vs[0]
		}
		return s.single(text)
	}
	m := s.m
	reg := &Registration{Kind: r.Kind, Symbol: s.sym, Row: r, Model: model, Site: s.pos, Calls: m.calls(), Func: s.caller(), Server: server,
		Descriptor: part(r.Descriptor), Name: part(r.Name), Describe: part(r.Description), URI: part(r.URI), Handler: part(r.Handler),
		Order: m.now(), Conditional: len(m.regions) > 0}
	// what stands behind a pointer now may change later
	reg.Descriptor = m.Deref(reg.Descriptor)
	if st, ok := Plain(reg.Descriptor).(*Struct); ok {
		if d, _ := m.world.Models.Descriptor(st.Type); d != nil {
			reg.nameField = d.Name
		}
	}
	if p, err := models.ParsePath(r.Schema); err == nil && r.Schema != "" {
		switch p.Root {
		case models.RootTypeArg:
			if p.Index < len(s.typeArgs) {
				reg.SchemaType = s.typeArgs[p.Index]
			}
		case models.RootHandler:
			reg.SchemaType = m.handlerParam(reg.Handler, p.Index)
		default:
			reg.Schema = part(r.Schema)
		}
	}
	if r.Method != "" && reg.Handler != nil {
		reg.Handler = m.methodValue(reg.Handler, r.Method)
	}
	return reg
}

// handlerParam returns the type of a parameter of a handler; -1 is the last.
func (m *Machine) handlerParam(h Value, i int) string {
	f, ok := Plain(h).(*Func)
	if !ok {
		return ""
	}
	fn := m.world.funcs[f.ID]
	if fn == nil {
		return ""
	}
	params := fn.Params
	if fn.Recv && len(params) > 0 {
		params = params[1:]
	}
	if i < 0 {
		i = len(params) - 1
	}
	if i < 0 || i >= len(params) {
		return ""
	}
	return program.Subst(params[i].Type, f.TypeArgs)
}

// methodValue returns the method of a value with a known dynamic type.
func (m *Machine) methodValue(v Value, name string) Value {
	for _, alt := range Alternatives(v) {
		i, ok := alt.(*Iface)
		if !ok {
			continue
		}
		if t := m.world.Type(i.Type); t != nil {
			if meth, ok := t.Method(name); ok {
				return &Func{ID: meth.ID, Recv: i.V, called: new(bool)}
			}
		}
	}
	return v
}

// adapt wraps a handler.
func (s *site) adapt(r *models.Adapter) Value {
	out := &Opaque{Sym: s.sym, Args: s.args, Recv: s.recv, TypeArgs: s.typeArgs, Pos: s.pos, Inner: s.single(r.Handler)}
	p, err := models.ParsePath(r.Result)
	if err != nil || r.Result == "" {
		p = models.Path{Root: models.RootResult}
	}
	if s.results <= 1 {
		return out
	}
	t := &Tuple{Vs: make([]Value, s.results)}
	for i := range t.Vs {
		t.Vs[i] = Nil{}
	}
	if p.Index < len(t.Vs) {
		t.Vs[p.Index] = out
	}
	if r.Descriptor != "" {
		t.Vs[0] = s.single(r.Descriptor)
	}
	return t
}

// serve records that a server is served, and returns the call's result: what
// a call like NewSSEServer returns stands for its server.
func (s *site) serve(r *models.Transport) Value {
	m := s.m
	var servers []Value
	if r.Server != "" {
		servers = s.values(r.Server)
	}
	if r.GetServer != "" {
		for _, f := range s.values(r.GetServer) {
			for _, alt := range Alternatives(Plain(f)) {
				if fn, ok := Plain(alt).(*Func); ok {
					servers = append(servers, extractFirst(m.apply(fn, m.unknownFor(fn), program.Instr{Pos: s.pos})))
				}
			}
		}
	}
	kinds := []string{r.Kind}
	if r.Transport != "" {
		kinds = nil
		for _, v := range s.values(r.Transport) {
			kinds = append(kinds, m.transportKinds(v, r.Types, 0)...)
		}
	}
	var first Value
	for _, v := range servers {
		for _, srv := range ServersOf(v) {
			for _, k := range kinds {
				srv.Transports = append(srv.Transports, Serving{Kind: k, Site: s.pos, Address: s.single(r.Address), Options: s.single(r.Options), Inherits: r.Inherits, Session: s.opensSession(r)})
			}
			if first == nil {
				first = &Opaque{Sym: s.sym, Args: s.args, Pos: s.pos, Server: srv}
			}
		}
	}
	if first == nil && r.GetServer != "" { // a handler of which is not known what it serves
		first = &Opaque{Sym: s.sym, Args: s.args, Pos: s.pos}
	}
	return first
}

// transportKinds names the transport that a value is, through wrappers.
func (m *Machine) transportKinds(v Value, types map[string]string, depth int) []string {
	if depth > 4 {
		return nil
	}
	var out []string
	for _, alt := range Alternatives(v) {
		typ := ""
		switch t := alt.(type) {
		case *Iface:
			typ = t.Type
		case *Ptr:
			typ = "*" + t.Obj.Type
		case *Struct:
			typ = t.Type
		}
		kind, ok := types[typ]
		if !ok && typ != "" {
			kind, ok = types[typ[1:]]
		}
		if !ok {
			continue
		}
		if len(kind) > 1 && kind[0] == '.' {
			if in := m.Get(alt, kind[1:]); in != nil {
				out = append(out, m.transportKinds(in, types, depth+1)...)
			}
			continue
		}
		out = append(out, kind)
	}
	return out
}

func (s *site) wrap(r *models.Middleware, server Value) {
	fns := s.values(r.Functions)
	for _, srv := range ServersOf(server) {
		srv.Middleware = append(srv.Middleware, Wrapping{Row: r, Functions: fns, Policy: s.single(r.Policy), Site: s.pos, Order: s.m.now()})
	}
}
