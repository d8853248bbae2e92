// Package interp evaluates lowered programs (internal/program) abstractly: it
// runs start-up code as far as its values are known, takes both arms of a
// branch that is not, and records what is registered with MCP servers.
//
// It never executes anything of the audited code: a call of a function whose
// body is not in the program has no effect but those that a model row states.
package interp

import (
	"slices"
	"strings"

	"github.com/mcpvet/mcpvet/internal/program"
)

// A Value is what the evaluator knows of a value: one of *Const, *Text, Nil,
// *Ptr, *Struct, *List, *Map, *Func, *Iface, *Tuple, *Choice, *Opaque,
// *Unknown. Values are immutable; what can change lives in an Object.
type Value interface{ value() }

// A Const is a known string, bool, int64 or float64.
type Const struct {
	V       any
	Pos     program.Pos // where it is written
	Default bool        // set by a model row, not by the code
}

// A Text is a string of which only parts are known.
type Text struct {
	Parts []Part
	Pos   program.Pos
}

// A Part of a Text: a constant, or an unknown value with the reason.
type Part struct {
	Known  bool
	S      string // the constant, or the reason
	Source *Unknown
}

// Nil is the nil of any type.
type Nil struct{}

// A Ptr points to an Object.
type Ptr struct{ Obj *Object }

// A Struct is a struct value. Fields that are missing have the zero value,
// or, where Open is set, are unknown.
type Struct struct {
	Type   string
	Fields map[string]Value
	Open   *Unknown // nil: missing fields are zero
	Pos    program.Pos
	Built  string // symbol of the constructor row that built it, "" for a literal
}

// A List is a slice or an array: cells, some of which may be there only on
// some paths. Slices share cells.
type List struct {
	Cells []*Object
	Maybe int      // how many of the cells may not be there
	Open  *Unknown // there may be further elements
}

// A Map is a map value.
type Map struct{ Obj *MapObject }

// A MapObject holds the entries of a map in the order of their insertion.
type MapObject struct {
	Keys []Value
	Vals []Value
	Open *Unknown // there may be further entries
	born int
}

// A Func is a function value.
type Func struct {
	ID       string
	Bindings []Value           // free variables
	Recv     Value             // bound receiver, nil without
	Invoke   bool              // ID is an interface's method: dispatch on Recv
	TypeArgs map[string]string // of the enclosing generic function
	Native   func(m *Machine, args []Value) Value
	Pos      program.Pos
	called   *bool // shared by copies: whether the evaluator has run it
}

// An Iface is an interface value with its dynamic type.
type Iface struct {
	Type string
	V    Value
}

// A Tuple is the results of a call.
type Tuple struct{ Vs []Value }

// A Choice is one of several values, in the order in which paths gave them.
type Choice struct{ Alts []Value }

// An Opaque is the result of a call that a model row gives a meaning to: a
// server, an option, an adapted handler.
type Opaque struct {
	Sym      string
	Args     []Value // receiver left out
	Recv     Value
	TypeArgs []string
	Pos      program.Pos
	ArgPos   []program.Pos
	Server   *Server // the value is this server
	Inner    Value   // the value wraps this one (a handler, a descriptor)
	native   any     // state of an evaluated function
}

// An Unknown is a value that could not be determined, with the reason.
type Unknown struct {
	Reason string
	NonNil bool
	Pos    program.Pos
	Param  bool   // it is a parameter of a function that was evaluated on its own
	Sym    string // it is the result of this function, "" otherwise

	// Given are the functions that were passed to Sym: where it makes a handler,
	// one of them may be the body.
	Given []Value

	// Of are the arguments of Sym that can hold functions: where it makes an
	// HTTP handler, one of them may be what it hands requests on to.
	Of []Value

	// Setting names what an operator sets, and Default is what that is where
	// nobody does, nil when that is not known.
	Setting string
	Default Value
	Read    program.Pos // where it is read

	madeOf *Unknown // what an operator sets, of which a function of texts has made it
}

func (*Const) value()   {}
func (*Text) value()    {}
func (Nil) value()      {}
func (*Ptr) value()     {}
func (*Struct) value()  {}
func (*List) value()    {}
func (*Map) value()     {}
func (*Func) value()    {}
func (*Iface) value()   {}
func (*Tuple) value()   {}
func (*Choice) value()  {}
func (*Opaque) value()  {}
func (*Unknown) value() {}

// maxAlts bounds the alternatives of a Choice; beyond it nothing is known.
const maxAlts = 128

func str(s string) *Const    { return &Const{V: s} }
func boolean(b bool) *Const  { return &Const{V: b} }
func integer(i int64) *Const { return &Const{V: i} }

func unknown(reason string) *Unknown { return &Unknown{Reason: reason} }

// AsString returns the constant string that v is.
func AsString(v Value) (string, bool) {
	if c, ok := Plain(v).(*Const); ok {
		s, ok := c.V.(string)
		return s, ok
	}
	return "", false
}

// AsBool returns the constant bool that v is.
func AsBool(v Value) (bool, bool) {
	if c, ok := Plain(v).(*Const); ok {
		b, ok := c.V.(bool)
		return b, ok
	}
	return false, false
}

// AsInt returns the constant integer that v is.
func AsInt(v Value) (int64, bool) {
	if c, ok := Plain(v).(*Const); ok {
		i, ok := c.V.(int64)
		return i, ok
	}
	return 0, false
}

// Plain takes the interface wrapping off v.
func Plain(v Value) Value {
	for {
		i, ok := v.(*Iface)
		if !ok {
			return v
		}
		v = i.V
	}
}

// Alternatives lists what v can be: the alternatives of a choice, or v.
// Interface wrapping around a choice is distributed.
func Alternatives(v Value) []Value {
	switch v := v.(type) {
	case *Choice:
		return v.Alts
	case *Iface:
		if c, ok := v.V.(*Choice); ok {
			out := make([]Value, len(c.Alts))
			for i, a := range c.Alts {
				out[i] = &Iface{Type: v.Type, V: a}
			}
			return out
		}
	}
	return []Value{v}
}

// choose returns the value that is one of vs: duplicates are dropped.
func choose(vs ...Value) Value {
	var a alternatives
	for _, v := range vs {
		if !a.add(v) {
			a.release()
			return unknown(tooMany)
		}
	}
	return a.value()
}

// joinAll is join over any number of values, at the cost of one.
func joinAll(vs []Value) Value {
	var j joiner
	for _, v := range vs {
		j.add(v)
	}
	return j.value()
}

// join merges the values that two paths give. Lists become one list with the
// elements of both: what is registered on some path is registered.
func join(a, b Value) Value {
	if a == nil {
		return b
	}
	if b == nil || same(a, b) {
		return a
	}
	if v := merge(a, b); v != nil {
		return v
	}
	return choose(a, b)
}

// merge joins two lists, or two tuples; nil when there is no other way than a
// choice.
func merge(a, b Value) Value {
	la, aok := a.(*List)
	lb, bok := b.(*List)
	switch {
	case aok && bok:
		return joinLists(la, lb)
	case aok && isNil(b):
		return joinLists(la, &List{})
	case bok && isNil(a):
		return joinLists(&List{}, lb)
	}
	if ta, ok := a.(*Tuple); ok {
		if tb, ok := b.(*Tuple); ok && len(ta.Vs) == len(tb.Vs) {
			out := &Tuple{Vs: make([]Value, len(ta.Vs))}
			for i := range ta.Vs {
				out.Vs[i] = join(ta.Vs[i], tb.Vs[i])
			}
			return out
		}
	}
	return nil
}

func joinLists(a, b *List) (out *List) {
	out = &List{Open: a.Open}
	if out.Open == nil {
		out.Open = b.Open
	}
	least := min(len(a.Cells)-a.Maybe, len(b.Cells)-b.Maybe)
	defer func() { out.Maybe = max(len(out.Cells)-least, 0) }()
	if len(a.Cells) <= len(b.Cells) && slices.Equal(a.Cells, b.Cells[:len(a.Cells)]) { // b is a with more
		out.Cells = b.Cells
		return out
	}
	if len(b.Cells) <= len(a.Cells) && slices.Equal(b.Cells, a.Cells[:len(b.Cells)]) {
		out.Cells = a.Cells
		return out
	}
	have := make(map[*Object]bool, len(a.Cells))
	for _, c := range a.Cells {
		have[c] = true
	}
	out.Cells = slices.Clone(a.Cells)
	for _, c := range b.Cells {
		if !have[c] {
			out.Cells = append(out.Cells, c)
		}
	}
	return out.capped()
}

// maxListCells bounds a list: no server registers that much, and start-up code
// that fills larger tables would cost too much.
const maxListCells = 2000

// capped cuts a list that is too long.
func (l *List) capped() *List {
	if len(l.Cells) > maxListCells {
		l.Cells = l.Cells[:maxListCells:maxListCells]
		l.Open = unknown("a list of more elements than are followed")
	}
	return l
}

func isNil(v Value) bool {
	_, ok := v.(Nil)
	return ok
}

// same reports whether a and b are the same value: equal constants, or the
// same object.
func same(a, b Value) bool {
	if a == b {
		return true
	}
	switch a := a.(type) {
	case *Const:
		b, ok := b.(*Const)
		return ok && a.V == b.V
	case *Text:
		b, ok := b.(*Text)
		return ok && slices.EqualFunc(a.Parts, b.Parts, func(x, y Part) bool { return x.Known == y.Known && x.S == y.S })
	case Nil:
		return isNil(b)
	case *Ptr:
		b, ok := b.(*Ptr)
		return ok && a.Obj == b.Obj
	case *Map:
		b, ok := b.(*Map)
		return ok && a.Obj == b.Obj
	case *Iface:
		b, ok := b.(*Iface)
		return ok && a.Type == b.Type && same(a.V, b.V)
	case *Func:
		b, ok := b.(*Func)
		return ok && a.ID == b.ID && a.Native == nil && b.Native == nil && sameAll(a.Bindings, b.Bindings) && same(a.Recv, b.Recv)
	case *List:
		b, ok := b.(*List)
		return ok && a.Open == b.Open && a.Maybe == b.Maybe && slices.Equal(a.Cells, b.Cells)
	case *Unknown:
		b, ok := b.(*Unknown)
		return ok && a.Reason == b.Reason && a.NonNil == b.NonNil && a.Param == b.Param && a.Setting == b.Setting && sameAll(a.Given, b.Given)
	case *Struct:
		b, ok := b.(*Struct)
		if !ok || a.Type != b.Type || a.Open != b.Open || a.Built != b.Built || a.Pos != b.Pos || len(a.Fields) != len(b.Fields) {
			return false
		}
		for k, v := range a.Fields {
			w, ok := b.Fields[k]
			if !ok || !same(v, w) {
				return false
			}
		}
		return true
	case *Opaque:
		b, ok := b.(*Opaque)
		return ok && a.Sym == typeValue && b.Sym == typeValue && a.native == b.native
	}
	return false
}

func sameAll(a, b []Value) bool {
	return slices.EqualFunc(a, b, same)
}

// texts returns the parts of a string value; ok is false where v is no string.
func texts(v Value) ([]Part, bool) {
	switch v := Plain(v).(type) {
	case *Const:
		if s, ok := v.V.(string); ok {
			return []Part{{Known: true, S: s}}, true
		}
	case *Text:
		return v.Parts, true
	case *Unknown:
		return []Part{{S: v.Reason, Source: v}}, true
	case *Opaque:
		return []Part{{S: "the result of " + v.Sym}}, true
	}
	return nil, false
}

// text builds the string of parts.
func text(parts []Part, pos program.Pos) Value {
	var out []Part
	for _, p := range parts {
		if p.Known && p.S == "" {
			continue
		}
		if n := len(out); n > 0 && out[n-1].Known && p.Known {
			out[n-1].S += p.S
			continue
		}
		out = append(out, p)
	}
	switch {
	case len(out) == 0:
		return &Const{V: "", Pos: pos}
	case len(out) == 1 && out[0].Known:
		return &Const{V: out[0].S, Pos: pos}
	case len(out) == 1 && out[0].Source != nil:
		return out[0].Source
	}
	return &Text{Parts: out, Pos: pos}
}

// concat joins strings.
func concat(vs ...Value) Value {
	var parts []Part
	var pos program.Pos
	size := 0
	for i, v := range vs {
		if c, ok := v.(*Choice); ok && len(c.Alts) <= 16 {
			alts := make([]Value, len(c.Alts))
			for j, a := range c.Alts {
				with := slices.Clone(vs)
				with[i] = a
				alts[j] = concat(with...)
			}
			return choose(alts...)
		}
		p, ok := texts(v)
		if !ok {
			p = []Part{{S: "a value of another type"}}
		}
		for _, part := range p {
			size += len(part.S)
		}
		if size > maxText || len(parts)+len(p) > maxParts {
			return &Unknown{Reason: "a text that is too long", Pos: pos}
		}
		parts = append(parts, p...)
		if !pos.IsValid() {
			pos = PosOf(v)
		}
	}
	return text(parts, pos)
}

// PosOf returns where v is written, as far as that is known.
func PosOf(v Value) program.Pos {
	switch v := Plain(v).(type) {
	case *Const:
		return v.Pos
	case *Text:
		return v.Pos
	case *Struct:
		return v.Pos
	case *Func:
		return v.Pos
	case *Opaque:
		return v.Pos
	case *Ptr:
		return v.Obj.Pos
	case *Choice:
		return PosOf(v.Alts[0])
	case *Unknown:
		return v.Pos
	}
	return program.Pos{}
}

// withPos returns v with the position p where it has none.
func withPos(v Value, p program.Pos) Value {
	if !p.IsValid() {
		return v
	}
	switch c := v.(type) {
	case *Const:
		if !c.Pos.IsValid() {
			return &Const{V: c.V, Pos: p, Default: c.Default}
		}
	case *Iface:
		if in := withPos(c.V, p); in != c.V {
			return &Iface{Type: c.Type, V: in}
		}
	}
	return v
}

// Known returns the constant part of a text and whether it is all of it.
func (t *Text) String() string {
	var b strings.Builder
	for _, p := range t.Parts {
		if p.Known {
			b.WriteString(p.S)
		} else {
			b.WriteString("{" + p.S + "}")
		}
	}
	return b.String()
}
