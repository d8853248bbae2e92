package flow

import (
	"maps"
	"slices"
	"strings"

	"github.com/mcpvet/mcpvet/internal/program"
)

// A body that serves several tools compares the name of the called one with
// constants. What it does for the others is no part of an entry.

// deadFor returns the blocks of a body that a call of the tool with a name
// does not reach, given the names of all tools; nil if the body does not tell
// tools apart.
func (x *fn) deadFor(name string, names []string) []bool {
	if name == "" || len(names) < 2 {
		return nil
	}
	compared := x.comparedWith()
	if len(compared) == 0 {
		return nil
	}
	seen := map[string]map[string]bool{} // by key, the names it is compared with
	for key, texts := range compared {
		for _, t := range texts {
			if slices.Contains(names, t) {
				if seen[key] == nil {
					seen[key] = map[string]bool{}
				}
				seen[key][t] = true
			}
		}
	}
	var out []bool
	for b, gs := range x.guardsIn() {
		for key, g := range gs {
			if len(seen[key]) > 1 && seen[key][name] && g.texts != nil && !slices.Contains(g.texts, name) {
				if out == nil {
					out = make([]bool, len(x.Blocks))
				}
				out[b] = true
			}
		}
	}
	return out
}

// TellsApart reports whether the function of an entry does not do the same for
// all tools.
func (e *Engine) TellsApart(en Entry) bool {
	x := e.fn(en.Func)
	return x != nil && x.deadFor(en.Name, en.Names) != nil
}

// comparedWith returns the texts that the function compares a value with, by
// its key, where they are several.
func (x *fn) comparedWith() map[string][]string {
	if x.compares == nil {
		x.compares = map[string][]string{}
		for _, gs := range x.guardsIn() {
			for key, g := range gs {
				for _, t := range g.texts {
					if !slices.Contains(x.compares[key], t) {
						x.compares[key] = append(x.compares[key], t)
					}
				}
			}
		}
		maps.DeleteFunc(x.compares, func(_ string, texts []string) bool { return len(texts) < 2 })
	}
	return x.compares
}

// decided returns the function of an entry with the conditions decided that
// ask which tool, or what kind of request, it is called for; nil if its body
// is not there.
func (e *Engine) decided(en Entry) *fn {
	x := e.fn(en.Func)
	if x == nil {
		return nil
	}
	truths := x.decides(en)
	if len(truths) == 0 {
		return x
	}
	if last := e.decidedOf[en.Func]; last != nil && maps.Equal(last.truths, truths) {
		return last
	}
	x = e.prepare(e.funcs[en.Func])
	x.truths = truths
	e.decidedOf[en.Func] = x
	return x
}

// decides returns the conditions that an entry decides, with their truth.
func (x *fn) decides(en Entry) map[program.Ref]bool {
	truths := map[program.Ref]bool{}
	for b := range x.Blocks {
		blk := &x.Blocks[b]
		if len(blk.Succs) != 2 || len(blk.Instrs) == 0 {
			continue
		}
		if last := &blk.Instrs[len(blk.Instrs)-1]; last.Op == program.OpIf {
			if truth, ok := x.decide(last.Args[0], en); ok {
				truths[last.Args[0]] = truth
			}
		}
	}
	return truths
}

// decide returns the truth of a condition for an entry, where that decides it.
func (x *fn) decide(r program.Ref, en Entry) (truth, ok bool) {
	in := x.def(r)
	if in == nil {
		return false, false
	}
	switch in.Op {
	case program.OpUnOp:
		if in.Sym == "!" {
			truth, ok = x.decide(in.Args[0], en)
			return !truth, ok
		}
	case program.OpExtract: // req.(*mcp.CallToolRequest)
		t := x.def(in.Args[0])
		if t == nil || t.Op != program.OpTypeAssert || in.N != 1 || en.Request == "" || x.def(t.Args[0]) != nil || !x.e.models.IsRequest(t.Type) {
			return false, false
		}
		return strings.TrimPrefix(t.Type, "*") == strings.TrimPrefix(en.Request, "*"), true
	case program.OpBinOp:
		if in.Sym != "==" && in.Sym != "!=" {
			return false, false
		}
		for i, a := range in.Args[:2] {
			c := x.constant(in.Args[1-i])
			if c == nil || c.Kind != program.ConstString {
				continue
			}
			if truth, ok = x.named(a, c.S, en); ok {
				return truth == (in.Sym == "=="), true
			}
		}
	}
	return false, false
}

// named reports whether a value has a text, where it is the name of the tool
// that is called, or the method of the request.
func (x *fn) named(r program.Ref, text string, en Entry) (is, ok bool) {
	if in := x.def(r); in == nil {
		if int(r) > len(x.Params) || r <= 0 || x.Params[r-1].Type != "string" {
			return false, false
		}
		m := x.e.models.Method(text)
		if m == nil || en.Kind == "" || !x.e.models.Called(en.Kind) {
			return false, false
		}
		return m.Calls == en.Kind, true
	}
	key := x.key(r)
	if en.Name == "" || !strings.HasPrefix(key, "p") || !strings.HasSuffix(key, mark+".Params"+mark+".Name") {
		return false, false
	}
	return text == en.Name, true
}

// never reports whether no call for the entry goes from a block to another.
func (x *fn) never(from, to int32) bool {
	blk := &x.Blocks[from]
	if len(x.truths) == 0 || len(blk.Succs) != 2 || blk.Succs[0] == blk.Succs[1] || len(blk.Instrs) == 0 {
		return false
	}
	last := &blk.Instrs[len(blk.Instrs)-1]
	truth, ok := x.truths[last.Args[0]]
	return last.Op == program.OpIf && ok && (blk.Succs[0] == to) != truth
}
