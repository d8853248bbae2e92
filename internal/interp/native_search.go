package interp

import (
	"cmp"
	"path"
	"strings"

	"github.com/mcpvet/mcpvet/models"
)

// searchNatives are the rules that take texts apart or look into them.
func searchNatives() map[string]native {
	return map[string]native{
		models.EvalSplit: splitting(2, func(s *site, t []string, _ int) []string { return strings.SplitN(t[0], t[1], maxListCells) }),
		models.EvalSplitN: splitting(3, func(s *site, t []string, n int) []string {
			if n < 0 {
				n = maxListCells
			}
			return strings.SplitN(t[0], t[1], min(n, maxListCells))
		}),
		models.EvalFields: splitting(1, func(s *site, t []string, _ int) []string { return strings.Fields(t[0]) }),
		models.EvalContains: func(s *site) (Value, bool) {
			return s.result(s.overArgs(2, func(vs []Value) Value {
				part, ok := s.asText(vs[1])
				if !ok {
					return s.because(vs...)
				}
				parts := s.partsOf(vs[0])
				for _, p := range parts {
					if p.Known && strings.Contains(p.S, part) {
						return boolean(true)
					}
					if !p.Known {
						ok = false
					}
				}
				if !ok {
					return s.because(vs[0])
				}
				return boolean(false)
			})), true
		},
		models.EvalContainsAny: onTexts(2, func(s *site, _ []Value, t []string) Value {
			return s.give(boolean(strings.ContainsAny(t[0], t[1])))
		}),
		models.EvalIndex: onTexts(2, func(s *site, _ []Value, t []string) Value {
			return s.give(integer(int64(strings.Index(t[0], t[1]))))
		}),
		models.EvalLastIndex: onTexts(2, func(s *site, _ []Value, t []string) Value {
			return s.give(integer(int64(strings.LastIndex(t[0], t[1]))))
		}),
		models.EvalCount: onTexts(2, func(s *site, _ []Value, t []string) Value {
			return s.give(integer(int64(strings.Count(t[0], t[1]))))
		}),
		models.EvalEqualFold: onTexts(2, func(s *site, _ []Value, t []string) Value {
			return s.give(boolean(strings.EqualFold(t[0], t[1])))
		}),
		models.EvalCompare: func(s *site) (Value, bool) {
			return s.result(s.overArgs(2, func(vs []Value) Value {
				c, ok := s.compare(vs[0], vs[1])
				if !ok {
					return s.because(vs...)
				}
				return integer(int64(c))
			})), true
		},
	}
}

// splitting is a rule that takes the text arg0 apart; the last of three
// arguments is a number.
func splitting(n int, f func(s *site, t []string, limit int) []string) native {
	return func(s *site) (Value, bool) {
		return s.result(s.overArgs(n, func(vs []Value) Value {
			limit := int64(-1)
			var t []string
			for i, v := range vs {
				var c string
				ok := false
				if i == 2 {
					limit, ok = AsInt(v)
				} else if c, ok = s.asText(v); ok {
					t = append(t, c)
				}
				if !ok {
					return &List{Open: s.because(vs...)}
				}
			}
			if len(t[0]) > maxText {
				return &List{Open: &Unknown{Reason: "the parts of a text that is too long", Pos: s.pos}}
			}
			s.m.charge(len(t[0]) / 64)
			parts := f(s, t, int(max(-1, min(limit, maxListCells))))
			out := make([]Value, min(len(parts), maxListCells+1))
			for i := range out {
				out[i] = s.made(parts[i], vs[0])
			}
			return s.newList(out, nil)
		})), true
	}
}

// compare orders constant texts and numbers.
func (s *site) compare(a, b Value) (int, bool) {
	x, xok := Plain(a).(*Const)
	y, yok := Plain(b).(*Const)
	if xok && yok {
		switch v := x.V.(type) {
		case int64:
			if w, ok := y.V.(int64); ok {
				return cmp.Compare(v, w), true
			}
		case float64:
			if w, ok := y.V.(float64); ok {
				return cmp.Compare(v, w), true
			}
		}
	}
	v, vok := s.asText(a)
	w, wok := s.asText(b)
	return strings.Compare(v, w), vok && wok
}

// pathNatives are the rules about file paths.
func pathNatives() map[string]native {
	onPath := func(f func(string) string) native {
		return onTexts(1, func(s *site, vs []Value, t []string) Value { return s.give(s.made(f(t[0]), vs[0])) })
	}
	return map[string]native{
		models.EvalCleanPath: onPath(path.Clean),
		models.EvalBasePath:  onPath(path.Base),
		models.EvalDirPath:   onPath(path.Dir),
		models.EvalExtPath:   onPath(path.Ext),
		models.EvalJoinPath: func(s *site) (Value, bool) {
			l := s.list(s.arg(0))
			if l.Open != nil {
				return s.result(s.because(l)), true
			}
			return s.result(s.over(s.elements(l), func(vs []Value) Value {
				t := make([]string, len(vs))
				for i, v := range vs {
					var ok bool
					if t[i], ok = s.asText(v); !ok {
						return s.because(vs...)
					}
				}
				if len(t) == 0 {
					return s.made("", nil)
				}
				joined := path.Join(t...)
				s.m.charge(len(joined) / 64)
				if len(joined) > maxText {
					return &Unknown{Reason: "a path that is too long", Pos: s.pos}
				}
				return s.made(joined, vs[0])
			})), true
		},
	}
}
