package tooldesc

import (
	"fmt"
	"slices"
	"strings"
	"unicode"

	"github.com/mcpvet/mcpvet/internal/finding"
	"github.com/mcpvet/mcpvet/internal/inventory"
	"github.com/mcpvet/mcpvet/internal/passes/toolmeta"
)

// maxName is the length in characters that the specification allows for the
// name of a tool.
const maxName = 128

// names judges the name of t on its own.
func (c *checker) names(t *tool) {
	if !t.isListed() || t.Name.Given && !t.Name.Known || !t.Name.Given && !c.whole(t) {
		return
	}
	name := t.Name.Value
	if name == "" {
		// Without a description the whole descriptor may be the zero value of
		// something that is filled at run time.
		if t.Description.Known && !blank(t.Description.Value) {
			c.report(t, "no name", finding.Finding{
				Pos: t.at(t.Description), Message: fmt.Sprintf("a %s has no name", kindOf(t.Kind)),
				Severity: finding.Error, Profile: finding.Regular,
			})
		}
		return
	}
	if len(hidden(name)) > 0 {
		return // reported with the other texts
	}
	if foreign := impostors(name); foreign != "" {
		c.report(t, "mixed name "+name, finding.Finding{
			Pos: t.at(), Message: fmt.Sprintf("name of %s holds %s, which passes for a Latin letter", t.label(), foreign),
			Severity: finding.Error, Profile: finding.Regular,
		})
		return
	}
	if why := malformed(t, name); why != "" {
		c.report(t, "malformed name "+name, finding.Finding{
			Pos: t.at(), Message: fmt.Sprintf("name of %s %s", t.label(), why),
			Severity: finding.Warning, Profile: finding.Regular,
		})
	}
}

// malformed says how a name breaks the rules of the specification, which has
// some for tools only.
func malformed(t *tool, name string) string {
	if !t.isTool() {
		return ""
	}
	if n := len([]rune(name)); n > maxName {
		return fmt.Sprintf("has %d characters, of %d that the specification allows", n, maxName)
	}
	var bad []string
	for _, r := range name {
		if r < unicode.MaxASCII && (unicode.IsLetter(r) || unicode.IsDigit(r) || strings.ContainsRune("_-.", r)) {
			continue
		}
		if q := fmt.Sprintf("%q", r); !slices.Contains(bad, q) {
			bad = append(bad, q)
		}
	}
	if len(bad) == 0 {
		return ""
	}
	return "holds " + strings.Join(bad, ", ") + ": the specification allows ASCII letters, digits, _, - and ."
}

// description judges whether the description of t tells anything.
func (c *checker) description(t *tool) {
	if !t.isListed() || !t.Name.Known && t.Name.Param {
		return // callers know the name, and are told there
	}
	d := t.Description
	switch {
	case !d.Given && !c.whole(t), d.Given && !d.Known:
		return
	case blank(d.Value):
		if !t.Name.Known && t.Name.Pattern == "" || t.Name.Known && t.Name.Value == "" {
			return
		}
		f := finding.Finding{
			Pos: t.at(), Message: t.label() + " has no description",
			Severity: finding.Warning, Profile: finding.Regular,
		}
		if t.Kind == inventory.KindResource {
			f.Severity, f.Profile = finding.Note, finding.Pedantic
		}
		c.report(t, "no description "+readable(t.Name), f)
		return
	}
	if !t.isTool() && t.Kind != inventory.KindPrompt {
		return
	}
	why, severity, profile := useless(t.Name.Value, d.Value)
	if why == "" {
		return
	}
	c.report(t, "useless description "+readable(t.Name), finding.Finding{
		Pos: t.at(d), Message: fmt.Sprintf("description %q of %s %s", strings.TrimSpace(d.Value), t.label(), why),
		Severity: severity, Profile: profile,
	})
}

// written returns an empty text only if it stands in the code as such.
func written(t toolmeta.Text) toolmeta.Text {
	if t.Known {
		return t
	}
	return toolmeta.Text{}
}

// blank reports whether a person would see nothing.
func blank(s string) bool {
	return strings.TrimFunc(s, func(r rune) bool { return unicode.IsSpace(r) || !unicode.IsPrint(r) }) == ""
}

// Words that say nothing about a tool. A text of vacuous words is a
// placeholder, and so is one with a filler among words that are vacuous or
// ask for a text.
var (
	vacuous = words(`a an the this that it its is are be does do of for to and or with my our your some any new
		tool tools function func method thing things stuff something test testing foo bar baz example sample demo
		n na none nil null empty`)
	fillers = words(`todo tbd tba fixme wip xxx description desc placeholder dummy undefined untitled
		lorem ipsum dolor sit amet consectetur adipiscing elit`)
	asking = words(`here goes add write later change me insert missing fill in no yet describe document need needs better your text`)
)

func words(s string) map[string]bool {
	out := map[string]bool{}
	for _, w := range strings.Fields(s) {
		out[w] = true
	}
	return out
}

// minLetters is the number of letters below which a description is too short
// to tell a model when to call the tool.
const minLetters = 10

// useless says why a description tells nothing; why is "" when it tells
// something.
func useless(name, text string) (why string, severity finding.Severity, profile finding.Profile) {
	list := splitWords(text)
	switch {
	case len(list) == 0:
		return "has no words", finding.Warning, finding.Regular
	case joined(list) == joined(splitWords(name)):
		severity = finding.Warning
		if len(list) > 1 {
			severity = finding.Note // a verb and what it is done to tell something
		}
		return "only repeats the name", severity, finding.Regular
	case placeholder(list):
		return "is a placeholder", finding.Warning, finding.Regular
	case dense(text):
		return "", "", "" // a word has few letters, or there are no spaces between words
	case len(list) == 1:
		return "is a single word", finding.Note, finding.Pedantic
	case len(joined(list)) < minLetters:
		return "is too short to tell when to call it", finding.Note, finding.Pedantic
	}
	return "", "", ""
}

// placeholder reports whether words are what stands where a text belongs.
func placeholder(list []string) bool {
	filler := slices.ContainsFunc(list, func(w string) bool { return fillers[w] })
	return !slices.ContainsFunc(list, func(w string) bool {
		return !vacuous[w] && !fillers[w] && (!filler || !asking[w])
	})
}

func joined(list []string) string { return strings.Join(list, "") }

// splitWords returns the words of a text or of a name in lower case: what is
// between separators, and from one capital letter to the next.
func splitWords(s string) []string {
	var out []string
	var word []rune
	flush := func() {
		if len(word) > 0 {
			out = append(out, strings.ToLower(string(word)))
			word = nil
		}
	}
	runes := []rune(s)
	for i, r := range runes {
		if !unicode.IsLetter(r) && !unicode.IsDigit(r) && !unicode.IsMark(r) {
			flush()
			continue
		}
		if unicode.IsUpper(r) && i > 0 {
			next := i+1 < len(runes) && unicode.IsLower(runes[i+1])
			if unicode.IsLower(runes[i-1]) || unicode.IsDigit(runes[i-1]) || unicode.IsUpper(runes[i-1]) && next {
				flush()
			}
		}
		word = append(word, r)
	}
	flush()
	return out
}

// dense reports whether a text is written in a script that puts more into a
// letter, or fewer spaces between words, than the Latin one.
func dense(s string) bool {
	return strings.ContainsFunc(s, func(r rune) bool {
		return unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Hangul, unicode.Thai, unicode.Lao, unicode.Khmer, unicode.Myanmar, unicode.Tibetan)
	})
}
