package main

import "testing"

func TestPrintable(t *testing.T) {
	for in, want := range map[string]string{
		"plain\ttext\nof two lines\n":       "plain\ttext\nof two lines\n",
		"ends\r\nas elsewhere\r\n":          "ends\nas elsewhere\n",
		"\x1b[31mred\x1b]0;title\x07\u202e": `\u001b[31mred\u001b]0;title\u0007\u202e`,
		"one\n ::error::two\n::three::":     "one\n\\ ::error::two\n\\::three::",
		"\xff":                              `\xff`,
	} {
		if got := printable(in); got != want {
			t.Errorf("%q is %q, want %q", in, got, want)
		}
	}
}
