package interp

import (
	"maps"
	"slices"
	"strings"
	"sync"

	"github.com/mcpvet/mcpvet/internal/program"
	"github.com/mcpvet/mcpvet/models"
)

// A World is the code that one evaluation can see: the packages in scope with
// their dependencies in scope, and the models for everything else.
type World struct {
	Models    *models.Set
	pkgs      map[string]*program.Package
	order     []string
	funcs     map[string]*program.Func
	types     map[string]*program.Type
	mutated   map[string]bool
	embeds    map[string]program.Embed
	generics  map[string]*program.Type // by name, with type parameters
	mu        sync.Mutex               // passes read types at the same time
	instances map[string]*program.Type // guarded by mu
	reaching  map[string]bool          // functions that can reach a registration
	impls     map[string][]string      // interface method -> ids of the methods with a body that it can reach
	names     []string                 // of types, sorted
}

// NewWorld joins packages. The order of pkgs does not matter.
func NewWorld(set *models.Set, pkgs []*program.Package) *World {
	w := &World{Models: set, pkgs: map[string]*program.Package{}, funcs: map[string]*program.Func{},
		types: map[string]*program.Type{}, mutated: map[string]bool{}, embeds: map[string]program.Embed{},
		generics: map[string]*program.Type{}, instances: map[string]*program.Type{}}
	for _, p := range pkgs {
		w.pkgs[p.Path] = p
		maps.Copy(w.funcs, p.Funcs)
		for _, e := range p.Embeds {
			w.embeds[e.Global] = e
		}
		for _, g := range p.Mutated {
			w.mutated[g] = true
		}
	}
	// a type is described best by the package that declares it, but any
	// description of a type is the same but for depth
	for _, path := range slices.Sorted(maps.Keys(w.pkgs)) {
		for name, t := range w.pkgs[path].Types {
			if old, ok := w.types[name]; !ok || len(old.Fields) < len(t.Fields) {
				w.types[name] = t
			}
		}
	}
	for name, t := range w.types {
		if strings.Contains(name, program.TypeParamOpen) && strings.HasSuffix(name, "]") {
			w.generics[name] = t
		}
	}
	w.sortPackages()
	return w
}

// sortPackages orders packages so that each comes after its imports, as Go
// initialises them.
func (w *World) sortPackages() {
	seen := map[string]bool{}
	var visit func(path string)
	visit = func(path string) {
		p := w.pkgs[path]
		if p == nil || seen[path] {
			return
		}
		seen[path] = true
		for _, imp := range p.Imports {
			visit(imp)
		}
		w.order = append(w.order, path)
	}
	for _, path := range slices.Sorted(maps.Keys(w.pkgs)) {
		visit(path)
	}
}

// Func returns the function with that id, or nil.
func (w *World) Func(id string) *program.Func { return w.funcs[id] }

// Type returns the description of a type, or nil. An instance of a generic
// type that is not described itself is described from the generic one.
func (w *World) Type(name string) *program.Type {
	if t, ok := w.types[name]; ok || !strings.HasSuffix(name, "]") {
		return t
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	if t, ok := w.instances[name]; ok {
		return t
	}
	t := w.instance(name)
	w.instances[name] = t
	return t
}

// instance describes an instance of a generic type.
func (w *World) instance(name string) *program.Type {
	prefix, base := "", name
	if p, ok := strings.CutPrefix(name, "*"); ok {
		prefix, base = "*", p
	}
	args := typeArgsIn(base)
	base, _, _ = strings.Cut(base, "[")
	if args == nil {
		return nil
	}
	for generic, t := range w.generics {
		rest, ok := strings.CutPrefix(generic, prefix+base+"[")
		if !ok {
			continue
		}
		params := typeArgsIn(strings.TrimPrefix(prefix+base+"["+rest, "*"))
		if len(params) != len(args) {
			continue
		}
		bind := make(map[string]string, len(params))
		for i, p := range params {
			bind[p] = args[i]
		}
		out := *t
		out.Name, out.Elem, out.Key = name, program.Subst(t.Elem, bind), program.Subst(t.Key, bind)
		out.Fields = slices.Clone(t.Fields)
		for i := range out.Fields {
			out.Fields[i].Type = program.Subst(out.Fields[i].Type, bind)
		}
		return &out
	}
	return nil
}

// declares reports whether a named type is declared in the program.
func (w *World) declares(typ string) bool {
	typ, _, _ = strings.Cut(typ, "[")
	i := strings.LastIndexByte(typ, '.')
	return i > 0 && w.pkgs[typ[:i]] != nil
}

func (w *World) typeNames() []string {
	if w.names == nil {
		w.names = slices.Sorted(maps.Keys(w.types))
	}
	return w.names
}

// Packages returns the packages in the order of their initialisation.
func (w *World) Packages() []*program.Package {
	out := make([]*program.Package, len(w.order))
	for i, path := range w.order {
		out[i] = w.pkgs[path]
	}
	return out
}

// Limits bound an evaluation; beyond them it goes on with less knowledge.
type Limits struct {
	Steps int // instructions of one root: a function that is run on its own
	Aside int // the same, of a root that can't reach a registration
	Total int // instructions in all
	Depth int // nested calls
}

// DefaultLimits are far beyond what real servers need: the largest one known
// takes about half a million steps.
func DefaultLimits() Limits {
	return Limits{Steps: 2_000_000, Aside: 20_000, Total: 8_000_000, Depth: 80}
}

// A Machine evaluates one program: the initialisers of its packages, then
// functions. It keeps the heap between runs.
type Machine struct {
	world     *World
	limits    Limits
	steps     int
	until     int   // steps at which the root that is being run is cut off
	clock     int   // creation times of cells
	changes   []int // creation times of what was changed below this root, in order
	regions   []int // start times of the conditional arms that are being run
	globals   map[string]*Object
	inits     map[string]bool
	stack     []*frame
	regs      []Value               // registers of the frames, see registers
	again     map[*program.Func]int // recursive calls below one call from elsewhere
	callSites []program.Pos         // of the calls on the stack, outermost first
	ran       map[string]bool       // functions that were run
	done      []*Func               // those of them that were run
	drained   map[string]int        // how many of them were run, by function
	pending   []pending             // function values that escaped to code outside the program, in order
	lineage   []string              // the function values whose run led here, as ids
	guesses   map[string]int        // interface method -> how often its receiver was guessed
	behind    map[*Unknown]*Object  // what unknown pointers point to
	hand      *handRolled           // see handrolled.go
	earlier   int                   // registrations before the last restart
	probes    map[probeKey]*Probe
	spent     map[*program.Func]*spent // see repeats

	asked    *sync.Mutex      // held while a pass asks for values after the evaluation
	settings map[string]Value // name of a setting -> what it is where nobody sets it

	Events Events
}

// Events is what an evaluation records, in the order of the calls.
type Events struct {
	Registrations []*Registration
	Servers       []*Server
	Removed       []Removal
	Listening     []*Listening
	Demanded      map[string]bool // settings without which the program does not start
	Routes        []*Routing
	Sites         map[program.Pos]bool // registrar calls that were reached
	Exhausted     bool                 // a limit was hit
}

// NewMachine returns a machine with an empty heap.
func (w *World) NewMachine(limits Limits) *Machine {
	return &Machine{world: w, limits: limits, until: limits.Total, globals: map[string]*Object{}, inits: map[string]bool{}, ran: map[string]bool{},
		asked: new(sync.Mutex), behind: map[*Unknown]*Object{}, guesses: map[string]int{}, again: map[*program.Func]int{}, spent: map[*program.Func]*spent{}, drained: map[string]int{}, Events: Events{Sites: map[program.Pos]bool{}}}
}

// Restart begins another run of the program: with new variables, and with as
// many steps as the first one had. Events are recorded after those of the
// earlier runs, whose values stay as they are.
func (m *Machine) Restart() {
	next := m.world.NewMachine(m.limits)
	next.limits.Total += m.steps
	next.until = next.limits.Total
	next.steps, next.clock = m.steps, m.clock
	next.behind = m.behind
	next.Events = m.Events
	next.earlier = len(m.Events.Registrations)
	*m = *next
}

// Init runs the initialisers of all packages that path depends on, then its own.
func (m *Machine) Init(path string) {
	need := map[string]bool{}
	var mark func(string)
	mark = func(p string) {
		pkg := m.world.pkgs[p]
		if pkg == nil || need[p] {
			return
		}
		need[p] = true
		for _, imp := range pkg.Imports {
			mark(imp)
		}
	}
	mark(path)
	for _, p := range m.world.order {
		if need[p] && !m.inits[p] {
			m.inits[p] = true
			m.until = min(m.steps+m.limits.Steps, m.limits.Total)
			clear(m.spent)
			if f := m.world.funcs[m.world.pkgs[p].Init]; f != nil {
				m.call(f, nil, nil, nil, program.Pos{})
			}
		}
	}
}

// Run evaluates a function with unknown arguments, then every function value
// that escaped to code outside the program.
func (m *Machine) Run(id string) {
	f := m.world.funcs[id]
	if f == nil {
		return
	}
	m.budget(id)
	m.call(f, m.unknownArgs(f), nil, nil, program.Pos{})
	m.Drain()
}

// budget sets how far the next root may go.
func (m *Machine) budget(id string) {
	n := m.limits.Aside
	if m.world.Reaches(id) {
		n = m.limits.Steps
	}
	m.until = min(m.steps+n, m.limits.Total)
	m.changes = m.changes[:0]
	clear(m.spent)
}

// changed notes a change of something that was created at that time.
func (m *Machine) changed(born int) { m.changes = append(m.changes, born) }

// pending is a function value that escaped.
type pending struct {
	fn      *Func
	lineage []string
}

// maxDrained bounds how often one function is run with what different values
// it captured: a table of commands made by one constructor is the longest.
const maxDrained = 200

// Drain runs function values that escaped to code outside the program, such
// as the body of a cobra command, with unknown arguments: that code may call them.
func (m *Machine) Drain() {
	for len(m.pending) > 0 {
		// what can't reach a registration may set what others read, so it goes first
		i := max(slices.IndexFunc(m.pending, func(p pending) bool { return !m.world.Reaches(p.fn.ID) }), 0)
		fn, lineage := m.pending[i].fn, m.pending[i].lineage
		m.pending = slices.Delete(m.pending, i, i+1)
		if slices.Contains(lineage, fn.ID) {
			continue // it hands itself out again, as a watcher does
		}
		if *fn.called || m.drained[fn.ID] >= maxDrained || slices.ContainsFunc(m.done, func(f *Func) bool { return same(f, fn) }) {
			continue
		}
		m.drained[fn.ID]++
		m.done = append(m.done, fn)
		if f := m.world.funcs[fn.ID]; f != nil && !m.servesRequests(f) {
			if !m.world.Reaches(fn.ID) && takesContext(f) {
				continue // work, not set-up
			}
			m.budget(fn.ID)
			m.lineage = append(slices.Clip(lineage), fn.ID)
			m.apply(fn, m.unknownArgsOf(f, fn), program.Instr{})
			m.lineage = nil
		}
	}
}

// Ran reports whether a function was run.
func (m *Machine) Ran(id string) bool { return m.ran[id] }

func (m *Machine) unknownArgs(f *program.Func) []Value {
	args := make([]Value, len(f.Params))
	for i, p := range f.Params {
		args[i] = &Unknown{Reason: "parameter " + p.Name + " of " + f.Name, Param: true, NonNil: p.Type != "error", Pos: f.Pos}
	}
	return args
}

// unknownArgsOf leaves out the receiver that a bound method has already.
func (m *Machine) unknownArgsOf(f *program.Func, fn *Func) []Value {
	args := m.unknownArgs(f)
	if fn.Recv != nil && f.Recv && len(args) > 0 {
		args = args[1:]
	}
	return args
}

// servesRequests reports whether f has the shape of a handler: a parameter of
// a request type of a model. Handlers run per call, not at start-up.
func (m *Machine) servesRequests(f *program.Func) bool {
	for _, p := range f.Params {
		if m.world.Models.IsRequest(p.Type) {
			return true
		}
	}
	return false
}

func takesContext(f *program.Func) bool {
	return slices.ContainsFunc(f.Params, func(p program.Param) bool { return p.Type == "context.Context" })
}

// escape notes that v is in the hands of code outside the program.
func (m *Machine) escape(v Value, depth int) {
	if depth > 4 {
		return
	}
	if fn := m.handles(v); fn != nil {
		m.pending = append(m.pending, pending{fn, m.lineage})
		return
	}
	switch v := Plain(v).(type) {
	case *Func:
		if v.called != nil && !*v.called {
			m.pending = append(m.pending, pending{v, m.lineage})
		}
	case *Choice:
		for _, a := range v.Alts {
			m.escape(a, depth+1)
		}
	case *Ptr:
		// code outside calls the functions in its own structs (cobra.Command),
		// not those in the program's
		if m.world.declares(v.Obj.Type) {
			return
		}
		if v.Obj.Fields == nil && v.Obj.Val != nil {
			m.escape(v.Obj.Val, depth+1)
		}
		for _, k := range slices.Sorted(maps.Keys(v.Obj.Fields)) {
			m.escape(m.stored(v.Obj.Fields[k]), depth+1)
		}
	case *Struct:
		for _, k := range slices.Sorted(maps.Keys(v.Fields)) {
			m.escape(v.Fields[k], depth+1)
		}
	case *List:
		for _, c := range v.Cells {
			m.escape(m.read(c, program.ZeroOther, ""), depth+1)
		}
	}
}

// serveHTTP is the method by which an HTTP handler takes requests.
const serveHTTP = "ServeHTTP"

// handles returns the method by which a value of the program's own takes HTTP
// requests, where that comes to a registration: a server is made for each
// request then. It is nil for other values.
func (m *Machine) handles(v Value) *Func {
	typ := ""
	switch x := v.(type) {
	case *Iface:
		typ = x.Type
	case *Ptr:
		typ = "*" + x.Obj.Type
	}
	if typ == "" || !m.world.declares(strings.TrimPrefix(typ, "*")) {
		return nil
	}
	t := m.world.Type(typ)
	if t == nil {
		return nil
	}
	meth, ok := t.Method(serveHTTP)
	if !ok || len(meth.Path) > 0 || !m.world.Reaches(meth.ID) {
		return nil
	}
	return &Func{ID: meth.ID, Recv: Plain(v), called: new(bool)}
}

func (m *Machine) global(name string) *Object {
	o, ok := m.globals[name]
	if !ok {
		o = m.newObject("", program.ZeroOther, program.Pos{})
		o.born = 0
		m.globals[name] = o
		if m.world.pkgs[name[:max(strings.LastIndexByte(name, '.'), 0)]] == nil {
			o.Open = &Unknown{Reason: "the variable " + name} // os.Args
			if strings.HasPrefix(name, "mcpvet.unknown.") {   // load puts it in the place of what has type errors
				o.Open = &Unknown{Reason: "the code that gives it has type errors"}
			}
		}
		if e, ok := m.world.embeds[name]; ok {
			if e.Reason != "" {
				o.Open = &Unknown{Reason: e.Reason, NonNil: true, Pos: e.Pos}
			} else {
				o.Val = &Const{V: e.Text, Pos: e.Pos}
			}
		}
	}
	return o
}

// Registers reports whether a function calls or refers to a function that
// registers something, constructs a server or serves one.
func (w *World) Registers(f *program.Func) bool {
	for _, c := range f.Calls {
		rows := w.Models.Func(c)
		if rows != nil && (len(rows.Registrars) > 0 || rows.Server != nil || len(rows.Transports) > 0) {
			return true
		}
		if rows == nil && len(w.Models.RegistrarsNamed(c[strings.LastIndexByte(c, '.')+1:])) > 0 && w.ownInterface(c) {
			return true
		}
	}
	return w.speaksProtocol(f)
}

// ownInterface reports whether a symbol is a method of an interface that the
// program declares: its receiver may be a server of an SDK.
func (w *World) ownInterface(sym string) bool {
	typ, ok := strings.CutPrefix(sym[:strings.LastIndexByte(sym, '.')], "(")
	typ, closed := strings.CutSuffix(typ, ")")
	if !ok || !closed || !w.declares(typ) {
		return false
	}
	t := w.types[typ]
	return t != nil && t.Kind == program.KindInterface
}

// Reaches reports whether a function can come to one that registers something:
// by calls, through interfaces, or through functions that it makes or mentions.
func (w *World) Reaches(id string) bool {
	if w.reaching == nil {
		w.findReaching()
	}
	return w.reaching[id]
}

func (w *World) findReaching() {
	w.reaching = map[string]bool{}
	callers := map[string][]string{}
	var work []string
	for id, f := range w.funcs {
		if w.Registers(f) {
			w.reaching[id] = true
			work = append(work, id)
		}
		for _, c := range f.Calls {
			callers[c] = append(callers[c], id)
			if w.funcs[c] == nil && strings.HasPrefix(c, "(") {
				for _, impl := range w.implementations(c, c[strings.LastIndexByte(c, '.')+1:]) {
					callers[impl] = append(callers[impl], id)
				}
			}
		}
	}
	for len(work) > 0 {
		id := work[len(work)-1]
		work = work[:len(work)-1]
		for _, c := range callers[id] {
			if !w.reaching[c] {
				w.reaching[c] = true
				work = append(work, c)
			}
		}
	}
}

// Finish runs the functions that handed themselves to code outside the
// program and were not run yet.
func (m *Machine) Finish() {
	m.Drain()
	// a handler may register more: toolsets that are switched on by a tool
	for _, r := range slices.Clone(m.Events.Registrations[m.earlier:]) {
		for _, alt := range Alternatives(Plain(r.Handler)) {
			fn, ok := Plain(alt).(*Func)
			if !ok || !m.world.Reaches(fn.ID) || m.drained[fn.ID] > 0 {
				continue
			}
			if f := m.world.funcs[fn.ID]; f != nil {
				m.drained[fn.ID]++
				m.budget(fn.ID)
				end := m.region()
				m.apply(fn, m.unknownArgsOf(f, fn), program.Instr{})
				end()
			}
		}
	}
	m.Drain()
	m.finishHandRolled()
}
