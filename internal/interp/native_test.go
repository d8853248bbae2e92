package interp

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/mcpvet/mcpvet/internal/program"
	"github.com/mcpvet/mcpvet/models"
)

// testTypes are the types that the tests of rules know.
func testTypes() map[string]*program.Type {
	types := []*program.Type{
		{Name: "p.Tool", Kind: program.KindStruct, Fields: []program.Field{
			{Name: "Base", Type: "p.Base", Embedded: true},
			{Name: "More", Type: "*p.More", Embedded: true},
			{Name: "Name", Type: "string", Tag: `json:"name"`},
			{Name: "Limit", Type: "int", Tag: `json:"limit,omitempty"`},
			{Name: "Ratio", Type: "float64", Tag: `json:"ratio,omitempty"`},
			{Name: "Hints", Type: "*p.Hints", Tag: `json:"hints,omitempty"`},
			{Name: "Tags", Type: "[]string", Tag: `json:"tags,omitempty"`},
			{Name: "Schema", Type: "map[string]any", Tag: `json:"schema,omitempty"`},
			{Name: "Raw", Type: "encoding/json.RawMessage", Tag: `json:"raw,omitempty"`},
			{Name: "Key", Type: "[]byte", Tag: `json:"key,omitempty"`},
			{Name: "Level", Type: "p.Level", Tag: `json:"level,omitempty"`},
			{Name: "Hidden", Type: "string", Tag: `json:"-"`},
			{Name: "private", Type: "string"},
		}},
		{Name: "p.Base", Kind: program.KindStruct, Fields: []program.Field{
			{Name: "ID", Type: "int", Tag: `json:"id,omitempty,string"`},
			{Name: "Name", Type: "string", Tag: `json:"name"`},
		}},
		{Name: "p.More", Kind: program.KindStruct, Fields: []program.Field{{Name: "Note", Type: "string", Tag: `json:"note,omitzero"`}}},
		{Name: "p.Hints", Kind: program.KindStruct, Fields: []program.Field{{Name: "ReadOnly", Type: "bool", Tag: `json:"readOnly"`}}},
		{Name: "encoding/json.RawMessage", Kind: program.KindSlice, Elem: "byte"},
		{Name: "p.Level", Kind: program.KindString, Methods: []program.Method{{Name: "String", ID: "(p.Level).String"}}},
		{Name: "p.Far", Kind: program.KindInt, Methods: []program.Method{{Name: "String", ID: "(p.Far).String"}}},
		{Name: "*p.Own", Kind: program.KindPointer, Elem: "p.Own", Methods: []program.Method{{Name: "UnmarshalJSON", ID: "(*p.Own).UnmarshalJSON"}}},
		{Name: "p.Own", Kind: program.KindStruct, Fields: []program.Field{{Name: "Text", Type: "string"}}},
		{Name: "*p.Log", Kind: program.KindPointer, Elem: "p.Log", Methods: []program.Method{{Name: "Write", ID: "(*bytes.Buffer).Write", Path: []string{"Buffer"}}}},
		{Name: "p.Log", Kind: program.KindStruct, Fields: []program.Field{{Name: "Buffer", Type: "bytes.Buffer", Embedded: true}}},
	}
	out := map[string]*program.Type{}
	for _, t := range types {
		out[t.Name] = t
	}
	return out
}

// testFuncs are functions with a body: one for each way of being called.
func testFuncs() map[string]*program.Func {
	one := func(f *program.Func) *program.Func {
		f.Name, f.Regs = f.ID, 16
		f.Blocks[0].IPDom = program.NoBlock
		return f
	}
	ret := func(args ...program.Ref) program.Instr { return program.Instr{Op: program.OpReturn, Args: args} }
	str := func(s string) program.Const { return program.Const{Kind: program.ConstString, S: s} }
	funcs := []*program.Func{
		// func(x string) string { return "<" + x }
		one(&program.Func{ID: "p.mark", Params: []program.Param{{Name: "x"}}, Results: 1, Consts: []program.Const{str("<")},
			Blocks: []program.Block{{Instrs: []program.Instr{{Op: program.OpBinOp, Sym: "+", Args: []program.Ref{-1, 1}, Dst: 2}, ret(2)}}}}),
		// func(yield func(string) bool) { yield("a"); yield("b") }
		one(&program.Func{ID: "p.seq", Params: []program.Param{{Name: "yield"}}, Consts: []program.Const{str("a"), str("b")},
			Blocks: []program.Block{{Instrs: []program.Instr{
				{Op: program.OpCall, Mode: program.CallDynamic, Args: []program.Ref{1, -1}, N: 1, Dst: 2},
				{Op: program.OpCall, Mode: program.CallDynamic, Args: []program.Ref{1, -2}, N: 1, Dst: 3}, ret()}}}}),
		// func (l Level) String() string { return "level " + l }
		one(&program.Func{ID: "(p.Level).String", Recv: true, Params: []program.Param{{Name: "l"}}, Results: 1, Consts: []program.Const{str("level ")},
			Blocks: []program.Block{{Instrs: []program.Instr{{Op: program.OpBinOp, Sym: "+", Args: []program.Ref{-1, 1}, Dst: 2}, ret(2)}}}}),
		// func (o *Own) UnmarshalJSON(b []byte) error { o.Text = b; return nil }
		one(&program.Func{ID: "(*p.Own).UnmarshalJSON", Recv: true, Params: []program.Param{{Name: "o"}, {Name: "b"}}, Results: 1,
			Consts: []program.Const{{Kind: program.ConstNil}},
			Blocks: []program.Block{{Instrs: []program.Instr{
				{Op: program.OpFieldAddr, Sym: "Text", Args: []program.Ref{1}, Dst: 3},
				{Op: program.OpStore, Args: []program.Ref{3, 2}}, ret(-1)}}}}),
	}
	out := map[string]*program.Func{}
	for _, f := range funcs {
		out[f.ID] = f
	}
	return out
}

// A bench calls rules on one machine.
type bench struct {
	t     testing.TB
	m     *Machine
	types []string // type arguments of the next calls
	sym   string   // symbol of the next calls
	rules map[string]bool
}

func newBench(t testing.TB) *bench {
	t.Helper()
	w := NewWorld(&models.Set{}, []*program.Package{{Path: "p", Types: testTypes(), Funcs: testFuncs()}})
	return &bench{t: t, m: w.NewMachine(DefaultLimits()), sym: "x.F", rules: map[string]bool{}}
}

// here is where the calls of a bench are.
var here = program.Pos{File: "call.go", Line: 7, Col: 1}

// method calls a rule with a receiver for a number of results.
func (b *bench) method(rule string, results int, recv Value, args ...Value) (Value, bool) {
	b.t.Helper()
	n := natives[rule]
	if n == nil {
		b.t.Fatalf("there is no native %q", rule)
	}
	b.rules[rule] = true
	return n(&site{m: b.m, sym: b.sym, recv: recv, args: args, typeArgs: b.types, pos: here, results: results})
}

// call calls a rule that has one result, which it returns.
func (b *bench) call(rule string, args ...Value) Value {
	b.t.Helper()
	return b.on(rule, nil, args...)
}

// on is call with a receiver.
func (b *bench) on(rule string, recv Value, args ...Value) Value {
	b.t.Helper()
	v, returns := b.method(rule, 1, recv, args...)
	if !returns {
		b.t.Fatalf("%s does not return", rule)
	}
	return v
}

func (b *bench) want(v Value, want string) {
	b.t.Helper()
	if got := b.show(v, 0); got != want {
		b.t.Errorf("got %s, want %s", got, want)
	}
}

// check calls a rule with one result and compares it.
func (b *bench) check(want, rule string, args ...Value) {
	b.t.Helper()
	if got := b.show(b.call(rule, args...), 0); got != want {
		b.t.Errorf("%s: got %s, want %s", rule, got, want)
	}
}

// checkN is check for several results.
func (b *bench) checkN(want, rule string, results int, args ...Value) {
	b.t.Helper()
	v, returns := b.method(rule, results, nil, args...)
	if !returns {
		b.t.Fatalf("%s does not return", rule)
	}
	if got := b.show(v, 0); got != want {
		b.t.Errorf("%s: got %s, want %s", rule, got, want)
	}
}

// list returns a list of new cells.
func (b *bench) list(vs ...Value) *List {
	l := &List{}
	for _, v := range vs {
		l.Cells = append(l.Cells, b.m.newCell(v, program.Pos{}))
	}
	return l
}

func (b *bench) strs(ts ...string) *List {
	vs := make([]Value, len(ts))
	for i, t := range ts {
		vs[i] = str(t)
	}
	return b.list(vs...)
}

// dict returns a map of keys and values in turn.
func (b *bench) dict(kvs ...Value) *Map {
	o := &MapObject{born: b.m.now()}
	for i := 0; i+1 < len(kvs); i += 2 {
		b.m.mapSet(o, kvs[i], kvs[i+1])
	}
	return &Map{Obj: o}
}

func (b *bench) ptr(v Value) *Ptr { return &Ptr{Obj: b.m.newCell(v, program.Pos{})} }

// builder returns a pointer to a new strings.Builder.
func (b *bench) builder() *Ptr {
	return &Ptr{Obj: b.m.newObject("strings.Builder", program.ZeroStruct, program.Pos{})}
}

// fn returns a function value computed by f.
func fn(f func(args []Value) Value) *Func {
	return &Func{Native: func(_ *Machine, args []Value) Value { return f(args) }}
}

func iface(typ string, v Value) Value { return &Iface{Type: typ, V: v} }

// partly is a text with an unknown part named by "?": "a?b".
func partly(t string) Value {
	var parts []Part
	for i, p := range strings.Split(t, "?") {
		if i > 0 {
			u := &Unknown{Reason: "x"}
			parts = append(parts, Part{S: u.Reason, Source: u})
		}
		if p != "" {
			parts = append(parts, Part{Known: true, S: p})
		}
	}
	return text(parts, program.Pos{})
}

// show writes a value: "?" is unknown, "?!" unknown but not nil, and "..." says
// that there may be more.
func (b *bench) show(v Value, depth int) string {
	if depth > 20 {
		return "deep"
	}
	in := func(v Value) string { return b.show(v, depth+1) }
	all := func(vs []Value, open *Unknown) string {
		var out []string
		for _, v := range vs {
			out = append(out, in(v))
		}
		if open != nil {
			out = append(out, "...")
		}
		return strings.Join(out, " ")
	}
	switch v := v.(type) {
	case nil:
		return "nothing"
	case *Const:
		return fmt.Sprintf("%#v", v.V)
	case *Text:
		var out strings.Builder
		for _, p := range v.Parts {
			if p.Known {
				out.WriteString(p.S)
			} else {
				out.WriteString("?")
			}
		}
		return fmt.Sprintf("%q", out.String())
	case Nil:
		return "nil"
	case *Ptr:
		return "&" + in(b.m.read(v.Obj, v.Obj.Kind, v.Obj.Type))
	case *Struct:
		var out []string
		for _, k := range slices.Sorted(maps.Keys(v.Fields)) {
			out = append(out, k+":"+in(v.Fields[k]))
		}
		return v.Type + "{" + strings.Join(out, " ") + "}"
	case *List:
		vs := make([]Value, len(v.Cells))
		for i, c := range v.Cells {
			vs[i] = b.m.read(c, program.ZeroOther, "")
		}
		return "[" + all(vs, v.Open) + "]"
	case *Map:
		var out []string
		for i, k := range v.Obj.Keys {
			out = append(out, in(k)+":"+in(v.Obj.Vals[i]))
		}
		if v.Obj.Open != nil {
			out = append(out, "...")
		}
		return "map[" + strings.Join(out, " ") + "]"
	case *Func:
		return "func"
	case *Iface:
		return v.Type + "(" + in(v.V) + ")"
	case *Tuple:
		return "(" + all(v.Vs, nil) + ")"
	case *Choice:
		out := make([]string, len(v.Alts))
		for i, a := range v.Alts {
			out[i] = in(a)
		}
		return strings.Join(out, "|")
	case *Opaque:
		if v.Sym == typeValue {
			return fmt.Sprintf("type %v", v.native)
		}
		return "opaque " + v.Sym
	case *Unknown:
		if v.NonNil {
			return "?!"
		}
		return "?"
	}
	return fmt.Sprintf("%T", v)
}

// dunno returns an unknown value.
func dunno() *Unknown { return &Unknown{Reason: "x", Pos: program.Pos{File: "u.go", Line: 3, Col: 1}} }

func either2(vs ...Value) Value { return &Choice{Alts: vs} }

// TestNatives runs the tests of all rules and sees that there are no others.
func TestNatives(t *testing.T) {
	groups := map[string]func(b *bench){
		"format": testFormat, "numbers": testNumbers, "texts": testTexts, "search": testSearch, "patterns": testPatterns, "paths": testPaths,
		"values": testValues, "types": testTypeRules, "cells": testCells, "calls": testCalls, "events": testEvents,
		"lists": testLists, "pick": testPick, "listcalls": testListCalls, "maps": testMaps, "sequences": testSequences,
		"addresses": testAddresses, "writers": testWriters, "marshal": testMarshal, "unmarshal": testUnmarshal,
	}
	tested := map[string]bool{}
	for name, f := range groups {
		t.Run(name, func(t *testing.T) {
			b := newBench(t)
			f(b)
			maps.Copy(tested, b.rules)
		})
	}
	for _, r := range models.EvalRules() {
		if natives[r] == nil {
			t.Errorf("rule %s has no native", r)
		}
		if !tested[r] {
			t.Errorf("rule %s has no test", r)
		}
	}
	for r := range natives {
		if !models.IsEvalRule(r) {
			t.Errorf("native %s is no rule", r)
		}
	}
	seen := map[string]bool{}
	for _, table := range nativeTables() {
		for r := range table {
			if seen[r] {
				t.Errorf("rule %s stands in two tables", r)
			}
			seen[r] = true
		}
	}
}

// TestNativesBareCalls calls every rule with fewer arguments than it reads,
// and with values of the wrong kind: user rows may put any rule on any function.
func TestNativesBareCalls(t *testing.T) {
	b := newBench(t)
	odd := []Value{nil, dunno(), Nil{}, str("%d["), integer(-1), boolean(true), &Const{V: 1.5}, partly("a?b"), b.list(integer(1), str("x")),
		&List{Open: dunno()}, b.dict(str("k"), dunno()), b.ptr(str("x")), &Struct{Type: "p.Tool"}, &Func{ID: "nowhere"}, &Func{ID: "p.mark"},
		&Opaque{Sym: "o"}, iface("p.Level", str("x")), either2(str("a"), dunno(), Nil{}), &Tuple{}, integer(1 << 62)}
	for _, rule := range models.EvalRules() {
		for results := range 4 {
			for i, v := range odd {
				b.method(rule, results, v)
				b.method(rule, results, v, v)
				b.method(rule, results, v, v, odd[(i+1)%len(odd)])
				b.method(rule, results, v, odd[(i+5)%len(odd)], v, v)
				b.method(rule, results, nil, v, v, v, v)
			}
		}
	}
}
