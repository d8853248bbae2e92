package interp

import (
	"errors"
	"strconv"

	"github.com/mcpvet/mcpvet/models"
)

// numberNatives are the rules between texts and numbers, bools and literals.
func numberNatives() map[string]native {
	return map[string]native{
		models.EvalItoa: func(s *site) (Value, bool) {
			return s.result(s.overArgs(1, func(vs []Value) Value { return s.inBase(vs[0], 10) })), true
		},
		models.EvalFormatInt: func(s *site) (Value, bool) {
			return s.result(s.overArgs(2, func(vs []Value) Value {
				base, ok := AsInt(vs[1])
				if !ok || base < 2 || base > 36 {
					return s.because(vs[1])
				}
				return s.inBase(vs[0], int(base))
			})), true
		},
		models.EvalFormatBool: func(s *site) (Value, bool) {
			return s.result(s.overArgs(1, func(vs []Value) Value {
				b, ok := AsBool(vs[0])
				if !ok {
					return s.because(vs[0])
				}
				return s.made(strconv.FormatBool(b), vs[0])
			})), true
		},
		models.EvalQuote: func(s *site) (Value, bool) {
			return s.result(s.overArgs(1, func(vs []Value) Value {
				return s.build(quoteParts(s.partsOf(vs[0])), s.posOf(vs[0]))
			})), true
		},
		models.EvalUnquote: onTexts(1, func(s *site, vs []Value, t []string) Value {
			u, err := strconv.Unquote(t[0])
			if err != nil {
				return s.unknowns(s.because(nil))
			}
			return s.give(s.made(u, vs[0]))
		}),
		models.EvalAtoi: onTexts(1, func(s *site, vs []Value, t []string) Value {
			n, err := strconv.Atoi(t[0])
			if err != nil {
				return s.give(integer(0), s.failure())
			}
			return s.give(s.made(int64(n), vs[0]))
		}),
		models.EvalParseInt: func(s *site) (Value, bool) {
			return s.overArgs(2, func(vs []Value) Value {
				t, ok := s.asText(vs[0])
				base, known := AsInt(vs[1])
				if !ok || !known {
					return s.unknowns(s.because(vs...))
				}
				if base < 0 || base > 36 {
					return s.give(integer(0), s.failure())
				}
				n, err := strconv.ParseInt(t, int(base), 64)
				switch {
				case errors.Is(err, strconv.ErrRange): // an unsigned one may be meant
					return s.unknowns(s.because(nil))
				case err != nil:
					return s.give(integer(0), s.failure())
				}
				return s.give(s.made(n, vs[0]))
			}), true
		},
		models.EvalParseBool: onTexts(1, func(s *site, vs []Value, t []string) Value {
			b, err := strconv.ParseBool(t[0])
			if err != nil {
				return s.give(boolean(false), s.failure())
			}
			return s.give(s.made(b, vs[0]))
		}),
	}
}

// inBase writes an integer.
func (s *site) inBase(v Value, base int) Value {
	n, ok := AsInt(v)
	if !ok {
		return s.asItIs(v)
	}
	return s.made(strconv.FormatInt(n, base), v)
}

// quoteParts returns the parts of a Go string literal.
func quoteParts(parts []Part) []Part {
	out := []Part{{Known: true, S: `"`}}
	for _, p := range parts {
		if p.Known {
			q := strconv.Quote(p.S)
			p.S = q[1 : len(q)-1]
		}
		out = append(out, p)
	}
	return append(out, Part{Known: true, S: `"`})
}

// onTexts is a rule over n constant texts; f returns all results.
func onTexts(n int, f func(s *site, vs []Value, t []string) Value) native {
	return func(s *site) (Value, bool) {
		return s.overArgs(n, func(vs []Value) Value {
			t := make([]string, n)
			for i, v := range vs {
				var ok bool
				if t[i], ok = s.asText(v); !ok {
					return s.unknowns(s.because(vs...))
				}
				s.m.charge(len(t[i]) / 64)
			}
			return f(s, vs, t)
		}), true
	}
}
