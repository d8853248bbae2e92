package flow

// A set of blocks.
type set []uint64

func (s set) has(b int32) bool { return s[b/64]&(1<<(b%64)) != 0 }

func (s set) add(b int32) { s[b/64] |= 1 << (b % 64) }

// behind returns the blocks that can run after a block, other than by being it.
// stops says of which no others follow.
func (x *fn) behind(a int32, stops func(b int32) bool) set {
	seen := make(set, len(x.Blocks)/64+1)
	stack := append([]int32(nil), x.Blocks[a].Succs...)
	for len(stack) > 0 {
		b := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if seen.has(b) {
			continue
		}
		seen.add(b)
		if stops == nil || !stops(b) {
			stack = append(stack, x.Blocks[b].Succs...)
		}
	}
	return seen
}

// follows reports whether block b can run after block a, other than by being
// it.
func (x *fn) follows(a, b int32) bool {
	if x.after == nil {
		x.after = make([]set, len(x.Blocks))
	}
	if x.after[a] == nil {
		x.after[a] = x.behind(a, nil)
	}
	return x.after[a].has(b)
}

// start is the site before the first instruction.
var start = site{0, -1}

// A reach says where what is put into a place at one site can still be there.
type reach struct {
	x     *fn
	from  site
	kills []site // the stores that overwrite it
	seen  set    // the blocks at whose start it can be there; nil: not known yet
}

func (x *fn) reach(from site, l loc) reach {
	r := reach{x: x, from: from}
	for _, s := range x.stores[l.root] {
		if s.loc.exact && s.at != from && covers(s.loc.path, l.path) {
			r.kills = append(r.kills, s.at)
		}
	}
	return r
}

// reaches reports whether what is in place l at one site can still be there
// at another: the second can run after the first, and not every way between
// them overwrites the place.
func (x *fn) reaches(from, to site, l loc) bool {
	r := x.reach(from, l)
	return r.to(to)
}

// killed reports whether there is a store in a block between two positions.
func (r *reach) killed(b, after, before int32) bool {
	for _, k := range r.kills {
		if k.block == b && k.index > after && k.index < before {
			return true
		}
	}
	return false
}

// of returns the reach for what an access reads of place l: a part of it may
// have been overwritten.
func (r *reach) of(a access, l loc) *reach {
	if len(a.loc.path) > len(l.path) && len(r.x.stores[l.root]) > 0 {
		part := r.x.reach(r.from, a.loc)
		return &part
	}
	return r
}

// to reports whether it can still be there at a site.
func (r *reach) to(to site) bool {
	from := r.from
	if from.block == to.block && from.index < to.index && !r.killed(from.block, from.index, to.index) {
		return true
	}
	if len(r.kills) == 0 {
		return r.x.follows(from.block, to.block)
	}
	const end = 1 << 30
	if r.seen == nil {
		if r.killed(from.block, from.index, end) {
			r.seen = make(set, len(r.x.Blocks)/64+1)
		} else {
			r.seen = r.x.behind(from.block, func(b int32) bool { return r.killed(b, -1, end) })
		}
	}
	return r.seen.has(to.block) && !r.killed(to.block, -1, to.index)
}

// deeper returns the smaller one of a place and a part of it.
func deeper(a, b loc) loc {
	if len(b.path) > len(a.path) {
		return b
	}
	return a
}

// passing takes off a mask what checks say of what is in a place at a site, on
// those ways there that do not overwrite it.
func (r *reach) passing(l loc, to site, m Mask, tr *trace) (Mask, *trace) {
	if m.Has(partMask) {
		m &^= r.settled(l, to)
	}
	if len(r.kills) == 0 {
		return m, tr
	}
	says := r.says(l, to.block, map[int32]guard{})
	m &^= says.clears
	for _, w := range says.weak {
		if m.Has(w.mask) {
			tr = tr.weak(w)
		}
	}
	return m, tr
}

// maxJoins bounds the blocks where ways meet that are looked at before a site.
const maxJoins = 12

// says returns what checks say of what is in a place, whichever way that does
// not overwrite it leads to a block: on the last edges before it, and on those
// before these.
func (r *reach) says(l loc, block int32, met map[int32]guard) guard {
	x := r.x
	join := block
	for range maxChain {
		if join == r.from.block {
			return guard{} // it need not come in over an edge
		}
		preds := x.Blocks[join].Preds
		if len(preds) != 1 {
			break
		}
		join = preds[0]
	}
	if join == r.from.block {
		return guard{}
	}
	if g, ok := met[join]; ok || len(met) >= maxJoins {
		return g
	}
	met[join] = guard{} // a loop
	var says guard
	first := true
	for _, p := range x.Blocks[join].Preds {
		end := site{p, int32(len(x.Blocks[p].Instrs))}
		if !r.to(end) {
			continue
		}
		gs := x.derive(both(x.guardsIn()[p], x.onEdge(p, join)))
		g := gs[x.placeKey([]loc{l}, end, "")].and(r.says(l, p, met))
		if first {
			says, first = g, false
		} else {
			says = x.settled(join, says).or(x.settled(join, g))
		}
	}
	met[join] = says
	return says
}
