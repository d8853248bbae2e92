package endpoints

import (
	"slices"

	"github.com/mcpvet/mcpvet/internal/interp"
	"github.com/mcpvet/mcpvet/internal/program"
)

// helped reports whether a branch that refuses asks a function of the program
// that has an answer to go on without having looked: for want of a configured
// credential, say. It says what the operator sets there.
func (c *checked) helped(b int32, what Shown, depth int) (open bool, unless string) {
	blk := &c.body.Blocks[b]
	last := &blk.Instrs[len(blk.Instrs)-1]
	in, not := negated(c.body, last.Args[0])
	if in == nil || depth > maxDepth {
		return false, ""
	}
	pass := c.goesOn(blk.Succs[0], nil, map[int32]bool{}) // what the condition is where control goes on
	if pass == c.goesOn(blk.Succs[1], nil, map[int32]bool{}) {
		return false, ""
	}
	if not {
		pass = !pass
	}
	if in.Op == program.OpBinOp { // err != nil
		if !slices.ContainsFunc(in.Args, func(a program.Ref) bool { return isNilConst(c.body, a) }) || (in.Sym == "==") != pass {
			return false, ""
		}
		for _, a := range in.Args {
			if d := definition(c.body, a); d != nil {
				return c.answers(d, func(k *program.Const) bool { return k.Kind == program.ConstNil }, what, depth)
			}
		}
		return false, ""
	}
	return c.answers(in, func(k *program.Const) bool { return k.Kind == program.ConstBool && (k.I != 0) == pass }, what, depth)
}

func isNilConst(body *program.Func, r program.Ref) bool {
	return r < 0 && int(-r) <= len(body.Consts) && body.Consts[-r-1].Kind == program.ConstNil
}

// answers reports whether what is called for a value, or for one of several
// results, can return a constant that lets the caller go on, without looking at
// what a request shows.
func (c *checked) answers(in *program.Instr, lets func(*program.Const) bool, what Shown, depth int) (open bool, unless string) {
	i := 0
	if in.Op == program.OpExtract {
		i = int(in.N)
		in = definition(c.body, in.Args[0])
	}
	if in == nil || in.Op != program.OpCall {
		return false, ""
	}
	for _, id := range c.f.callees(in) {
		body := c.f.w.Func(id)
		if body == nil || c.f.reading(id, depth+1)&what == 0 {
			continue
		}
		g := &checked{f: c.f, body: body, probe: c.f.l.Probe(&interp.Func{ID: id}), shown: c.f.derive(body, depth+1), pass: map[int32]bool{}}
		looks := map[int32]bool{}
		for b := range body.Blocks {
			blk := &body.Blocks[b]
			if len(blk.Instrs) == 0 {
				continue
			}
			last := &blk.Instrs[len(blk.Instrs)-1]
			switch {
			case last.Op == program.OpReturn && i < len(last.Args) && g.constant(last.Args[i], lets):
				g.pass[int32(b)] = true
			case last.Op == program.OpIf && g.shown[last.Args[0]]&what != 0:
				looks[int32(b)] = true
			}
		}
		w := &way{barrier: looks, seen: map[int32]bool{}}
		if len(looks) > 0 && g.goesOn(0, w, w.seen) {
			return true, g.unless(w)
		}
		for b := range looks {
			if open, unless := g.helped(b, what, depth+1); open {
				return true, unless
			}
		}
	}
	return false, ""
}

// constant reports whether a value is such a constant, or may be.
func (c *checked) constant(r program.Ref, lets func(*program.Const) bool) bool {
	if r < 0 && int(-r) <= len(c.body.Consts) {
		return lets(&c.body.Consts[-r-1])
	}
	in := definition(c.body, r)
	return in != nil && in.Op == program.OpPhi && slices.ContainsFunc(in.Args, func(a program.Ref) bool {
		return a < 0 && c.constant(a, lets)
	})
}
