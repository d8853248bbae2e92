package flow

import (
	"slices"

	"github.com/mcpvet/mcpvet/internal/program"
)

// evalText evaluates a function of texts: an empty one stays empty, and is not
// equal to one that is not, nor has it a part.
func (f *Frame) evalText(in *program.Instr, result, depth int) value {
	if result != 0 || len(in.Class) == 0 || in.Mode != program.CallStatic || isMethod(in.Sym) {
		return value{}
	}
	if in.Sym == "slices.Contains" {
		list, v := f.x.listTexts(in.Args[0]), f.eval(in.Args[1], depth+1)
		if list == nil || v.kind != valText {
			return value{}
		}
		f.meet(v, list...)
		return value{kind: valBool, b: slices.Contains(list, v.s), told: v.told}
	}
	if len(in.Args) == 2 && (in.Sym == "strings.EqualFold" || in.Sym == "crypto/subtle.ConstantTimeCompare") {
		a, b := f.eval(in.Args[0], depth+1), f.eval(in.Args[1], depth+1)
		if a.odd && b.kind == valUnknown || b.odd && a.kind == valUnknown {
			if in.Sym == "strings.EqualFold" {
				return value{kind: valBool, told: true}
			}
			return value{kind: valInt, told: true}
		}
	}
	var texts []string
	told := false
	for _, a := range in.Args {
		v := f.eval(a, depth+1)
		if v.kind != valText {
			return value{}
		}
		texts, told = append(texts, v.s), told || v.told
	}
	switch {
	case in.Class[0] == program.ClassText && len(texts) == 1 && texts[0] == "":
		return value{kind: valText, told: told}
	case in.Class == string(program.ClassNumber) && len(texts) == 2 && slices.Contains(texts, "") && texts[0] != texts[1] && texts[0] == "":
		return value{kind: valBool, told: told}
	}
	return value{}
}

// evalJoined evaluates errors that are joined: the first that is none is one
// for all.
func (f *Frame) evalJoined(in *program.Instr, depth int) value {
	list := f.x.elements(in.Args[0])
	out := value{kind: valNil}
	for _, r := range list {
		switch v := f.eval(r, depth+1); v.kind {
		case valNonNil:
			return v
		case valNil:
			out.told = out.told || v.told
		default:
			out = value{}
		}
	}
	if len(list) == 0 {
		return value{}
	}
	return out
}
