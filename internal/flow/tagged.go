package flow

import (
	"reflect"
	"regexp"
	"strconv"
	"strings"

	"github.com/mcpvet/mcpvet/internal/program"
	"github.com/mcpvet/mcpvet/models"
)

// Checks of a struct by the tags of its fields. Where the type is known, each
// field has what its tag says; in a function that is handed anything, what is
// handed carries the key of the tags until a caller tells the type.

// maxTagged bounds how deep structs in structs are looked into.
const maxTagged = 3

// byTags returns what it says that a call has checked a value by struct tags
// with a key.
func (x *fn) byTags(r program.Ref, tag string, at site) guards {
	t := x.structAt(r)
	if t == nil {
		if in := x.def(r); in != nil && in.Op == program.OpMakeInterface && !strings.Contains(in.Type, program.TypeParamOpen) {
			return nil // no struct: nothing is checked
		}
		return guards{x.key(r): {tag: tag}}
	}
	out := guards{}
	x.fieldTags(t, tag, 0, "", func(p path, of string, g guard) {
		if key := x.partKey(r, p, at); key != "" {
			out[of+key] = out[of+key].and(g)
		}
	})
	return out
}

// structAt returns the struct that a register holds, or leads to; nil if that is
// not known.
func (x *fn) structAt(r program.Ref) *program.Type {
	in := x.def(r)
	var t *program.Type
	switch {
	case in != nil && in.Op == program.OpMakeInterface:
		t = x.e.typ(generic(strings.TrimPrefix(in.Type, "*")))
	case in != nil && in.Op == program.OpChangeInterface:
		return x.structAt(in.Args[0])
	default:
		t = x.e.typeAt(x, r, "")
	}
	if t == nil || t.Kind != program.KindStruct {
		return nil
	}
	return t
}

// partKey returns the key of a part of what a register holds or refers to.
func (x *fn) partKey(r program.Ref, p path, at site) string {
	ls := x.loc(r)
	if len(ls) != 1 {
		return ""
	}
	if key := x.placeKey([]loc{ls[0].join(p)}, at, ""); key != "" {
		return key
	}
	return addPath(x.key(r), p)
}

// fieldTags tells what the tags with a key say of the fields of a struct, and of
// those of structs in it.
func (x *fn) fieldTags(t *program.Type, key string, depth int, p path, tell func(p path, of string, g guard)) {
	for _, f := range t.Fields {
		text := reflect.StructTag(f.Tag).Get(key)
		part := p.add("." + f.Name)
		if text == "-" || len(part) == len(p) {
			continue
		}
		self, elems, known := x.e.tagSays(text, key, f.Type)
		if self.clears != 0 {
			tell(part, "", self)
		}
		if elems.clears != 0 {
			tell(part, each, elems)
		}
		inner := x.e.typ(generic(strings.TrimPrefix(f.Type, "*")))
		if known && inner != nil && inner.Kind == program.KindStruct && depth < maxTagged {
			x.fieldTags(inner, key, depth+1, part, tell)
		}
	}
}

// tagSays returns what the text of a tag says of a value of a type, and of each
// of its elements. It is not known what is checked behind some words.
func (e *Engine) tagSays(text, key, typ string) (self, elems guard, known bool) {
	self, text, next, known := e.tagPart(text, key, typ)
	if next == models.TagEach && text != "" {
		if elem, ok := strings.CutPrefix(strings.TrimPrefix(typ, "*"), "[]"); ok {
			elems, _, _, _ = e.tagPart(text, key, elem)
		}
	}
	return self, elems, known
}

// tagPart returns what a tag says up to a word that is about the elements, and
// what follows that word.
func (e *Engine) tagPart(text, key, typ string) (g guard, rest, next string, known bool) {
	kind := e.kindOf(strings.TrimPrefix(typ, "*"))
	isText := kind == program.KindString
	isNumber := kind == program.KindInt || kind == program.KindFloat
	mayEmpty := false
	for text != "" {
		var part string
		part, text, _ = strings.Cut(text, ",")
		var says guard
		for i, word := range strings.Split(part, "|") {
			word, value, _ := strings.Cut(word, "=")
			row := e.models.TagWord(key, strings.TrimSpace(word))
			var one guard
			if row != nil {
				switch row.Means {
				case models.TagEmpty:
					mayEmpty = true
				case models.TagStops:
					return guard{}, "", row.Means, false
				case models.TagEach:
					return g.sparing(mayEmpty), text, row.Means, true
				case models.TagOneOf:
					if isText || isNumber {
						one = guard{clears: anyText | lengthMask, texts: listedTexts(value)}
					}
					if isNumber {
						one = guard{clears: sizeMask | signMask}
					}
				}
				if row.Number == isNumber && (isText || isNumber) {
					one = one.and(guard{clears: wordClears(row, value)})
				}
			}
			if i == 0 {
				says = one
			} else {
				says = says.or(one)
			}
		}
		g = g.and(says)
	}
	return g.sparing(mayEmpty), "", "", true
}

// wordClears returns the kinds of harm that a value can't do that has passed a
// word with a value behind it.
func wordClears(row *models.TagWord, value string) Mask {
	m := KindMask(row.Clears...)
	if row.Pattern != "" {
		safe, _ := patternSafe(row.Pattern)
		m |= safe | lengthMask
	}
	if row.Number && m.Has(signMask) {
		if n, err := strconv.ParseFloat(value, 64); err != nil || n < 0 {
			m &^= signMask
		}
	}
	return m
}

// sparing returns what is left of a guard where an empty value passes, too.
func (g guard) sparing(empty bool) guard {
	if empty {
		g.clears &^= lengthMask
		if g.texts != nil {
			g.texts = append([]string{""}, g.texts...)
		}
	}
	return g
}

// inQuotes finds the texts of a list in a tag.
var inQuotes = regexp.MustCompile(`'[^']*'|\S+`)

func listedTexts(list string) []string {
	var out []string
	for _, t := range inQuotes.FindAllString(list, -1) {
		out = append(out, strings.ReplaceAll(t, "'", ""))
	}
	return out
}

// retold returns what a guard says to the caller of the function that has made
// the check by tags of what it was handed.
func (x *fn) retold(key string, g guard, in *program.Instr, at site, shift int) guards {
	n, err := strconv.Atoi(strings.TrimPrefix(key, "p"))
	op := n - 1 + shift
	if g.tag == "" || err != nil || op < 0 || op >= len(in.Args) {
		return nil
	}
	return x.byTags(in.Args[op], g.tag, at)
}

// byTagText returns what it says of a value that a call has checked it by a text
// that stands for a tag.
func (x *fn) byTagText(in *program.Instr, row models.Barrier) guard {
	p, err := models.ParsePath(row.Tags)
	if err != nil {
		return guard{}
	}
	i := operand(in, p)
	if i < 0 {
		return guard{}
	}
	text, _ := x.sym(in.Args[i]).Text()
	g, _, _ := x.e.tagSays(text, row.Tag, "string")
	return g
}
