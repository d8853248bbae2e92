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
		fr.loops[header] = &loop{}
		return true
	}
	l.turns++
	if l.known() {
		return l.turns <= maxTurns
	}
	return l.turns <= openTurns
}
