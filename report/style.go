package report

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/jedib0t/go-pretty/v6/text"

	"github.com/mcpvet/mcpvet/internal/finding"
)

// A painter colours text, or leaves it alone. The caller decides: whether
// standard output is a terminal and what NO_COLOR says is not known here.
type painter struct{ on bool }

func (p painter) paint(s string, colors ...text.Color) string {
	if !p.on || s == "" {
		return s
	}
	return text.Escape(s, text.Colors(colors).EscapeSeq())
}

func (p painter) bold(s string) string { return p.paint(s, text.Bold) }
func (p painter) dim(s string) string  { return p.paint(s, text.Faint) }
func (p painter) path(s string) string { return p.paint(s, text.FgCyan) }

func (p painter) caret(s string) string { return p.paint(s, text.Bold, text.FgGreen) }

func (p painter) severity(s finding.Severity, label string) string {
	switch s {
	case finding.Error:
		return p.paint(label, text.Bold, text.FgRed)
	case finding.Warning:
		return p.paint(label, text.Bold, text.FgYellow)
	}
	return p.paint(label, text.Bold, text.FgBlue)
}

// Clean makes a string of the audited source fit to be printed: one line,
// without anything that moves the cursor, colours, hides or reorders text, and
// without the old form of a command to GitHub Actions, which may be anywhere in
// a line.
func Clean(s string) string { return clean(s) }

func clean(s string) string {
	s = strings.ReplaceAll(s, "##[", "# #[")
	var b strings.Builder
	for i, r := range s {
		switch {
		case r == utf8.RuneError && !strings.HasPrefix(s[i:], string(utf8.RuneError)):
			fmt.Fprintf(&b, `\x%02x`, s[i])
		case r == '\n':
			b.WriteString(`\n`)
		case r == '\t':
			b.WriteByte(' ')
		case unicode.IsControl(r), unicode.In(r, unicode.Cf, unicode.Zl, unicode.Zp, unicode.Co, unicode.Cs):
			if r <= 0xFFFF {
				fmt.Fprintf(&b, `\u%04x`, r)
			} else {
				fmt.Fprintf(&b, `\U%08x`, r)
			}
		default:
			b.WriteRune(r)
		}
	}
	return b.String()
}

// width returns the number of terminal cells that s takes.
func width(s string) int { return text.StringWidthWithoutEscSequences(s) }

// pad fills s with spaces up to n cells.
func pad(s string, n int) string {
	return s + strings.Repeat(" ", max(0, n-width(s)))
}

// Wrap breaks a paragraph into lines of at most n cells, at spaces; n <= 0 means
// no limit.
func Wrap(s string, n int) string { return strings.Join(wrap(s, n), "\n") }

// wrap breaks s into lines of at most n cells, at spaces. A longer word stays
// whole if it is a place or a URL, which people copy and terminals open, and
// is cut otherwise. n <= 0 means no limit.
func wrap(s string, n int) []string {
	words := strings.Fields(s)
	if n <= 0 || len(words) == 0 {
		return []string{strings.Join(words, " ")}
	}
	var lines []string
	line := ""
	for _, word := range words {
		if line != "" && width(line)+1+width(word) <= n {
			line += " " + word
			continue
		}
		if line != "" {
			lines = append(lines, line)
		}
		for width(word) > n && !strings.Contains(word, "/") {
			head := text.Trim(word, n)
			if head == "" { // not even one character fits
				break
			}
			lines = append(lines, head)
			word = word[len(head):]
		}
		line = word
	}
	return append(lines, line)
}

// keepEnd shortens s to n cells by cutting its start: the end of a path, and
// of a method's name, tells most.
func keepEnd(s string, n int) string {
	if n <= 0 || width(s) <= n {
		return s
	}
	runes := []rune(s)
	for len(runes) > 0 && width(string(runes))+1 > n {
		runes = runes[1:]
	}
	return "…" + string(runes)
}

// keepFile shortens a place to n cells: by whole folders if that will do.
func keepFile(s string, n int) string {
	for rest := s; width(s) > n; {
		_, after, more := strings.Cut(rest, "/")
		if !more {
			break
		}
		if width("…/"+after) <= n {
			return "…/" + after
		}
		rest = after
	}
	return keepEnd(s, n)
}

// keepStart shortens s to n cells by cutting its end.
func keepStart(s string, n int) string {
	if n <= 0 || width(s) <= n {
		return s
	}
	return text.Trim(s, n-1) + "…"
}

// count returns "1 tool" or "2 tools".
func count(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}

// list returns "a", "a and b" or "a, b and c".
func list(items []string) string {
	if len(items) < 2 {
		return strings.Join(items, "")
	}
	return strings.Join(items[:len(items)-1], ", ") + " and " + items[len(items)-1]
}
