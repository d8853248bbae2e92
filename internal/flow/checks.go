package flow

import (
	"strings"

	"github.com/mcpvet/mcpvet/internal/program"
	"github.com/mcpvet/mcpvet/models"
)

// nativeSays returns what the outcome of a check of the standard library says
// where that depends on more than which function it is: on constants, on
// where the value comes from. It reports whether the function is such a one.
func (x *fn) nativeSays(in *program.Instr, outcome string) (guards, bool) {
	arg := func(i int) program.Ref {
		if i < len(in.Args) {
			return in.Args[i]
		}
		return 0
	}
	yes, no := outcome == "true", outcome == "false"
	switch in.Sym {
	case "slices.Contains":
		if yes {
			return x.listed(arg(0), arg(1)), true
		}
		if t, ok := x.sym(arg(1)).Text(); ok && t == ".." {
			return guards{each + x.key(arg(0)): {clears: notParent}}, true
		}
		if no && x.constant(arg(1)) == nil {
			return x.about(arg(1), guard{weak: []weak{{mask: textMask, why: "some words are refused (a deny list)", pos: in.Pos, deny: true}}}), true
		}
	case "strings.EqualFold", "bytes.Equal":
		if yes {
			if t, ok := x.sym(arg(1)).Text(); ok {
				return x.member(arg(0), []string{t}), true
			} else if t, ok := x.sym(arg(0)).Text(); ok {
				return x.member(arg(1), []string{t}), true
			}
			return both(x.elementOf(arg(0), arg(1)), x.elementOf(arg(1), arg(0))), true
		}
	case "strings.HasPrefix", "bytes.HasPrefix":
		if yes {
			return x.prefixed(in, arg(0), arg(1)), true
		}
		return both(x.notPrefixed(arg(0), x.sym(arg(1)), in.Pos), x.startRefused(in, x.sym(arg(1)))), true
	case "path/filepath.IsAbs", "path.IsAbs":
		if no {
			return x.relative(arg(0), in.Pos), true
		}
	case "strings.HasSuffix", "bytes.HasSuffix":
		if yes && x.constant(arg(0)) == nil {
			long := guards{x.key(arg(0)): {clears: lengthMask}}
			if t, ok := x.sym(arg(1)).Text(); ok {
				if g, ok := x.suffixed(arg(0), t, in.Pos); ok {
					return both(long, guards{x.key(arg(0)): g}), true
				}
			}
			return both(long, guards{x.key(arg(0)): {weak: []weak{{mask: textMask, why: "only the end of the text is checked", pos: in.Pos}}}}), true
		}
	case "strings.Contains", "strings.ContainsAny", "strings.ContainsRune", "bytes.Contains":
		if no {
			return x.denied(in, 0, arg(1)), true
		}
		return guards{x.key(arg(0)): {clears: lengthMask}}, true
	case "strings.ContainsFunc", "strings.IndexFunc":
		if no {
			return x.runes(in), true
		}
	case "slices.ContainsFunc", "slices.IndexFunc":
		if no {
			return x.predicate(arg(0), arg(1)), true
		}
	case "(*regexp.Regexp).MatchString", "(*regexp.Regexp).Match":
		return x.matches(in, arg(0), arg(1), yes), true
	case "regexp.MatchString":
		t, ok := x.sym(arg(0)).Text()
		if !ok {
			return nil, true
		}
		return x.matched(in, arg(1), t, yes), true
	case "strings.Trim", "strings.TrimLeft", "strings.TrimRight", "bytes.Trim":
		if set, ok := x.sym(arg(1)).Text(); ok && outcome == "empty" {
			return x.onlyOf(in, arg(0), set), true
		}
	case "net.ParseIP":
		if outcome == "nonnil" {
			return guards{x.key(arg(0)): {clears: anyText}}, true
		}
	default:
		return nil, false
	}
	return nil, true
}

// pattern returns the constant text of a compiled regular expression; of one in
// a field of a struct, where the program stores only one there.
func (x *fn) pattern(r program.Ref) string {
	s := x.sym(r)
	if s.Kind == SymCall && (s.S == "regexp.MustCompile" || s.S == "regexp.Compile") && len(s.Kids) == 1 {
		t, _ := s.Kids[0].Text()
		return t
	}
	in := x.def(r)
	if in != nil && in.Op == program.OpLoad {
		in = x.def(in.Args[0])
	}
	if in == nil || in.Op != program.OpField && in.Op != program.OpFieldAddr {
		return ""
	}
	stores := x.e.storesOf(generic(in.Owner) + "." + in.Sym)
	if len(stores) != 1 || stores[0].x == x && stores[0].x.in(stores[0].at).Args[1] == r {
		return ""
	}
	from := stores[0]
	if s := from.x.sym(from.x.in(from.at).Args[1]); s.Kind == SymCall {
		return from.x.pattern(from.x.in(from.at).Args[1])
	}
	return ""
}

// storesOf lists the stores of the program to a field, by the names of its type
// and of itself.
func (e *Engine) storesOf(field string) []edgeCall {
	stores, ok := e.stores[field]
	if ok {
		return stores
	}
	e.standsFor()
	e.in(e.storing[field], func(c edgeCall, in *program.Instr) {
		if in.Op != program.OpStore {
			return
		}
		if a := c.x.def(in.Args[0]); a != nil && a.Op == program.OpFieldAddr && generic(a.Owner)+"."+a.Sym == field {
			stores = append(stores, c)
		}
	})
	e.stores[field] = stores
	return stores
}

// matched returns what a regular expression says of what it matches, or of
// what it does not match.
func (x *fn) matched(in *program.Instr, v program.Ref, pattern string, yes bool) guards {
	if x.constant(v) != nil {
		return nil
	}
	if !yes {
		return x.about(v, x.unmatched(in, pattern))
	}
	if pattern == "" {
		// one that the operator sets
		return x.about(v, guard{clears: lengthMask, weak: []weak{{mask: textMask, why: "a pattern that is not known is matched", pos: in.Pos}}})
	}
	safe, anchored := patternSafe(pattern)
	g := guard{clears: safe | lengthMask}
	if rest := textMask &^ safe; rest != 0 {
		why := "the pattern allows characters that matter there"
		if !anchored {
			why = "the pattern is not anchored at both ends"
		}
		g.weak = []weak{{mask: rest, why: why, pos: in.Pos}}
	}
	return x.about(v, g)
}

// unmatched returns what a regular expression says of what it does not match:
// little, unless it matches each character that is not allowed.
func (x *fn) unmatched(in *program.Instr, pattern string) guard {
	safe, listed := refusedSafe(pattern)
	if refusesDash(pattern) {
		safe |= optionMask
		if safe&^optionMask == 0 {
			return guard{clears: safe} // a check for options only
		}
	}
	g := guard{clears: safe}
	if rest := textMask &^ safe; rest != 0 {
		w := weak{mask: rest, why: "the pattern is a deny list", pos: in.Pos, deny: true}
		if listed {
			w.why = "the pattern allows characters that matter there"
		}
		g.weak = []weak{w}
	}
	return g
}

// denied returns what it says that a text does not contain some characters or
// words: little, since others do harm as well.
func (x *fn) denied(in *program.Instr, v int, what program.Ref) guards {
	if x.constant(in.Args[v]) != nil {
		return nil
	}
	chars := in.Sym == "strings.ContainsAny" || in.Sym == "strings.IndexAny"
	text := x.chars(what)
	g := deniedPath(text, chars, in.Pos)
	if strings.Contains(text, "-") && (text == "-" || chars) {
		g.clears |= optionMask | wordsMask
	}
	return x.about(in.Args[v], g)
}

// prefixed returns what it says that a text starts with another.
func (x *fn) prefixed(in *program.Instr, v, with program.Ref) guards {
	if x.constant(v) != nil {
		return nil
	}
	g := guard{clears: lengthMask}
	text, _ := x.sym(with).Text()
	ends := strings.HasSuffix(text, "/") || x.endsFolder(with, maxEnds)
	path := KindMask(models.KindPath)
	switch {
	case !ends:
		g.weak = append(g.weak, weak{mask: path, why: "the prefix is compared without a separator at its end", pos: in.Pos})
	case !x.isResolved(v, 4):
		g.weak = append(g.weak, weak{mask: path, why: unresolved, pos: in.Pos})
		g.clears |= under
	default:
		g.clears |= path
	}
	if i := strings.Index(text, "://"); i >= 0 && strings.ContainsAny(text[i+3:], "/") {
		g.clears |= KindMask(models.KindURLHost)
		if ends && x.joinedURL(v, maxDerived) {
			g.clears |= KindMask(models.KindURLPath)
		}
	} else {
		g.weak = append(g.weak, weak{mask: KindMask(models.KindURLHost), why: "the prefix does not end the host", pos: in.Pos})
	}
	if text != "" && !strings.HasPrefix(text, "-") {
		g.clears |= KindMask(models.KindOption)
	}
	if endsWord(&Sym{Kind: SymText, S: text}) {
		g.clears |= KindMask(models.KindProgram)
	}
	rest := textMask &^ path &^ KindMask(models.KindLink, models.KindURLHost, models.KindOption) &^ g.clears
	g.weak = append(g.weak, weak{mask: rest, why: "only the start of the text is checked", pos: in.Pos})
	return x.about(v, g)
}

// endsWithSeparator reports whether a text ends with the separator of paths.
func endsWithSeparator(s *Sym) bool {
	switch s.Kind {
	case SymConcat:
		if len(s.Kids) > 0 {
			return endsWithSeparator(s.Kids[len(s.Kids)-1])
		}
	case SymText:
		return strings.HasSuffix(s.S, "/") || strings.HasSuffix(s.S, "\\")
	case SymInt: // string(filepath.Separator)
		return s.N == '/' || s.N == '\\'
	}
	return false
}

// isResolved reports whether a path is free of "..": it comes from a function
// that cleans it.
func (x *fn) isResolved(r program.Ref, depth int) bool {
	in := x.def(r)
	if in == nil || depth == 0 {
		return false
	}
	switch in.Op {
	case program.OpCall:
		switch in.Sym {
		case "path/filepath.Clean", "path/filepath.Join", "path/filepath.Abs", "path/filepath.EvalSymlinks", "path/filepath.Dir",
			"path.Clean", "path.Join", "path.Dir":
			return true
		}
		if in.Mode == program.CallStatic && len(in.Args) > 0 && (in.Sym == "path/filepath.ToSlash" || in.Sym == "strings.ToLower") {
			return x.isResolved(in.Args[0], depth-1)
		}
	case program.OpExtract:
		return x.isResolvedCall(in)
	case program.OpBinOp:
		return in.Sym == "+" && x.isResolved(in.Args[0], depth-1)
	case program.OpPhi:
		for _, a := range in.Args {
			if !x.isResolved(a, depth-1) {
				return false
			}
		}
		return true
	case program.OpLoad:
		for _, l := range x.loc(in.Args[0]) {
			for _, s := range x.stores[l.root] {
				if covers(s.loc.path, l.path) && x.isResolved(x.in(s.at).Args[s.op], depth-1) {
					return true
				}
			}
		}
	}
	return false
}

func (x *fn) isResolvedCall(in *program.Instr) bool {
	t := x.def(in.Args[0])
	return t != nil && t.Op == program.OpCall && in.N == 0 &&
		(t.Sym == "path/filepath.Abs" || t.Sym == "path/filepath.EvalSymlinks" || t.Sym == "path/filepath.Rel")
}

// predicate returns what it says that no element of a list fulfils a
// predicate.
func (x *fn) predicate(list, f program.Ref) guards {
	t := &targets{}
	x.e.functions(x.alone(), x, f, "", t, 0)
	if len(t.list) != 1 {
		return nil
	}
	callee := x.e.fn(t.list[0].id)
	if callee == nil || len(callee.Params) == 0 {
		return nil
	}
	if g, ok := callee.vouches(0, "false")["p1"]; ok {
		return guards{each + x.key(list): g}
	}
	return nil
}

// matches returns what it says that a text matches a regular expression, or that it
// does not: of one of several, what each of them says.
func (x *fn) matches(in *program.Instr, re, text program.Ref, yes bool) guards {
	table := x.patternTable(re)
	if len(table) == 0 {
		return x.matched(in, text, x.pattern(re), yes)
	}
	out := x.matched(in, text, table[0], yes)
	for _, p := range table[1:] {
		out = x.either(noBlock, out, x.matched(in, text, p, yes))
	}
	return out
}

// patternTable returns the regular expressions that a value is one of which is
// looked up in a table of them, that the program fills where it is declared.
func (x *fn) patternTable(r program.Ref) []string {
	d := x.def(r)
	if d != nil && d.Op == program.OpExtract {
		d = x.def(d.Args[0])
	}
	if d == nil || d.Op != program.OpLookup {
		return nil
	}
	load := x.def(d.Args[0])
	if load == nil || load.Op != program.OpLoad {
		return nil
	}
	c := x.constant(load.Args[0])
	if c == nil || c.Kind != program.ConstGlobal || x.e.changesTable(c.S) {
		return nil
	}
	stores, ok := x.e.globalStores(c.S)
	if !ok || len(stores) != 1 {
		return nil
	}
	from := stores[0].x
	made := from.in(stores[0].at).Args[1]
	if m := from.def(made); m == nil || m.Op != program.OpMakeMap {
		return nil
	}
	var out []string
	for _, at := range from.uses[made] {
		if up := from.in(at); up.Op == program.OpMapUpdate && up.Args[0] == made {
			p := from.pattern(up.Args[2])
			if p == "" {
				return nil
			}
			out = append(out, p)
		}
	}
	return out
}

// onlyOf returns what it says that a text has no other characters than those of
// a set.
func (x *fn) onlyOf(in *program.Instr, v program.Ref, set string) guards {
	g := guard{}
	for kind, special := range specials {
		if !strings.ContainsAny(set, special) {
			g.clears |= KindMask(kind)
		}
	}
	if strings.Contains(set, ".") { // ".." leads up without a separator
		g.clears &^= KindMask(models.KindPath, models.KindLink, models.KindURLPath)
	}
	if rest := textMask &^ g.clears; rest != 0 {
		g.weak = []weak{{mask: rest, why: "some characters that matter there are let through", pos: in.Pos}}
	}
	return x.about(v, g)
}

// runes returns what it says that no rune of a text fulfils a predicate: that
// it consists of the others. The predicate is tried on the characters that
// matter, as far as it only compares.
func (x *fn) runes(in *program.Instr) guards {
	t := &targets{}
	x.e.functions(x.alone(), x, in.Args[1], "", t, 0)
	if len(t.list) != 1 {
		return nil
	}
	callee := x.e.fn(t.list[0].id)
	if callee == nil {
		return nil
	}
	g := guard{}
	for kind, special := range specials {
		all := true
		for _, r := range special {
			bad, ok := callee.tryRune(r)
			if !ok || bad == 0 {
				all = false
				break
			}
		}
		if all {
			g.clears |= KindMask(kind)
		}
	}
	if rest := textMask &^ g.clears; rest != 0 {
		g.weak = []weak{{mask: rest, why: "some characters that matter there are let through", pos: in.Pos}}
	}
	return x.about(in.Args[0], g)
}
