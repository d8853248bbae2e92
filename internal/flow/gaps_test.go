package flow

import "testing"

// gaps are functions of which the engine says something else than what they
// do, with what it says.
var gaps = []struct{ why, decls, id, says, truth string }{
	{"a channel that start-up code gives to a goroutine is not followed", `
type pool struct{ lines chan string }
func newPool() *pool { p := &pool{make(chan string)}; go p.work(); return p }
func (p *pool) work() { for s := range p.lines { sh(s) } }
var shared = newPool()
func Send(a string) { shared.lines <- a }
`, "Send", "", "a"},
	{"what is stored through a part of a list is not in the list", `
func Through(a string) { l := []string{"ls", "id"}; m := l[1:]; m[0] = a; sh(l[1]) }
`, "Through", "", "a"},
	{"what a method overwrites in what its receiver points to is still there", `
type args struct{ cmd string }
func (p *args) reset() { p.cmd = "ls" }
func Reset(a string) { p := &args{a}; p.reset(); sh(p.cmd) }
`, "Reset", "a", ""},
	{"two values that are compared with each other are not one", `
func Compared(a, b string) { if b != "ls" || a != b { return }; sh(a) }
`, "Compared", "a", ""},
	{"the length of a text is no check", `
func Empty(a string) { if len(a) > 0 { return }; sh(a) }
`, "Empty", "a", ""},
}

// TestGaps fails where a gap is closed: the function belongs to the tables
// then.
func TestGaps(t *testing.T) {
	for _, g := range gaps {
		got := engineOf(t, fileOf(g.decls)).reached("example.test/p." + g.id)
		if got == g.truth {
			t.Errorf("%s: the gap is closed: move the function to the tables", g.why)
		} else if got != g.says {
			t.Errorf("%s: %q reaches a sink, and %q is said here", g.why, got, g.says)
		}
	}
}
