package interp

import (
	"reflect"
	"strings"

	"github.com/mcpvet/mcpvet/internal/program"
	"github.com/mcpvet/mcpvet/models"
)

// A Listening is one call that serves HTTP requests. What its paths lead to is
// asked when all start-up code has run: a server's handler may be set, and
// routes added, after the call that makes it.
type Listening struct {
	Row     *models.Listener
	Site    program.Pos
	Calls   []program.Pos // of the calls that led to it, innermost first
	Func    string        // id of the function that has the call
	site    *site
	globals map[string]*Object
}

// A Routing is one call that tells a router where to send requests, or which
// functions they pass first.
type Routing struct {
	Row      *models.Route
	Router   any // see RouterOf
	Pattern  Value
	Handlers []Value
	Uses     []Value
	Around   []Value
	Site     program.Pos
	Order    int

	// Switched says that what was configured decides whether the call is made,
	// where the router is there in any case.
	Switched bool
}

// A Router is what a row says is one, made by a call.
type Router struct {
	Parent any
	born   int // when it was made
}

// Value evaluates a path at the call; nil without.
func (l *Listening) Value(path string) Value { return l.site.single(path) }

// Values evaluates a path that names several values.
func (l *Listening) Values(path string) []Value { return l.site.values(path) }

// Probe returns a probe of a function of the run that the call belongs to, nil
// if its body is not in the program.
func (l *Listening) Probe(fn *Func) *Probe { return l.site.m.probe(l.globals, fn) }

// Apply returns what a function makes of arguments, unknown if it is not in the
// program.
func (l *Listening) Apply(f Value, args ...Value) Value {
	return l.site.m.applied(l.globals, f, args...)
}

// Next stands for the handler that middleware gets.
func Next() Value { return &Opaque{Sym: nextHandler} }

// nextHandler is the symbol of what Next returns; no function has it.
const nextHandler = "$next"

// RouterOf identifies the router that v is: two values are the same router when
// this is the same; nil where v can't be one.
func RouterOf(v Value) any {
	switch v := Plain(v).(type) {
	case *Opaque:
		if r, ok := v.native.(*Router); ok {
			return r
		}
	case *Ptr:
		return v.Obj
	case *Const: // one that all code shares
		return v.V
	case *Unknown:
		return v
	}
	return nil
}

// served runs a call as the rows about serving say; nil where it makes nothing
// that later calls ask for.
func (s *site) served(rows *models.FuncRows) Value {
	m := s.m
	if s.recv != nil {
		m.escape(s.recv, 0)
	}
	for _, a := range s.args {
		m.escape(a, 0)
	}
	if r := rows.Listener; r != nil {
		m.Events.Listening = append(m.Events.Listening, &Listening{Row: r, Site: s.pos, Calls: m.calls(), Func: s.caller(), site: s, globals: m.globals})
	}
	switch {
	case rows.Route != nil:
		return s.route(rows.Route)
	case rows.Wrap != nil:
		return &Opaque{Sym: s.sym, Args: s.args, Recv: s.recv, TypeArgs: s.typeArgs, Pos: s.pos, Inner: s.single(rows.Wrap.Handler)}
	case rows.Bind != nil && rows.Bind.Server == "":
		return &Opaque{Sym: s.sym, Args: s.args, Recv: s.recv, Pos: s.pos}
	case rows.Bind != nil:
		for _, srv := range ServersOf(s.single(rows.Bind.Server)) {
			srv.Address, srv.AddressSite = s.single(rows.Bind.Address), s.pos
		}
	}
	return nil
}

// route records a call on a router.
func (s *site) route(r *models.Route) Value {
	m := s.m
	if r.Makes {
		return &Opaque{Sym: s.sym, Args: s.args, Pos: s.pos, native: &Router{born: m.now()}}
	}
	for _, v := range Alternatives(Plain(s.single(r.Router))) {
		at := RouterOf(v)
		if at == nil {
			continue
		}
		e := &Routing{Row: r, Router: at, Pattern: s.single(r.Pattern), Site: s.pos, Order: m.now()}
		if made, ok := at.(*Router); ok {
			e.Switched = !m.strong(made.born)
		}
		e.Handlers, e.Around = s.values(r.Handler), s.values(r.Around)
		child := &Opaque{Sym: s.sym, Args: s.args, Pos: s.pos, native: &Router{Parent: at, born: m.now()}}
		below := r.Child || r.Calls != ""
		if uses := s.values(r.Uses); len(uses) > 0 && below {
			m.Events.Routes = append(m.Events.Routes, &Routing{Row: r, Router: RouterOf(child), Uses: uses, Site: s.pos, Order: m.now()})
		} else {
			e.Uses = uses
		}
		m.Events.Routes = append(m.Events.Routes, e)
		for _, f := range s.values(r.Calls) {
			if fn, ok := Plain(f).(*Func); ok {
				m.apply(fn, []Value{child}, program.Instr{Pos: s.pos})
			}
		}
		if below {
			return child
		}
	}
	return nil
}

// setting is what the operator sets: a value that is not known, but for what it
// is where nobody sets it.
func (s *site) setting(r *models.Setting) Value {
	m := s.m
	name, _ := AsString(s.single(r.Name))
	def := s.single(r.Default)
	if m.settings == nil {
		m.settings = map[string]Value{}
	}
	if def != nil {
		m.settings[name] = def
	} else {
		def = m.settings[name]
	}
	if r.Declare {
		return nil
	}
	u := &Unknown{Reason: "the " + r.What + " " + name, Sym: s.sym, Setting: r.What + " " + name, Default: def, Read: s.pos}
	switch {
	case r.Into != "":
		m.havoc(s.single(r.Into), u.Reason)
		if p, ok := Plain(s.single(r.Into)).(*Ptr); ok {
			m.write(p.Obj, u, true)
		}
		return nil
	case r.Pointer:
		return &Ptr{Obj: m.newCell(u, s.pos)}
	}
	return u
}

// tagged gives the field at an address, which the operator fills, the default
// that the tag of the field states.
func (fr *frame) tagged(v Value, owner, field string) {
	p, ok := v.(*Ptr)
	if !ok || p.Obj.Fields != nil {
		return
	}
	u := p.Obj.Open
	if w, isUnknown := p.Obj.Val.(*Unknown); isUnknown {
		u = w
	} else if p.Obj.Val != nil {
		return
	}
	if u == nil || u.Default != nil || u.Setting != "" {
		return
	}
	t := fr.m.world.Type(owner)
	if t == nil {
		return
	}
	for i := range t.Fields {
		f := &t.Fields[i]
		if f.Name != field || f.Tag == "" {
			continue
		}
		for _, key := range fr.m.world.Models.DefaultTags() {
			if text, ok := lookupTag(f.Tag, key); ok {
				w := *u
				w.Default, w.Setting = str(text), "setting "+field
				p.Obj.Open = &w
				if p.Obj.Val != nil {
					p.Obj.Val = &w
				}
				return
			}
		}
	}
}

func lookupTag(tag, key string) (string, bool) { return reflect.StructTag(tag).Lookup(key) }

// Implementations lists the methods with a body that a call of an interface's
// method can reach.
func (w *World) Implementations(sym string) []string {
	return w.implementations(sym, sym[strings.LastIndexByte(sym, '.')+1:])
}

// demands notes a setting without which the program does not start: a branch on
// whether it is empty ends where it is.
func (fr *frame) demands(blk *program.Block, cond Value) {
	s, outcome, ok := equals(cond)
	if !ok || s != "" {
		return
	}
	empty := blk.Succs[1]
	if outcome {
		empty = blk.Succs[0]
	}
	if empty == blk.IPDom || !fr.fails(empty) {
		return
	}
	c := cond.(*Opaque).native.(*comparison)
	for _, v := range append(Alternatives(Plain(c.x)), Alternatives(Plain(c.y))...) {
		if u, ok := Plain(v).(*Unknown); ok && u.Setting != "" {
			if fr.m.Events.Demanded == nil {
				fr.m.Events.Demanded = map[string]bool{}
			}
			fr.m.Events.Demanded[u.Setting] = true
		}
	}
}

// fails reports whether a block ends the program, or its function with an error.
func (fr *frame) fails(b int32) bool {
	blk := &fr.f.Blocks[b]
	for i := range blk.Instrs {
		in := &blk.Instrs[i]
		switch in.Op {
		case program.OpPanic:
			return true
		case program.OpCall:
			if rows := fr.m.world.Models.Func(in.Sym); rows != nil && rows.Evaluated != nil && rows.Evaluated.Rule == models.EvalNoReturn {
				return true
			}
		case program.OpReturn:
			if len(in.Args) == 0 {
				return false
			}
			return fr.isError(in.Args[len(in.Args)-1])
		}
	}
	return false
}

// isError reports whether what is returned is an error that the function makes,
// or a variable that holds one.
func (fr *frame) isError(r program.Ref) bool {
	for b := range fr.f.Blocks {
		for i := range fr.f.Blocks[b].Instrs {
			in := &fr.f.Blocks[b].Instrs[i]
			if in.Dst != r || r <= 0 {
				continue
			}
			switch in.Op {
			case program.OpCall:
				return in.Class == string(program.ClassError)
			case program.OpLoad:
				a := in.Args[0]
				return a < 0 && fr.f.Consts[-a-1].Kind == program.ConstGlobal && fr.f.Consts[-a-1].Type == "error"
			}
		}
	}
	return false
}
