package flow

import (
	"slices"
	"strings"

	"github.com/mcpvet/mcpvet/internal/program"
	"github.com/mcpvet/mcpvet/models"
)

// Which program a command line starts, or which command of a program, its first
// word says that is no option. Who finds that word with a loop over the words
// and refuses what is not in a list has checked the program: before the word
// stand but options, and words that the code skips by name. What comes behind
// it stays what it is.

// maxFirst bounds the steps, in one function, between a text and its words.
const maxFirst = 8

// firstOf returns what a call gives the first word of that is no option: a text,
// or a list of words; 0 for other calls.
func (x *fn) firstOf(in *program.Instr) program.Ref {
	if in.Op != program.OpCall || in.Mode != program.CallStatic {
		return 0
	}
	if i := x.e.givesFirst(in.Sym); i >= 0 && i < len(in.Args) {
		return in.Args[i]
	}
	return 0
}

// givesFirst returns the number of the parameter whose first word a function of
// the program returns, -1 for others.
func (e *Engine) givesFirst(id string) int {
	return e.paramOf(e.firsts, id, func(x *fn, ret *program.Instr) (program.Ref, bool) {
		r := ret.Args[0]
		if x.constant(r) != nil {
			return 0, true // there is none
		}
		if d := x.def(r); d != nil && d.Op == program.OpCall && d.Mode == program.CallStatic {
			if i := e.givesFirst(d.Sym); i >= 0 && i < len(d.Args) {
				return x.wordsIn(d.Args[i], maxFirst), true
			}
			return 0, false
		}
		list := x.container(r)
		if list == 0 || !x.skipsOptions(r) {
			return 0, false
		}
		return x.wordsIn(list, maxFirst), true
	})
}

// givesWords returns the number of the parameter whose words, or as many of them
// as stand before an option, a function of the program returns.
func (e *Engine) givesWords(id string) int {
	return e.paramOf(e.wordings, id, func(x *fn, ret *program.Instr) (program.Ref, bool) {
		return x.wordsIn(ret.Args[0], maxFirst), true
	})
}

// paramOf returns the number of the one parameter that all returns of a function
// come from, as of says, which may leave one out; -1 if there is none.
func (e *Engine) paramOf(known map[string]int, id string, of func(*fn, *program.Instr) (program.Ref, bool)) int {
	if i, ok := known[id]; ok {
		return i
	}
	x := e.fn(id)
	if x == nil {
		return -1
	}
	known[id] = -1 // of a recursion
	from := program.Ref(0)
	for b := range x.Blocks {
		n := len(x.Blocks[b].Instrs)
		if n == 0 || x.Blocks[b].Instrs[n-1].Op != program.OpReturn {
			continue
		}
		ret := &x.Blocks[b].Instrs[n-1]
		if len(ret.Args) != 1 {
			return -1
		}
		r, ok := of(x, ret)
		switch {
		case ok && r == 0 && x.constant(ret.Args[0]) != nil:
			continue
		case !ok || r <= 0 || int(r) > len(x.Params) || from != 0 && from != r:
			return -1
		}
		from = r
	}
	if from == 0 {
		return -1
	}
	known[id] = int(from) - 1
	return known[id]
}

// wordsIn returns the parameter that a register holds the words of: all of them
// from the first one on, or as many as stand before an option. It is the list
// itself that holds them, or the text; 0 for others.
func (x *fn) wordsIn(r program.Ref, depth int) program.Ref {
	in := x.def(r)
	if in == nil {
		return max(r, 0)
	}
	if depth <= 0 {
		return 0
	}
	switch in.Op {
	case program.OpExtract:
		if call := x.def(in.Args[0]); in.N == 0 && call != nil {
			return x.splitText(call)
		}
	case program.OpCall:
		if in.Mode == program.CallStatic && x.e.funcs[in.Sym] != nil {
			if i := x.e.givesWords(in.Sym); i >= 0 && i < len(in.Args) {
				return x.wordsIn(in.Args[i], depth-1)
			}
			return 0
		}
		return x.splitText(in)
	case program.OpSlice:
		if (in.Args[1] == 0 || x.isZero(in.Args[1])) && (in.Args[2] == 0 || x.endsAtOption(in, r)) {
			return x.wordsIn(in.Args[0], depth-1)
		}
	case program.OpPhi:
		from := program.Ref(0)
		for _, a := range in.Args {
			w := x.wordsIn(a, depth-1)
			if w == 0 || from != 0 && w != from {
				return 0
			}
			from = w
		}
		return from
	}
	return 0
}

// splitText returns the text that a call splits into words at white space, as a
// command line; 0 for other calls.
func (x *fn) splitText(in *program.Instr) program.Ref {
	if in.Op != program.OpCall || in.Mode != program.CallStatic || x.e.funcs[in.Sym] != nil || len(in.Args) != 1 {
		return 0
	}
	rows := x.e.rows(in.Sym)
	if in.Sym != "strings.Fields" && (rows == nil || !slices.ContainsFunc(rows.Flows, func(f models.Flow) bool {
		return f.Splits && slices.ContainsFunc(f.To, func(to string) bool { return strings.HasSuffix(to, "[*]") })
	})) {
		return 0
	}
	return in.Args[0]
}

// skipsOptions reports whether an element of a list is one of a loop from the
// first one on that goes on to the next only behind an option, or a word that
// the code knows.
func (x *fn) skipsOptions(elem program.Ref) bool {
	at := x.defs[elem]
	if at.block < 0 || x.Blocks[at.block].Loop == program.NoBlock || !x.fromStart(elem) {
		return false
	}
	head := x.Blocks[at.block].Loop
	turns := 0
	for _, p := range x.Blocks[head].Preds {
		if x.InLoop(p, head) {
			turns++
			if !x.allSkip(p, head, elem, maxChain) {
				return false
			}
		}
	}
	return turns > 0
}

// allSkip reports whether all ways over an edge are such on which an element is
// skipped.
func (x *fn) allSkip(from, to int32, elem program.Ref, depth int) bool {
	if x.branch(from) != 0 {
		return x.skips(from, to, elem)
	}
	if depth == 0 || len(x.Blocks[from].Preds) == 0 {
		return false
	}
	for _, p := range x.Blocks[from].Preds {
		if !x.allSkip(p, from, elem, depth-1) {
			return false
		}
	}
	return true
}

// skips reports whether a branch goes that way because an element is an option,
// or equal to a text that is not the list's.
func (x *fn) skips(from, to int32, elem program.Ref) bool {
	cond := x.def(x.branch(from))
	truth := x.Blocks[from].Succs[0] == to
	for cond != nil && cond.Op == program.OpUnOp && cond.Sym == "!" {
		cond, truth = x.def(cond.Args[0]), !truth
	}
	if cond == nil {
		return false
	}
	switch {
	case cond.Op == program.OpCall && cond.Sym == "strings.HasPrefix" && truth:
		t, ok := x.sym(cond.Args[1]).Text()
		return ok && strings.HasPrefix(t, "-") && x.key(cond.Args[0]) == x.key(elem)
	case cond.Op == program.OpBinOp && (cond.Sym == "==" && truth || cond.Sym == "!=" && !truth):
		for i, a := range cond.Args[:2] {
			other := cond.Args[1-i]
			if x.key(a) != x.key(elem) {
				continue
			}
			if c := x.constant(other); c != nil {
				return c.Kind == program.ConstString
			}
			return x.def(other) == nil && x.e.isValue(x.Params[min(int(other), len(x.Params))-1].Type)
		}
	}
	return false
}

// fromStart reports whether a loop over a list, of which a register is the
// element, begins with the first one.
func (x *fn) fromStart(elem program.Ref) bool {
	i := x.indexOf(elem)
	if i == nil {
		return false
	}
	start := int64(0)
	if i.Op == program.OpBinOp && i.Sym == "+" { // as range counts
		if c := x.constant(i.Args[1]); c == nil || c.I != 1 {
			return false
		}
		start = -1
		i = x.def(i.Args[0])
	}
	if i == nil || i.Op != program.OpPhi {
		return false
	}
	at := x.defs[i.Dst].block
	for k, a := range i.Args {
		if k >= len(x.Blocks[at].Preds) || x.InLoop(x.Blocks[at].Preds[k], at) {
			continue
		}
		if c := x.constant(a); c == nil || c.Kind != program.ConstInt || c.I != start {
			return false
		}
	}
	return true
}

// indexOf returns what computes the index of an element.
func (x *fn) indexOf(elem program.Ref) *program.Instr {
	in := x.def(elem)
	if in != nil && in.Op == program.OpLoad {
		in = x.def(in.Args[0])
	}
	if in == nil || in.Op != program.OpIndexAddr && in.Op != program.OpIndex {
		return nil
	}
	return x.def(in.Args[1])
}

// endsAtOption reports whether a list is sliced up to an element that is an
// option, which a loop has found.
func (x *fn) endsAtOption(slice *program.Instr, r program.Ref) bool {
	at := x.defs[r].block
	preds := x.Blocks[at].Preds
	if len(preds) != 1 || x.branch(preds[0]) == 0 {
		return false
	}
	high := x.def(slice.Args[2])
	for i := range x.Blocks[preds[0]].Instrs {
		elem := x.Blocks[preds[0]].Instrs[i].Dst
		if elem > 0 && x.container(elem) == slice.Args[0] && high != nil && x.indexOf(elem) == high && x.skips(preds[0], at, elem) {
			return true
		}
	}
	return false
}

// firstBases returns what a check of the first word says something of, where it
// is found: the text, and of a list of words the first one.
func (x *fn) firstBases(of program.Ref, at site) []base {
	out := []base{{key: x.key(of), how: byFirst}}
	list := of
	for range maxFirst {
		in := x.def(list)
		if in == nil {
			break
		}
		call := in
		if in.Op == program.OpExtract {
			call = x.def(in.Args[0])
		}
		if call != nil && call.Op == program.OpCall {
			if text := x.splitText(call); text > 0 {
				out = append(out, base{key: x.key(text), how: byFirst})
				break
			}
		}
		if in.Op != program.OpSlice {
			break
		}
		list = in.Args[0]
	}
	for _, l := range x.loc(list) {
		out = append(out, base{key: x.placeKey([]loc{{root: l.root, path: l.path.add(elemStep(0)), exact: true}}, at, ""), how: byFirst})
	}
	return slices.DeleteFunc(out, func(b base) bool { return b.key == "" })
}
