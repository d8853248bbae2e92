package tooldesc

import (
	_ "embed"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"sync"
	"unicode"

	"github.com/goccy/go-yaml"

	"github.com/mcpvet/mcpvet/internal/finding"
	"github.com/mcpvet/mcpvet/internal/needle"
)

//go:embed phrases.yaml
var phraseFile []byte

// A row is a way to instruct the model.
type row struct {
	ID         string             `yaml:"id"`
	Why        string             `yaml:"why"` // continues "description of tool x ..."
	Severity   finding.Severity   `yaml:"severity"`
	Confidence finding.Confidence `yaml:"confidence"`
	Profile    finding.Profile    `yaml:"profile"`
	Patterns   []string           `yaml:"patterns"`
	Unless     []string           `yaml:"unless"` // patterns that excuse the sentence around a match
	Bad        []string           `yaml:"bad"`    // texts that the row reports
	Good       []string           `yaml:"good"`   // texts that no row reports

	patterns, unless []*needle.Regexp
}

// A phraseTable is phrases.yaml.
type phraseTable struct {
	Words map[string]string `yaml:"words"` // {name} in a pattern stands for the word of that name
	Lead  []string          `yaml:"lead"`  // patterns that excuse a match when they stand before it in its sentence
	Rows  []*row            `yaml:"rows"`

	lead []*needle.Regexp
}

// phrases parses the embedded file when it is first asked for: most packages
// have no tools. A fault in it is a fault of the build.
var phrases = sync.OnceValue(func() *phraseTable {
	t, err := parsePhrases(phraseFile)
	if err != nil {
		panic(fmt.Sprintf("embedded phrases.yaml: %v", err))
	}
	return t
})

func parsePhrases(data []byte) (*phraseTable, error) {
	t := new(phraseTable)
	if err := yaml.UnmarshalWithOptions(data, t, yaml.Strict()); err != nil {
		return nil, err
	}
	compile := func(list []string) ([]*needle.Regexp, error) {
		var out []*needle.Regexp
		for _, p := range list {
			for range 3 { // words may be made of words
				for name, w := range t.Words {
					p = strings.ReplaceAll(p, "{"+name+"}", w)
				}
			}
			re, err := needle.Compile(p)
			if err != nil {
				return nil, err
			}
			out = append(out, re)
		}
		return out, nil
	}
	var err error
	if t.lead, err = compile(t.Lead); err != nil {
		return nil, fmt.Errorf("lead: %w", err)
	}
	for _, r := range t.Rows {
		switch {
		case r.ID == "" || r.Why == "" || len(r.Patterns) == 0 || len(r.Bad) == 0 || len(r.Good) == 0:
			return nil, fmt.Errorf("row %q: id, why, patterns, bad and good must be given", r.ID)
		case r.Severity.Rank() == 0 || !slices.Contains(finding.Profiles(), r.Profile) ||
			!slices.Contains([]finding.Confidence{finding.High, finding.Medium, finding.Low}, r.Confidence):
			return nil, fmt.Errorf("row %q: severity, confidence and profile must be given", r.ID)
		}
		if r.patterns, err = compile(r.Patterns); err != nil {
			return nil, fmt.Errorf("row %q: %w", r.ID, err)
		}
		if r.unless, err = compile(r.Unless); err != nil {
			return nil, fmt.Errorf("row %q: %w", r.ID, err)
		}
	}
	return t, nil
}

// said is a row that matches a text, with the words that do.
type said struct {
	row   *row
	quote string
}

// orders returns what a text tells the model to do beyond the use of the tool.
func orders(text string) instructions {
	t := phrases()
	text = normal(text)
	var out instructions
	for _, r := range t.Rows {
		if quote, ok := r.match(text, t.lead); ok {
			out = append(out, said{r, quote})
		}
	}
	return out
}

// match finds the first match of a row that nothing excuses.
func (r *row) match(text string, lead []*needle.Regexp) (quote string, ok bool) {
	for _, re := range r.patterns {
		if !re.In(text) {
			continue
		}
		for _, m := range re.FindAllStringIndex(text, -1) {
			from, to := 0, len(text)
			if i := strings.LastIndex(text[:m[0]], sentenceEnd); i >= 0 {
				from = i + len(sentenceEnd)
			}
			if i := strings.Index(text[m[1]:], sentenceEnd); i >= 0 {
				to = m[1] + i
			}
			if !matchesAny(lead, text[from:m[0]]) && !matchesAny(r.unless, text[from:to]) {
				return strings.TrimSpace(strings.ReplaceAll(text[m[0]:m[1]], sentenceEnd, ".")), true
			}
		}
	}
	return "", false
}

func matchesAny(list []*needle.Regexp, s string) bool {
	for _, re := range list {
		if re.In(s) && re.MatchString(s) {
			return true
		}
	}
	return false
}

// sentenceEnd stands for the end of a sentence in a normal text.
const sentenceEnd = "\u00b6"

var (
	breaks  = regexp.MustCompile(`\n\s*\n|\n\s*(?:[-*•>#]+|\d+[.)])\s`)
	endings = regexp.MustCompile(`([.!?;])["')\]]*(?:\s|$)`)
	spaces  = regexp.MustCompile(`\s+`)
	marks   = strings.NewReplacer("e.g.", "for example", "E.g.", "For example", "i.e.", "that is", "’", "'", "‘", "'", "“", `"`, "”", `"`, "`", "", "*", "", "\\_", "_", sentenceEnd, " ")
)

// normal returns a text as patterns expect it: lower case, one space between
// words, without hidden characters and emphasis, letters of other alphabets
// replaced by those that they look like, ends of sentences marked.
func normal(s string) string {
	s = fold(visible(s))
	s = breaks.ReplaceAllString(s, ".\n")
	s = marks.Replace(s)
	s = endings.ReplaceAllString(s, sentenceEnd+" ")
	s = spaces.ReplaceAllString(s, " ")
	return strings.Map(unicode.ToLower, strings.TrimSpace(s))
}
