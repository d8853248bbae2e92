package interp

import (
	"testing"

	"github.com/mcpvet/mcpvet/internal/program"
	"github.com/mcpvet/mcpvet/models"
)

// loopFunc returns a function of this form, where body are the instructions of
// the loop's body and cond is the register of its condition:
//
//	p := new(int); for { head; if !cond { break }; body }; return *p
func loopFunc(head []program.Instr, cond program.Ref, body []program.Instr) *program.Func {
	f := &program.Func{ID: "p.loop", Name: "loop", Results: 1, Regs: 16,
		Consts: []program.Const{{Kind: program.ConstInt, I: 1}, {Kind: program.ConstInt, I: 200}, {Kind: program.ConstBool, I: 1}}}
	jump := program.Instr{Op: program.OpJump}
	f.Blocks = []program.Block{
		{Instrs: []program.Instr{{Op: program.OpAlloc, Type: "int", Zero: program.ZeroInt, Dst: 1}, jump}, Succs: []int32{1}},
		{Instrs: append(head, program.Instr{Op: program.OpIf, Args: []program.Ref{cond}}), Preds: []int32{0, 2}, Succs: []int32{2, 3}},
		{Instrs: append(body, jump), Preds: []int32{1}, Succs: []int32{1}},
		{Instrs: []program.Instr{
			{Op: program.OpLoad, Args: []program.Ref{1}, Zero: program.ZeroInt, Dst: 6},
			{Op: program.OpReturn, Args: []program.Ref{6}}}, Preds: []int32{1}},
	}
	program.Analyse(f)
	return f
}

func runLoop(t *testing.T, f *program.Func) (*Machine, Value) {
	t.Helper()
	set, err := models.Builtin()
	if err != nil {
		t.Fatal(err)
	}
	m := NewWorld(set, []*program.Package{{Path: "p", Funcs: map[string]*program.Func{f.ID: f}}}).NewMachine(DefaultLimits())
	return m, m.call(f, nil, nil, nil, program.Pos{})
}

// TestIdleLoop: a loop whose condition never changes ends soon, unless what it
// does in each turn changes something.
func TestIdleLoop(t *testing.T) {
	load := program.Instr{Op: program.OpLoad, Args: []program.Ref{1}, Zero: program.ZeroInt, Dst: 2}
	less := program.Instr{Op: program.OpBinOp, Sym: "<", Args: []program.Ref{2, -2}, Dst: 3}
	add := program.Instr{Op: program.OpBinOp, Sym: "+", Args: []program.Ref{2, -1}, Dst: 4}
	store := program.Instr{Op: program.OpStore, Args: []program.Ref{1, 4}}
	same := program.Instr{Op: program.OpStore, Args: []program.Ref{1, -1}}
	own := []program.Instr{{Op: program.OpAlloc, Type: "int", Zero: program.ZeroInt, Dst: 5}, {Op: program.OpStore, Args: []program.Ref{5, -1}}}

	m, v := runLoop(t, loopFunc([]program.Instr{load, less}, 3, []program.Instr{add, store}))
	if n, ok := AsInt(v); !ok || n != 200 {
		t.Errorf("counting to 200 in memory gives %v after %d steps", v, m.steps)
	}
	for name, body := range map[string][]program.Instr{"nothing": nil, "the same value": {same}, "a variable of the turn": own} {
		m, v := runLoop(t, loopFunc(nil, -3, body))
		if _, ok := v.(*Unknown); !ok {
			t.Errorf("%s: a loop without an end gives %v", name, v)
		}
		if most := 5 * idleTurns; m.steps > most {
			t.Errorf("%s: a loop that does nothing took %d steps, want at most %d", name, m.steps, most)
		}
	}
	if m, _ := runLoop(t, loopFunc(nil, -3, []program.Instr{load, add, store})); m.steps < 3*maxTurns {
		t.Errorf("a loop that counts without an end took only %d steps", m.steps)
	}
}

// TestRepeats: a recursive call repeats what runs already when all that is
// known of its arguments is the same.
func TestRepeats(t *testing.T) {
	node, child := &Ptr{Obj: &Object{}}, &Ptr{Obj: &Object{}}
	partly := &Text{Parts: []Part{{S: "x"}}}
	fr := &frame{args: []Value{str("tool"), node, unknown("x")}}
	for name, test := range map[string]struct {
		args []Value
		want bool
	}{
		"nothing new":       {[]Value{str("tool"), node, unknown("y")}, true},
		"less is known":     {[]Value{str("tool"), unknown("z"), partly}, true},
		"another constant":  {[]Value{str("other"), node, unknown("x")}, false},
		"another object":    {[]Value{str("tool"), child, unknown("x")}, false},
		"more is known":     {[]Value{str("tool"), node, &Iface{Type: "string", V: str("z")}}, false},
		"further arguments": {[]Value{str("tool"), node, unknown("x"), Nil{}}, false},
	} {
		if got := fr.covers(test.args); got != test.want {
			t.Errorf("%s: %v, want %v", name, got, test.want)
		}
	}
}
