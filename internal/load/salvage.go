package load

import "bytes"

// maxSalvage is how often a file with syntax errors is parsed.
const maxSalvage = 20

// A body is the text between the braces of a function, as offsets in a file.
type body struct{ start, end int }

// faultyBody returns the body of the top-level function that a syntax error
// at offset comes from: the one around it, or one before it whose braces do
// not match. It relies on "func" standing at the start of a line.
func faultyBody(src []byte, offset int) (body, bool) {
	nearest := true
	for at := min(offset, len(src)); ; {
		i := lastFunc(src, at)
		if i < 0 {
			return body{}, false
		}
		b, balanced, ok := bodyOf(src, i)
		if ok && len(bytes.TrimSpace(src[b.start:b.end])) > 0 && (!balanced || nearest && b.start <= offset && offset <= b.end) {
			return b, true
		}
		if i == 0 {
			return body{}, false
		}
		nearest = false
		at = i - 1
	}
}

// lastFunc returns the offset of the last line that starts with "func" and
// does not start after offset, or -1.
func lastFunc(src []byte, offset int) int {
	end := min(len(src), offset+len("func"))
	if i := bytes.LastIndex(src[:end], []byte("\nfunc")); i >= 0 {
		return i + 1
	}
	return -1
}

// bodyOf returns the body of the function declared at offset i, and whether
// its braces match before the next declaration. If they do not, the body ends
// where the first line starts with a brace, or with the next function.
func bodyOf(src []byte, i int) (b body, balanced, ok bool) {
	n, has := signature(src[i+len("func"):])
	if !has {
		return body{}, false, false
	}
	open := i + len("func") + n
	b.start = open + 1
	next := len(src)
	if k := bytes.Index(src[open:], []byte("\nfunc ")); k >= 0 {
		next = open + k
	}
	if n := group(src[open:]); open+n <= next && n > 1 && src[open+n-1] == '}' {
		b.end = open + n - 1
		return b, true, true
	}
	b.end = next
	if k := bytes.Index(src[open:next], []byte("\n}")); k >= 0 {
		b.end = open + k + 1
	}
	return b, false, true
}

// blank returns a copy of src with spaces for what is in b, so that every
// position stays. A body that lacks its brace gets one.
func (b body) blank(src []byte) []byte {
	out := bytes.Clone(src)
	for i := b.start; i < b.end; i++ {
		if out[i] != '\n' {
			out[i] = ' '
		}
	}
	if b.end == len(out) || out[b.end] != '}' {
		out[b.end-1] = '}'
	}
	return out
}
