package interp

import (
	"slices"

	"github.com/mcpvet/mcpvet/internal/program"
)

// A spent is what the calls of a function took so far below one root.
type spent struct {
	steps int // of all of them
	alike []*alike
}

// An alike is what the calls of a function with the same arguments took so far.
type alike struct {
	args  []Value
	steps int
	gave  Value // the last time: memory only grows under calls that are alike
}

// notable is how many steps of one call are worth being remembered.
const notable = 200

// asideShare is the part of the limit of a root that one function may take which
// can't reach a registration: what follows it is to be seen as well.
const asideShare = 4

// repeats returns what a call gives that need not be run again: the function
// can't reach a registration, and was called with these arguments so often that
// it took what a root of that kind may. What it finds in memory grows by itself
// then, as a cache does whose keys are not known: each call adds to it, and the
// next one takes longer.
func (m *Machine) repeats(f *program.Func, args []Value) (Value, bool) {
	sum := m.spent[f]
	if sum == nil {
		return nil, false
	}
	for _, s := range sum.alike {
		if s.steps >= m.limits.Aside && s.covers(args) {
			return s.gave, true
		}
	}
	if sum.steps >= m.limits.Steps/asideShare {
		return m.unknownResults(f.Results, "the evaluation of "+f.Name+" was cut off"), true
	}
	return nil, false
}

// took notes what a call of a function took and gave.
func (m *Machine) took(f *program.Func, args []Value, steps int, gave Value) {
	if steps < notable || m.world.Reaches(f.ID) {
		return
	}
	sum := m.spent[f]
	if sum == nil {
		sum = &spent{}
		m.spent[f] = sum
	}
	sum.steps += steps
	for _, s := range sum.alike {
		if s.covers(args) {
			s.steps += steps
			s.gave = gave
			return
		}
	}
	if len(sum.alike) < maxAlts {
		sum.alike = append(sum.alike, &alike{args: args, steps: steps, gave: gave})
	}
}

// covers reports whether nothing is known of the arguments of another call
// that was not known of these.
func (s *alike) covers(args []Value) bool {
	if len(args) != len(s.args) {
		return false
	}
	for i, a := range args {
		for _, alt := range Alternatives(a) {
			if !knows(alt) {
				continue
			}
			if !slices.ContainsFunc(Alternatives(s.args[i]), func(b Value) bool { return same(alt, b) }) {
				return false
			}
		}
	}
	return true
}

// knows reports whether a value says what it is.
func knows(v Value) bool {
	switch v := Plain(v).(type) {
	case *Unknown, *Text:
		return false
	case *Opaque:
		return v.Server != nil
	}
	return true
}
