package checks

import (
	"fmt"

	"github.com/mcpvet/mcpvet/internal/flow"
	"github.com/mcpvet/mcpvet/internal/passes/controls"
)

const mark = "\x00"

// A memo keeps what functions around handlers were found to do. They are the
// same for most tools of a server, which are many.
type memo[T any] map[string][]found[T]

// A found is what was found, and what of the entry it depends on.
type found[T any] struct {
	ledger *flow.Ledger
	is     T
}

// of returns what work finds of an entry, or what it found of another that is
// the same to it. The function next, "" for none, is where work does not go on,
// or where it finds nothing.
func (m memo[T]) of(key string, in flow.Entry, next string, work func(flow.Entry) T) T {
	key = fmt.Sprint(key, in.Func, in.Kind, in.Request, in.Params, in.Name == "")
	for _, f := range m[key] {
		if f.ledger.Fits(in, next) {
			return f.is
		}
	}
	l := flow.NewLedger(next)
	f := found[T]{l, work(l.Watch(in))}
	m[key] = append(m[key], f)
	return f.is
}

// beyond returns the function that one around a body hands on to, "" where what
// that does has to do with the question; then it is part of the key.
func beyond(j *flow.Judge, w controls.Control) (key, next string) {
	if j.Touches(w.Next) {
		return w.Next, ""
	}
	return "", w.Next
}
