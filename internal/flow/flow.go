// Package flow follows data through lowered programs (internal/program): from
// sources, over calls, memory, closures and interfaces, to sinks.
//
// The unit of work is a summary: what becomes of a value that enters a
// function at one place (a parameter and a path of fields), whoever calls.
// Summaries are made when they are asked for, once, and are used by every
// caller, so the cost grows with the code that data reaches and not with the
// number of ways there. A further summary of each function, without a place of
// entry, holds what comes from sources inside it.
//
// Nothing of the audited code is executed.
package flow

import (
	"github.com/mcpvet/mcpvet/internal/program"
	"github.com/mcpvet/mcpvet/models"
)

// A Mask is a set of kinds of harm (models.FlowKinds), with properties of
// texts: Whole, Part and Split.
type Mask uint64

// Properties of a text that flows.
const (
	Split Mask = 1 << 61 // the text starts elsewhere than the one that came in
	Whole Mask = 1 << 62 // the text as it came from the source
	Part  Mask = 1 << 63 // the text is a part of what flows
	props      = Split | Whole | Part
	kinds Mask = Split - 1
)

var (
	kindBits = bits()
	allKinds = union(models.FlowKinds())
	textMask = union(models.TextKinds())
	anyText  = textMask | union(models.SeenKinds()) // what numbers and values that the code chooses can't do

	optionMask = KindMask(models.KindOption)
	wordsMask  = KindMask(models.KindWords)
)

func bits() map[string]Mask {
	out := map[string]Mask{}
	for i, k := range models.FlowKinds() {
		out[k] = 1 << i
	}
	n := len(out) // parts of kinds, see paths.go
	out[models.KindPath] |= 3 << n
	out[models.KindURLPath] |= 4 << n
	return out
}

func union(names []string) Mask {
	var m Mask
	for _, n := range names {
		m |= kindBits[n]
	}
	return m
}

// KindMask returns the mask of kinds; models.KindText stands for all texts.
func KindMask(names ...string) Mask {
	var m Mask
	for _, n := range names {
		if n == models.KindText {
			m |= anyText
			continue
		}
		m |= kindBits[n]
	}
	return m
}

// Has reports whether m has one of the kinds in k.
func (m Mask) Has(k Mask) bool { return m&k&kinds != 0 }

// through returns what of m is left behind a part of the way that lets by
// pass.
func (m Mask) through(by Mask) Mask {
	out := m & by & kinds
	if m.Has(modelMask) && !by.Has(modelMask) {
		out |= by & fencedMask
	}
	if by&Split != 0 {
		out = out&^optionMask | m.split()&by&optionMask
	}
	if out == 0 {
		return 0
	}
	out |= (m | by) & Split
	if m&Whole != 0 && by&Whole != 0 {
		out |= Whole
	}
	if (m|by)&Part != 0 {
		out |= Part
	}
	return out
}

// asPart returns m for a text that has become a part of another.
func (m Mask) asPart() Mask {
	if m&kinds == 0 {
		return 0
	}
	return m&(kinds|Split) | Part
}

// split returns m for what a text is taken apart into: what did not start with
// a dash may have a word that does.
func (m Mask) split() Mask {
	if m.Has(wordsMask) {
		m |= optionMask
	}
	return m | Split
}

// A Source is where data of a class comes into the program.
type Source struct {
	Class string
	Name  string // of the tool's argument, the variable, the header; "" unknown
	Sym   string // the function or field that yields it
	Pos   program.Pos
	// From is, for an argument that was kept, the number of the trail of the
	// entry that has kept it, from 1; 0 for one of the call itself.
	From int
	// Field is, for a secret that start-up code has kept, the field that it is in.
	Field string

	param int // Name is the constant that this parameter gets, from 1; 0: no
}

// Kinds returns the kinds of harm in a mask, without what else it says.
func (m Mask) Kinds() Mask { return m & kinds }

// A Hop is one step of a trace.
type Hop struct {
	Pos  program.Pos
	Text string
	Weak Mask   // of a check on the way that does not hold: for these kinds, and why
	Name string // of the argument that is taken here; a hop may tell no more

	param int // Name is the constant that this parameter gets, from 1; 0: no
}

// A trace is a chain of hops, each with the chain of a call inside.
type trace struct {
	prev *trace
	sub  *trace // the way through a callee
	hop  Hop
	size int
}

// maxTrace bounds the hops of a trace; real ones have a dozen.
const maxTrace = 60

func (t *trace) add(pos program.Pos, text string) *trace {
	if !pos.IsValid() {
		return t
	}
	if t != nil && t.hop.Pos == pos && t.hop.Text == text {
		return t
	}
	return t.push(&trace{hop: Hop{Pos: pos, Text: text}})
}

func (t *trace) push(n *trace) *trace {
	n.prev = t
	n.size = 1
	if t != nil {
		n.size += t.size
	}
	if n.sub != nil {
		n.size += n.sub.size
	}
	if n.size > maxTrace {
		return t
	}
	return n
}

// hops lists the hops of a trace in order.
func (t *trace) hops() []Hop {
	n := 0
	t.each(func(Hop) { n++ })
	if n == 0 {
		return nil
	}
	out := make([]Hop, 0, n)
	t.each(func(h Hop) { out = append(out, h) })
	return out
}

// each visits the hops that say something, in order.
func (t *trace) each(visit func(Hop)) {
	if t == nil {
		return
	}
	t.prev.each(visit)
	if t.hop.Pos.IsValid() || t.hop.Weak != 0 || t.hop.Name != "" {
		visit(t.hop)
	}
	t.sub.each(visit)
}

// A Sink is a place where data does harm, as seen from one entry.
type Sink struct {
	Row  *models.Sink
	Sym  string // the function, or type and field
	Func string // id of the function that it is in
	Pos  program.Pos
	At   Place
	Args []*Sym // of the call, receiver first where there is one; of a field, the value and the struct
	Recv bool   // Args[0] is the receiver
	Run  *Run   // of content: the command that runs the file

	Written *Sym // of a writer whose content it is: what is written, nil if nothing is known

	With []string // of a comparison: the names in what the data is compared with

	Keyed bool   // of state: in an element of a list or a map
	Field string // of state: the global, or the type and the field, that holds it; "" unknown

	Writer   string      // of a part of a log record: the function that writes it, where that is another one
	Settings *Sym        // of a command: what is stored in its fields, nil if nothing is known
	Start    program.Pos // of a command whose input the data is: where it is made
}

// A Place says which part of an argument the data is in: the index of an
// element of a list, or -1.
type Place struct {
	Arg  int
	Elem int
}

// A Flow is data of one source at one sink.
type Flow struct {
	Source Source
	Sink   *Sink
	Mask   Mask // of the kinds that it can still do
	Hops   []Hop
}

// An Entry is where requests come in: a body, and the values that the client
// fills.
type Entry struct {
	Func   string // id
	Params []Param
	Binds  Binding // what is known of its parameters and free variables; may be nil
	Holds  []Held  // what start-up code has put into them

	Name  string   // of the tool, "" unknown
	Names []string // of all tools that the body may serve

	Kind    string // of what is called, as of a registrar; "" unknown
	Request string // type of the request that it gets, "" unknown

	Response int  // the parameter, from 1, that the answer is written to; 0: none
	Returns  bool // the answer is its first result
	Around   bool // it stands around a body, and what it hands on is not followed

	notes *Ledger // of what is asked of it; may be nil
}

// A Held is data that start-up code has put into a parameter or a free variable,
// at Path.
type Held struct {
	Index  int // receiver and parameters, then free variables
	Path   []string
	Source Source
}

// A Param is a parameter that the client fills: all of it, or the part at
// Path.
type Param struct {
	Index int // receiver included
	Path  []string
	Class string
	Name  string
	// Decoder is the method that decodes it, "" for one of the decoder's own:
	// what it lets through is all that there can be.
	Decoder string
}

// A Binding knows values at the entry: what start-up code has put into the
// receiver and the captured variables of a handler.
type Binding interface {
	// Funcs lists the functions that the value at the path below parameter
	// or free variable i can be; for an interface its method of that name.
	Funcs(i int, path []string, method string) []string
	// Whole is Funcs, and none where the value can be what is not known.
	Whole(i int, path []string, method string) []string
	// Found is Funcs for the value that the function of the entry keeps in a
	// register: what it looks up, for instance by the name of the tool. None
	// means that it is not known.
	Found(r program.Ref, method string) []string
	// Text returns the constant text there.
	Text(i int, path []string) (string, bool)
	// List returns the constant texts in the list there.
	List(i int, path []string) ([]string, bool)
	// Object identifies the object that parameter or free variable i is or
	// points to, for the life of the program; "" for none that start-up code has
	// made.
	Object(i int) string
	// Type returns a type with the type parameters of the function replaced.
	Type(typ string) string
}
