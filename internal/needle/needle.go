// Package needle makes searches for regular expressions cheap where there is
// nothing to find: most expressions match only where one of a few words is.
package needle

import (
	"regexp"
	"regexp/syntax"
	"strings"
)

// A Regexp is a regular expression with the words one of which is in each of
// its matches.
type Regexp struct {
	*regexp.Regexp
	words []string // none: not known
}

// Compile parses a regular expression.
func Compile(expr string) (*Regexp, error) {
	re, err := regexp.Compile(expr)
	if err != nil {
		return nil, err
	}
	out := &Regexp{Regexp: re}
	if tree, err := syntax.Parse(expr, syntax.Perl); err == nil {
		out.words = words(tree.Simplify())
	}
	return out, nil
}

// In reports whether a text has one of the words. Where it has none, the
// expression does not match it.
func (r *Regexp) In(text string) bool {
	if len(r.words) == 0 {
		return true
	}
	for _, w := range r.words {
		if strings.Contains(text, w) {
			return true
		}
	}
	return false
}

// maxWords bounds the words that are looked for one after the other.
const maxWords = 24

// words returns the words one of which is in each match, nil if there are none.
func words(re *syntax.Regexp) []string {
	switch re.Op {
	case syntax.OpLiteral:
		if re.Flags&syntax.FoldCase == 0 {
			return []string{string(re.Rune)}
		}
	case syntax.OpCapture, syntax.OpPlus:
		return words(re.Sub[0])
	case syntax.OpRepeat:
		if re.Min > 0 {
			return words(re.Sub[0])
		}
	case syntax.OpConcat: // the part whose words are rarest: the longest
		var best []string
		for _, sub := range re.Sub {
			if w := words(sub); shortest(w) > shortest(best) {
				best = w
			}
		}
		return best
	case syntax.OpAlternate:
		var all []string
		for _, sub := range re.Sub {
			w := words(sub)
			if w == nil || len(all)+len(w) > maxWords {
				return nil
			}
			all = append(all, w...)
		}
		return all
	}
	return nil
}

func shortest(words []string) int {
	n := 0
	for i, w := range words {
		if i == 0 || len(w) < n {
			n = len(w)
		}
	}
	return n
}
