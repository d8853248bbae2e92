package toolreg_test

import (
	"fmt"
	"strings"
)

// stmt generates a statement.
func (g *generator) stmt() stmt {
	nested := g.depth < 4
	switch g.r.IntN(24) {
	case 0, 1, 2, 3:
		e := g.str(2)
		return stmt{"add(s, " + e.text + ")\n", func(m *machine) { m.names[e.eval(m)] = true }}
	case 4, 5:
		e := g.str(2)
		v := g.fresh("v")
		return g.define("str", v, e.text, func(m *machine) any { return e.eval(m) })
	case 6, 7:
		if v := g.pick("str"); v != "" {
			e := g.str(2)
			return stmt{v + " = " + e.text + "\n", func(m *machine) { m.vars[v] = e.eval(m) }}
		}
	case 8:
		e := g.num(1)
		return g.define("int", g.fresh("i"), e.text, func(m *machine) any { return e.eval(m) })
	case 9:
		return g.newRec()
	case 10, 11:
		return g.changeRec()
	case 12:
		return g.newList()
	case 13, 14:
		return g.changeList()
	case 15:
		return g.maps()
	case 16:
		return g.function()
	case 17, 18, 19:
		if nested {
			return g.branch()
		}
	case 20, 21:
		if nested && g.loops < 2 {
			return g.loop()
		}
	case 22:
		if nested {
			return g.choice()
		}
	case 23:
		if g.loops > 0 {
			return g.leave()
		}
	}
	e := g.str(1)
	return stmt{"add(s, " + e.text + ")\n", func(m *machine) { m.names[e.eval(m)] = true }}
}

// define declares a variable, with a use so that it compiles.
func (g *generator) define(kind, name, text string, eval func(*machine) any) stmt {
	g.declare(kind, name)
	return stmt{fmt.Sprintf("%s := %s\n_ = %s\n", name, text, name), func(m *machine) { m.vars[name] = eval(m) }}
}

func (g *generator) newRec() stmt {
	if v := g.pick("rec"); v != "" && g.r.IntN(2) == 0 {
		name := g.fresh("r")
		switch g.r.IntN(3) {
		case 0: // a copy
			return g.define("rec", name, "func() *rec { c := *"+v+"; return &c }()", func(m *machine) any { c := *m.vars[v].(*rec); return &c })
		case 1: // an alias
			return g.define("rec", name, v, func(m *machine) any { return m.vars[v] })
		}
		e := g.str(1)
		return g.define("rec", name, "new("+v+".renamed("+e.text+"))", func(m *machine) any {
			c := *m.vars[v].(*rec)
			c.name = e.eval(m)
			c.arr[0] = c.name
			return &c
		})
	}
	a, n, b := g.str(1), g.num(0), g.str(0)
	return g.define("rec", g.fresh("r"), fmt.Sprintf("&rec{name: %s, n: %s, arr: [2]string{1: %s}}", a.text, n.text, b.text),
		func(m *machine) any { return &rec{name: a.eval(m), n: n.eval(m), arr: [2]string{1: b.eval(m)}} })
}

func (g *generator) changeRec() stmt {
	v := g.pick("rec")
	if v == "" {
		return g.newRec()
	}
	e := g.str(1)
	switch g.r.IntN(5) {
	case 0:
		return stmt{v + ".rename(" + e.text + ")\n", func(m *machine) { m.vars[v].(*rec).name = e.eval(m) }}
	case 1:
		i := g.r.IntN(2)
		return stmt{fmt.Sprintf("%s.arr[%d] = %s\n", v, i, e.text), func(m *machine) { m.vars[v].(*rec).arr[i] = e.eval(m) }}
	case 2:
		return stmt{fmt.Sprintf("%s.tags = append(%s.tags, %s)\n", v, v, e.text), func(m *machine) {
			r := m.vars[v].(*rec)
			s := e.eval(m)
			r.tags = append(r.tags[:len(r.tags):len(r.tags)], s)
		}}
	case 3:
		return stmt{"for _, t := range " + v + ".tags {\nadd(s, t)\n}\n", func(m *machine) {
			for _, t := range m.vars[v].(*rec).tags {
				m.names[t] = true
			}
		}}
	}
	return stmt{v + ".name = " + e.text + "\n", func(m *machine) { m.vars[v].(*rec).name = e.eval(m) }}
}

func (g *generator) newList() stmt {
	var texts []string
	var es []strExpr
	for range g.r.IntN(4) {
		e := g.str(1)
		es, texts = append(es, e), append(texts, e.text)
	}
	return g.define("list", g.fresh("l"), "[]string{"+strings.Join(texts, ", ")+"}", func(m *machine) any {
		list := []string{}
		for _, e := range es {
			list = append(list, e.eval(m))
		}
		return &list
	})
}

func (g *generator) changeList() stmt {
	v := g.pick("list")
	if v == "" {
		return g.newList()
	}
	e := g.str(1)
	list := func(m *machine) *[]string { return m.vars[v].(*[]string) }
	switch g.r.IntN(4) {
	case 0:
		return stmt{fmt.Sprintf("if len(%s) > 0 {\n%s[0] = %s\n}\n", v, v, e.text), func(m *machine) {
			if l := *list(m); len(l) > 0 {
				l[0] = e.eval(m)
			}
		}}
	case 1:
		return stmt{fmt.Sprintf("if len(%s) > 1 {\n%s = %s[1:]\n}\n", v, v, v), func(m *machine) {
			if l := list(m); len(*l) > 1 {
				*l = (*l)[1:]
			}
		}}
	case 2:
		if g.unknown >= 0 && g.avoids(gapJoin) {
			break
		}
		return stmt{fmt.Sprintf("for i, x := range %s {\nadd(s, fmt.Sprint(x, \"_\", i))\n}\n", v), func(m *machine) {
			for i, x := range *list(m) {
				m.names[m.str(fmt.Sprint(x, "_", i))] = true
			}
		}}
	}
	return stmt{fmt.Sprintf("%s = append(%s, %s)\n", v, v, e.text), func(m *machine) {
		l := list(m)
		*l = append(*l, e.eval(m))
	}}
}

func (g *generator) maps() stmt {
	v := g.pick("map")
	k, e := g.str(0), g.str(1)
	switch {
	case v == "":
		return g.define("map", g.fresh("m"), "map[string]string{\"one\": "+e.text+"}", func(m *machine) any { return map[string]string{"one": e.eval(m)} })
	case g.r.IntN(3) == 0:
		return stmt{"for k, x := range " + v + " {\nadd(s, k+\"=\"+x)\n}\n", func(m *machine) {
			for k, x := range m.vars[v].(map[string]string) {
				m.names[m.str(k+"="+x)] = true
			}
		}}
	case g.r.IntN(4) == 0:
		return stmt{"delete(" + v + ", " + k.text + ")\n", func(m *machine) { delete(m.vars[v].(map[string]string), k.eval(m)) }}
	}
	return stmt{v + "[" + k.text + "] = " + e.text + "\n", func(m *machine) {
		key := k.eval(m)
		m.vars[v].(map[string]string)[key] = e.eval(m)
	}}
}

// function makes a closure over a string variable, or a namer.
func (g *generator) function() stmt {
	w := g.word()
	if g.r.IntN(2) == 0 {
		if g.r.IntN(2) == 0 {
			return g.define("namer", g.fresh("n"), fmt.Sprintf("namer(prefix{%q})", w), func(*machine) any { return func(s string) string { return w + s } })
		}
		return g.define("namer", g.fresh("n"), fmt.Sprintf("namer(&suffix{%q})", w), func(*machine) any { return func(s string) string { return s + w } })
	}
	v := g.pick("str")
	if v == "" || g.loops > 0 { // the variables of a loop are new in each turn, those of the machine are not
		return g.define("func", g.fresh("f"), fmt.Sprintf("func(x string) string { return x + %q }", w), func(*machine) any { return func(x string) string { return x + w } })
	}
	return g.define("func", g.fresh("f"), "func(x string) string { return x + "+v+" }", func(m *machine) any {
		vars := m.vars // of this activation
		return func(x string) string { return m.str(x + vars[v].(string)) }
	})
}

func (g *generator) branch() stmt {
	c := g.cond()
	then := g.block(1+g.r.IntN(3), nil)
	if g.r.IntN(2) == 0 {
		return stmt{"if " + c.text + " {\n" + then.text + "}\n", func(m *machine) {
			if c.eval(m) {
				then.exec(m)
			}
		}}
	}
	other := g.block(1+g.r.IntN(3), nil)
	return stmt{"if " + c.text + " {\n" + then.text + "} else {\n" + other.text + "}\n", func(m *machine) {
		if c.eval(m) {
			then.exec(m)
		} else {
			other.exec(m)
		}
	}}
}

// choice is a switch over a number.
func (g *generator) choice() stmt {
	n := g.num(1)
	g.switches++
	a, b := g.block(1+g.r.IntN(2), nil), g.block(1+g.r.IntN(2), nil)
	g.switches--
	return stmt{"switch " + n.text + " {\ncase 0, 2:\n" + a.text + "case 1:\nfallthrough\ndefault:\n" + b.text + "}\n", func(m *machine) {
		switch n.eval(m) {
		case 0, 2:
			a.exec(m)
		default:
			b.exec(m)
		}
	}}
}

func (g *generator) loop() stmt {
	v := g.pick("list")
	switches := g.switches
	g.loops++
	g.switches = 0
	defer func() {
		g.loops--
		g.switches = switches
	}()
	if v != "" && g.r.IntN(2) == 0 {
		x := g.fresh("x")
		body := g.block(1+g.r.IntN(3), func() stmt {
			g.declare("str", x)
			return stmt{"_ = " + x + "\n", func(*machine) {}}
		})
		return stmt{"for _, " + x + " := range " + v + " {\n" + body.text + "}\n", func(m *machine) {
			for _, val := range *m.vars[v].(*[]string) {
				m.vars[x] = val
				if m.turn(body) {
					return
				}
			}
		}}
	}
	n, i := g.r.IntN(4), g.fresh("i")
	body := g.block(1+g.r.IntN(3), func() stmt {
		g.declare("int", i)
		return stmt{"_ = " + i + "\n", func(*machine) {}}
	})
	head := fmt.Sprintf("for %s := range %d", i, n)
	if g.r.IntN(2) == 0 {
		head = fmt.Sprintf("for %s := 0; %s < %d; %s++", i, i, n, i)
	}
	return stmt{head + " {\n" + body.text + "}\n", func(m *machine) {
		for val := range n {
			m.vars[i] = val
			if m.turn(body) {
				return
			}
		}
	}}
}

// turn runs the body of a loop once; true ends the loop.
func (m *machine) turn(body stmt) bool {
	body.exec(m)
	brk := m.brk
	m.brk, m.cont = false, false
	return brk
}

// leave ends a turn of a loop, or the loop. A break inside a switch would end
// the switch.
func (g *generator) leave() stmt {
	c := g.cond()
	if g.switches > 0 || g.unknown >= 0 && g.avoids(gapBreak) || g.r.IntN(2) == 0 {
		return stmt{"if " + c.text + " {\ncontinue\n}\n", func(m *machine) { m.cont = c.eval(m) }}
	}
	return stmt{"if " + c.text + " {\nbreak\n}\n", func(m *machine) { m.brk = c.eval(m) }}
}
