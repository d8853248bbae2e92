package toolreg_test

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
)

// A program is a random Go program that registers tools, in two forms: as
// text, for the evaluator, and as functions, which tell what it really
// registers.
type program struct {
	text    string
	run     func(env []bool) (names map[string]bool, ok bool)
	unknown int // number of environment variables that it asks for
	stmts   int // statements, those left out included
}

// A machine runs a program. Its values are those of the variables; slices,
// maps and pointers are Go's own, so that aliasing is Go's too.
type machine struct {
	env   []bool
	names map[string]bool
	vars  map[string]any
	steps int
	brk   bool // a break or continue is under way
	cont  bool
}

type rec struct {
	name string
	n    int
	arr  [2]string
	tags []string
}

// tooLong ends a run whose strings or steps explode.
type tooLong struct{}

func (m *machine) str(s string) string {
	if m.steps++; len(s) > 400 || m.steps > 20_000 {
		panic(tooLong{})
	}
	return s
}

type (
	strExpr struct {
		text string
		eval func(*machine) string
	}
	intExpr struct {
		text string
		eval func(*machine) int
	}
	boolExpr struct {
		text string
		eval func(*machine) bool
	}
	stmt struct {
		text string
		exec func(*machine)
	}
)

// A generator makes one program. The variables of a kind are in scope.
type generator struct {
	r        *rand.Rand
	next     int
	scope    map[string][]string // kind -> variables
	depth    int
	loops    int
	switches int // around the statement, inside the innermost loop
	unknown  int
	helpers  []string
	bodies   map[string]func(m *machine, a string, n int) string
	budget   int
	skip     map[int]bool // numbers of the statements that are left out
	stmts    int          // statements so far
	avoid    []gap
}

// A gap is something that the evaluator is known to get wrong.
type gap string

// The known gaps. Random programs don't have them, and TestRandomGaps fails
// when one is closed: remove it then.
const (
	gapJoin   gap = "texts and indexes of lists whose length is not decided"
	gapBreak  gap = "breaks that are not decided"
	gapLookup gap = "lookups of keys that are not there, on one of several ways"
)

// knownGaps has, for each gap, the seed of a program that shows it.
var knownGaps = []struct {
	gap     gap
	seed    uint64
	unknown bool
}{
	{gapJoin, 273, true},
	{gapBreak, 4963, true},
	{gapLookup, 663, true},
}

func (g *generator) avoids(x gap) bool { return slices.Contains(g.avoid, x) }

// newProgram returns the program of a seed, without the statements of those
// numbers, and without some of the known gaps. With unknown it asks its
// environment.
func newProgram(seed uint64, unknown bool, skip map[int]bool, avoid []gap) *program {
	g := &generator{r: rand.New(rand.NewPCG(seed, 7)), scope: map[string][]string{}, bodies: map[string]func(*machine, string, int) string{}, budget: 40, skip: skip, avoid: avoid}
	if !unknown {
		g.unknown = -1
	}
	var b strings.Builder
	b.WriteString(randomHeader)
	for range g.r.IntN(3) {
		b.WriteString(g.helper())
	}
	list := []stmt{g.block(3+g.r.IntN(8), nil)}
	for _, h := range g.helpers { // a function that nobody calls would be evaluated by itself
		list = append(list, stmt{fmt.Sprintf("add(s, %s(s, \"z\", 1))\n", h), func(m *machine) { m.names[g.bodies[h](m, "z", 1)] = true }})
	}
	// nor would add be, had main no call of it that is reached
	list = append(list, stmt{"add(s, \"always\")\n", func(m *machine) { m.names["always"] = true }})
	body := sequence(list)
	fmt.Fprintf(&b, "func main() {\n\ts := server.NewMCPServer(\"random\", \"1\")\n%s\t_ = s\n}\n", body.text)
	p := &program{text: b.String(), unknown: max(g.unknown, 0), stmts: g.stmts}
	p.run = func(env []bool) (names map[string]bool, ok bool) {
		m := &machine{env: env, names: map[string]bool{}, vars: map[string]any{}}
		defer func() {
			if v := recover(); v != nil {
				if _, long := v.(tooLong); !long {
					panic(v)
				}
				names, ok = nil, false
			}
		}()
		body.exec(m)
		return m.names, true
	}
	return p
}

const randomHeader = `package main

import (
	"fmt"
	"os"
	"strings"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

type rec struct {
	name string
	n    int
	arr  [2]string
	tags []string
}

type namer interface{ Name(string) string }

type prefix struct{ text string }

func (p prefix) Name(s string) string { return p.text + s }

type suffix struct{ text string }

func (p *suffix) Name(s string) string { return s + p.text }

func add(s *server.MCPServer, name string) { s.AddTool(mcp.NewTool(name), nil) }

func (r *rec) rename(to string) { r.name = to }

func (r rec) renamed(to string) rec { r.name, r.arr[0] = to, to; return r }

var _ = fmt.Sprint(os.Getenv(""), strings.ToUpper(""))

`

// helper generates a function of a string and a number.
func (g *generator) helper() string { return g.helperOf(1 + g.r.IntN(3)) }

// helperOf is helper for a number of statements.
func (g *generator) helperOf(n int) string {
	name := g.fresh("h")
	outer := g.scope
	g.scope = map[string][]string{"str": {"a"}, "int": {"n"}}
	body := g.block(n, nil)
	result := g.str(2)
	g.scope = outer
	g.bodies[name] = func(m *machine, a string, n int) string {
		saved := m.vars
		m.vars = map[string]any{"a": a, "n": n}
		body.exec(m)
		s := result.eval(m)
		m.vars = saved
		return m.str(s)
	}
	g.helpers = append(g.helpers, name)
	return fmt.Sprintf("func %s(s *server.MCPServer, a string, n int) string {\n%s\treturn %s\n}\n\n", name, body.text, result.text)
}

func (g *generator) fresh(kind string) string {
	g.next++
	return fmt.Sprintf("%s%d", kind, g.next)
}

func (g *generator) pick(kind string) string {
	vars := g.scope[kind]
	if len(vars) == 0 {
		return ""
	}
	return vars[g.r.IntN(len(vars))]
}

func (g *generator) word() string {
	return []string{"get", "put", "list", "x", "user", "a_b", "run"}[g.r.IntN(7)]
}

// block generates statements in a scope of their own, after first.
func (g *generator) block(n int, first func() stmt) stmt {
	outer := make(map[string][]string, len(g.scope))
	for k, v := range g.scope {
		outer[k] = slices.Clip(v)
	}
	saved := g.scope
	g.scope = outer
	g.depth++
	var list []stmt
	if first != nil {
		list = append(list, first())
	}
	for range n {
		if g.budget--; g.budget <= 0 {
			break
		}
		number := g.stmts
		g.stmts++
		if s := g.stmt(); !g.skip[number] {
			list = append(list, s)
		}
	}
	g.depth--
	g.scope = saved
	return sequence(list)
}

func sequence(list []stmt) stmt {
	var b strings.Builder
	for _, s := range list {
		b.WriteString(s.text)
	}
	return stmt{b.String(), func(m *machine) {
		for _, s := range list {
			if s.exec(m); m.brk || m.cont {
				return
			}
		}
	}}
}

func (g *generator) str(depth int) strExpr {
	if depth <= 0 {
		if v := g.pick("str"); v != "" && g.r.IntN(3) > 0 {
			return strExpr{v, func(m *machine) string { return m.vars[v].(string) }}
		}
		w := g.word()
		return strExpr{fmt.Sprintf("%q", w), func(*machine) string { return w }}
	}
	switch g.r.IntN(12) {
	case 0, 1:
		a, b := g.str(depth-1), g.str(0)
		return strExpr{"(" + a.text + " + \"_\" + " + b.text + ")", func(m *machine) string { return m.str(a.eval(m) + "_" + b.eval(m)) }}
	case 2:
		a, n := g.str(depth-1), g.num(1)
		return strExpr{fmt.Sprintf("fmt.Sprintf(\"%%s%%d\", %s, %s)", a.text, n.text), func(m *machine) string { return m.str(fmt.Sprintf("%s%d", a.eval(m), n.eval(m))) }}
	case 3:
		a := g.str(depth - 1)
		return strExpr{"strings.ToUpper(" + a.text + ")", func(m *machine) string { return m.str(strings.ToUpper(a.eval(m))) }}
	case 4:
		if v := g.pick("rec"); v != "" {
			return strExpr{v + ".name", func(m *machine) string { return m.vars[v].(*rec).name }}
		}
	case 5:
		if v := g.pick("rec"); v != "" {
			i := g.r.IntN(2)
			return strExpr{fmt.Sprintf("%s.arr[%d]", v, i), func(m *machine) string { return m.vars[v].(*rec).arr[i] }}
		}
	case 6:
		if v := g.pick("map"); v != "" && !(g.unknown >= 0 && g.avoids(gapLookup)) {
			k := g.str(0)
			return strExpr{v + "[" + k.text + "]", func(m *machine) string { return m.vars[v].(map[string]string)[k.eval(m)] }}
		}
	case 7:
		if len(g.helpers) > 0 {
			h, a, n := g.helpers[g.r.IntN(len(g.helpers))], g.str(0), g.num(0)
			body := g.bodies[h]
			return strExpr{fmt.Sprintf("%s(s, %s, %s)", h, a.text, n.text), func(m *machine) string { return body(m, a.eval(m), n.eval(m)) }}
		}
	case 8:
		if v := g.pick("func"); v != "" {
			a := g.str(0)
			return strExpr{v + "(" + a.text + ")", func(m *machine) string { return m.vars[v].(func(string) string)(a.eval(m)) }}
		}
	case 9:
		if v := g.pick("namer"); v != "" {
			a := g.str(0)
			return strExpr{v + ".Name(" + a.text + ")", func(m *machine) string { return m.vars[v].(func(string) string)(a.eval(m)) }}
		}
	case 10:
		if v := g.pick("list"); v != "" && !(g.unknown >= 0 && g.avoids(gapJoin)) {
			return strExpr{"strings.Join(" + v + ", \"-\")", func(m *machine) string { return m.str(strings.Join(*m.vars[v].(*[]string), "-")) }}
		}
	}
	return g.str(0)
}

func (g *generator) num(depth int) intExpr {
	if v := g.pick("int"); v != "" && g.r.IntN(2) == 0 {
		return intExpr{v, func(m *machine) int { return m.vars[v].(int) }}
	}
	if v := g.pick("list"); v != "" && depth > 0 && g.r.IntN(3) == 0 {
		return intExpr{"len(" + v + ")", func(m *machine) int { return len(*m.vars[v].(*[]string)) }}
	}
	n := g.r.IntN(4)
	if depth > 0 && g.r.IntN(3) == 0 {
		a := g.num(depth - 1)
		return intExpr{fmt.Sprintf("(%s+%d)", a.text, n), func(m *machine) int { return a.eval(m) + n }}
	}
	return intExpr{fmt.Sprint(n), func(*machine) int { return n }}
}

func (g *generator) cond() boolExpr {
	if g.unknown >= 0 && g.r.IntN(2) == 0 {
		k := g.r.IntN(4)
		g.unknown = max(g.unknown, k+1)
		return boolExpr{fmt.Sprintf("os.Getenv(\"K%d\") != \"\"", k), func(m *machine) bool { return m.env[k] }}
	}
	switch g.r.IntN(4) {
	case 0:
		a, b := g.str(1), g.str(0)
		return boolExpr{a.text + " == " + b.text, func(m *machine) bool { return a.eval(m) == b.eval(m) }}
	case 1:
		a, w := g.str(1), g.word()[:1]
		return boolExpr{fmt.Sprintf("strings.HasPrefix(%s, %q)", a.text, w), func(m *machine) bool { return strings.HasPrefix(a.eval(m), w) }}
	case 2:
		a, b := g.cmp(), g.cmp()
		return boolExpr{"(" + a.text + ") && (" + b.text + ")", func(m *machine) bool { return a.eval(m) && b.eval(m) }}
	}
	return g.cmp()
}

func (g *generator) cmp() boolExpr {
	a, b := g.num(1), g.num(0)
	return boolExpr{a.text + " < " + b.text, func(m *machine) bool { return a.eval(m) < b.eval(m) }}
}

// declare brings a variable of a kind into scope. It is used at once, so that
// the program compiles.
func (g *generator) declare(kind, name string) string {
	g.scope[kind] = append(g.scope[kind], name)
	return name
}

func sortedNames(m map[string]bool) []string { return slices.Sorted(maps.Keys(m)) }
