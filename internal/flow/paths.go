package flow

import (
	"slices"
	"strconv"
	"strings"

	"github.com/mcpvet/mcpvet/internal/program"
	"github.com/mcpvet/mcpvet/models"
)

// Kind path has parts, since different checks do away with them: a path leads
// out of a folder because it is absolute, by "../" in it, or by being "..".
var (
	absPath  = Mask(1) << (len(models.FlowKinds()) + 0)
	dotPath  = Mask(1) << (len(models.FlowKinds()) + 1)
	segPath  = kindBits[models.KindPath] &^ absPath &^ dotPath
	pathMask = kindBits[models.KindPath]
)

// headURL is a part of kind urlpath: the text may be the start of the URL, so
// that nothing stands before it that ".." could take away.
var headURL = Mask(4) << len(models.FlowKinds())

// InURLPath reports whether a text stands in the path of a URL behind other
// text, and may take away what is before it.
func (m Mask) InURLPath() bool { return m.Has(KindMask(models.KindURLPath)) && !m.Has(headURL) }

// What checks say of a path that does not clear anything by itself; only in
// guards.
const (
	notParent Mask = 1 << 56 // it is not ".."
	notBelow  Mask = 1 << 57 // it does not start with "../"
	equals    Mask = 1 << 58 // it is another value, such as the root
	under     Mask = 1 << 59 // it starts with the root, as far as it is resolved

	pathFacts = notParent | notBelow | equals | under
)

// Reasons why checks do not hold.
const (
	unresolved = "the prefix is compared before \"..\" is resolved"
	oneCase    = "the path is compared in one case, which may name another folder"
	denyList   = "some characters or words are refused (a deny list)"
)

// OnlyParent reports whether a path can lead out of a folder by nothing else
// than being "..": it has no separator.
func (m Mask) OnlyParent() bool { return m&pathMask == dotPath }

// holds reports whether m has all of k.
func (m Mask) holds(k Mask) bool { return m&k == k }

// isRoot returns what it clears that a path is the root or lies below it.
func isRoot(a, b Mask) Mask {
	if a&equals != 0 && b.holds(pathMask) || b&equals != 0 && a.holds(pathMask) {
		return pathMask
	}
	if a&equals != 0 && b&under != 0 || b&equals != 0 && a&under != 0 {
		return under
	}
	return 0
}

// same returns what it says that two values are equal.
func (x *fn) same(a, b program.Ref) guards {
	ka, kb := x.key(a), x.key(b)
	for _, base := range []string{"path/filepath.Base", "path.Base"} {
		if ka == "f"+base+"("+kb+")" {
			return guards{kb: {clears: pathMask | KindMask(models.KindLink)}}
		}
		if kb == "f"+base+"("+ka+")" {
			return guards{ka: {clears: pathMask | KindMask(models.KindLink)}}
		}
	}
	out := guards{ka: {clears: equals}, kb: {clears: equals}}
	return both(both(out, x.unchanged(a, b)), x.unchanged(b, a))
}

// unchanged returns what it says that a text equals what is left of it when a
// pattern was replaced in it: there was nothing to replace.
func (x *fn) unchanged(text, left program.Ref) guards {
	in := x.def(left)
	if in == nil || in.Op != program.OpCall {
		return nil
	}
	switch in.Sym {
	case "(*regexp.Regexp).ReplaceAllString", "(*regexp.Regexp).ReplaceAllLiteralString":
		by, ok := x.sym(in.Args[2]).Text()
		if ok && x.constant(text) == nil && x.key(in.Args[1]) == x.key(text) {
			return guards{x.key(text): {clears: replaceClears(x.pattern(in.Args[0]), by)}}
		}
	}
	return nil
}

// not returns what it says of a value that it is not a text.
func (x *fn) not(r program.Ref, text string) guards {
	if text != ".." || x.constant(r) != nil {
		return nil
	}
	return guards{x.key(r): {clears: notParent | dotPath}}
}

// notPrefixed returns what it says that a text does not start with another.
func (x *fn) notPrefixed(r program.Ref, prefix *Sym, pos program.Pos) guards {
	if x.constant(r) != nil {
		return nil
	}
	g := guard{}
	switch text := plainText(prefix); text {
	case "..":
		g.clears = notParent | notBelow | dotPath
		g.weak = []weak{{mask: pathMask, why: "only \"..\" at the start is refused", pos: pos}}
	case "../", "..\\":
		g.clears = notBelow
		g.weak = []weak{{mask: pathMask, why: "only \"..\" at the start is refused", pos: pos}}
	case "/":
		return x.relative(r, pos)
	default:
		return nil
	}
	return guards{x.key(r): g}
}

// relative returns what it says that a path is not absolute.
func (x *fn) relative(r program.Ref, pos program.Pos) guards {
	return guards{x.key(r): {clears: absPath, weak: []weak{{mask: segPath | dotPath, why: "only absolute paths are refused", pos: pos}}}}
}

// plainText returns a constant text; separators in it may come from constants
// that are characters.
func plainText(s *Sym) string {
	if s == nil {
		return ""
	}
	switch s.Kind {
	case SymText:
		return s.S
	case SymInt:
		if s.N == '/' || s.N == '\\' || s.N == '.' {
			return string(rune(s.N))
		}
	case SymConcat:
		var b strings.Builder
		for _, k := range s.Kids {
			t := plainText(k)
			if t == "" {
				return ""
			}
			b.WriteString(t)
		}
		return b.String()
	}
	return ""
}

// chars returns the constant text that is searched for.
func (x *fn) chars(r program.Ref) string { return plainText(x.sym(r)) }

// deniedPath returns what it says of paths that a text does not contain another,
// or none of its characters.
func deniedPath(text string, chars bool, pos program.Pos) guard {
	url := KindMask(models.KindURLPath)
	switch {
	case chars && strings.ContainsRune(text, '/'), text == "/":
		clears := absPath | segPath | url | KindMask(models.KindLink)
		return guard{clears: clears, weak: []weak{{mask: textMask &^ clears, why: denyList, pos: pos}}}
	case chars:
	case text == "..":
		return guard{clears: segPath | dotPath | url | notParent | notBelow, weak: []weak{{mask: absPath, why: "only \"..\" is refused", pos: pos}}}
	case text == "../", text == "/..":
		return guard{clears: url, weak: []weak{{mask: pathMask, why: "only \"" + text + "\" is refused", pos: pos}}}
	}
	return guard{weak: []weak{{mask: textMask, why: denyList, pos: pos}}}
}

// rooted completes what a callee says of a parameter: a prefix holds if the
// argument is resolved.
func (x *fn) rooted(key string, in *program.Instr, shift int, g guard) guard {
	n, err := strconv.Atoi(strings.TrimPrefix(key, "p"))
	if err != nil || g.clears&under == 0 || g.clears.holds(pathMask) {
		return g
	}
	if op := n - 1 + shift; op < 0 || op >= len(in.Args) || !x.isResolved(in.Args[op], 4) {
		return g
	}
	g.clears |= pathMask
	g.weak = slices.DeleteFunc(slices.Clone(g.weak), func(w weak) bool { return w.why == unresolved })
	return g
}

// behind returns what a path can't do any more behind other text.
func behind(before *Sym) Mask {
	if text := plainText(before); text != "" && strings.Trim(text, "/\\") == "" {
		return 0 // the root of the file system
	}
	out := absPath
	if t, ok := lastText(before); ok && !strings.HasSuffix(t, "/") && !strings.HasSuffix(t, "\\") {
		out |= dotPath
	}
	return out
}

// joinedURL reports whether a URL is free of "..": it comes from a function that
// cleans its path.
func (x *fn) joinedURL(r program.Ref, depth int) bool {
	in := x.def(r)
	if in == nil || depth == 0 {
		return false
	}
	if in.Op == program.OpExtract && in.N == 0 {
		in = x.def(in.Args[0])
	}
	if in == nil || in.Op != program.OpCall || len(in.Args) == 0 {
		return false
	}
	switch in.Sym {
	case "net/url.JoinPath", "(*net/url.URL).JoinPath":
		return true
	case "(*net/url.URL).String":
		return x.joinedURL(in.Args[0], depth-1)
	}
	return false
}

// lastText returns the constant text that a text ends with.
func lastText(s *Sym) (string, bool) {
	if s.Kind == SymConcat && len(s.Kids) > 0 {
		return lastText(s.Kids[len(s.Kids)-1])
	}
	t := plainText(s)
	return t, t != ""
}

// inQuery reports whether what follows a text is in the query or the fragment
// of a URL.
func inQuery(s *Sym) bool {
	switch s.Kind {
	case SymText:
		return strings.ContainsAny(s.S, "?#")
	case SymConcat:
		return slices.ContainsFunc(s.Kids, inQuery)
	}
	return false
}

// joinedPath returns what a path can't do any more behind a function that puts
// paths together or replaces text.
func (x *fn) joinedPath(in *program.Instr, sym string, op int, p path) Mask {
	switch sym {
	case "path/filepath.Join", "path.Join":
		step, _ := p.cut()
		i, ok := index(step)
		if op != 0 || !ok || i == 0 {
			return 0
		}
		if list := List(x.sym(in.Args[0])); len(list) > 0 {
			if t := plainText(list[0]); t != "" && strings.Trim(t, "/\\") == "" {
				return segPath | dotPath // "/" has nothing above it
			}
		}
		return absPath
	case "net/url.JoinPath", "(*net/url.URL).JoinPath":
		if op == 1 {
			return headURL | KindMask(models.KindURLHost)
		}
	case "(*net/url.URL).String":
		if step, _ := p.cut(); step == ".Path" || step == ".RawPath" {
			return headURL | KindMask(models.KindURLHost)
		}
	case "path/filepath.Clean", "path.Clean":
		if s := x.sym(in.Args[0]); s.Kind == SymConcat {
			if t := plainText(s.Kids[0]); t != "" && strings.Trim(t, "/\\") == "" {
				return segPath | dotPath
			}
		}
	case "strings.ReplaceAll", "strings.Replace":
		if op != 0 || sym == "strings.Replace" && x.sym(in.Args[3]).N >= 0 {
			return 0
		}
		old, by := x.chars(in.Args[1]), x.sym(in.Args[2])
		if t, ok := by.Text(); ok {
			return replaced(old, t)
		}
	case "(*strings.Replacer).Replace":
		r := x.sym(in.Args[0])
		if op != 1 || r.Kind != SymCall || r.S != "strings.NewReplacer" || len(r.Kids) == 0 {
			return 0
		}
		var out Mask
		pairs := List(r.Kids[0])
		for i := 0; i+1 < len(pairs); i += 2 {
			by, ok := pairs[i+1].Text()
			if !ok || strings.ContainsAny(by, "/\\") {
				return 0
			}
			out |= replaced(plainText(pairs[i]), by)
		}
		return out
	}
	return 0
}

// replaced returns what a path can't do any more in which a text was replaced
// everywhere. Removing "../" leaves one of "....//"; removing ".." leaves none.
func replaced(old, by string) Mask {
	switch {
	case old == "/" && !strings.ContainsAny(by, "/\\"):
		return absPath | segPath | KindMask(models.KindURLPath)
	case old == ".." && !strings.ContainsAny(by, "./\\"):
		return segPath | dotPath | KindMask(models.KindURLPath)
	}
	return 0
}
