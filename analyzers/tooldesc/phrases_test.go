package tooldesc

import (
	"slices"
	"strings"
	"testing"
)

// TestPhrases holds each row to its texts: it reports what it calls bad, and
// no row reports what any row calls good.
func TestPhrases(t *testing.T) {
	ids := map[string]bool{}
	for _, r := range phrases().Rows {
		if ids[r.ID] {
			t.Errorf("row %s: there are two of this id", r.ID)
		}
		ids[r.ID] = true
		for _, bad := range r.Bad {
			if !slices.ContainsFunc(orders(bad), func(s said) bool { return s.row == r }) {
				t.Errorf("row %s does not report %q (as %q)", r.ID, bad, normal(bad))
			}
		}
		for _, good := range r.Good {
			for _, s := range orders(good) {
				t.Errorf("row %s reports %q of row %s: %q", s.row.ID, good, r.ID, s.quote)
			}
		}
	}
}

// TestPhrasesAreNeeded reports patterns that no text of their row needs: such
// a pattern was never seen to match.
func TestPhrasesAreNeeded(t *testing.T) {
	for _, r := range phrases().Rows {
		for i, re := range r.patterns {
			if !slices.ContainsFunc(r.Bad, func(bad string) bool { return re.MatchString(normal(bad)) }) {
				t.Errorf("row %s: pattern %d matches none of the row's bad texts: %s", r.ID, i+1, r.Patterns[i])
			}
		}
		for i, re := range r.unless {
			if !slices.ContainsFunc(r.Good, func(good string) bool { return re.MatchString(normal(good)) }) {
				t.Errorf("row %s: exception %d matches none of the row's good texts: %s", r.ID, i+1, r.Unless[i])
			}
		}
	}
}

func TestParsePhrases(t *testing.T) {
	whole := "rows:\n  - {id: a, why: w, severity: error, confidence: high, profile: regular, patterns: [x], bad: [x], good: [y]}\n"
	if _, err := parsePhrases([]byte(whole)); err != nil {
		t.Fatal(err)
	}
	for _, change := range [][2]string{
		{"id: a, ", ""}, {"why: w, ", ""}, {"severity: error, ", ""}, {"severity: error", "severity: bad"},
		{"profile: regular, ", ""}, {"profile: regular", "profile: loud"}, {"confidence: high, ", ""},
		{"bad: [x], ", ""}, {", good: [y]", ""}, {"patterns: [x]", `patterns: ["("]`}, {"good: [y]", `good: [y], unless: ["("]`},
		{"id: a", "id: a, severty: error"},
	} {
		broken := strings.Replace(whole, change[0], change[1], 1)
		if broken == whole {
			t.Fatalf("%q is not in the table", change[0])
		}
		if _, err := parsePhrases([]byte(broken)); err == nil {
			t.Errorf("no error for %s", broken)
		}
	}
	if _, err := parsePhrases([]byte("lead: ['(']\n" + whole)); err == nil {
		t.Error("no error for a broken lead")
	}
}
