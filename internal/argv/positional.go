package argv

import (
	"slices"
	"strings"

	"github.com/mcpvet/mcpvet/models"
)

// positional reads a word that is no option, or may be none. It reports whether
// the rest of the line has been read.
func (l *line) positional(i int) bool {
	w, role := l.words[i], &l.roles[i]
	option := !l.ended && mayBeOption(w)
	switch {
	case l.await != "":
		*role = l.optionRole(l.await, isText)
		l.await = ""
		l.took(isText, w)
		return false
	case l.args:
		return l.argument(i)
	case w.Known && l.pos == 0 && l.branches() && l.enter(w.Text):
		return false
	case l.lost:
		return l.afterMany(i)
	case l.Argv != nil && l.pos >= *l.Argv:
		if name := assigned(w); name != "" {
			role.Option = name
			return false
		}
		l.command(i, l.to, role.Certain, l.depth+1)
		return true
	case l.JoinAt != nil && l.pos >= *l.JoinAt:
		l.join(i)
		return true
	case l.TextAt != nil && l.pos == *l.TextAt && !l.taken:
		role.Kind, role.Language = kind(l.Language), l.Language
		l.took(isText, w)
	case l.Script && !l.taken && !l.input && w.Known && (w.Text == "-" || w.Text == "/dev/stdin"):
		l.input, l.args = true, true
	case l.Script && !l.taken && !l.input:
		role.Kind, role.Language, role.File = kind(l.Language), l.Language, true
		l.taken, l.args = true, true
	case option:
		*role = l.mayBe(role.Certain)
	}
	role.Connects = slices.Contains(l.Connects, l.pos)
	if w.Known && l.pos == 0 && l.Ordered && l.branches() {
		l.leave()
	}
	l.pos++
	// An unknown word may be an option, after which options go on.
	if l.ordered() && !option {
		l.ended = true
	}
	return false
}

// assigned returns "NAME=" where a word is an assignment, as env takes it.
func assigned(w Word) string {
	text := w.Prefix
	if w.Known {
		text = w.Text
	}
	name, _, ok := strings.Cut(text, "=")
	if !ok || name == "" {
		return ""
	}
	for i, c := range []byte(name) {
		if c != '_' && (c|0x20 < 'a' || c|0x20 > 'z') && (i == 0 || c < '0' || c > '9') {
			return ""
		}
	}
	return name + "="
}

// argument reads an argument of what is interpreted. It is a value, unless the
// text of a shell says that it runs it.
func (l *line) argument(i int) bool {
	l.nargs++ // the first one is $0
	if !l.isShell() || l.text == "" {
		return false
	}
	switch text := strings.TrimSpace(l.text); {
	case l.nargs > 1 && (text == `"$@"` || text == `exec "$@"`):
		l.command(i, l.to, l.certain, l.depth+1)
		return true
	case strings.Contains(text, "eval ") && strings.Contains(text, "$"):
		l.roles[i] = Role{Kind: models.KindShell, Language: l.Language, Program: l.name}
	}
	return false
}

// join reads words that are joined for a shell.
func (l *line) join(i int) {
	language := l.Language
	if language == "" {
		language = "shell"
	}
	var text []string
	for j := i; j < l.to; j++ {
		l.roles[j] = Role{Kind: kind(language), Language: language, Program: l.name, Certain: l.roles[i].Certain}
		if w := l.words[j]; w.Known {
			text = append(text, strings.Fields(w.Text)...)
		} else {
			return
		}
	}
	// All of it is known, so what it does with its input may be, too.
	var words []Word
	for _, t := range text {
		words = append(words, Word{Text: t, Known: true})
	}
	if l.depth < maxDepth {
		l.reader.stdin = read(l.set, words).stdin
	}
}

// many reads a word that stands for any number of words: it says the worst of
// what may be among them.
func (l *line) many(i int) {
	role := &l.roles[i]
	switch {
	case l.await != "":
		*role = l.optionRole(l.await, isText)
		l.await = ""
		l.took(isText, Word{})
	case l.args:
	case l.Interprets() && !l.taken && (!l.ended || l.Script || l.TextAt != nil):
		role.Kind, role.Language = kind(l.Language), l.Language
		role.File = l.ended && l.Script
		role.Certain = role.Certain && l.ended && l.Script
	case l.Argv != nil:
		role.Kind = models.KindProgram
		role.Certain = role.Certain && l.pos >= *l.Argv
	case l.JoinAt != nil:
		role.Kind, role.Language = models.KindShell, "shell"
		role.Certain = role.Certain && l.pos >= *l.JoinAt
	case l.has(l.ArgvAfter, "--") && !l.ended:
		role.Kind, role.Certain = models.KindProgram, false
	case !l.ended:
		*role = l.mayBe(role.Certain)
	}
	l.certain, l.lost = false, true
}

// afterMany reads a positional word whose index is not known.
func (l *line) afterMany(i int) bool {
	w, role := l.words[i], &l.roles[i]
	switch {
	case l.Argv != nil && w.Known:
		if _, rows := lookup(l.set, w.Text); len(rows) > 0 {
			l.command(i, l.to, false, l.depth+1)
			return true
		}
	case l.JoinAt != nil:
		l.join(i)
		return true
	case w.Known:
	case l.Interprets() && !l.taken:
		role.Kind, role.Language = kind(l.Language), l.Language
	case !l.ended && mayBeOption(w):
		*role = l.mayBe(false)
	}
	return false
}
