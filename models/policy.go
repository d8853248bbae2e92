package models

// What a library's middleware can give besides the kinds of Control.
const (
	GivesRedact   = "redact"   // secrets are taken out of results and errors
	GivesDeadline = "deadline" // the context of the handler ends at a time
)

// GivenControls lists what Middleware.Gives can hold.
func GivenControls() []string { return append(ControlKinds(), GivesRedact, GivesDeadline) }

// A Policy row: a type whose values say for each tool what its callers need. A
// tool that is not in it can't be called.
type Policy struct {
	Type    string `yaml:"type"`
	Tools   string `yaml:"tools"`   // the field with a map from names, or patterns, to rows
	Scopes  string `yaml:"scopes"`  // field of a row: what the caller may do
	Public  string `yaml:"public"`  // field of a row: nobody has to be known
	Confirm string `yaml:"confirm"` // field of a row: each call is confirmed
}

// PolicyType returns the row about a type of policies, without the pointer, or
// nil.
func (s *Set) PolicyType(typeName string) *Policy { return s.policies[s.canonical(typeName)] }

func (ix *indexer) indexPolicies(m *Model) {
	for i := range m.Policies {
		r := &m.Policies[i]
		if t := canonical(r.Type, ix.set.forks); ix.take("policies", t, m) {
			ix.set.policies[t] = r
		}
	}
}

func (c *checker) policies(rows []Policy) {
	for i, r := range rows {
		c.typ("policies", i, r.Type, "", "", "")
		c.field("tools", r.Tools, true)
		for name, f := range map[string]string{"scopes": r.Scopes, "public": r.Public, "confirm": r.Confirm} {
			c.field(name, f, true)
		}
	}
}

// given checks what middleware or an adapter gives.
func (c *checker) given(gives []string, policy string) {
	for _, g := range gives {
		c.oneOf("gives", g, GivenControls())
	}
	c.path("policy", policy, valueRoots, false)
	if policy != "" && len(gives) == 0 {
		c.fail("policy", "a policy says more of what is given: give gives")
	}
}

// An Optional row: the call returns the boolean that a pointer leads to, and
// Default where it is nil.
type Optional struct {
	Symbol  `yaml:",inline"`
	At      string `yaml:"at"` // path to the pointer
	Default bool   `yaml:"default"`
}

func (c *checker) optionals(rows []Optional) {
	for i, r := range rows {
		c.function("optionals", i, r.Symbol, "")
		c.path("at", r.At, valueRoots, true)
	}
}

func (ix *indexer) indexOptionals(m *Model) {
	for i := range m.Optionals {
		if f := ix.fn("optionals", m.Optionals[i].Symbol, m); f != nil {
			f.Optional = &m.Optionals[i]
		}
	}
}
