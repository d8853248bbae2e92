package guard

import (
	"fmt"
	"net/url"
	"strings"
)

// NoDotSegments returns an error if one of the parts of a URL's path has a
// segment "..", written or encoded, once or several times over: what joins or
// serves the URL would take the segments before it away.
//
//	if err := guard.NoDotSegments(owner, file); err != nil { ... }
//	u := base.JoinPath("files", owner, file)
func NoDotSegments(parts ...string) error {
	for _, p := range parts {
		if leadsOut(p) {
			return fmt.Errorf("the part %q of a path leads out of it: leave \"..\" out", clip(p, 100))
		}
	}
	return nil
}

// encodings is how many times over a text is decoded.
const encodings = 4

func leadsOut(text string) bool {
	for range encodings {
		for _, segment := range strings.FieldsFunc(text, func(r rune) bool { return r == '/' || r == '\\' }) {
			if segment == ".." {
				return true
			}
		}
		decoded, err := url.PathUnescape(text)
		if err != nil || decoded == text {
			return false // what can't be decoded has no other form
		}
		text = decoded
	}
	return true // nobody means that
}
