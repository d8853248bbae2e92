// Package argv says what the words of a command line are to the programs that
// read them: the name of a program, the text of a shell, an option, a plain
// value. The programs' manners are rows of package models; this package knows
// how command lines are read in general, and no program but "eval" by name.
//
// Where words are unknown it answers what they may be, and says by Certain
// whether something that it can't see could make them something else.
package argv

import (
	"strings"

	"github.com/mcpvet/mcpvet/models"
)

// A Word is one word of a command line, as far as it is known.
type Word struct {
	Text   string
	Known  bool   // Text is the whole word
	Prefix string // else, the known start of the word
	Many   bool   // any number of unknown words, none too
}

// A Role is what a word is to the program that reads it.
type Role struct {
	// Kind is models.KindProgram; models.KindShell or models.KindSQL for text
	// of a shell or a database; models.KindCode for source of another
	// interpreter; models.KindOption for a word that may be read as an option:
	// nothing before it ends the options, and it is not the value of one; ""
	// for a value.
	Kind string

	Language string // what interprets the word, where something does
	Program  string // base name of the program that reads the word; "" when it isn't known
	Option   string // the option whose value the word is, or "NAME=" of an assignment
	File     bool   // the word names a file, a module or a package that is interpreted

	// Dangerous are options of Program that run programs, read or write files,
	// or load code. With Kind "" it is the option whose value the word is.
	Dangerous []string

	// Connects says that the word tells the program where to connect to.
	Connects bool

	// Certain is false where unknown words come before, or where the rows
	// don't say whether the word before takes a value.
	Certain bool
}

// Roles returns the role of each of the words of a command line, which starts
// with the name of a program.
func Roles(set *models.Set, words []Word) []Role {
	return read(set, words).roles
}

// Stdin returns what the command line makes of its standard input, and whether
// that is interpreted at all.
func Stdin(set *models.Set, words []Word) (Role, bool) {
	r := read(set, words)
	return r.stdin, r.stdin.Kind != ""
}

// maxDepth bounds wrappers in wrappers: sudo env nice sh -c.
const maxDepth = 20

func read(set *models.Set, words []Word) *reader {
	r := &reader{set: set, words: words, roles: make([]Role, len(words))}
	r.command(0, len(words), true, 0)
	return r
}

// A reader reads one command line.
type reader struct {
	set   *models.Set
	words []Word
	roles []Role
	stdin Role // what the last program of the line reads, "" unless it interprets that
}

// command reads the command line words[from:to].
func (r *reader) command(from, to int, certain bool, depth int) {
	if from >= to || depth > maxDepth {
		return
	}
	w := r.words[from]
	if !w.Known {
		r.roles[from] = Role{Kind: models.KindProgram, Certain: certain}
		r.unknownProgram(from+1, to, "")
		return
	}
	name, rows := lookup(r.set, w.Text)
	r.roles[from] = Role{Program: name, Certain: certain}
	if len(rows) == 0 {
		r.unknownProgram(from+1, to, name)
		for i := from + 1; i < to; i++ {
			r.roles[i].Certain = r.roles[i].Certain && certain
		}
		return
	}
	l := &line{reader: r, spec: newSpec(name, rows), to: to, certain: certain, depth: depth}
	l.read(from + 1)
}

// unknownProgram reads the arguments of a program without rows, or with an
// unknown name: words may be options, and what follows -c may be the text of a
// shell.
func (r *reader) unknownProgram(from, to int, name string) {
	ended, afterOption := false, false
	for i := from; i < to; i++ {
		w := r.words[i]
		role := Role{Program: name, Certain: name != "" && !afterOption}
		option, _, hasValue := strings.Cut(w.Prefix, "=")
		switch {
		case w.Known && !ended && w.Text == "--":
			ended = true
		case w.Known || ended:
		case i > from && name == "" && takesText(r.words[i-1]):
			role = Role{Kind: models.KindShell, Language: "shell", Option: r.words[i-1].Text}
		case hasValue && option != "" && option[0] == '-':
			role.Option = option
		case !afterOption && mayBeOption(w):
			role.Kind = models.KindOption
		}
		r.roles[i] = role
		afterOption = w.Known && !ended && len(w.Text) > 1 && w.Text[0] == '-' && !strings.Contains(w.Text, "=")
	}
}

// takesText reports whether a word says to most shells that text follows.
func takesText(w Word) bool {
	if !w.Known {
		return false
	}
	switch w.Text {
	case "-c", "-lc", "-ec", "-ic", "-xc", "-lic", "-Command", "/c", "/C", "/k", "/K":
		return true
	}
	return false
}

// mayBeOption reports whether an unknown word may start with a dash.
func mayBeOption(w Word) bool { return !w.Known && (w.Prefix == "" || w.Prefix[0] == '-') }
