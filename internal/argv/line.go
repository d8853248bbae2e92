package argv

import (
	"slices"
	"strings"

	"github.com/mcpvet/mcpvet/models"
)

// A line is the reading of one program's arguments.
type line struct {
	*reader
	*spec
	to      int
	certain bool // nothing unknown came before that could change what follows
	depth   int

	wants []want // the options whose values the next words are
	await string // the option of a shell whose text is the first positional argument
	pos   int    // index of the next positional argument
	ended bool   // no options follow
	args  bool   // what follows are arguments of what is interpreted
	taken bool   // a text or a file to interpret was given
	input bool   // the program was told to interpret its standard input
	lost  bool   // pos isn't known
	doubt bool   // the word before may be an option that takes this one
	text  string // the interpreted text, where it is known
	nargs int    // how many arguments the text has got
}

// A want is a value that an option takes.
type want struct {
	option string
	use    optionUse
}

func (l *line) read(from int) {
	for i := from; i < l.to; i++ {
		if l.word(i, i == from) {
			return
		}
	}
	l.finish()
}

// finish says what becomes of the standard input of a program that got all its
// arguments.
func (l *line) finish() {
	language := l.Language
	switch {
	case l.taken && !l.input:
		return
	case l.Stdin:
	case l.JoinAt != nil && l.pos > 0 && l.pos == *l.JoinAt:
		language = "shell" // ssh HOST
	default:
		return
	}
	l.reader.stdin = Role{Kind: kind(language), Language: language, Program: l.name, Certain: l.certain && !l.doubt}
}

// word reads one word. It reports whether the rest of the line has been read.
func (l *line) word(i int, first bool) bool {
	w := l.words[i]
	doubt := l.doubt
	l.doubt = false
	l.roles[i] = Role{Program: l.name, Certain: l.certain && !doubt}
	switch {
	case len(l.wants) > 0:
		l.value(i)
	case w.Many:
		l.many(i)
	case w.Known && l.has(l.ArgvAfter, w.Text):
		l.after(i)
		return true
	case l.args || l.ended:
		return l.positional(i)
	case w.Known && l.separates(w.Text):
		l.ended = true
	case w.Known && l.isOption(w.Text):
		return l.option(i, w.Text, false)
	case w.Known && first && l.Bundled && isLetters(w.Text):
		return l.option(i, "-"+w.Text, false)
	case !w.Known && l.isOption(w.Prefix):
		return l.option(i, w.Prefix, true)
	default:
		return l.positional(i)
	}
	return false
}

// after reads the command line behind a word like -exec or "--", and what
// follows it.
func (l *line) after(i int) {
	end := l.to
	if l.words[i].Text != "--" {
		for j := i + 1; j < l.to; j++ {
			if w := l.words[j]; w.Known && (w.Text == ";" || w.Text == `\;` || w.Text == "+") {
				end = j
				break
			}
		}
	}
	l.command(i+1, end, l.certain, l.depth+1)
	for j := end; j < l.to; j++ {
		if l.word(j, false) {
			return
		}
	}
}

// optionRole returns the role of the value of an option.
func (l *line) optionRole(option string, use optionUse) Role {
	role := Role{Program: l.name, Option: option, Certain: l.certain}
	switch use {
	case isText:
		role.Kind, role.Language = kind(l.Language), l.Language
	case isFile:
		role.Kind, role.Language, role.File = kind(l.Language), l.Language, true
	default:
		if l.has(l.Dangerous, option) {
			role.Dangerous = []string{option}
		}
	}
	return role
}

// mayBe returns the role of a word that may be an option.
func (l *line) mayBe(certain bool) Role {
	return Role{Kind: models.KindOption, Program: l.name, Dangerous: l.Dangerous, Certain: l.certain && certain}
}

// value reads the value of an option before.
func (l *line) value(i int) {
	w, next := l.words[i], l.wants[0]
	l.wants = l.wants[1:]
	if w.Many && next.use != isText && next.use != isFile {
		l.wants = nil
		l.many(i)
		return
	}
	l.roles[i] = l.optionRole(next.option, next.use)
	l.took(next.use, w)
	if w.Many {
		// Its first word is the value; what else it holds is not known.
		l.certain, l.lost = false, true
	}
}

// took notes that the program got something to interpret.
func (l *line) took(use optionUse, w Word) {
	switch use {
	case isText:
		l.taken = true
		l.args = l.args || l.TextEnds
		if w.Known {
			l.text = w.Text
		}
	case isFile:
		l.taken = true
		l.args = l.args || l.TextEnds && !l.isShell()
	}
}

// option reads a word that starts an option; with open its rest is unknown. It
// reports whether the rest of the line has been read.
func (l *line) option(i int, word string, open bool) bool {
	if word[0] == '+' && l.has(l.Text, "+") { // vim +COMMAND
		l.roles[i] = l.optionRole("+", isText)
		l.took(isText, Word{})
		return false
	}
	name, attached, hasValue := strings.Cut(word, "=")
	use := l.useOf(name)
	double := strings.HasPrefix(name, "--")
	switch {
	case hasValue && (use != unlisted || double || l.has(l.Dangerous, name)):
		l.roles[i] = l.optionRole(name, use)
		l.took(use, Word{Text: attached, Known: !open})
	case open && (double || l.long):
		// The caller completes the name of the option, or adds "=".
		l.roles[i] = l.mayBe(use == unlisted)
	case use != unlisted && use != isFlag && !open:
		return l.expect(i, name, use)
	case double || l.long || use == isFlag:
		l.doubt = use == unlisted && word != "--"
	default:
		return l.letters(i, word, open)
	}
	return false
}

// letters reads a bundle of options of one letter each, "-xzf", the last of
// which may have its value in the word.
func (l *line) letters(i int, word string, open bool) bool {
	shell := l.awaits()
	for at := 1; at < len(word); at++ {
		name := word[:1] + word[at:at+1]
		use := l.useOf(name)
		rest := word[at+1:]
		switch {
		case shell && name == "-s":
			l.input = true
		case use == unlisted || use == isFlag:
		case shell || l.Bundled || rest == "" && !open:
			// All the letters count; their values follow, one after the other.
			if l.expect(i, name, use) {
				return true
			}
		default:
			l.roles[i] = l.optionRole(name, use)
			l.took(use, Word{Text: rest, Known: !open})
			return false
		}
	}
	if open {
		l.roles[i] = l.mayBe(true)
	}
	return false
}

// awaits reports whether the option of text is a flag, and the text the first
// positional argument: sh -c -e TEXT.
func (l *line) awaits() bool { return l.isShell() && l.TextEnds }

// expect notes that the next word is the value of an option. It reports whether
// the rest of the line has been read.
func (l *line) expect(i int, name string, use optionUse) bool {
	switch {
	case use == isText && l.TextRest:
		for j := i + 1; j < l.to; j++ {
			l.roles[j] = l.optionRole(name, use)
		}
		return true
	case use == isText && l.awaits():
		l.await = name
	case use == isPair:
		l.wants = append(l.wants, want{name, use}, want{name, use})
	default:
		l.wants = append(l.wants, want{name, use})
	}
	return false
}

// isLetters reports whether a word may be a bundle of letters: tar xzf.
func isLetters(s string) bool {
	return s != "" && !slices.ContainsFunc([]byte(s), func(b byte) bool { return b|0x20 < 'a' || b|0x20 > 'z' })
}
