package needle

import (
	"slices"
	"testing"
)

func TestWords(t *testing.T) {
	for expr, want := range map[string][]string{
		`\bghp_[A-Za-z0-9]{36}\b`:           {"ghp_"},
		`(?:read|open) the (?:file|text)\b`: {" the "},
		`\b(?:pass|send) it`:                {"pass", "send"},
		`(?:ab)+c?`:                         {"ab"},
		`(?:ab)*`:                           nil,
		`(?:ab|c*)`:                         nil,
		`(?i)secret`:                        nil,
		`[0-9]{3}`:                          nil,
		``:                                  nil,
	} {
		re, err := Compile(expr)
		if err != nil {
			t.Fatal(err)
		}
		if !slices.Equal(re.words, want) {
			t.Errorf("%s: %q, want %q", expr, re.words, want)
		}
	}
}

// FuzzIn checks that no match is without a word.
func FuzzIn(f *testing.F) {
	f.Add(`\b(?:pass|send) it`, "send it")
	f.Add(`a(b|c)d+|(?:xy){2,3}`, "xyxy")
	f.Fuzz(func(t *testing.T, expr, text string) {
		re, err := Compile(expr)
		if err == nil && re.MatchString(text) && !re.In(text) {
			t.Errorf("%q matches %q, which has none of %q", expr, text, re.words)
		}
	})
}
