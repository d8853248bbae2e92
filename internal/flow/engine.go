package flow

import (
	"maps"
	"slices"
	"strings"

	"github.com/mcpvet/mcpvet/internal/program"
	"github.com/mcpvet/mcpvet/models"
)

// An Engine holds a program and the summaries of its functions.
type Engine struct {
	models   *models.Set
	scene    *Scenario // of the walk that is on
	assumes  map[string]bool
	nest     int
	funcs    map[string]*program.Func
	ids      []string // sorted
	typ      func(string) *program.Type
	inits    map[string]string // package path -> id of its initialiser
	requests bool              // see requests.go
	follows  Mask              // the harm that is followed
	unseen   bool              // see Unseen
	muted    map[string]bool   // globals that are stored to after initialisation
	limits   Limits

	fns        map[string]*fn
	decidedOf  map[string]*fn           // the last one of each function, see dispatch.go
	decidingOf map[string][]program.Ref // see given.go, like those that follow
	variants   map[string]*variant
	variantsOf map[string]int
	graph      *graph
	rowsOf     map[string]*models.FuncRows
	chained    map[string]program.Ref // see chained.go
	value      map[string]bool
	heavy      map[string]bool
	veil       map[string]bool   // types that hide what they hold, see shown.go
	redactors  map[string]bool   // functions, by name
	rewriting  map[string]Mask   // see Rewrites
	fencing    map[string]bool   // likewise
	standIns   map[string]string // functions of other code in variables and fields, see stands.go; nil until they are asked for
	gsyms      map[string]*Sym
	firsts     map[string]int                // see first.go
	wordings   map[string]int                // likewise
	ends       map[string]bool               // fields whose content ends with a separator, see derive.go
	stores     map[string][]edgeCall         // to fields, by type and name, as far as they were asked for
	storing    map[string][]string           // the functions that store there; nil until they are asked for
	tables     map[string]bool               // globals whose maps functions change; see changesTable
	globals    map[string][]edgeCall         // stores to globals; nil until they are asked for
	callers    map[string][]edgeCall         // static calls, by callee; nil until they are asked for
	frees      map[string]*Frame             // see walk.go
	receivers  map[string][]worker           // from channels, by origin; nil until they are asked for
	alive      map[string]bool               // functions that something calls; nil until they are asked for
	touched    map[*Question]map[string]bool // see judge.go
	invoked    map[string][]string           // methods of interfaces that are called, by name; likewise

	sums      map[sumKey]*sum
	queue     []item
	begins    map[string]bool       // functions that requests come in at
	runs      Memo[[]begun]         // see Follow
	trails    int                   // so far
	keepers   map[keptBy]Mask       // by the trails so far
	used      map[string][]edgeCall // see usesOf
	users     map[string][]string   // see usersOf; nil until they are asked for
	mentioned map[string]bool       // see query.go
	steps     int
	full      bool           // the limit was reached
	entered   map[sumKey]int // parts of each parameter that data has entered at
	binds     int            // entries with bindings so far
	cells     map[string][]content
	puts      map[string][]string // functions by the key of contexts that they put something under; nil until it is asked for
	above     map[string][]string // static callers, likewise
	readers   map[string][]reader
	named     map[Source]*Source
}

// Limits bound an analysis; beyond them it stops and says so.
type Limits struct {
	Steps int // facts spread, uses of summaries, places filled, and what costs as much
}

// DefaultLimits are far beyond what real servers need.
func DefaultLimits() Limits { return Limits{Steps: 4_000_000} }

// New makes an engine for the packages of a program. typ describes types.
func New(set *models.Set, pkgs []*program.Package, typ func(string) *program.Type, limits Limits) *Engine {
	e := &Engine{models: set, funcs: map[string]*program.Func{}, typ: typ, inits: map[string]string{}, muted: map[string]bool{},
		limits: limits, follows: allKinds, fns: map[string]*fn{}, decidedOf: map[string]*fn{}, decidingOf: map[string][]program.Ref{}, variants: map[string]*variant{}, variantsOf: map[string]int{}, rowsOf: map[string]*models.FuncRows{}, value: map[string]bool{}, chained: map[string]program.Ref{}, heavy: map[string]bool{}, veil: map[string]bool{}, redactors: map[string]bool{}, rewriting: map[string]Mask{}, fencing: map[string]bool{}, begins: map[string]bool{}, runs: Memo[[]begun]{}, keepers: map[keptBy]Mask{},
		gsyms: map[string]*Sym{}, stores: map[string][]edgeCall{}, used: map[string][]edgeCall{}, firsts: map[string]int{}, wordings: map[string]int{}, ends: map[string]bool{}, sums: map[sumKey]*sum{}, entered: map[sumKey]int{}, named: map[Source]*Source{}, frees: map[string]*Frame{}, cells: map[string][]content{}, readers: map[string][]reader{}}
	for _, p := range pkgs {
		maps.Copy(e.funcs, p.Funcs)
		e.inits[p.Path] = p.Init
		for _, g := range p.Mutated {
			e.muted[g] = true
		}
	}
	e.ids = slices.Sorted(maps.Keys(e.funcs))
	return e
}

// each goes through all instructions of the program, in order.
func (e *Engine) each(visit func(c edgeCall, in *program.Instr)) { e.in(e.ids, visit) }

// in goes through the instructions of functions.
func (e *Engine) in(ids []string, visit func(c edgeCall, in *program.Instr)) {
	for _, id := range ids {
		x := e.fn(id)
		for b := range x.Blocks {
			for i := range x.Blocks[b].Instrs {
				visit(edgeCall{x, site{int32(b), int32(i)}}, &x.Blocks[b].Instrs[i])
			}
		}
	}
}

// Again returns the engine for another analysis of the same program: what is
// known of its functions stays, what was followed does not.
func (e *Engine) Again() *Engine {
	e.requests, e.follows, e.unseen = false, allKinds, false
	e.sums, e.queue, e.steps, e.full = map[sumKey]*sum{}, nil, 0, false
	e.entered, e.named, e.begins = map[sumKey]int{}, map[Source]*Source{}, map[string]bool{}
	e.runs, e.trails, e.keepers = Memo[[]begun]{}, 0, map[keptBy]Mask{}
	e.cells, e.readers, e.puts = map[string][]content{}, map[string][]reader{}, nil
	e.touched = nil
	return e
}

// fn returns a function of the program, indexed, or nil.
func (e *Engine) fn(id string) *fn {
	if x, ok := e.fns[id]; ok {
		return x
	}
	f := e.funcs[id]
	if f == nil {
		return nil
	}
	x := e.prepare(f)
	e.fns[id] = x
	return x
}

func (e *Engine) rows(sym string) *models.FuncRows {
	r, ok := e.rowsOf[sym]
	if !ok {
		r = e.models.Func(sym)
		e.rowsOf[sym] = r
	}
	return r
}

func (e *Engine) callGraph() *graph {
	if e.graph == nil {
		e.graph = newGraph(e)
	}
	return e.graph
}

// isValue reports whether a type is copied whole: strings, numbers, booleans.
func (e *Engine) isValue(typ string) bool {
	v, ok := e.value[typ]
	if !ok {
		switch e.kindOf(typ) {
		case program.KindString, program.KindBool, program.KindInt, program.KindFloat:
			v = true
		}
		e.value[typ] = v
	}
	return v
}

// isNumber reports whether a type is of numbers, booleans or times.
func (e *Engine) isNumber(typ string) bool {
	if typ == "time.Time" || typ == "*time.Time" {
		return true
	}
	switch e.kindOf(typ) {
	case program.KindBool, program.KindInt, program.KindFloat:
		return true
	}
	return false
}

func (e *Engine) kindOf(typ string) program.TypeKind {
	switch typ {
	case "string", "untyped string":
		return program.KindString
	case "bool", "untyped bool":
		return program.KindBool
	case "int", "int8", "int16", "int32", "int64", "uint", "uint8", "uint16", "uint32", "uint64", "uintptr", "byte", "rune", "untyped int", "untyped rune":
		return program.KindInt
	case "float32", "float64", "complex64", "complex128", "untyped float":
		return program.KindFloat
	}
	if t := e.typ(typ); t != nil {
		return t.Kind
	}
	return program.KindOther
}

// hasMethods reports whether a type has a method with a body in the program,
// or one with rows.
func (e *Engine) hasMethods(typ string) bool {
	h, ok := e.heavy[typ]
	if !ok {
		if t := e.typ(typ); t != nil && t.Kind != program.KindInterface {
			for _, m := range t.Methods {
				if e.funcs[m.ID] != nil || e.modelled(typ, m.Name) != "" {
					h = true
					break
				}
			}
		}
		e.heavy[typ] = h
	}
	return h
}

// method returns the method of a dynamic type, if it has a body, and the
// embedded fields that lead to its receiver.
func (e *Engine) method(typ, name string) (string, []string) {
	t := e.typ(typ)
	if typ == "" || t == nil {
		return "", nil
	}
	m, ok := t.Method(name)
	if !ok || e.funcs[m.ID] == nil {
		return "", nil
	}
	return m.ID, m.Path
}

// globalSym returns what a global holds, where only its initialiser stores to
// it.
func (e *Engine) globalSym(global string, p path, depth int) *Sym {
	if p != "" || e.muted[global] || depth <= 0 {
		return unknownSym
	}
	if s, ok := e.gsyms[global]; ok {
		return s
	}
	e.gsyms[global] = unknownSym
	s := unknownSym
	i := strings.LastIndexByte(global, '.')
	if i > 0 {
		if init := e.fn(e.inits[global[:i]]); init != nil {
			stores := init.stores[root{global: global}]
			if len(stores) == 1 && stores[0].loc.path == "" {
				s = init.symAt(init.in(stores[0].at).Args[1], depth-1)
			}
		}
	}
	e.gsyms[global] = s
	return s
}

// source returns the one pointer for equal sources.
func (e *Engine) source(s Source) *Source {
	p, ok := e.named[s]
	if !ok {
		p = &s
		e.named[s] = p
	}
	return p
}
