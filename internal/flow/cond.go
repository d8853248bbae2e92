package flow

import (
	"slices"
	"strconv"
	"strings"

	"github.com/mcpvet/mcpvet/internal/program"
	"github.com/mcpvet/mcpvet/models"
)

// maxCond bounds how deep conditions are taken apart.
const maxCond = 12

// A condKey is a condition with its truth value.
type condKey struct {
	reg   program.Ref
	truth bool
}

// A nilSays is what it says that an error is nil, and whether it can be.
type nilSays struct {
	says guards
	can  bool
}

// cond returns what a condition says where it has a truth value.
func (x *fn) cond(r program.Ref, truth bool, depth int) guards {
	k := condKey{r, truth}
	if g, ok := x.conds[k]; ok {
		return g
	}
	x.conds[k] = nil // cycles
	g := x.findCond(r, truth, depth)
	x.conds[k] = g
	return g
}

func (x *fn) findCond(r program.Ref, truth bool, depth int) guards {
	in := x.def(r)
	if in == nil || depth > maxCond {
		return nil
	}
	switch in.Op {
	case program.OpUnOp:
		if in.Sym == "!" {
			return x.cond(in.Args[0], !truth, depth+1)
		}
	case program.OpBinOp:
		return x.comparison(in, r, truth, depth)
	case program.OpCall:
		return x.callSays(in, x.defs[r], 0, outcome(truth))
	case program.OpLookup:
		if truth {
			return x.member(in.Args[1], x.mapTexts(in.Args[0]))
		}
	case program.OpExtract:
		t := x.def(in.Args[0])
		switch {
		case t == nil:
		case t.Op == program.OpLookup && in.N == 1 && truth:
			return x.member(t.Args[1], x.mapTexts(t.Args[0]))
		case t.Op == program.OpCall:
			return x.callSays(t, x.defs[in.Args[0]], int(in.N), outcome(truth))
		}
	case program.OpPhi:
		g, _ := x.merged(r, depth, func(a program.Ref, b int32) (guards, bool) { return x.isTrue(a, truth, b, depth+1) })
		return g
	case program.OpConvert, program.OpMakeInterface, program.OpTypeAssert:
		return x.cond(in.Args[0], truth, depth+1)
	}
	return nil
}

func outcome(truth bool) string { return strconv.FormatBool(truth) }

// merged returns what holds whichever operand a phi has; of says what one
// operand means, and whether it can be.
func (x *fn) merged(r program.Ref, depth int, of func(program.Ref, int32) (guards, bool)) (guards, bool) {
	in, at := x.def(r), x.defs[r]
	var out guards
	first := true
	for i, a := range in.Args {
		if a == r || i >= len(x.Blocks[at.block].Preds) {
			continue
		}
		p := x.Blocks[at.block].Preds[i]
		g, ok := of(a, p)
		if !ok {
			continue
		}
		g = both(both(x.chain(p, depth), x.onEdgeAt(p, at.block, depth+1)), g)
		if first {
			out, first = g, false
		} else {
			out = x.either(at.block, out, g)
		}
	}
	return out, !first
}

// maxChain bounds the branches before a block that are taken into account
// where a condition is put together from several.
const maxChain = 6

// chain returns what the branches say that lead to a block and nowhere else,
// as in a && b.
func (x *fn) chain(b int32, depth int) guards {
	var out guards
	for range maxChain {
		preds := x.Blocks[b].Preds
		if len(preds) != 1 {
			break
		}
		out = both(x.onEdgeAt(preds[0], b, depth+1), out)
		b = preds[0]
	}
	return out
}

// isTrue returns what it says that a value is true (or false), and whether it
// can be.
func (x *fn) isTrue(r program.Ref, truth bool, _ int32, depth int) (guards, bool) {
	if c := x.constant(r); c != nil {
		return nil, c.Kind != program.ConstBool || (c.I != 0) == truth
	}
	return x.cond(r, truth, depth), true
}

// isNil returns what it says that an error is nil, and whether it can be.
func (x *fn) isNil(r program.Ref, block int32, depth int) (guards, bool) {
	if c := x.constant(r); c != nil {
		return nil, c.Kind == program.ConstNil
	}
	in := x.def(r)
	if in == nil || depth > maxCond {
		return nil, true
	}
	if x.isNonNil(r, block) {
		return nil, false
	}
	at := x.defs[r]
	switch in.Op {
	case program.OpMakeInterface:
		return nil, false
	case program.OpCall:
		if x.e.neverNil(in.Sym) {
			return nil, false
		}
		return x.callSays(in, at, 0, "nil"), true
	case program.OpExtract:
		if t := x.def(in.Args[0]); t != nil && t.Op == program.OpCall {
			return x.callSays(t, x.defs[in.Args[0]], int(in.N), "nil"), true
		}
	case program.OpPhi: // once: an error that is passed from phi to phi has a way through for each of their operands
		if _, ok := x.nils[r]; !ok {
			x.nils[r] = nilSays{can: true} // cycles
			g, can := x.merged(r, depth, func(a program.Ref, b int32) (guards, bool) { return x.isNil(a, b, depth+1) })
			x.nils[r] = nilSays{g, can}
		}
		return x.nils[r].says, x.nils[r].can
	case program.OpChangeInterface:
		return x.isNil(in.Args[0], block, depth+1)
	case program.OpLoad:
		if ls := x.loc(in.Args[0]); len(ls) == 1 && ls[0].root.global != "" {
			if s := x.e.globalSym(ls[0].root.global, ls[0].path, maxSym); s.Kind == SymCall && x.e.neverNil(s.S) {
				return nil, false // a sentinel error
			}
		}
	}
	return nil, true
}

// isNonNil reports whether the branches that lead to a block say that a value
// is not nil.
func (x *fn) isNonNil(r program.Ref, b int32) bool {
	for range maxChain {
		preds := x.Blocks[b].Preds
		if len(preds) != 1 {
			return false
		}
		blk := &x.Blocks[preds[0]]
		if last := len(blk.Instrs) - 1; last >= 0 && blk.Instrs[last].Op == program.OpIf && blk.Succs[0] != blk.Succs[1] {
			c := x.def(blk.Instrs[last].Args[0])
			if c != nil && c.Op == program.OpBinOp && (c.Sym == "!=") == (blk.Succs[0] == b) && (c.Sym == "!=" || c.Sym == "==") {
				for i, a := range c.Args {
					if k := x.constant(c.Args[1-i]); a == r && k != nil && k.Kind == program.ConstNil {
						return true
					}
				}
			}
		}
		b = preds[0]
	}
	return false
}

// neverNil reports whether a function never returns nil.
func (e *Engine) neverNil(sym string) bool {
	rows := e.rows(sym)
	return rows != nil && rows.Evaluated != nil && rows.Evaluated.Rule == "nonnil"
}

// comparison returns what == and != say.
func (x *fn) comparison(in *program.Instr, r program.Ref, truth bool, depth int) guards {
	if in.Sym != "==" && in.Sym != "!=" {
		return x.ordering(in, truth)
	}
	is := (in.Sym == "==") == truth
	a, b := in.Args[0], in.Args[1]
	if x.constant(a) != nil && x.constant(b) == nil {
		a, b = b, a
	}
	c := x.constant(b)
	if c == nil {
		if !is {
			return nil
		}
		if t, ok := x.sym(b).Text(); ok {
			return x.member(a, []string{t})
		}
		if v := x.startOf(a, b); v != 0 {
			return x.prefixed(in, v, b)
		} else if v := x.startOf(b, a); v != 0 {
			return x.prefixed(in, v, a)
		}
		// with what a loop finds in a list of texts
		return both(both(x.elementOf(a, b), x.elementOf(b, a)), x.same(a, b))
	}
	switch c.Kind {
	case program.ConstNil:
		if is {
			g, _ := x.isNil(a, x.defs[r].block, depth+1)
			return g
		}
		if d := x.def(a); d != nil && d.Op == program.OpCall {
			return x.callSays(d, x.defs[a], 0, "nonnil")
		}
	case program.ConstString:
		if len(c.S) == 1 {
			if g := x.firstIs(a, c.S, is); g != nil {
				return g
			}
		}
		if !is {
			return x.not(a, c.S)
		}
		out := x.member(a, []string{c.S})
		if d := x.def(a); d != nil && d.Op == program.OpCall && c.S == "" {
			out = both(out, x.callSays(d, x.defs[a], 0, "empty"))
		}
		return out
	case program.ConstBool:
		return x.cond(a, (c.I != 0) == is, depth+1)
	case program.ConstInt:
		if c.I == -1 {
			return x.searched(a, is)
		}
		if c.I > 0 && c.I < 0x80 {
			return x.firstIs(a, string(rune(c.I)), is)
		}
	}
	return nil
}

// ordering returns what < and the like say of the result of a search.
func (x *fn) ordering(in *program.Instr, truth bool) guards {
	c := x.constant(in.Args[1])
	if c == nil || c.Kind != program.ConstInt {
		return nil
	}
	switch {
	case in.Sym == "<" && c.I == 0, in.Sym == "<=" && c.I == -1:
		return x.searched(in.Args[0], truth)
	case in.Sym == ">=" && c.I == 0, in.Sym == ">" && c.I == -1:
		return x.searched(in.Args[0], !truth)
	}
	return nil
}

// searched returns what it says that a search found nothing (absent).
func (x *fn) searched(r program.Ref, absent bool) guards {
	d := x.def(r)
	if d == nil || d.Op != program.OpCall {
		return nil
	}
	switch d.Sym {
	case "strings.Index", "strings.IndexAny", "strings.IndexByte", "strings.IndexRune", "strings.LastIndex", "bytes.Index":
		if absent {
			return x.denied(d, 0, d.Args[1])
		}
	case "slices.Index":
		if !absent {
			return x.listed(d.Args[0], d.Args[1])
		}
	case "slices.IndexFunc", "strings.IndexFunc":
		return x.callSays(d, x.defs[r], 0, map[bool]string{true: "false", false: "true"}[absent])
	}
	return nil
}

// member returns what it says that a value is one of a few that the code or
// the operator has chosen; texts are nil where they are not known.
func (x *fn) member(r program.Ref, texts []string) guards {
	if x.constant(r) != nil {
		return nil
	}
	return x.about(r, guard{clears: textMask, texts: texts})
}

// startOf returns the text of which a value is as much from its start as
// another text is long: text[:len(start)]; 0 if it is nothing such.
func (x *fn) startOf(r, start program.Ref) program.Ref {
	in := x.def(r)
	if in == nil || in.Op != program.OpSlice || in.Zero != program.ZeroString || len(in.Args) < 3 || in.Args[1] != 0 && !x.isZero(in.Args[1]) {
		return 0
	}
	n := x.def(in.Args[2])
	if n == nil || n.Op != program.OpCall || n.Mode != program.CallBuiltin || n.Sym != "len" || x.key(n.Args[0]) != x.key(start) {
		return 0
	}
	return in.Args[0]
}

// elementOf returns what it says that a value is equal to an element of a list
// or to a field of one, or to a key of a map.
func (x *fn) elementOf(r, elem program.Ref) guards {
	elem = x.holder(elem)
	if d := x.def(elem); d != nil && d.Op == program.OpExtract && d.N == 1 {
		if next := x.def(d.Args[0]); next != nil && next.Op == program.OpNext {
			if over := x.def(next.Args[0]); over != nil {
				if texts := x.mapTexts(over.Args[0]); texts != nil {
					return x.member(r, texts)
				}
				return x.listed(over.Args[0], r)
			}
		}
	}
	if c := x.container(elem); c != 0 && x.defs[elem].block >= 0 && x.Blocks[x.defs[elem].block].Loop != program.NoBlock {
		return x.listed(c, r)
	}
	return nil
}

// holder returns the struct that a value is a field of, however deep; the value
// itself if it is none.
func (x *fn) holder(r program.Ref) program.Ref {
	for range maxSteps {
		in := x.def(r)
		switch {
		case in == nil:
			return r
		case in.Op == program.OpField:
			r = in.Args[0]
			continue
		case in.Op == program.OpLoad:
			if d := x.def(in.Args[0]); d != nil && d.Op == program.OpFieldAddr {
				r = d.Args[0]
				continue
			}
		case in.Op == program.OpAlloc: // a loop's variable of a struct type
			if st := x.stores[root{reg: r}]; len(st) == 1 && st[0].loc.path == "" {
				r = x.in(st[0].at).Args[st[0].op]
				continue
			}
		}
		return r
	}
	return r
}

// listed returns what it says that a value is in a list: of the code, of the
// operator, but not of the caller.
func (x *fn) listed(list, r program.Ref) guards {
	texts := x.listTexts(list)
	if texts == nil && x.ofCaller(list, r) {
		return nil
	}
	return x.member(r, texts)
}

// ofCaller reports whether a list comes from where data of the caller's does:
// it is a source, or a part of the same parameter as the value that is looked
// up in it.
func (x *fn) ofCaller(list, r program.Ref) bool {
	own := map[root]bool{}
	for _, l := range x.loc(r) {
		own[l.root] = true
	}
	if in := x.def(r); in != nil && in.Op == program.OpLoad {
		for _, l := range x.loc(in.Args[0]) {
			own[l.root] = true
		}
	}
	for _, l := range x.loc(list) {
		in := x.def(l.root.reg)
		if l.root.global == "" && l.path != "" && own[l.root] && x.passedIn(l.root.reg) {
			return true
		}
		if in != nil && in.Op == program.OpExtract {
			in = x.def(in.Args[0])
		}
		if in != nil && in.Op == program.OpCall {
			if rows := x.e.rows(in.Sym); rows != nil && len(rows.Sources) > 0 {
				return true
			}
		}
	}
	return false
}

// passedIn reports whether memory is a parameter, or the copy of one that is a
// struct.
func (x *fn) passedIn(r program.Ref) bool {
	in := x.def(r)
	if in == nil || in.Op != program.OpAlloc {
		return in == nil
	}
	return slices.ContainsFunc(x.stores[root{reg: r}], func(s access) bool {
		v := x.in(s.at).Args[s.op]
		return s.loc.path == "" && v > 0 && x.def(v) == nil
	})
}

// listTexts returns the constant texts in a list, nil if there are others.
func (x *fn) listTexts(r program.Ref) []string {
	s := x.sym(r)
	if s.Kind != SymList {
		return nil
	}
	var out []string
	for _, k := range s.Kids {
		t, ok := k.Text()
		if !ok {
			return nil
		}
		out = append(out, t)
	}
	return out
}

// mapTexts returns the constant keys of a map that is filled once, nil if
// there may be others.
func (x *fn) mapTexts(r program.Ref) []string {
	ls := x.loc(r)
	if len(ls) != 1 || ls[0].path != "" {
		return nil
	}
	if g := ls[0].root.global; g != "" {
		if x.e.muted[g] {
			return nil
		}
		i := strings.LastIndexByte(g, '.')
		init := x.e.fn(x.e.inits[g[:max(i, 0)]])
		if init == nil || init == x {
			return nil
		}
		stores := init.stores[root{global: g}]
		if len(stores) != 1 {
			return nil
		}
		return init.mapTexts(init.in(stores[0].at).Args[1])
	}
	d := x.def(ls[0].root.reg)
	if d == nil || d.Op != program.OpMakeMap {
		return nil
	}
	var out []string
	for _, s := range x.stores[ls[0].root] {
		step, _ := s.loc.path.cut()
		if !isElem(step) || step == anyElem {
			return nil
		}
		out = append(out, step[1:len(step)-1])
	}
	return out
}

// callSays returns what the outcome of a call says of its arguments: true,
// false, nil or nonnil for the result of that index.
func (x *fn) callSays(in *program.Instr, at site, result int, outcome string) guards {
	if in.Mode == program.CallBuiltin {
		return nil
	}
	if g, ok := x.nativeSays(in, outcome); ok {
		return g
	}
	if rows := x.e.rows(in.Sym); rows != nil && len(rows.Barriers) > 0 {
		return x.rowsSay(in, rows.Barriers, outcome)
	}
	t := x.e.targets(&sum{fn: x}, at)
	if len(t.list) == 0 && t.external && outcome == "nil" {
		return x.lookedUp(in, result)
	}
	if len(t.list) == 0 || t.external || len(t.higher) > 0 {
		return nil
	}
	var out guards
	for i, g := range t.list {
		callee := x.e.fn(g.id)
		if callee == nil {
			return nil
		}
		says := guards{}
		for k, v := range callee.vouches(result, outcome) {
			if key := x.fromCallee(k, in, at, g.shift); key != "" {
				says[key] = x.rooted(k, in, g.shift, v)
			}
			for _, a := range x.variadic(k, in, g.shift) {
				says[x.key(a)] = says[x.key(a)].and(v)
			}
		}
		if i == 0 {
			out = says
		} else {
			out = x.either(noBlock, out, says)
		}
	}
	return out
}

// variadic returns the arguments of a variadic call, if a key stands for each of
// them.
func (x *fn) variadic(key string, in *program.Instr, shift int) []program.Ref {
	key, all := strings.CutPrefix(key, each+"p")
	n, err := strconv.Atoi(key)
	if op := n - 1 + shift; all && err == nil && op >= 0 && op < len(in.Args) {
		return x.elements(in.Args[op])
	}
	return nil
}

// fromCallee translates a key of a callee's parameter.
func (x *fn) fromCallee(key string, in *program.Instr, at site, shift int) string {
	key, all := strings.CutPrefix(key, each)
	if sym, args, rest := calledBy(key); sym != "" {
		for i, a := range args {
			if strings.HasPrefix(a, "p") {
				if args[i] = x.fromCallee(a, in, at, shift); args[i] == "" || strings.ContainsAny(args[i], "(@") {
					return ""
				}
			}
		}
		key = "f" + sym + "(" + strings.Join(args, ",") + ")" + rest
		if all {
			return each + key
		}
		return key
	}
	end := strings.IndexByte(key, mark[0])
	if end < 0 {
		end = len(key)
	}
	n, err := strconv.Atoi(key[1:end])
	op := n - 1 + shift
	if err != nil || op < 0 || op >= len(in.Args) || shift == 0 && op == 0 && in.Mode == program.CallDynamic {
		return ""
	}
	a, rest := in.Args[op], path(key[end:])
	out := x.key(a)
	if rest != "" {
		ls := x.loc(a)
		if len(ls) != 1 {
			return ""
		}
		out = x.placeKey([]loc{ls[0].join(rest)}, at, "")
		if out == "" {
			out = addPath(x.key(a), rest)
		}
	}
	if all {
		return each + out
	}
	return out
}

// rowsSay returns what the rows of a function outside the program say.
func (x *fn) rowsSay(in *program.Instr, rows []models.Barrier, outcome string) guards {
	out := guards{}
	for _, r := range rows {
		when := r.When
		if when == "" {
			when = "nil"
		}
		if when != outcome {
			continue
		}
		p, err := models.ParsePath(r.Value)
		if err != nil {
			continue
		}
		i := operand(in, p)
		if i < 0 {
			continue
		}
		g := guard{}
		if r.Grade == models.GradeWeak {
			g.weak = []weak{{mask: KindMask(r.Clears...), why: r.Why, pos: in.Pos}}
		} else {
			g.clears = KindMask(r.Clears...)
		}
		key := x.key(in.Args[i])
		switch steps := stepsOf(p); steps {
		case "":
			out = both(out, x.about(in.Args[i], g))
		case path(mark + anyElem):
			out = both(out, guards{each + key: g})
		default:
			out = both(out, guards{addPath(key, steps): g})
		}
	}
	return out
}
