package models

import (
	"errors"
	"fmt"
	"strings"

	"golang.org/x/mod/semver"
)

// Canonical returns the symbol that rows use for symbol, a function's FullName
// or a type's name: without type arguments and type parameters, without the
// major version in import paths, and with the main module's path in place of
// a fork's.
func Canonical(symbol string) string {
	// Without the builtin rows, which a test holds valid, there are no forks.
	s, err := Builtin()
	if err != nil {
		return canonical(symbol, nil)
	}
	return canonical(symbol, s.forks)
}

// A fork is a module path that stands for another.
type fork struct{ from, to string }

func canonical(symbol string, forks []fork) string {
	symbol = dropMajor(dropBrackets(symbol))
	for _, f := range forks {
		if i := strings.Index(symbol, f.from); i >= 0 && onlyPunctuation(symbol[:i]) {
			rest := symbol[i+len(f.from):]
			if rest == "" || rest[0] == '/' || rest[0] == '.' || rest[0] == ')' {
				return symbol[:i] + f.to + rest
			}
		}
	}
	return symbol
}

// canonicalPath is canonical for an import path.
func canonicalPath(path string, forks []fork) string {
	return strings.TrimSuffix(canonical(path+".x", forks), ".x")
}

// onlyPunctuation reports whether text is what stands before an import path:
// nothing, "*", "(" or "(*".
func onlyPunctuation(text string) bool { return strings.Trim(text, "(*") == "" }

// dropBrackets removes bracketed lists, nested ones too.
func dropBrackets(symbol string) string {
	if strings.IndexByte(symbol, '[') < 0 {
		return symbol
	}
	var b strings.Builder
	depth := 0
	for i := range len(symbol) {
		switch c := symbol[i]; {
		case c == '[':
			depth++
		case c == ']' && depth > 0:
			depth--
		case depth == 0:
			b.WriteByte(c)
		}
	}
	return b.String()
}

// dropMajor removes the path elements "v2", "v3" and so on, and in paths below
// gopkg.in the suffixes ".v2", ".v3".
func dropMajor(symbol string) string {
	if strings.Contains(symbol, "gopkg.in/") {
		symbol = dropVersions(symbol, '.', 0)
	}
	return dropVersions(symbol, '/', 2)
}

// dropVersions removes every separator that is followed by v, a number of at
// least least, and the end of a path element.
func dropVersions(symbol string, separator byte, least int) string {
	for i := 0; i+2 < len(symbol); i++ {
		if symbol[i] != separator || symbol[i+1] != 'v' {
			continue
		}
		end, n := i+2, 0
		for end < len(symbol) && '0' <= symbol[end] && symbol[end] <= '9' {
			n = min(10*n+int(symbol[end]-'0'), 1<<20)
			end++
		}
		atEnd := end == len(symbol) || symbol[end] == '/' || symbol[end] == '.' || symbol[end] == ')'
		if end > i+2 && n >= least && atEnd {
			symbol = symbol[:i] + symbol[end:]
			i--
		}
	}
	return symbol
}

// SymbolParts is a symbol taken apart.
type SymbolParts struct {
	Package string // import path
	Type    string // receiver, or the type itself; "" for a function
	Pointer bool   // receiver is a pointer
	Func    string // function or method; "" for a type
}

// ParseFunc takes "path.Func", "(path.Type).Method" or "(*path.Type).Method"
// apart.
func ParseFunc(symbol string) (SymbolParts, error) {
	inner, ok := strings.CutPrefix(symbol, "(")
	if !ok {
		p, name, err := splitName(symbol)
		return SymbolParts{Package: p, Func: name}, err
	}
	receiver, method, ok := strings.Cut(inner, ").")
	if !ok || !isIdentifier(method) {
		return SymbolParts{}, fmt.Errorf("symbol %q: write (path.Type).Method or (*path.Type).Method", symbol)
	}
	typ, pointer := strings.CutPrefix(receiver, "*")
	p, name, err := splitName(typ)
	if err != nil {
		return SymbolParts{}, err
	}
	return SymbolParts{Package: p, Type: name, Pointer: pointer, Func: method}, nil
}

// ParseType takes "path.Type" apart.
func ParseType(symbol string) (SymbolParts, error) {
	p, name, err := splitName(symbol)
	return SymbolParts{Package: p, Type: name}, err
}

func splitName(symbol string) (path, name string, err error) {
	if symbol == "" {
		return "", "", errors.New("the symbol is missing")
	}
	slash := strings.LastIndexByte(symbol, '/')
	dot := strings.LastIndexByte(symbol, '.')
	if dot <= slash+1 || !isIdentifier(symbol[dot+1:]) || strings.ContainsAny(symbol[:dot], "()*[] \t\n") || symbol[0] == '/' {
		return "", "", fmt.Errorf("symbol %q: write import/path.Name", symbol)
	}
	return symbol[:dot], symbol[dot+1:], nil
}

func isIdentifier(text string) bool { return isName(text) && !strings.Contains(text, "-") }

// InVersion reports whether a row with the limits since and until is about the
// module version version. An empty version means the newest.
func InVersion(since, until, version string) bool {
	if version == "" {
		return until == ""
	}
	return (since == "" || semver.Compare(version, since) >= 0) &&
		(until == "" || semver.Compare(version, until) < 0)
}

// Infers returns how version of m infers schemas from types, or nil when m
// doesn't say. An empty version means the newest.
func (m *Model) Infers(version string) *Inference {
	for i := range m.Inference {
		if inf := &m.Inference[i]; InVersion(inf.Since, inf.Until, version) {
			return inf
		}
	}
	return nil
}

// Dialect returns the dialect of Infers, or "".
func (m *Model) Dialect(version string) string {
	if inf := m.Infers(version); inf != nil {
		return inf.Dialect
	}
	return ""
}
