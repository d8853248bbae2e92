package config

import (
	"strings"
	"testing"
)

func TestNearest(t *testing.T) {
	words := []string{"check", "tools", "rules", "explain", "version"}
	for word, want := range map[string]string{
		"chekc": "check", "chek": "check", "CHECK": "check", "tool": "tools", "rule": "rules", "versoin": "version",
		"serve": "", "x": "", "": "", "explian": "explain", strings.Repeat("check", 50): "",
	} {
		if got := Nearest(word, words); got != want {
			t.Errorf("Nearest(%q) = %q, want %q", word, got, want)
		}
	}
}

func TestGlob(t *testing.T) {
	for _, test := range []struct {
		pattern, s string
		path, want bool
	}{
		{"a*", "abc", false, true},
		{"a*", "a/b", false, false},
		{"a?c", "abc", false, true},
		{"a.c", "abc", false, false},
		{"grün_*", "grün_x", false, true},
		{"a", "a/b/c.go", true, true},
		{"./a/", "a/b.go", true, true},
		{"a", "ab/c.go", true, false},
		{"**/gen", "x/y/gen/z.go", true, true},
		{"**/gen", "gen/z.go", true, true},
		{"a/**", "a/b/c", true, true},
		{"*.go", "a/b.go", true, false},
	} {
		parse := ParseGlob
		if test.path {
			parse = ParsePathGlob
		}
		g, err := parse(test.pattern)
		if err != nil {
			t.Errorf("%s: %v", test.pattern, err)
		} else if got := g.Match(test.s); got != test.want {
			t.Errorf("%s matches %s: %v, want %v", test.pattern, test.s, got, test.want)
		}
	}
	if (Glob{}).Match("") {
		t.Error("the zero Glob matches")
	}
	for _, bad := range []string{"", "/", "/etc", "../x", ".."} {
		if _, err := ParsePathGlob(bad); err == nil {
			t.Errorf("%q is accepted", bad)
		}
	}
}
