package interp

import (
	"encoding/json"
	"slices"
	"strings"

	"github.com/mcpvet/mcpvet/internal/program"
	"github.com/mcpvet/mcpvet/models"
)

// Servers without an SDK. Such a server decodes a request, compares its
// method with "tools/list" and "tools/call", and answers with descriptors of
// its own. The evaluator reaches these comparisons with an unknown method, so
// it runs each branch; what the list branch puts under "tools" are the tools,
// and what the call branch runs for a name is the handler. The methods are
// rows of package models.

// handRolled is what was found of a server without an SDK.
type handRolled struct {
	server   *Server
	regs     []*Registration
	byName   map[string]*Registration
	calls    map[string][]*Func // tool -> functions that its branch calls, in order
	arms     map[string]*Func   // tool -> function that has the branch
	listed   bool
	called   bool
	listSite program.Pos
	listFunc string
}

// comparison is what an undecided comparison compared.
type comparison struct {
	x, y    Value
	negated bool
}

// comparison returns the result of a comparison that is not decided.
func (m *Machine) comparison(x, y Value) Value {
	return &Opaque{Sym: "comparison", native: &comparison{x: x, y: y}}
}

// equals returns the constant string that a condition compares with, and the
// outcome that means equality.
func equals(cond Value) (s string, outcome, ok bool) {
	o, isOpaque := cond.(*Opaque)
	if !isOpaque {
		return "", false, false
	}
	c, isComparison := o.native.(*comparison)
	if !isComparison {
		return "", false, false
	}
	s, ok = AsString(c.y)
	if !ok {
		s, ok = AsString(c.x)
	}
	return s, !c.negated, ok
}

// hands returns the state for servers without an SDK.
func (m *Machine) hands() *handRolled {
	if m.hand == nil {
		m.hand = &handRolled{byName: map[string]*Registration{}, calls: map[string][]*Func{}, arms: map[string]*Func{}}
	}
	return m.hand
}

// An arm says what is known on one arm of a dispatcher's branches.
type arm struct {
	method *models.Method // that is being served, nil without
	tool   string         // the tool whose branch this is
	inTool bool           // a caller is in the branch of a tool
}

// lists reports whether the arm serves a method that lists something.
func (a *arm) lists() bool { return a.method != nil && a.method.Lists != "" }

// calls reports whether the arm serves calls of tools.
func (a *arm) calls() bool { return a.method != nil && a.method.Calls == kindTool }

// kindTool is the kind of tools, in registrations and rows.
const kindTool = "tool"

// armFor returns what is known on one arm of a branch.
func (fr *frame) armFor(cond Value, taken bool, pos program.Pos) *arm {
	s, outcome, ok := equals(cond)
	if !ok || taken != outcome || fr.m.ownsProtocol(fr.f) {
		return fr.arm
	}
	h := fr.m.hands()
	method := fr.m.world.Models.Method(s)
	switch {
	case method != nil:
		h.serves(method, pos, fr.f.ID)
		return &arm{method: method}
	case fr.arm.calls() && fr.arm.tool == "" && !fr.arm.inTool:
		if h.arms[s] == nil {
			h.arms[s] = &Func{ID: fr.f.ID, Pos: fr.f.Pos}
		}
		return &arm{method: fr.arm.method, tool: s}
	}
	return fr.arm
}

// serves notes that a method of the protocol is served.
func (h *handRolled) serves(method *models.Method, pos program.Pos, fn string) {
	if method.Lists == kindTool {
		h.listed, h.listSite, h.listFunc = true, pos, fn
	}
	h.called = h.called || method.Calls == kindTool
}

// ownsProtocol reports whether f belongs to an SDK, whose dispatcher is no
// server of its own.
func (m *Machine) ownsProtocol(f *program.Func) bool { return m.world.Models.ModelOf(f.Pkg) != nil }

// dispatchCall notes that the branch of a tool calls a function.
func (m *Machine) dispatchCall(f *program.Func) {
	if m.hand == nil || len(m.stack) == 0 {
		return
	}
	if tool := m.stack[len(m.stack)-1].arm.tool; tool != "" {
		m.hand.calls[tool] = append(m.hand.calls[tool], &Func{ID: f.ID, Pos: f.Pos})
	}
}

// dispatchLookup notes a look-up of a handler by name, and returns the value
// with what the name implies: a map from method to function is a dispatcher too.
func (fr *frame) dispatchLookup(x, key, v Value) Value {
	m := fr.m
	if isKnown(key) || m.ownsProtocol(fr.f) {
		return v
	}
	for _, alt := range Alternatives(x) {
		mp, ok := alt.(*Map)
		if !ok {
			continue
		}
		methods := false
		for i, k := range mp.Obj.Keys {
			name, ok := AsString(k)
			if !ok {
				continue
			}
			method := m.world.Models.Method(name)
			switch {
			case method != nil && (method.Lists != "" || method.Calls != ""):
				methods = true
			case fr.arm.calls() && fr.arm.tool == "":
				h := m.hands()
				h.calls[name] = append(h.calls[name], funcsIn(mp.Obj.Vals[i])...)
				if h.arms[name] == nil {
					h.arms[name] = &Func{ID: fr.f.ID, Pos: fr.f.Pos}
				}
			}
		}
		if methods {
			fr.runMethods(mp.Obj)
		}
	}
	return v
}

// funcsIn lists the functions that a value of a dispatch map has.
func funcsIn(v Value) []*Func {
	var out []*Func
	for _, alt := range Alternatives(Plain(v)) {
		switch f := Plain(alt).(type) {
		case *Func:
			out = append(out, f)
		case *Struct:
			for _, field := range f.Fields {
				if g, ok := Plain(field).(*Func); ok {
					out = append(out, g)
				}
			}
		}
	}
	return out
}

// runMethods runs the functions of a map from method to function, each as the
// branch of its method.
func (fr *frame) runMethods(o *MapObject) {
	m := fr.m
	h := m.hands()
	was := fr.arm
	for i, k := range o.Keys {
		name, _ := AsString(k)
		method := m.world.Models.Method(name)
		if method == nil {
			continue
		}
		h.serves(method, fr.f.Pos, fr.f.ID)
		fr.arm = &arm{method: method}
		for _, f := range funcsIn(o.Vals[i]) {
			m.apply(f, m.unknownFor(f), program.Instr{})
		}
	}
	fr.arm = was
}

// answers notes what a branch puts into its answer under a key.
func (fr *frame) answers(key string, v Value) {
	m := fr.m
	method := fr.arm.method
	if m.hand == nil || method == nil {
		return
	}
	if fr.arm.lists() {
		switch {
		case strings.EqualFold(key, method.Answer):
			m.listed(method.Lists, v, 0)
		case strings.EqualFold(key, "result"):
			if in := m.Get(m.Deref(Plain(v)), method.Answer); in != nil {
				m.listed(method.Lists, in, 0)
			}
		}
		return
	}
	if method.Answer != "" && strings.EqualFold(key, method.Answer) {
		for _, field := range []string{"name", "Name"} {
			if n := m.Get(m.Deref(Plain(v)), field); n != nil {
				m.handServer().Name = n
			}
		}
	}
}

// text looks for descriptors in JSON text that a branch answers with.
func (fr *frame) textAnswer(v Value) {
	if !fr.arm.lists() || fr.m.hand == nil {
		return
	}
	s, ok := AsString(v)
	if !ok || !strings.Contains(s, `"name"`) {
		return
	}
	var answer map[string]json.RawMessage
	if json.Unmarshal([]byte(s), &answer) != nil {
		return
	}
	if r, ok := answer["result"]; ok {
		var inner map[string]json.RawMessage
		if json.Unmarshal(r, &inner) == nil {
			answer = inner
		}
	}
	var list []any
	if json.Unmarshal(answer[fr.arm.method.Answer], &list) != nil {
		return
	}
	cells := &List{}
	for _, d := range list {
		cells.Cells = append(cells.Cells, fr.m.newCell(fromJSON(d, PosOf(v)), PosOf(v)))
	}
	fr.m.listed(fr.arm.method.Lists, cells, 0)
}

// fromJSON converts decoded JSON to a value.
func fromJSON(x any, pos program.Pos) Value {
	switch x := x.(type) {
	case string:
		return &Const{V: x, Pos: pos}
	case bool:
		return &Const{V: x, Pos: pos}
	case float64:
		return &Const{V: x, Pos: pos}
	case []any:
		l := &List{}
		for _, e := range x {
			l.Cells = append(l.Cells, &Object{Val: fromJSON(e, pos), Pos: pos})
		}
		return l
	case map[string]any:
		o := &MapObject{}
		keys := make([]string, 0, len(x))
		for k := range x {
			keys = append(keys, k)
		}
		slices.Sort(keys)
		for _, k := range keys {
			o.Keys = append(o.Keys, &Const{V: k, Pos: pos})
			o.Vals = append(o.Vals, fromJSON(x[k], pos))
		}
		return &Map{Obj: o}
	}
	return Nil{}
}

// handServer returns the server without an SDK.
func (m *Machine) handServer() *Server {
	h := m.hands()
	if h.server == nil {
		h.server = &Server{Symbol: "hand-rolled", Site: h.listSite, id: h.listFunc, fn: h.listFunc}
	}
	return h.server
}

// listed records descriptors.
func (m *Machine) listed(kind string, v Value, depth int) {
	h := m.hands()
	if depth > 3 {
		return
	}
	self := &Opaque{Sym: "hand-rolled", Server: m.handServer()}
	for _, e := range m.Elements(v) {
		d := m.Deref(Plain(e))
		name := m.descriptorName(d)
		if name == nil {
			continue
		}
		key, known := AsString(name)
		if known && h.byName[kind+" "+key] != nil {
			continue
		}
		reg := &Registration{Kind: kind, Symbol: "hand-rolled", Site: h.listSite, Func: h.listFunc, Server: self, Descriptor: d, Name: name, Order: m.now()}
		h.regs = append(h.regs, reg)
		if known {
			h.byName[kind+" "+key] = reg
		}
	}
}

// descriptorName returns the name in a descriptor: under the JSON name "name".
func (m *Machine) descriptorName(d Value) Value {
	switch d := d.(type) {
	case *Map:
		return m.Get(d, "name")
	case *Struct:
		if t := m.world.Type(d.Type); t != nil {
			for _, f := range t.Fields {
				if jsonFieldName(f) == "name" {
					return m.Get(d, f.Name)
				}
			}
		}
		return m.Get(d, "Name")
	}
	return nil
}

func jsonFieldName(f program.Field) string {
	_, rest, ok := strings.Cut(f.Tag, `json:"`)
	if !ok {
		return strings.ToLower(f.Name)
	}
	name, _, _ := strings.Cut(rest, `"`)
	name, _, _ = strings.Cut(name, ",")
	return name
}

// finishHandRolled turns what was found into registrations.
func (m *Machine) finishHandRolled() {
	h := m.hand
	if h == nil || len(h.regs) == 0 && (!h.listed || !h.called || m.world.usesSDK()) {
		return
	}
	srv := m.handServer()
	srv.Site, srv.id, srv.fn = h.listSite, h.listFunc, h.listFunc
	if m.world.readsStdin() {
		srv.Transports = append(srv.Transports, Serving{Kind: "stdio", Site: h.listSite})
	}
	m.Events.Servers = append(m.Events.Servers, srv)
	if len(h.regs) == 0 {
		h.regs = append(h.regs, &Registration{Kind: kindTool, Symbol: "hand-rolled", Site: h.listSite, Func: h.listFunc,
			Server: &Opaque{Sym: "hand-rolled", Server: srv}, Name: unknown("what the branch that lists tools answers could not be followed"), Order: m.now()})
	}
	helpers := h.helpers()
	for _, r := range h.regs {
		name, _ := AsString(r.Name)
		if r.Kind == kindTool {
			r.Handler = h.handler(name, helpers)
		}
		m.register(r)
	}
}

// helpers are the functions that the branches of three or more tools call:
// they read arguments or write answers.
func (h *handRolled) helpers() map[string]bool {
	by := map[string]map[string]bool{}
	for name, fs := range h.calls {
		for _, f := range fs {
			if by[f.ID] == nil {
				by[f.ID] = map[string]bool{}
			}
			by[f.ID][name] = true
		}
	}
	out := map[string]bool{}
	for id, names := range by {
		out[id] = len(names) >= 3
	}
	return out
}

// handler returns the function that serves a tool: the one that its branch
// calls, or, where it calls none or several, the function that has the branch.
func (h *handRolled) handler(name string, helpers map[string]bool) Value {
	var own []*Func
	for _, f := range h.calls[name] {
		if !helpers[f.ID] && !slices.ContainsFunc(own, func(g *Func) bool { return g.ID == f.ID }) {
			own = append(own, f)
		}
	}
	if len(own) == 1 {
		return own[0]
	}
	if arm := h.arms[name]; arm != nil {
		return arm
	}
	return unknown("no branch for calls of tools compares the name with " + name)
}

// usesSDK reports whether the program constructs a server or registers
// something with an SDK: comparing methods is then the work of middleware.
func (w *World) usesSDK() bool {
	for _, f := range w.funcs {
		for _, c := range f.Calls {
			if rows := w.Models.Func(c); rows != nil && (rows.Server != nil || len(rows.Registrars) > 0) {
				return true
			}
		}
	}
	return false
}

// readsStdin reports whether the program mentions os.Stdin.
func (w *World) readsStdin() bool {
	for _, f := range w.funcs {
		for i := range f.Consts {
			if f.Consts[i].Kind == program.ConstGlobal && f.Consts[i].S == "os.Stdin" {
				return true
			}
		}
	}
	return false
}

// speaksProtocol reports whether f mentions the methods that a dispatcher
// compares with, and does not belong to an SDK.
func (w *World) speaksProtocol(f *program.Func) bool {
	for i := range f.Consts {
		c := &f.Consts[i]
		if c.Kind != program.ConstString {
			continue
		}
		if m := w.Models.Method(c.S); m != nil && (m.Lists == kindTool || m.Calls == kindTool) {
			return w.Models.ModelOf(f.Pkg) == nil
		}
	}
	return false
}
