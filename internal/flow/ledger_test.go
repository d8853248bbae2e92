package flow

import (
	"testing"

	"github.com/mcpvet/mcpvet/internal/program"
)

// bound is what start-up code has bound to a function around handlers.
type bound struct{ next, text string }

func (b bound) Funcs(i int, _ []string, _ string) []string {
	if i == 1 {
		return []string{b.next}
	}
	return nil
}
func (b bound) Whole(i int, path []string, method string) []string { return b.Funcs(i, path, method) }
func (b bound) Found(program.Ref, string) []string                 { return []string{b.next} }
func (b bound) Text(i int, _ []string) (string, bool) {
	return b.text, i == 2
}
func (b bound) List(int, []string) ([]string, bool) { return nil, false }
func (b bound) Object(int) string                   { return "" }
func (b bound) Type(typ string) string              { return typ }

func TestLedger(t *testing.T) {
	for _, c := range []struct {
		name string
		ask  func(en Entry)
		next string // that makes no difference
		with Entry
		to   string
		want bool
	}{
		{"nothing was asked", func(Entry) {}, "", Entry{Name: "b", Binds: bound{"p.B", "write"}}, "", true},
		{"another text", func(en Entry) { en.Binds.Text(2, nil) }, "", Entry{Binds: bound{"p.A", "write"}}, "", false},
		{"the same text", func(en Entry) { en.Binds.Text(2, nil) }, "", Entry{Binds: bound{"p.B", "read"}}, "", true},
		{"another function", func(en Entry) { en.Binds.Funcs(1, nil, "") }, "", Entry{Binds: bound{"p.B", "read"}}, "", false},
		{"another function in its place", func(en Entry) { en.Binds.Funcs(1, nil, "") }, "p.A", Entry{Binds: bound{"p.B", "read"}}, "p.B", true},
		{"looked up in its place", func(en Entry) { en.Binds.Found(4, "Call") }, "p.A", Entry{Binds: bound{"p.B", "read"}}, "p.B", true},
		{"a function that matters in its place", func(en Entry) { en.Binds.Funcs(1, nil, "") }, "p.A", Entry{Binds: bound{"p.B", "read"}}, "", false},
		{"the first one's name", func(en Entry) { en.Called("a") }, "", Entry{Name: "b", Binds: bound{"p.A", "read"}}, "", false},
		{"the second one's name", func(en Entry) { en.Called("b") }, "", Entry{Name: "b", Binds: bound{"p.A", "read"}}, "", false},
		{"neither's name", func(en Entry) { en.Called("c") }, "", Entry{Name: "b", Binds: bound{"p.A", "read"}}, "", true},
		{"nothing is bound", func(en Entry) { en.Binds.List(0, nil) }, "", Entry{Name: "b"}, "", false},
	} {
		l := newLedger(c.next)
		c.ask(l.Watch(Entry{Name: "a", Binds: bound{"p.A", "read"}}))
		if got := l.Fits(c.with, c.to); got != c.want {
			t.Errorf("%s: fits %v, want %v", c.name, got, c.want)
		}
	}
}
