package endpoints

import (
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"slices"
	"strings"

	"github.com/mcpvet/mcpvet/internal/interp"
	"github.com/mcpvet/mcpvet/internal/passes/posture"
	"github.com/mcpvet/mcpvet/internal/program"
	"github.com/mcpvet/mcpvet/models"
)

// A finder follows what calls that serve HTTP requests are given.
type finder struct {
	w       *interp.World
	m       *interp.Machine
	version func(module string) string
	servers map[*interp.Server]*posture.Server
	reads   map[string]Shown // function -> what it reads of a request
	l       *interp.Listening
}

// Bounds on how far a handler is followed.
const (
	maxSteps = 24  // functions that a request passes
	maxWays  = 200 // ways to the handlers of one call
)

// endpoint describes what one call serves; nil where that is no MCP server.
func (f *finder) endpoint(l *interp.Listening) *Endpoint {
	f.l = l
	e := &Endpoint{Pos: l.Site, Site: l.Site, TLS: l.Row.TLS, Unlimited: !l.Row.Limits}
	handler := l.Value(l.Row.Handler)
	address := l.Value(l.Row.Address)
	if vs := l.Values(l.Row.Address); len(vs) == 0 {
		address = nil
	}
	if o := f.webServer(l); o != nil {
		row := f.w.Models.WebServerType(o.typ)
		get := func(field string) interp.Value {
			if field == "" {
				return nil
			}
			return f.m.Get(o.v, field)
		}
		e.Pos = o.pos
		if h := get(row.Handler); h != nil && !isNil(h) {
			handler = h
		}
		if a := get(row.Address); a != nil && address == nil {
			address = a
		}
		e.Unlimited = e.Unlimited && !slices.ContainsFunc(row.Timeouts, func(t string) bool { return set(get(t)) })
		if tls := get(row.TLS); tls != nil && !isNil(tls) {
			e.TLS = true
			e.Mutual = f.mutual(tls)
		}
	}
	if handler == nil || isNil(handler) {
		handler = &interp.Const{V: defaultRouter}
	}
	var ways []*Way

	f.resolve(handler, trail{}, &ways)
	if len(ways) == 0 {
		return nil
	}
	e.Ways = ways
	asked := map[*interp.Server]bool{}
	for _, w := range ways {
		if !slices.Contains(e.Kinds, w.Target.Kind) {
			e.Kinds = append(e.Kinds, w.Target.Kind)
		}
		for _, s := range w.Target.servers {
			if p := f.servers[s]; p != nil && !slices.ContainsFunc(e.Servers, func(o *posture.Server) bool { return o.ID == p.ID }) {
				e.Servers = append(e.Servers, p)
			}
			if !asked[s] {
				asked[s] = true
				e.Inside = append(e.Inside, f.inside(s))
			}
			if s.Address != nil && address == nil {
				address, e.Pos = s.Address, s.AddressSite
			}
		}
	}
	if accepts := l.Value(l.Row.Accepts); l.Row.Accepts != "" {
		e.Address = f.bound(accepts, 0)
		e.Mutual = e.Mutual || e.Address.mutual
	} else {
		e.Address = f.address(address, l.Row.Default)
	}
	return e
}

// mutual reports whether a TLS configuration lets only clients in that show a
// certificate that is verified.
func (f *finder) mutual(config interp.Value) bool {
	p, ok := interp.Plain(orNil(config)).(*interp.Ptr)
	if !ok {
		return false
	}
	row := f.w.Models.WebServerType(p.Obj.Type)
	if row == nil || row.Clients == "" {
		return false
	}
	n, known := interp.AsInt(orNil(f.m.Get(p, row.Clients)))
	return known && slices.Contains(row.Demands, int(n))
}

// defaultRouter is the name that rows give the router that a call uses which is
// given no handler.
const defaultRouter = "net/http.DefaultServeMux"

// A webServer is a value of a type with a WebServer row.
type webServer struct {
	v   interp.Value
	typ string
	pos program.Pos
}

func (f *finder) webServer(l *interp.Listening) *webServer {
	for _, alt := range interp.Alternatives(interp.Plain(orNil(l.Value(l.Row.Server)))) {
		p, ok := interp.Plain(alt).(*interp.Ptr)
		if !ok || f.w.Models.WebServerType(p.Obj.Type) == nil {
			continue
		}
		return &webServer{v: p, typ: p.Obj.Type, pos: p.Obj.Pos}
	}
	return nil
}

func orNil(v interp.Value) interp.Value {
	if v == nil {
		return interp.Nil{}
	}
	return v
}

func isNil(v interp.Value) bool {
	_, ok := interp.Plain(v).(interp.Nil)
	return ok
}

// set reports whether a field has a value that may be other than zero.
func set(v interp.Value) bool {
	if v == nil || isNil(v) {
		return false
	}
	for _, alt := range interp.Alternatives(interp.Plain(v)) {
		if n, ok := interp.AsInt(alt); !ok || n > 0 {
			return true
		}
	}
	return false
}

// A trail is how a request came to a handler.
type trail struct {
	steps []Step
	route string
	seen  []any
}

func (t trail) by(s Step) trail {
	t.steps = append(slices.Clip(t.steps), s)
	return t
}

// resolve finds the ways from a handler to servers.
func (f *finder) resolve(v interp.Value, t trail, out *[]*Way) {
	if v == nil || len(t.steps) > maxSteps || len(*out) >= maxWays {
		return
	}
	for _, alt := range interp.Alternatives(v) {
		f.one(alt, t, out)
	}
}

func (f *finder) one(v interp.Value, t trail, out *[]*Way) {
	if i, ok := v.(*interp.Iface); ok {
		if fn := f.method(i); fn != nil {
			f.function(fn, t, out)
			return
		}
	}
	if r := interp.RouterOf(v); r != nil && !slices.Contains(t.seen, r) && f.routes(r, t, out) {
		return
	}
	switch v := interp.Plain(v).(type) {
	case *interp.Opaque:
		rows := f.w.Models.Func(v.Sym)
		switch {
		case rows == nil:
		case v.Inner != nil:
			var gives []string
			if rows.Wrap != nil {
				gives = rows.Wrap.Gives
			}
			f.resolve(v.Inner, t.by(Step{Sym: v.Sym, Gives: gives}), out)
		case len(rows.Transports) > 0:
			f.reach(f.target(rows, v.Server, v, v.Args, v.Pos), t, out)
		case v.Server != nil: // an SDK whose server is the handler
			target := &Target{Kind: f.kind(v.Server), Model: rows.Model, Version: f.sdk(rows.Model), Site: f.l.Site, servers: []*interp.Server{v.Server}, made: v, m: f.m}
			if call := f.w.Models.Func(f.l.Row.Func); call != nil && len(call.Transports) > 0 && len(call.Transports[0].Protects) > 0 {
				target.Row = &call.Transports[0]
			}
			f.reach(target, t, out)
		}
	case *interp.Ptr:
		if rows := f.w.Models.Func(v.Obj.Built); v.Obj.Built != "" && rows != nil && len(rows.Transports) > 0 {
			var server *interp.Server
			if p, err := models.ParsePath(rows.Transports[0].Server); err == nil && rows.Constructor != nil {
				for field, path := range rows.Constructor.Set {
					if q, err := models.ParsePath(path); err == nil && q.String() == p.String() {
						for _, s := range interp.ServersOf(orNil(f.m.Get(v, field))) {
							server = s
						}
					}
				}
			}
			f.reach(f.target(rows, server, v, nil, v.Obj.Pos), t, out)
		}
	case *interp.Func:
		f.function(v, t, out)
	case *interp.Unknown:
		if v.Sym == "" || len(v.Of) == 0 || slices.Contains(t.seen, any(v)) {
			return
		}
		t.seen = append(slices.Clip(t.seen), v)
		for _, in := range v.Of {
			f.resolve(in, t.by(f.unseen(v.Sym)), out)
		}
	}
}

// reach notes a way that has come to its end.
func (f *finder) reach(target *Target, t trail, out *[]*Way) {
	if target == nil {
		return
	}
	if target.Row != nil && target.Row.GetServer != "" {
		if fn, ok := interp.Plain(orNil(target.value(target.Row.GetServer))).(*interp.Func); ok && f.w.Func(fn.ID) != nil {
			t = t.by(f.giver(fn, f.w.Func(fn.ID)))
		}
	}
	w := &Way{Before: t.steps, Target: target, Route: t.route}
	for i := range w.Before {
		if s := &w.Before[i]; s.Func != nil && i+1 < len(w.Before) {
			s.Next = w.Before[i+1].name()
		}
	}
	*out = append(*out, w)
}

func (s *Step) name() string {
	if s.Func != nil {
		return s.Func.ID
	}
	return s.Sym
}

// kind returns the transport of a server that the call itself serves.
func (f *finder) kind(s *interp.Server) string {
	for _, t := range s.Transports {
		if t.Site == f.l.Site && t.Kind != "" {
			return t.Kind
		}
	}
	return "http"
}

// target describes a handler of an SDK.
func (f *finder) target(rows *models.FuncRows, server *interp.Server, made interp.Value, args []interp.Value, site program.Pos) *Target {
	for i := range rows.Transports {
		row := &rows.Transports[i]
		if row.Kind != "http" && row.Kind != "sse" {
			continue
		}
		t := &Target{Kind: row.Kind, Row: row, Model: rows.Model, Version: f.sdk(rows.Model), Site: site, made: made, args: args, m: f.m}
		if server != nil {
			t.servers = []*interp.Server{server}
		}
		for s := range f.servers { // others that the same call may serve
			if s != server && slices.ContainsFunc(s.Transports, func(x interp.Serving) bool { return x.Site == site && x.Kind == row.Kind }) {
				t.servers = append(t.servers, s)
			}
		}
		slices.SortFunc(t.servers, func(a, b *interp.Server) int { return strings.Compare(a.ID(), b.ID()) })
		return t
	}
	return nil
}

func (f *finder) sdk(m *models.Model) string {
	if m == nil {
		return ""
	}
	return f.version(m.Module)
}

// method returns the method of a value of the program that serves requests.
func (f *finder) method(i *interp.Iface) *interp.Func {
	t := f.w.Type(i.Type)
	if t == nil {
		return nil
	}
	m, ok := t.Method("ServeHTTP")
	if !ok || f.w.Func(m.ID) == nil {
		return nil
	}
	return &interp.Func{ID: m.ID, Recv: i.V}
}

// routes follows what a router sends requests to; false where nothing is known
// of it as a router.
func (f *finder) routes(router any, t trail, out *[]*Way) bool {
	known := false
	t.seen = append(slices.Clip(t.seen), router)
	for _, r := range f.m.Events.Routes {
		if r.Router != router || len(r.Uses) == 0 {
			continue
		}
		known = true
		for _, u := range r.Uses {
			n := len(t.steps)
			t = f.middleware(u, t)
			for i := range t.steps[n:] {
				t.steps[n+i].Switched = r.Switched
			}
		}
	}
	for _, r := range f.m.Events.Routes {
		if r.Router != router || len(r.Handlers) == 0 {
			continue
		}
		known = true
		to := t
		if p, ok := interp.AsString(orNil(r.Pattern)); ok {
			to.route = p
		}
		for _, u := range r.Around {
			to = f.middleware(u, to)
		}
		for _, h := range r.Handlers[:len(r.Handlers)-1] {
			to = f.middleware(h, to)
		}
		f.resolve(r.Handlers[len(r.Handlers)-1], to, out)
	}
	for _, r := range f.m.Events.Routes { // routers below
		if c, ok := r.Router.(*interp.Router); ok && c.Parent == router && !slices.Contains(t.seen, any(c)) {
			known = true
			if f.routes(c, t, out) {
				t.seen = append(slices.Clip(t.seen), c)
			}
		}
	}
	return known
}

// middleware adds a function to a trail: one around a handler that it gets, or
// one that a framework calls before.
func (f *finder) middleware(v interp.Value, t trail) trail {
	for _, alt := range interp.Alternatives(interp.Plain(v)) {
		switch fn := interp.Plain(alt).(type) {
		case *interp.Func:
			if f.serves(f.w.Func(fn.ID)) {
				return t.by(f.step(fn, f.w.Func(fn.ID), nil))
			}
			made := f.l.Apply(fn, interp.Next())
			for _, m := range interp.Alternatives(made) {
				if i, ok := m.(*interp.Iface); ok {
					if g := f.method(i); g != nil {
						return t.by(f.step(g, f.w.Func(g.ID), nil))
					}
				}
				switch g := interp.Plain(m).(type) {
				case *interp.Func:
					if f.w.Func(g.ID) != nil {
						return t.by(f.step(g, f.w.Func(g.ID), nil))
					}
				case *interp.Opaque:
					if rows := f.w.Models.Func(g.Sym); rows != nil && rows.Wrap != nil {
						return t.by(Step{Sym: g.Sym, Gives: rows.Wrap.Gives})
					}
				}
			}
			return t.by(f.unseen(fn.ID))
		case *interp.Opaque:
			if rows := f.w.Models.Func(fn.Sym); rows != nil && rows.Wrap != nil {
				return t.by(Step{Sym: fn.Sym, Gives: rows.Wrap.Gives})
			}
			return t.by(f.unseen(fn.Sym))
		case *interp.Unknown:
			return t.by(f.unseen(fn.Sym))
		}
	}
	return t
}

// unseen describes a function that is not in the program. One that speaks of
// credentials by its name is taken for a check of them: what it does is not
// known.
func (f *finder) unseen(sym string) Step {
	s := Step{Sym: sym}
	if gives := f.w.Models.ShowsName(sym); gives == models.GivesAuth || gives == models.GivesOrigin {
		s.Gives, s.Presumed = []string{gives}, true
	}
	return s
}

// serves reports whether a function takes an HTTP request, by its parameters.
func (f *finder) serves(fn *program.Func) bool {
	if fn == nil {
		return false
	}
	params := fn.Params
	if fn.Recv && len(params) > 0 {
		params = params[1:]
	}
	types := make([]string, len(params))
	for i, p := range params {
		types[i] = p.Type
	}
	return slices.ContainsFunc(f.w.Models.EndpointsOf(types), func(e models.Endpoint) bool { return e.Returns == "" && e.Token == "" })
}

// key identifies what a rule can say of an endpoint.
func (e *Endpoint) key() uint64 {
	parts := []string{fmt.Sprint(e.Site, e.Pos, e.Address, len(e.Ways), e.Unlimited, e.Mutual)}
	for _, s := range e.Servers {
		parts = append(parts, s.ID)
	}
	sum := sha256.Sum256([]byte(strings.Join(parts, "\x00")))
	return binary.BigEndian.Uint64(sum[:8])
}

// Protects reports whether the SDK's own handler gives a protection, and where
// it is switched off. Without a version of the SDK the newest one is taken.
func (t *Target) Protects(gives string) (yes bool, off program.Pos) {
	if t.Row == nil {
		return false, program.Pos{}
	}
	for i := range t.Row.Protects {
		p := &t.Row.Protects[i]
		if p.Gives != gives || !models.InVersion(p.Since, p.Until, t.Version) {
			continue
		}
		if v := t.value(p.Off); v != nil {
			if b, ok := interp.AsBool(v); ok && b {
				return false, interp.PosOf(v)
			}
			if n, ok := interp.AsInt(v); ok && n < 0 {
				return false, interp.PosOf(v)
			}
		}
		if p.By != "" {
			if v := t.value(p.By); v == nil || isNil(v) {
				continue
			}
		}
		yes = true
	}
	return yes, program.Pos{}
}

// Since returns the version of the SDK from which on its handler gives a
// protection, "" where none does.
func (t *Target) Since(gives string) string {
	if t.Row == nil {
		return ""
	}
	for _, p := range t.Row.Protects {
		if p.Gives == gives && p.Until == "" && p.By == "" {
			return p.Since
		}
	}
	return ""
}

// value evaluates a path at the call that made the handler.
func (t *Target) value(path string) interp.Value {
	p, err := models.ParsePath(path)
	if err != nil || path == "" {
		return nil
	}
	v := t.made
	if p.Root == models.RootArg {
		if p.Index >= len(t.args) {
			return nil
		}
		v = t.args[p.Index]
	}
	for _, s := range p.Steps {
		if v == nil || s.Field == "" {
			return nil
		}
		v = t.m.Get(v, s.Field)
	}
	return v
}
