package flow

import (
	"regexp/syntax"
	"strings"
	"unicode"

	"github.com/mcpvet/mcpvet/internal/program"
	"github.com/mcpvet/mcpvet/models"
)

// specials are the characters that have a meaning for each kind of text. A
// text without any of them is a word there.
var specials = map[string]string{
	models.KindShell:   " \t\n\r\"'`$&|;<>()[]{}*?!#~\\^%",
	models.KindCode:    " \t\n\r\"'`$&|;<>()[]{}*?!#~\\^%=+-/.,:@",
	models.KindSQL:     " \t\n\r\"'`;()\\/*=<>|#",
	models.KindPath:    "/\\",
	models.KindURLPath: "/\\%?#",
	models.KindURLHost: "/\\@:?#.%",
	models.KindHeader:  "\r\n",
	models.KindMarkup:  "<>&\"'`{}",
	models.KindPattern: "()*+?{}[]|\\",
	models.KindLog:     "\r\n",
	models.KindProgram: "/\\",
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
	if words(re) {
		return textMask, true
	}
	var safe Mask
	for kind, special := range specials {
		if !mayMatch(re, special) {
			safe |= KindMask(kind)
		}
	}
	if mayMatch(re, ".") { // ".." is a name
		safe &^= KindMask(models.KindPath, models.KindURLPath)
	}
	safe &^= KindMask(models.KindProgram) // any name of a program is a word
	if !startsWithDash(re) {
		safe |= KindMask(models.KindOption)
	}
	return safe, true
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

// tryRune computes what a predicate says of a rune, as far as it compares it
// with constants and asks package unicode; false if it does anything else.
func (x *fn) tryRune(r rune) (result, ok bool) {
	vals := map[program.Ref]int64{1: int64(r)}
	if len(x.Params) != 1 || x.FreeVars > 0 {
		return false, false
	}
	get := func(a program.Ref) (int64, bool) {
		if c := x.constant(a); c != nil {
			return c.I, c.Kind == program.ConstInt || c.Kind == program.ConstBool
		}
		v, ok := vals[a]
		return v, ok
	}
	block, from := int32(0), int32(-1)
	for range 200 {
		for i := range x.Blocks[block].Instrs {
			in := &x.Blocks[block].Instrs[i]
			switch in.Op {
			case program.OpPhi:
				for k, p := range x.Blocks[block].Preds {
					if p == from && k < len(in.Args) {
						v, ok := get(in.Args[k])
						if !ok {
							return false, false
						}
						vals[in.Dst] = v
					}
				}
			case program.OpBinOp:
				a, ok1 := get(in.Args[0])
				b, ok2 := get(in.Args[1])
				v, ok3 := compare(in.Sym, a, b)
				if !ok1 || !ok2 || !ok3 {
					return false, false
				}
				vals[in.Dst] = v
			case program.OpUnOp, program.OpConvert:
				a, ok := get(in.Args[0])
				if !ok || in.Op == program.OpUnOp && in.Sym != "!" {
					return false, false
				}
				if in.Op == program.OpUnOp {
					a = 1 - a
				}
				vals[in.Dst] = a
			case program.OpCall:
				v, ok := x.unicodeCall(in, get)
				if !ok {
					return false, false
				}
				vals[in.Dst] = v
			case program.OpIf:
				c, ok := get(in.Args[0])
				if !ok {
					return false, false
				}
				from = block
				block = x.Blocks[block].Succs[1-c]
			case program.OpJump:
				from, block = block, x.Blocks[block].Succs[0]
			case program.OpReturn:
				v, ok := get(in.Args[0])
				return v != 0, ok
			default:
				return false, false
			}
		}
	}
	return false, false
}

func compare(op string, a, b int64) (int64, bool) {
	var r bool
	switch op {
	case "==":
		r = a == b
	case "!=":
		r = a != b
	case "<":
		r = a < b
	case "<=":
		r = a <= b
	case ">":
		r = a > b
	case ">=":
		r = a >= b
	default:
		return 0, false
	}
	if r {
		return 1, true
	}
	return 0, true
}

func (x *fn) unicodeCall(in *program.Instr, get func(program.Ref) (int64, bool)) (int64, bool) {
	var r bool
	ask := map[string]func(rune) bool{"unicode.IsLetter": unicode.IsLetter, "unicode.IsDigit": unicode.IsDigit,
		"unicode.IsNumber": unicode.IsNumber, "unicode.IsSpace": unicode.IsSpace, "unicode.IsUpper": unicode.IsUpper,
		"unicode.IsLower": unicode.IsLower, "unicode.IsPrint": unicode.IsPrint, "unicode.IsControl": unicode.IsControl}
	switch {
	case ask[in.Sym] != nil:
		a, ok := get(in.Args[0])
		if !ok {
			return 0, false
		}
		r = ask[in.Sym](rune(a))
	case in.Sym == "strings.ContainsRune" || in.Sym == "strings.IndexRune":
		a, ok := get(in.Args[1])
		text, known := x.sym(in.Args[0]).Text()
		if !ok || !known {
			return 0, false
		}
		if in.Sym == "strings.IndexRune" {
			return int64(strings.IndexRune(text, rune(a))), true
		}
		r = strings.ContainsRune(text, rune(a))
	default:
		return 0, false
	}
	if r {
		return 1, true
	}
	return 0, true
}
