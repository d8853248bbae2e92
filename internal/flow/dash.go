package flow

import (
	"regexp/syntax"
	"slices"
	"strings"

	"github.com/mcpvet/mcpvet/internal/program"
)

// What starts with a dash is an option to most programs. This file knows the
// checks that refuse it, or take the dash away.

// startRefused returns what it says that a text does not start with another: no
// dash, no option.
func (x *fn) startRefused(in *program.Instr, prefix *Sym) guards {
	t, ok := prefix.Text()
	if !ok || x.constant(in.Args[0]) != nil || !strings.HasPrefix(t, "-") {
		return nil
	}
	if t == "-" {
		return x.about(in.Args[0], guard{clears: optionMask})
	}
	return x.about(in.Args[0], guard{weak: []weak{{mask: optionMask | wordsMask, why: "only a start with \"" + t + "\" is refused", pos: in.Pos}}})
}

// firstIs returns what it says that a text starts with a character, or that it
// does not: v is what is compared, x[0] or x[:1].
func (x *fn) firstIs(v program.Ref, char string, is bool) guards {
	d := x.def(v)
	if d == nil || is == (char == "-") {
		return nil
	}
	switch {
	case d.Op == program.OpIndex && x.textOf(v) == d.Args[0] && x.isZero(d.Args[1]):
	case d.Op == program.OpSlice && d.Zero == program.ZeroString && (d.Args[1] == 0 || x.isZero(d.Args[1])):
		if c := x.constant(d.Args[2]); c == nil || c.I != 1 {
			return nil
		}
	default:
		return nil
	}
	if is || char == "-" {
		return x.about(d.Args[0], guard{clears: optionMask})
	}
	return nil
}

// refusesDash reports whether a pattern matches every text that starts with a
// dash.
func refusesDash(pattern string) bool {
	re, err := syntax.Parse(pattern, syntax.Perl)
	if err != nil {
		return false
	}
	re = re.Simplify()
	if re.Op != syntax.OpConcat || re.Sub[0].Op != syntax.OpBeginText {
		return false
	}
	dash := false
	for _, s := range re.Sub[1:] {
		switch {
		case !dash && (s.Op == syntax.OpLiteral && slices.Equal(s.Rune, []rune{'-'}) || s.Op == syntax.OpCharClass && mayMatch(s, "-")):
			dash = true
		case s.Op == syntax.OpPlus && !dash && s.Sub[0].Op == syntax.OpLiteral && slices.Equal(s.Sub[0].Rune, []rune{'-'}):
			dash = true
		case s.Op == syntax.OpStar || s.Op == syntax.OpQuest:
		default:
			return false
		}
	}
	return dash
}

// trimmed returns what a text can't do from whose start characters are cut.
func (x *fn) trimmed(in *program.Instr) Mask {
	switch in.Sym {
	case "strings.TrimLeft", "strings.Trim", "bytes.TrimLeft", "bytes.Trim":
		if t, ok := x.sym(in.Args[1]).Text(); ok && strings.Contains(t, "-") {
			return optionMask
		}
	}
	return 0
}
