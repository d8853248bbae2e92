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
	case program.OpLookup: // dangerous[req.Params.Name]
		if x.isName(in.Args[1], en) && !in.Comma && in.Zero == program.ZeroBool {
			return x.setHas(in.Args[0], en.Name)
		}
	case program.OpCall:
		return x.decideCall(in, en)
	case program.OpExtract: // req.(*mcp.CallToolRequest)
		t := x.def(in.Args[0])
		if t != nil && t.Op == program.OpLookup && in.N == 1 && x.isName(t.Args[1], en) {
			keys := x.mapTexts(t.Args[0])
			return slices.Contains(keys, en.Name), keys != nil
		}
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
	if !x.isName(r, en) {
		return false, false
	}
	return text == en.Name, true
}

// isName reports whether a value is the name of the tool that is called, which
// the entry knows.
func (x *fn) isName(r program.Ref, en Entry) bool {
	key := x.key(r)
	return en.Name != "" && strings.HasPrefix(key, "p") && strings.HasSuffix(key, mark+".Params"+mark+".Name")
}

// decideCall returns the truth of a call that asks whether the name of the tool
// is one of a list, or how it begins or ends.
func (x *fn) decideCall(in *program.Instr, en Entry) (truth, ok bool) {
	if len(in.Args) != 2 {
		return false, false
	}
	switch in.Sym {
	case "slices.Contains":
		if list := x.listTexts(in.Args[0]); list != nil && x.isName(in.Args[1], en) {
			return slices.Contains(list, en.Name), true
		}
	case "strings.HasPrefix", "strings.HasSuffix":
		if t, is := x.sym(in.Args[1]).Text(); is && x.isName(in.Args[0], en) {
			if in.Sym == "strings.HasPrefix" {
				return strings.HasPrefix(en.Name, t), true
			}
			return strings.HasSuffix(en.Name, t), true
		}
	}
	return false, false
}

// setHas returns what a map of booleans, filled once, has for a key.
func (x *fn) setHas(r program.Ref, key string) (truth, ok bool) {
	if x.mapTexts(r) == nil {
		return false, false
	}
	l := x.loc(r)[0]
	if g := l.root.global; g != "" {
		init := x.e.fn(x.e.inits[g[:strings.LastIndexByte(g, '.')]])
		return init.setHas(init.in(init.stores[root{global: g}][0].at).Args[1], key)
	}
	for _, s := range x.stores[l.root] {
		if step, _ := s.loc.path.cut(); step[1:len(step)-1] != key {
			continue
		}
		c := x.constant(x.in(s.at).Args[s.op])
		return c != nil && c.I != 0, c != nil && c.Kind == program.ConstBool
	}
	return false, true
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
