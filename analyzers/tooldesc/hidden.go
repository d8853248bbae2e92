package tooldesc

import (
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// A concealed is a run of characters of one kind that a person doesn't see.
type concealed struct {
	runes  []rune
	offset int // in bytes
	name   string
	text   string // what Unicode tags spell
}

// invisible names the characters that are never seen, by themselves.
var invisible = map[rune]string{
	0x00AD: "SOFT HYPHEN",
	0x034F: "COMBINING GRAPHEME JOINER",
	0x061C: "ARABIC LETTER MARK",
	0x115F: "HANGUL CHOSEONG FILLER",
	0x1160: "HANGUL JUNGSEONG FILLER",
	0x17B4: "KHMER VOWEL INHERENT AQ",
	0x17B5: "KHMER VOWEL INHERENT AA",
	0x180E: "MONGOLIAN VOWEL SEPARATOR",
	0x200B: "ZERO WIDTH SPACE",
	0x200C: "ZERO WIDTH NON-JOINER",
	0x200D: "ZERO WIDTH JOINER",
	0x200E: "LEFT-TO-RIGHT MARK",
	0x200F: "RIGHT-TO-LEFT MARK",
	0x202A: "LEFT-TO-RIGHT EMBEDDING",
	0x202B: "RIGHT-TO-LEFT EMBEDDING",
	0x202C: "POP DIRECTIONAL FORMATTING",
	0x202D: "LEFT-TO-RIGHT OVERRIDE",
	0x202E: "RIGHT-TO-LEFT OVERRIDE",
	0x2060: "WORD JOINER",
	0x2061: "FUNCTION APPLICATION",
	0x2062: "INVISIBLE TIMES",
	0x2063: "INVISIBLE SEPARATOR",
	0x2064: "INVISIBLE PLUS",
	0x2066: "LEFT-TO-RIGHT ISOLATE",
	0x2067: "RIGHT-TO-LEFT ISOLATE",
	0x2068: "FIRST STRONG ISOLATE",
	0x2069: "POP DIRECTIONAL ISOLATE",
	0x206A: "INHIBIT SYMMETRIC SWAPPING",
	0x206B: "ACTIVATE SYMMETRIC SWAPPING",
	0x206C: "INHIBIT ARABIC FORM SHAPING",
	0x206D: "ACTIVATE ARABIC FORM SHAPING",
	0x206E: "NATIONAL DIGIT SHAPES",
	0x206F: "NOMINAL DIGIT SHAPES",
	0x3164: "HANGUL FILLER",
	0xFEFF: "ZERO WIDTH NO-BREAK SPACE",
	0xFFA0: "HALFWIDTH HANGUL FILLER",
	0xFFF9: "INTERLINEAR ANNOTATION ANCHOR",
	0xFFFA: "INTERLINEAR ANNOTATION SEPARATOR",
	0xFFFB: "INTERLINEAR ANNOTATION TERMINATOR",
}

// Names of ranges.
const (
	tagName       = "Unicode tag"
	selectorName  = "variation selector"
	controlName   = "control character"
	escapeName    = "ESCAPE"
	privateName   = "private use character"
	musicName     = "musical formatting character"
	shorthandName = "shorthand format control"
)

// nameOf returns the name of a character that isn't seen, "" for others.
func nameOf(r rune) string {
	if n := invisible[r]; n != "" {
		return n
	}
	switch {
	case r == '\n', r == '\t', r == '\r':
		return ""
	case r == 0x1B:
		return escapeName
	case r < 0x20, r >= 0x7F && r < 0xA0:
		return controlName
	case isTag(r):
		return tagName
	case isSelector(r):
		return selectorName
	case unicode.Is(unicode.Co, r):
		return privateName
	case r >= 0x1D173 && r <= 0x1D17A:
		return musicName
	case r >= 0x1BCA0 && r <= 0x1BCA3:
		return shorthandName
	}
	return ""
}

func isTag(r rune) bool { return r >= 0xE0000 && r <= 0xE007F }

func isSelector(r rune) bool {
	return r >= 0xFE00 && r <= 0xFE0F || r >= 0xE0100 && r <= 0xE01EF || r >= 0x180B && r <= 0x180D || r == 0x180F
}

// hidden returns the hidden characters of a text, without those that its
// script or an emoji needs.
func hidden(s string) []concealed {
	var out []concealed
	var runes []rune
	var offsets []int
	for i, r := range s {
		runes, offsets = append(runes, r), append(offsets, i)
	}
	rtl := slices.ContainsFunc(runes, rightToLeft)
	last := -2
	for i := 0; i < len(runes); i++ {
		r := runes[i]
		name := nameOf(r)
		if name == "" || needed(runes, i, rtl) {
			continue
		}
		if name == tagName {
			if n := flag(runes, i); n > 0 {
				i += n - 1
				continue
			}
		}
		if last == i-1 && out[len(out)-1].name == name {
			out[len(out)-1].runes = append(out[len(out)-1].runes, r)
		} else {
			out = append(out, concealed{runes: []rune{r}, offset: offsets[i], name: name})
		}
		last = i
	}
	for i := range out {
		if out[i].name == tagName {
			out[i].text = spelled(out[i].runes)
		}
	}
	return out
}

// spelled returns the ASCII text that Unicode tags stand for.
func spelled(tags []rune) string {
	var b strings.Builder
	for _, r := range tags {
		if r -= 0xE0000; r >= 0x20 && r < 0x7F {
			b.WriteRune(r)
		}
	}
	return b.String()
}

// needed reports whether the character at i does there what it is made for.
func needed(runes []rune, i int, rtl bool) bool {
	var prev, next rune
	if i > 0 {
		prev = runes[i-1]
	}
	if i+1 < len(runes) {
		next = runes[i+1]
	}
	switch r := runes[i]; r {
	case 0x200D: // in emoji, and between letters that change their shape
		if emoji(base(runes, i)) && emoji(next) {
			return true
		}
		return shaped(prev) || shaped(next)
	case 0x200C:
		return shaped(prev) || shaped(next)
	case 0x200B: // where a line may break in scripts without spaces
		return dense(string([]rune{prev, next}))
	case 0x200E, 0x200F, 0x061C, 0x202A, 0x202B, 0x202C, 0x2066, 0x2067, 0x2068, 0x2069:
		return rtl
	case 0xFEFF:
		return false
	case 0x180E, 0x180B, 0x180C, 0x180D, 0x180F:
		return unicode.Is(unicode.Mongolian, prev)
	case 0x115F, 0x1160:
		return unicode.Is(unicode.Hangul, prev) || unicode.Is(unicode.Hangul, next)
	}
	if isSelector(runes[i]) {
		// One selects the form of what stands before it; more carry data.
		return prev != 0 && !isSelector(prev) && !isSelector(next) && selects(prev)
	}
	return false
}

// selects reports whether a character has more than one form.
func selects(r rune) bool {
	return emoji(r) || unicode.In(r, unicode.Han, unicode.So, unicode.Sm, unicode.Sk, unicode.Po, unicode.Nd, unicode.Myanmar) || r == 0x20E3
}

// base returns the character before i, skipping selectors and skin tones.
func base(runes []rune, i int) rune {
	for i--; i >= 0; i-- {
		if r := runes[i]; !isSelector(r) && (r < 0x1F3FB || r > 0x1F3FF) {
			return r
		}
	}
	return 0
}

func emoji(r rune) bool {
	return r >= 0x1F000 && r <= 0x1FAFF || r >= 0x2190 && r <= 0x21FF || r >= 0x2300 && r <= 0x27BF || r >= 0x2900 && r <= 0x2BFF ||
		r == 0x00A9 || r == 0x00AE || r == 0x203C || r == 0x2049 || r == 0x2122 || r == 0x2139 || r == 0x3030 || r == 0x303D || r == 0x3297 || r == 0x3299
}

// flag returns the length of the tag sequence at i when it ends the flag of a
// region, as of Scotland: a black flag, a few tags, the cancel tag.
func flag(runes []rune, i int) int {
	if i == 0 || runes[i-1] != 0x1F3F4 {
		return 0
	}
	for n := i; n < len(runes) && n-i <= 7 && isTag(runes[n]); n++ {
		if runes[n] == 0xE007F {
			return n - i + 1
		}
	}
	return 0
}

// shaped reports whether a letter belongs to a script whose letters join.
func shaped(r rune) bool {
	return unicode.In(r, unicode.Arabic, unicode.Syriac, unicode.Mongolian, unicode.Nko, unicode.Devanagari, unicode.Bengali, unicode.Gurmukhi,
		unicode.Gujarati, unicode.Oriya, unicode.Tamil, unicode.Telugu, unicode.Kannada, unicode.Malayalam, unicode.Sinhala, unicode.Khmer,
		unicode.Myanmar, unicode.Tibetan, unicode.Thai, unicode.Lao)
}

func rightToLeft(r rune) bool {
	return unicode.In(r, unicode.Hebrew, unicode.Arabic, unicode.Syriac, unicode.Thaana, unicode.Nko, unicode.Samaritan, unicode.Mandaic, unicode.Adlam)
}

// describe tells which hidden characters s has and where they are.
func describe(s string, list []concealed) string {
	var tags strings.Builder
	var kinds []string
	count := map[string]int{}
	for _, c := range list {
		tags.WriteString(c.text)
		for _, r := range c.runes {
			k := fmt.Sprintf("U+%04X %s", r, c.name)
			if c.name == tagName || c.name == selectorName || c.name == controlName || c.name == privateName {
				k = c.name
			}
			if count[k] == 0 {
				kinds = append(kinds, k)
			}
			count[k]++
		}
	}
	var parts []string
	for _, k := range kinds {
		switch n := count[k]; {
		case n > 1 && k == strings.TrimPrefix(k, "U+"):
			k = fmt.Sprintf("%d %ss", n, k)
		case n > 1:
			k = fmt.Sprintf("%s (%d times)", k, n)
		case k == strings.TrimPrefix(k, "U+"):
			k = fmt.Sprintf("a %s", k)
		}
		parts = append(parts, k)
	}
	if len(parts) > 4 {
		parts = append(parts[:3], fmt.Sprintf("%d more kinds", len(parts)-3))
	}
	out := strings.Join(parts, ", ")
	if r := list[0]; r.name == selectorName || r.name == controlName || r.name == privateName {
		out += fmt.Sprintf(" (the first is U+%04X)", r.runes[0])
	}
	if tags.Len() > 0 {
		out += fmt.Sprintf(" that spell %q", shorten(tags.String(), 80))
	}
	return out + context(s, list[0].offset)
}

// context says what stands before a place in a text.
func context(s string, offset int) string {
	start := s[:offset]
	if strings.TrimSpace(start) == "" {
		return ", at its start"
	}
	runes := []rune(visible(start))
	if len(runes) > 24 {
		runes = append([]rune("…"), runes[len(runes)-23:]...)
	}
	return fmt.Sprintf(", after %q", string(runes))
}

// visible returns a text without hidden characters.
func visible(s string) string {
	return strings.Map(func(r rune) rune {
		if r == utf8.RuneError || nameOf(r) != "" {
			return -1
		}
		return r
	}, s)
}

// shorten cuts a text to n characters.
func shorten(s string, n int) string {
	runes := []rune(s)
	if len(runes) <= n {
		return s
	}
	return string(runes[:n-1]) + "…"
}
