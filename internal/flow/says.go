package flow

import (
	"strconv"
	"strings"

	"github.com/mcpvet/mcpvet/internal/program"
	"github.com/mcpvet/mcpvet/models"
)

// What the outcome of a call says of its arguments: by rows, by what the callee
// has checked on every way to that outcome.

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
		return x.rowsSay(in, at, rows.Barriers, outcome)
	}
	t := x.e.targets(x.alone(), at)
	if len(t.list) == 0 && t.external && outcome == "nil" {
		return x.fetched(in, result)
	}
	if len(t.list) == 0 && in.Mode != program.CallStatic {
		of := t.higher
		if len(of) == 0 {
			of = x.captured(in)
		}
		if g := x.asks(at, result, outcome, of); g != nil {
			return g
		}
	}
	if len(t.list) == 0 || t.external || len(t.higher) > 0 {
		return nil
	}
	var out guards
	for i, g := range t.list {
		if x.e.fn(g.id) == nil {
			return nil
		}
		says := x.calleeSays(in, at, g, result, outcome)
		if i == 0 {
			out = says
		} else {
			out = x.either(noBlock, out, says)
		}
	}
	if in.Mode == program.CallDynamic && x.container(in.Args[0]) != 0 { // which one of a list it is, the turn of a loop says
		out = both(out, x.asks(at, result, outcome, []higher{{}}))
	} else if in.Mode != program.CallStatic {
		out = both(out, x.asks(at, result, outcome, x.captured(in)))
	}
	return out
}

// calleeSays returns what the outcome of a call says of its arguments that
// reaches a function of the program.
func (x *fn) calleeSays(in *program.Instr, at site, g target, result int, outcome string) guards {
	callee := x.e.fn(g.id)
	vouched := callee.vouches(result, outcome)
	says := guards{}
	for k, v := range vouched {
		if v.asked != nil {
			continue
		}
		if key := x.fromCallee(k, in, at, g.shift); key != "" {
			says[key] = x.rooted(k, in, g.shift, v)
		}
		for _, a := range x.variadic(k, in, g.shift) {
			says[x.key(a)] = says[x.key(a)].and(v)
		}
		says = both(says, x.retold(k, v, in, at, g.shift))
	}
	return both(says, x.handed(callee, vouched, in, at, g.shift))
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
func (x *fn) rowsSay(in *program.Instr, at site, rows []models.Barrier, outcome string) guards {
	out := guards{}
	for _, r := range rows {
		when := r.When
		if when == "" {
			when = "nil"
		}
		if when != outcome || r.Unless != "" && x.e.mentions(r.Unless) {
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
		if r.Tag != "" && r.Tags == "" {
			out = both(out, x.byTags(in.Args[i], r.Tag, at))
			continue
		}
		g := guard{}
		if r.Tags != "" {
			g = x.byTagText(in, r)
		} else if r.Grade == models.GradeWeak {
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
			for _, a := range x.elements(in.Args[i]) { // of a variadic call
				out = both(out, x.about(a, g))
			}
		default:
			out = both(out, guards{addPath(key, steps): g})
		}
	}
	return out
}

// vouches returns what a function says of its parameters by a result: true,
// false, or nil.
func (x *fn) vouches(result int, outcome string) guards {
	id := outcome + itoa(int32(result))
	if g, ok := x.vouch[id]; ok {
		return g
	}
	if x.busy[id] {
		return nil
	}
	x.busy[id] = true
	defer delete(x.busy, id)
	var out guards
	first := true
	in := x.guardsIn()
	for b := range x.Blocks {
		blk := &x.Blocks[b]
		if len(blk.Instrs) == 0 || in[b] == nil {
			continue
		}
		ret := &blk.Instrs[len(blk.Instrs)-1]
		if ret.Op != program.OpReturn || result >= len(ret.Args) {
			continue
		}
		var g guards
		var ok bool
		if outcome == "nil" {
			g, ok = x.isNil(ret.Args[result], int32(b), 0)
		} else {
			g, ok = x.isTrue(ret.Args[result], outcome == "true", int32(b), 0)
		}
		if !ok {
			continue // never on this way
		}
		g = x.derive(both(in[b], g))
		if first {
			out, first = g, false
		} else {
			out = x.either(noBlock, out, g)
		}
	}
	params := guards{}
	for k, g := range out {
		if x.ofParams(k) || g.asked != nil {
			params[k] = g.ungated()
		}
	}
	x.vouch[id] = params
	return params
}
