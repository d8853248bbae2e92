package flow

import (
	"slices"

	"github.com/mcpvet/mcpvet/internal/program"
	"github.com/mcpvet/mcpvet/models"
)

// What a function around a handler does to the texts of its results.

// maxAround bounds how many calls deep a function around a handler is read.
const maxAround = 3

// Rewrites returns what the texts of results can no longer do behind a function
// that stands around a handler, as far as it stores what it made of a text in
// the place of the text: borders are kept as such.
func (e *Engine) Rewrites(id string) Mask {
	m, ok := e.rewriting[id]
	if !ok {
		m = e.findRewrites(id)
		e.rewriting[id] = m
	}
	return m
}

func (e *Engine) findRewrites(id string) Mask {
	var m Mask
	seen := map[string]bool{}
	var visit func(id string, depth int)
	visit = func(id string, depth int) {
		x := e.fn(id)
		if x == nil || seen[id] {
			return
		}
		seen[id] = true
		for b := range x.Blocks {
			for i := range x.Blocks[b].Instrs {
				in := &x.Blocks[b].Instrs[i]
				switch in.Op {
				case program.OpStore:
					if x.isSDKField(in.Args[0]) {
						m |= e.rewrites(x, in.Args[1], maxAround)
					}
				case program.OpCall:
					if e.ofSDK(in.Sym) {
						for _, a := range in.Args {
							m |= e.rewrites(x, a, maxAround)
						}
					}
					if depth > 0 && in.Mode == program.CallStatic {
						visit(in.Sym, depth-1)
					}
				}
			}
		}
	}
	visit(id, maxAround)
	return m
}

// Reaches reports whether a function, or what it calls by name a few calls deep,
// has a call that is a sink of a kind.
func (e *Engine) Reaches(id, kind string) bool {
	seen := map[string]bool{}
	var visit func(id string, depth int) bool
	visit = func(id string, depth int) bool {
		f := e.funcs[id]
		if f == nil || seen[id] {
			return false
		}
		seen[id] = true
		return slices.ContainsFunc(f.Calls, func(sym string) bool {
			if rows := e.rows(sym); rows != nil && slices.ContainsFunc(rows.Sinks, func(r models.Sink) bool { return r.Kind == kind }) {
				return true
			}
			return depth > 0 && visit(sym, depth-1)
		})
	}
	return visit(id, maxAround)
}

// Behind returns what of m is left behind functions that rewrite results.
func (m Mask) Behind(rewritten Mask) Mask {
	if rewritten.Has(fencedMask) {
		m = m.fenced()
	}
	return m &^ (rewritten &^ fencedMask)
}

// rewrites returns what a value can't do that is made by a call that takes
// something out of a text, or puts borders around it.
func (e *Engine) rewrites(x *fn, r program.Ref, depth int) Mask {
	in := x.def(r)
	if in == nil || depth == 0 {
		return 0
	}
	var m Mask
	switch in.Op {
	case program.OpPhi, program.OpConvert, program.OpMakeInterface, program.OpChangeInterface, program.OpExtract:
		for _, a := range in.Args {
			m |= e.rewrites(x, a, depth-1)
		}
	case program.OpBinOp:
		if leaves := x.summands(r, nil); len(leaves) > 2 {
			for i := 1; i+1 < len(leaves); i++ {
				if x.constant(leaves[i]) == nil && borders(x.side(leaves[:i]), x.side(leaves[i+1:])) {
					return fencedMask
				}
			}
		}
	case program.OpCall:
		if e.redactor(in.Sym) {
			m |= shownMask
		}
		if e.fences(in.Sym) {
			m |= fencedMask
		}
		f := e.funcs[in.Sym]
		for op := range in.Args {
			switch {
			case f == nil:
				m |= e.redacted(x, in, in.Sym, op, "")
			case op < len(f.Params) && f.Params[op].Type == "string":
				m |= e.texts(in.Sym, op)
			}
		}
	}
	return m
}

// texts returns what a function takes from a text that it gets and returns.
func (e *Engine) texts(id string, param int) Mask {
	s := e.summary(id, entry{program.Ref(param + 1), ""}, 0, nil)
	e.run()
	left, returned := Mask(0), false
	for _, o := range s.list {
		if o.kind == outResult {
			left |= o.mask
			returned = true
		}
	}
	if !returned {
		return 0
	}
	m := shownMask &^ left
	if left.Has(fencedMask) && !left.Has(modelMask) {
		m |= fencedMask
	}
	return m
}

// isSDKField reports whether an address is that of a field of an SDK's struct.
func (x *fn) isSDKField(addr program.Ref) bool {
	d := x.def(addr)
	return d != nil && d.Op == program.OpFieldAddr && x.e.ofSDK(d.Owner)
}

// ofSDK reports whether a function or a type is an SDK's.
func (e *Engine) ofSDK(sym string) bool {
	pkg := packageOf(sym)
	return pkg != "" && e.models.ModelOf(pkg) != nil
}
