package interp

import (
	"slices"
	"strconv"

	"github.com/mcpvet/mcpvet/internal/program"
	"github.com/mcpvet/mcpvet/models"
)

// A Registration is one call that registers something with a server.
type Registration struct {
	Kind          string
	Symbol        string            // of the registrar
	Row           *models.Registrar // nil for hand-rolled servers
	Model         *models.Model     // nil for hand-rolled servers
	Site          program.Pos       // of the call
	Calls         []program.Pos     // of the calls that led to it, innermost first, this one left out
	Func          string            // id of the function that has the call
	Server        Value             // what it registers on
	Descriptor    Value             // nil where the row has none
	Name          Value
	Describe      Value
	URI           Value
	Schema        Value  // nil where the descriptor has it
	SchemaType    string // Go type that the SDK infers the schema from, "" without
	Handler       Value
	HandlerParams []string // parameter types of the handler's declared type, where known
	nameField     string   // of the descriptor, see nameInDescriptor
	Conditional   bool     // on an arm of a branch that was not decided
	Order         int
	globals       map[string]*Object // of the run that it belongs to
	run           int                // that run: how many registrations were before it
}

// register records a registration.
func (m *Machine) register(r *Registration) {
	r.globals, r.run = m.globals, m.earlier
	m.Events.Registrations = append(m.Events.Registrations, r)
}

// A Server is one construction of a server.
type Server struct {
	Symbol     string
	Model      *models.Model // nil for hand-rolled servers
	Site       program.Pos
	Calls      []program.Pos // of the calls that led to it, innermost first
	Name       Value
	Options    []Value
	Transports []Serving
	Middleware []Wrapping
	Validates  bool // an option makes the SDK refuse calls without required arguments
	Recovers   bool // an option makes a panic end no more than its call

	// Address is where the server is told to listen, nil where a call that
	// serves it says so itself or nothing does.
	Address     Value
	AddressSite program.Pos

	id, fn string // see ID; the function that constructs it
}

// A Serving says that a server is served over a transport.
type Serving struct {
	Kind    string // "" when it is not known
	Site    program.Pos
	Address Value
	Options Value

	// Inherits says that the contexts of handlers are derived from those of the
	// HTTP requests.
	Inherits bool

	// Session says that the contexts of handlers are those of the requests that
	// opened their sessions.
	Session bool
}

// A Wrapping is middleware put around the handlers of a server.
type Wrapping struct {
	Row       *models.Middleware
	Functions []Value
	Policy    Value // what Row.Policy leads to, nil without
	Site      program.Pos
	Order     int
}

// A Removal takes something off a server again.
type Removal struct {
	Kind        string
	Conditional bool
	Server      Value
	Names       []Value
	Site        program.Pos
	Order       int
	all         bool // of that kind, as a registrar that replaces does
}

// register records a registration, one per element of a list.
func (s *site) register(r *models.Registrar, model *models.Model, server Value) {
	m := s.m
	m.Events.Sites[s.pos] = true
	var regs []*Registration
	if r.Each == "" {
		regs = append(regs, s.registration(r, model, server, nil))
	} else {
		for _, e := range s.values(r.Each) {
			regs = append(regs, s.registration(r, model, server, e))
		}
		if open := s.openList(r.Each); open != nil {
			regs = append(regs, s.registration(r, model, server, open))
		}
	}
	again := false
	if r.Replaces {
		before := m.Events.Effective()
		n := len(regs)
		regs = slices.DeleteFunc(regs, func(reg *Registration) bool {
			return isUnknown(reg.Descriptor) && slices.ContainsFunc(before, func(o *Registration) bool {
				return o.Kind == reg.Kind && sameServer(o.Server, reg.Server)
			})
		})
		again = len(regs) < n // those that were there, read from the server and put back
	}
	if r.Replaces && !again {
		m.Events.Removed = append(m.Events.Removed, Removal{Kind: r.Kind, Server: server, Site: s.pos, Order: m.now(), Conditional: len(m.regions) > 0, all: true})
	}
	for _, reg := range regs {
		reg.Order = m.now() // after what it removes
		m.register(reg)
	}
}

func isUnknown(v Value) bool {
	_, ok := Plain(v).(*Unknown)
	return ok
}

// Effective returns the registrations that nothing took off again. Only a
// removal counts that happens whatever the configuration, and that names what
// it removes where it stands: lists of names are over-approximated.
func (e *Events) Effective() []*Registration {
	if len(e.Removed) == 0 {
		return e.Registrations
	}
	var out []*Registration
	for _, r := range e.Registrations {
		if !slices.ContainsFunc(e.Removed, func(x Removal) bool { return x.takes(r) }) {
			out = append(out, r)
		}
	}
	return out
}

// takes reports whether a removal takes a registration off.
func (x *Removal) takes(r *Registration) bool {
	if x.Conditional || x.Kind != r.Kind || x.Order < r.Order || !sameServer(x.Server, r.Server) {
		return false
	}
	if x.all {
		return true
	}
	name := r.Name
	if name == nil {
		name = r.nameInDescriptor()
	}
	for _, n := range x.Names {
		p := PosOf(n)
		if same(Plain(n), Plain(name)) && isKnown(n) && p.File == x.Site.File && p.Line-x.Site.Line < 5 && x.Site.Line-p.Line < 5 {
			return true
		}
	}
	return false
}

// nameInDescriptor returns the field of the descriptor that its row names.
func (r *Registration) nameInDescriptor() Value {
	s, ok := Plain(r.Descriptor).(*Struct)
	if !ok || r.nameField == "" {
		return nil
	}
	return s.Fields[r.nameField]
}

func sameServer(a, b Value) bool {
	sa, sb := ServersOf(a), ServersOf(b)
	return len(sa) == 1 && len(sb) == 1 && sa[0] == sb[0]
}

// calls returns the positions of the calls that led here, innermost first.
func (m *Machine) calls() []program.Pos {
	var out []program.Pos
	for i := len(m.callSites) - 1; i >= 0; i-- {
		if m.callSites[i].IsValid() {
			out = append(out, m.callSites[i])
		}
	}
	return out
}

// now returns a number that grows with every event.
func (m *Machine) now() int {
	m.clock++
	return m.clock
}

// ID names a server by the function that constructs it, and by the place
// among that function's constructions.
func (s *Server) ID() string { return s.id }

// newServer records the construction of a server at a call.
func (m *Machine) newServer(s *site, model *models.Model) *Server {
	srv := &Server{Symbol: s.sym, Model: model, Site: s.pos, Calls: m.calls(), id: s.caller()}
	if srv.id == "" {
		srv.id = s.sym
	}
	srv.fn = srv.id
	others := map[program.Pos]bool{}
	for _, o := range m.Events.Servers {
		if o.fn == srv.fn {
			others[o.Site] = true
		}
		if o.Site == srv.Site { // the same construction, reached another way
			srv.id = o.id
		}
	}
	if n := len(others); n > 0 && !others[srv.Site] {
		srv.id += "#" + strconv.Itoa(n+1)
	}
	m.Events.Servers = append(m.Events.Servers, srv)
	return srv
}
