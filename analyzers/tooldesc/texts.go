package tooldesc

import (
	"encoding/base64"
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"sort"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/mcpvet/mcpvet/internal/finding"
	"github.com/mcpvet/mcpvet/internal/fix"
	"github.com/mcpvet/mcpvet/internal/inventory"
	"github.com/mcpvet/mcpvet/internal/passes/toolmeta"
)

// A passage is one text of a descriptor that a model or a person reads.
type passage struct {
	label string // for messages: "description of tool \"x\""
	text  string
	pos   finding.Position
	prose bool // sentences, as opposed to a name or a URI
}

// passages lists the texts of t, each text once.
func (t *tool) passages() []passage {
	var out []passage
	seen := map[string]bool{}
	add := func(label, text string, prose bool, pos finding.Position) {
		if text != "" && !seen[text] {
			seen[text] = true
			out = append(out, passage{label, text, pos, prose})
		}
	}
	add("name of "+t.label(), readable(t.Name), false, t.at())
	add("description of "+t.label(), readable(t.Description), true, t.at(t.Description))
	add("URI of "+t.label(), readable(t.URI), false, t.at(t.URI))
	places := map[string]toolmeta.Text{} // where a text stands
	for _, s := range t.Strings {
		if _, ok := places[s.Value]; !ok {
			places[s.Value] = s
		}
	}
	names := make([]string, 0, len(t.Properties))
	for name := range t.Properties {
		names = append(names, name)
	}
	sort.Strings(names)
	for _, name := range names {
		add(fmt.Sprintf("name of argument %q of %s", name, t.label()), name, false, t.at(places[name]))
		if p := t.Properties[name]; p != nil {
			add(fmt.Sprintf("description of argument %q of %s", name, t.label()), p.Description, true, t.at(places[p.Description]))
		}
	}
	for _, s := range t.Strings {
		texts := schemaTexts(s.Value)
		if texts == nil {
			add("a text of "+t.label(), s.Value, true, t.at(s))
		}
		for _, text := range texts {
			add("a text in the schema of "+t.label(), text, true, t.at(s))
		}
	}
	return out
}

// schemaTexts returns the strings inside a text that is a JSON object, keys
// included; nil when it is none.
func schemaTexts(s string) []string {
	if !strings.HasPrefix(strings.TrimSpace(s), "{") {
		return nil
	}
	var v map[string]any
	if json.Unmarshal([]byte(s), &v) != nil {
		return nil
	}
	out := []string{}
	var walk func(any)
	walk = func(v any) {
		switch v := v.(type) {
		case string:
			out = append(out, v)
		case []any:
			for _, e := range v {
				walk(e)
			}
		case map[string]any:
			keys := make([]string, 0, len(v))
			for k := range v {
				keys = append(keys, k)
			}
			sort.Strings(keys)
			for _, k := range keys {
				out = append(out, k)
				walk(v[k])
			}
		}
	}
	walk(v)
	return out
}

// texts judges what the texts of t carry besides what they say.
func (c *checker) texts(t *tool) {
	if t.Kind == inventory.KindMethod {
		return
	}
	for _, p := range t.passages() {
		if list := hidden(p.text); len(list) > 0 {
			c.report(t, "hidden characters", finding.Finding{
				Pos: p.pos, Message: fmt.Sprintf("%s has hidden characters: %s", p.label, describe(p.text, list)),
				Severity: finding.Error, Profile: finding.Regular,
				Fixes: c.mend(p, unhidden(p.text), "take the hidden characters out of the text", fix.Safe),
			})
		}
		if !p.prose {
			continue
		}
		if why := buried(p.text); why != "" {
			c.report(t, "buried text", finding.Finding{
				Pos: p.pos, Message: p.label + " " + why,
				Severity: finding.Warning, Confidence: finding.Medium, Profile: finding.Regular,
				Fixes: c.mend(p, uncommented(p.text), "take the comment out of the text", fix.Review),
			})
		}
		if said := orders(p.text); len(said) > 0 {
			f := said.finding(p)
			f.Fixes = c.mend(p, unordered(p.text), "take the orders to the model out of the text", fix.Review)
			c.report(t, "instruction", f)
		}
	}
}

var (
	wideGap  = regexp.MustCompile(`\S[^\S\n]{40,}\S`)
	tallGap  = regexp.MustCompile(`\S(?:[^\S\n]*\n){16,}[^\S\n]*\S`)
	comment  = regexp.MustCompile(`(?s)<!--(.*?)(?:-->|$)`)
	linkNote = regexp.MustCompile(`(?m)^\s*\[(?://|comment|_metadata_[^\]]*)\]:\s*(?:#|<>)\s*[("'](.+?)[)"']\s*$`)
	unseen   = regexp.MustCompile(`(?is)<\w+[^>]*style\s*=\s*["'][^"']*(?:display\s*:\s*none|visibility\s*:\s*hidden|font-size\s*:\s*0|opacity\s*:\s*0)[^"']*["'][^>]*>`)
	blob     = regexp.MustCompile(`[A-Za-z0-9+/_-]{32,}={0,2}`)
)

// buried says how a text keeps a part of itself out of a reader's sight.
func buried(text string) string {
	switch {
	case tallGap.MatchString(text):
		return "pushes text out of view by blank lines"
	case wideGap.MatchString(text):
		return "pushes text out of view by spaces"
	case unseen.MatchString(text):
		return "holds markup that is not displayed"
	}
	for _, re := range []*regexp.Regexp{comment, linkNote} {
		for _, m := range re.FindAllStringSubmatch(text, -1) {
			if sentence(m[1]) {
				return fmt.Sprintf("holds a comment that is not displayed: %q", shorten(strings.TrimSpace(m[1]), 60))
			}
		}
	}
	for _, m := range blob.FindAllStringIndex(text, -1) {
		if strings.HasSuffix(text[:m[0]], "base64,") {
			continue // an image in a data URI
		}
		if s := decoded(text[m[0]:m[1]]); s != "" {
			return fmt.Sprintf("holds encoded text: %q", shorten(s, 60))
		}
	}
	return ""
}

// sentence reports whether s has several words, unlike a marker such as START.
func sentence(s string) bool {
	return len(splitWords(s)) >= 4 && strings.Contains(strings.TrimSpace(s), " ")
}

// decoded returns the text that s encodes in base64; "" when it encodes none.
func decoded(s string) string {
	s = strings.NewReplacer("-", "+", "_", "/").Replace(strings.TrimRight(s, "="))
	data, err := base64.RawStdEncoding.DecodeString(s)
	if err != nil || !utf8.Valid(data) {
		return ""
	}
	text := string(data)
	odd := func(r rune) bool { return !unicode.IsPrint(r) && !unicode.IsSpace(r) }
	if strings.ContainsFunc(text, odd) || strings.ContainsAny(text, "{}") || len(splitWords(text)) < 3 || !strings.Contains(text, " ") {
		return ""
	}
	return text
}

// instructions are the ways in which one text instructs the model.
type instructions []said

// finding joins what a text says to the model into one report.
func (list instructions) finding(p passage) finding.Finding {
	// What only a stricter profile reports must not weaken the rest.
	slices.SortStableFunc(list, func(a, b said) int { return b.row.Severity.Rank() - a.row.Severity.Rank() })
	worst := list[0].row
	f := finding.Finding{Pos: p.pos, Severity: worst.Severity, Confidence: worst.Confidence, Profile: worst.Profile}
	var parts []string
	for _, s := range list {
		if !worst.Profile.Includes(s.row.Profile) {
			continue
		}
		if len(parts) == 3 {
			break
		}
		parts = append(parts, fmt.Sprintf("%s (%q)", s.row.Why, shorten(s.quote, 60)))
	}
	f.Message = p.label + " " + strings.Join(parts, " and ")
	return f
}
