package interp

import (
	"testing"

	"github.com/mcpvet/mcpvet/internal/program"
	"github.com/mcpvet/mcpvet/models"
)

// TestSpent: a function that takes more and more with the same arguments is not
// run again once it took its share; one that is called with others is, up to a
// larger share.
func TestSpent(t *testing.T) {
	set, err := models.Builtin()
	if err != nil {
		t.Fatal(err)
	}
	f := &program.Func{ID: "p.f", Name: "f", Results: 1, Params: []program.Param{{Name: "n"}}}
	m := NewWorld(set, []*program.Package{{Path: "p", Funcs: map[string]*program.Func{f.ID: f}}}).NewMachine(Limits{Steps: 100_000, Aside: 1000, Total: 1_000_000, Depth: 10})
	one, two := []Value{integer(1)}, []Value{integer(2)}
	m.took(f, one, notable-1, boolean(true))
	if len(m.spent) > 0 {
		t.Error("a call that took little is remembered")
	}
	m.took(f, one, 600, boolean(true))
	if _, ok := m.repeats(f, one); ok {
		t.Error("a function is not run again that took less than its share")
	}
	m.took(f, one, 600, boolean(false))
	v, ok := m.repeats(f, one)
	if known, isBool := AsBool(v); !ok || !isBool || known {
		t.Errorf("after its share a call gives %v, %v; want what the last one gave", v, ok)
	}
	if _, ok := m.repeats(f, []Value{unknown("anything")}); !ok {
		t.Error("a call of which less is known is run again")
	}
	if _, ok := m.repeats(f, two); ok {
		t.Error("a call with another argument is not run")
	}
	m.took(f, two, 100_000/asideShare, boolean(true))
	if v, ok := m.repeats(f, []Value{integer(3)}); !ok || v.(*Unknown) == nil {
		t.Error("a function that took a large part of the limit is run again")
	}
	m.budget(f.ID)
	if _, ok := m.repeats(f, one); ok {
		t.Error("what one root took is counted for another")
	}
}
