package interp

import (
	"strings"

	"github.com/mcpvet/mcpvet/internal/program"
)

// step runs one instruction; false ends the path (the call does not return).
func (fr *frame) step(in *program.Instr) bool {
	m := fr.m
	var v Value
	switch in.Op {
	case program.OpNop, program.OpJump:
		return true
	case program.OpAlloc:
		v = &Ptr{Obj: m.newObject(fr.subst(in.Type), in.Zero, in.Pos)}
	case program.OpCall:
		out, returns := fr.invoke(in)
		if !returns {
			return false
		}
		v = out
	case program.OpGo:
		fr.invoke(in)
		return true
	case program.OpDefer:
		fr.deferCall(in)
		return true
	case program.OpMakeClosure:
		f := &Func{ID: in.Sym, TypeArgs: fr.typeArgs, Pos: in.Pos, called: new(bool)}
		for _, a := range in.Args {
			f.Bindings = append(f.Bindings, fr.get(a))
		}
		v = f
	case program.OpBoundMethod:
		v = &Func{ID: in.Sym, Recv: fr.get(in.Args[0]), Invoke: in.Mode == program.CallInvoke,
			TypeArgs: fr.typeArgsOf(in.Sym, in.TypeArgs), Pos: in.Pos, called: new(bool)}
	case program.OpMakeInterface:
		x := fr.get(in.Args[0])
		if u, ok := x.(*Unknown); ok && strings.HasPrefix(in.Type, "*") {
			x = &Unknown{Reason: u.Reason, NonNil: true, Pos: u.Pos, Param: u.Param, Sym: u.Sym, Given: u.Given}
			m.alias(u, x.(*Unknown))
		}
		v = &Iface{Type: fr.subst(in.Type), V: x}
	case program.OpMakeSlice:
		v = fr.makeSlice(in)
	case program.OpMakeMap:
		m.clock++
		v = &Map{Obj: &MapObject{born: m.clock}}
	case program.OpMakeChan:
		v = &Opaque{Sym: "chan", native: &channel{}}
	case program.OpSend:
		if o, ok := fr.get(in.Args[0]).(*Opaque); ok {
			if ch, ok := o.native.(*channel); ok && len(ch.vals) < maxAlts {
				ch.vals = append(ch.vals, withPos(fr.get(in.Args[1]), in.Pos))
				m.changed(0)
			}
		}
		return true
	case program.OpStore:
		addr, x := fr.get(in.Args[0]), withPos(fr.get(in.Args[1]), in.Pos)
		m.store(addr, x)
		if p, ok := addr.(*Ptr); ok && fr.arm.method != nil && p.Obj.name != "" {
			fr.answers(p.Obj.name, x)
		}
		return true
	case program.OpLoad:
		v = m.load(fr.get(in.Args[0]), in.Zero, fr.subst(in.Type))
		if in.Args[0] < 0 {
			v = fr.guardGlobal(in, v)
		}
	case program.OpFieldAddr:
		v = m.fieldAddr(fr.get(in.Args[0]), in.Sym)
		fr.tagged(v, fr.subst(in.Owner), in.Sym)
	case program.OpField:
		v = m.fieldOf(fr.get(in.Args[0]), in.Sym, in.Zero, fr.subst(in.Type))
	case program.OpIndexAddr:
		v = m.indexAddr(fr.get(in.Args[0]), fr.get(in.Args[1]))
	case program.OpIndex:
		v = m.index(fr.get(in.Args[0]), fr.get(in.Args[1]), in.Zero, fr.subst(in.Type))
	case program.OpLookup:
		v = fr.lookup(in)
	case program.OpMapUpdate:
		key, x := withPos(fr.get(in.Args[1]), in.Pos), withPos(fr.get(in.Args[2]), in.Pos)
		m.mapUpdate(fr.get(in.Args[0]), key, x)
		if s, ok := AsString(key); ok && fr.arm.method != nil {
			fr.answers(s, x)
		}
		return true
	case program.OpSlice:
		v = fr.slice(in)
	case program.OpRange:
		v = m.rangeOver(fr.get(in.Args[0]))
	case program.OpNext:
		v = m.next(fr.get(in.Args[0]))
	case program.OpExtract:
		v = extract(fr.get(in.Args[0]), int(in.N))
	case program.OpBinOp:
		v = fr.binop(in)
	case program.OpUnOp:
		if in.Sym == "<-" {
			v = receive(fr.get(in.Args[0]), in.Comma)
		} else {
			v = unop(in.Sym, fr.get(in.Args[0]))
		}
	case program.OpConvert:
		v = m.convert(fr.get(in.Args[0]), fr.subst(in.Type))
		if fr.arm.method != nil {
			fr.textAnswer(v)
		}
	case program.OpChangeInterface:
		v = fr.get(in.Args[0])
	case program.OpTypeAssert:
		v = fr.typeAssert(in)
	default:
		v = unknown("a " + in.Sym + " expression")
	}
	if in.Dst != 0 {
		fr.regs[in.Dst] = v
	}
	return true
}

// guardGlobal forgets the value of a global scalar that functions assign:
// when they run is not known.
func (fr *frame) guardGlobal(in *program.Instr, v Value) Value {
	c := &fr.f.Consts[-in.Args[0]-1]
	if c.Kind != program.ConstGlobal || !fr.m.world.mutated[c.S] {
		return v
	}
	if k, ok := v.(*Const); ok {
		if _, isText := k.V.(string); !isText || k.V == "" {
			return unknown("the global " + c.S + ", which functions assign")
		}
	}
	return v
}

func (fr *frame) makeSlice(in *program.Instr) Value {
	m := fr.m
	l := &List{}
	size := fr.get(in.Args[0])
	n, ok := AsInt(size)
	if o, isOpaque := size.(*Opaque); isOpaque {
		if r, isLen := o.native.(lengthRange); isLen && r.max >= 0 {
			n, ok, l.Maybe = r.max, true, int(r.max-r.min)
		}
	}
	if !ok {
		l.Open = unknown("the elements of a slice whose length is not known")
		return l
	}
	n = min(n, maxListCells)
	l.Maybe = min(l.Maybe, int(n))
	for range n {
		l.Cells = append(l.Cells, m.newObject(fr.subst(in.Type), in.Zero, in.Pos))
	}
	return l
}

// channel is what was sent on a channel, in order; when it is received is not
// followed.
type channel struct{ vals []Value }

func receive(x Value, comma bool) Value {
	var v Value = unknown("what is received from a channel")
	if o, ok := x.(*Opaque); ok {
		if ch, ok := o.native.(*channel); ok && len(ch.vals) > 0 {
			v = choose(ch.vals...)
		}
	}
	if comma {
		return &Tuple{Vs: []Value{v, unknown("whether the channel is open")}}
	}
	return v
}

// load reads through a pointer.
func (m *Machine) load(addr Value, kind program.Zero, typ string) Value {
	switch a := addr.(type) {
	case *Ptr:
		return m.read(a.Obj, kind, typ)
	case *Choice:
		var v joiner
		for _, alt := range a.Alts {
			if p, ok := alt.(*Ptr); ok {
				v.add(m.read(p.Obj, kind, typ))
				m.steps++
			}
		}
		if v := v.value(); v != nil {
			return v
		}
	case *Unknown:
		return m.read(m.materialise(a), kind, typ)
	case *Opaque:
		return a // a pointer to something that a model describes: a server
	}
	return unknown("a value behind an unknown pointer")
}

// store writes through a pointer.
func (m *Machine) store(addr, v Value) {
	switch a := addr.(type) {
	case *Ptr:
		m.write(a.Obj, v, m.strong(a.Obj.born))
	case *Choice:
		for _, alt := range a.Alts {
			if p, ok := alt.(*Ptr); ok {
				m.write(p.Obj, v, false)
			}
		}
	case *Unknown:
		o := m.materialise(a)
		m.write(o, v, m.strong(o.born))
	}
}

// materialise gives an unknown pointer an object of its own, so that what is
// stored behind it can be read again.
func (m *Machine) materialise(u *Unknown) *Object {
	if o, ok := m.behind[u]; ok {
		return o
	}
	m.clock++
	o := &Object{Open: u, Pos: u.Pos, born: m.clock}
	m.behind[u] = o
	return o
}

// alias lets two unknown pointers share what is behind them.
func (m *Machine) alias(u, v *Unknown) { m.behind[v] = m.materialise(u) }

func (m *Machine) fieldAddr(x Value, name string) Value {
	switch x := x.(type) {
	case *Ptr:
		return &Ptr{Obj: m.field(x.Obj, name)}
	case *Unknown:
		return &Ptr{Obj: m.field(m.materialise(x), name)}
	case *Choice:
		alts := make([]Value, 0, len(x.Alts))
		distinct := true // different objects have different fields
		for _, a := range x.Alts {
			switch a.(type) {
			case *Ptr:
				alts = append(alts, m.fieldAddr(a, name))
			case *Unknown:
				alts = append(alts, m.fieldAddr(a, name))
				distinct = false
			}
		}
		switch {
		case len(alts) > 1 && distinct:
			return &Choice{Alts: alts}
		case len(alts) > 0:
			return choose(alts...)
		}
	case *Opaque:
		if _, ok := x.native.(*Router); ok { // a router embeds what its routes are added to
			return x
		}
		return &Unknown{Reason: "field " + name + " of the result of " + x.Sym, NonNil: true, Pos: x.Pos}
	}
	return &Unknown{Reason: "field " + name + " of an unknown value", NonNil: true}
}

// fieldOf reads a field of a struct value.
func (m *Machine) fieldOf(x Value, name string, kind program.Zero, typ string) Value {
	switch x := x.(type) {
	case *Struct:
		if v, ok := x.Fields[name]; ok {
			return v
		}
		if x.Open != nil {
			return x.Open
		}
		return m.zero(kind, typ)
	case *Choice:
		var alts []Value
		for _, a := range x.Alts {
			if _, ok := a.(*Struct); ok {
				alts = append(alts, m.fieldOf(a, name, kind, typ))
			}
		}
		if len(alts) > 0 {
			return choose(alts...)
		}
	case *Unknown:
		return x
	}
	return unknown("field " + name + " of an unknown value")
}

func (m *Machine) indexAddr(x, i Value) Value {
	switch x := x.(type) {
	case *Ptr: // pointer to an array
		if x.Obj.Kind != program.ZeroArray && x.Obj.Elems == nil {
			break
		}
		if n, ok := AsInt(i); ok && n >= 0 && n < 1<<16 {
			return &Ptr{Obj: m.elem(x.Obj, int(n))}
		}
		return cellChoice(x.Obj.Elems)
	case *List:
		if n, ok := AsInt(i); ok {
			if n >= 0 && int(n) < len(x.Cells) {
				return &Ptr{Obj: x.Cells[n]}
			}
			if x.Open != nil {
				return &Unknown{Reason: x.Open.Reason, Param: x.Open.Param, NonNil: true}
			}
			break
		}
		return cellChoice(x.Cells)
	case *Choice:
		if l := asList(x); l != nil {
			return m.indexAddr(l, i)
		}
	}
	return &Unknown{Reason: "an element of an unknown list", NonNil: true}
}

// cellChoice is choose over the cells of a list, of which there may be far more
// than choose takes: a table of bytes asks for each element that is not kept.
func cellChoice(cells []*Object) Value {
	if len(cells) == 0 {
		return &Unknown{Reason: "an element of an empty list", NonNil: true}
	}
	var a alternatives
	for _, c := range cells {
		if !a.add(&Ptr{Obj: c}) {
			a.release()
			return unknown(tooMany)
		}
	}
	return a.value()
}

func (m *Machine) index(x, i Value, kind program.Zero, typ string) Value {
	if s, ok := AsString(x); ok {
		if n, ok := AsInt(i); ok && n >= 0 && int(n) < len(s) {
			return integer(int64(s[n]))
		}
		return unknown("a byte of a string")
	}
	return m.load(m.indexAddr(x, i), kind, typ)
}

// asList returns the list that v is: a choice of lists is one list with the
// elements of all.
func asList(v Value) *List {
	switch v := Plain(v).(type) {
	case *List:
		return v
	case Nil:
		return &List{}
	case *Choice:
		var out *List
		for _, a := range v.Alts {
			if isNil(a) {
				a = &List{}
			}
			switch l := Plain(a).(type) {
			case *List:
				if out == nil {
					out = l
				} else {
					out = joinLists(out, l)
				}
			case *Unknown:
				if out == nil {
					out = &List{}
				}
				out = &List{Cells: out.Cells, Maybe: out.Maybe, Open: l}
			}
		}
		return out
	case *Unknown:
		return &List{Open: v}
	}
	return nil
}

func (fr *frame) slice(in *program.Instr) Value {
	m := fr.m
	x := fr.get(in.Args[0])
	lo, lok := int64(0), true
	hi, hok := int64(-1), true
	if in.Args[1] != 0 {
		lo, lok = AsInt(fr.get(in.Args[1]))
	}
	if in.Args[2] != 0 {
		hi, hok = AsInt(fr.get(in.Args[2]))
	}
	if s, ok := AsString(x); ok {
		if hi < 0 {
			hi = int64(len(s))
		}
		if lok && hok && 0 <= lo && lo <= hi && hi <= int64(len(s)) {
			return &Const{V: s[lo:hi], Pos: PosOf(x)}
		}
		return unknown("part of a string")
	}
	var l *List
	if p, ok := x.(*Ptr); ok { // an array
		if hok && hi > 0 && hi <= maxListCells && p.Obj.Kind == program.ZeroArray && p.Obj.Val == nil {
			m.elem(p.Obj, int(hi)-1) // elements that nothing was stored to yet
		}
		l = &List{Cells: p.Obj.Elems, Open: p.Obj.Open}
		if v, ok := p.Obj.Val.(*List); ok {
			l = v
		}
	} else {
		l = asList(x)
	}
	if l == nil {
		return unknown("part of an unknown list")
	}
	if hi < 0 {
		hi = int64(len(l.Cells))
	}
	if !lok || !hok || lo < 0 || lo > hi || hi > int64(len(l.Cells)) {
		if !lok || !hok {
			return l // any part of it
		}
		return &List{Open: unknown("part of a list beyond what is known")}
	}
	return &List{Cells: l.Cells[lo:hi:hi], Maybe: min(l.Maybe, int(hi-lo)), Open: l.Open}
}

// iterator is the state of a range over a map or a string.
type iterator struct {
	keys, vals []Value
	i          int
	open       *Unknown
}

func (m *Machine) rangeOver(x Value) Value {
	it := &iterator{}
	for _, alt := range Alternatives(Plain(x)) {
		switch x := Plain(alt).(type) {
		case *Map:
			it.keys = append(it.keys, x.Obj.Keys...)
			it.vals = append(it.vals, x.Obj.Vals...)
			if x.Obj.Open != nil {
				it.open = x.Obj.Open
			}
		case *Const:
			if s, ok := x.V.(string); ok {
				for i, r := range s {
					it.keys = append(it.keys, integer(int64(i)))
					it.vals = append(it.vals, integer(int64(r)))
				}
			}
		case Nil:
		case *Unknown:
			it.open = x
		default:
			it.open = unknown("an element of an unknown value")
		}
	}
	return &Opaque{Sym: "range", native: it}
}

func (m *Machine) next(x Value) Value {
	o, ok := x.(*Opaque)
	if !ok {
		return &Tuple{Vs: []Value{unknown("whether there is an element"), unknown("a key"), unknown("an element")}}
	}
	it, ok := o.native.(*iterator)
	if !ok {
		return &Tuple{Vs: []Value{unknown("whether there is an element"), unknown("a key"), unknown("an element")}}
	}
	if it.i < len(it.keys) {
		it.i++
		m.changed(0)
		return &Tuple{Vs: []Value{boolean(true), it.keys[it.i-1], it.vals[it.i-1]}}
	}
	if it.open != nil {
		u := &Unknown{Reason: it.open.Reason, Param: it.open.Param, NonNil: true}
		return &Tuple{Vs: []Value{unknown("whether there is a further element"), u, u}}
	}
	return &Tuple{Vs: []Value{boolean(false), Nil{}, Nil{}}}
}

func extract(x Value, i int) Value {
	switch x := x.(type) {
	case *Tuple:
		if i < len(x.Vs) {
			return x.Vs[i]
		}
	case *Choice:
		var v joiner
		for _, a := range x.Alts {
			v.add(extract(a, i))
		}
		return v.value()
	case *Unknown:
		return &Unknown{Reason: x.Reason, Pos: x.Pos, Param: x.Param}
	}
	return unknown("a result")
}

func (fr *frame) lookup(in *program.Instr) Value {
	m := fr.m
	x, key := fr.get(in.Args[0]), fr.get(in.Args[1])
	v, found := m.mapGet(x, key, in.Zero, fr.subst(in.Type))
	v = fr.dispatchLookup(x, key, v)
	if in.Comma {
		return &Tuple{Vs: []Value{v, found}}
	}
	return v
}
