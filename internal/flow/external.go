package flow

import (
	"slices"
	"strings"

	"github.com/mcpvet/mcpvet/internal/program"
	"github.com/mcpvet/mcpvet/models"
)

// operand returns which operand of a call the root of a row's path names, -1
// for none.
func operand(in *program.Instr, p models.Path) int {
	i := -1
	switch p.Root {
	case models.RootRecv:
		if isMethod(in.Sym) {
			i = 0
		}
	case models.RootArg:
		i = p.Index
		if isMethod(in.Sym) {
			i++
		}
	}
	if i >= len(in.Args) {
		return -1
	}
	return i
}

// stepsOf turns the steps of a row's path into a path.
func stepsOf(p models.Path) path {
	var out path
	for _, s := range p.Steps {
		switch {
		case s.Elements && s.Only != "":
			out = out.add("[" + s.Only + "]")
		case s.Elements:
			out = out.add(anyElem)
		case s.Call:
			out = out.add("()0")
		default:
			out = out.add("." + s.Field)
		}
	}
	return out
}

// external carries data in an operand over a call of code outside the program,
// by its rows or, without any, from what can hold text to what can hold text.
func (e *Engine) external(s *sum, at site, sym string, op int, p path, src *Source, m Mask, tr *trace) {
	x := s.fn
	in := x.in(at)
	rows := e.rows(sym)
	m &^= e.rewritten(x, in, sym, op) | x.joinedPath(in, sym, op, p)
	if m.Has(shownMask) {
		m &^= e.redacted(x, in, sym, op, p)
	}
	if m&kinds == 0 {
		return
	}
	if sym == "(reflect.Value).Call" {
		e.reflected(s, at, op, p, src, m, tr)
	}
	if e.found(s, at, sym, op, src, m, tr) {
		return
	}
	if rows != nil {
		for i := range rows.Sinks {
			e.sinkCall(s, at, sym, &rows.Sinks[i], op, p, src, m, tr)
		}
		if len(rows.Flows) > 0 {
			for i := range rows.Flows {
				e.flowRow(s, at, sym, &rows.Flows[i], op, p, src, m, tr)
			}
			return
		}
		if len(rows.Sources) > 0 && !e.yields(rows.Sources) {
			return // what it yields is a source of its own
		}
	}
	if e.funcs[sym] != nil {
		return // rows beside a body
	}
	if strings.HasPrefix(string(p), mark+inContext) {
		for i := range len(in.Class) {
			if in.Class[i] == program.ClassContext {
				q := p
				if in.N > 1 {
					q = path(mark+"<"+itoa(int32(i))) + p
				}
				e.emit(s, in.Dst, q, src, m, tr)
			}
		}
		return
	}
	tr = tr.add(in.Pos, "passed through "+shortSym(sym))
	m &^= typeMask | lengthMask&^keepsLength[sym] | refuses[sym] // a digest, a page: who knows how long
	for i := range len(in.Class) {
		got := m
		switch in.Class[i] {
		case program.ClassError, program.ClassContext:
			continue
		case program.ClassNumber:
			continue
		case program.ClassOther: // a client that is given a secret uses it, and does not give it back; what makes results does
			if m.Has(shownMask) && (isMethod(sym) || !e.ofSDK(sym)) {
				got &^= shownMask
			}
			got &^= sizeMask | signMask // numbers in it are others
			if op > 0 && e.answers(in, sym) {
				continue // what a client finds is the service's
			}
		}
		q := path("")
		if in.N > 1 {
			q = path(mark + "<" + itoa(int32(i)))
		}
		e.emit(s, in.Dst, q, src, got, tr)
	}
	e.callbacks(s, at, 0, src, m, tr)
	// a builder that nobody else has yet takes up what it is given
	if op > 0 && isMethod(in.Sym) && (in.N == 0 || in.N == 1 && in.Class == "o") && x.isFresh(in.Args[0]) {
		e.store(s, x.loc(in.Args[0]), at, "", src, m&^shownMask, tr)
	}
}

// found carries data over a search by a constant regular expression: what it
// finds is what the expression, or a group of it, matches. It reports whether
// the call is one.
func (e *Engine) found(s *sum, at site, sym string, op int, src *Source, m Mask, tr *trace) bool {
	if !strings.HasPrefix(sym, "(*regexp.Regexp).Find") || op != 1 {
		return false
	}
	in := s.fn.in(at)
	groups := groupsSafe(s.fn.pattern(in.Args[0]))
	if groups == nil {
		return false
	}
	tr = tr.add(in.Pos, "passed through "+shortSym(sym))
	m = m&^Whole | Part
	switch strings.TrimPrefix(sym, "(*regexp.Regexp).") {
	case "FindString", "Find":
		e.emit(s, in.Dst, "", src, m&^groups[0], tr)
	case "FindAllString", "FindAll":
		e.emit(s, in.Dst, path("").add(anyElem), src, m&^groups[0], tr)
	case "FindStringSubmatch", "FindSubmatch":
		for i, safe := range groups {
			e.emit(s, in.Dst, path("").add(elemStep(int64(i))), src, m&^safe, tr)
		}
	default:
		return false
	}
	return true
}

// rewritten returns the kinds of harm that a text can't do any more after a
// function that replaces characters in it, as far as constants tell.
func (e *Engine) rewritten(x *fn, in *program.Instr, sym string, op int) Mask {
	switch sym {
	case "strings.Map", "bytes.Map":
		if op == 1 {
			return e.mapClears(x, in.Args[0])
		}
	case "slices.DeleteFunc":
		if op == 0 { // what is left fulfils no condition to be deleted
			for _, g := range x.predicate(in.Args[0], in.Args[1]) {
				return g.clears
			}
		}
	case "strings.ReplaceAll", "strings.Replace":
		if op == 0 {
			return x.quoting(in)
		}
	case "(*strings.Replacer).Replace":
		if op == 1 {
			return x.quoting(in)
		}
	case "(*regexp.Regexp).ReplaceAllString", "(*regexp.Regexp).ReplaceAllLiteralString", "(*regexp.Regexp).ReplaceAll":
		if op == 1 {
			if by, ok := x.sym(in.Args[2]).Text(); ok {
				return replaceClears(x.pattern(in.Args[0]), by)
			}
		}
	}
	return 0
}

// yields reports whether no source row is about what the call passes on: they
// fill an argument, or are about the error.
func (e *Engine) yields(rows []models.Source) bool {
	for _, r := range rows {
		if r.Class == models.ClassError {
			continue
		}
		if r.Value == "" || strings.HasPrefix(r.Value, models.RootResult) {
			return false
		}
	}
	return true
}

// isFresh reports whether a register refers to what the function itself has
// made: an allocation, or the result of a call.
func (x *fn) isFresh(r program.Ref) bool {
	for _, l := range x.loc(r) {
		d := x.def(l.root.reg)
		if l.path != "" || d == nil {
			return false
		}
		if d.Op == program.OpExtract {
			d = x.def(d.Args[0])
		}
		if d == nil || d.Op != program.OpAlloc && d.Op != program.OpCall {
			return false
		}
	}
	return true
}

// flowRow carries data as a row says.
func (e *Engine) flowRow(s *sum, at site, sym string, row *models.Flow, op int, p path, src *Source, m Mask, tr *trace) {
	x := s.fn
	in := x.in(at)
	var rest path
	matched := -1
	for k, text := range row.From {
		from, err := models.ParsePath(text)
		if err != nil || operand(in, from) != op {
			continue
		}
		if r, ok := read(p, stepsOf(from)); ok {
			rest, matched = r, k
			break
		}
	}
	if matched < 0 {
		return
	}
	m &^= KindMask(row.Clears...)
	if row.Splits {
		m, tr = taken(m, in, tr)
		m &^= x.trimmed(in)
	}
	if !row.Whole && !row.Splits && !decodesInto(row) {
		m &^= lengthMask
	}
	if row.Format != "" {
		m = x.formatted(in, row, p, m)
	} else if !row.Whole {
		m = m&^Whole | Part
		if len(row.Clears) == 0 && m&kinds != 0 {
			m |= Part
		}
	}
	if m&kinds == 0 {
		return
	}
	if row.Calls != "" {
		if to, err := models.ParsePath(row.Calls); err == nil {
			if i := operand(in, to); i >= 0 {
				e.callbacks(s, at, i, src, m, tr)
			}
		}
	}
	to := row.To
	if len(to) == 0 {
		if row.Calls != "" {
			return
		}
		to = []string{"result0"}
	}
	src, tr = e.nameBy(s, in, row, src, tr, sym)
	tr = tr.add(in.Pos, "passed through "+shortSym(sym))
	for _, text := range to {
		dst, err := models.ParsePath(text)
		if err != nil {
			continue
		}
		got := m
		if i := operand(in, dst); m.Has(modelMask) && dst.Root != models.RootResult && i >= 0 && (x.writtenBetween(in.Args[i], at) || x.templatedBetween(in, sym, rest)) {
			got = got.fenced()
		}
		if i := operand(in, dst); row.Whole && dst.Root != models.RootResult && i >= 0 && x.gathers(in.Args[i], at) {
			got = got.asPart() | got&Whole
		}
		e.deliver(s, at, dst, keep(row, rest), src, got, tr)
	}
}

// decodesInto reports whether what passes becomes something else, in an argument:
// nothing is known of how long its parts are, and whether they are there.
func decodesInto(row *models.Flow) bool {
	return row.Format == "" && len(row.To) > 0 && !slices.ContainsFunc(row.To, func(to string) bool { return strings.HasPrefix(to, models.RootResult) })
}

// gathers reports whether what a register refers to, such as a strings.Builder,
// is written to elsewhere too, so that what a site writes to it is a part of a
// text.
func (x *fn) gathers(r program.Ref, at site) bool {
	for _, l := range x.loc(r) {
		d := x.def(l.root.reg)
		if d == nil {
			return true // of a caller's, or of nobody knows whose
		}
		if d.Op == program.OpCall && len(d.Args) == 1 && x.hasText(d.Args[0]) {
			return true
		}
		if loop := x.Blocks[at.block].Loop; loop != program.NoBlock && !x.InLoop(x.defs[l.root.reg].block, loop) {
			return true
		}
		for _, a := range x.passes[l.root] {
			if in := x.in(a.at); a.at != at && in.Op == program.OpCall && x.writes(in, int(a.op)) {
				return true
			}
		}
	}
	return false
}

// hasText reports whether a writer that is made from a text has some from the
// start.
func (x *fn) hasText(r program.Ref) bool {
	c := x.constant(r)
	return c == nil || c.Kind == program.ConstString && c.S != ""
}

// writes reports whether a call puts something into what an operand refers to.
func (x *fn) writes(in *program.Instr, op int) bool {
	if x.e.funcs[in.Sym] != nil || in.Mode == program.CallDynamic {
		return true
	}
	rows := x.e.rows(in.Sym)
	if rows == nil {
		return false
	}
	for _, row := range rows.Flows {
		for _, to := range row.To {
			if p, err := models.ParsePath(to); err == nil && operand(in, p) == op {
				return true
			}
		}
	}
	return false
}

// keep returns where in its target the data of a row arrives: at the same
// place where a text or a value passes whole, anywhere else.
func keep(row *models.Flow, rest path) path {
	if row.Whole {
		return rest
	}
	return ""
}

// deliver puts data where a row's path says.
func (e *Engine) deliver(s *sum, at site, to models.Path, rest path, src *Source, m Mask, tr *trace) {
	x := s.fn
	in := x.in(at)
	if to.Root == models.RootResult {
		q := stepsOf(to).join(rest)
		if in.N > 1 {
			q = path(mark+"<"+itoa(int32(to.Index))) + q
		}
		if to.Index < len(in.Class) && in.Class[to.Index] == program.ClassNumber {
			m &^= anyText | lengthMask | typeMask
		}
		e.emit(s, in.Dst, q, src, m, tr)
		return
	}
	i := operand(in, to)
	if i < 0 {
		return
	}
	e.writeSinks(s, at, in.Args[i], src, m, tr)
	p := stepsOf(to).join(rest)
	if len(to.Steps) == 1 && to.Steps[0].Elements { // variadic: each argument is what is pointed to
		for _, v := range x.elements(in.Args[i]) {
			e.store(s, x.loc(v), at, rest, src, m, tr)
		}
		return
	}
	e.store(s, x.loc(in.Args[i]), at, p, src, m, tr)
}

// writtenThrough carries what is written to a writer on to the writer that it
// was made from, as rows from a result to an argument say.
func (e *Engine) writtenThrough(s *sum, l loc, at site, src *Source, m Mask, tr *trace) {
	x := s.fn
	in := x.def(l.root.reg)
	if in != nil && in.Op == program.OpExtract {
		in = x.def(in.Args[0])
	}
	if in == nil || in.Op != program.OpCall {
		return
	}
	rows := e.rows(in.Sym)
	if rows == nil {
		return
	}
	for i := range rows.Flows {
		row := &rows.Flows[i]
		for _, from := range row.From {
			if !strings.HasPrefix(from, models.RootResult) {
				continue
			}
			for _, to := range row.To {
				dst, err := models.ParsePath(to)
				if err != nil || dst.Root == models.RootResult {
					continue
				}
				if k := operand(in, dst); k >= 0 {
					e.store(s, x.loc(in.Args[k]), at, "", src, m&^KindMask(row.Clears...), tr)
				}
			}
		}
	}
}

// elements returns the registers that a slice literal is made of.
func (x *fn) elements(r program.Ref) []program.Ref {
	d := x.def(r)
	if d == nil || d.Op != program.OpSlice {
		return nil
	}
	var out []program.Ref
	for _, st := range x.stores[root{reg: d.Args[0]}] {
		out = append(out, x.in(st.at).Args[st.op])
	}
	return out
}

// sourceCall starts what a call yields by its rows.
func (e *Engine) sourceCall(s *sum, at site, sym string) {
	x := s.fn
	in := x.in(at)
	rows := e.rows(sym)
	if rows == nil {
		return
	}
	for _, r := range rows.Sources {
		if r.Unless != "" && e.mentions(r.Unless) {
			continue
		}
		src := Source{Class: r.Class, Sym: sym, Pos: in.Pos}
		if r.Name != "" {
			e.nameSource(s, in, r.Name, &src)
		}
		value := r.Value
		if value == "" {
			value = "result0"
		}
		to, err := models.ParsePath(value)
		if err != nil {
			continue
		}
		p := e.source(src)
		e.deliver(s, at, to, "", p, sourceMask(&r), (*trace)(nil).add(in.Pos, p.describe()))
	}
}

// nameSource finds the name of a source: a constant, what start-up code has
// bound, or a parameter that callers give a constant.
func (e *Engine) nameSource(s *sum, in *program.Instr, text string, src *Source) {
	p, err := models.ParsePath(text)
	if err != nil {
		return
	}
	if p.Root == models.RootConst {
		src.Name = p.Const
		return
	}
	if i := operand(in, p); i >= 0 && len(p.Steps) == 0 {
		v := s.fn.sym(in.Args[i])
		if t, ok := v.Text(); ok {
			src.Name = t
		} else if v.Kind != SymParam {
			return
		} else if t, ok := s.bound(v); ok {
			src.Name = t
		} else if v.Path == "" {
			src.param = int(v.N)
		}
	}
}

// bound returns the text that start-up code has bound to a part of a parameter
// or a free variable.
func (s *sum) bound(p *Sym) (string, bool) {
	if s.bind == nil {
		return "", false
	}
	return s.bind.Text(int(p.N)-1, p.Path.steps())
}

// describe says what a source is, for a trace.
func (s *Source) describe() string {
	var what string
	switch s.Class {
	case models.ClassArgument:
		what = "argument"
	case models.ClassHeader:
		what = "header"
	case models.ClassSecret:
		what = "secret"
	case models.ClassOutside:
		what = "text from outside"
	case models.ClassError:
		what = "error text"
	case models.ClassCaller:
		what = "caller's"
	case models.ClassOptional:
		what = "part"
	case models.ClassStream:
		what = "stream"
	default:
		what = "setting"
	}
	if s.Name != "" {
		what += " \"" + s.Name + "\""
	}
	if s.Sym != "" {
		what += " (" + shortSym(s.Sym) + ")"
	}
	return what
}

// sourceField starts what a field of an SDK's struct holds by its rows.
func (e *Engine) sourceField(s *sum, at site) {
	x := s.fn
	in := x.in(at)
	owner, field := x.field(in)
	rows := e.models.TaintField(owner, field)
	if rows == nil {
		return
	}
	for _, r := range rows.Sources {
		if e.leavesOut(&r) {
			continue
		}
		src := Source{Class: r.Class, Sym: generic(owner) + "." + field, Pos: in.Pos}
		if r.Name != "" {
			e.nameSource(s, in, r.Name, &src)
		}
		p := e.source(src)
		tr := (*trace)(nil).add(in.Pos, p.describe())
		if in.Op == program.OpField {
			e.emit(s, in.Dst, "", p, sourceMask(&r), tr)
			continue
		}
		for _, l := range x.loc(in.Dst) {
			if r.Class == models.ClassStream { // until another one is put there, as one that is limited
				if !x.replaced(l, at) {
					e.place(s, l, at, true, false, p, sourceMask(&r), tr)
				}
				continue
			}
			m := sourceMask(&r)
			if len(r.Kinds) > 0 {
				m &^= x.checkedBefore(l)
			}
			e.place(s, l, start, false, false, p, m, tr)
		}
	}
}

// field returns the type that a field belongs to and the field's name. One of a
// struct without a name is reached from the nearest struct that has one.
func (x *fn) field(in *program.Instr) (owner, field string) {
	owner, field = in.Owner, in.Sym
	for strings.HasPrefix(owner, "struct{") {
		d := x.def(in.Args[0])
		if d != nil && d.Op == program.OpLoad {
			d = x.def(d.Args[0])
		}
		if d == nil || d.Op != program.OpField && d.Op != program.OpFieldAddr {
			break
		}
		owner, field, in = d.Owner, d.Sym+"."+field, d
	}
	return owner, field
}

// shortSym drops the folders of a symbol's import path.
func shortSym(sym string) string {
	prefix := ""
	rest := sym
	if strings.HasPrefix(sym, "(*") {
		prefix, rest = "(*", sym[2:]
	} else if strings.HasPrefix(sym, "(") {
		prefix, rest = "(", sym[1:]
	}
	if sym == "" {
		return "a function value"
	}
	base, _, _ := strings.Cut(rest, "[")
	return prefix + rest[strings.LastIndexByte(base, '/')+1:]
}
