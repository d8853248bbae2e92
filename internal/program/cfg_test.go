package program

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// graph makes a function of a control flow graph: the successors of each
// block. Two successors are a branch, one is a jump, none is a return.
func graph(succs ...[]int32) *Func {
	f := &Func{Blocks: make([]Block, len(succs))}
	for b, list := range succs {
		op := OpReturn
		switch len(list) {
		case 1:
			op = OpJump
		case 2:
			op = OpIf
		}
		f.Blocks[b].Instrs = []Instr{{Op: op, Pos: Pos{File: "f.go", Line: int32(b + 1)}}}
		f.Blocks[b].Succs = list
		f.Blocks[b].Exit = -1
		for _, s := range list {
			f.Blocks[s].Preds = append(f.Blocks[s].Preds, int32(b))
		}
	}
	return f
}

func TestAnalyseLoops(t *testing.T) {
	// 0 -> 1; 1: loop header, leaves to 5; 2: inner header, leaves to 4;
	// 3: body of the inner one; 4: back to 1
	f := graph([]int32{1}, []int32{2, 5}, []int32{3, 4}, []int32{2}, []int32{1}, nil)
	Analyse(f)
	for b, want := range []int32{NoBlock, 1, 2, 2, 1, NoBlock} {
		if got := f.Blocks[b].Loop; got != want {
			t.Errorf("block %d is in the loop %d, want %d", b, got, want)
		}
	}
	if f.Blocks[2].Outer != 1 || f.Blocks[1].Outer != NoBlock {
		t.Errorf("outer loops: %d of 2, %d of 1", f.Blocks[2].Outer, f.Blocks[1].Outer)
	}
	for b, want := range []int8{-1, 1, 1, -1, -1, -1} {
		if got := f.Blocks[b].Exit; got != want {
			t.Errorf("block %d leaves its loop by successor %d, want %d", b, got, want)
		}
	}
	if !f.InLoop(3, 1) || !f.InLoop(3, 2) || f.InLoop(4, 2) || f.InLoop(5, 1) {
		t.Error("InLoop is wrong about the inner or the outer loop")
	}
}

func TestAnalyseJoins(t *testing.T) {
	for _, tt := range []struct {
		name  string
		succs [][]int32
		joins map[int]int32 // branch -> where its ways meet
	}{
		{"if else", [][]int32{{1, 2}, {3}, {3}, nil}, map[int]int32{0: 3}},
		{"if", [][]int32{{1, 2}, {2}, nil}, map[int]int32{0: 2}},
		{"an early return inside an arm", [][]int32{{1, 4}, {2, 3}, nil, {5}, {5}, nil}, map[int]int32{0: 5}},
		{"nested", [][]int32{{1, 5}, {2, 3}, {4}, {4}, {6}, {6}, nil}, map[int]int32{0: 6, 1: 4}},
		{"a loop", [][]int32{{1}, {2, 3}, {1}, nil}, map[int]int32{1: 3}},
	} {
		f := graph(tt.succs...)
		Analyse(f)
		for b, want := range tt.joins {
			if got := f.Blocks[b].IPDom; got != want {
				t.Errorf("%s: the ways of block %d join at %d, want %d", tt.name, b, got, want)
			}
		}
	}
}

// TestDominatorsRandom compares with the definition: a dominates b if b can't
// be reached without it.
func TestDominatorsRandom(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 500 {
		f := randomGraph(r)
		n := len(f.Blocks)
		preds, succs := make([][]int, n), make([][]int, n)
		for b := range f.Blocks {
			for _, s := range f.Blocks[b].Succs {
				succs[b] = append(succs[b], int(s))
				preds[s] = append(preds[s], b)
			}
		}
		idom := dominators(0, preds, succs)
		strict := make([][]int, n) // strict dominators of each block
		for b := range n {
			if !reaches(succs, 0, b, -1) {
				if idom[b] >= 0 {
					t.Fatalf("block %d of %v can't be reached and has the dominator %d", b, succs, idom[b])
				}
				continue
			}
			for a := range n {
				if a != b && reaches(succs, 0, a, -1) && !reaches(succs, 0, b, a) {
					strict[b] = append(strict[b], a)
				}
			}
		}
		for b := 1; b < n; b++ {
			if len(strict[b]) == 0 {
				continue
			}
			// the immediate one is dominated by all others
			want := slices.MaxFunc(strict[b], func(x, y int) int { return len(strict[x]) - len(strict[y]) })
			if idom[b] != want {
				t.Fatalf("block %d of %v has the immediate dominator %d, want %d", b, succs, idom[b], want)
			}
		}
	}
}

// TestAnalyseRandom checks what must hold of any graph.
func TestAnalyseRandom(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for range 500 {
		f := randomGraph(r)
		Analyse(f)
		succs := make([][]int, len(f.Blocks))
		for b := range f.Blocks {
			for _, s := range f.Blocks[b].Succs {
				succs[b] = append(succs[b], int(s))
			}
		}
		for b := range f.Blocks {
			blk := f.Blocks[b]
			if blk.IPDom != NoBlock && (blk.IPDom < 0 || int(blk.IPDom) >= len(f.Blocks)) {
				t.Fatalf("block %d of %v joins at %d", b, succs, blk.IPDom)
			}
			if blk.Exit >= 0 && (f.InLoop(blk.Succs[blk.Exit], blk.Loop) || !f.InLoop(blk.Succs[1-blk.Exit], blk.Loop)) {
				t.Fatalf("block %d of %v does not leave its loop %d by successor %d", b, succs, blk.Loop, blk.Exit)
			}
			for l, depth := blk.Loop, 0; l != NoBlock; l, depth = f.Blocks[l].Outer, depth+1 {
				if f.Blocks[l].Loop != l || depth > len(f.Blocks) {
					t.Fatalf("block %d of %v: the loops around it don't end", b, succs)
				}
				if !reaches(succs, b, int(l), -1) {
					t.Fatalf("block %d of %v is in the loop %d and does not reach its header", b, succs, l)
				}
			}
		}
	}
}

// randomGraph returns a graph of 1 to 12 blocks; many of its loops can be
// entered in several ways.
func randomGraph(r *rand.Rand) *Func {
	n := 1 + r.IntN(12)
	succs := make([][]int32, n)
	for b := range succs {
		for range r.IntN(3) {
			if s := int32(r.IntN(n)); s > 0 && !slices.Contains(succs[b], s) { // nothing leads to the entry
				succs[b] = append(succs[b], s)
			}
		}
	}
	return graph(succs...)
}

// reaches reports whether there is a way from a to b, without the block
// avoid.
func reaches(succs [][]int, a, b, avoid int) bool {
	if a == avoid || b == avoid {
		return false
	}
	seen := map[int]bool{a: true}
	work := []int{a}
	for len(work) > 0 {
		x := work[len(work)-1]
		work = work[:len(work)-1]
		if x == b {
			return true
		}
		for _, s := range succs[x] {
			if s != avoid && !seen[s] {
				seen[s] = true
				work = append(work, s)
			}
		}
	}
	return false
}
