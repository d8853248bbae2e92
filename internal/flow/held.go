package flow

import "github.com/mcpvet/mcpvet/internal/program"

// What start-up code has put into the receiver, the captured variables or the
// variables of packages that a handler reads is there when a request comes in.

// holds starts what start-up code has put into parameters and free variables of
// an entry: it is a source inside of it.
func (e *Engine) holds(x *fn, en Entry, inside *sum) {
	if e.unseen || e.requests {
		return
	}
	for _, h := range en.Holds {
		if h.Index < 0 || h.Index >= len(x.Params)+x.FreeVars {
			continue
		}
		src := e.source(h.Source)
		e.emit(inside, program.Ref(h.Index+1), pathOf(h.Path), src, classMask(src.Class)|Whole, (*trace)(nil).add(src.Pos, src.describe()))
	}
}

// Put notes what start-up code has put into a variable of a package after its
// initialisation; what its initialiser puts there is seen in the code.
func (e *Engine) Put(global string, at []string, s Source) {
	if e.unseen || e.requests || !e.muted[global] {
		return
	}
	src := e.source(s)
	e.cell(global, pathOf(at), src, classMask(src.Class)|Whole, (*trace)(nil).add(src.Pos, src.describe()))
}

func pathOf(steps []string) path {
	var p path
	for _, step := range steps {
		p = p.add(step)
	}
	return p
}
