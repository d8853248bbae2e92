package interp

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/mcpvet/mcpvet/models"
)

// textNatives are the rules that change a text.
func textNatives() map[string]native {
	return map[string]native{
		models.EvalLower:      partwise(strings.ToLower),
		models.EvalUpper:      partwise(strings.ToUpper),
		models.EvalTitle:      nativeTitle,
		models.EvalRuneLower:  onRune(unicode.ToLower),
		models.EvalRuneUpper:  onRune(unicode.ToUpper),
		models.EvalTrimSpace:  trimming(true, true, false),
		models.EvalTrim:       trimming(true, true, true),
		models.EvalTrimLeft:   trimming(true, false, true),
		models.EvalTrimRight:  trimming(false, true, true),
		models.EvalTrimPrefix: affix(cutPrefix, true, false),
		models.EvalTrimSuffix: affix(cutSuffix, true, false),
		models.EvalCutPrefix:  affix(cutPrefix, true, true),
		models.EvalCutSuffix:  affix(cutSuffix, true, true),
		models.EvalHasPrefix:  affix(cutPrefix, false, true),
		models.EvalHasSuffix:  affix(cutSuffix, false, true),
		models.EvalCut: onTexts(2, func(s *site, vs []Value, t []string) Value {
			before, after, found := strings.Cut(t[0], t[1])
			return s.give(s.made(before, vs[0]), s.made(after, vs[0]), boolean(found))
		}),
		models.EvalReplaceAll: func(s *site) (Value, bool) {
			return s.result(s.overArgs(3, func(vs []Value) Value { return s.replace(vs[0], vs[1], vs[2], integer(-1)) })), true
		},
		models.EvalReplace: func(s *site) (Value, bool) {
			return s.result(s.overArgs(4, func(vs []Value) Value { return s.replace(vs[0], vs[1], vs[2], vs[3]) })), true
		},
		models.EvalRepeat: func(s *site) (Value, bool) {
			return s.result(s.overArgs(2, func(vs []Value) Value { return s.repeat(vs[0], vs[1]) })), true
		},
		models.EvalJoin: func(s *site) (Value, bool) { return s.result(s.joined(s.arg(0), s.arg(1))), true },
	}
}

// partwise applies f to what is known of arg0.
func partwise(f func(string) string) native {
	return func(s *site) (Value, bool) {
		return s.result(s.overArgs(1, func(vs []Value) Value {
			parts := append([]Part(nil), s.partsOf(vs[0])...)
			for i, p := range parts {
				if p.Known {
					parts[i].S = f(p.S)
				}
			}
			return s.build(parts, s.posOf(vs[0]))
		})), true
	}
}

// nativeTitle writes the first letter of every word in upper case. A letter
// after an unknown part starts no word.
func nativeTitle(s *site) (Value, bool) {
	return s.result(s.overArgs(1, func(vs []Value) Value {
		parts := append([]Part(nil), s.partsOf(vs[0])...)
		for i, p := range parts {
			if p.Known {
				parts[i].S = titled(p.S, i > 0)
			}
		}
		return s.build(parts, s.posOf(vs[0]))
	})), true
}

func titled(t string, inWord bool) string {
	return strings.Map(func(r rune) rune {
		was := inWord
		inWord = unicode.IsLetter(r) || unicode.IsDigit(r) || r == '_' || r == '\''
		if was {
			return r
		}
		return unicode.ToTitle(r)
	}, t)
}

func onRune(f func(rune) rune) native {
	return func(s *site) (Value, bool) {
		return s.result(s.overArgs(1, func(vs []Value) Value {
			r, ok := AsInt(vs[0])
			if !ok {
				return s.because(vs[0])
			}
			if r < 0 || r > unicode.MaxRune {
				return s.made(r, vs[0])
			}
			return s.made(int64(f(rune(r))), vs[0])
		})), true
	}
}

// trimming cuts characters off the ends of arg0: those of arg1, or white
// space. What stands beside an unknown part stays.
func trimming(left, right, cutset bool) native {
	n := 1
	if cutset {
		n = 2
	}
	return func(s *site) (Value, bool) {
		return s.result(s.overArgs(n, func(vs []Value) Value {
			in := unicode.IsSpace
			if cutset {
				set, ok := s.asText(vs[1])
				if !ok {
					return s.because(vs[1])
				}
				in = func(r rune) bool { return strings.ContainsRune(set, r) }
			}
			parts := append([]Part(nil), s.partsOf(vs[0])...)
			if len(parts) == 0 {
				return s.made("", vs[0])
			}
			if first := &parts[0]; left && first.Known {
				first.S = strings.TrimLeftFunc(first.S, in)
			}
			if last := &parts[len(parts)-1]; right && last.Known {
				last.S = strings.TrimRightFunc(last.S, in)
			}
			return s.build(parts, s.posOf(vs[0]))
		})), true
	}
}

// affix is a rule about the prefix or suffix arg1 of arg0. Its results are the
// rest, whether there is the affix, or both.
func affix(cut func(parts []Part, affix string) ([]Part, Value), rest, found bool) native {
	return func(s *site) (Value, bool) {
		return s.overArgs(2, func(vs []Value) Value {
			a, ok := s.asText(vs[1])
			if !ok {
				return s.unknowns(s.because(vs[1]))
			}
			parts, has := cut(s.partsOf(vs[0]), a)
			if has == nil {
				has = s.because(vs[0])
			}
			switch {
			case rest && found:
				return s.give(s.build(parts, s.posOf(vs[0])), has)
			case found:
				return s.give(has)
			}
			return s.give(s.build(parts, s.posOf(vs[0])))
		}), true
	}
}

// cutPrefix takes a prefix off a text and returns whether there was one, nil
// where that is not known.
func cutPrefix(parts []Part, prefix string) ([]Part, Value) {
	switch {
	case prefix == "":
		return parts, boolean(true)
	case len(parts) == 0:
		return parts, boolean(false)
	case !parts[0].Known:
		return parts, nil
	}
	rest, ok := strings.CutPrefix(parts[0].S, prefix)
	if ok {
		return append([]Part{{Known: true, S: rest}}, parts[1:]...), boolean(true)
	}
	if len(parts) > 1 && strings.HasPrefix(prefix, parts[0].S) {
		return parts[1:], nil // the unknown part may go on with the prefix
	}
	return parts, boolean(false)
}

// cutSuffix is cutPrefix for a suffix.
func cutSuffix(parts []Part, suffix string) ([]Part, Value) {
	n := len(parts) - 1
	switch {
	case suffix == "":
		return parts, boolean(true)
	case n < 0:
		return parts, boolean(false)
	case !parts[n].Known:
		return parts, nil
	}
	rest, ok := strings.CutSuffix(parts[n].S, suffix)
	if ok {
		return append(append([]Part(nil), parts[:n]...), Part{Known: true, S: rest}), boolean(true)
	}
	if n > 0 && strings.HasSuffix(suffix, parts[n].S) {
		return parts[:n], nil
	}
	return parts, boolean(false)
}

// replace replaces the first limit occurrences of old, all when it is
// negative. In a text that is known in part it replaces single characters,
// which no unknown part can have a piece of.
func (s *site) replace(text, old, new, limit Value) Value {
	from, fok := s.asText(old)
	to, tok := s.asText(new)
	n, nok := AsInt(limit)
	if !fok || !tok || !nok {
		return s.because(text, old, new, limit)
	}
	if t, ok := s.asText(text); ok {
		if !s.fits(strings.Count(t, from), len(to), len(t)) {
			return s.because(nil)
		}
		// any limit beyond what an int holds is beyond the length of a text
		return s.made(strings.Replace(t, from, to, int(min(n, maxText))), text)
	}
	if n >= 0 || utf8.RuneCountInString(from) != 1 {
		return s.because(text)
	}
	parts := append([]Part(nil), s.partsOf(text)...)
	for i, p := range parts {
		if p.Known && s.fits(strings.Count(p.S, from), len(to), len(p.S)) {
			parts[i].S = strings.ReplaceAll(p.S, from, to)
		} else if p.Known {
			return s.because(text)
		}
	}
	return s.build(parts, s.posOf(text))
}

// fits reports whether a text of size bytes may grow by n times more bytes,
// and charges for it.
func (s *site) fits(n, more, size int) bool {
	s.m.charge(size / 64)
	if more > 0 && n > maxText/more {
		return false
	}
	s.m.charge(n * more / 64)
	return true
}

func (s *site) repeat(text, times Value) Value {
	n, ok := AsInt(times)
	if !ok || n < 0 {
		return s.because(text, times)
	}
	parts := s.partsOf(text)
	size := 1
	for _, p := range parts {
		size += len(p.S)
	}
	if n > int64(maxRepeat/size) || n > 1 && int(n)*len(parts) > maxRepeat {
		return &Unknown{Reason: "a text that is too long", Pos: s.pos}
	}
	var out []Part
	for range n {
		out = append(out, parts...)
	}
	return s.build(out, s.posOf(text))
}

// joined returns the texts of a list with a separator between them.
func (s *site) joined(list, sep Value) Value {
	l := s.list(list)
	if len(l.Cells) == 0 && l.Open != nil {
		return s.because(l)
	}
	return s.over(append([]Value{sep}, s.elements(l)...), func(vs []Value) Value {
		between := s.partsOf(vs[0])
		var parts []Part
		pos := s.pos
		for i, v := range vs[1:] {
			if i > 0 {
				parts = append(parts, between...)
			}
			parts = append(parts, s.partsOf(v)...)
			if at := PosOf(v); i == 0 && at.IsValid() {
				pos = at
			}
		}
		if l.Open != nil {
			parts = append(parts, Part{S: l.Open.Reason, Source: l.Open})
		}
		return s.build(parts, pos)
	})
}
