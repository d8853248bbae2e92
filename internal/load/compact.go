package load

import "bytes"

// compact removes from a Go source file, in place, what a dependency's
// importers cannot see: the bodies of top-level functions, and the comments
// after the package clause. Newlines stay, so that lines keep their numbers.
//
// Skipping bodies before the parser sees them is what makes loading
// dependencies from source cheap. A text that compact does not understand
// stays as it is, or loses the same bytes the parser would have skipped.
func compact(src []byte) []byte {
	c := &compactor{src: src}
	c.header()
	depth := 0
	start := true // at the start of a declaration, if depth is 0
	for c.r < len(src) {
		switch b := src[c.r]; {
		case b == '\n':
			start = true
			c.keep(1)
		case b == ' ' || b == '\t' || b == '\r':
			c.keep(1)
		case b == '/':
			c.comment()
		case b == '"' || b == '`' || b == '\'':
			c.keep(literal(src[c.r:]))
			start = false
		case b == 'f' && start && depth == 0 && bytes.HasPrefix(src[c.r:], []byte("func")) && c.r+4 < len(src) && !identByte(src[c.r+4]):
			c.keep(4)
			c.function()
			start = false
		default:
			switch b {
			case '(', '[', '{':
				depth++
			case ')', ']', '}':
				depth--
			}
			c.keep(1)
			start = b == ';'
		}
	}
	return src[:c.w]
}

// A compactor copies src from r to w, leaving things out.
type compactor struct {
	src  []byte
	r, w int
}

// keep copies n bytes.
func (c *compactor) keep(n int) {
	if n == 1 {
		c.src[c.w] = c.src[c.r]
		c.r++
		c.w++
		return
	}
	c.w += copy(c.src[c.w:], c.src[c.r:c.r+n])
	c.r += n
}

// drop leaves out n bytes but their newlines.
func (c *compactor) drop(n int) {
	end := c.r + n
	for c.r < end {
		i := bytes.IndexByte(c.src[c.r:end], '\n')
		if i < 0 {
			c.r = end
			return
		}
		c.r += i + 1
		c.src[c.w] = '\n'
		c.w++
	}
}

// header copies what comes before the package clause: build constraints
// there set a file's Go version.
func (c *compactor) header() {
	for c.r < len(c.src) {
		switch b := c.src[c.r]; {
		case b == '/':
			n := commentLen(c.src[c.r:])
			if n == 0 {
				return
			}
			c.keep(n)
		case b == 'p':
			return
		default:
			c.keep(1)
		}
	}
}

// comment leaves out the comment at r, or keeps the slash that is none.
func (c *compactor) comment() {
	n := commentLen(c.src[c.r:])
	if n == 0 {
		c.keep(1)
		return
	}
	if c.src[c.r+1] == '*' {
		c.src[c.w] = ' ' // it separates tokens; it is at least 4 bytes long
		c.w++
	}
	c.drop(n)
}

// function copies the signature of the function declaration after "func" and
// leaves out what is between the braces of its body.
func (c *compactor) function() {
	n, body := signature(c.src[c.r:])
	c.keep(n)
	if !body {
		return
	}
	n = group(c.src[c.r:])
	if n < 2 || c.src[c.r+n-1] != '}' {
		c.keep(n) // unbalanced: the parser will say so
		return
	}
	c.keep(1)
	c.drop(n - 2)
	c.keep(1)
}

// signature returns the length of what stands between "func" and the brace of
// the body, and whether there is a body: functions in assembly have none.
func signature(src []byte) (n int, body bool) {
	for n < len(src) {
		switch b := src[n]; {
		case b == '\n' || b == ';':
			return n, false
		case b == '{':
			return n, true
		case b == '(' || b == '[':
			n += group(src[n:])
		case b == '/':
			n += max(1, commentLen(src[n:]))
		case identByte(b):
			start := n
			for n < len(src) && identByte(src[n]) {
				n++
			}
			if word := string(src[start:n]); word != "struct" && word != "interface" {
				continue
			}
			for n < len(src) && (src[n] == ' ' || src[n] == '\t') {
				n++
			}
			if n < len(src) && src[n] == '{' {
				n += group(src[n:])
			}
		default:
			n++
		}
	}
	return n, false
}

// group returns the length of the bracketed text that src starts with, all of
// src if it is not closed.
func group(src []byte) int {
	depth := 0
	for i := 0; i < len(src); {
		switch src[i] {
		case '(', '[', '{':
			depth++
		case ')', ']', '}':
			if depth--; depth == 0 {
				return i + 1
			}
		case '"', '`', '\'':
			i += literal(src[i:])
			continue
		case '/':
			if n := commentLen(src[i:]); n > 0 {
				i += n
				continue
			}
		}
		i++
	}
	return len(src)
}

// literal returns the length of the string or rune literal that src starts with.
func literal(src []byte) int {
	quote := src[0]
	if quote == '`' {
		if i := bytes.IndexByte(src[1:], '`'); i >= 0 {
			return i + 2
		}
		return len(src)
	}
	for i := 1; i < len(src); i++ {
		switch src[i] {
		case '\\':
			i++
		case quote:
			return i + 1
		case '\n':
			return i // not closed
		}
	}
	return len(src)
}

// commentLen returns the length of the comment that src starts with, without
// the newline that ends a // comment; 0 if there is none.
func commentLen(src []byte) int {
	if len(src) < 2 || src[0] != '/' {
		return 0
	}
	switch src[1] {
	case '/':
		if i := bytes.IndexByte(src, '\n'); i >= 0 {
			return i
		}
		return len(src)
	case '*':
		if i := bytes.Index(src[2:], []byte("*/")); i >= 0 {
			return i + 4
		}
		return len(src)
	}
	return 0
}

func identByte(b byte) bool {
	return b == '_' || b >= '0' && b <= '9' || b >= 'a' && b <= 'z' || b >= 'A' && b <= 'Z' || b >= 0x80
}
