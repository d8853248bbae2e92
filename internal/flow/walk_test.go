package flow

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/mcpvet/mcpvet/internal/program"
)

// A comment "// -> x y" at a function of these texts lists what a walk from there
// meets outside the program, sorted, each as often as frames call it.
var walkTexts = []string{`
func direct(ctx context.Context) { os.Getenv("A") } // -> os.Getenv
func nothing(ctx context.Context) { unused := func() { os.Getenv("A") }; _ = unused } // ->
func deep(ctx context.Context) { one() } // -> os.Getenv
func one() { two(); two() }
func two() { os.Getenv("A") }
func endless(ctx context.Context) { again(3) } // -> strconv.Itoa
func again(n int) { strconv.Itoa(n); if n > 0 { again(n - 1) } }
`, `
func closure(ctx context.Context) { f := func() { os.Getenv("A") }; f() } // -> os.Getenv
func started(ctx context.Context) { go func() { os.Getenv("A") }() } // -> os.Getenv
func deferred(ctx context.Context) { defer func() { os.Getenv("A") }() } // -> os.Getenv
func passed(ctx context.Context) { do(func() { os.Getenv("A") }) } // -> os.Getenv
func passedTwice(ctx context.Context) { through(func() { os.Getenv("A") }) } // -> os.Getenv
func passedOther(ctx context.Context) { do(func() { strconv.Itoa(1) }) } // -> strconv.Itoa
func do(f func()) { f() }
func through(f func()) { do(f) }
func handedOut(ctx context.Context) { slices.ContainsFunc([]string{"a"}, func(s string) bool { return os.Getenv(s) != "" }) } // -> os.Getenv slices.ContainsFunc
`, `
type runner interface { run() }
type env struct{}
func (env) run() { os.Getenv("A") }
type text struct{}
func (text) run() { strconv.Itoa(1) }
func known(ctx context.Context) { var r runner = env{}; r.run() } // -> os.Getenv
func either(ctx context.Context) { var r runner = env{}; if ctx == nil { r = text{} }; r.run() } // -> os.Getenv strconv.Itoa
func method(ctx context.Context) { f := env{}.run; f() } // -> os.Getenv
func generic(ctx context.Context) { call(text{}) } // -> strconv.Itoa
func call[T runner](v T) { v.run() }
type holder struct { r runner }
func field(ctx context.Context) { h := &holder{r: text{}}; h.r.run() } // -> strconv.Itoa
func argument(ctx context.Context) { use(env{}) } // -> os.Getenv
func use(r runner) { r.run() }
func argumentOther(ctx context.Context) { use2(text{}) } // -> strconv.Itoa
func use2(r runner) { r.run() }
`}

var walkWorkers = `
type pool struct { jobs chan string; other chan string; idle chan int }
func newPool() *pool { p := &pool{jobs: make(chan string), other: make(chan string), idle: make(chan int)}; go p.work(); go p.rest(); go loop(p.idle); return p }
func (p *pool) work() { strconv.Itoa(1); for s := range p.jobs { os.Getenv(s) } }
func (p *pool) rest() { for { select { case s := <-p.other: strconv.Atoi(s); case p.idle <- 1: } } }
func loop(c chan int) { for n := range c { strconv.Itoa(n) } }
var shared = newPool()
func field(ctx context.Context) { shared.jobs <- "A" } // -> os.Getenv
func selected(ctx context.Context) { shared.other <- "A" } // -> strconv.Atoi strconv.Itoa
func chosen(ctx context.Context) { select { case shared.idle <- 1: default: } } // -> strconv.Itoa
func receiving(ctx context.Context) { <-shared.jobs } // ->
func reply(ctx context.Context) { c := make(chan string); go func() { c <- os.Getenv("A") }(); <-c } // -> os.Getenv
`

var walkWant = regexp.MustCompile(`(?m)^func (\w+)\(ctx context\.Context\).*// ->(.*)$`)

func TestWalk(t *testing.T) {
	for _, text := range append(walkTexts, walkWorkers) {
		e := engineOf(t, fileOf(text))
		for _, m := range walkWant.FindAllStringSubmatch(text, -1) {
			var got []string
			whole := e.Walk(Entry{Func: "example.test/p." + m[1]}, Walker{
				Key:  func(*Frame) string { return "" },
				Call: func(c Call) { got = append(got, c.Sym) },
			})
			slices.Sort(got)
			if want := strings.Fields(m[2]); !slices.Equal(slices.Compact(got), want) || !whole {
				t.Errorf("%s meets %v, want %v", m[1], got, want)
			}
		}
	}
}

// TestWalkKeys visits a helper once for each key, with the way that led there.
func TestWalkKeys(t *testing.T) {
	e := engineOf(t, fileOf(`
func entry(ctx context.Context) { helper("a"); outer() }
func outer() { helper("b"); helper("b") }
func helper(s string) { os.Getenv(s) }
`))
	for _, c := range []struct {
		byText bool
		want   []string
	}{
		{false, []string{"calls helper"}},
		{true, []string{"calls helper", "calls outer, calls helper"}},
	} {
		var got []string
		e.Walk(Entry{Func: "example.test/p.entry"}, Walker{
			Key: func(f *Frame) string {
				if !c.byText || f.Func() != "example.test/p.helper" {
					return ""
				}
				up, arg, _ := f.passer(1)
				text, _ := up.x.sym(arg).Text()
				return text
			},
			Call: func(c Call) {
				var texts []string
				for _, h := range c.Frame.Hops() {
					texts = append(texts, h.Text)
				}
				got = append(got, strings.Join(texts, ", "))
			},
		})
		if !slices.Equal(got, c.want) {
			t.Errorf("by text %v: %q, want %q", c.byText, got, c.want)
		}
	}
}

// TestWalkEnter stops where it is told to.
func TestWalkEnter(t *testing.T) {
	e := engineOf(t, fileOf(`
func entry(ctx context.Context) { stop(); strconv.Itoa(1) }
func stop() { os.Getenv("A") }
`))
	var got []string
	e.Walk(Entry{Func: "example.test/p.entry"}, Walker{
		Key:   func(*Frame) string { return "" },
		Enter: func(f *Frame) bool { return f.Func() != "example.test/p.stop" },
		Call:  func(c Call) { got = append(got, c.Sym) },
	})
	if !slices.Equal(got, []string{"strconv.Itoa"}) {
		t.Errorf("met %v", got)
	}
}

// A comment "// <- x y" at a function lists where what it gives to strconv.Quote
// comes from: the function or the variable, "entry", "new", "nil", or "?".
var originTexts = []string{`
func call(ctx context.Context) { strconv.Quote(os.Getenv("A")) } // <- os.Getenv
func parameter(ctx context.Context, s string) { strconv.Quote(s) } // <- entry
func unknown(ctx context.Context) { strconv.Quote("a" + os.Getenv("A")) } // <- ?
func either(ctx context.Context, s string) { v := s; if ctx == nil { v = os.Getenv("A") }; strconv.Quote(v) } // <- entry os.Getenv
func overwritten(ctx context.Context, s string) { v := s; v = os.Getenv("A"); strconv.Quote(v) } // <- os.Getenv
func helper(ctx context.Context, s string) { strconv.Quote(same(s)) } // <- entry
func helperOther(ctx context.Context, s string) { strconv.Quote(same(os.Getenv("A"))) } // <- os.Getenv
func same(s string) string { return s }
func pair(ctx context.Context, s string) { _, b := both(s); strconv.Quote(b) } // <- os.Getenv
func both(s string) (string, string) { return s, os.Getenv("A") }
func failing(ctx context.Context, s string) { p, _ := may(&s); strconv.Quote(*p) } // <- entry
func may(s *string) (*string, error) { if s == nil { return nil, nil }; return s, nil }
`, `
func captured(ctx context.Context, s string) { func() { strconv.Quote(s) }() } // <- entry
func changed(ctx context.Context, s string) { s = os.Getenv("A"); func() { strconv.Quote(s) }() } // <- os.Getenv
func given(ctx context.Context, s string) { do(func() { strconv.Quote(s) }) } // <- entry
func do(f func()) { f() }
func argument(ctx context.Context, s string) { with(s) } // <- entry
func with(s string) { strconv.Quote(s) }
`, `
type box struct { s, t string }
func field(ctx context.Context, s string) { b := &box{s: s, t: os.Getenv("A")}; strconv.Quote(b.s) } // <- entry
func fieldOther(ctx context.Context, s string) { b := &box{s: s, t: os.Getenv("A")}; strconv.Quote(b.t) } // <- os.Getenv
func made(ctx context.Context, s string) { strconv.Quote(newBox(s).s) } // <- entry
func newBox(s string) *box { return &box{s: s, t: os.Getenv("A")} }
func (b *box) method() { strconv.Quote(b.t) }
func byMethod(ctx context.Context, s string) { newBox(s).method() } // <- os.Getenv
func elements(ctx context.Context, s string) { l := []string{s}; strconv.Quote(l[0]) } // <- entry
type kept struct { s string }
func start() *kept { return &kept{s: os.Getenv("A")} }
func byType(ctx context.Context, k *kept) { strconv.Quote(k.s) } // <- os.Getenv
var global = os.Getenv("A")
func fromGlobal(ctx context.Context) { strconv.Quote(global) } // <- os.Getenv
`}

var originWant = regexp.MustCompile(`(?m)^func (\w+)\(ctx context\.Context.*// <-(.*)$`)

func TestOrigins(t *testing.T) {
	for _, text := range originTexts {
		e := engineOf(t, fileOf(text))
		for _, m := range originWant.FindAllStringSubmatch(text, -1) {
			var got []string
			e.Walk(Entry{Func: "example.test/p." + m[1]}, Walker{
				Key: func(*Frame) string { return "" },
				Call: func(c Call) {
					if c.Sym != "strconv.Quote" {
						return
					}
					for _, o := range c.Frame.Origins(c.Args()[0]) {
						got = append(got, originName(o))
					}
				},
			})
			slices.Sort(got)
			if want := strings.Fields(m[2]); !slices.Equal(slices.Compact(got), want) {
				t.Errorf("%s: from %v, want %v", m[1], got, want)
			}
		}
	}
}

func originName(o Origin) string {
	switch o.Kind {
	case OriginEntry:
		return "entry"
	case OriginNew:
		return "new"
	case OriginNil:
		return "nil"
	case OriginCall, OriginGlobal:
		return o.Sym
	}
	return "?"
}

// TestLive tells what nobody calls.
func TestLive(t *testing.T) {
	e := engineOf(t, fileOf(`
func main() { used(); strconv.Itoa(1) }
func used() { os.Getenv("A") }
func dead() { os.Getenv("B") }
`))
	live := map[bool][]program.Pos{}
	for _, m := range e.CallsOf(func(sym string) bool { return sym == "os.Getenv" }) {
		live[m.Live] = append(live[m.Live], m.Pos)
	}
	if len(live[true]) != 1 || len(live[false]) != 1 {
		t.Errorf("live %v, dead %v", live[true], live[false])
	}
}
