package flow

import (
	"slices"
	"strings"

	"github.com/mcpvet/mcpvet/internal/program"
	"github.com/mcpvet/mcpvet/models"
)

// What guards take off the harm that a value can do where it is used.

// checked takes off a mask what checks say of a value in a block.
func (s *sum) checked(block int32, r program.Ref, p path, m Mask, tr *trace) (Mask, *trace) {
	x := s.fn
	if r <= 0 || len(x.Blocks) == 1 && x.FreeVars == 0 {
		return m, tr
	}
	m = x.distrusted(block, m)
	if x.isRune(r) {
		m &^= x.runeClears(r, block)
	}
	gs := s.resolved(block)
	if p == "" && len(gs) > 0 {
		m &^= x.partsClear(gs, r, 4)
		if m.Has(shownMask) {
			m &^= gs[x.settingName(r)].clears & shownMask
		}
	}
	return x.apply(gs, r, p, m, tr)
}

// partsClear returns the kinds of harm that a text can't do since checks say so
// of all that it was put together from.
func (x *fn) partsClear(gs guards, r program.Ref, depth int) Mask {
	in := x.def(r)
	if in == nil || depth == 0 {
		return 0
	}
	parts := in.Args
	switch {
	case in.Op == program.OpBinOp && in.Sym == "+":
	case in.Op == program.OpCall && in.Sym == "fmt.Sprintf" && len(in.Args) == 2:
		if parts = x.elements(in.Args[1]); len(parts) == 0 {
			return 0
		}
	default:
		return 0
	}
	m := allKinds &^ KindMask(models.KindPath, models.KindURLPath, models.KindURLHost, models.KindProgram, models.KindOption)
	for _, a := range parts {
		if x.constant(a) == nil {
			m &= gs[x.key(a)].clears | x.partsClear(gs, a, depth-1)
		}
	}
	return m
}

// checkedOnEdge is checked for an operand of a phi, which comes over the edge
// of one predecessor.
func (x *fn) checkedOnEdge(at site, op int, f fact, m Mask, tr *trace) (Mask, *trace) {
	preds := x.Blocks[at.block].Preds
	if op >= len(preds) || f.reg <= 0 {
		return m, tr
	}
	p := preds[op]
	m = x.distrustedOnEdge(p, at.block, m)
	if x.isRune(f.reg) {
		m &^= x.runeClears(f.reg, p)
	}
	return x.apply(x.derive(both(x.guardsIn()[p], x.onEdge(p, at.block))), f.reg, f.path, m, tr)
}

func (x *fn) apply(gs guards, r program.Ref, p path, m Mask, tr *trace) (Mask, *trace) {
	if len(gs) == 0 {
		return m, tr
	}
	use := func(key string) {
		g, ok := gs[key]
		if !ok {
			return
		}
		m &^= g.clears
		if g.clears.holds(pathMask) && p == "" && x.linkFree(r, maxDerived) {
			m &^= KindMask(models.KindLink)
		}
		for _, w := range g.weak {
			if m.Has(w.mask) {
				tr = tr.weak(w)
			}
		}
	}
	key := x.key(r)
	use(key)
	for q := p; q != ""; {
		step, rest := q.cut()
		if isElem(step) {
			use(each + key)
		}
		key = addPath(key, path(mark+step))
		use(key)
		q = rest
	}
	if p == "" {
		use(each + x.key(r))
	}
	for in := x.def(r); in != nil && in.Op == program.OpSlice && in.Zero != program.ZeroString; in = x.def(in.Args[0]) {
		if step, _ := p.cut(); p == "" || isElem(step) { // a part of a list has elements of the list only
			use(each + x.key(in.Args[0]))
		}
	}
	if in := x.def(r); p != "" && in != nil && in.Op == program.OpLoad { // a part of a struct that is loaded as a whole
		if ls := x.loc(in.Args[0]); len(ls) == 1 {
			use(x.placeKey([]loc{ls[0].join(p)}, x.defs[r], key))
		}
	}
	if c := x.container(r); c != 0 {
		use(each + x.key(c))
		for _, w := range gs[x.key(c)].weak { // of the list, as that only one element is checked
			if m.Has(w.mask) {
				tr = tr.weak(w)
			}
		}
	}
	var more []guard
	if !gs[x.key(r)].tells() { // else what is a copy of it is known already
		more = copies(gs, x.key(r))
	}
	for _, g := range more {
		m &^= g.clears
		for _, w := range g.weak {
			if m.Has(w.mask) {
				tr = tr.weak(w)
			}
		}
	}
	if m&kinds == 0 {
		return 0, tr
	}
	return m, tr
}

// sameButCase are functions whose result is one of a few texts only if the
// argument is, but for case and for spaces at its ends.
var sameButCase = []string{"fstrings.ToLower(", "fstrings.ToUpper(", "fstrings.TrimSpace(", "fstrings.Title("}

const oneWord = "only one word of the text is checked"

// copies returns what checks of changed copies of a value say of the value:
// nothing that holds, except where the copy is one of a few texts.
func copies(gs guards, key string) []guard {
	inner := strings.ReplaceAll(key, "@", "~")
	var keys []string
	for k := range gs {
		if strings.HasPrefix(k, "f") && (strings.Contains(k, "("+inner+")") || strings.Contains(k, "("+inner+",")) {
			keys = append(keys, k)
		}
	}
	slices.Sort(keys)
	var out []guard
	for _, k := range keys {
		g := gs[k]
		end := strings.LastIndexByte(k, ')')
		same := g.texts != nil && strings.HasSuffix(k, ")") && strings.Count(k, "(") <= 3
		for rest := k; same; {
			name, after, ok := strings.Cut(rest, "(")
			if !ok || rest == inner || !strings.HasPrefix(rest, "f") {
				break
			}
			same = slices.Contains(sameButCase, name+"(")
			rest = after
		}
		if same {
			out = append(out, guard{clears: g.clears})
			continue
		}
		why := "the check reads a changed copy of the text"
		if strings.Contains(k[end:], "[") {
			why = oneWord
		}
		pos := program.Pos{}
		mask := g.clears
		for _, w := range g.weak {
			mask |= w.mask
			pos = w.pos
			if why != oneWord {
				why = w.why
			}
		}
		if mask != 0 {
			out = append(out, guard{weak: []weak{{mask: mask, why: why, pos: pos}}})
		}
	}
	return out
}

// oneOfTexts returns the texts that checks allow a value to be, nil if none
// does.
func (x *fn) oneOfTexts(r program.Ref, block int32) *Sym {
	if r <= 0 || len(x.Blocks) == 1 {
		return nil
	}
	g, ok := x.guardsIn()[block][x.key(r)]
	if !ok || g.texts == nil {
		return nil
	}
	out := &Sym{Kind: SymOneOf}
	for _, t := range g.texts {
		out.Kids = append(out.Kids, &Sym{Kind: SymText, S: t})
	}
	return out
}
