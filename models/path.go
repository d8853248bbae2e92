package models

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
	"sync"
)

// Roots of access paths.
const (
	RootArg     = "arg"     // argument Index, the receiver left out
	RootRecv    = "recv"    // receiver
	RootResult  = "result"  // result Index
	RootTypeArg = "typearg" // type argument Index
	RootEach    = "each"    // the element of Registrar.Each
	RootHandler = "handler" // type of parameter Index of the handler; -1 is the last one
	RootConst   = "const"   // the constant Const
)

// A Path is a parsed access path. Its steps are shared: callers don't change
// them.
type Path struct {
	Root  string
	Index int
	Steps []Step
	Const string // text after "=" where Root is RootConst
}

// A Step leads from a value to one inside it. Exactly one of Field, Elements
// and Call is set.
type Step struct {
	Field    string // name of a field, or key of a map
	Elements bool   // every element of a slice, array, map or variadic list
	Only     string // with Elements: just the element with this index, "0"
	Call     bool   // first result of a call with unknown arguments
}

// IsZero reports whether p is no path at all.
func (p Path) IsZero() bool { return p.Root == "" }

// String returns the text that p was parsed from.
func (p Path) String() string {
	var b strings.Builder
	switch p.Root {
	case RootConst:
		return "=" + p.Const
	case RootArg, RootResult, RootTypeArg:
		b.WriteString(p.Root)
		b.WriteString(strconv.Itoa(p.Index))
	case RootHandler:
		if p.Index < 0 {
			b.WriteString("handler[last]")
		} else {
			fmt.Fprintf(&b, "handler[%d]", p.Index)
		}
	default:
		b.WriteString(p.Root)
	}
	for _, s := range p.Steps {
		switch {
		case s.Elements && s.Only != "":
			b.WriteString("[" + s.Only + "]")
		case s.Elements:
			b.WriteString("[*]")
		case s.Call:
			b.WriteString("()")
		default:
			b.WriteByte('.')
			b.WriteString(s.Field)
		}
	}
	return b.String()
}

type parsedPath struct {
	path Path
	err  error
}

// The texts of paths come from rows, so there are few of them.
var parsedPaths sync.Map // text -> parsedPath

// ParsePath parses an access path. It remembers its answers, so that callers
// may parse the text of a row each time they need it.
func ParsePath(text string) (Path, error) {
	if v, ok := parsedPaths.Load(text); ok {
		p := v.(parsedPath)
		return p.path, p.err
	}
	path, err := parsePath(text)
	if err != nil {
		err = fmt.Errorf("access path %q: %w", text, err)
	}
	parsedPaths.Store(text, parsedPath{path, err})
	return path, err
}

// maxIndex bounds the indexes of paths; no function has more parameters.
const maxIndex = 255

func parsePath(text string) (Path, error) {
	if c, ok := strings.CutPrefix(text, "="); ok {
		return Path{Root: RootConst, Const: c}, nil
	}
	end := strings.IndexAny(text, ".[(")
	if end < 0 {
		end = len(text)
	}
	root, rest := text[:end], text[end:]
	name := strings.TrimRight(root, "0123456789")
	digits := root[len(name):]
	p := Path{Root: name}
	switch name {
	case RootArg, RootResult, RootTypeArg:
		i, err := parseIndex(digits)
		if err != nil {
			return Path{}, err
		}
		p.Index = i
	case RootRecv, RootEach:
		if digits != "" {
			return Path{}, fmt.Errorf("%s has no index", name)
		}
	case RootHandler:
		inner, after, ok := strings.Cut(strings.TrimPrefix(rest, "["), "]")
		if digits != "" || !ok || !strings.HasPrefix(rest, "[") {
			return Path{}, errors.New(`write "handler[0]" or "handler[last]"`)
		}
		p.Index = -1
		if inner != "last" {
			i, err := parseIndex(inner)
			if err != nil {
				return Path{}, err
			}
			p.Index = i
		}
		if after != "" {
			return Path{}, errors.New("a handler's parameter type has no parts")
		}
		return p, nil
	default:
		return Path{}, errors.New(`start with arg0, recv, result0, typearg0, each, handler[0] or "="`)
	}
	steps, err := parseSteps(rest)
	if err != nil {
		return Path{}, err
	}
	if len(steps) > 0 && p.Root == RootTypeArg {
		return Path{}, errors.New("a type argument has no parts")
	}
	p.Steps = steps
	return p, nil
}

// ParseFieldPath parses a path inside a value, as in Descriptor rows and in
// the keys of Set: names separated by dots.
func ParseFieldPath(text string) ([]Step, error) {
	steps, err := parseSteps("." + text)
	if err == nil {
		for _, s := range steps {
			if s.Field == "" {
				err = errors.New("only names are allowed")
			}
		}
	}
	if err != nil {
		return nil, fmt.Errorf("field path %q: %w", text, err)
	}
	return steps, nil
}

func parseSteps(text string) ([]Step, error) {
	var steps []Step
	for text != "" {
		if rest, ok := strings.CutPrefix(text, "[*]"); ok {
			steps, text = append(steps, Step{Elements: true}), rest
			continue
		}
		if inner, ok := strings.CutPrefix(text, "["); ok {
			digits, rest, ok := strings.Cut(inner, "]")
			if i, err := parseIndex(digits); !ok || err != nil || strconv.Itoa(i) != digits {
				return nil, fmt.Errorf(`%q is neither "[*]" nor an index`, text)
			}
			steps, text = append(steps, Step{Elements: true, Only: digits}), rest
			continue
		}
		if rest, ok := strings.CutPrefix(text, "()"); ok {
			steps, text = append(steps, Step{Call: true}), rest
			continue
		}
		rest, ok := strings.CutPrefix(text, ".")
		if !ok {
			return nil, fmt.Errorf(`%q is neither ".Name" nor "[*]" nor "()"`, text)
		}
		end := strings.IndexAny(rest, ".[(")
		if end < 0 {
			end = len(rest)
		}
		if !isName(rest[:end]) {
			return nil, fmt.Errorf("%q is no name", rest[:end])
		}
		steps, text = append(steps, Step{Field: rest[:end]}), rest[end:]
	}
	return steps, nil
}

func parseIndex(text string) (int, error) {
	i, err := strconv.Atoi(text)
	if err != nil || i < 0 || i > maxIndex {
		return 0, fmt.Errorf("%q is no index", text)
	}
	return i, nil
}

// isName reports whether text is a Go identifier or a key like "maxLength" or
// "x-order".
func isName(text string) bool {
	for i, r := range text {
		switch {
		case r == '_', 'a' <= r && r <= 'z', 'A' <= r && r <= 'Z':
		case i > 0 && (r == '-' || '0' <= r && r <= '9'):
		default:
			return false
		}
	}
	return text != ""
}
