package flow

import (
	"slices"
	"strconv"
	"strings"

	"github.com/mcpvet/mcpvet/internal/program"
)

// What was checked before a closure is made holds inside it, for variables
// that are set once: the closure runs later, and finds the value there that was
// checked.

// inherited returns what holds at the start of a closure: what the function
// around it has checked of the variables that it captures.
func (x *fn) inherited() guards {
	parent := x.e.fn(x.Parent)
	if parent == nil || x.FreeVars == 0 || parent.guarding {
		return guards{}
	}
	var out guards
	for b := range parent.Blocks {
		for i := range parent.Blocks[b].Instrs {
			in := &parent.Blocks[b].Instrs[i]
			if in.Op != program.OpMakeClosure || in.Sym != x.ID {
				continue
			}
			here := parent.handDown(in, site{int32(b), int32(i)}, len(x.Params))
			if out == nil {
				out = here
			} else {
				out = x.either(noBlock, out, here)
			}
		}
	}
	if out == nil {
		return guards{}
	}
	return out
}

// checkedBefore returns what a part of a parameter can't do any more because all
// callers of the function have checked it: of a source that is not followed to
// the function but starts in it, such as the name of an archive's entry.
func (x *fn) checkedBefore(l loc) Mask {
	i := int(l.root.reg) - 1
	uses := x.e.usesOf(x.ID)
	if i < 0 || i >= len(x.Params) || x.def(l.root.reg) != nil || len(uses) == 0 {
		return 0
	}
	all := allKinds
	for _, c := range uses {
		in := c.x.in(c.at)
		if in.Op != program.OpCall || in.Sym != x.ID || i >= len(in.Args) {
			return 0 // whoever has the function as a value calls it as he likes
		}
		all &= c.x.checkedPart(c.at.block, in.Args[i], l.path)
	}
	return all
}

// checkedPart returns what checks before a block say of a part of what a register
// points to, wherever it was read.
func (x *fn) checkedPart(block int32, r program.Ref, p path) Mask {
	var clears Mask
	for _, key := range x.readsOf(r, p) {
		clears |= x.guardsIn()[block][key].clears
	}
	return clears
}

// readsOf lists the keys of what is read from a part of what a register points
// to.
func (x *fn) readsOf(r program.Ref, p path) []string {
	if p == "" {
		return []string{x.key(r)}
	}
	var out []string
	step, rest := p.cut()
	for _, at := range x.uses[r] {
		switch in := x.in(at); {
		case in.Op == program.OpField && "."+in.Sym == step:
			out = append(out, x.readsOf(in.Dst, rest)...)
		case in.Op != program.OpFieldAddr || "."+in.Sym != step:
		case rest != "":
			out = append(out, x.readsOf(in.Dst, rest)...)
		default:
			for _, at := range x.uses[in.Dst] {
				if load := x.in(at); load.Op == program.OpLoad {
					out = append(out, x.key(load.Dst))
				}
			}
		}
	}
	return out
}

// handDown returns what is known where a closure is made, by the keys that its
// variables have inside: free variables follow so many parameters.
func (x *fn) handDown(in *program.Instr, at site, params int) guards {
	out := guards{}
	gs := x.guardsIn()[at.block]
	if len(gs) == 0 {
		return out
	}
	for i, a := range in.Args {
		outer, ok := x.setOnce(a, at)
		if !ok {
			continue
		}
		inner := "p" + strconv.Itoa(params+i+1)
		for key, g := range gs {
			if k := renamed(key, outer, inner); k != "" {
				out[k] = g.elsewhere()
			}
		}
	}
	return out
}

// setOnce returns the key of what a captured variable holds, if it is set before
// the closure is made and never again.
func (x *fn) setOnce(a program.Ref, at site) (string, bool) {
	r := root{reg: a}
	in := x.def(a)
	switch {
	case in == nil: // captured from further out, or a parameter that is a reference
		if int(a) <= len(x.Params) {
			return "", false
		}
	case in.Op != program.OpAlloc:
		return "", false
	}
	for _, s := range x.stores[r] {
		if in == nil {
			return "", false
		}
		first := s.at.block == x.defs[a].block && s.at.index > x.defs[a].index // in a loop, each turn has a variable of its own
		later := s.at.block == at.block && s.at.index > at.index || !first && x.follows(at.block, s.at.block)
		if later {
			return "", false
		}
	}
	if x.storedInside(a) {
		return "", false
	}
	key := x.placeKey([]loc{{root: r, exact: true}}, at, "")
	return key, key != "" && !strings.Contains(key, "@")
}

// storedInside reports whether a closure that captures a variable, or one inside
// it, stores into it.
func (x *fn) storedInside(a program.Ref) bool {
	for b := range x.Blocks {
		for i := range x.Blocks[b].Instrs {
			in := &x.Blocks[b].Instrs[i]
			if in.Op != program.OpMakeClosure {
				continue
			}
			k := slices.Index(in.Args, a)
			c := x.e.fn(in.Sym)
			if k < 0 || c == nil {
				continue
			}
			free := program.Ref(len(c.Params) + k + 1)
			if len(c.stores[root{reg: free}]) > 0 || c.storedInside(free) {
				return true
			}
		}
	}
	return false
}

// renamed returns a key in which one value has another name; "" for keys that
// are not about that value alone.
func renamed(key, from, to string) string {
	list, all := strings.CutPrefix(key, each)
	pre := ""
	if all {
		pre = each
	}
	if list == from {
		return pre + to
	}
	if rest, ok := strings.CutPrefix(list, from+mark); ok && !strings.Contains(rest, "@") {
		return pre + to + mark + rest
	}
	sym, args, rest := calledBy(list)
	if sym == "" || strings.Contains(list, "~") {
		return ""
	}
	found := false
	for i, a := range args {
		switch {
		case a == from:
			args[i], found = to, true
		case strings.HasPrefix(a, from+mark):
			args[i], found = to+a[len(from):], true
		case !strings.HasPrefix(a, "c"):
			return ""
		}
	}
	if !found {
		return ""
	}
	return pre + "f" + sym + "(" + strings.Join(args, ",") + ")" + rest
}

// ungated returns a guard for a caller, whose branches are others.
func (g guard) ungated() guard {
	g.gate = gate{}
	g.weak = slices.Clone(g.weak)
	for i := range g.weak {
		g.weak[i].gate = gate{}
	}
	return g
}

// elsewhere returns a guard for a function other than the one whose branch made
// the check.
func (g guard) elsewhere() guard {
	g.gate = gate{}
	g.weak = slices.Clone(g.weak)
	for i := range g.weak {
		g.weak[i].gate, g.weak[i].deny = gate{}, false
	}
	return g
}
