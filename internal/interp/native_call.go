package interp

import (
	"github.com/mcpvet/mcpvet/models"
)

// callNatives are the rules that call functions or end the program.
func callNatives() map[string]native {
	return map[string]native{
		models.EvalNoop:      func(s *site) (Value, bool) { return s.unknown(), true },
		models.EvalNoReturn:  func(*site) (Value, bool) { return nil, false },
		models.EvalExitIfErr: nativeExitIfErr,
		models.EvalCall:      func(s *site) (Value, bool) { return s.called(s.arg(0)) },
		models.EvalCallOnce:  nativeCallOnce,
		models.EvalOnceFunc:  func(s *site) (Value, bool) { return s.result(s.onceFunc(s.arg(0))), true },
	}
}

func nativeExitIfErr(s *site) (Value, bool) {
	exits := true
	for _, alt := range flatten(s.arg(0)) {
		switch v := Plain(alt).(type) {
		case Nil:
			exits = false
		case *Unknown:
			exits = exits && v.NonNil
		}
	}
	if exits {
		return nil, false
	}
	return s.unknown(), true
}

// called calls fn, and returns as many results as the call has.
func (s *site) called(fn Value) (Value, bool) {
	v, returns := s.callValue(fn, s.results)
	if !returns {
		return nil, false
	}
	return s.resized(v), true
}

// resized returns the results of another call as those of this one.
func (s *site) resized(v Value) Value {
	t, ok := v.(*Tuple)
	switch {
	case s.results == 0:
		return &Tuple{}
	case !ok && s.results == 1, ok && len(t.Vs) == s.results && s.results > 1:
		return v
	}
	vs := make([]Value, s.results)
	for i := range vs {
		switch {
		case ok && i < len(t.Vs):
			vs[i] = t.Vs[i]
		case !ok && i == 0:
			vs[i] = v
		default:
			vs[i] = s.because(nil)
		}
	}
	return s.give(vs...)
}

// fieldDone marks receivers of callonce that have called.
const fieldDone = "$done"

func nativeCallOnce(s *site) (Value, bool) {
	objs := s.receivers()
	done := len(objs) > 0
	for _, o := range objs {
		c := s.m.field(o, fieldDone)
		if was, ok := AsBool(s.m.stored(c)); !ok || !was {
			done = false
			s.m.write(c, boolean(true), true)
		}
	}
	if done {
		return s.unknown(), true
	}
	if v, returns := s.called(s.arg(0)); !returns {
		return v, false
	}
	return s.unknown(), true
}

// onceFunc returns a function that calls fn once and repeats its results.
func (s *site) onceFunc(fn Value) Value {
	var results Value
	return &Func{Pos: s.posOf(fn), Native: func(m *Machine, _ []Value) Value {
		if results == nil {
			inner := *s
			inner.m = m
			results = &Unknown{Reason: "a function that calls itself", Pos: s.pos}
			if v, returns := inner.callValue(fn, 1); returns {
				results = v
			} else {
				results = &Unknown{Reason: "a function that does not return", Pos: s.pos}
			}
		}
		return results
	}}
}

// fatalEvent marks log events whose sending ends the program.
type fatalEvent struct{}

// eventNatives are the rules about chained log events.
func eventNatives() map[string]native {
	return map[string]native{
		models.EvalFatalEvent: func(s *site) (Value, bool) {
			return s.result(&Opaque{Sym: s.sym, Pos: s.pos, native: fatalEvent{}}), true
		},
		models.EvalEvent: func(s *site) (Value, bool) {
			return s.result(&Unknown{Reason: "the result of " + s.sym, NonNil: true, Pos: s.pos}), true
		},
		models.EvalEventSend: func(s *site) (Value, bool) {
			for _, alt := range flatten(s.recv) {
				o, ok := Plain(alt).(*Opaque)
				if !ok {
					return s.unknown(), true
				}
				if _, fatal := o.native.(fatalEvent); !fatal {
					return s.unknown(), true
				}
			}
			return nil, false
		},
	}
}
