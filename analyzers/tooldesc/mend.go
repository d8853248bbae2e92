package tooldesc

import (
	"regexp"
	"strings"

	"github.com/mcpvet/mcpvet/internal/finding"
	"github.com/mcpvet/mcpvet/internal/fix"
	"github.com/mcpvet/mcpvet/internal/program"
)

// mend makes a fix that gives a passage another text.
func (c *checker) mend(p passage, text, title string, safe bool) []finding.Fix {
	if strings.TrimSpace(text) == "" || !p.prose {
		return nil
	}
	at := program.Pos{File: p.pos.File, Line: int32(p.pos.Line), Col: int32(p.pos.Column)}
	return fix.Text(c.src, at, p.text, text, title, safe)
}

// unhidden returns a text without its hidden characters.
func unhidden(text string) string {
	var b strings.Builder
	at := 0
	for _, h := range hidden(text) {
		b.WriteString(text[at:h.offset])
		at = h.offset + len(string(h.runes))
	}
	b.WriteString(text[at:])
	return b.String()
}

// uncommented returns a text without the comments that nobody is shown; "" if
// something else is hidden in it.
func uncommented(text string) string {
	text = comment.ReplaceAllStringFunc(text, func(m string) string {
		if sentence(strings.TrimSuffix(strings.TrimPrefix(m, "<!--"), "-->")) {
			return ""
		}
		return m
	})
	if buried(text) != "" {
		return ""
	}
	return respaced(text)
}

// sentenceOf is a sentence with what follows it up to the next one.
var sentenceOf = regexp.MustCompile(`(?s)\S.*?(?:[.!?;:]["')\]]*(?:\s+|$)|\n\s*\n|$)`)

// unordered returns a text without the sentences that tell the model more than
// what the tool does; "" if that can't be told apart.
func unordered(text string) string {
	text = comment.ReplaceAllStringFunc(text, func(m string) string {
		if len(orders(m)) > 0 {
			return ""
		}
		return m
	})
	var kept strings.Builder
	end, lead := 0, "" // "Note:" goes with what it announces
	for _, at := range sentenceOf.FindAllStringIndex(text, -1) {
		kept.WriteString(text[end:at[0]])
		s := text[at[0]:at[1]]
		end = at[1]
		switch {
		case len(orders(s)) > 0:
			lead = ""
		case strings.HasSuffix(strings.TrimSpace(s), ":") && len(strings.Fields(s)) < 3:
			kept.WriteString(lead)
			lead = s
		default:
			kept.WriteString(lead)
			kept.WriteString(s)
			lead = ""
		}
	}
	kept.WriteString(lead)
	kept.WriteString(text[end:])
	text = kept.String()
	if len(orders(text)) > 0 || len(splitWords(text)) < 2 {
		return ""
	}
	return respaced(text)
}

// respaced takes away the spaces that what was taken away leaves.
func respaced(text string) string {
	return strings.TrimSpace(regexp.MustCompile(`[ \t]{2,}`).ReplaceAllString(text, " "))
}
