package tooldesc

import (
	"fmt"
	"strings"
	"unicode"
)

// latin maps letters of other alphabets to the Latin letter that they look
// like in most fonts, in lower case. Full-width forms are handled apart.
var latin = map[rune]rune{
	// Cyrillic
	'а': 'a', 'в': 'b', 'с': 'c', 'ԁ': 'd', 'е': 'e', 'ғ': 'f', 'ԍ': 'g', 'һ': 'h', 'і': 'i', 'ї': 'i', 'ј': 'j', 'к': 'k', 'ӏ': 'l',
	'м': 'm', 'н': 'h', 'о': 'o', 'р': 'p', 'ԛ': 'q', 'г': 'r', 'ѕ': 's', 'т': 't', 'у': 'y', 'ү': 'y', 'ѵ': 'v', 'ԝ': 'w', 'х': 'x',
	'А': 'a', 'В': 'b', 'С': 'c', 'Е': 'e', 'Н': 'h', 'І': 'i', 'Ј': 'j', 'К': 'k', 'Ӏ': 'l', 'М': 'm', 'О': 'o', 'Р': 'p', 'Ѕ': 's',
	'Т': 't', 'У': 'y', 'Х': 'x', 'Ԛ': 'q', 'Ԝ': 'w',
	// Greek
	'α': 'a', 'ε': 'e', 'η': 'n', 'ι': 'i', 'κ': 'k', 'ν': 'v', 'ο': 'o', 'ρ': 'p', 'τ': 't', 'υ': 'u', 'χ': 'x', 'γ': 'y', 'ϲ': 'c', 'ϳ': 'j',
	'Α': 'a', 'Β': 'b', 'Ε': 'e', 'Ζ': 'z', 'Η': 'h', 'Ι': 'i', 'Κ': 'k', 'Μ': 'm', 'Ν': 'n', 'Ο': 'o', 'Ρ': 'p', 'Τ': 't', 'Υ': 'y', 'Χ': 'x', 'Ϲ': 'c',
	// Armenian, Cherokee, Lisu and letters of phonetics
	'ո': 'n', 'ս': 'u', 'օ': 'o', 'հ': 'h', 'ց': 'g', 'ք': 'p', 'Ꭺ': 'a', 'Ᏼ': 'b', 'Ꮯ': 'c', 'Ꭼ': 'e', 'Ꮋ': 'h', 'Ꭻ': 'j', 'Ꮶ': 'k', 'Ꮮ': 'l',
	'Ꮇ': 'm', 'Ꮲ': 'p', 'Ꮪ': 's', 'Ꭲ': 't', 'Ꮩ': 'v', 'Ꮃ': 'w', 'Ꮓ': 'z', 'ɑ': 'a', 'ɡ': 'g', 'ı': 'i', 'ɩ': 'i', 'ʟ': 'l',
}

// homoglyph returns the Latin letter, in lower case, that r passes for; 0 for
// a letter that is Latin itself or looks like none.
func homoglyph(r rune) rune {
	switch {
	case r <= unicode.MaxASCII:
		return 0
	case r >= 0xFF21 && r <= 0xFF3A:
		return r - 0xFF21 + 'a'
	case r >= 0xFF41 && r <= 0xFF5A:
		return r - 0xFF41 + 'a'
	case r >= 0x1D400 && r <= 0x1D6A3: // mathematical alphabets: 52 letters each
		return 'a' + (r-0x1D400)%52%26
	}
	return latin[r]
}

// impostors names the first letter of another alphabet that passes for a
// Latin one among Latin ones; "" when there is none.
func impostors(name string) string {
	if !strings.ContainsFunc(name, func(r rune) bool { return r <= unicode.MaxASCII && unicode.IsLetter(r) }) {
		return ""
	}
	for _, r := range name {
		if l := homoglyph(r); l != 0 {
			return fmt.Sprintf("%q (U+%04X, %s)", r, r, scriptOf(r))
		}
	}
	return ""
}

// scriptOf names the alphabet of a letter.
func scriptOf(r rune) string {
	for _, name := range []string{"Cyrillic", "Greek", "Armenian", "Cherokee"} {
		if unicode.Is(unicode.Scripts[name], r) {
			return name
		}
	}
	if r >= 0xFF00 && r <= 0xFFEF {
		return "full width"
	}
	return "not ASCII"
}

// fold replaces letters of other alphabets by those that they look like.
func fold(s string) string {
	return strings.Map(func(r rune) rune {
		if l := homoglyph(r); l != 0 {
			return l
		}
		return r
	}, s)
}

// A likeness says in what two names differ.
type likeness int

// The likenesses, closest first.
const (
	unlike   likeness = iota
	byScript          // letters of another alphabet
	byCase            // capital letters and separators
	byDigit           // digits and the letters that they look like
)

// alike says in what two different names differ, if a reader takes them for
// the same.
func alike(a, b string) likeness {
	va, vb := visible(a), visible(b)
	switch {
	case va == vb:
		return byScript // hidden characters only
	case plain(fold(va)) == plain(fold(vb)):
		if plain(va) != plain(vb) {
			return byScript
		}
		if !sameWords(va, vb) {
			return unlike
		}
		return byCase
	case digits(plain(fold(va))) == digits(plain(fold(vb))):
		return byDigit
	}
	return unlike
}

// skeleton is the same for all names that look alike.
func skeleton(name string) string { return digits(plain(fold(visible(name)))) }

// plain drops case and separators.
func plain(s string) string {
	return strings.Map(func(r rune) rune {
		if strings.ContainsRune("_-./: ", r) {
			return -1
		}
		return unicode.ToLower(r)
	}, s)
}

// digits replaces digits by the letters that they look like.
func digits(s string) string {
	return strings.NewReplacer("0", "o", "1", "l", "i", "l").Replace(s)
}

// sameWords reports whether two names are made of the same words: un_do and
// undo are, and so are getUser and get_user, but ab_c and a_bc are not.
func sameWords(a, b string) bool {
	wa, wb := splitWords(a), splitWords(b)
	return len(wa) == 1 || len(wb) == 1 || strings.Join(wa, " ") == strings.Join(wb, " ")
}
