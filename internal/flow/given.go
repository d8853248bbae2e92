package flow

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/mcpvet/mcpvet/internal/program"
)

// A caller that passes a constant may decide by it which branches of the callee
// are taken: query(text, false) never explains the text. What the other branches
// do is no part of such a call.

// constants are what parameters, by their registers, are known to be.
type constants map[program.Ref]program.Const

// A variant is a function as it is called with constants that decide something.
type variant struct {
	fn    *fn // with what they decide as truths
	given constants
	key   string
	dead  []bool // blocks that such a call does not reach; nil: none
	only  *sum   // see alone
}

// alone returns what is known of every such call by itself.
func (v *variant) alone() *sum {
	if v.only == nil {
		v.only = &sum{fn: v.fn, given: v, dead: v.dead}
	}
	return v.only
}

const (
	maxVariants = 8 // of one function
	maxGivenIn  = 6 // steps of a condition
)

// deciding lists the parameters of a function that decide which of its branches
// are taken where callers give constants, or of those that it passes them on to.
func (e *Engine) deciding(id string) []program.Ref {
	if list, ok := e.decidingOf[id]; ok {
		return list
	}
	x := e.fn(id)
	if x == nil {
		return nil
	}
	e.decidingOf[id] = nil // of a recursion
	found := map[program.Ref]bool{}
	for b := range x.Blocks {
		if cond := x.branch(int32(b)); cond != 0 {
			x.paramsIn(cond, maxGivenIn, found)
		}
	}
	for r := range x.Params {
		reg := program.Ref(r + 1)
		for _, at := range x.uses[reg] {
			in := x.in(at)
			if found[reg] || in.Mode != program.CallStatic || in.Op != program.OpCall && in.Op != program.OpGo && in.Op != program.OpDefer {
				continue
			}
			for op, a := range in.Args {
				if a == reg && slices.Contains(e.deciding(in.Sym), program.Ref(op+1)) {
					found[reg] = true
				}
			}
		}
	}
	list := slices.Sorted(maps.Keys(found))
	e.decidingOf[id] = list
	return list
}

// branch returns the condition at the end of a block that has two ways out, 0
// for others.
func (x *fn) branch(b int32) program.Ref {
	blk := &x.Blocks[b]
	if n := len(blk.Instrs); n > 0 && len(blk.Succs) == 2 && blk.Succs[0] != blk.Succs[1] && blk.Instrs[n-1].Op == program.OpIf {
		return blk.Instrs[n-1].Args[0]
	}
	return 0
}

// paramsIn collects the parameters that a condition is made of, if it is made
// of nothing but them and constants.
func (x *fn) paramsIn(r program.Ref, depth int, found map[program.Ref]bool) {
	in := x.def(r)
	switch {
	case depth == 0:
	case in == nil:
		if r > 0 && int(r) <= len(x.Params) {
			found[r] = true
		}
	case in.Op == program.OpUnOp && in.Sym == "!", in.Op == program.OpCall && in.Mode == program.CallBuiltin && in.Sym == "len":
		x.paramsIn(in.Args[0], depth-1, found)
	case in.Op == program.OpBinOp && (in.Sym == "==" || in.Sym == "!=" || mirrored[in.Sym] != ""):
		for i, a := range in.Args[:2] {
			if x.constant(in.Args[1-i]) != nil {
				x.paramsIn(a, depth-1, found)
			}
		}
	}
}

// valueOf returns the constant that a value is where parameters are constants.
func (x *fn) valueOf(r program.Ref, given constants, depth int) (program.Const, bool) {
	if c := x.constant(r); c != nil {
		return *c, true
	}
	if c, ok := given[r]; ok {
		return c, true
	}
	in := x.def(r)
	if in == nil || depth == 0 {
		return program.Const{}, false
	}
	switch in.Op {
	case program.OpUnOp:
		if c, ok := x.valueOf(in.Args[0], given, depth-1); ok && in.Sym == "!" && c.Kind == program.ConstBool {
			return truthOf(c.I == 0), true
		}
	case program.OpCall:
		if in.Mode == program.CallBuiltin && in.Sym == "len" {
			switch c, ok := x.valueOf(in.Args[0], given, depth-1); {
			case ok && c.Kind == program.ConstString:
				return program.Const{Kind: program.ConstInt, I: int64(len(c.S))}, true
			case ok && c.Kind == program.ConstNil:
				return program.Const{Kind: program.ConstInt}, true
			}
		}
	case program.OpBinOp:
		a, ok := x.valueOf(in.Args[0], given, depth-1)
		if !ok {
			break
		}
		if b, ok := x.valueOf(in.Args[1], given, depth-1); ok {
			return compared(in.Sym, a, b)
		}
	}
	return program.Const{}, false
}

func truthOf(b bool) program.Const {
	c := program.Const{Kind: program.ConstBool}
	if b {
		c.I = 1
	}
	return c
}

// compared returns the outcome of a comparison of constants.
func compared(op string, a, b program.Const) (program.Const, bool) {
	if a.Kind != b.Kind {
		return program.Const{}, false
	}
	var order int
	switch a.Kind {
	case program.ConstString:
		order = strings.Compare(a.S, b.S)
	case program.ConstInt, program.ConstBool:
		order = cmp.Compare(a.I, b.I)
	case program.ConstNil:
	default:
		return program.Const{}, false
	}
	switch op {
	case "==":
		return truthOf(order == 0), true
	case "!=":
		return truthOf(order != 0), true
	case "<":
		return truthOf(order < 0), true
	case "<=":
		return truthOf(order <= 0), true
	case ">":
		return truthOf(order > 0), true
	case ">=":
		return truthOf(order >= 0), true
	}
	return program.Const{}, false
}

// A givenAt is a call in a function that itself is given constants.
type givenAt struct {
	at    site
	id    string
	shift int
	given string
}

// givenBy returns the variant of a function that a call is of; nil for the
// function as it is.
func (e *Engine) givenBy(x *fn, outer *variant, at site, id string, shift int) *variant {
	params := e.deciding(id)
	if len(params) == 0 {
		return nil
	}
	key := givenAt{at: at, id: id, shift: shift}
	var given constants
	if outer != nil {
		key.given, given = outer.key, outer.given
	}
	if v, ok := x.variants[key]; ok {
		return v
	}
	var passed constants
	in := x.in(at)
	for _, p := range params {
		op := int(p) - 1 + shift
		if op < 0 || op >= len(in.Args) || op == 0 && in.Mode == program.CallDynamic {
			continue
		}
		c, ok := x.valueOf(in.Args[op], given, 1)
		if !ok {
			continue
		}
		switch c.Kind {
		case program.ConstBool, program.ConstInt, program.ConstString, program.ConstNil:
			if passed == nil {
				passed = constants{}
			}
			passed[p] = c
		}
	}
	v := e.variant(id, passed)
	if x.variants == nil {
		x.variants = map[givenAt]*variant{}
	}
	x.variants[key] = v
	return v
}

// variant returns a function as it is called with constants, nil if they keep
// it from nothing.
func (e *Engine) variant(id string, given constants) *variant {
	if len(given) == 0 {
		return nil
	}
	key := given.String()
	full := id + mark + key
	if v, ok := e.variants[full]; ok {
		return v
	}
	x := e.fn(id)
	if x == nil || e.variantsOf[id] >= maxVariants {
		return nil
	}
	e.variants[full] = nil // of a recursion
	v := &variant{fn: x, given: given, key: key}
	truths := map[program.Ref]bool{}
	for b := range x.Blocks {
		if cond := x.branch(int32(b)); cond != 0 {
			if c, ok := x.valueOf(cond, given, maxGivenIn); ok && c.Kind == program.ConstBool {
				truths[cond] = c.I != 0
			}
		}
	}
	if len(truths) > 0 {
		v.dead = x.deadWith(truths)
	}
	if !x.matters(truths, v.dead) && !e.passesOn(x, v) {
		return nil
	}
	if len(truths) > 0 {
		v.fn = e.prepare(e.funcs[id])
		v.fn.truths = truths
	}
	e.variantsOf[id]++
	e.variants[full] = v
	return v
}

// String identifies constants.
func (c constants) String() string {
	var b strings.Builder
	for _, r := range slices.Sorted(maps.Keys(c)) {
		fmt.Fprintf(&b, "%d:%d:%q:%d ", r, c[r].Kind, c[r].S, c[r].I)
	}
	return b.String()
}

// deadWith returns the blocks that are not reached where conditions are decided,
// nil if there are none.
func (x *fn) deadWith(truths map[program.Ref]bool) []bool {
	dead := make([]bool, len(x.Blocks))
	for b := range dead {
		dead[b] = true
	}
	left := len(dead)
	work := []int32{0}
	for len(work) > 0 {
		b := work[len(work)-1]
		work = work[:len(work)-1]
		if !dead[b] {
			continue
		}
		dead[b] = false
		left--
		truth, decided := truths[x.branch(b)]
		for i, s := range x.Blocks[b].Succs {
			if !decided || (i == 0) == truth {
				work = append(work, s)
			}
		}
	}
	if left == 0 {
		return nil
	}
	return dead
}

// matters reports whether it does that conditions are decided: other blocks do
// something, something else would come out of them, or what is checked on the
// way that is taken is checked on every way.
func (x *fn) matters(truths map[program.Ref]bool, dead []bool) bool {
	if dead != nil && x.does(dead) {
		return true
	}
	for b := range x.Blocks {
		blk := &x.Blocks[b]
		truth, decided := truths[x.branch(int32(b))]
		if dead != nil && dead[b] {
			if slices.ContainsFunc(blk.Succs, func(s int32) bool { return !dead[s] && x.brings(int32(b), s) }) {
				return true
			}
			continue
		}
		if !decided {
			continue
		}
		not := blk.Succs[0]
		if truth {
			not = blk.Succs[1]
		}
		if dead != nil && dead[not] {
			continue
		}
		if x.brings(int32(b), not) {
			return true
		}
		// the blocks that only the way leads to that is taken
		only := x.deadWith(map[program.Ref]bool{x.branch(int32(b)): !truth})
		for c := range only {
			if only[c] && x.branch(int32(c)) != 0 {
				return true
			}
		}
	}
	return false
}

// brings reports whether a value that is no constant comes into a block from
// another.
func (x *fn) brings(from, to int32) bool {
	i := slices.Index(x.Blocks[to].Preds, from)
	for n := range x.Blocks[to].Instrs {
		in := &x.Blocks[to].Instrs[n]
		if in.Op != program.OpPhi {
			break
		}
		if i >= 0 && i < len(in.Args) && in.Args[i] > 0 {
			return true
		}
	}
	return false
}

// does reports whether something in blocks calls what may matter: functions of
// the program, values, and functions of other code that there are rows about.
func (x *fn) does(blocks []bool) bool {
	for b := range x.Blocks {
		if !blocks[b] {
			continue
		}
		for i := range x.Blocks[b].Instrs {
			switch in := &x.Blocks[b].Instrs[i]; in.Op {
			case program.OpCall, program.OpGo, program.OpDefer:
				if in.Mode != program.CallBuiltin && (in.Mode != program.CallStatic || x.e.funcs[in.Sym] != nil || x.e.hasSinks(in.Sym)) {
					return true
				}
			}
		}
	}
	return false
}

func (e *Engine) hasSinks(sym string) bool {
	rows := e.rows(sym)
	return rows != nil && (len(rows.Sinks) > 0 || len(rows.Sources) > 0 || rows.Outbound != nil)
}

// passesOn reports whether a function that is given constants passes them to one
// that they keep from something.
func (e *Engine) passesOn(x *fn, v *variant) bool {
	for r := range v.given {
		for _, at := range x.uses[r] {
			in := x.in(at)
			if in.Mode != program.CallStatic || v.dead != nil && v.dead[at.block] || in.Op != program.OpCall && in.Op != program.OpGo && in.Op != program.OpDefer {
				continue
			}
			passed := constants{}
			for _, p := range e.deciding(in.Sym) {
				if int(p) <= len(in.Args) {
					if c, ok := v.given[in.Args[p-1]]; ok {
						passed[p] = c
					}
				}
			}
			if e.variant(in.Sym, passed) != nil {
				return true
			}
		}
	}
	return false
}
