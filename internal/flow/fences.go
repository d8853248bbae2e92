package flow

import (
	"regexp"
	"strings"
	"unicode"

	"github.com/mcpvet/mcpvet/internal/program"
	"github.com/mcpvet/mcpvet/models"
)

// Borders around texts of others, by which a model tells them from its task.

var (
	modelMask  = KindMask(models.KindModel)
	fencedMask = KindMask(models.KindFenced)
)

// fenced returns m for a text that has got borders.
func (m Mask) fenced() Mask {
	if m.Has(modelMask) {
		m = m&^modelMask | fencedMask
	}
	return m
}

// fences reports whether a function puts borders around a text, as its name
// says.
func (e *Engine) fences(name string) bool {
	is, ok := e.fencing[name]
	if !ok {
		is = e.models.Words().Fence(name[strings.LastIndexByte(name, '.')+1:])
		e.fencing[name] = is
	}
	return is
}

// A side is what stands before a text, or behind it.
type side struct {
	text string          // constants
	keys map[string]bool // of values
}

func (x *fn) side(regs []program.Ref) side {
	s := side{keys: map[string]bool{}}
	for _, r := range regs {
		if t, ok := x.sym(r).Text(); ok {
			s.text += t + "\n"
		} else if r > 0 {
			s.keys[x.key(r)] = true
		}
	}
	return s
}

// borders reports whether two sides of a text are its borders: a value, such as
// a random mark, stands on both and is set off, or the name of a tag or a word
// in capitals does, or the same signs do.
func borders(before, after side) bool {
	if setOff(before.text) && setOff(after.text) {
		for k := range before.keys {
			if after.keys[k] {
				return true
			}
		}
	}
	names := map[string]bool{}
	for _, name := range marked.FindAllString(before.text, -1) {
		names[strings.ToLower(strings.TrimLeft(name, "<[{/"))] = true
	}
	for _, name := range marked.FindAllString(after.text, -1) {
		if names[strings.ToLower(strings.TrimLeft(name, "<[{/"))] {
			return true
		}
	}
	signs := map[rune]bool{}
	for _, r := range runs(before.text) {
		signs[r] = true
	}
	for _, r := range runs(after.text) {
		if signs[r] || signs[closing[r]] {
			return true
		}
	}
	return false
}

// marked matches names of tags, and words in capitals.
var marked = regexp.MustCompile(`[<\[{]/?[A-Za-z][A-Za-z_-]{2,}|\b[A-Z][A-Z_]{4,}\b`)

// setOff reports whether a text has signs that set something off.
func setOff(text string) bool { return strings.ContainsAny(text, "<[{=#\n") }

var closing = map[rune]rune{'>': '<', '<': '>', ']': '[', '}': '{', ')': '('}

// runs lists the signs that stand three times in a row in a text.
func runs(text string) []rune {
	var out []rune
	n, last := 0, rune(0)
	for _, r := range text {
		if r != last || unicode.IsLetter(r) || unicode.IsSpace(r) {
			n = 0
		}
		if n, last = n+1, r; n == 3 && !unicode.IsLetter(r) && !unicode.IsSpace(r) {
			out = append(out, r)
		}
	}
	return out
}

// between reports whether a sum of texts puts borders around the data in it.
func (s *sum) between(in *program.Instr, src *Source) bool {
	leaves := s.fn.summands(in.Dst, nil)
	for i, r := range leaves {
		if d := s.seen[valueAt{r, src}]; d != nil && d.of("") != nil && i > 0 && i+1 < len(leaves) {
			return borders(s.fn.side(leaves[max(0, i-near):i]), s.fn.side(leaves[i+1:min(len(leaves), i+1+near)]))
		}
	}
	return false
}

// Borders stand near the text: so many parts of a sum, or bytes of a format,
// away.
const (
	near      = 4
	nearBytes = 100
)

// maxLeaves bounds how long a sum of texts is looked at.
const maxLeaves = 40

// summands lists what a sum of texts is made of.
func (x *fn) summands(r program.Ref, out []program.Ref) []program.Ref {
	if d := x.def(r); d != nil && d.Op == program.OpBinOp && d.Sym == "+" && len(out) < maxLeaves {
		return x.summands(d.Args[1], x.summands(d.Args[0], out))
	}
	return append(out, r)
}

// printedBetween reports whether a format puts borders around an argument.
func (x *fn) printedBetween(pieces []piece, arg int, list []program.Ref) bool {
	sides := [2]side{{keys: map[string]bool{}}, {keys: map[string]bool{}}}
	at := 0
	for _, p := range pieces {
		switch {
		case p.arg == arg:
			at = 1
		case p.arg < 0:
			sides[at].text += p.text
		case p.arg < len(list):
			if r := list[p.arg]; x.constant(r) == nil {
				sides[at].keys[x.unboxed(r)] = true
			}
		}
	}
	sides[0].text = sides[0].text[max(0, len(sides[0].text)-nearBytes):]
	sides[1].text = sides[1].text[:min(len(sides[1].text), nearBytes)]
	return at == 1 && borders(sides[0], sides[1])
}

// unboxed returns the key of what an interface value was made from.
func (x *fn) unboxed(r program.Ref) string {
	if d := x.def(r); d != nil && d.Op == program.OpMakeInterface {
		return x.key(d.Args[0])
	}
	return x.key(r)
}

// writtenBetween reports whether what is written to a builder at a site stands
// between borders: constants that are written right before and right after.
func (x *fn) writtenBetween(r program.Ref, at site) bool {
	var before, after site
	var sides [2]side
	for _, l := range x.loc(r) {
		for _, a := range x.passes[l.root] {
			in := x.in(a.at)
			if in.Op != program.OpCall || a.at == at || a.at.block != at.block || len(in.Args) < 2 {
				continue
			}
			switch {
			case a.at.index < at.index && (sides[0].keys == nil || a.at.index > before.index):
				before, sides[0] = a.at, x.side(in.Args[1:])
			case a.at.index > at.index && (sides[1].keys == nil || a.at.index < after.index):
				after, sides[1] = a.at, x.side(in.Args[1:])
			}
		}
	}
	return borders(sides[0], sides[1])
}

// action matches what a template puts in, by the field that it names.
var action = regexp.MustCompile(`\{\{-?\s*\.(\w*)[^{}]*\}\}`)

// templatedBetween reports whether a template whose text is known puts borders
// around a part of its data.
func (x *fn) templatedBetween(in *program.Instr, sym string, p path) bool {
	if sym != "(*text/template.Template).Execute" && sym != "(*html/template.Template).Execute" {
		return false
	}
	text, ok := x.sym(in.Args[0]).parsed(maxParsed)
	if !ok {
		return false
	}
	step, _ := p.cut()
	field := strings.TrimPrefix(strings.Trim(step, "[]"), ".")
	found := false
	for _, m := range action.FindAllStringSubmatchIndex(text, -1) {
		if text[m[2]:m[3]] != field {
			continue
		}
		if !borders(templateSide(text[max(0, m[0]-nearBytes):m[0]]), templateSide(text[m[1]:min(len(text), m[1]+nearBytes)])) {
			return false
		}
		found = true
	}
	return found
}

// templateSide is what stands on one side of an action of a template.
func templateSide(text string) side {
	s := side{text: action.ReplaceAllString(text, ""), keys: map[string]bool{}}
	for _, m := range action.FindAllStringSubmatch(text, -1) {
		s.keys[m[1]] = true
	}
	return s
}

// maxParsed bounds how deep the making of a template is looked through.
const maxParsed = 6

// parsed returns the constant text that a template was made from.
func (s *Sym) parsed(depth int) (string, bool) {
	if s == nil || depth == 0 {
		return "", false
	}
	if s.Kind == SymCall && strings.HasSuffix(s.S, "/template.Template).Parse") && len(s.Kids) == 2 {
		return s.Kids[1].Text()
	}
	for _, k := range s.Kids {
		if t, ok := k.parsed(depth - 1); ok {
			return t, true
		}
	}
	return "", false
}
