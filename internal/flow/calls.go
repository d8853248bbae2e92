package flow

import (
	"slices"
	"strconv"
	"strings"

	"github.com/mcpvet/mcpvet/internal/program"
)

// inside starts the summary of what comes from sources inside a function: its
// own, and those of what it calls and makes.
func (e *Engine) inside(s *sum) {
	x := s.fn
	for b := range x.Blocks {
		if s.dead != nil && s.dead[b] {
			continue
		}
		for i := range x.Blocks[b].Instrs {
			at := site{int32(b), int32(i)}
			in := x.in(at)
			switch in.Op {
			case program.OpCall, program.OpGo, program.OpDefer:
				if s.around && in.Mode == program.CallDynamic {
					break // what it hands on is not followed
				}
				t := e.targets(s, at)
				for _, g := range t.list {
					e.enter(s, g.id, entry{}, &caller{use: useCall, at: at, shift: g.shift, mask: allKinds | Whole})
				}
				for _, sym := range t.syms {
					e.sourceCall(s, at, sym)
				}
				if in.Mode == program.CallStatic || in.Mode == program.CallInvoke {
					e.sourceCall(s, at, in.Sym)
					e.remote(s, at)
				}
			case program.OpMakeClosure:
				e.made(s, at, in.Sym, 0)
			case program.OpBoundMethod:
				for _, id := range e.boundTo(x, at) {
					e.made(s, at, id, 0)
				}
			case program.OpFieldAddr, program.OpField:
				e.sourceField(s, at)
			}
			e.functionOperands(s, at)
		}
	}
}

// functionOperands uses the summaries of functions that are operands, other
// than as what is called.
func (e *Engine) functionOperands(s *sum, at site) {
	x := s.fn
	in := x.in(at)
	for op, a := range in.Args {
		c := x.constant(a)
		if c == nil || c.Kind != program.ConstFunc || e.funcs[c.S] == nil || in.Mode == program.CallDynamic && op == 0 && in.Op == program.OpCall {
			continue
		}
		e.made(s, at, c.S, a)
	}
}

// made uses the summary of a function of which a value is made: whoever gets it
// may call it. One that requests come in at is followed from there, and what it
// does is not what the code does that serves it.
func (e *Engine) made(s *sum, at site, id string, op program.Ref) {
	if !e.begins[id] && !s.key.ahead {
		e.enter(s, id, entry{}, &caller{use: useBinding, at: at, mask: allKinds | Whole, op: op})
	}
}

// argument carries data in an operand of a call into what it reaches.
func (e *Engine) argument(s *sum, at site, op int, p path, src *Source, m Mask, tr *trace) {
	x := s.fn
	in := x.in(at)
	if in.Mode == program.CallBuiltin {
		e.builtin(s, at, op, p, src, m, tr)
		return
	}
	switch in.Sym {
	case "context.WithValue":
		e.intoContext(s, at, op, p, src, m, tr)
		return
	case "(context.Context).Value":
		e.fromContext(s, at, p, src, m, tr)
		return
	}
	e.drainSink(s, at, op, src, m, tr)
	t := e.targets(s, at)
	if in.Mode == program.CallDynamic && op == 0 {
		e.calledValue(s, at, p, src, m, tr)
		return
	}
	if in.Mode == program.CallInvoke && op == 0 {
		if step, _ := p.cut(); strings.HasPrefix(step, "()") {
			e.calledValue(s, at, p, src, m, tr)
			return
		}
	}
	if s.around && in.Mode == program.CallDynamic {
		return
	}
	for _, g := range t.list {
		q := p
		if op == 0 && len(g.embed) > 0 {
			var ok bool
			if q, ok = receiver(p, g.embed); !ok {
				continue
			}
		}
		e.param(s, g, at, op, q, src, m, tr)
	}
	for _, h := range t.higher {
		num := op
		if in.Mode == program.CallDynamic {
			num = op - 1
		}
		args := x.callArgs(in)
		e.out(s, &out{outKey: outKey{kind: outCall, num: int(h.reg), fpath: h.path, text: h.method, op: num, path: p, args: argsKey(args), src: src},
			mask: m, tr: tr, origin: x, at: at, args: args})
	}
	for _, sym := range t.syms {
		e.external(s, at, sym, op, p, src, m, tr)
	}
	if len(t.syms) == 0 && t.external || e.rows(in.Sym) != nil {
		e.external(s, at, in.Sym, op, p, src, m, tr)
	}
}

// param carries data into a parameter of a target.
func (e *Engine) param(s *sum, g target, at site, op int, p path, src *Source, m Mask, tr *trace) {
	i := op - g.shift
	f := e.funcs[g.id]
	if f == nil || i < 0 || i >= len(f.Params) {
		return
	}
	typ := f.Params[i].Type
	if typ == "context.Context" {
		if step, _ := p.cut(); !strings.HasPrefix(step, "@") {
			return // a context is no data
		}
	}
	if p == "" {
		m = e.ofType(m, typ)
	}
	if m&kinds == 0 {
		return
	}
	e.enter(s, g.id, entry{program.Ref(i + 1), p}, &caller{use: useCall, at: at, shift: g.shift, src: src, mask: m, tr: tr})
}

// calledValue carries what the value of a function holds to the result of its
// call: "()i" is what its i-th result holds, "()>i" what it puts into its i-th
// argument, "()^i,k" what it calls its i-th argument with, as the k-th one;
// anything else is data that the function was made from.
func (e *Engine) calledValue(s *sum, at site, p path, src *Source, m Mask, tr *trace) {
	x := s.fn
	in := x.in(at)
	step, rest := p.cut()
	num, ok := strings.CutPrefix(step, "()")
	if method, i, found := strings.Cut(num, ":"); found {
		if in.Mode != program.CallInvoke || methodName(in.Sym) != method {
			return
		}
		num = i
	} else if in.Mode == program.CallInvoke {
		return
	}
	if !ok {
		e.callbacks(s, at, 0, src, m, tr)
		return
	}
	if call, ok := strings.CutPrefix(num, "^"); ok {
		param, arg, _ := strings.Cut(call, ",")
		op, err1 := strconv.Atoi(param)
		k, err2 := strconv.Atoi(arg)
		if err1 == nil && err2 == nil && op < len(in.Args) && in.Mode == program.CallDynamic {
			t := &targets{}
			e.functions(s, x, in.Args[op], "", t, 0)
			e.callees(s, t.list, &out{outKey: outKey{op: k, path: rest}}, caller{use: useCallback, at: at, reg: in.Args[op], src: src, mask: m, tr: tr})
		}
		return
	}
	if param, ok := strings.CutPrefix(num, ">"); ok {
		if op, err := strconv.Atoi(param); err == nil && op < len(in.Args) && in.Mode == program.CallDynamic {
			e.store(s, x.loc(in.Args[op]), at, rest, src, m, tr)
		}
		return
	}
	if in.N > 1 {
		rest = path(mark+"<"+num) + rest
	} else if num != "0" {
		return
	}
	e.emit(s, in.Dst, rest, src, m, tr)
}

// calledBack resolves the call of a function that a callee was passed.
func (e *Engine) calledBack(s *sum, c *caller, in *program.Instr, o *out, src *Source, m Mask, tr *trace) {
	x := s.fn
	op := o.num - 1 + c.shift
	t := &targets{}
	known := c.use == useCall && op >= 0 && op < len(in.Args) && !(op == 0 && c.shift == 0 && in.Mode == program.CallDynamic)
	if known {
		if o.text == "" {
			e.functions(s, x, in.Args[op], o.fpath, t, 0)
		} else {
			e.dispatch(s, x, in.Args[op], o.fpath, o.text, t, 0)
		}
	}
	if c.use == useBinding && o.text == "" && o.fpath == "" { // whoever calls the value passes the function
		e.emit(s, c.value(in), path("").add("()^"+strconv.Itoa(o.num)+","+strconv.Itoa(o.op)).join(o.path), src, m, tr)
	}
	if len(t.list) == 0 && len(t.higher) == 0 {
		known = false
		call := o.origin.in(o.at)
		for _, obj := range e.callGraph().callees(o.origin, o.at) {
			if len(t.list) < maxTargets {
				t.list = append(t.list, e.targetOf(call, obj))
			}
		}
	}
	args := e.boundArgs(s, c, in, o.args, maxArg)
	cb := caller{use: useCallback, at: c.at, src: src, mask: m, tr: tr, fpath: o.fpath, args: args}
	if known {
		cb.reg = in.Args[op]
		cb.method = o.text
	}
	e.callees(s, t.list, o, cb)
	for _, h := range t.higher {
		e.out(s, &out{outKey: outKey{kind: outCall, num: int(h.reg), fpath: h.path, text: h.method, op: o.op, path: o.path, args: argsKey(args), src: src},
			mask: m, tr: tr, origin: o.origin, at: o.at, args: args})
	}
}

// callees carries the data of an outCall into the functions that it reaches.
func (e *Engine) callees(s *sum, list []target, o *out, how caller) {
	for _, g := range list {
		i := o.op
		if o.text == "" && g.shift == 0 {
			i++ // after the bound receiver
		}
		q := o.path
		if i == 0 && len(g.embed) > 0 {
			var ok bool
			if q, ok = receiver(q, g.embed); !ok {
				continue
			}
		}
		f := e.funcs[g.id]
		if f == nil || i >= len(f.Params) || f.Params[i].Type == "context.Context" {
			continue
		}
		c := how
		c.bound = i - o.op
		e.enter(s, g.id, entry{program.Ref(i + 1), q}, &c)
	}
}

// fromGraph resolves a call that nobody passes the function for: the value of
// a handler's parameter or receiver.
func (e *Engine) fromGraph(s *sum, o *out) {
	if s.around {
		return
	}
	t := &targets{}
	if s.bind != nil {
		for _, id := range s.bind.Funcs(o.num-1, o.fpath.steps(), o.text) {
			if e.funcs[id] == nil {
				continue
			}
			if o.text != "" {
				t.list = append(t.list, target{id: id})
			} else {
				t.list = append(t.list, e.plain(id))
			}
		}
	}
	if len(t.list) == 0 {
		call := o.origin.in(o.at)
		for _, obj := range e.callGraph().callees(o.origin, o.at) {
			if len(t.list) < maxTargets {
				t.list = append(t.list, e.targetOf(call, obj))
			}
		}
	}
	reg := program.Ref(o.num)
	e.callees(s, t.list, o, caller{use: useCallback, at: site{}, reg: reg, fpath: o.fpath, method: o.text, src: o.src, mask: o.mask, tr: o.tr, args: o.args})
}

// reflected carries an element of the arguments of a reflected call into the
// function that is called.
func (e *Engine) reflected(s *sum, at site, op int, p path, src *Source, m Mask, tr *trace) {
	x := s.fn
	step, rest := p.cut()
	i, ok := index(step)
	if op != 1 || !ok {
		return
	}
	t := &targets{}
	f := x.in(at).Args[0]
	if d := x.def(f); d != nil && d.Op == program.OpCall && d.Sym == "reflect.ValueOf" {
		f = d.Args[0]
	}
	e.functions(s, x, f, "", t, 0)
	o := &out{outKey: outKey{kind: outCall, op: i, path: rest, src: src}, mask: m, tr: tr, origin: x, at: at}
	e.callees(s, t.list, o, caller{use: useCallback, at: at, src: src, mask: m, tr: tr})
	for _, h := range t.higher {
		passed := *o
		passed.num, passed.fpath = int(h.reg), h.path
		e.out(s, &passed)
	}
}

// callbacks calls the functions among the arguments of a call of code outside
// the program with data.
func (e *Engine) callbacks(s *sum, at site, from int, src *Source, m Mask, tr *trace) {
	x := s.fn
	in := x.in(at)
	for op := from; op < len(in.Args); op++ {
		if in.Mode == program.CallDynamic && op == 0 {
			continue
		}
		t := &targets{}
		if x.constant(in.Args[op]) == nil {
			d := x.def(in.Args[op])
			if d == nil || d.Op != program.OpMakeClosure && d.Op != program.OpBoundMethod && d.Op != program.OpConvert && d.Op != program.OpPhi {
				continue
			}
		}
		e.functions(s, x, in.Args[op], "", t, 0)
		for _, g := range t.list {
			f := e.funcs[g.id]
			first := 0
			if g.shift == 0 && f.Recv {
				first = 1
			}
			for i := first; i < len(f.Params); i++ {
				typ := f.Params[i].Type
				if e.isNumber(typ) || typ == "context.Context" || typ == "error" || strings.HasPrefix(typ, "func(") {
					continue
				}
				e.enter(s, g.id, entry{program.Ref(i + 1), ""}, &caller{use: useCallback, at: at, reg: in.Args[op], src: src, mask: m, tr: tr})
			}
		}
	}
}

// builtin carries data over a call of a builtin function.
func (e *Engine) builtin(s *sum, at site, op int, p path, src *Source, m Mask, tr *trace) {
	x := s.fn
	in := x.in(at)
	switch in.Sym {
	case "append":
		if op == 0 {
			e.emit(s, in.Dst, p, src, m, tr)
			break
		}
		base := x.sym(in.Args[0])
		if step, rest := p.cut(); isElem(step) {
			to := anyElem
			if n, ok := fixedLen(base); ok && x.Blocks[at.block].Loop == program.NoBlock {
				if i, ok := index(step); ok {
					to = elemStep(int64(n + i))
				}
			}
			p = path("").add(to).join(rest)
		}
		e.emit(s, in.Dst, p, src, m, tr)
	case "copy":
		if op == 1 {
			if step, rest := p.cut(); isElem(step) {
				p = path("").add(anyElem).join(rest)
			}
			e.store(s, x.loc(in.Args[0]), at, p, src, m, tr)
		}
	case "min", "max":
		e.emit(s, in.Dst, p, src, x.extreme(in, op, m), tr)
	}
}

// fixedLen returns the number of elements of a list.
func fixedLen(s *Sym) (int, bool) {
	switch s.Kind {
	case SymNil:
		return 0, true
	case SymList:
		if slices.ContainsFunc(s.Kids, (*Sym).vague) {
			return 0, false
		}
		return len(s.Kids), true
	}
	return 0, false
}

func sorted(ids []string) []string {
	slices.Sort(ids)
	return slices.Compact(ids)
}
