package flow

import (
	"slices"

	"github.com/mcpvet/mcpvet/internal/program"
	"github.com/mcpvet/mcpvet/models"
)

// A check of a path that was made from another says something of that one,
// too: the cleaned path lies below a folder just when the path does.

// A base is a value that a path was made from.
type base struct {
	key  string
	how  how
	self bool // the path is resolved text, so that no ".." is left but at its start
}

// how says in which way a path was made from another.
type how uint8

const (
	byName    how = iota // both name the same file
	byRel                // it is the way to the other from a folder
	byElement            // it is one of the other's segments
	byParent             // it is the folder of the other
	byDecode             // it is the other, with escapes decoded
	byCase               // it is the other in one case: not the same file
	byHost               // it is the host of the other, a URL
	byURL                // it is the other, parsed as a URL
	byFirst              // it is the first word of the other that is no option
)

// maxDerived bounds the steps by which a path is followed back, maxEnds those
// by which the text is that it is compared with.
const (
	maxDerived = 6
	maxEnds    = 12
)

// derivations returns, for the key of each value that is made from a path, what
// it is made from.
func (x *fn) derivations() map[string][]base {
	if x.derived != nil {
		return x.derived
	}
	x.derived = map[string][]base{}
	var phis []program.Ref
	for b := range x.Blocks {
		for i := range x.Blocks[b].Instrs {
			in := &x.Blocks[b].Instrs[i]
			if in.Dst <= 0 {
				continue
			}
			if in.Op == program.OpPhi {
				phis = append(phis, in.Dst)
				continue
			}
			key, from, h := x.madeFrom(in)
			if from > 0 {
				x.derived[key] = append(x.derived[key], base{x.key(from), h, x.isResolved(in.Dst, 4)})
			}
			if of := x.firstOf(in); of > 0 {
				key := x.key(in.Dst)
				x.derived[key] = append(x.derived[key], x.firstBases(of, x.defs[in.Dst])...)
			}
		}
	}
	if len(x.derived) == 0 {
		return x.derived
	}
	for range 2 { // phis of phis
		for _, r := range phis {
			key := x.key(r)
			x.derived[key] = nil
			for i, b := range x.common(r) {
				if i < maxDerived && b != key {
					x.derived[key] = append(x.derived[key], base{b, byName, x.isResolved(r, 4)})
				}
			}
		}
	}
	return x.derived
}

// madeFrom returns what an instruction makes a path from, and the key of what
// it makes.
func (x *fn) madeFrom(in *program.Instr) (string, program.Ref, how) {
	key := x.key(in.Dst)
	if u := x.hostOf(in.Dst); u > 0 {
		return key, u, byHost
	} else if text := x.parsedFrom(in); text > 0 {
		return key, text, byURL
	}
	switch in.Op {
	case program.OpBinOp:
		if in.Sym == "+" && isSeparator(x.sym(in.Args[1])) {
			return key, in.Args[0], byName
		}
	case program.OpCall:
		switch in.Sym {
		case "path/filepath.Clean", "path.Clean", "path/filepath.ToSlash", "path/filepath.FromSlash":
			return key, in.Args[0], byName
		case "path/filepath.Dir", "path.Dir":
			if x.isResolved(in.Args[0], 4) {
				return key, in.Args[0], byParent
			}
		case "strings.ToLower", "strings.ToUpper":
			return key, in.Args[0], byCase
		case "strings.Split", "strings.SplitSeq", "strings.FieldsFunc", "path/filepath.SplitList":
			if in.Sym != "strings.FieldsFunc" && in.Sym != "path/filepath.SplitList" && isSeparator(x.sym(in.Args[1])) {
				return each + key, in.Args[0], byElement
			}
		}
	case program.OpExtract:
		t := x.def(in.Args[0])
		if t == nil || t.Op != program.OpCall || in.N != 0 {
			break
		}
		switch t.Sym {
		case "path/filepath.Abs", "path/filepath.EvalSymlinks":
			return key, t.Args[0], byName
		case "path/filepath.Rel":
			return key, t.Args[1], byRel
		case "net/url.PathUnescape", "net/url.QueryUnescape":
			return key, t.Args[0], byDecode
		}
	}
	return "", 0, 0
}

// isSeparator reports whether a text is the separator of paths.
func isSeparator(s *Sym) bool {
	t := plainText(s)
	return t == "/" || t == "\\"
}

// common returns the keys of the paths that all operands of a phi name.
func (x *fn) common(r program.Ref) []string {
	var out []string
	for i, a := range x.def(r).Args {
		if a == r {
			continue
		}
		names := x.names(x.key(a), maxDerived)
		if i == 0 {
			out = names
			continue
		}
		out = slices.DeleteFunc(slices.Clone(out), func(k string) bool { return !slices.Contains(names, k) })
	}
	return out
}

// names returns the keys of what names the same file as a value, or a file
// below it.
func (x *fn) names(key string, depth int) []string {
	out := []string{key}
	if depth == 0 {
		return out
	}
	for _, b := range x.derived[key] {
		if b.how == byName || b.how == byParent {
			out = append(out, x.names(b.key, depth-1)...)
		}
	}
	return out
}

// derive adds what guards say of what the values that they are about were made
// from.
func (x *fn) derive(gs guards) guards {
	if len(gs) == 0 || len(x.derivations()) == 0 {
		return gs
	}
	var added guards
	var work []string
	for k, g := range gs {
		if (g.clears|g.lost())&(pathMask|pathFacts|KindMask(models.KindURLHost)) != 0 && len(x.derived[k]) > 0 {
			work = append(work, k)
		}
	}
	slices.Sort(work)
	get := func(k string) guard {
		if g, ok := added[k]; ok {
			return g
		}
		return gs[k]
	}
	for n := 0; n < len(work) && n < 40; n++ {
		for _, b := range x.derived[work[n]] {
			g := get(work[n])
			if more := b.itself(g.clears); !g.clears.holds(more) {
				g.clears |= more
				if added == nil {
					added = guards{}
				}
				added[work[n]] = g
			}
			clears, w := b.says(g.clears)
			old := get(b.key)
			for _, o := range g.weak {
				if o.mask &= b.carries(); o.mask != 0 {
					w = append(w, o)
				}
			}
			w = slices.DeleteFunc(w, func(n weak) bool {
				return slices.ContainsFunc(old.weak, func(o weak) bool { return o.why == n.why })
			})
			if old.clears.holds(clears) && len(w) == 0 {
				continue
			}
			if added == nil {
				added = guards{}
			}
			added[b.key] = old.and(guard{clears: clears, weak: w})
			work = append(work, b.key)
		}
	}
	if added == nil {
		return gs
	}
	out := make(guards, len(gs)+len(added))
	for k, g := range gs {
		out[k] = g
	}
	for k, g := range added {
		out[k] = g
	}
	return out
}

// carries returns the kinds for which a check that does not hold is told of what
// the value was made from, too.
func (b base) carries() Mask {
	switch b.how {
	case byElement, byFirst:
		return 0
	case byHost, byURL:
		return KindMask(models.KindURLHost)
	}
	return pathMask
}

// itself returns what a check of a path says of the path.
func (b base) itself(clears Mask) Mask {
	if !b.self || !clears.holds(notParent|notBelow) {
		return 0
	}
	if b.how == byRel {
		return pathMask // never absolute
	}
	return segPath | dotPath
}

// says returns what a check of a path says of what the path was made from.
func (b base) says(clears Mask) (Mask, []weak) {
	up := clears & (pathMask | pathFacts)
	dots := segPath | dotPath
	if up.holds(notParent | notBelow) {
		up |= dotPath
		if b.self { // and no others follow
			up |= segPath
		}
	}
	switch b.how {
	case byRel:
		if up.holds(dots) {
			return pathMask, nil
		}
		return 0, nil
	case byElement:
		if up&(notParent|dotPath) != 0 {
			return dots | notParent | notBelow | KindMask(models.KindURLPath), nil
		}
		return 0, nil
	case byDecode:
		return up&(dots|notParent|notBelow) | clears&KindMask(models.KindURLPath), nil
	case byParent:
		if up.holds(pathMask) {
			return pathMask, nil
		}
		return up & (equals | under), nil
	case byHost, byURL:
		return clears & KindMask(models.KindURLHost), nil
	case byFirst:
		return clears & KindMask(models.KindProgram), nil
	case byCase:
		if up.holds(pathMask) {
			return 0, []weak{{mask: pathMask, why: oneCase}}
		}
		return 0, nil
	}
	return up | clears&KindMask(models.KindURLPath), nil
}
