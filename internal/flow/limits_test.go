package flow

import (
	"fmt"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/mcpvet/mcpvet/internal/program"
	"github.com/mcpvet/mcpvet/models"
)

// flowsOf runs all functions of a text as entries, and describes what is found.
func flowsOf(t testing.TB, text string) ([]string, *Engine) {
	t.Helper()
	e := engineOf(t, text)
	return describe(e), e
}

func describe(e *Engine) []string {
	var out []string
	for _, id := range e.ids {
		for _, f := range e.Run(e.entryOf(id)) {
			out = append(out, fmt.Sprintf("%s: %+v %x %s %v %v", id, f.Source, f.Mask, f.Sink.Func, f.Sink.Pos, f.Hops))
		}
		out = append(out, describeWalk(e, id)...)
	}
	return out
}

// describeWalk lists what a walk from a function meets, where calls are told
// apart by the origins of all parameters.
func describeWalk(e *Engine, id string) []string {
	var out []string
	is := func(sym string) bool { return strings.HasPrefix(sym, "os") }
	e.Walk(Entry{Func: id}, Walker{
		Key: func(f *Frame) string {
			key := ""
			for i := range f.Params() {
				key += fmt.Sprint(len(f.Origins(program.Ref(i+1))), " ")
			}
			return key
		},
		Call: func(c Call) {
			line := fmt.Sprintf("%s: %s %v", id, c.Sym, c.Frame.Hops())
			for _, a := range c.Args() {
				for _, o := range c.Frame.Elements(a) {
					line += " " + o.ID()
					if o.Kind == OriginCall {
						o.CalledBy(0, is)
					}
				}
			}
			methods, elsewhere := c.Uses()
			_, unused := c.Frame.LeftUnused(is)
			out = append(out, fmt.Sprint(line, methods, elsewhere, unused, c.Frame.HandsTo(is)))
		},
	})
	e.CallsOf(is)
	return out
}

// hard are programs whose ways multiply: each turn of a recursion, each branch
// and each field doubles them.
var hard = []struct{ name, text string }{
	{"trees of many fields", func() string {
		return fileOf(`
type size interface { size() int }
type node struct { left, right, up, down *node; by size; text string }
func (n *node) size() int { if n == nil { return 0 }; return n.left.size() + n.right.size() + n.by.size() }
func merge(a, b *node, s string) *node {
	if a == nil { return b }
	if b == nil { return &node{left: a, text: s, by: a} }
	if a.by.size() > b.by.size() { a, b = b, a }
	n := &node{left: merge(a.left, b.right, s), right: merge(a.right, b.left, a.text), up: merge(a.up, b.down, b.text), down: merge(a.down, b.up, s)}
	n.left.up, n.right.down = n.right, n.left
	n.by = n.left.by
	sh(n.left.right.up.down.text)
	return merge(n, n.left, n.right.text)
}
func Start(a string, n, m *node) { sh(merge(n, m, a).left.right.left.text) }
`)
	}()},
	{"arguments that grow", fileOf(`
type visitor interface { visit(string, ...string) }
type a struct{ next visitor }
type b struct{ next visitor }
func (x a) visit(s string, l ...string) { x.next.visit("a" + s, append(l, "a")...); exec.Command("sh", append(l, s)...).Run() }
func (x b) visit(s string, l ...string) { x.next.visit(s + "b", append(l, "b", s)...); exec.Command("sh", append(l, "-c", s)...).Run() }
func Start(s string, f bool) { var v visitor = a{}; if f { v = b{v} }; v = a{b{v}}; v.visit(s) }
func twice(f func(string, string), s, p string) { f(s, p + "1"); again(f, s, "1" + p) }
func again(f func(string, string), s, p string) { f(p, s); twice(f, p + s, s + p) }
func Closures(s string) { twice(func(x, y string) { sh(x + y) }, s, "x") }
`)},
	{"errors of many branches", func() string {
		var b strings.Builder
		b.WriteString("func f(s string) error { if s == \"\" { return errors.New(\"empty\") }; return nil }\n")
		b.WriteString("func Start(s string) error {\nvar err error\n")
		for i := range 14 {
			fmt.Fprintf(&b, "switch s[%d] {\ncase 'z': err = f(s[%d:])\n", i, i)
			for c := range 20 {
				fmt.Fprintf(&b, "case '%c': println(%d)\n", 'a'+c, c)
			}
			b.WriteString("}\n")
		}
		b.WriteString("if err != nil { return err }\nsh(s)\nreturn err\n}\n")
		return fileOf(b.String())
	}()},
	{"functions that are copied", func() string {
		var b strings.Builder
		b.WriteString("func Start(s string) {\nvar h struct{ ")
		for i := range 12 {
			fmt.Fprintf(&b, "f%d func(string); ", i)
		}
		b.WriteString("}\nh.f0 = sh\nfor range 3 {\n")
		for i := range 12 {
			for k := range 12 {
				fmt.Fprintf(&b, "h.f%d = h.f%d\n", i, (i*5+k)%12)
			}
		}
		b.WriteString("}\nh.f7(s)\n}\n")
		return fileOf(b.String())
	}()},
	{"characters of many branches", func() string {
		var b strings.Builder
		b.WriteString("func Start(s string) string {\nout := \"\"\nfor _, r := range s {\n")
		for i := range 40 {
			fmt.Fprintf(&b, "if r == %q || r > %d && len(out) == %d { out += string(r) }\n", rune('!'+i), 40+i, i)
		}
		b.WriteString("}\nsh(out)\nreturn out\n}\n")
		return fileOf(b.String())
	}()},
}

// TestHard follows data through programs whose ways multiply.
func TestHard(t *testing.T) {
	for _, tt := range hard {
		t.Run(tt.name, func(t *testing.T) {
			start := time.Now()
			flows, e := flowsOf(t, tt.text)
			if d := time.Since(start); d > 20*time.Second {
				t.Errorf("it took %v", d)
			}
			t.Logf("%d steps, %v", e.steps, time.Since(start))
			if len(flows) == 0 {
				t.Error("nothing is found")
			}
		})
	}
}

// TestLimit says that the analysis stops at its limit, and says so.
func TestLimit(t *testing.T) {
	for _, tt := range hard {
		e := engineOf(t, tt.text)
		describe(e)
		all := e.steps
		if e.Exhausted() {
			continue
		}
		e = engineOf(t, tt.text)
		e.limits.Steps = all / 2
		describe(e)
		if !e.Exhausted() || e.steps > all/2+1000 || len(e.queue) > 0 {
			t.Errorf("%s: half of %d steps: exhausted %v after %d, %d left", tt.name, all, e.Exhausted(), e.steps, len(e.queue))
		}
		e = engineOf(t, tt.text)
		e.limits.Steps = all
		if describe(e); e.Exhausted() {
			t.Errorf("%s: %d steps are not enough, and were before", tt.name, all)
		}
	}
}

// TestSame says that one text has the same flows each time, in one order, with
// the limit reached and without.
func TestSame(t *testing.T) {
	for _, tt := range hard {
		first, e := flowsOf(t, tt.text)
		for range 3 {
			again, f := flowsOf(t, tt.text)
			if !reflect.DeepEqual(first, again) || e.steps != f.steps {
				t.Fatalf("%s: %d flows after %d steps, and then %d after %d", tt.name, len(first), e.steps, len(again), f.steps)
			}
		}
		cut := func() []string {
			e := engineOf(t, tt.text)
			e.limits.Steps = 500
			return describe(e)
		}
		if a, b := cut(), cut(); !reflect.DeepEqual(a, b) {
			t.Errorf("%s: up to the limit %d flows, and then %d", tt.name, len(a), len(b))
		}
	}
}

// TestDeepPaths says that a store to a part that is too deep for a path does
// not overwrite its neighbours, and that what is told apart of one value ends
// in the whole.
func TestDeepPaths(t *testing.T) {
	checkFlows(t, `
type five struct { x, y string }
type four struct { f five }
type three struct { f four }
type two struct { f three }
type one struct { f two }
type zero struct { f one }
func Deep(a string) { // -> a
	z := zero{}
	z.f.f.f.f.f.x = a
	z.f.f.f.f.f.y = "ls"
	sh(z.f.f.f.f.f.x)
}
`)
	for n, want := range map[int]path{1: "\x01.a\x01.b", 10: "\x01.a\x01.b", 11: "\x01.a", 40: "\x01.a", 41: ""} {
		if got := path("").add(".a").add(".b").larger(n, 10); got != want {
			t.Errorf("the %dth part is at %q, want %q", n, got, want)
		}
	}
	l := loc{path: "", exact: true}
	for i := range maxSteps {
		l = l.join(path("").add(fmt.Sprintf(".f%d", i)))
	}
	if !l.exact || l.join(path("").add(".g")).exact {
		t.Errorf("%d steps are exact: %v, one more: %v", maxSteps, l.exact, l.join(path("").add(".g")).exact)
	}
}

// TestOrder says that where data comes to does not depend on what ran before.
func TestOrder(t *testing.T) {
	text := fileOf(`
type opts struct { cmd, dir string }
func run(o opts) { sh(o.cmd) }
func A(s string) { run(opts{cmd: s}) }
func B(s string) { run(opts{dir: s}) }
func C(o opts) { run(o) }
`)
	want := map[string]string{"A": "s", "B": "", "C": "o"}
	for _, order := range []string{"ABC", "CBA", "BAC"} {
		e := engineOf(t, text)
		for _, f := range order {
			if got := e.reached("example.test/p." + string(f)); got != want[string(f)] {
				t.Errorf("%s, in the order %s: %q, want %q", string(f), order, got, want[string(f)])
			}
		}
	}
}

// TestCallGraphEdges says that a node has each edge once, as many as there are.
func TestCallGraphEdges(t *testing.T) {
	g := &graph{edges: map[[2]int32]bool{}, number: map[object]int32{}}
	g.size = 5 * fewEdges
	g.grow()
	for range 2 {
		for to := range g.size {
			g.edge(0, to)
		}
	}
	if len(g.next[0]) != int(g.size)-1 { // not to itself
		t.Errorf("%d edges, want %d", len(g.next[0]), g.size-1)
	}
}

// A new kind takes a bit of a mask, below what else a mask says.
func TestKindsFit(t *testing.T) {
	if n := len(models.FlowKinds()) + 3; 1<<n > notParent {
		t.Errorf("%d kinds and parts of kinds: they reach into the properties of texts", n)
	}
}
