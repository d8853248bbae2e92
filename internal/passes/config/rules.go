package config

import (
	"strings"

	"github.com/mcpvet/mcpvet/checklist"
)

// RuleID resolves the id or slug of a rule, in any case. For an unknown word
// id is "" and known holds the words that could have been meant, ids first
// when the word looks like one.
func RuleID(word string) (id string, known []string) {
	if r, ok := checklist.Find(word); ok {
		return r.ID, nil
	}
	var ids, slugs []string
	for _, r := range checklist.All() {
		if strings.EqualFold(word, r.ID) || strings.EqualFold(word, r.Slug) {
			return r.ID, nil
		}
		ids, slugs = append(ids, r.ID), append(slugs, r.Slug)
	}
	if strings.HasPrefix(strings.ToUpper(word), "MCP") {
		return "", append(ids, slugs...)
	}
	return "", append(slugs, ids...)
}

// RuleHint renders the end of an error message about an unknown rule.
func RuleHint(word string, known []string) string {
	if n := Nearest(word, known); n != "" {
		return "; did you mean " + n + "?"
	}
	return "; \"mcpvet rules\" lists them"
}
