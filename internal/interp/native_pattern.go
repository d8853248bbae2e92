package interp

import (
	"regexp"
	"regexp/syntax"
	"strings"

	"github.com/mcpvet/mcpvet/models"
)

// patternNatives are the rules about replacers and regular expressions.
func patternNatives() map[string]native {
	return map[string]native{
		models.EvalNewReplacer:   nativeNewReplacer,
		models.EvalReplacer:      nativeReplacer,
		models.EvalRegexp:        nativeRegexp,
		models.EvalRegexpReplace: nativeRegexpReplace,
		models.EvalRegexpMatch:   nativeRegexpMatch,
	}
}

// A replacer is the state of a value that replaces pairs of texts.
type replacer struct {
	r       *strings.Replacer
	longest int // bytes of the longest replacement
}

// nativeNewReplacer returns a replacer, whose pairs are unknown where not all
// texts are constant.
func nativeNewReplacer(s *site) (Value, bool) {
	out := &Opaque{Sym: s.sym, Args: s.args, Pos: s.pos}
	l := s.list(s.arg(0))
	var pairs []string
	r := &replacer{}
	for i, v := range s.elements(l) {
		t, ok := s.asText(v)
		if !ok {
			return s.result(out), true
		}
		pairs = append(pairs, t)
		if i%2 == 1 {
			r.longest = max(r.longest, len(t))
		}
	}
	if l.Open == nil && len(pairs)%2 == 0 {
		r.r = strings.NewReplacer(pairs...)
		out.native = r
	}
	return s.result(out), true
}

// withState calls f with the alternatives of the receiver, whose state it
// returns, and of the first n arguments.
func (s *site) withState(n int, f func(state any, vs []Value) Value) (Value, bool) {
	vals := []Value{s.recv}
	for i := range n {
		vals = append(vals, s.arg(i))
	}
	return s.result(s.over(vals, func(vs []Value) Value {
		if o, ok := Plain(vs[0]).(*Opaque); ok {
			return f(o.native, vs[1:])
		}
		return s.because(vs...)
	})), true
}

func nativeReplacer(s *site) (Value, bool) {
	return s.withState(1, func(state any, vs []Value) Value {
		r, ok := state.(*replacer)
		t, known := s.asText(vs[0])
		if !ok || !known || !s.fits(len(t)+1, r.longest, len(t)) {
			return s.because(vs[0])
		}
		return s.made(r.r.Replace(t), vs[0])
	})
}

// Bounds of regular expressions: the length of one, and the estimated steps
// of a match.
const (
	maxPattern    = 1000
	maxMatchSteps = 1 << 24
)

// An expression is the state of a compiled regular expression.
type expression struct {
	re   *regexp.Regexp
	size int // estimate of the instructions that it compiles to
}

func nativeRegexp(s *site) (Value, bool) {
	return s.result(s.overArgs(1, func(vs []Value) Value {
		pattern, ok := s.asText(vs[0])
		if !ok || len(pattern) > maxPattern {
			return &Unknown{Reason: s.because(vs[0]).Reason, NonNil: true, Pos: s.pos}
		}
		s.m.charge(len(pattern))
		parsed, err := syntax.Parse(pattern, syntax.Perl)
		if err != nil {
			return s.because(vs[0])
		}
		size := sizeOf(parsed)
		if size > maxMatchSteps/64 {
			return &Unknown{Reason: "an expression that is too large", NonNil: true, Pos: s.pos}
		}
		s.m.charge(size)
		re, err := regexp.Compile(pattern)
		if err != nil {
			return s.because(vs[0])
		}
		return &Opaque{Sym: s.sym, Args: vs, Pos: s.pos, native: &expression{re: re, size: size}}
	})), true
}

// sizeOf estimates how many instructions an expression compiles to.
func sizeOf(re *syntax.Regexp) int {
	n := 1 + len(re.Rune)
	for _, sub := range re.Sub {
		n += sizeOf(sub)
	}
	if re.Op == syntax.OpRepeat {
		n *= max(re.Min, re.Max, 1)
	}
	return min(n, maxMatchSteps)
}

// matchable reports whether a match of e in t is within bounds.
func (s *site) matchable(e *expression, t string) bool {
	if len(t)+1 > maxMatchSteps/e.size {
		return false
	}
	s.m.charge((len(t) + 1) * e.size / 64)
	return true
}

func nativeRegexpReplace(s *site) (Value, bool) {
	return s.withState(2, func(state any, vs []Value) Value {
		e, ok := state.(*expression)
		t, known := s.asText(vs[0])
		with, also := s.asText(vs[1])
		if !ok || !known || !also || !s.matchable(e, t) || !s.fits(len(t)+1, len(with), len(t)) {
			return s.because(vs...)
		}
		// every reference in the replacement can stand for all of the text
		if refs := strings.Count(with, "$"); !s.fits(refs, len(t), 0) {
			return s.because(vs...)
		}
		return s.made(e.re.ReplaceAllString(t, with), vs[0])
	})
}

func nativeRegexpMatch(s *site) (Value, bool) {
	return s.withState(1, func(state any, vs []Value) Value {
		e, ok := state.(*expression)
		t, known := s.asText(vs[0])
		if !ok || !known || !s.matchable(e, t) {
			return s.because(vs[0])
		}
		return boolean(e.re.MatchString(t))
	})
}
