package flow

import "testing"

// TestCarry is about how values carry data: variables, structs, lists, maps,
// channels, builders, globals, contexts.
func TestCarry(t *testing.T) {
	checkAll(t, []flowTest{
		{"a text", `
func whole(a string) { sh(a) } // -> a
func joined(a string) { sh("ls " + a) } // -> a part
func printed(a string) { sh(fmt.Sprintf("ls %s", a)) } // -> a part
func copied(a string) { b := a; c := b; sh(c) } // -> a
func sliced(a string) { sh(a[1:]) } // -> a part
func query(a string, db *sql.DB) { db.Query("select " + a) } // -> a part
func constant(a string) { sh("ls") } // -> nothing
func overwritten(a string) { a = "ls"; sh(a) } // -> nothing
func length(a string) { sh("head -c " + strconv.Itoa(len(a))) } // -> nothing
func argument(a string, db *sql.DB) { db.Query("select ?", a) } // -> nothing
`},
		{"numbers and booleans", `
func text(a string) { n := a; sh("kill " + n) } // -> a part
func number(n int) { sh("kill " + strconv.Itoa(n)) } // -> nothing
func printed(n int) { sh(fmt.Sprintf("kill %d", n)) } // -> nothing
func parsed(a string) { n, _ := strconv.Atoi(a); sh("kill " + strconv.Itoa(n)) } // -> nothing
func boolean(b bool) { s := "off"; if b { s = "on" }; sh(s) } // -> nothing
func compared(a string) { sh(fmt.Sprint(a == "x")) } // -> nothing
`},
		{"fields", `
type pair struct { x, y string }
func read(a string) { p := pair{x: a}; sh(p.x) } // -> a
func pointed(a string) { p := &pair{}; p.x = a; q := p; sh(q.x) } // -> a
func other(a string) { p := pair{x: a, y: "ls"}; sh(p.y) } // -> nothing
func killed(a string) { p := pair{x: a}; p.x = "ls"; sh(p.x) } // -> nothing
func branch(a string, b bool) { p := pair{x: a}; if b { p.x = "ls" }; sh(p.x) } // -> a
func both(a string, b bool) { p := pair{x: a}; if b { p.x = "ls" } else { p.x = "id" }; sh(p.x) } // -> nothing
func before(a string) { p := pair{x: "ls"}; sh(p.x); p.x = a } // -> nothing
func loop(a string) { p := pair{x: "ls"}; for range 2 { sh(p.x); p.x = a } } // -> a
func replaced(a string) { p := pair{x: a}; p = pair{x: "ls"}; sh(p.x) } // -> nothing
func copied(a string) { p := pair{x: "ls"}; q := p; q.x = a; sh(q.x) } // -> a
`},
		{"structs as carriers", `
type inner struct { text, dir string }
type outer struct { in inner; ptr *inner; list []inner }
func parameter(o outer) { sh(o.in.text) } // -> o
func embedded(a string) { o := outer{in: inner{text: a}}; sh(o.in.text) } // -> a
func pointer(a string) { o := outer{ptr: &inner{text: a}}; sh(o.ptr.text) } // -> a
func list(a string) { o := outer{list: []inner{{text: a}}}; for _, i := range o.list { sh(i.text) } } // -> a
func passed(a string) { use(outer{in: inner{text: a}}) } // -> a
func passedDir(a string) { use(outer{in: inner{text: "ls", dir: a}}) } // -> nothing
func use(o outer) { sh(o.in.text) }
func made(a string) { sh(build(a, "x").in.text) } // -> a
func madeDir(a string) { sh(build("ls", a).in.text) } // -> nothing
func build(text, dir string) outer { return outer{in: inner{text: text, dir: dir}} }
func filled(a string) { var o outer; fill(&o, a); sh(o.in.text) } // -> a
func filledDir(a string) { var o outer; fill(&o, a); sh(o.in.dir) } // -> nothing
func fill(o *outer, text string) { o.in.text = text }
`},
		{"slices", `
func literal(a string) { l := []string{"ls", a}; sh(l[1]) } // -> a
func literalOther(a string) { l := []string{"ls", a}; sh(l[0]) } // -> nothing
func appended(a string) { var l []string; l = append(l, "ls", a); sh(strings.Join(l, " ")) } // -> a part
func variadic(a string) { all("ls", a) } // -> a part
func all(words ...string) { sh(strings.Join(words, " ")) }
func ranged(l []string) { for _, s := range l { sh(s) } } // -> l
func indexes(l []string) { for i := range l { sh(strconv.Itoa(i)) } } // -> nothing
func cloned(a string) { l := make([]string, 1); copy(l, []string{a}); sh(l[0]) } // -> a
func split(a string) { for _, w := range strings.Split(a, ",") { sh(w) } } // -> a part
`},
		{"maps", `
func value(a string) { m := map[string]string{"x": a}; sh(m["x"]) } // -> a
func otherKey(a string) { m := map[string]string{"x": a, "y": "ls"}; sh(m["y"]) } // -> nothing
func comma(a string) { m := map[string]string{"x": a}; if s, ok := m["x"]; ok { sh(s) } } // -> a
func unknownKey(a, k string) { m := map[string]string{}; m[k] = a; sh(m["x"]) } // -> a
func keys(a string) { m := map[string]int{}; m[a] = 1; for k := range m { sh(k) } } // -> a
func keyOnly(a string) { m := map[string]string{}; m[a] = "ls"; for _, v := range m { sh(v) } } // -> nothing
func constants(a string) { m := map[string]string{"x": "ls", "y": "id"}; sh(m[a]) } // -> nothing
func arguments(m map[string]any) { s, _ := m["x"].(string); sh(s) } // -> m
func numbers(m map[string]any) { n, _ := m["x"].(int); sh(fmt.Sprint(n)) } // -> nothing
`},
		{"channels", `
func sent(a string) { c := make(chan string, 1); c <- a; sh(<-c) } // -> a
func ranged(a string) { c := make(chan string, 1); c <- a; for s := range c { sh(s) } } // -> a
func worker(a string) { c := make(chan string); go func() { sh(<-c) }(); c <- a } // -> a
func other(a string) { c, d := make(chan string, 1), make(chan string, 1); c <- a; d <- "ls"; sh(<-d) } // -> nothing
func selected(a string) { c := make(chan string, 1); c <- a; select { case s := <-c: sh(s) } } // -> a
func chosen(a string) { c, d := make(chan string, 1), make(chan string, 1); c <- a; select { case s := <-c: sh(s); case s := <-d: sh(s) } } // -> a
func chosenOther(a string) { c, d := make(chan string, 1), make(chan string, 1); c <- a; d <- "ls"; select { case <-c: case s := <-d: sh(s) } } // -> nothing
func sends(a string) { c := make(chan string, 1); select { case c <- a: default: }; sh(<-c) } // -> a
`},
		{"builders", `
func written(a string) { var b strings.Builder; b.WriteString("ls "); b.WriteString(a); sh(b.String()) } // -> a part
func alone(a string) { var b strings.Builder; b.WriteString(a); sh(b.String()) } // -> a
func passed(a string) { var b strings.Builder; add(&b, a); sh(b.String()) } // -> a part
func add(b *strings.Builder, s string) { b.WriteString(s) }
func other(a string) { var b, c strings.Builder; c.WriteString(a); b.WriteString("ls"); sh(b.String()) } // -> nothing
func late(a string) { var b strings.Builder; sh(b.String()); b.WriteString(a) } // -> nothing
`},
		{"globals", `
var kept, other string
var table = map[string]string{}
func here(a string) { kept = a; sh(kept) } // -> a
func elsewhere(a string) { other = a; sh(there) } // -> nothing
var there string
func key(a string) { table["x"] = a; sh(table["x"]) } // -> a
`},
		{"contexts", `
type key struct{}
type otherKey struct{}
func value(a string, c context.Context) { show(context.WithValue(c, key{}, a)) } // -> a
func show(c context.Context) { s, _ := c.Value(key{}).(string); sh(s) }
func another(a string, c context.Context) { hide(context.WithValue(c, otherKey{}, a)) } // -> nothing
func hide(c context.Context) { s, _ := c.Value(key2{}).(string); sh(s) }
type key2 struct{}
`},
		{"errors", `
func hidden(a string) { err := fmt.Errorf("no %s", a); sh(err.Error()) } // -> a part
func fixed(a string) { err := errors.New("no"); sh(err.Error() + "x") } // -> nothing
`},
		{"parts of lists", `
func rest(a string) { l := []string{"ls", a}; l = l[1:]; sh(l[0]) } // -> a
func restOther(a string) { l := []string{a, "ls"}; l = l[1:]; sh(l[0]) } // -> nothing
func behind(a string) { l := []string{"ls", "id", a}; m := l[1:]; sh(m[0]) } // -> nothing
func handed(a string) { l := []string{"ls", a}; all(l[1:]) } // -> a
func all(l []string) { sh(l[0]) }
func appended(a string) { l := append([]string{"ls"}, a); m := append(l, "id"); sh(m[2]) } // -> nothing
func appendedIt(a string) { l := append([]string{"ls"}, a); m := append(l, "id"); sh(m[1]) } // -> a
func start(a string) { l := []string{"ls", a}; l = l[:1]; sh(l[0]) } // -> nothing
`},
	})
}
