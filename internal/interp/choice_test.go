package interp

import (
	"math/rand/v2"
	"testing"
)

// TestJoiner compares a joiner with joining one by one.
func TestJoiner(t *testing.T) {
	b := newBench(t)
	cells := b.strs("a", "b", "c", "d").Cells
	r := rand.New(rand.NewPCG(1, 2))
	one := func() Value {
		switch r.IntN(8) {
		case 0:
			return Nil{}
		case 1:
			i := r.IntN(len(cells))
			return &List{Cells: cells[i : i+r.IntN(len(cells)-i+1)]}
		case 2:
			return &Tuple{Vs: []Value{integer(int64(r.IntN(3))), str("t")}}
		case 3:
			return choose(str("x"), integer(int64(r.IntN(20))), &Ptr{Obj: cells[r.IntN(len(cells))]})
		case 4:
			return &Ptr{Obj: cells[r.IntN(len(cells))]}
		case 5:
			return unknown([]string{"u", "v"}[r.IntN(2)])
		}
		return integer(int64(r.IntN(20)))
	}
	for range 2000 {
		var j joiner
		var want Value
		for range r.IntN(30) {
			v := one()
			j.add(v)
			want = join(want, v)
		}
		got := j.value()
		if (got == nil) != (want == nil) || got != nil && b.show(got, 0) != b.show(want, 0) {
			t.Fatalf("got %v, want %v", b.show(got, 0), b.show(want, 0))
		}
	}
}

// TestJoinerFull: what is beyond the bound stays beyond it.
func TestJoinerFull(t *testing.T) {
	var j joiner
	for i := range 3 * maxAlts {
		j.add(integer(int64(i)))
	}
	if u, ok := j.value().(*Unknown); !ok || u.Reason != tooMany {
		t.Errorf("got %#v, want an unknown because there are %s", j.value(), tooMany)
	}
}

// TestArrive: ways over one edge on one arm are one, with the values of all;
// others stay apart.
func TestArrive(t *testing.T) {
	b := newBench(t)
	f := flow{}
	one, other := &arm{}, &arm{tool: "other"}
	for i := range 1000 {
		f.arrive(7, arrival{pred: 3, arm: one, phis: []Value{integer(int64(i % 2))}})
	}
	f.arrive(8, arrival{pred: 3, arm: one})
	for range 2 {
		f.arrive(7, arrival{pred: 4, arm: one, phis: []Value{str("x")}})
		f.arrive(7, arrival{pred: 3, arm: other, phis: []Value{str("y")}})
	}
	if len(f) != 2 || f.find(7) < 0 {
		t.Fatalf("%d blocks, want 2", len(f))
	}
	w := f[f.find(7)]
	if len(w.more) != 2 {
		t.Fatalf("%d arrivals, want 3", 1+len(w.more))
	}
	b.want(w.phis[0], "0|1")
}

// TestLoopExit: a loop ends by itself as long as a condition that ends it is
// decided, and no longer than that of its header is.
func TestLoopExit(t *testing.T) {
	const header, body = 1, 5
	type step struct {
		at          int32
		decided     bool
		known, open bool
	}
	for name, steps := range map[string][]step{
		"known list":                         {{header, true, true, false}, {header, true, true, false}},
		"unknown list":                       {{header, false, false, true}, {header, true, false, true}},
		"known in part":                      {{header, true, true, false}, {header, false, false, true}, {header, true, false, true}},
		"break in a known list":              {{header, true, true, false}, {body, false, true, false}, {header, true, true, false}, {body, true, true, false}},
		"decided break, list known in part":  {{header, true, true, false}, {body, true, true, false}, {header, false, false, true}},
		"break only, decided, then not":      {{body, true, true, false}, {body, false, false, true}},
		"undecided break before decided one": {{body, false, false, true}, {header, true, false, true}},
	} {
		l := &loop{turns: 9}
		for i, s := range steps {
			wasOpen := l.open
			l.exit(s.at, header, s.decided)
			if l.known() != s.known || l.open != s.open {
				t.Errorf("%s: after step %d known %v, open %v, want %v, %v", name, i, l.known(), l.open, s.known, s.open)
			}
			if l.open && !wasOpen && l.turns != 0 {
				t.Errorf("%s: turns are not counted anew", name)
			}
		}
	}
}

// A table of a few hundred thousand bytes asks for each element that is not kept.
func TestCellChoiceStops(t *testing.T) {
	cells := make([]*Object, 1<<16)
	for i := range cells {
		cells[i] = &Object{}
	}
	if u, ok := cellChoice(cells).(*Unknown); !ok || u.Reason != tooMany {
		t.Errorf("a choice of %d cells is %v, want an unknown value", len(cells), cellChoice(cells))
	}
	if n := testing.AllocsPerRun(10, func() { cellChoice(cells) }); n > 1000 {
		t.Errorf("a choice of %d cells makes %v allocations", len(cells), n)
	}
	if c, ok := cellChoice(cells[:3]).(*Choice); !ok || len(c.Alts) != 3 {
		t.Errorf("a choice of 3 cells is %v", cellChoice(cells[:3]))
	}
}
