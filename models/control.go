package models

// Kinds of controls (Control.Kind): what a function checks, or does, for every
// call of a tool.
const (
	ControlScope   = "scope"   // asks what the caller may do, and refuses
	ControlLimit   = "limit"   // counts calls, and refuses or delays those beyond a number
	ControlAudit   = "audit"   // writes a record of the call
	ControlConfirm = "confirm" // asks for a confirmation of the call
)

// ControlKinds lists the kinds of controls.
func ControlKinds() []string {
	return []string{ControlScope, ControlLimit, ControlAudit, ControlConfirm}
}

// A Control row: the call is a control, or makes one. Without Wraps its result
// says whether the call of the tool may go on: a boolean, an error, or
// something whose methods tell.
type Control struct {
	Symbol `yaml:",inline"`
	Kind   string `yaml:"kind"`
	// Refuses is the path, of a confirmation, to the result that is there unless
	// the call is confirmed.
	Refuses string `yaml:"refuses,omitempty"`
	// Wraps is the path to the handler that the result stands before: an HTTP
	// handler, or a handler of tools; "result" where the call returns what wraps
	// one.
	Wraps string `yaml:"wraps,omitempty"`
	// After says that what wraps a call sees it when it has ended, and only if it
	// went that way: "success" or "failure".
	After string `yaml:"after,omitempty"`
	// Needs is the path to what must be there for Wraps to refuse anybody for
	// more than not being known: a list of scopes. Without it only who the
	// caller is gets checked.
	Needs string `yaml:"needs,omitempty"`
	// Key is the path to what a limit counts by; without it there is one count
	// for all.
	Key string `yaml:"key,omitempty"`
	// Keyed says that a limit counts by something that the library chooses: the
	// address of the client.
	Keyed bool `yaml:"keyed,omitempty"`
	// All says that a limit with a key bounds all together as well.
	All bool `yaml:"all,omitempty"`
	// Waits says that the call returns when the limit allows it, so that nobody
	// has to look at a result.
	Waits bool `yaml:"waits,omitempty"`
}

// What Control.After can be.
const (
	AfterSuccess = "success"
	AfterFailure = "failure"
)

// WrapsResult is what Control.Wraps can be besides a path.
const WrapsResult = "result"

func (c *checker) controls(rows []Control) {
	for i, r := range rows {
		c.function("controls", i, r.Symbol, "")
		c.oneOf("kind", r.Kind, ControlKinds())
		if r.Wraps != WrapsResult {
			c.path("wraps", r.Wraps, valueRoots, false)
		}
		if r.After != "" {
			c.oneOf("after", r.After, []string{AfterSuccess, AfterFailure})
		}
		c.path("refuses", r.Refuses, []string{RootResult}, false)
		if r.Refuses != "" && r.Kind != ControlConfirm {
			c.fail("refuses", "refuses is about confirmations")
		}
		c.path("needs", r.Needs, valueRoots, false)
		c.path("key", r.Key, valueRoots, false)
		if r.Needs != "" && (r.Wraps == "" || r.Kind != ControlScope) {
			c.fail("needs", "only what wraps a handler needs scopes: give wraps")
		}
		if r.Kind != ControlLimit && (r.Key != "" || r.Keyed || r.Waits || r.All) {
			c.fail("kind", "key, keyed, all and waits are about limits")
		}
	}
}

// indexControls indexes controls.
func (ix *indexer) indexControls(m *Model) {
	for i := range m.Controls {
		if f := ix.fn("controls", m.Controls[i].Symbol, m); f != nil {
			f.Control = &m.Controls[i]
		}
	}
}
