package load

import (
	"go/ast"
	"go/types"
	"maps"
	"slices"
)

// maxRounds limits how often the packages that use missing ones are checked
// anew with what the check before taught. Code that chains results, like
// a.B().C[0].D, teaches one link a round.
const maxRounds = 8

// A synth makes up the packages that are imported but cannot be had, so that
// the code that uses them can be type-checked nonetheless. Whatever a package
// declares is guessed from its uses: first from their syntax, then from what
// the type checker makes of the code around them. The code is taken to be
// right, so where the type of an expression is open, the place where it stands
// says what it has to be.
//
// What is not known stays a struct type without fields. Where a guess is wrong
// or lacking the type checker reports an error, and the statement around it is
// left out.
type synth struct {
	affected []*node // the packages that need a missing one, sorted
	paths    map[string]bool
	mocks    map[string]*mock // by import path
	changed  bool             // something was learnt since the last build

	// made by build, anew each time
	pkgs    map[string]*types.Package
	named   map[*types.TypeName]*guess
	objects map[types.Object]*guess
}

// A mock is a missing package.
type mock struct {
	path, name string
	names      map[string]*guess
}

// A form is what is known about the make of a type.
type form int

const (
	formStruct form = iota // nothing, or its members
	formKnown              // found out: some other type
	formFunc
	formSlice
	formMap
	formChan
	formPointer
	formInterface
)

// A guess is a type in a missing package, declared there or that of a value.
type guess struct {
	mock     *mock
	label    string // the name declared, or one that no code can declare
	isType   bool   // a type that the code names
	constant bool   // a value that has to be constant
	params   int    // type parameters
	literal  bool   // written as a composite literal with field names
	form     form
	link     *guess // it is the same as that one

	known     term     // formKnown, or of a method copied from an interface
	mentions  []*guess // the guesses in known
	members   map[string]*guess
	key, elem *guess

	// formFunc
	calls    int // seen so far
	min, max int // arguments
	spread   bool
	rest     *guess // the elements of the last argument, nil for any
	results  []*guess

	isMethod  bool // a member that is called
	nilable   bool // values are pointers to the type: they are compared with nil
	byPointer bool // its members are used through a pointer
	byValue   bool
}

// A term makes a type of the coming round out of one of the round before.
type term func(b *mockBuilder) types.Type

// newSynth returns a synth for the missing packages that nodes import, nil if
// there are none.
func newSynth(nodes []*node) *synth {
	s := &synth{paths: make(map[string]bool), mocks: make(map[string]*mock)}
	users := make(map[string][]*ast.File)
	hit := make(map[*node]bool)
	for _, n := range nodes {
		for _, f := range n.files {
			for _, spec := range f.Imports {
				if path := importPath(spec); n.misses(path) {
					users[path] = append(users[path], f)
					hit[n] = true
				}
			}
		}
	}
	if len(hit) == 0 {
		return nil
	}
	for path, files := range users {
		s.mocks[path] = &mock{path: path, name: guessName(path, files), names: make(map[string]*guess)}
	}
	for again := true; again; {
		again = false
		for _, n := range nodes {
			if !hit[n] && slices.ContainsFunc(n.needs, func(d *node) bool { return hit[d] }) {
				hit[n], again = true, true
			}
		}
	}
	for _, n := range nodes {
		if hit[n] {
			s.affected = append(s.affected, n)
			s.paths[n.path] = true
		}
	}
	slices.SortFunc(s.affected, compareNodes)
	for _, types := range []bool{true, false} {
		for _, n := range s.affected {
			for _, f := range n.files {
				s.collect(n, f, types)
			}
		}
	}
	s.build()
	return s
}

// misses reports whether the package that path means in n cannot be had.
func (n *node) misses(path string) bool {
	if path == "C" || path == "unsafe" || path == "" {
		return false
	}
	d := n.imports[path]
	return d == nil || d.failed != ""
}

// find returns the guess that g turned out to be.
func (g *guess) find() *guess {
	for g.link != nil {
		g = g.link
	}
	return g
}

// open reports whether nothing is known of g yet.
func (g *guess) open() bool { return g.form == formStruct && len(g.members) == 0 && !g.literal }

// methodsOnly reports whether no member of g is a field.
func (g *guess) methodsOnly() bool {
	for _, m := range g.members {
		if !m.isMethod {
			return false
		}
	}
	return true
}

// part returns a new guess for a part of g.
func (g *guess) part(suffix string) *guess {
	return &guess{mock: g.mock, label: g.label + "·" + suffix}
}

// member returns the field or method of g of that name, a new one if need be;
// nil if g is not a type that can have further ones.
func (s *synth) member(g *guess, name string) *guess {
	g = g.find()
	if m := g.members[name]; m != nil {
		return m
	}
	if g.form != formStruct && g.form != formInterface && !g.isType || name == "_" {
		return nil
	}
	if g.members == nil {
		g.members = make(map[string]*guess)
	}
	m := g.part(name)
	g.members[name] = m
	s.changed = true
	return m
}

// setForm gives g a form unless it has one, and reports whether it has it now.
func (s *synth) setForm(g *guess, f form) bool {
	if g.form == f {
		return true
	}
	if !g.open() && !(g.isType && !g.literal && g.form == formStruct && g.methodsOnly()) {
		return false
	}
	g.form = f
	g.nilable = false
	s.changed = true
	switch f {
	case formSlice, formMap, formChan, formPointer:
		g.elem = g.part("elem")
	}
	if f == formMap {
		g.key = g.part("key")
	}
	return true
}

// breakCycles makes fields untyped that would have a struct contain itself.
func (s *synth) breakCycles() {
	state := make(map[*guess]int) // 1: being visited, 2: done
	var visit func(g *guess) bool
	visit = func(g *guess) bool {
		if state[g] > 0 {
			return state[g] == 1
		}
		state[g] = 1
		defer func() { state[g] = 2 }()
		if g.form != formStruct {
			return slices.ContainsFunc(g.mentions, func(m *guess) bool { return visit(m.find()) })
		}
		for _, name := range sortedKeys(g.members) {
			if m := g.members[name]; !m.isMethod && !m.find().nilable && visit(m.find()) {
				free := g.part(name)
				free.form, free.known = formKnown, func(*mockBuilder) types.Type { return anyType() }
				g.members[name] = free
			}
		}
		return false
	}
	for _, path := range sortedKeys(s.mocks) {
		for _, name := range sortedKeys(s.mocks[path].names) {
			s.eachGuess(s.mocks[path].names[name], make(map[*guess]bool), func(g *guess) { visit(g) })
		}
	}
}

// eachGuess calls f for g and all its parts.
func (s *synth) eachGuess(g *guess, seen map[*guess]bool, f func(*guess)) {
	if g == nil {
		return
	}
	g = g.find()
	if seen[g] {
		return
	}
	seen[g] = true
	f(g)
	for _, name := range sortedKeys(g.members) {
		s.eachGuess(g.members[name], seen, f)
	}
	for _, r := range g.results {
		s.eachGuess(r, seen, f)
	}
	s.eachGuess(g.elem, seen, f)
	s.eachGuess(g.key, seen, f)
}

func sortedKeys[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }
