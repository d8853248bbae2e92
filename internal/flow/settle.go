package flow

import (
	"strconv"

	"github.com/mcpvet/mcpvet/internal/program"
)

// Functions that put limits on what a parameter points to: what they leave there
// is no larger, and no shorter, than they allow, whatever was there before.

// settled returns what numbers and lengths in a place can't do any more at a
// site, since every way there calls a function that sees to it.
func (r *reach) settled(l loc, to site) Mask {
	x := r.x
	m := Mask(0)
	with := reach{x: x, from: r.from, kills: r.kills[:len(r.kills):len(r.kills)]}
	for _, a := range x.passes[l.root] {
		in := x.in(a.at)
		if in.Op != program.OpCall || in.Mode != program.CallStatic || a.at == to || len(a.loc.path) > len(l.path) || !covers(a.loc.path, l.path) {
			continue
		}
		callee := x.e.fn(in.Sym)
		if callee == nil || callee == x {
			continue
		}
		if s := callee.settles(program.Ref(a.op+1), l.path[len(a.loc.path):]); s != 0 {
			if m == 0 {
				m = s
			}
			m &= s
			with.kills = append(with.kills, a.at)
		}
	}
	if m == 0 || with.to(to) {
		return 0
	}
	return m
}

// settles returns what numbers and lengths in a part of what a parameter points
// to can't do any more when a function returns.
func (x *fn) settles(param program.Ref, p path) Mask {
	l := loc{root{reg: param}, p, true}
	if p == "" || len(x.stores[l.root]) == 0 || x.guarding {
		return 0
	}
	key := strconv.Itoa(int(param)) + string(p)
	if m, ok := x.leaves[key]; ok {
		return m
	}
	if x.leaves == nil {
		x.leaves = map[string]Mask{}
	}
	x.leaves[key] = 0 // a recursion
	r := x.reach(start, l)
	if len(r.kills) == 0 {
		return 0
	}
	m := partMask
	for b := range x.Blocks {
		n := len(x.Blocks[b].Instrs)
		if n == 0 || x.Blocks[b].Instrs[n-1].Op != program.OpReturn {
			continue
		}
		if end := (site{int32(b), int32(n)}); r.to(end) {
			m &= r.says(l, int32(b), map[int32]guard{}).clears
		}
	}
	x.leaves[key] = m
	return m
}
