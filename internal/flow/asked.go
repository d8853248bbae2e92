package flow

import (
	"slices"
	"strconv"
	"strings"

	"github.com/mcpvet/mcpvet/internal/program"
)

// Checks that are values: a function in a field, in a list, an interface. Which
// one it is says whoever binds it, so that what is checked by it is only noted,
// and told where it is known which it is: by what start-up code has bound to the
// entry, or by the caller of the function that was handed it.

// An asked is a call of such a check, of which an outcome is known.
type asked struct {
	x       *fn
	at      site // of the call
	result  int
	outcome string
	of      higher
	list    program.Ref // the list that a loop over all has called each of; 0: none
}

// askedKey starts the keys of what is asked.
const askedKey = "A:"

// asks returns what is to be told of a call of what its callers pass in.
func (x *fn) asks(at site, result int, outcome string, of []higher) guards {
	if len(of) != 1 || outcome != "nil" && outcome != "true" && outcome != "false" {
		return nil
	}
	a := &asked{x: x, at: at, result: result, outcome: outcome, of: of[0]}
	return guards{a.key(): {asked: a}}
}

func (a *asked) key() string {
	key := askedKey + a.x.ID + " " + strconv.Itoa(int(a.at.block)) + "." + strconv.Itoa(int(a.at.index)) + " " + a.outcome + strconv.Itoa(a.result)
	if a.list != 0 {
		key += " each"
	}
	return key
}

// captured returns the variable of the function around a closure that the callee
// of a call is in, if the closure does not set it.
func (x *fn) captured(in *program.Instr) []higher {
	ls := x.loc(in.Args[0])
	if len(ls) != 1 || !ls[0].exact || ls[0].root.reg == 0 || int(ls[0].root.reg) <= len(x.Params) || x.def(ls[0].root.reg) != nil || len(x.stores[ls[0].root]) > 0 {
		return nil
	}
	method := ""
	if in.Mode == program.CallInvoke {
		method = methodName(in.Sym)
	}
	return []higher{{reg: ls[0].root.reg, path: ls[0].path, method: method}}
}

// askedEach adds what the checks in a list have said that a loop over all of it
// has called, and refused what one of them refuses.
func (x *fn) askedEach(head int32, after, all guards) {
	for _, key := range askedKeys(after) {
		a := after[key].asked
		if a.x != x || a.list != 0 || x.Blocks[a.at.block].Loop != head {
			continue
		}
		list := x.container(x.in(a.at).Args[0])
		if list == 0 || !x.walksAll(head, x.in(a.at).Args[0], list) {
			continue
		}
		if each := x.asksEach(x, a, x.functionsIn(list)); each != nil {
			for k, g := range each {
				all[k] = all[k].and(g)
			}
			continue
		}
		b := *a
		b.list = list
		all[b.key()] = guard{asked: &b}
	}
}

// walksAll reports whether a loop takes each element of a list in turn: the index
// of the element is what the head of the loop compares with the list's length.
func (x *fn) walksAll(head int32, elem, list program.Ref) bool {
	in := x.Blocks[head].Instrs
	if len(in) == 0 || in[len(in)-1].Op != program.OpIf {
		return false
	}
	c, load := x.def(in[len(in)-1].Args[0]), x.def(elem)
	if c == nil || c.Op != program.OpBinOp || c.Sym != "<" || load == nil || len(load.Args) == 0 {
		return false
	}
	addr := load
	if load.Op == program.OpLoad {
		addr = x.def(load.Args[0])
	}
	n := x.def(c.Args[1])
	return addr != nil && len(addr.Args) == 2 && addr.Args[1] == c.Args[0] && n != nil && n.Op == program.OpCall && n.Sym == "len" && x.key(n.Args[0]) == x.key(list) && x.stepsByOne(c.Args[0], head)
}

// stepsByOne reports whether an index starts before the first element, or at it,
// and is one more in each turn of a loop.
func (x *fn) stepsByOne(r program.Ref, head int32) bool {
	in, start := x.def(r), int64(0)
	phi := in
	if in != nil && in.Op == program.OpBinOp && in.Sym == "+" { // as range counts
		phi, start = x.def(in.Args[0]), -1
		if c := x.constant(in.Args[1]); c == nil || c.I != 1 {
			return false
		}
	}
	if phi == nil || phi.Op != program.OpPhi || x.defs[phi.Dst].block != head {
		return false
	}
	for i, p := range x.Blocks[head].Preds {
		a := phi.Args[i]
		if !x.InLoop(p, head) {
			if c := x.constant(a); c == nil || c.Kind != program.ConstInt || c.I != start {
				return false
			}
			continue
		}
		if start == -1 {
			if a != r {
				return false
			}
			continue
		}
		next := x.def(a)
		if next == nil || next.Op != program.OpBinOp || next.Sym != "+" || next.Args[0] != r {
			return false
		}
		if c := x.constant(next.Args[1]); c == nil || c.I != 1 {
			return false
		}
	}
	return true
}

// functionsIn lists the functions of which a list consists, nil if that is not
// known.
func (x *fn) functionsIn(list program.Ref) []string {
	s := x.sym(list)
	if s.Kind != SymList {
		return nil
	}
	var out []string
	for _, k := range s.Kids {
		if k.Kind != SymFunc {
			return nil
		}
		out = append(out, k.S)
	}
	return out
}

// asksEach returns what it says that each of some functions has been called as
// in a call of the function y, and had the same outcome.
func (x *fn) asksEach(y *fn, a *asked, ids []string) guards {
	var out guards
	for _, id := range ids {
		out = both(out, y.answers(a, id))
	}
	return out
}

// answers returns what it says that a function has been called, and had the
// outcome.
func (x *fn) answers(a *asked, id string) guards {
	call := *x.in(a.at)
	shift := 0
	if call.Mode == program.CallDynamic {
		if t := x.e.plain(id); x.e.funcs[id] != nil {
			shift = t.shift
		} else {
			call.Args = call.Args[1:]
		}
	}
	call.Mode, call.Sym = program.CallStatic, id
	if x.e.funcs[id] == nil {
		if g, ok := x.nativeSays(&call, a.outcome); ok {
			return g
		}
		if rows := x.e.rows(id); rows != nil {
			return x.rowsSay(&call, a.at, rows.Barriers, a.outcome)
		}
		return nil
	}
	return x.calleeSays(&call, a.at, target{id: id, shift: shift}, a.result, a.outcome)
}

// oneAnswers returns what holds whichever of some functions has been called.
func (a *asked) oneAnswers(ids []string) guards {
	var out guards
	for i, id := range ids {
		says := a.x.answers(a, id)
		if i == 0 {
			out = says
		} else {
			out = a.x.either(noBlock, out, says)
		}
	}
	return out
}

// resolved returns what holds in a block, with what those checks say of which it is
// known what is bound to the entry.
func (s *sum) resolved(block int32) guards {
	gs := s.fn.guardsIn()[block]
	if s.bind == nil || len(gs) == 0 {
		return gs
	}
	if known, ok := s.answered[block]; ok {
		return known
	}
	if s.answered == nil {
		s.answered = map[int32]guards{}
	}
	defer func() { s.answered[block] = gs }()
	for _, key := range askedKeys(gs) {
		a := gs[key].asked
		if a.x != s.fn || a.list != 0 || a.of.reg == 0 {
			continue
		}
		if ids := s.bind.Whole(int(a.of.reg)-1, a.of.path.steps(), a.of.method); len(ids) > 0 {
			gs = s.fn.derive(both(gs, a.oneAnswers(ids)))
		}
	}
	return gs
}

// handed returns what the checks say that a call hands to the function that
// calls them.
func (x *fn) handed(callee *fn, says guards, in *program.Instr, at site, shift int) guards {
	var out guards
	for _, key := range askedKeys(says) {
		a := says[key].asked
		op := int(a.of.reg) - 1 + shift
		if a.x != callee || a.of.method != "" || op < 0 || op >= len(in.Args) {
			continue
		}
		var here guards
		switch {
		case a.list != 0 && int(a.list) == int(a.of.reg):
			here = x.asksEach(callee, a, x.functionsIn(in.Args[op]))
		case a.list == 0 && a.of.path == "":
			if s := x.sym(in.Args[op]); s.Kind == SymFunc {
				here = callee.answers(a, s.S)
			}
		}
		for k, g := range here {
			if !callee.ofParams(k) {
				continue
			}
			if k := x.fromCallee(k, in, at, shift); k != "" {
				out = both(out, guards{k: g.elsewhere()})
			}
		}
	}
	return out
}

// askedKeys lists the keys of what is asked, sorted.
func askedKeys(gs guards) []string {
	var out []string
	for k := range gs {
		if strings.HasPrefix(k, askedKey) {
			out = append(out, k)
		}
	}
	slices.Sort(out)
	return out
}
