package guard

import (
	"fmt"
	"regexp"
	"strings"
)

// isGlob reports whether a key of a table is a pattern.
func isGlob(s string) bool { return strings.ContainsAny(s, "*?") }

// globExpr compiles a pattern as mcpvet reads it: "*" stands for anything but a
// slash, "**" for anything, "?" for one character but a slash.
func globExpr(pattern string) (*regexp.Regexp, error) {
	var b strings.Builder
	b.WriteString("(?s)^")
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
			j := i + strings.IndexAny(pattern[i:], "*?")
			if j < i {
				j = len(pattern)
			}
			b.WriteString(regexp.QuoteMeta(pattern[i:j]))
			i = j
		}
	}
	re, err := regexp.Compile(b.String() + "$")
	if err != nil {
		return nil, fmt.Errorf("pattern %q: %w", clip(pattern, 64), err)
	}
	return re, nil
}

// literal counts the characters of a pattern that stand for themselves.
func literal(pattern string) int {
	return len(pattern) - strings.Count(pattern, "*") - strings.Count(pattern, "?")
}
