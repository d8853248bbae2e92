package flow

import "strings"

// resolved returns s with the words of a text taken apart, as far as the text
// is known.
func (s *Sym) resolved() *Sym {
	switch s.Kind {
	case SymElem:
		return s.Kids[0].part(path("").add(elemStep(s.N)))
	case SymRest:
		return s.Kids[0].from(int(s.N))
	}
	if s.Kind != SymWords && s.Kind != SymWord || s.Kids[0].open() {
		return s
	}
	text := s.Kids[0]
	if text.Kind == SymOneOf {
		out := &Sym{Kind: SymOneOf}
		for _, k := range text.Kids {
			of := *s
			of.Kids = []*Sym{k}
			out.Kids = append(out.Kids, of.resolved())
		}
		return out
	}
	list := &Sym{Kind: SymList, Kids: wordsOf(text)}
	if s.Kind == SymWords {
		return list.from(int(s.N))
	}
	return list.part(path("").add(elemStep(s.N)))
}

// from returns a list without its first n elements.
func (s *Sym) from(n int) *Sym {
	switch s.Kind {
	case SymWords:
		return &Sym{Kind: SymWords, N: s.N + int64(n), Kids: s.Kids}
	case SymOneOf:
		out := &Sym{Kind: SymOneOf, N: s.sameOf()}
		for _, k := range s.Kids {
			out.Kids = append(out.Kids, k.from(n))
		}
		return out
	case SymParam:
		return &Sym{Kind: SymRest, N: int64(n), Kids: []*Sym{s}}
	case SymRest:
		return &Sym{Kind: SymRest, N: s.N + int64(n), Kids: s.Kids}
	case SymList:
		for i, k := range s.Kids {
			if i == n {
				return &Sym{Kind: SymList, Kids: s.Kids[i:]}
			}
			if k.vague() {
				return &Sym{Kind: SymRest, N: int64(n), Kids: []*Sym{s}}
			}
		}
		if len(s.Kids) <= n {
			return &Sym{Kind: SymList}
		}
	}
	return unknownSym
}

// wordsOf splits a text at white space: into the words before what is not
// known, any number of words, and the words behind it.
func wordsOf(text *Sym) []*Sym {
	many := &Sym{Kind: SymMany}
	pieces := text.Flat()
	first, last := -1, -1
	for i, p := range pieces {
		t, ok := p.Text()
		if ok && strings.ContainsAny(t, "\"'\\`") {
			return []*Sym{many}
		}
		if !ok {
			if first < 0 {
				first = i
			}
			last = i
		}
	}
	join := func(pieces []*Sym) string {
		var b strings.Builder
		for _, p := range pieces {
			t, _ := p.Text()
			b.WriteString(t)
		}
		return b.String()
	}
	var out []*Sym
	words := func(fields []string) {
		for _, f := range fields {
			out = append(out, &Sym{Kind: SymText, S: f})
		}
	}
	if first < 0 {
		words(strings.Fields(join(pieces)))
		return out
	}
	const space = " \t\n\r"
	before := join(pieces[:first])
	words(strings.Fields(before[:strings.LastIndexAny(before, space)+1]))
	out = append(out, many)
	after := join(pieces[last+1:])
	if i := strings.IndexAny(after, space); i >= 0 {
		words(strings.Fields(after[i:]))
	}
	return out
}

// Flat lists what a text is put together from, in order; s itself, if nothing of it is
// known.
func (s *Sym) Flat() []*Sym {
	if s.Kind != SymConcat {
		return []*Sym{s}
	}
	var out []*Sym
	for _, k := range s.Kids {
		out = append(out, k.Flat()...)
	}
	return out
}

// Known returns the text that s is, or starts with, and whether it is all of
// it. Numbers that are not known count as text.
func (s *Sym) Known() (string, bool) {
	if s == nil {
		return "", false
	}
	var b strings.Builder
	for _, p := range s.Flat() {
		t, ok := p.Text()
		switch {
		case ok:
			b.WriteString(t)
		case p.Kind == SymDigits:
			b.WriteString("1")
		default:
			return b.String(), false
		}
	}
	return b.String(), true
}
