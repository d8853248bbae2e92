package models

// An Identity row: a function, or a field, tells who calls.
type Identity struct {
	Symbol `yaml:",inline"`
	Type   string `yaml:"type,omitempty"`
	Field  string `yaml:"field,omitempty"`
	// Header is the path to the name of what a client sends: it tells who calls
	// if it is named like a credential.
	Header string `yaml:"header,omitempty"`
	// Context says that it is taken from the context, which is that of another
	// request where handlers don't get the context of their own.
	Context bool `yaml:"context,omitempty"`
	// Knows says that it compares what came along with a secret: its answer is
	// that the caller is one who knows that, and not what he may do.
	Knows bool `yaml:"knows,omitempty"`
}

func (c *checker) identities(rows []Identity) {
	for i, r := range rows {
		if r.Type != "" {
			c.typ("identities", i, r.Type, r.Since, r.Until, r.Field)
			if r.Func != "" || r.Header != "" {
				c.fail("type", "give func or type, not both")
			}
			c.field("field", r.Field, true)
			continue
		}
		c.function("identities", i, r.Symbol, "")
		c.path("header", r.Header, valueRoots, false)
	}
}

func (ix *indexer) indexIdentities(m *Model) {
	for i := range m.Identities {
		r := &m.Identities[i]
		if r.Type != "" {
			if f := ix.field("identities", r.Type, r.Field, m); f != nil {
				f.Identity = r
			}
		} else if f := ix.fn("identities", r.Symbol, m); f != nil {
			f.Identity = r
		}
	}
}
