package interp

import "github.com/mcpvet/mcpvet/internal/program"

// handRolled is what is known of a server that is written without an SDK.
type handRolled struct{}

// modeCall marks frames below the branch that serves "tools/call".
const modeCall = "call"

// comparison is what an undecided comparison compared.
type comparison struct {
	x, y    Value
	negated bool
}

// comparison returns the result of a comparison that is not decided.
func (m *Machine) comparison(x, y Value) Value {
	return &Opaque{Sym: "comparison", native: &comparison{x: x, y: y}}
}

func (m *Machine) namesOf(Value) []string { return nil }

func (fr *frame) enterArm([]string, Value, bool) func() { return func() {} }

func (m *Machine) dispatchLookup(Value, Value) {}

func (m *Machine) dispatchCall(*program.Func) {}

func (m *Machine) dispatchExternal(*site) {}

func (m *Machine) finishHandRolled() {}

// speaksProtocol reports whether f compares something with the name of a
// method of the protocol.
func (w *World) speaksProtocol(f *program.Func) bool { return false }
