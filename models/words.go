package models

import (
	_ "embed"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"unicode"
)

//go:embed words.yaml
var wordsFile []byte

// Words are the words that tell what something is by its name.
type Words struct {
	credentials, about, redactors, masks, fences, counts, makers, fillers, alone, asks, tokens, confirms, rehearses, outsiders, personal, things, unconfirmed, switches, switchable, methods, operations, options, idempotent map[string]bool

	verbs map[string]string // word -> act
}

// Words returns the words in names.
func (s *Set) Words() *Words { return s.words }

// Credential reports whether a name, of a variable of the environment, a
// setting or a field, is that of a credential.
func (w *Words) Credential(name string) bool {
	list := SplitName(name)
	if len(list) == 0 || w.about[list[len(list)-1]] || anyOf(w.counts, list) {
		return false
	}
	return anyOf(w.credentials, list)
}

// About reports whether a name is that of something that belongs to a credential
// and is none: the file that it is in, where it is asked for.
func (w *Words) About(name string) bool {
	list := SplitName(name)
	return len(list) > 1 && (w.about[list[len(list)-1]] || anyOf(w.counts, list))
}

// Redactor reports whether a function takes secrets out of a text, as its
// name says.
func (w *Words) Redactor(name string) bool { return anyOf(w.redactors, SplitName(name)) }

// Mask reports whether a text stands in the place of a secret.
func (w *Words) Mask(text string) bool {
	return strings.Contains(text, "**") || strings.Contains(text, "••") || strings.Trim(text, "*") == "" && text != "" || anyOf(w.masks, SplitName(text))
}

// Fence reports whether a function puts borders around a text, as its name
// starts by saying.
func (w *Words) Fence(name string) bool {
	list := SplitName(name)
	return anyOf(w.fences, list[:min(len(list), 2)])
}

// Maker reports whether a function makes something of what it gets, as its name
// starts by saying.
func (w *Words) Maker(name string) bool {
	list := SplitName(name)
	return len(list) > 0 && w.makers[list[0]]
}

// Act returns what a function does, as its name starts by saying; "" if it does
// not say.
func (w *Words) Act(name string) string {
	list := SplitName(name)
	for len(list) > 1 && w.fillers[list[0]] {
		list = list[1:]
	}
	if len(list) == 0 || len(list) == 1 && w.alone[list[0]] {
		return ""
	}
	if len(list) > 1 {
		if act := w.verbs[list[0]+" "+list[1]]; act != "" {
			return act
		}
	}
	return w.verbs[list[0]]
}

// Object returns what a tool is about, as its name says: what stands behind the
// verb that it starts with, or before the one that it ends with. It is the whole
// name where that is no more than a verb.
func (w *Words) Object(name string) string {
	list := SplitName(name)
	all := list
	acts := func(word string) bool { return w.verbs[word] != "" && w.verbs[word] != ActNone }
	verb := func(word string) bool { return acts(word) && !w.things[word] }
	for first := true; len(list) > 1 && (w.fillers[list[0]] || verb(list[0]) || first && acts(list[0]) || list[0] == "or" || list[0] == "and"); first = false {
		list = list[1:]
	}
	if i := slices.IndexFunc(list, verb); i > 0 {
		list = list[:i]
	}
	if len(list) == 0 {
		return strings.Join(all, "_")
	}
	out := slices.Clone(list)
	out[len(out)-1] = singular(out[len(out)-1])
	return strings.Join(out, "_")
}

// singular returns the singular of a plural noun, and other words as they are.
func singular(word string) string {
	ends := func(with ...string) bool {
		return slices.ContainsFunc(with, func(end string) bool { return strings.HasSuffix(word, end) })
	}
	switch {
	case len(word) <= 3 || ends("ss", "us", "is", "ics", "etes", "news"): // status, analysis, diagnostics, kubernetes
		return word
	case ends("ies") && len(word) > 4:
		return strings.TrimSuffix(word, "ies") + "y"
	case ends("nches", "rches", "tches", "shes", "sses", "xes"):
		return strings.TrimSuffix(word, "es")
	}
	return strings.TrimSuffix(word, "s")
}

// Asks reports whether POST to a path that ends with this sends a question.
func (w *Words) Asks(segment string) bool {
	list := SplitName(segment)
	n := len(list)
	if n == 0 {
		return false
	}
	return w.asks[list[n-1]] || n > 1 && (w.asks[list[n-2]+" "+list[n-1]] || w.asks[list[0]])
}

// Outsiders reports whether what a tool of that name reads can be written by
// anybody.
func (w *Words) Outsiders(name string) bool { return anyOf(w.outsiders, SplitName(name)) }

// Personal reports whether what others have written, and a tool of that name
// reads, was written to whoever runs the server, and to nobody else.
func (w *Words) Personal(name string) bool { return anyOf(w.personal, SplitName(name)) }

// Method reports whether an argument of that name chooses the method of a
// request.
func (w *Words) Method(name string) bool {
	list := SplitName(name)
	return len(list) > 0 && w.methods[list[len(list)-1]]
}

// Options reports whether an argument of that name has options for a program.
func (w *Words) Options(name string) bool { return anyOf(w.options, SplitName(name)) }

// Operation reports whether an argument of that name chooses one of the things that a
// tool does.
func (w *Words) Operation(name string) bool {
	list := SplitName(name)
	return len(list) > 0 && w.operations[list[len(list)-1]]
}

// Idempotent reports whether by an argument of that name a call is known again.
func (w *Words) Idempotent(name string) bool { return anyOf(w.idempotent, SplitName(name)) }

// Confirms reports whether by an argument of that name whoever calls a tool says
// that he means it.
func (w *Words) Confirms(name string) bool {
	list := SplitName(name)
	return anyOf(w.confirms, list) && !anyOf(w.unconfirmed, list)
}

// Plainly reports whether a name says no more than what Confirms or Rehearses
// look for.
func (w *Words) Plainly(name string) bool {
	list := strings.Join(SplitName(name), " ")
	return name != "" && name == strings.ToLower(name[:1])+name[1:] && (w.confirms[list] || w.rehearses[list])
}

// Switch reports whether a setting of that name decides what a server may do:
// the name ends by saying so.
func (w *Words) Switch(name string) bool {
	list := SplitName(name)
	for len(list) > 1 && w.switchable[list[len(list)-1]] {
		list = list[:len(list)-1]
	}
	n := len(list)
	return n > 1 && w.switches[list[n-2]+" "+list[n-1]] || n > 0 && w.switches[list[n-1]]
}

// Thing reports whether a verb is as often the thing that a tool is about.
func (w *Words) Thing(word string) bool { return w.things[word] }

// Rehearses reports whether by an argument of that name a tool only says what it
// would do.
func (w *Words) Rehearses(name string) bool { return anyOf(w.rehearses, SplitName(name)) }

// TokenParameter reports whether a text is the name of a parameter of requests
// for a token.
func (w *Words) TokenParameter(text string) bool {
	return len(text) < 40 && w.tokens[strings.Join(SplitName(text), " ")]
}

// anyOf reports whether one of the words, or two in a row, are in a set.
func anyOf(set map[string]bool, list []string) bool {
	for i, word := range list {
		if set[word] || i > 0 && set[list[i-1]+" "+word] {
			return true
		}
	}
	return false
}

// SplitName returns the words of a name, in lower case.
func SplitName(name string) []string {
	var out []string
	runes := []rune(name)
	start := 0
	flush := func(end int) {
		if end > start {
			out = append(out, strings.ToLower(string(runes[start:end])))
		}
	}
	for i, r := range runes {
		switch {
		case !unicode.IsLetter(r):
			flush(i)
			start = i + 1
		case i > start && unicode.IsUpper(r) && (!unicode.IsUpper(runes[i-1]) || i+1 < len(runes) && unicode.IsLower(runes[i+1])):
			flush(i)
			start = i
		}
	}
	flush(len(runes))
	return out
}

// parseWords reads the lists of words. Errors name the file.
func parseWords(filename string, data []byte) (*Words, error) {
	docs, err := parseYAML(filename, data)
	if err != nil {
		return nil, err
	}
	if len(docs) != 1 {
		return nil, fmt.Errorf("%s: %d YAML documents; put all words into one", filename, len(docs))
	}
	var file struct {
		Credentials []string `yaml:"credentials"`
		About       []string `yaml:"about"`
		Redactors   []string `yaml:"redactors"`
		Masks       []string `yaml:"masks"`
		Fences      []string `yaml:"fences"`
		Counts      []string `yaml:"counts"`
		Makers      []string `yaml:"makers"`
		Fillers     []string `yaml:"fillers"`
		Alone       []string `yaml:"alone"`
		Asks        []string `yaml:"asks"`
		Outsiders   []string `yaml:"outsiders"`
		Personal    []string `yaml:"personal"`
		Methods     []string `yaml:"methods"`
		Operations  []string `yaml:"operations"`
		Options     []string `yaml:"options"`
		Idempotent  []string `yaml:"idempotent"`
		Confirms    []string `yaml:"confirms"`
		Rehearses   []string `yaml:"rehearses"`
		Things      []string `yaml:"things"`
		Unconfirmed []string `yaml:"unconfirmed"`
		Switches    []string `yaml:"switches"`
		Switchable  []string `yaml:"switchable"`
		Tokens      []string `yaml:"token_parameters"`

		Verbs map[string][]string `yaml:"verbs"`
	}
	if err := decode(filename, docs[0], &file); err != nil {
		return nil, err
	}
	var errs []error
	set := func(key string, list []string) map[string]bool {
		out := map[string]bool{}
		if len(list) == 0 {
			errs = append(errs, fmt.Errorf("%s: %s: no words", filename, key))
		}
		for _, word := range list {
			if out[word] || strings.Join(SplitName(word), " ") != word {
				errs = append(errs, fmt.Errorf("%s: %s: %q is there twice, or can't be in a name: write it in lower case", filename, key, word))
			}
			out[word] = true
		}
		return out
	}
	w := &Words{
		credentials: set("credentials", file.Credentials), about: set("about", file.About), redactors: set("redactors", file.Redactors),
		masks: set("masks", file.Masks), fences: set("fences", file.Fences), counts: set("counts", file.Counts),
		makers: set("makers", file.Makers), fillers: set("fillers", file.Fillers), alone: set("alone", file.Alone), asks: set("asks", file.Asks), tokens: set("token_parameters", file.Tokens),
		confirms: set("confirms", file.Confirms), outsiders: set("outsiders", file.Outsiders), personal: set("personal", file.Personal), methods: set("methods", file.Methods), operations: set("operations", file.Operations), options: set("options", file.Options), idempotent: set("idempotent", file.Idempotent), rehearses: set("rehearses", file.Rehearses), verbs: map[string]string{},
		things: set("things", file.Things), unconfirmed: set("unconfirmed", file.Unconfirmed), switches: set("switches", file.Switches), switchable: set("switchable", file.Switchable),
	}
	for _, act := range slices.Sorted(maps.Keys(file.Verbs)) {
		if !slices.Contains(Acts(), act) {
			errs = append(errs, fmt.Errorf("%s: verbs: %q is no act; there are %s", filename, act, strings.Join(Acts(), ", ")))
		}
		for word := range set("verbs", file.Verbs[act]) {
			if w.verbs[word] != "" {
				errs = append(errs, fmt.Errorf("%s: verbs: %q is in two acts, %s and %s", filename, word, w.verbs[word], act))
			}
			w.verbs[word] = act
		}
	}
	return w, errors.Join(errs...)
}
