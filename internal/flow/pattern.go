package flow

import (
	"regexp"
	"regexp/syntax"
	"strings"
	"unicode"

	"github.com/mcpvet/mcpvet/models"
)

// specials are the characters that have a meaning for each kind of text. A
// text without any of them is a word there.
var specials = map[string]string{
	models.KindShell:   " \t\n\r\"'`$&|;<>()[]{}*?!#~\\^%",
	models.KindCode:    " \t\n\r\"'`$&|;<>()[]{}*?!#~\\^%=+-/.,:@",
	models.KindSQL:     " \t\n\r\"'`;()\\/*=<>|#",
	models.KindPath:    "/\\",
	models.KindLink:    "/\\",
	models.KindURLPath: "/\\%?#",
	models.KindURLHost: "/\\@:?#.%",
	models.KindHeader:  "\r\n",
	models.KindMarkup:  "<>&\"'`{}",
	models.KindPattern: "()*+?{}[]|\\",
	models.KindLog:     "\r\n",
	models.KindProgram: "/\\",
	models.KindOption:  "-",
	models.KindWords:   "-",
}

// patternSafe returns the kinds of harm that a text can't do that a regular
// expression matches, and whether it is anchored at both ends.
func patternSafe(pattern string) (Mask, bool) {
	re, err := syntax.Parse(pattern, syntax.Perl)
	if err != nil {
		return 0, false
	}
	re = re.Simplify()
	if !anchored(re, true) || !anchored(re, false) {
		return 0, false
	}
	return safeOf(re), true
}

// safeOf returns the kinds of harm that a text can't do which an expression
// matches from its beginning to its end.
func safeOf(re *syntax.Regexp) Mask {
	if words(re) {
		return anyText
	}
	var safe Mask
	for kind, special := range specials {
		if !mayMatch(re, special) {
			safe |= KindMask(kind)
		}
	}
	if dots(re) { // ".." is a name
		safe &^= dotPath | KindMask(models.KindURLPath)
	}
	if !mayMatch(re, ".") {
		safe |= segPath | dotPath
		if !mayMatch(re, "%") {
			safe |= KindMask(models.KindURLPath)
		}
	}
	safe &^= KindMask(models.KindProgram) // any name of a program is a word
	if !startsWithDash(re) {
		safe |= optionMask
		if !mayMatch(re, separators) {
			safe |= wordsMask
		}
	}
	return safe
}

// groupsSafe returns the kinds of harm that what an expression matches can't
// do: all of it, and each of its groups; nil for what is no expression.
func groupsSafe(pattern string) []Mask {
	re, err := syntax.Parse(pattern, syntax.Perl)
	if err != nil || pattern == "" {
		return nil
	}
	re = re.Simplify()
	out := make([]Mask, re.MaxCap()+1)
	for i := range out {
		out[i] = allKinds
	}
	out[0] = safeOf(re)
	var visit func(*syntax.Regexp)
	visit = func(re *syntax.Regexp) {
		if re.Op == syntax.OpCapture {
			out[re.Cap] &= safeOf(re.Sub[0]) // Simplify repeats a group that is repeated
		}
		for _, s := range re.Sub {
			visit(s)
		}
	}
	visit(re)
	return out
}

// separators are what texts are mostly split at.
const separators = " \t\r\n,;|"

// dots reports whether an expression matches ".." as a whole.
func dots(re *syntax.Regexp) bool {
	whole, err := regexp.Compile(`\A(?:` + re.String() + `)\z`)
	return err != nil || whole.MatchString("..")
}

// anchored reports whether every match starts at the beginning (or ends at the
// end) of the text.
func anchored(re *syntax.Regexp, begin bool) bool {
	switch re.Op {
	case syntax.OpBeginText:
		return begin
	case syntax.OpEndText:
		return !begin
	case syntax.OpCapture, syntax.OpPlus:
		return anchored(re.Sub[0], begin)
	case syntax.OpConcat:
		if begin {
			return anchored(re.Sub[0], begin)
		}
		return anchored(re.Sub[len(re.Sub)-1], begin)
	case syntax.OpAlternate:
		for _, s := range re.Sub {
			if !anchored(s, begin) {
				return false
			}
		}
		return true
	}
	return false
}

// words reports whether an expression matches a few constant texts only.
func words(re *syntax.Regexp) bool {
	switch re.Op {
	case syntax.OpLiteral, syntax.OpEmptyMatch, syntax.OpBeginText, syntax.OpEndText:
		return true
	case syntax.OpCapture, syntax.OpConcat, syntax.OpAlternate, syntax.OpQuest:
		for _, s := range re.Sub {
			if !words(s) {
				return false
			}
		}
		return true
	}
	return false
}

// mayMatch reports whether a match can contain one of the characters.
func mayMatch(re *syntax.Regexp, chars string) bool {
	switch re.Op {
	case syntax.OpLiteral:
		return strings.ContainsAny(string(re.Rune), chars)
	case syntax.OpCharClass:
		for _, c := range chars {
			for i := 0; i+1 < len(re.Rune); i += 2 {
				if re.Rune[i] <= c && c <= re.Rune[i+1] {
					return true
				}
			}
		}
		return false
	case syntax.OpAnyChar, syntax.OpAnyCharNotNL:
		return true
	}
	for _, s := range re.Sub {
		if mayMatch(s, chars) {
			return true
		}
	}
	return false
}

// startsWithDash reports whether a match can start with "-".
func startsWithDash(re *syntax.Regexp) bool {
	switch re.Op {
	case syntax.OpLiteral:
		return len(re.Rune) > 0 && re.Rune[0] == '-'
	case syntax.OpConcat:
		for _, s := range re.Sub {
			if startsWithDash(s) {
				return true
			}
			if !mayBeEmpty(s) {
				return false
			}
		}
		return false
	case syntax.OpCharClass, syntax.OpAnyChar, syntax.OpAnyCharNotNL:
		return mayMatch(re, "-")
	}
	for _, s := range re.Sub {
		if startsWithDash(s) {
			return true
		}
	}
	return false
}

func mayBeEmpty(re *syntax.Regexp) bool {
	switch re.Op {
	case syntax.OpLiteral:
		return len(re.Rune) == 0
	case syntax.OpCharClass, syntax.OpAnyChar, syntax.OpAnyCharNotNL:
		return false
	case syntax.OpPlus, syntax.OpCapture:
		return mayBeEmpty(re.Sub[0])
	case syntax.OpConcat:
		for _, s := range re.Sub {
			if !mayBeEmpty(s) {
				return false
			}
		}
	case syntax.OpAlternate:
		for _, s := range re.Sub {
			if mayBeEmpty(s) {
				return true
			}
		}
		return false
	case syntax.OpRepeat:
		return re.Min == 0 || mayBeEmpty(re.Sub[0])
	}
	return true
}

// refusedSafe returns the kinds of harm that a text can't do in which a pattern
// matches nothing: its characters are those of no class that alone is a match.
// It also reports whether such a class is negated, so that it lists what is
// allowed.
func refusedSafe(pattern string) (safe Mask, listed bool) {
	re, err := syntax.Parse(pattern, syntax.Perl)
	if err != nil {
		return 0, false
	}
	left := []rune{0, unicode.MaxRune}
	var visit func(*syntax.Regexp)
	visit = func(re *syntax.Regexp) {
		switch {
		case re.Op == syntax.OpCapture, re.Op == syntax.OpPlus, re.Op == syntax.OpRepeat && re.Min <= 1:
			visit(re.Sub[0])
		case re.Op == syntax.OpAlternate:
			for _, s := range re.Sub {
				visit(s)
			}
		case re.Op == syntax.OpCharClass:
			left = without(left, re.Rune)
			listed = listed || len(re.Rune) > 0 && re.Rune[len(re.Rune)-1] == unicode.MaxRune
		case re.Op == syntax.OpLiteral && len(re.Rune) == 1 && re.Flags&syntax.FoldCase == 0:
			left = without(left, []rune{re.Rune[0], re.Rune[0]})
		}
	}
	visit(re.Simplify())
	class := &syntax.Regexp{Op: syntax.OpCharClass, Rune: left}
	return safeOf(&syntax.Regexp{Op: syntax.OpStar, Sub: []*syntax.Regexp{class}}), listed
}

// without takes sorted ranges of characters out of others.
func without(from, what []rune) []rune {
	var out []rune
	for i := 0; i+1 < len(from); i += 2 {
		lo, hi := from[i], from[i+1]
		for j := 0; j+1 < len(what) && lo <= hi; j += 2 {
			if what[j+1] < lo || what[j] > hi {
				continue
			}
			if what[j] > lo {
				out = append(out, lo, what[j]-1)
			}
			lo = what[j+1] + 1
		}
		if lo <= hi {
			out = append(out, lo, hi)
		}
	}
	return out
}

// replaceClears returns the kinds of harm that a text can't do in which a
// pattern was replaced: one that matches each of the characters that matter.
func replaceClears(pattern, by string) Mask {
	re, err := syntax.Parse(pattern, syntax.Perl)
	if err != nil || strings.ContainsAny(by, "$") {
		return 0
	}
	re = re.Simplify()
	for re.Op == syntax.OpPlus || re.Op == syntax.OpCapture {
		re = re.Sub[0]
	}
	if re.Op != syntax.OpCharClass {
		return 0
	}
	has := func(c rune) bool { return mayMatch(re, string(c)) }
	var out Mask
	for kind, special := range specials {
		all := !strings.ContainsAny(by, special)
		for _, c := range special {
			all = all && has(c)
		}
		if all {
			out |= KindMask(kind)
		}
	}
	if !has('.') {
		out &^= dotPath | KindMask(models.KindURLPath)
	}
	return out &^ KindMask(models.KindProgram)
}
