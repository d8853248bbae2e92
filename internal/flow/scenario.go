package flow

import (
	"slices"
	"strings"

	"github.com/mcpvet/mcpvet/internal/program"
)

// A Scenario is a call of a tool of which some things are known: arguments that
// the model left out or gave, and what people answered. A walk in a scenario
// leaves out what can't be reached in it.
type Scenario struct {
	// Arg returns what is given for an argument; ok is false for one of which
	// nothing is assumed.
	Arg func(name string) (g Given, ok bool)
	// Names reports whether something is assumed of an argument of that name.
	Names func(name string) bool
	// Declined says that whoever was asked to approve the call has not.
	Declined bool
	// Met, which may be nil, gets the texts that Other is compared with.
	Met func(text string)

	of Entry // that is walked from
}

// Other is a text that a scenario gives for an argument, which no constant of a
// program equals.
const Other = "\x00other"

// meet notes what a text of the scenario is compared with, and what becomes
// that by the functions between.
func (f *Frame) meet(v value, texts ...string) {
	if s := f.e.scene; s == nil || s.Met == nil || v.kind != valText || v.s != Other {
		return
	}
	for _, t := range texts {
		f.e.scene.Met(t)
		if v.made {
			other := otherCase(t)
			f.e.scene.Met(other)
			f.e.scene.Met(" " + t)
			f.e.scene.Met(" " + other)
		}
	}
}

// otherCase returns a text that is the same but for upper and lower case.
func otherCase(t string) string {
	if up := strings.ToUpper(t); up != t {
		return up
	}
	return strings.ToLower(t)
}

// A Given is what a scenario has for an argument.
type Given struct {
	Left  bool   // it is left out
	Wrong bool   // it is a text that is not the one which is asked for
	Value string // "true", "false" or a text; with Left, the default that the SDK puts in its place, "" for none
}

// A valueKind says what is known of a value in a scenario.
type valueKind uint8

const (
	valUnknown valueKind = iota
	valNever             // there is none: nothing gets there
	valBool
	valText
	valInt
	valNil
	valNonNil
)

// A value is what is known of a value in a scenario.
type value struct {
	kind valueKind
	b    bool
	told bool // by the scenario, or made of what it tells
	odd  bool // equals no text that is not known: it is a wrong answer
	made bool // of Other, by a function that other texts come out of as what it is compared with
	s    string
	n    int64
	at   *value // of a pointer: what it points to
}

func (v value) same(w value) bool {
	if v.kind != w.kind || v.b != w.b || v.s != w.s || v.n != w.n || (v.at == nil) != (w.at == nil) {
		return false
	}
	return v.at == nil || v.at.same(*w.at)
}

// join returns what is known of a value that is one of two.
func (v value) join(w value) value {
	switch {
	case v.kind == valNever:
		return w
	case w.kind == valNever || v.same(w):
		v.told = v.told || w.told
		return v
	}
	return value{}
}

// known reports whether a value is one that can be compared.
func (v value) known() bool { return v.kind >= valBool }

// A course is what of a frame is reached in a scenario.
type course struct {
	scene *Scenario
	edges []uint8 // of each block, a bit for each successor that is taken
	live  []bool
	memo  map[program.Ref]value // of this round
	busy  bool
	nest  int // courses that were asked for this one
}

// maxRounds bounds how often the conditions of a function are asked again, and
// maxEval the depth of a question.
const (
	maxRounds = 12
	maxEval   = 24
	maxNest   = 3 // calls in calls
)

// course follows the control flow of a frame with what the scenario and the
// constants of its callers decide.
func (f *Frame) course() *course {
	if f.run != nil && f.run.scene == f.e.scene && (f.run.busy || f.run.nest <= f.e.nest) {
		return f.run
	}
	x := f.x
	c := &course{scene: f.e.scene, edges: make([]uint8, len(x.Blocks)), live: make([]bool, len(x.Blocks)), busy: true, nest: f.e.nest}
	f.run = c
	c.live[0] = true
	c.memo = map[program.Ref]value{}
	for range maxRounds {
		changed := false
		clear(c.memo)
		for b := range x.Blocks {
			if c.live[b] && f.leave(c, int32(b)) {
				changed = true
			}
		}
		if !changed {
			break
		}
	}
	c.busy = false
	return c
}

// leave marks the edges that control takes out of a block, and reports whether
// there are new ones.
func (f *Frame) leave(c *course, b int32) bool {
	blk := &f.x.Blocks[b]
	take := func(i int) bool {
		if c.edges[b]&(1<<min(i, 7)) != 0 {
			return false
		}
		c.edges[b] |= 1 << min(i, 7)
		c.live[blk.Succs[i]] = true
		return true
	}
	n := len(blk.Instrs)
	if len(blk.Succs) == 2 && n > 0 && blk.Instrs[n-1].Op == program.OpIf {
		if s := f.e.scene; s != nil && f.kind == frameEntry && f.caller == nil { // it asks which tool is called
			if truth, ok := f.x.decide(blk.Instrs[n-1].Args[0], s.of); ok {
				if truth {
					return take(0)
				}
				return take(1)
			}
		}
		switch v := f.eval(blk.Instrs[n-1].Args[0], 0); v.kind {
		case valNever:
			return false
		case valBool:
			if v.b {
				return take(0)
			}
			return take(1)
		}
	}
	changed := false
	for i := range blk.Succs {
		changed = take(i) || changed
	}
	return changed
}

// eval returns what is known of a value in the scenario of a frame.
func (f *Frame) eval(r program.Ref, depth int) value {
	x := f.x
	if c := x.constant(r); c != nil {
		return constValue(c)
	}
	if depth > maxEval || r <= 0 || !f.e.spend(1) {
		return value{}
	}
	c := f.course()
	if v, ok := c.memo[r]; ok {
		return v
	}
	c.memo[r] = value{kind: valNever} // what a loop hands on to itself adds nothing
	v := f.compute(r, depth)
	c.memo[r] = v
	return v
}

// compute evaluates a value for eval.
func (f *Frame) compute(r program.Ref, depth int) value {
	x := f.x
	in := x.def(r)
	if in == nil {
		up, arg, embed := f.passer(r)
		if up == nil || len(embed) > 0 {
			return value{}
		}
		return up.eval(arg, depth+1)
	}
	if s := f.e.scene; s != nil && f.kind == frameEntry && f.caller == nil && in.Zero == program.ZeroString && x.isName(r, s.of) {
		s.of.Called(s.of.Name) // what follows holds for this tool only
		return value{kind: valText, s: s.of.Name, told: true}
	}
	switch in.Op {
	case program.OpPhi:
		return f.evalPhi(r, in, depth)
	case program.OpUnOp:
		if v := f.eval(in.Args[0], depth+1); in.Sym == "!" && v.kind == valBool {
			return value{kind: valBool, b: !v.b, told: v.told}
		}
	case program.OpBinOp:
		return f.evalBinary(in, depth)
	case program.OpConvert, program.OpChangeInterface, program.OpMakeInterface:
		return f.eval(in.Args[0], depth+1)
	case program.OpTypeAssert:
		if v := f.eval(in.Args[0], depth+1); !in.Comma {
			if v.kind == valNil {
				return value{kind: valNever}
			}
			return v
		}
	case program.OpExtract:
		return f.evalExtract(in, depth)
	case program.OpLookup:
		if key := f.eval(in.Args[1], depth+1); !in.Comma && key.kind == valText {
			if g, ok := f.given(key.s); ok {
				return g.value("any")
			}
			if v, _, ok := f.inTable(in, key); ok {
				return v
			}
			if has, ok := x.setHas(in.Args[0], key.s); ok && in.Zero == program.ZeroBool {
				f.meet(key, x.mapTexts(in.Args[0])...)
				return value{kind: valBool, b: has, told: key.told}
			}
		}
	case program.OpCall:
		return f.evalCall(x.defs[r], in, 0, depth)
	case program.OpLoad:
		return f.evalLoad(r, in, depth)
	case program.OpField:
		if v, ok := f.evalField(in); ok {
			return v
		}
		return f.evalOrigins(r, depth)
	case program.OpAlloc, program.OpMakeMap, program.OpMakeSlice, program.OpMakeClosure, program.OpFieldAddr:
		return value{kind: valNonNil}
	}
	return value{}
}

func constValue(c *program.Const) value {
	switch c.Kind {
	case program.ConstNil:
		return value{kind: valNil}
	case program.ConstBool:
		return value{kind: valBool, b: c.I != 0}
	case program.ConstString:
		return value{kind: valText, s: c.S}
	case program.ConstInt:
		return value{kind: valInt, n: c.I}
	case program.ConstFunc, program.ConstGlobal:
		return value{kind: valNonNil}
	}
	return value{}
}

// given returns what the scenario has for an argument.
func (f *Frame) given(name string) (Given, bool) {
	if s := f.e.scene; s != nil && s.Arg != nil {
		return s.Arg(name)
	}
	return Given{}, false
}

// value returns a given argument as a value of a type.
func (g Given) value(typ string) value {
	text := g.Value
	if text == "" && g.Left {
		switch typ {
		case "bool":
			return value{kind: valBool, told: true}
		case "string":
			return value{kind: valText, told: true, odd: g.Wrong}
		case "int", "int64", "float64":
			return value{kind: valInt, told: true}
		}
		return value{kind: valNil, told: true}
	}
	v := value{kind: valText, s: text, told: true, odd: g.Wrong}
	if text == "true" || text == "false" {
		v = value{kind: valBool, b: text == "true", told: true}
	}
	if strings.HasPrefix(typ, "*") {
		return value{kind: valNonNil, at: &v, told: true}
	}
	return v
}

// Live reports whether what is written at a place in the function is reached in
// the scenario of the walk.
func (f *Frame) Live(pos program.Pos) bool {
	live := f.course().live
	for b := range f.x.Blocks {
		if live[b] && slices.ContainsFunc(f.x.Blocks[b].Instrs, func(in program.Instr) bool { return in.Pos == pos }) {
			return true
		}
	}
	return false
}
