package report

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/mcpvet/mcpvet/checklist"
	"github.com/mcpvet/mcpvet/internal/finding"
)

// hardCoded is the weakness of credentials in source, which a report must not
// repeat.
const hardCoded = "CWE-798"

// maxExcerpt is how many cells of a line are shown where nothing else limits
// them.
const maxExcerpt = 160

// minExcerpt is how many cells of a line an excerpt needs; a narrower terminal
// gets none.
const minExcerpt = 24

// source writes the line that a finding is about, with a caret below what it is
// about. The line is source that nobody trusts, so that it is cleaned, and what
// does not fit is cut.
func (t *textWriter) source(pos finding.Position) {
	raw, ok := t.src.line(pos.File, pos.Line)
	if !ok || strings.TrimSpace(string(raw)) == "" {
		return
	}
	number := strconv.Itoa(pos.Line)
	gutter := "      " + number + " | "
	room := maxExcerpt
	if t.opts.Width > 0 {
		if room = t.opts.Width - width(gutter); room < minExcerpt {
			return
		}
	}
	text, from, to := excerpt(string(raw), pos)
	text, from, to = window(text, from, to, room)
	shown := keepStart(text, room)
	t.line(t.p.dim(gutter), shown)
	if from < 0 {
		return
	}
	to = max(from+1, min(to, width(shown)))
	t.line(t.p.dim("      "+strings.Repeat(" ", len(number))+" | "), strings.Repeat(" ", from), t.p.caret(strings.Repeat("^", to-from)))
}

// window cuts the start of a line of which room cells are shown and what it is
// about would not be among them.
func window(text string, from, to, room int) (string, int, int) {
	if from < room-1 {
		return text, from, to
	}
	// In the middle, but nothing is left free behind the end.
	off := min(from-room/2, width(text)-room+1)
	cut := 0
	for i, r := range text {
		if cut >= off {
			return "…" + text[i:], from - cut + 1, to - cut + 1
		}
		cut += width(string(r))
	}
	return text, -1, 0
}

// excerpt returns a line without the space before it, tabs as spaces, and the
// cells of what a position is about; from is -1 where that is not on the line.
func excerpt(raw string, pos finding.Position) (text string, from, to int) {
	start := len(raw) - len(strings.TrimLeft(raw, " \t"))
	cell := func(column int) int {
		at := min(column-1, len(raw))
		for at < len(raw) && !utf8.RuneStart(raw[at]) {
			at--
		}
		if at < start {
			return 0
		}
		return width(shownSource(raw[start:at]))
	}
	text = strings.TrimRight(shownSource(raw[start:]), " ")
	if pos.Column < 1 || pos.Column-1 < start || pos.Column-1 >= len(raw) {
		return text, -1, 0
	}
	from = cell(pos.Column)
	switch {
	case pos.EndColumn > pos.Column && (pos.EndLine == 0 || pos.EndLine == pos.Line):
		to = cell(pos.EndColumn)
	case pos.EndLine > pos.Line:
		to = width(text)
	default:
		// A call stands where its parenthesis is, a literal where its brace is: what
		// people look for is the name before it.
		at := pos.Column - 1
		if name := nameBefore(raw[start:at]); name > 0 && (raw[at] == '(' || raw[at] == '{') {
			return text, cell(pos.Column - name), from
		}
		to = from + word(raw[at:])
	}
	return text, from, to
}

// shownSource makes a piece of a line fit to be shown.
func shownSource(s string) string { return clean(strings.ReplaceAll(s, "\t", "    ")) }

// word returns the length of the name that a text starts with, at least 1.
func word(s string) int {
	n := 0
	for n < len(s) && (s[n] == '.' && n > 0 || inName(s[n])) {
		n++
	}
	return max(1, n)
}

// nameBefore returns the length of the name that a text ends with.
func nameBefore(s string) int {
	n := 0
	for n < len(s) && (s[len(s)-1-n] == '.' || inName(s[len(s)-1-n])) {
		n++
	}
	return n
}

func inName(c byte) bool {
	return c == '_' || c|0x20 >= 'a' && c|0x20 <= 'z' || c >= '0' && c <= '9'
}

// remedies says for each rule that has something to say what satisfies it, and
// where more is to be read.
func (t *textWriter) remedies() {
	var rules []checklist.Rule
	for _, rule := range t.r.Rules {
		for _, f := range t.r.Findings {
			if f.Rule == rule.ID && f.Suppressed == nil && rule.Remedy != "" {
				rules = append(rules, rule)
				break
			}
		}
	}
	if len(rules) == 0 {
		return
	}
	t.line(t.p.bold("What satisfies the rules"))
	for _, rule := range rules {
		label := pad(rule.ID+" "+rule.Slug, 20) + "  "
		indent := strings.Repeat(" ", 2+width(label))
		for i, l := range wrap(clean(rule.Remedy), t.opts.Width-2-width(label)) {
			if i == 0 {
				t.line("  ", t.p.dim(label), l)
			} else {
				t.line(indent, l)
			}
		}
	}
	t.line("  ", t.p.dim("More: mcpvet explain "+rules[0].Slug))
	t.fixes()
	t.line()
}

// fixes says how the fixes of the findings are seen and applied, and what the
// companion is that some of them speak of.
func (t *textWriter) fixes() {
	safe, review, companion := false, false, false
	for _, f := range t.r.Findings {
		if !t.shown(f) {
			continue
		}
		for _, x := range f.Fixes {
			safe, review = safe || x.Safe, review || !x.Safe
			companion = companion || strings.Contains(x.Title, "companion")
		}
	}
	var hints []string
	switch {
	case safe && review:
		hints = append(hints, "Fixes: mcpvet check --diff shows the safe ones, --fix applies them; --unsafe adds those for review")
	case safe:
		hints = append(hints, "Fixes: mcpvet check --diff shows them, --fix applies them")
	case review:
		hints = append(hints, "Fixes: mcpvet check --diff --unsafe shows them, --fix --unsafe applies them")
	}
	if companion {
		hints = append(hints, "The companion is guard, a library that protects a server while it runs: "+CompanionPage)
	}
	for _, h := range hints {
		for _, l := range wrap(h, t.opts.Width-2) {
			t.line("  ", t.p.dim(l))
		}
	}
}

// CompanionPage is the page about the runtime companion.
const CompanionPage = "https://github.com/mcpvet/mcpvet/blob/main/docs/guard.md"
