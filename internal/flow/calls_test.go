package flow

import "testing"

// TestCalls is about how calls carry data.
func TestCalls(t *testing.T) {
	checkAll(t, []flowTest{
		{"functions", `
func deep(a string) { one(a) } // -> a
func one(a string) { two(a) }
func two(a string) { sh(a) }
func result(a string) { sh(same(a)) } // -> a
func same(a string) string { return a }
func second(a string) { _, s := both("x", a); sh(s) } // -> a
func first(a string) { s, _ := both("ls", a); sh(s) } // -> nothing
func both(a, b string) (string, string) { return a, b }
func ignored(a string) { sh(fixed(a)) } // -> nothing
func fixed(a string) string { return "ls" }
func failing(a string) { s, err := may(a); if err != nil { return }; sh(s) } // -> a
func may(a string) (string, error) { if a == "" { return "", errors.New("empty") }; return a, nil }
`},
		{"closures", `
func called(a string) { f := func() { sh(a) }; f() } // -> a
func parameter(a string) { f := func(s string) { sh(s) }; f(a) } // -> a
func returned(a string) { f := func() string { return a }; sh(f()) } // -> a
func fromOutside(a string) { maker(a)() } // -> a
func maker(s string) func() { return func() { sh(s) } }
func changed(a string) { s := "ls"; func() { s = a }(); sh(s) } // -> a
func unchanged(a string) { s := "ls"; func() { t := a; _ = t }(); sh(s) } // -> nothing
func given(a string) { do(func(s string) { sh(s) }, a) } // -> a
func do(f func(string), s string) { f(s) }
func givenOther(a string) { do2(func(s string) { _ = s }, a) } // -> nothing
func do2(f func(string), s string) { f(s) }
func stored(a string) { h := struct{ f func(string) }{func(s string) { sh(s) }}; h.f(a) } // -> a
func fromTable(a string) { m := map[string]func(string){"x": sh}; m["x"](a) } // -> a
`},
		{"methods", `
type server struct { cmd, dir string }
func (s *server) run() { sh(s.cmd) }
func (s server) copy() { sh(s.cmd) }
func (s *server) set(c string) { s.cmd = c }
func receiver(a string) { (&server{cmd: a}).run() } // -> a
func byValue(a string) { server{cmd: a}.copy() } // -> a
func otherField(a string) { (&server{dir: a, cmd: "ls"}).run() } // -> nothing
func setter(a string) { var s server; s.set(a); s.run() } // -> a
func value(a string) { s := &server{cmd: a}; f := s.run; f() } // -> a
func valueOther(a string) { s := &server{dir: a, cmd: "ls"}; f := s.run; f() } // -> nothing
func expression(a string) { f := (*server).run; f(&server{cmd: a}) } // -> a
type wrapped struct { server }
func promoted(a string) { w := wrapped{server{cmd: a}}; w.run() } // -> a
func promotedOther(a string) { w := wrapped{server{dir: a, cmd: "ls"}}; w.run() } // -> nothing
`},
		{"interfaces", `
type runner interface { run(string) }
type shell struct{}
func (shell) run(s string) { sh(s) }
type nothing struct{}
func (nothing) run(s string) {}
func known(a string) { var r runner = shell{}; r.run(a) } // -> a
func knownOther(a string) { var r runner = nothing{}; r.run(a) } // -> nothing
func passed(a string) { through(shell{}, a) } // -> a
func through(r runner, s string) { r.run(s) }
func field(a string) { h := struct{ r runner }{shell{}}; h.r.run(a) } // -> a
func fieldOther(a string) { h := struct{ r runner }{nothing{}}; h.r.run(a) } // -> nothing
func anything(v any) { if s, ok := v.(string); ok { sh(s) } } // -> v
func switched(v any) { switch x := v.(type) { case string: sh(x); case int: sh("ls") } } // -> v
func switchedInt(v any) { switch x := v.(type) { case int: sh(strconv.Itoa(x)) } } // -> nothing
`},
		{"generics", `
type box[T any] struct { v T; n string }
func (b box[T]) get() T { return b.v }
func (b box[T]) name() string { return b.n }
func same[T any](v T) T { return v }
func first[A, B any](a A, b B) A { return a }
func call(a string) { sh(same(a)) } // -> a
func chosen(a string) { sh(first("ls", a)) } // -> nothing
func content(a string) { sh(box[string]{v: a}.get()) } // -> a
func contentOther(a string) { sh(box[string]{v: a, n: "ls"}.name()) } // -> nothing
func mapped(a string) { for _, s := range apply([]string{a}, func(s string) string { return "ls " + s }) { sh(s) } } // -> a part
func apply[A, B any](l []A, f func(A) B) []B { var out []B; for _, v := range l { out = append(out, f(v)) }; return out }
`},
		{"go and defer", `
func started(a string) { go sh(a) } // -> a
func deferred(a string) { defer sh(a) } // -> a
func closure(a string) { defer func() { sh(a) }() } // -> a
func startedOther(a string) { go sh("ls"); defer func() { _ = a }() } // -> nothing
`},
		{"range over functions", `
func each(l []string) func(func(string) bool) { return func(yield func(string) bool) { for _, s := range l { if !yield(s) { return } } } }
func ranged(l []string) { for s := range each(l) { sh(s) } } // -> l
func numbered(l []string) { for i := range count(l) { sh(strconv.Itoa(i)) } } // -> nothing
func count(l []string) func(func(int) bool) { return func(yield func(int) bool) { for i := range l { if !yield(i) { return } } } }
`},
		{"recursion", `
func down(a string, n int) { if n == 0 { sh(a); return }; down(a, n-1) } // -> a
func growing(a string, n int) { if n == 0 { sh(a); return }; growing("x" + a, n-1) } // -> a, a part
func even(a string, n int) { if n > 0 { odd(a, n-1) } } // -> a
func odd(a string, n int) { if n == 1 { sh(a) }; even(a, n-1) }
func fixed(a string, n int) { if n == 0 { sh("ls"); return }; fixed(a, n-1) } // -> nothing
type tree struct { text, name string; kids []*tree }
func walk(t *tree) { sh(t.text); for _, k := range t.kids { walk(k) } } // -> t
func fill(a string) { t := &tree{name: a}; walk2(t) } // -> nothing
func walk2(t *tree) { sh(t.text); for _, k := range t.kids { walk2(k) } }
`},
	})
}
