package interp

import (
	"slices"

	"github.com/mcpvet/mcpvet/internal/program"
)

// loop is the state of a loop since control entered it.
type loop struct {
	turns     int
	decided   []int32 // exits whose condition was decided each time
	undecided []int32 // the other exits that were met
	open      bool    // all are undecided: values of another turn are alternatives
	began     int     // when the turn began, by Machine.clock
	changes   int     // Machine.changes at that time
}

// known reports whether the loop ends by itself, as far as it has run.
func (l *loop) known() bool { return len(l.decided) > 0 }

// exit notes whether the condition of the exit at block b was decided. Where
// that of the header is not decided any more, the known elements of a list or
// map have been visited, and what may follow is a loop of its own.
func (l *loop) exit(b, header int32, decided bool) {
	i := slices.Index(l.decided, b)
	switch {
	case decided:
		if i < 0 && !l.open && !slices.Contains(l.undecided, b) {
			l.decided = append(l.decided, b)
		}
		return
	case i < 0:
	case b == header:
		l.decided = nil
	default:
		l.decided = slices.Delete(l.decided, i, i+1)
	}
	if !slices.Contains(l.undecided, b) {
		l.undecided = append(l.undecided, b)
	}
	if !l.open && !l.known() {
		l.open, l.turns = true, 0
	}
}

// maxTurns bounds the turns of a loop that ends by itself, and openTurns
// those of any other, and those beyond the known elements of a list or map
// that may have more: what a body adds shows in the first two.
const (
	maxTurns  = 3000
	openTurns = 2
	idleTurns = 50 // after so many a loop ends when a turn changes nothing, as in "for !closed"
)

// turn notes that control enters the header of a loop; false when the loop
// has been followed far enough.
func (fr *frame) turn(w *way) bool {
	header := w.block
	outside := func(a arrival) bool { return a.pred == program.NoBlock || !fr.f.InLoop(a.pred, header) }
	l := fr.loops[header]
	if l == nil || outside(w.arrival) || slices.ContainsFunc(w.more, outside) {
		if fr.loops == nil {
			fr.loops = map[int32]*loop{}
		}
		fr.loops[header] = &loop{began: fr.m.clock, changes: len(fr.m.changes)}
		return true
	}
	l.turns++
	switch {
	case !l.known():
		return l.turns <= openTurns
	case l.turns > idleTurns && fr.idle(l, w):
		return false
	}
	l.began, l.changes = fr.m.clock, len(fr.m.changes)
	return l.turns <= maxTurns
}

// idle reports whether the last turn of a loop changed nothing that was there
// before, so that the next one would do the same again.
func (fr *frame) idle(l *loop, w *way) bool {
	for _, born := range fr.m.changes[min(l.changes, len(fr.m.changes)):] {
		if born <= l.began {
			return false
		}
	}
	for i := range fr.f.Blocks[w.block].Instrs {
		in := &fr.f.Blocks[w.block].Instrs[i]
		if in.Op != program.OpPhi {
			return true
		}
		differs := func(a arrival) bool { return i >= len(a.phis) || !same(a.phis[i], fr.regs[in.Dst]) }
		if differs(w.arrival) || slices.ContainsFunc(w.more, differs) {
			return false
		}
	}
	return true
}
