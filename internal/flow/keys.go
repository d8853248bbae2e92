package flow

import (
	"slices"
	"strconv"
	"strings"

	"github.com/mcpvet/mcpvet/internal/program"
)

// Keys number values: two registers with one key hold the same value, so that
// a check of one vouches for the other. A key is a root and a path, and after
// "@" the stores that may have put it there.

func (x *fn) rootKey(r root) string {
	if r.global != "" {
		return "g" + r.global
	}
	if x.def(r.reg) == nil {
		return "p" + strconv.Itoa(int(r.reg))
	}
	if in := x.def(r.reg); in.Op == program.OpCall {
		if k := x.callKey(in); k != "" {
			return k
		}
	}
	return "r" + strconv.Itoa(int(r.reg))
}

// addPath extends a key.
func addPath(key string, p path) string {
	if p == "" {
		return key
	}
	if i := strings.IndexByte(key, '@'); i >= 0 {
		return key[:i] + string(p) + key[i:]
	}
	return key + string(p)
}

// key returns the key of a register or constant.
func (x *fn) key(r program.Ref) string {
	if c := x.constant(r); c != nil {
		return "c" + strconv.Itoa(int(c.Kind)) + c.S + strconv.FormatInt(c.I, 10)
	}
	if k, ok := x.keys[r]; ok {
		return k
	}
	x.keys[r] = "r" + strconv.Itoa(int(r)) // cycles
	k := x.findKey(r)
	x.keys[r] = k
	return k
}

func (x *fn) findKey(r program.Ref) string {
	own := x.rootKey(root{reg: r})
	in := x.def(r)
	if in == nil {
		return own
	}
	at := x.defs[r]
	switch in.Op {
	case program.OpLoad:
		return x.placeKey(x.loc(in.Args[0]), at, own)
	case program.OpLookup:
		if step := x.elem(in.Args[1]); step != anyElem && !in.Comma {
			return x.placeKey(below(x.loc(in.Args[0]), step), at, own)
		}
		if !in.Comma {
			return x.lookupKey(in, own)
		}
	case program.OpField:
		return addPath(x.key(in.Args[0]), path(mark+"."+in.Sym))
	case program.OpConvert, program.OpMakeInterface, program.OpChangeInterface, program.OpTypeAssert:
		if !in.Comma {
			return x.key(in.Args[0])
		}
	case program.OpSlice:
		if in.Args[1] == 0 && in.Args[2] == 0 {
			if ls := x.loc(in.Args[0]); len(ls) == 1 {
				return x.key(in.Args[0])
			}
		} else if low, ok := x.bound(in.Args[1]); ok {
			if high, ok := x.bound(in.Args[2]); ok {
				return "s" + low + ":" + high + "(" + strings.ReplaceAll(x.key(in.Args[0]), "@", "~") + ")"
			}
		}
	case program.OpExtract:
		t := x.def(in.Args[0])
		switch {
		case t == nil:
		case t.Op == program.OpTypeAssert && in.N == 0:
			return x.key(t.Args[0])
		case t.Op == program.OpLookup && in.N == 0:
			if step := x.elem(t.Args[1]); step != anyElem {
				return x.placeKey(below(x.loc(t.Args[0]), step), x.defs[in.Args[0]], own)
			}
			return x.lookupKey(t, own)
		case t.Op == program.OpCall:
			if k := x.callKey(t); k != "" {
				return k + "#" + strconv.Itoa(int(in.N))
			}
		}
	case program.OpCall:
		if k := x.callKey(in); k != "" {
			return k
		}
	case program.OpBinOp:
		if mirrored[in.Sym] == "" {
			return "b" + in.Sym + "(" + strings.ReplaceAll(x.key(in.Args[0])+","+x.key(in.Args[1]), "@", "~") + ")"
		}
	}
	return own
}

// lookupKey returns the key of what a map that the function does not change has
// at a key that is not constant.
func (x *fn) lookupKey(in *program.Instr, own string) string {
	for _, l := range x.loc(in.Args[0]) {
		if len(x.stores[l.root]) > 0 {
			return own
		}
	}
	return "l(" + strings.ReplaceAll(x.key(in.Args[0])+","+x.key(in.Args[1]), "@", "~") + ")"
}

// bound returns a bound of a slice expression, if it is constant or left out.
func (x *fn) bound(r program.Ref) (string, bool) {
	if r == 0 {
		return "", true
	}
	if c := x.constant(r); c != nil && c.Kind == program.ConstInt {
		return strconv.FormatInt(c.I, 10), true
	}
	return "", false
}

// callKey returns the key of a call of a function that gives the same result
// for the same arguments; "" for others.
func (x *fn) callKey(in *program.Instr) string {
	if in.Mode == program.CallDynamic || in.Mode == program.CallBuiltin || !x.e.isPure(in.Sym) {
		return ""
	}
	parts := make([]string, len(in.Args))
	for i, a := range in.Args {
		parts[i] = x.key(a)
	}
	return "f" + in.Sym + "(" + strings.ReplaceAll(strings.Join(parts, ","), "@", "~") + ")"
}

// purePackages hold functions that give the same result for the same
// arguments.
var purePackages = []string{"strings.", "bytes.", "path.", "path/filepath.", "strconv.", "unicode.", "net/url."}

func (e *Engine) isPure(sym string) bool {
	for _, p := range purePackages {
		if strings.HasPrefix(sym, p) {
			return true
		}
	}
	rows := e.rows(sym)
	return rows != nil && len(rows.Sources) > 0
}

// calledBy returns the function and the keys of the arguments that the key of
// a call is made of, and what follows; "" for other keys, and for calls of
// which an argument is a call.
func calledBy(key string) (sym string, args []string, rest string) {
	text, ok := strings.CutPrefix(key, "f")
	if !ok {
		return "", nil, ""
	}
	from := 0
	if strings.HasPrefix(text, "(") { // a method: "(T).M"
		from = max(strings.IndexByte(text, ')'), 0)
	}
	open := strings.IndexByte(text[from:], '(')
	if open < 0 {
		return "", nil, ""
	}
	list, rest, _ := strings.Cut(text[from+open+1:], ")")
	if strings.Contains(list, "(") {
		return "", nil, ""
	}
	return text[:from+open], strings.Split(list, ","), rest
}

// ofParams reports whether a key stands for a parameter, a part of one, or
// what a call gives of such.
func (x *fn) ofParams(key string) bool {
	key = strings.TrimPrefix(key, each)
	if strings.Contains(key, "@") || strings.Contains(key, "~") {
		return false
	}
	if strings.HasPrefix(key, "p") {
		return true
	}
	sym, args, _ := calledBy(key)
	return sym != "" && !slices.ContainsFunc(args, func(a string) bool { return !strings.HasPrefix(a, "p") && !strings.HasPrefix(a, "c") })
}

// placeKey returns the key of what is in a place at a site.
func (x *fn) placeKey(ls []loc, at site, own string) string {
	if len(ls) != 1 || !ls[0].exact {
		return own
	}
	k := seenAt{ls[0], at}
	key, ok := x.placed[k]
	if !ok {
		key = x.findPlaceKey(ls[0], at)
		x.placed[k] = key
	}
	return key
}

// A seenAt is a place at a site.
type seenAt struct {
	loc loc
	at  site
}

func (x *fn) findPlaceKey(l loc, at site) string {
	n := len(x.stores[l.root])
	x.e.spend(n * n / manyStores)
	var reaching []access
	for _, s := range x.stores[l.root] {
		if _, ok := read(s.loc.path, l.path); ok && x.reaches(s.at, at, s.loc) {
			reaching = append(reaching, s)
		}
	}
	whole := x.rootKey(l.root) + string(l.path)
	fresh := l.root.reg == 0 || x.def(l.root.reg) == nil && x.reaches(start, at, l)
	if len(reaching) == 0 {
		return whole
	}
	if len(reaching) == 1 && !fresh && covers(reaching[0].loc.path, l.path) {
		s := reaching[0]
		return addPath(x.key(x.in(s.at).Args[s.op]), l.path[len(s.loc.path):])
	}
	ids := make([]string, 0, len(reaching)+1)
	for _, s := range reaching {
		ids = append(ids, strconv.Itoa(int(s.at.block))+"."+strconv.Itoa(int(s.at.index)))
	}
	if fresh {
		ids = append(ids, "in")
	}
	slices.Sort(ids)
	return whole + "@" + strings.Join(ids, ",")
}

// elements of a list have the key of the list behind this mark: a check in a
// loop over all of them vouches for each.
const each = "E:"

// container returns the list or map that a register is an element of, 0 for
// none.
func (x *fn) container(r program.Ref) program.Ref {
	in := x.def(r)
	if in == nil {
		return 0
	}
	switch in.Op {
	case program.OpLoad:
		if a := x.def(in.Args[0]); a != nil && a.Op == program.OpIndexAddr {
			return a.Args[0]
		}
	case program.OpIndex:
		return in.Args[0]
	case program.OpConvert, program.OpMakeInterface, program.OpChangeInterface, program.OpTypeAssert:
		return x.container(in.Args[0])
	case program.OpExtract:
		t := x.def(in.Args[0])
		if t == nil {
			return 0
		}
		if t.Op == program.OpTypeAssert && in.N == 0 {
			return x.container(t.Args[0])
		}
		if t.Op == program.OpNext && in.N == 2 {
			if rg := x.def(t.Args[0]); rg != nil {
				return rg.Args[0]
			}
		}
	}
	return 0
}
