package models

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"maps"
	"slices"
	"strings"
	"sync"
)

// A Set is models that can be queried. It does not change, and serves
// concurrent callers. What its methods return is shared: callers don't change
// it.
type Set struct {
	builtin     []*Model
	user        *Model   // nil without rows of a user
	models      []*Model // builtin, then the user's
	forks       []fork
	funcs       map[string]*FuncRows
	descriptors map[string]typed[*Descriptor]
	handlers    map[string]typed[[]*HandlerType]
	fields      map[string]typed[[]*Field]
	taintFields map[string]*FieldRows // type and field
	programs    map[string][]*Program // base name
	methods     map[string]*Method
	words       *Words
	endpoints   []Endpoint
	forwarded   map[string]*Forwarded // name in lower case
	secrets     []compiled
	keys        []Key
	unverified  []Unverified
	made        []Request
	shared      []string
	clients     map[string]*Client    // type
	clientVars  map[string]*Client    // variable
	services    map[string][]*Service // import path -> rows
	commands    map[string]*Command
	approvals   map[string]*Approval
	errors      map[string]bool
	local       map[string]bool
	apis        map[string][]*APIClient // package
	webServers  map[string]*WebServer   // type
	policies    map[string]*Policy      // type
	defaultTags []string
	shows       map[string]*Show // type and field
	showNames   []ShowName
	digest      func() string

	canon  sync.Map // symbol as asked -> canonical symbol
	shapes shapes
}

// typed is what rows say about a type.
type typed[R any] struct {
	rows  R
	model *Model
}

// FuncRows are the rows about one function.
type FuncRows struct {
	Model       *Model // the SDK or library that the function belongs to
	Server      *Server
	Registrars  []Registrar
	Removers    []Remover
	Constructor *Constructor
	Option      *Option
	Adapter     *Adapter
	Transports  []Transport
	Middleware  *Middleware
	Evaluated   *Evaluated
	Sources     []Source
	Sinks       []Sink
	Flows       []Flow
	Barriers    []Barrier
	Outbound    *Outbound
	Context     *Context
	Timer       *Timer
	Client      *Client
	APIClient   *APIClient
	Effects     []Effect
	Control     *Control
	Identity    *Identity
	Listener    *Listener
	Bind        *Bind
	Route       *Route
	Wrap        *Wrap
	Dispatch    *Dispatch
	Setting     *Setting
	Show        *Show
	Refuses     bool
	Optional    *Optional
}

// Registers reports whether there are rows that say what a call of the function
// does at start-up: to servers and tools, or as its result. Without, it is code
// like any other there, whatever is known of data that flows through it.
func (r *FuncRows) Registers() bool {
	return r != nil && (r.Server != nil || len(r.Registrars) > 0 || len(r.Removers) > 0 || r.Constructor != nil || r.Option != nil ||
		r.Adapter != nil || len(r.Transports) > 0 || r.Middleware != nil || r.Evaluated != nil || r.Serves() || r.Setting != nil)
}

// Serves reports whether there are rows about serving HTTP requests.
func (r *FuncRows) Serves() bool {
	return r != nil && (r.Listener != nil || r.Bind != nil || r.Route != nil || r.Wrap != nil)
}

// FieldRows are the rows about one field of a struct.
type FieldRows struct {
	Model    *Model
	Sources  []Source
	Sinks    []Sink
	Identity *Identity
}

// newSet indexes models and the rows of a user, if any. It fails when two
// models have rows of one kind for one symbol.
func newSet(ms []*Model, user *Rows) (*Set, error) {
	s := &Set{
		builtin:     ms,
		models:      slices.Clone(ms),
		funcs:       make(map[string]*FuncRows),
		descriptors: make(map[string]typed[*Descriptor]),
		handlers:    make(map[string]typed[[]*HandlerType]),
		fields:      make(map[string]typed[[]*Field]),
		taintFields: make(map[string]*FieldRows),
		programs:    make(map[string][]*Program),
		forwarded:   make(map[string]*Forwarded),
		clients:     make(map[string]*Client),
		clientVars:  make(map[string]*Client),
		apis:        make(map[string][]*APIClient),
		services:    make(map[string][]*Service),
		commands:    make(map[string]*Command),
		approvals:   make(map[string]*Approval),
		errors:      make(map[string]bool),
		local:       make(map[string]bool),
		webServers:  make(map[string]*WebServer),
		policies:    make(map[string]*Policy),
		shows:       make(map[string]*Show),
	}
	for _, m := range ms {
		for _, f := range m.Forks {
			s.forks = append(s.forks, fork{from: dropMajor(f), to: dropMajor(m.Module)})
		}
	}
	ix := indexer{set: s, owner: make(map[string]*Model)}
	if user != nil {
		// The user's rows go first and hold their place against the others.
		s.user = &Model{Name: "user", Kind: "lib", Rows: *user}
		ix.index(s.user)
		s.models = append(s.models, s.user)
	}
	for _, m := range ms {
		ix.index(m)
	}
	s.compile()
	for symbol, rows := range s.funcs {
		rows.Model = s.owner(symbol, rows.Model)
	}
	s.digest = sync.OnceValue(func() string {
		data, err := json.Marshal(s.models)
		if err != nil { // rows are made of what JSON has
			return ""
		}
		sum := sha256.Sum256(data)
		return hex.EncodeToString(sum[:])
	})
	return s, errors.Join(ix.errs...)
}

// owner returns the SDK whose package the symbol is in, so that a user's row
// about an SDK's function counts as that SDK's; otherwise the row's own model.
func (s *Set) owner(symbol string, row *Model) *Model {
	if row != s.user {
		return row
	}
	if p, err := ParseFunc(symbol); err == nil {
		if m := s.ModelOf(p.Package); m != nil {
			return m
		}
	}
	return row
}

// With returns the builtin models of s with the rows of a user added, which
// replace those that an earlier With added. A user's row replaces the builtin
// rows of the same section about the same symbol. The rows must be valid, as
// those of ParseRows are.
func (s *Set) With(user Rows) *Set {
	// The builtin models were indexed together before, and a user's rows can't
	// clash with them, so there is no error left.
	set, _ := newSet(s.builtin, &user)
	set.methods, set.words = s.methods, s.words
	return set
}

// Func returns the rows about a function, by its FullName, or nil.
func (s *Set) Func(symbol string) *FuncRows { return s.funcs[s.canonical(symbol)] }

// Descriptor returns the row about a descriptor type and its model, or nil.
func (s *Set) Descriptor(typeName string) (*Descriptor, *Model) {
	t := s.descriptors[s.canonical(typeName)]
	return t.rows, t.model
}

// Handler returns the row about a handler type and its model, or nil. Of a type
// that had several shapes it is the newest; see HandlerShape.
func (s *Set) Handler(typeName string) (*HandlerType, *Model) {
	t := s.handlers[s.canonical(typeName)]
	if len(t.rows) == 0 {
		return nil, nil
	}
	return t.rows[0], t.model
}

// HandlerShape returns the row about a handler type with that number of
// parameters and results, and its model, or nil.
func (s *Set) HandlerShape(typeName string, params, results int) (*HandlerType, *Model) {
	t := s.handlers[s.canonical(typeName)]
	for _, h := range t.rows {
		if (h.Params == 0 || h.Params == params) && (h.Results == 0 || h.Results == results) {
			return h, t.model
		}
	}
	return nil, nil
}

// Fields returns the rows about the fields of an options struct and their
// model, or nil.
func (s *Set) Fields(typeName string) ([]*Field, *Model) {
	t := s.fields[s.canonical(typeName)]
	return t.rows, t.model
}

// TaintField returns the rows about a field of a struct, or nil.
func (s *Set) TaintField(typeName, field string) *FieldRows {
	return s.taintFields[s.canonical(typeName)+"."+field]
}

// Program returns the rows about a program, by its base name without .exe:
// those about subcommands first, the most specific first of all.
func (s *Set) Program(name string) []*Program { return s.programs[name] }

// ModelOf returns the SDK that a package belongs to, or nil.
func (s *Set) ModelOf(pkgPath string) *Model {
	pkgPath = s.canonical(pkgPath)
	var best *Model
	for _, m := range s.builtin {
		if m.Kind != "sdk" {
			continue
		}
		module := dropMajor(m.Module)
		rest, ok := strings.CutPrefix(pkgPath, module)
		if ok && (rest == "" || rest[0] == '/') && (best == nil || len(module) > len(dropMajor(best.Module))) {
			best = m
		}
	}
	return best
}

// Models returns all models, the rows of a user last.
func (s *Set) Models() []*Model { return slices.Clone(s.models) }

// Symbols returns the functions and types that have rows, sorted.
func (s *Set) Symbols() []string {
	all := make(map[string]bool)
	for k := range s.funcs {
		all[k] = true
	}
	for k := range s.descriptors {
		all[k] = true
	}
	for k := range s.handlers {
		all[k] = true
	}
	for k := range s.fields {
		all[k] = true
	}
	return slices.Sorted(maps.Keys(all))
}

// Digest returns the SHA-256 of all rows, in hexadecimal.
func (s *Set) Digest() string { return s.digest() }

// canonical is Canonical with a memory: callers ask once per call instruction.
func (s *Set) canonical(symbol string) string {
	if c, ok := s.canon.Load(symbol); ok {
		return c.(string)
	}
	c := canonical(symbol, s.forks)
	s.canon.Store(symbol, c)
	return c
}
