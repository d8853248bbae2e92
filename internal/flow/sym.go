package flow

import (
	"slices"
	"strconv"
	"strings"

	"github.com/mcpvet/mcpvet/internal/program"
)

// A SymKind says what a Sym is.
type SymKind uint8

// The kinds of Sym.
const (
	SymUnknown SymKind = iota
	SymText            // S: a constant string
	SymInt             // N
	SymBool            // N: 0 or 1
	SymNil             //
	SymParam           // N: parameter or free variable from 1, Path below it
	SymConcat          // Kids, in order
	SymList            // Kids, in order; one of kind SymMany stands for any number
	SymMany            // any number of unknown elements; Kids[0], if there: the list of them
	SymOneOf           // Kids
	SymCall            // S: the function; Kids: its arguments, receiver first
	SymFunc            // S: id
	SymStruct          // S: type; Kids: SymField
	SymField           // S: name; Kids[0]: value
	SymDigits          // a number, as text
	SymMaybe           // of a list: Kids, or none of them; in a loop any number of times
	SymLoop            // what the phi in register N had in the turn before
	SymWords           // the words of the text Kids[0], from number N on
	SymWord            // word number N of the text Kids[0]
	SymChoice          // of a list: the elements of one of Kids, which are lists
	SymElem            // element number N of the list Kids[0], which is not the same one each time
	SymRest            // the list Kids[0] from element N on, in which that is so
)

// A Sym is what is known of a value without running the program: constants,
// how texts and lists are put together, and which parameters stand in them.
type Sym struct {
	Kind SymKind
	S    string
	N    int64
	Path path
	Kids []*Sym
	made *made // of a call
}

// A made says where the value of a call is, and whether the data of a flow is in
// it. Syms that differ in it only say the same.
type made struct {
	fn   string // id of the function
	reg  int64  // its register there
	mark string
}

var unknownSym = &Sym{}

// Text returns the constant text that s is.
func (s *Sym) Text() (string, bool) {
	if s == nil {
		return "", false
	}
	switch s.Kind {
	case SymText:
		return s.S, true
	case SymConcat:
		var b strings.Builder
		for _, k := range s.Kids {
			t, ok := k.Text()
			if !ok {
				return "", false
			}
			b.WriteString(t)
		}
		return b.String(), true
	}
	return "", false
}

// Texts returns the constant texts that s can be; false if there are others.
func (s *Sym) Texts() ([]string, bool) {
	if t, ok := s.Text(); ok {
		return []string{t}, true
	}
	if s == nil || s.Kind != SymOneOf {
		return nil, false
	}
	var out []string
	for _, k := range s.Kids {
		ts, ok := k.Texts()
		if !ok {
			return nil, false
		}
		out = append(out, ts...)
	}
	return out, len(out) > 0
}

// Prefix returns the constant text that s starts with.
func (s *Sym) Prefix() string {
	if s == nil {
		return ""
	}
	switch s.Kind {
	case SymText:
		return s.S
	case SymConcat:
		var b strings.Builder
		for _, k := range s.Kids {
			t, ok := k.Text()
			if !ok {
				return b.String() + k.Prefix()
			}
			b.WriteString(t)
		}
		return b.String()
	}
	return ""
}

// open reports whether a parameter stands in s.
func (s *Sym) open() bool {
	if s == nil {
		return false
	}
	if s.Kind == SymParam {
		return true
	}
	for _, k := range s.Kids {
		if k.open() {
			return true
		}
	}
	return false
}

// maxBound bounds the depth of a Sym in which parameters are replaced.
const maxBound = 2 * maxSym

// deep reports whether a Sym has more than n levels.
func (s *Sym) deep(n int) bool {
	if s == nil {
		return false
	}
	return n == 0 || slices.ContainsFunc(s.Kids, func(k *Sym) bool { return k.deep(n - 1) })
}

// Same reports whether two Syms say the same.
func (s *Sym) Same(t *Sym) bool { return s == t || s.key() == t.key() }

// key tells Syms apart.
func (s *Sym) key() string {
	if s == nil {
		return ""
	}
	var b strings.Builder
	s.writeKey(&b)
	return b.String()
}

func (s *Sym) writeKey(b *strings.Builder) {
	b.WriteByte('a' + byte(s.Kind))
	if s.S != "" {
		b.WriteString(strconv.Quote(s.S))
	}
	if s.N != 0 {
		b.WriteString(strconv.FormatInt(s.N, 10))
	}
	b.WriteString(string(s.Path))
	if len(s.Kids) > 0 {
		b.WriteByte('(')
		for _, k := range s.Kids {
			if k != nil {
				k.writeKey(b)
			}
			b.WriteByte(',')
		}
		b.WriteByte(')')
	}
}

// maxSym bounds the depth of a Sym, maxKids the length of a list.
const (
	maxSym  = 8
	maxKids = 40
)

// sym returns what is known of a register or constant.
func (x *fn) sym(r program.Ref) *Sym { return x.symAt(r, maxSym) }

func (x *fn) symAt(r program.Ref, depth int) *Sym {
	if depth == 0 || r == 0 {
		return unknownSym
	}
	if c := x.constant(r); c != nil {
		return constSym(c)
	}
	if s, ok := x.syms[r]; ok {
		return s
	}
	if depth <= x.symTried[r] {
		return unknownSym
	}
	x.syms[r] = unknownSym // cycles
	s := x.findSym(r, depth)
	if s == unknownSym {
		s = &Sym{S: x.ID, N: int64(r)}
	}
	if s.Kind == SymCall && s.made == nil {
		s.made = &made{fn: x.ID, reg: int64(r)}
	}
	if depth == maxSym || s.Kind != SymUnknown {
		x.syms[r] = s
	} else {
		delete(x.syms, r)
		x.symTried[r] = depth
	}
	return s
}

func constSym(c *program.Const) *Sym {
	switch c.Kind {
	case program.ConstString:
		return &Sym{Kind: SymText, S: c.S}
	case program.ConstInt:
		return &Sym{Kind: SymInt, N: c.I}
	case program.ConstBool:
		return &Sym{Kind: SymBool, N: c.I}
	case program.ConstNil:
		return &Sym{Kind: SymNil}
	case program.ConstFunc:
		return &Sym{Kind: SymFunc, S: c.S}
	}
	return unknownSym
}

func (x *fn) findSym(r program.Ref, depth int) *Sym {
	in := x.def(r)
	if in == nil {
		return &Sym{Kind: SymParam, N: int64(r)}
	}
	switch in.Op {
	case program.OpConvert, program.OpChangeInterface, program.OpMakeInterface, program.OpTypeAssert:
		return x.symAt(in.Args[0], depth-1)
	case program.OpPhi:
		x.syms[r] = &Sym{Kind: SymLoop, N: int64(r)}
		return x.merge(in, r, depth)
	case program.OpMakeSlice:
		if c := x.constant(in.Args[0]); c != nil && c.I == 0 {
			return &Sym{Kind: SymList}
		}
	case program.OpBinOp:
		if in.Sym == "+" {
			return &Sym{Kind: SymConcat, Kids: []*Sym{x.symAt(in.Args[0], depth-1), x.symAt(in.Args[1], depth-1)}}
		}
	case program.OpLoad:
		if s := x.load(x.loc(in.Args[0]), x.defs[r], depth-1); s.Kind != SymUnknown {
			return s
		}
		return x.element(in, depth-1)
	case program.OpField:
		return x.load(below(x.loc(in.Args[0]), "."+in.Sym), x.defs[r], depth-1)
	case program.OpLookup:
		return x.load(below(x.loc(in.Args[0]), x.elem(in.Args[1])), x.defs[r], depth-1)
	case program.OpExtract:
		if t := x.def(in.Args[0]); t != nil && t.Op == program.OpTypeAssert && in.N == 0 {
			return x.symAt(t.Args[0], depth-1)
		} else if t != nil && t.Op == program.OpCall && in.N == 0 {
			return x.callSym(t, depth-1)
		}
	case program.OpSlice:
		if in.Args[2] == 0 && (in.Args[1] == 0 || x.isZero(in.Args[1])) {
			return x.list(in.Args[0], depth-1)
		}
		if high := x.constant(in.Args[2]); high != nil && high.I == 0 && in.Zero != program.ZeroString {
			return &Sym{Kind: SymList} // make([]T, 0, n)
		}
		if low := x.constant(in.Args[1]); in.Args[2] == 0 && low != nil && low.I > 0 && in.Zero != program.ZeroString {
			return x.list(in.Args[0], depth-1).from(int(low.I))
		}
	case program.OpAlloc:
		return x.contents(r, depth-1)
	case program.OpCall:
		return x.callSym(in, depth-1)
	}
	return unknownSym
}

// contents returns what is stored in the fields of an allocation.
func (x *fn) contents(r program.Ref, depth int) *Sym {
	out := &Sym{Kind: SymStruct, S: x.def(r).Type}
	seen := map[string]bool{}
	for _, s := range x.stores[root{reg: r}] {
		step, rest := s.loc.path.cut()
		name, ok := strings.CutPrefix(step, ".")
		if !ok || rest != "" || depth <= 0 || len(out.Kids) >= maxKids {
			continue
		}
		v := unknownSym
		if !seen[name] {
			v = x.symAt(x.in(s.at).Args[s.op], depth)
		} else {
			out.Kids = slices.DeleteFunc(out.Kids, func(k *Sym) bool { return k.S == name })
		}
		seen[name] = true
		out.Kids = append(out.Kids, &Sym{Kind: SymField, S: name, Kids: []*Sym{v}})
	}
	return out
}

// Field returns what is known of a field of a struct, nil if nothing is.
func (s *Sym) Field(name string) *Sym {
	if s == nil || s.Kind != SymStruct {
		return nil
	}
	for _, k := range s.Kids {
		if k.S == name {
			return k.Kids[0]
		}
	}
	return nil
}

func (x *fn) callSym(in *program.Instr, depth int) *Sym {
	if in.Mode == program.CallBuiltin {
		if in.Sym == "append" && len(in.Args) == 2 {
			a, b := x.symAt(in.Args[0], depth+1), x.symAt(in.Args[1], depth)
			return &Sym{Kind: SymList, Kids: append(append([]*Sym(nil), listKids(a)...), listKids(b)...)}
		}
		return unknownSym
	}
	if in.Mode == program.CallDynamic {
		return unknownSym
	}
	if rows := x.e.rows(in.Sym); rows != nil && len(rows.Flows) == 1 && rows.Flows[0].Whole && len(in.Args) > 0 {
		s := x.symAt(in.Args[0], depth)
		if len(rows.Flows[0].To) == 1 && rows.Flows[0].To[0] == "result0[*]" {
			return (&Sym{Kind: SymWords, Kids: []*Sym{s}}).resolved()
		}
		return s
	}
	switch in.Sym {
	case "strconv.Itoa", "strconv.FormatInt", "strconv.FormatUint", "strconv.FormatFloat", "strconv.FormatBool":
		return &Sym{Kind: SymDigits}
	case "slices.Concat":
		if len(in.Args) == 1 {
			if s := x.symAt(in.Args[0], depth); s.Kind == SymList {
				return s.joined()
			}
		}
	}
	out := &Sym{Kind: SymCall, S: in.Sym}
	for _, a := range in.Args {
		out.Kids = append(out.Kids, x.symAt(a, depth))
	}
	if in.Sym == "fmt.Sprintf" {
		return sprintfSym(out)
	}
	if callee := x.e.fn(in.Sym); callee != nil && in.Mode == program.CallStatic {
		if s := callee.returned(depth); s != nil {
			return s.bind(func(p *Sym) *Sym { return x.argument(in.Args, p, x.defsOf(in), depth) })
		}
	}
	return out
}

func (x *fn) defsOf(in *program.Instr) site {
	if in.Dst > 0 {
		return x.defs[in.Dst]
	}
	return start
}

// list returns the elements of a slice of the array at r.
func (x *fn) list(r program.Ref, depth int) *Sym {
	d := x.def(r)
	if d == nil || d.Op != program.OpAlloc {
		return x.symAt(r, depth)
	}
	byIndex := map[int]*Sym{}
	top := -1
	for _, s := range x.stores[root{reg: r}] {
		step, rest := s.loc.path.cut()
		if rest != "" || !isElem(step) {
			continue
		}
		i, err := strconv.Atoi(step[1 : len(step)-1])
		if err != nil || i < 0 || i > maxKids {
			return unknownSym
		}
		if byIndex[i] != nil {
			return unknownSym
		}
		byIndex[i] = x.symAt(x.in(s.at).Args[1], depth)
		top = max(top, i)
	}
	out := &Sym{Kind: SymList}
	for i := range top + 1 {
		k := byIndex[i]
		if k == nil {
			k = unknownSym
		}
		out.Kids = append(out.Kids, k)
	}
	return out
}

// load returns what a place holds at a site, where one store decides it.
func (x *fn) load(ls []loc, at site, depth int) *Sym {
	if len(ls) != 1 || depth <= 0 {
		return unknownSym
	}
	l := ls[0]
	if l.root.global != "" {
		return x.e.globalSym(l.root.global, l.path, depth)
	}
	if !l.exact {
		return unknownSym
	}
	x.e.spend(len(x.stores[l.root]) / manyStores)
	var found *Sym
	n := 0
	for _, s := range x.stores[l.root] {
		if !covers(s.loc.path, l.path) || !x.reaches(s.at, at, l) {
			if _, ok := read(s.loc.path, l.path); ok && !s.loc.exact {
				return unknownSym
			}
			continue
		}
		n++
		stored := x.in(s.at).Args[s.op]
		rest := l.path[len(s.loc.path):]
		v := x.symAt(stored, depth)
		if rest != "" {
			v = v.part(rest)
		}
		switch {
		case v.Kind == SymUnknown:
			return unknownSym
		case found == nil:
			found = v
		default:
			found = &Sym{Kind: SymOneOf, Kids: append(oneOf(found), v)}
		}
	}
	if l.root.reg > 0 && x.def(l.root.reg) == nil && x.reaches(start, at, l) { // a parameter, not overwritten
		p := &Sym{Kind: SymParam, N: int64(l.root.reg), Path: l.path}
		if found == nil {
			return p
		}
		return &Sym{Kind: SymOneOf, Kids: append(oneOf(found), p)}
	}
	if found != nil {
		return found
	}
	if d := x.def(l.root.reg); d != nil && (d.Op == program.OpCall || d.Op == program.OpExtract) {
		return x.symAt(l.root.reg, depth).part(l.path)
	}
	if d := x.def(l.root.reg); d != nil && d.Op == program.OpAlloc && l.path == "" && x.e.kindOf(d.Type) == program.KindStruct {
		return x.contents(l.root.reg, depth)
	}
	return unknownSym
}

func oneOf(s *Sym) []*Sym {
	if s.Kind == SymOneOf {
		return append([]*Sym(nil), s.Kids...)
	}
	return []*Sym{s}
}

// part returns the part of s at a path.
func (s *Sym) part(p path) *Sym {
	if s.Kind == SymParam {
		return &Sym{Kind: SymParam, N: s.N, Path: s.Path.join(p)}
	}
	switch s.Kind {
	case SymOneOf:
		out := &Sym{Kind: SymOneOf}
		if step, _ := p.cut(); isElem(step) {
			out.N = s.sameOf()
		}
		for _, k := range s.Kids {
			out.Kids = append(out.Kids, k.part(p))
		}
		return out
	case SymRest:
		step, rest := p.cut()
		if i, ok := index(step); ok && isElem(step) {
			return s.Kids[0].part(path("").add(elemStep(s.N + int64(i))).join(rest))
		}
	case SymWords:
		step, rest := p.cut()
		if i, ok := index(step); ok && isElem(step) && rest == "" {
			return (&Sym{Kind: SymWord, N: s.N + int64(i), Kids: s.Kids}).resolved()
		}
	case SymCall:
		// the Args of a Cmd
		first := map[string]int{"os/exec.Command": 0, "os/exec.CommandContext": 1}
		if i, ok := first[s.S]; ok && p == path("").add(".Args") && len(s.Kids) == i+2 {
			return &Sym{Kind: SymList, Kids: append([]*Sym{s.Kids[i]}, listKids(s.Kids[i+1])...)}
		}
	case SymStruct:
		step, rest := p.cut()
		v := s.Field(strings.TrimPrefix(step, "."))
		switch {
		case v == nil:
		case rest == "":
			return v
		default:
			return v.part(rest)
		}
	case SymList:
		step, rest := p.cut()
		if i, err := strconv.Atoi(strings.Trim(step, "[]")); err == nil && i >= 0 && i < len(s.Kids) {
			for _, k := range s.Kids[:i+1] {
				if k.vague() {
					if rest == "" {
						return &Sym{Kind: SymElem, N: int64(i), Kids: []*Sym{s}}
					}
					return unknownSym
				}
			}
			if rest == "" {
				return s.Kids[i]
			}
			return s.Kids[i].part(rest)
		}
	}
	return unknownSym
}

// argument returns what a caller passes for a parameter that stands in a Sym.
func (x *fn) argument(args []program.Ref, p *Sym, at site, depth int) *Sym {
	i := int(p.N) - 1
	if i < 0 || i >= len(args) {
		return unknownSym
	}
	s := x.symAt(args[i], depth)
	if p.Path == "" {
		return s
	}
	ls := x.loc(args[i])
	out := make([]loc, len(ls))
	for k, l := range ls {
		out[k] = l.join(p.Path)
	}
	if v := x.load(out, at, depth-1); v.Kind != SymUnknown {
		return v
	}
	return s.part(p.Path)
}

// bind replaces the parameters in s.
func (s *Sym) bind(arg func(*Sym) *Sym) *Sym {
	if !s.open() {
		return s
	}
	if s.Kind == SymParam {
		return arg(s)
	}
	out := *s
	out.Kids = nil
	for _, k := range s.Kids {
		if k.Kind == SymMany && len(k.Kids) == 1 {
			out.Kids = append(out.Kids, listKids(k.Kids[0].bind(arg))...)
			continue
		}
		out.Kids = append(out.Kids, k.bind(arg))
	}
	return out.resolved()
}
