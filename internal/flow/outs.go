package flow

import (
	"strconv"
	"strings"

	"github.com/mcpvet/mcpvet/internal/program"
	"github.com/mcpvet/mcpvet/models"
)

// enter uses the summary of a function.
func (e *Engine) enter(s *sum, id string, ent entry, c *caller) {
	if !e.spend(1) {
		return
	}
	var v *variant
	given := ""
	if c.use == useCall {
		if v = e.givenBy(s.fn, s.given, c.at, id, c.shift); v != nil {
			given = v.key
		}
	}
	at := e.coarse(id, ent, given)
	ahead := s.key.ahead && ent == entry{} && c.use == useCall
	callee := e.summaryOf(sumKey{fn: id, ent: at, given: given, ahead: ahead}, v, nil)
	if callee == nil {
		return
	}
	if at != ent {
		c.mask &^= partMask
	}
	c.sum = s
	key := callerKey{s, c.use, c.at, c.reg, c.fpath, c.src, c.op}
	old := callee.known[key]
	if c.mask&^old == 0 {
		return
	}
	callee.known[key] = old | c.mask
	callee.callers = append(callee.callers, c)
	for _, o := range callee.list {
		e.apply(callee, c, o)
	}
}

// out notes what comes out of a function, and tells those who use it.
func (e *Engine) out(s *sum, o *out) {
	old := s.outs[o.outKey]
	if old == nil {
		if o = s.coarse(e, o); o == nil {
			return
		}
		old = s.outs[o.outKey]
	}
	if old != nil {
		more := o.mask &^ old.mask
		if more == 0 {
			return
		}
		o.mask |= old.mask & props
		if more&kinds == 0 {
			o.mask |= old.mask
		}
		merged := *old
		merged.mask |= o.mask
		s.outs[o.outKey] = &merged
	} else {
		s.outs[o.outKey] = o
	}
	s.list = append(s.list, o)
	if o.kind == outCall && s.key.bind != 0 {
		e.fromGraph(s, o)
	}
	for _, c := range s.callers {
		e.apply(s, c, o)
	}
}

// apply carries what comes out of a summary into a user of it.
func (e *Engine) apply(callee *sum, c *caller, o *out) {
	if !e.spend(1) {
		return
	}
	s, x := c.sum, c.sum.fn
	m := x.distrusted(c.at.block, c.mask.through(o.mask))
	if o.kind <= outArg && m.Has(shownMask) && e.redactor(callee.fn.Name) {
		m &^= shownMask
	}
	if o.kind <= outArg && m.Has(modelMask) && e.fences(callee.fn.Name) {
		m = m.fenced()
	}
	if m&kinds == 0 {
		return
	}
	in := x.in(c.at)
	if o.kind == outCall && s.fn.ID == callee.fn.ID {
		plain := *o
		plain.args = nil // arguments that grow in a recursion
		o = &plain
	}
	if o.mask&Split != 0 && m.Has(optionMask) {
		c = c.checkedBefore(in)
	}
	src := c.src
	if o.src != nil {
		src = e.named1(x, in, c, o.src)
	}
	tr := c.tr
	if c.use == useBinding && o.src != nil && c.src == nil {
		tr = nil
	}
	sub := o.tr
	inner := e.namedByCaller(x, in, c, o.tr, tr)
	switch {
	case o.src == nil:
		inner = inner.add(in.Pos, "passed to "+callee.fn.Name)
	}
	if sub != nil {
		inner = inner.push(&trace{sub: sub})
	}
	switch o.kind {
	case outResult:
		if o.src != nil {
			inner = inner.add(in.Pos, "returned by "+callee.fn.Name)
		}
		e.result(s, c, in, o, src, m, inner)
	case outArg:
		e.changed(s, c, in, callee, o, src, m, inner)
	case outSink:
		e.sunk(s, c, in, o, src, m, inner)
	case outCall:
		e.calledBack(s, c, in, o, src, m, inner)
	case outGlobal:
		e.out(s, &out{outKey: outKey{kind: outGlobal, path: o.path, text: o.text, src: src}, mask: m, tr: inner})
		e.cell(o.text, o.path, src, m, inner)
	}
}

// value returns the function value that a binding makes.
func (c *caller) value(in *program.Instr) program.Ref {
	if in.Op != program.OpMakeClosure && in.Op != program.OpBoundMethod {
		return c.op // a function used as a value
	}
	return in.Dst
}

// readsError reports whether something is done with the error that a call
// gives as its last result.
func (x *fn) readsError(call *program.Instr) bool {
	last := len(call.Class) - 1
	if last < 1 || call.Class[last] != program.ClassError {
		return false
	}
	for _, at := range x.uses[call.Dst] {
		if in := x.in(at); in.Op == program.OpExtract && int(in.N) == last && len(x.uses[in.Dst]) > 0 {
			return true
		}
	}
	return false
}

// result carries a part of a result to where the call's value is.
func (e *Engine) result(s *sum, c *caller, in *program.Instr, o *out, src *Source, m Mask, tr *trace) {
	switch c.use {
	case useCall:
		if in.Op != program.OpCall {
			return
		}
		if o.fails && s.fn.readsError(in) {
			return
		}
		p := o.path
		if in.N > 1 {
			p = path(mark+"<"+itoa(int32(o.num))) + p
		}
		if o.num < len(in.Class) && in.Class[o.num] == program.ClassNumber && p == o.path {
			m &^= anyText
		}
		e.emit(s, in.Dst, p, src, m, tr)
	case useBinding:
		e.emit(s, c.value(in), path("").add("()"+itoa(int32(o.num))).join(o.path), src, m, tr)
	case useCallback:
		if c.reg == 0 {
			return
		}
		step := "()" + itoa(int32(o.num))
		if c.method != "" {
			step = "()" + c.method + ":" + itoa(int32(o.num))
		}
		e.emitAt(s, c.reg, c.fpath.add(step).join(o.path), src, m, tr)
	}
}

// emitAt notes that a part of what an operand refers to is data.
func (e *Engine) emitAt(s *sum, r program.Ref, p path, src *Source, m Mask, tr *trace) {
	x := s.fn
	if r < 0 {
		e.emit(s, r, p, src, m, tr)
		return
	}
	for _, l := range x.loc(r) {
		if l.root.reg == r && l.path == "" {
			e.emit(s, r, p, src, m, tr)
			continue
		}
		e.place(s, l.join(p), start, false, false, src, m, tr)
	}
}

// changed carries what a callee puts into an argument.
func (e *Engine) changed(s *sum, c *caller, in *program.Instr, callee *sum, o *out, src *Source, m Mask, tr *trace) {
	x := s.fn
	nparams := len(callee.fn.Params)
	if o.num > nparams { // a free variable
		made := in
		if c.use == useCallback && c.reg > 0 {
			made = x.def(c.reg)
		}
		if made != nil && made.Op == program.OpMakeClosure && made.Sym == callee.fn.ID && o.num-nparams-1 < len(made.Args) {
			for _, l := range x.loc(made.Args[o.num-nparams-1]) {
				e.place(s, l.join(o.path), start, false, true, src, m, tr)
			}
		}
		return
	}
	var op int
	switch c.use {
	case useCall:
		op = o.num - 1 + c.shift
	case useBinding:
		if in.Op != program.OpBoundMethod { // whoever calls the closure gets it into what he passes
			e.emit(s, c.value(in), path("").add("()>"+strconv.Itoa(o.num)).join(o.path), src, m, tr)
			return
		}
		if o.num != 1 {
			return
		}
	default:
		return
	}
	if op < 0 || op >= len(in.Args) || op == 0 && c.shift == 0 && in.Mode == program.CallDynamic && c.use == useCall {
		return
	}
	for _, l := range x.loc(in.Args[op]) {
		e.place(s, l.join(o.path), c.at, c.use == useCall && in.Op == program.OpCall, true, src, m, tr)
	}
}

// sunk carries a sink of a callee up to the caller, with what the caller
// knows of the arguments.
func (e *Engine) sunk(s *sum, c *caller, in *program.Instr, o *out, src *Source, m Mask, tr *trace) {
	if o.sink.Row.Kind == models.KindLog && !logged(src) {
		return
	}
	sink := *o.sink
	sink.Args = e.boundArgs(s, c, in, o.sink.Args, maxNodes)
	writer := ""
	if c.use == useCall {
		writer = in.Sym
	}
	s.mark(sink.Row, sink.Args, src)
	s.fn.script(&sink, writer)
	e.out(s, &out{outKey: sinkKey(&sink, src), mask: m, tr: tr, sink: &sink})
}

func sinkKey(sink *Sink, src *Source) outKey {
	parts := []string{sink.Pos.File, sink.Row.Kind}
	if sink.Row == stateRow {
		parts = append(parts, sink.Sym, strconv.FormatBool(sink.Keyed))
	}
	for _, a := range sink.Args {
		parts = append(parts, a.key())
	}
	if sink.Run != nil {
		parts = append(parts, "run "+posKey(sink.Run.Pos))
	}
	return outKey{kind: outSink, num: int(sink.Pos.Line), op: int(sink.Pos.Col), path: elemPath(sink.At), text: strings.Join(parts, "\x00"), src: src}
}

func elemPath(p Place) path {
	return path("").add(elemStep(int64(p.Arg))).add(elemStep(int64(p.Elem)))
}

// named1 gives a source the name that the caller's constant argument tells.
func (e *Engine) named1(x *fn, in *program.Instr, c *caller, src *Source) *Source {
	if src.param == 0 {
		return src
	}
	out := *src
	out.param = 0
	i := src.param - 1 + c.shift
	if c.use == useCall && i >= 0 && i < len(in.Args) {
		if t, ok := x.sym(in.Args[i]).Text(); ok {
			out.Name = t
			out.Pos = in.Pos
		} else if s := x.sym(in.Args[i]); s.Kind == SymParam && s.Path == "" {
			out.param = int(s.N)
		}
	}
	return e.source(out)
}
