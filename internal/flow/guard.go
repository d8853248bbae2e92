package flow

import (
	"slices"

	"github.com/mcpvet/mcpvet/internal/program"
)

// A guard is what checks on every way to a block say of a value.
type guard struct {
	clears Mask     // it can't do harm of these kinds any more
	weak   []weak   // checks that do not hold what they promise
	texts  []string // it is one of these; nil: not known
	gate   gate     // the branch that made the check
	tag    string   // its fields are what their tags with this key say
	asked  *asked   // a check that is a value; behind the keys of such only
}

// A gate is a branch, and the block that it leads to where a check fails; from
// 1, 0 for none.
type gate struct {
	pos   program.Pos
	fails int32
}

// A weak check, and what it lets through.
type weak struct {
	mask Mask
	why  string
	pos  program.Pos
	deny bool // it says what the value is not
	gate gate // of deny
}

func (g guard) and(h guard) guard {
	g.clears |= h.clears
	g.weak = append(g.weak[:len(g.weak):len(g.weak)], h.weak...)
	if g.texts == nil {
		g.texts = h.texts
	}
	if g.gate.fails == 0 {
		g.gate = h.gate
	}
	if g.tag == "" {
		g.tag = h.tag
	}
	if g.asked == nil {
		g.asked = h.asked
	}
	return g
}

func (g guard) or(h guard) guard {
	root := isRoot(g.clears, h.clears)
	g.clears = g.clears&h.clears | root
	g.weak = append(g.weak[:len(g.weak):len(g.weak)], h.weak...)
	if g.texts != nil && h.texts != nil {
		g.texts = joinTexts(g.texts, h.texts)
	} else {
		g.texts = nil
	}
	g.weak = compactWeak(g.weak)
	if g.tag != h.tag {
		g.tag = ""
	}
	return g
}

// tells reports whether a guard says something of a text, more than how long it
// is.
func (g guard) tells() bool { return g.clears&^partMask != 0 || len(g.weak) > 0 || g.texts != nil }

// maxTexts bounds the texts that a value is known to be one of.
const maxTexts = 100

func joinTexts(a, b []string) []string {
	out := a[:len(a):len(a)]
	for _, t := range b {
		if !slices.Contains(out, t) {
			out = append(out, t)
		}
	}
	if len(out) > maxTexts {
		return nil
	}
	return out
}

func compactWeak(ws []weak) []weak {
	var out []weak
	for _, w := range ws {
		if !slices.Contains(out, w) && len(out) < 4 {
			out = append(out, w)
		}
	}
	return out
}

type guards = map[string]guard

// both returns what holds when a and b hold.
func both(a, b guards) guards {
	if len(b) == 0 {
		return a
	}
	out := make(guards, len(a)+len(b))
	for k, g := range a {
		out[k] = g
	}
	for k, g := range b {
		if old, ok := out[k]; ok {
			g = old.and(g)
			g.weak = compactWeak(g.weak)
		}
		out[k] = g
	}
	return out
}

// noBlock stands for no block: what is asked of the whole function.
const noBlock = -1

// either returns what holds in a block when a or b holds. Of a check that one
// of them lets out it is known that there are ways around it.
func (x *fn) either(block int32, a, b guards) guards {
	out := guards{}
	for k, g := range a {
		if h, ok := b[k]; ok {
			out[k] = x.settled(block, g).or(x.settled(block, h))
		} else if x.refuses(block, g.gate) && g.clears|g.lost() != 0 {
			out[k] = g.passed()
		}
	}
	for k, h := range b {
		if _, ok := a[k]; !ok && x.refuses(block, h.gate) && h.clears|h.lost() != 0 {
			out[k] = h.passed()
		}
	}
	return out
}

// refuses reports whether a check that fails at a gate keeps the function from
// getting to a block.
func (x *fn) refuses(block int32, g gate) bool {
	return g.fails > 0 && (block == noBlock || g.fails-1 != block && !x.follows(g.fails-1, block))
}

// settled drops from a guard what values are not, where those that are get to
// the block, too.
func (x *fn) settled(block int32, g guard) guard {
	if slices.ContainsFunc(g.weak, func(w weak) bool { return w.deny }) {
		g.weak = slices.DeleteFunc(slices.Clone(g.weak), func(w weak) bool { return w.deny && w.gate.fails != 0 && !x.refuses(block, w.gate) })
	}
	return g
}

// passed returns what is left of a guard on a way around its check.
func (g guard) passed() guard {
	out := guard{weak: g.weak}
	if g.clears != 0 {
		out.weak = compactWeak(append(g.weak[:len(g.weak):len(g.weak)], weak{mask: g.clears, why: "there are ways around the check", pos: g.gate.pos}))
	}
	return out
}

func (g guard) lost() Mask {
	var m Mask
	for _, w := range g.weak {
		m |= w.mask
	}
	return m
}

func equal(a, b guards) bool {
	if len(a) != len(b) {
		return false
	}
	for k, g := range a {
		h, ok := b[k]
		if !ok || g.clears != h.clears || len(g.weak) != len(h.weak) || len(g.texts) != len(h.texts) || g.tag != h.tag {
			return false
		}
	}
	return true
}

// guardsIn returns what holds at the start of each block.
func (x *fn) guardsIn() []guards {
	if x.guards != nil {
		return x.guards
	}
	x.guarding = true
	defer func() { x.guarding = false }()
	inherited := x.inherited()
	n := len(x.Blocks)
	x.guards = make([]guards, n)
	order := make([]int32, n)
	for b := range order {
		order[b] = int32(b)
	}
	slices.SortFunc(order, func(a, b int32) int { return int(x.Blocks[a].Order - x.Blocks[b].Order) })
	looped := slices.ContainsFunc(order, func(b int32) bool {
		return slices.ContainsFunc(x.Blocks[b].Preds, func(p int32) bool { return x.Blocks[p].Order >= x.Blocks[b].Order })
	})
	edges := map[[2]int32]guards{}
	onEdge := func(p, b int32) guards {
		g, ok := edges[[2]int32{p, b}]
		if !ok {
			g = x.onEdge(p, b)
			edges[[2]int32{p, b}] = g
		}
		return g
	}
	extra := map[[2]int32]guards{}
	// again: what a loop has checked of all elements holds behind it, and that
	// may be what a loop around it checks of each of its own
	for range maxNested {
		clear(x.guards) // what was found without them would stay
		for range 12 {
			x.e.spend(n / manyBlocks)
			changed := false
			for _, b := range order {
				var in guards
				if b == 0 {
					in = inherited
				} else {
					first := true
					for _, p := range x.Blocks[b].Preds {
						if x.guards[p] == nil || x.never(p, b) {
							continue // not reached yet: a back edge says nothing against
						}
						g := x.derive(both(both(x.guards[p], onEdge(p, b)), extra[[2]int32{p, b}]))
						if first {
							in, first = g, false
						} else {
							in = x.either(b, in, g)
						}
					}
					if first {
						continue
					}
				}
				if x.guards[b] == nil || !equal(x.guards[b], in) {
					x.guards[b] = in
					changed = true
				}
			}
			if !changed || !looped { // in order, once is enough without a loop
				break
			}
		}
		if !looped {
			break
		}
		before := count(extra)
		x.loopGuards(extra, onEdge)
		if count(extra) == before {
			break
		}
	}
	return x.guards
}

// maxNested bounds how deep loops are nested whose checks count.
const maxNested = 3

func count(extra map[[2]int32]guards) int {
	n := 0
	for _, g := range extra {
		n += len(g)
	}
	return n
}

// loopGuards finds checks that every turn of a loop makes of the element it
// is at: behind the loop they hold for all elements.
func (x *fn) loopGuards(extra map[[2]int32]guards, onEdge func(p, b int32) guards) {
	for h := range x.Blocks {
		head := int32(h)
		if x.Blocks[h].Loop != head {
			continue
		}
		var after guards
		first := true
		for _, p := range x.Blocks[h].Preds {
			if !x.InLoop(p, head) || x.guards[p] == nil || x.never(p, head) {
				continue
			}
			g := x.derive(both(both(x.guards[p], onEdge(p, head)), extra[[2]int32{p, head}]))
			if first {
				after, first = g, false
			} else {
				after = x.either(head, after, g)
			}
		}
		if first {
			continue
		}
		all := guards{}
		for k, g := range after {
			if x.turns(head) {
				all[k] = g
			} else if len(g.weak) > 0 { // of what each turn compares with something else
				all[k] = guard{weak: g.weak}
			}
		}
		for b := range x.Blocks {
			if x.Blocks[b].Loop != head { // of an inner loop not every turn need be made
				continue
			}
			for i := range x.Blocks[b].Instrs {
				r := x.Blocks[b].Instrs[i].Dst
				if r <= 0 {
					continue
				}
				if text := x.textOf(r); text != 0 && x.defs[r].block != head {
					if m := x.runeClears(r, head); m != 0 {
						all[x.key(text)] = guard{clears: m}
					}
					continue
				}
				if c := x.container(r); c != 0 {
					if g, ok := after[x.key(r)]; ok {
						all[each+x.key(c)] = g
					}
				}
			}
		}
		x.askedEach(head, after, all)
		if len(all) == 0 {
			continue
		}
		all = x.derive(all)
		for _, s := range x.Blocks[h].Succs {
			if !x.InLoop(s, head) {
				extra[[2]int32{head, s}] = all
			}
		}
	}
}

// turns reports whether a loop makes a turn at least: it is over a list of the
// code's that is not empty.
func (x *fn) turns(head int32) bool {
	in := x.Blocks[head].Instrs
	if len(in) == 0 || in[len(in)-1].Op != program.OpIf {
		return false
	}
	c := x.def(in[len(in)-1].Args[0])
	if c == nil || c.Op != program.OpBinOp || c.Sym != "<" {
		return false
	}
	n := x.def(c.Args[1])
	if n == nil || n.Op != program.OpCall || n.Mode != program.CallBuiltin || n.Sym != "len" {
		return false
	}
	s := x.sym(n.Args[0])
	return s.Kind == SymList && slices.ContainsFunc(s.Kids, func(k *Sym) bool { return k.Kind != SymMany })
}

// onEdge returns what the condition at the end of a block says on the way to
// a successor.
func (x *fn) onEdge(p, b int32) guards { return x.onEdgeAt(p, b, 0) }

func (x *fn) onEdgeAt(p, b int32, depth int) guards {
	blk := &x.Blocks[p]
	if len(blk.Succs) != 2 || blk.Succs[0] == blk.Succs[1] || len(blk.Instrs) == 0 {
		return nil
	}
	last := &blk.Instrs[len(blk.Instrs)-1]
	if last.Op != program.OpIf {
		return nil
	}
	out := both(x.cond(last.Args[0], blk.Succs[0] == b, depth), x.refused(last.Args[0], blk.Succs[0] == b, blk))
	other := blk.Succs[0]
	if other == b {
		other = blk.Succs[1]
	}
	if len(out) == 0 {
		return out
	}
	at := gate{fails: other + 1}
	if c := x.def(last.Args[0]); c != nil {
		at.pos = c.Pos
	}
	on := make(guards, len(out))
	for k, g := range out {
		g.gate = at
		g.weak = slices.Clone(g.weak)
		for i := range g.weak {
			if g.weak[i].deny {
				g.weak[i].gate = at
			}
		}
		on[k] = g
	}
	return on
}

// refused returns what it says that a text is not one of those that are
// refused: the other way of the branch ends the function.
func (x *fn) refused(cond program.Ref, truth bool, blk *program.Block) guards {
	in := x.def(cond)
	if in == nil || in.Op != program.OpBinOp || (in.Sym == "==") == truth || in.Sym != "==" && in.Sym != "!=" {
		return nil
	}
	c := x.constant(in.Args[1])
	if c == nil || c.Kind != program.ConstString || c.S == "" || x.constant(in.Args[0]) != nil {
		return nil
	}
	other := blk.Succs[0]
	if truth {
		other = blk.Succs[1]
	}
	if last := x.Blocks[other].Instrs; len(last) == 0 || last[len(last)-1].Op != program.OpReturn {
		return nil
	}
	return guards{x.key(in.Args[0]): {weak: []weak{{mask: textMask, why: "single texts are refused (a deny list)", pos: in.Pos, deny: true}}}}
}

func (t *trace) weak(w weak) *trace {
	for p := t; p != nil; p = p.prev {
		if p.hop.Weak != 0 && p.hop.Text == w.why {
			return t
		}
	}
	return t.push(&trace{hop: Hop{Pos: w.pos, Text: w.why, Weak: w.mask}})
}
