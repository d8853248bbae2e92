package config

import (
	"fmt"
	"regexp"
	"strings"
)

// A Glob matches names or slash-separated paths: "*" stands for anything but
// a slash, "**" for anything, "?" for one character.
type Glob struct {
	text string
	re   *regexp.Regexp
}

// ParseGlob compiles a pattern for names, which a name must match as a whole.
func ParseGlob(pattern string) (Glob, error) { return parseGlob(pattern, "") }

// ParsePathGlob compiles a pattern for paths. A pattern that names a folder
// covers everything below it.
func ParsePathGlob(pattern string) (Glob, error) {
	p := strings.TrimSuffix(strings.TrimPrefix(pattern, "./"), "/")
	if strings.HasPrefix(p, "/") || p == ".." || strings.HasPrefix(p, "../") {
		return Glob{}, fmt.Errorf("%q leaves the folder of the configuration; write it relative to that folder", pattern)
	}
	return parseGlob(p, "(?:/.*)?")
}

func parseGlob(pattern, tail string) (Glob, error) {
	if pattern == "" {
		return Glob{}, fmt.Errorf("empty pattern")
	}
	var b strings.Builder
	b.WriteString("^")
	for i := 0; i < len(pattern); {
		switch {
		case strings.HasPrefix(pattern[i:], "**/"):
			b.WriteString("(?:.*/)?")
			i += 3
		case strings.HasPrefix(pattern[i:], "**"):
			b.WriteString(".*")
			i += 2
		case pattern[i] == '*':
			b.WriteString("[^/]*")
			i++
		case pattern[i] == '?':
			b.WriteString("[^/]")
			i++
		default:
			// Up to the next wildcard, so that multi-byte characters stay whole.
			j := i + strings.IndexAny(pattern[i:], "*?")
			if j < i {
				j = len(pattern)
			}
			b.WriteString(regexp.QuoteMeta(pattern[i:j]))
			i = j
		}
	}
	b.WriteString(tail + "$")
	re, err := regexp.Compile("(?s)" + b.String())
	if err != nil {
		return Glob{}, fmt.Errorf("pattern %q: %w", pattern, err)
	}
	return Glob{text: pattern, re: re}, nil
}

// Match reports whether s matches. The zero Glob matches nothing.
func (g Glob) Match(s string) bool { return g.re != nil && g.re.MatchString(s) }

// String returns the pattern.
func (g Glob) String() string { return g.text }
