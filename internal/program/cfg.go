package program

import (
	"cmp"
	"slices"
)

// Analyse computes what the evaluator asks of the control flow of f: the order
// of the blocks, loops, immediate post-dominators, and the successor of a
// branch that leaves its loop.
func Analyse(f *Func) {
	number(f)
	postDominators(f, loops(f))
	for b := range f.Blocks {
		blk := &f.Blocks[b]
		if len(blk.Succs) != 2 || blk.Loop == NoBlock || len(blk.Instrs) == 0 || blk.Instrs[len(blk.Instrs)-1].Op != OpIf {
			continue
		}
		switch t, e := f.InLoop(blk.Succs[0], blk.Loop), f.InLoop(blk.Succs[1], blk.Loop); {
		case t && !e:
			blk.Exit = 1
		case e && !t:
			blk.Exit = 0
		}
	}
}

// number fills Order. Of two successors the one that stays in a loop comes
// first, so that a loop ends before what follows it.
func number(f *Func) {
	n := len(f.Blocks)
	seen := make([]bool, n)
	var post []int32
	type frame struct {
		block int32
		next  int
	}
	stack := []frame{{0, 0}}
	seen[0] = true
	for len(stack) > 0 {
		top := &stack[len(stack)-1]
		succs := f.Blocks[top.block].Succs
		if top.next < len(succs) {
			s := succs[len(succs)-1-top.next]
			top.next++
			if !seen[s] {
				seen[s] = true
				stack = append(stack, frame{s, 0})
			}
			continue
		}
		post = append(post, top.block)
		stack = stack[:len(stack)-1]
	}
	for i, b := range post {
		f.Blocks[b].Order = int32(len(post) - 1 - i)
	}
}

// loops finds natural loops and fills Loop and Outer. It returns the sources
// of back edges.
func loops(f *Func) (latches []int) {
	n := len(f.Blocks)
	for b := range f.Blocks {
		f.Blocks[b].Loop, f.Blocks[b].Outer = NoBlock, NoBlock
	}
	preds := make([][]int, n)
	succs := make([][]int, n)
	for b := range f.Blocks {
		for _, p := range f.Blocks[b].Preds {
			preds[b] = append(preds[b], int(p))
		}
		for _, s := range f.Blocks[b].Succs {
			succs[b] = append(succs[b], int(s))
		}
	}
	idom := dominators(0, preds, succs)
	dominates := func(a, b int) bool {
		for b != a && b > 0 && idom[b] >= 0 {
			b = idom[b]
		}
		return a == b
	}
	bodies := map[int]map[int]bool{}
	var headers []int
	for b := range n {
		if idom[b] < 0 && b != 0 {
			continue // not reachable
		}
		for _, h := range succs[b] {
			if !dominates(h, b) {
				continue
			}
			latches = append(latches, b)
			body := bodies[h]
			if body == nil {
				body = map[int]bool{h: true}
				bodies[h] = body
				headers = append(headers, h)
			}
			work := []int{b}
			for len(work) > 0 {
				x := work[len(work)-1]
				work = work[:len(work)-1]
				if body[x] {
					continue
				}
				body[x] = true
				work = append(work, preds[x]...)
			}
		}
	}
	// from the largest to the smallest, so that the innermost one stays
	slices.SortFunc(headers, func(a, b int) int { return cmp.Or(len(bodies[b])-len(bodies[a]), a-b) })
	for _, h := range headers {
		f.Blocks[h].Outer = f.Blocks[h].Loop
		for b := range bodies[h] {
			f.Blocks[b].Loop = int32(h)
		}
	}
	return latches
}

// postDominators fills IPDom: the block at which the ways from a block join
// again, ways that leave the function early left out.
//
// With every return counted, most branches of Go code would never join: an
// "if err != nil { return err }" inside an arm ends that. So one way out
// counts, the last one; then the same again for the blocks that cannot reach
// it, with the last way out of those, until all blocks have an answer.
func postDominators(f *Func, latches []int) {
	n := len(f.Blocks)
	for b := range f.Blocks {
		f.Blocks[b].IPDom = NoBlock
	}
	done := make([]bool, n)
	for _, root := range waysOut(f, latches) {
		if done[root] {
			continue
		}
		// the reversed graph of the blocks that have no answer yet
		out := make([][]int, n)
		in := make([][]int, n)
		for b := range f.Blocks {
			for _, s := range f.Blocks[b].Succs {
				if !done[b] && !done[s] && b != root {
					out[b] = append(out[b], int(s))
					in[s] = append(in[s], b)
				}
			}
		}
		idom := dominators(root, out, in)
		for b := range n {
			if idom[b] < 0 || done[b] {
				continue
			}
			done[b] = true
			if b != root {
				f.Blocks[b].IPDom = int32(idom[b])
			}
		}
	}
}

// waysOut lists the blocks at which control leaves the function, the most
// regular one first: returns from the last in the source to the first, then
// panics, then the ends of loops without a way out.
func waysOut(f *Func, latches []int) []int {
	var returns, others []int
	line := func(b int) int32 {
		last := f.Blocks[b].Instrs[len(f.Blocks[b].Instrs)-1]
		if !last.Pos.IsValid() {
			return 1 << 30 // the end of the body
		}
		return last.Pos.Line
	}
	for b := range f.Blocks {
		ins := f.Blocks[b].Instrs
		switch {
		case len(f.Blocks[b].Succs) > 0:
		case len(ins) > 0 && ins[len(ins)-1].Op == OpReturn:
			returns = append(returns, b)
		default:
			others = append(others, b)
		}
	}
	slices.SortStableFunc(returns, func(a, b int) int { return int(line(b)) - int(line(a)) })
	return append(append(returns, others...), latches...)
}

// dominators returns the immediate dominator of each node, -1 where the root
// does not reach it, by the algorithm of Cooper, Harvey and Kennedy.
func dominators(root int, preds, succs [][]int) []int {
	n := len(preds)
	order := make([]int, 0, n) // postorder
	number := make([]int, n)
	visited := make([]bool, n)
	type frame struct{ node, next int }
	stack := []frame{{root, 0}}
	visited[root] = true
	for len(stack) > 0 {
		top := &stack[len(stack)-1]
		if top.next < len(succs[top.node]) {
			s := succs[top.node][top.next]
			top.next++
			if !visited[s] {
				visited[s] = true
				stack = append(stack, frame{s, 0})
			}
			continue
		}
		number[top.node] = len(order)
		order = append(order, top.node)
		stack = stack[:len(stack)-1]
	}
	idom := make([]int, n)
	for i := range idom {
		idom[i] = -1
	}
	idom[root] = root
	intersect := func(a, b int) int {
		for a != b {
			for number[a] < number[b] {
				a = idom[a]
			}
			for number[b] < number[a] {
				b = idom[b]
			}
		}
		return a
	}
	for changed := true; changed; {
		changed = false
		for i := len(order) - 2; i >= 0; i-- { // all but the root, in reverse postorder
			b := order[i]
			dom := -1
			for _, p := range preds[b] {
				if idom[p] == -1 {
					continue
				}
				if dom == -1 {
					dom = p
				} else {
					dom = intersect(p, dom)
				}
			}
			if dom != -1 && idom[b] != dom {
				idom[b] = dom
				changed = true
			}
		}
	}
	return idom
}
