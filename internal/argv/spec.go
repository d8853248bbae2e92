package argv

import (
	"slices"
	"strings"

	"github.com/mcpvet/mcpvet/models"
)

// Rows returns the rows about the program that a word names, by its base name.
func Rows(set *models.Set, word string) []*models.Program {
	_, rows := lookup(set, word)
	return rows
}

// lookup returns the base name of a program and the rows about it. A name with
// a version at its end is looked up without it too: python3.12.
func lookup(set *models.Set, word string) (string, []*models.Program) {
	name := word[strings.LastIndexAny(word, `/\`)+1:]
	for _, suffix := range []string{".exe", ".EXE", ".cmd", ".bat"} {
		name = strings.TrimSuffix(name, suffix)
	}
	names := []string{name, strings.TrimRight(name, "0123456789.-"), strings.ToLower(name)}
	for _, n := range names {
		if rows := set.Program(n); n != "" && len(rows) > 0 {
			return n, rows
		}
	}
	return name, nil
}

// What an option does with the word after it.
type optionUse int

const (
	isFlag  optionUse = iota
	isText            // its value is interpreted
	isFile            // its value names a file that is interpreted
	isValue           // its value is a value
	isPair            // it takes two values
	unlisted
)

// A spec is what the rows say about a program, and about the subcommand that
// was found so far.
type spec struct {
	name string
	rows []*models.Program
	subs []string // the subcommand so far

	models.Program      // the row about the subcommand; Values and the like are those of all rows that apply
	long           bool // options of several letters have one dash, so that letters don't bundle
}

func newSpec(name string, rows []*models.Program) *spec {
	s := &spec{name: name, rows: rows}
	for _, row := range rows {
		if len(row.Sub) == 0 {
			s.use(row)
		}
	}
	return s
}

// use makes the row the one that counts, and adds what it lists to what
// shorter rows list.
func (s *spec) use(row *models.Program) {
	values, pairs, flags, dangerous := s.Values, s.Pairs, s.Flags, s.Dangerous
	if s.Ordered && len(row.Sub) > 0 { // those come before the subcommand only
		values, pairs, flags, dangerous = nil, nil, nil, nil
	}
	s.Program = *row
	s.Values = slices.Concat(values, row.Values)
	s.Pairs = slices.Concat(pairs, row.Pairs)
	s.Flags = slices.Concat(flags, row.Flags)
	s.Dangerous = slices.Concat(row.Dangerous, dangerous)
	s.long = slices.ContainsFunc(slices.Concat(s.Text, s.File, s.Values, s.Pairs, s.Flags, s.ArgvAfter), func(o string) bool {
		return len(o) > 2 && o[0] == '-' && o[1] != '-'
	})
}

// enter takes word for the next part of a subcommand, if rows have such.
func (s *spec) enter(word string) bool {
	n := len(s.subs)
	found := false
	for _, row := range s.rows {
		if len(row.Sub) <= n || !slices.Equal(row.Sub[:n], s.subs) || row.Sub[n] != word {
			continue
		}
		found = true
		if len(row.Sub) == n+1 {
			s.use(row)
		}
	}
	if found {
		s.subs = append(s.subs, word)
	}
	return found
}

// leave forgets what the rows say before a subcommand, at one that they do not
// know.
func (s *spec) leave() {
	s.rows = nil
	s.Program = models.Program{Separator: s.Separator, Fold: s.Fold}
}

// branches reports whether the next word may be part of a subcommand.
func (s *spec) branches() bool {
	n := len(s.subs)
	return slices.ContainsFunc(s.rows, func(row *models.Program) bool {
		return len(row.Sub) > n && slices.Equal(row.Sub[:n], s.subs)
	})
}

func (s *spec) has(list []string, option string) bool {
	return slices.ContainsFunc(list, func(o string) bool {
		return o == option || s.Fold && strings.EqualFold(o, option)
	})
}

// useOf returns what the rows say about an option, given with its dashes.
func (s *spec) useOf(option string) optionUse {
	switch {
	case s.has(s.Text, option):
		return isText
	case s.has(s.File, option):
		return isFile
	case s.has(s.Pairs, option):
		return isPair
	case s.has(s.Values, option):
		return isValue
	case s.has(s.Flags, option):
		return isFlag
	}
	return unlisted
}

// isOption reports whether a word is read as an option.
func (s *spec) isOption(word string) bool {
	if len(word) > 1 && (word[0] == '-' || word[0] == '+' && (s.isShell() || s.has(s.Text, "+"))) {
		return true
	}
	return word != "" && s.useOf(word) != unlisted || s.has(s.Dangerous, word)
}

// separates reports whether a word ends the options.
func (s *spec) separates(word string) bool {
	return word == "--end-of-options" || word == "--" && (s.Separator == nil || *s.Separator)
}

// ordered reports whether the first positional argument ends the options.
func (s *spec) ordered() bool { return s.Ordered || s.Script }

func (s *spec) isShell() bool { return s.Language == "shell" }

// kind returns the kind of text in a language.
func kind(language string) string {
	switch language {
	case "shell", "cmd", "powershell":
		return models.KindShell
	case "sql":
		return models.KindSQL
	}
	return models.KindCode
}
