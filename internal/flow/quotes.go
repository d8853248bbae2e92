package flow

import (
	"strings"

	"github.com/mcpvet/mcpvet/internal/program"
	"github.com/mcpvet/mcpvet/models"
)

// quotings are the ways to put a text between quotes by hand: the quotes, what
// is done to a closing one inside of them, and where the text is only a word
// then. Doubled single quotes are not among them: some databases read a
// backslash before them.
var quotings = []struct{ open, shut, inside, kind string }{
	{"'", "'", `'\''`, models.KindShell},
	{"'", "'", `'"'"'`, models.KindShell},
	{`"`, `"`, `""`, models.KindSQL},
	{"`", "`", "``", models.KindSQL},
	{"[", "]", "]]", models.KindSQL},
}

// replacement returns what a call replaces everywhere in a text, and by what;
// nothing for other calls.
func (s *Sym) replacement() (what, by string) {
	if s == nil || s.Kind != SymCall {
		return "", ""
	}
	var pair []*Sym
	switch {
	case s.S == "strings.ReplaceAll" && len(s.Kids) == 3:
		pair = s.Kids[1:]
	case s.S == "strings.Replace" && len(s.Kids) == 4 && s.Kids[3].Kind == SymInt && s.Kids[3].N < 0:
		pair = s.Kids[1:3]
	case s.S == "(*strings.Replacer).Replace" && len(s.Kids) == 2:
		if r := s.Kids[0]; r.Kind == SymCall && r.S == "strings.NewReplacer" && len(r.Kids) == 1 {
			pair = List(r.Kids[0])
		}
	}
	if len(pair) != 2 {
		return "", ""
	}
	what, _ = pair[0].Text()
	by, _ = pair[1].Text()
	return what, by
}

// quoting returns the kinds of harm that a text can't do whose quotes are
// escaped and that is put between quotes right away.
func (x *fn) quoting(in *program.Instr) Mask {
	what, by := x.sym(in.Dst).replacement()
	for _, q := range quotings {
		if q.shut == what && q.inside == by && x.between(in.Dst, q.open, q.shut) {
			return KindMask(q.kind)
		}
	}
	return 0
}

// between reports whether a text is used between quotes only.
func (x *fn) between(r program.Ref, open, shut string) bool {
	for _, at := range x.uses[r] {
		left := x.in(at)
		if left.Op != program.OpBinOp || left.Sym != "+" || left.Args[1] != r || !opens(x.sym(left.Args[0]), open) {
			return false
		}
		for _, at := range x.uses[left.Dst] {
			right := x.in(at)
			if right.Op != program.OpBinOp || right.Sym != "+" || right.Args[0] != left.Dst {
				return false
			}
			if t, ok := x.sym(right.Args[1]).Text(); !ok || !strings.HasPrefix(t, shut) {
				return false
			}
		}
	}
	return len(x.uses[r]) > 0
}

// opens reports whether a text ends with a quote that opens: one that does not
// stand between others, where it would mean nothing.
func opens(before *Sym, quote string) bool {
	text, ok := strings.CutSuffix(outline(before), quote)
	if !ok {
		return false
	}
	in := byte(0)
	for i := range len(text) {
		switch c := text[i]; c {
		case in:
			in = 0
		case '\'', '"', '`':
			if in == 0 {
				in = c
			}
		}
	}
	return in == 0
}

// outline returns a text in which a letter stands for each part that is not
// known.
func outline(s *Sym) string {
	if s != nil {
		switch s.Kind {
		case SymText:
			return s.S
		case SymConcat:
			var b strings.Builder
			for _, k := range s.Kids {
				b.WriteString(outline(k))
			}
			return b.String()
		}
	}
	return "x"
}

// quoted returns the kinds of harm that an argument of a formatting call can't
// do whose quotes are escaped, and which the format puts between quotes.
func quoted(value, before *Sym, after string) Mask {
	what, by := value.replacement()
	for _, q := range quotings {
		if q.shut == what && q.inside == by && opens(before, q.open) && strings.HasPrefix(after, q.shut) {
			return KindMask(q.kind)
		}
	}
	return 0
}
