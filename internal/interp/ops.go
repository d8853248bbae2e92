package interp

import (
	"strings"

	"github.com/mcpvet/mcpvet/internal/program"
)

// binop evaluates an operator.
func (fr *frame) binop(in *program.Instr) Value {
	x, y := fr.get(in.Args[0]), fr.get(in.Args[1])
	if in.ArgPos != nil {
		x, y = withPos(x, in.ArgPos[0]), withPos(y, in.ArgPos[1])
	}
	switch in.Sym {
	case "==", "!=":
		eq := fr.m.equal(x, y)
		if in.Sym == "!=" {
			return unop("!", eq)
		}
		return eq
	case "+":
		if isText(x) || isText(y) {
			return withPos(concat(x, y), in.Pos)
		}
	}
	return arith(in.Sym, x, y)
}

func isText(v Value) bool {
	switch v := v.(type) {
	case *Const:
		_, ok := v.V.(string)
		return ok
	case *Text:
		return true
	case *Choice:
		return isText(v.Alts[0])
	}
	return false
}

// equal compares two values; the comparison remembers what it compared, for
// dispatchers that switch on a name.
func (m *Machine) equal(x, y Value) Value {
	var result Value
	for _, a := range Alternatives(x) {
		for _, b := range Alternatives(y) {
			r := equalOne(Plain(a), Plain(b))
			if r == nil {
				return m.comparison(x, y)
			}
			if result != nil && !same(result, r) {
				return m.comparison(x, y)
			}
			result = r
		}
	}
	return result
}

// equalOne returns a constant, or nil where it is not known.
func equalOne(a, b Value) Value {
	if isNil(a) || isNil(b) {
		if isNil(a) && isNil(b) {
			return boolean(true)
		}
		other := a
		if isNil(a) {
			other = b
		}
		switch o := other.(type) {
		case *Unknown:
			if o.NonNil {
				return boolean(false)
			}
			return nil
		case *Choice:
			return nil
		case *Opaque:
			if o.Server != nil { // what serves a server may return an error
				return nil
			}
		case *List:
			if len(o.Cells) == 0 {
				return nil
			}
		}
		return boolean(false)
	}
	ca, aok := a.(*Const)
	cb, bok := b.(*Const)
	if aok && bok {
		return boolean(ca.V == cb.V)
	}
	if ta, ok := a.(*Text); ok && bok {
		return textEquals(ta, cb)
	}
	if tb, ok := b.(*Text); ok && aok {
		return textEquals(tb, ca)
	}
	pa, aok := a.(*Ptr)
	pb, bok := b.(*Ptr)
	if aok && bok {
		return boolean(pa.Obj == pb.Obj)
	}
	for _, pair := range [][2]Value{{a, b}, {b, a}} { // a length of at least 2 is not 1
		if o, ok := pair[0].(*Opaque); ok {
			n, isLen := o.native.(lengthRange)
			if c, ok := AsInt(pair[1]); ok && isLen && (c < n.min || n.max >= 0 && c > n.max) {
				return boolean(false)
			}
		}
	}
	oa, aok := a.(*Opaque)
	ob, bok := b.(*Opaque)
	if aok && bok && oa.Sym == typeValue && ob.Sym == typeValue {
		return boolean(oa.native == ob.native)
	}
	return nil
}

// textEquals returns false where the known ends of t exclude c, otherwise nil.
func textEquals(t *Text, c *Const) Value {
	s, ok := c.V.(string)
	if !ok {
		return boolean(false)
	}
	first, last := t.Parts[0], t.Parts[len(t.Parts)-1]
	if first.Known && !strings.HasPrefix(s, first.S) || last.Known && !strings.HasSuffix(s, last.S) {
		return boolean(false)
	}
	return nil
}

func arith(op string, x, y Value) Value {
	cx, xok := Plain(x).(*Const)
	cy, yok := Plain(y).(*Const)
	if !xok || !yok {
		if r := compareLength(op, Plain(x), Plain(y)); r != nil {
			return r
		}
		return unknown("a computed value")
	}
	switch a := cx.V.(type) {
	case int64:
		if b, ok := cy.V.(int64); ok {
			return intOp(op, a, b)
		}
	case float64:
		if b, ok := cy.V.(float64); ok {
			return floatOp(op, a, b)
		}
	case string:
		if b, ok := cy.V.(string); ok {
			if r, ok := ordered(op, strings.Compare(a, b)); ok {
				return boolean(r)
			}
		}
	case bool:
		if b, ok := cy.V.(bool); ok {
			switch op {
			case "&":
				return boolean(a && b)
			case "|":
				return boolean(a || b)
			}
		}
	}
	return unknown("a computed value")
}

func ordered(op string, c int) (bool, bool) {
	switch op {
	case "<":
		return c < 0, true
	case "<=":
		return c <= 0, true
	case ">":
		return c > 0, true
	case ">=":
		return c >= 0, true
	}
	return false, false
}

func intOp(op string, a, b int64) Value {
	if r, ok := ordered(op, compareInts(a, b)); ok {
		return boolean(r)
	}
	switch op {
	case "+":
		return integer(a + b)
	case "-":
		return integer(a - b)
	case "*":
		return integer(a * b)
	case "/":
		if b != 0 {
			return integer(a / b)
		}
	case "%":
		if b != 0 {
			return integer(a % b)
		}
	case "&":
		return integer(a & b)
	case "|":
		return integer(a | b)
	case "^":
		return integer(a ^ b)
	case "&^":
		return integer(a &^ b)
	case "<<":
		if b >= 0 && b < 64 {
			return integer(a << b)
		}
	case ">>":
		if b >= 0 && b < 64 {
			return integer(a >> b)
		}
	}
	return unknown("a computed number")
}

func floatOp(op string, a, b float64) Value {
	c := 0
	if a < b {
		c = -1
	} else if a > b {
		c = 1
	}
	if r, ok := ordered(op, c); ok {
		return boolean(r)
	}
	switch op {
	case "+":
		return &Const{V: a + b}
	case "-":
		return &Const{V: a - b}
	case "*":
		return &Const{V: a * b}
	case "/":
		if b != 0 {
			return &Const{V: a / b}
		}
	}
	return unknown("a computed number")
}

func unop(op string, x Value) Value {
	switch c := Plain(x).(type) {
	case *Const:
		switch v := c.V.(type) {
		case bool:
			if op == "!" {
				return boolean(!v)
			}
		case int64:
			switch op {
			case "-":
				return integer(-v)
			case "^":
				return integer(^v)
			}
		case float64:
			if op == "-" {
				return &Const{V: -v}
			}
		}
	case *Opaque:
		if cmp, ok := c.native.(*comparison); ok && op == "!" {
			return &Opaque{Sym: "comparison", native: &comparison{x: cmp.x, y: cmp.y, negated: !cmp.negated}}
		}
	}
	return unknown("a computed value")
}

// convert changes the type of a value. Only conversions between texts and
// numbers change what the evaluator knows.
func (m *Machine) convert(x Value, typ string) Value {
	switch c := x.(type) {
	case *Const:
		switch v := c.V.(type) {
		case int64:
			switch m.kindOf(typ) {
			case program.KindString:
				return &Const{V: string(rune(v)), Pos: c.Pos}
			case program.KindFloat:
				return &Const{V: float64(v), Pos: c.Pos}
			}
		case float64:
			if m.kindOf(typ) == program.KindInt {
				return &Const{V: int64(v), Pos: c.Pos}
			}
		}
	case *Struct:
		if typ != "" && typ != c.Type {
			d := *c
			d.Type = typ
			return &d
		}
	case *Choice:
		alts := make([]Value, len(c.Alts))
		for i, a := range c.Alts {
			alts[i] = m.convert(a, typ)
		}
		return choose(alts...)
	}
	return x
}

func (m *Machine) kindOf(typ string) program.TypeKind {
	switch typ {
	case "string":
		return program.KindString
	case "float32", "float64":
		return program.KindFloat
	case "int", "int8", "int16", "int32", "int64", "uint", "uint8", "uint16", "uint32", "uint64", "byte", "rune", "uintptr":
		return program.KindInt
	case "bool":
		return program.KindBool
	}
	if t := m.world.Type(typ); t != nil {
		return t.Kind
	}
	return program.KindOther
}

// typeAssert evaluates x.(T) and x, ok := x.(T).
func (fr *frame) typeAssert(in *program.Instr) Value {
	m := fr.m
	x := fr.get(in.Args[0])
	typ := fr.subst(in.Type)
	var v, ok Value
	for _, alt := range Alternatives(x) {
		switch a := alt.(type) {
		case *Iface:
			yes, known := m.assertable(a.Type, typ)
			switch {
			case known && yes:
				out := Value(a)
				if !m.isInterface(typ) {
					out = a.V
				}
				v, ok = join(v, out), join(ok, boolean(true))
			case known:
				v, ok = join(v, m.zero(in.Zero, typ)), join(ok, boolean(false))
			default:
				v, ok = join(v, a.V), join(ok, unknown("a dynamic type"))
			}
		case Nil:
			v, ok = join(v, m.zero(in.Zero, typ)), join(ok, boolean(false))
		case *Unknown:
			u := &Unknown{Reason: a.Reason, NonNil: true, Param: a.Param, Pos: a.Pos}
			v, ok = join(v, u), join(ok, unknown("a dynamic type"))
		default:
			v, ok = join(v, alt), join(ok, unknown("a dynamic type"))
		}
	}
	if !in.Comma {
		return v
	}
	return &Tuple{Vs: []Value{v, ok}}
}

// assertable reports whether a value of dynamic type dyn is a typ.
func (m *Machine) assertable(dyn, typ string) (yes, known bool) {
	if !m.isInterface(typ) {
		return dyn == typ, true
	}
	if typ == "any" {
		return true, true
	}
	want, have := m.world.Type(typ), m.world.Type(dyn)
	if want == nil || have == nil {
		return false, false
	}
	for _, w := range want.Methods {
		if _, ok := have.Method(w.Name); !ok {
			return false, true
		}
	}
	return true, true
}

func (m *Machine) isInterface(typ string) bool {
	if typ == "any" || strings.HasPrefix(typ, "interface{") {
		return true
	}
	t := m.world.Type(typ)
	return t != nil && t.Kind == program.KindInterface || typ == "error"
}
