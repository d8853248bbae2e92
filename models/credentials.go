package models

import (
	"regexp"
	"strings"

	"github.com/mcpvet/mcpvet/internal/needle"
)

// A Secret row: how the credentials of one family look, whatever they are
// called in the source.
type Secret struct {
	Name    string `yaml:"name"`             // of the family, for people
	Pattern string `yaml:"pattern"`          // a regular expression
	Public  bool   `yaml:"public,omitempty"` // it looks like a credential, and is meant to be seen
	Note    string `yaml:"note,omitempty"`
}

// A Key row: the function takes a credential there: a password, a key.
type Key struct {
	Symbol `yaml:",inline"`
	At     string `yaml:"at"`
	What   string `yaml:"what"` // for people: "the password of an SSH login"
}

// An Unverified row: what is stored in the field, or the function itself,
// keeps a client from finding out whom it talks to.
type Unverified struct {
	Symbol `yaml:",inline"` // with Type and Field what is stored there, else what is called
	Type   string           `yaml:"type,omitempty"`
	Field  string           `yaml:"field,omitempty"`
	Value  string           `yaml:"value,omitempty"` // of the field: true, or nothing: a function that never refuses
	What   string           `yaml:"what"`            // for people: "the certificate of the server"
	// Instead are fields of the same struct: a function that refuses in one of
	// them verifies the peer by itself.
	Instead []string `yaml:"instead,omitempty"`
}

// A Request row: the function makes a request for a URL.
type Request struct {
	Symbol `yaml:",inline"`
	URL    string `yaml:"url"` // path
}

// compile collects the rows about credentials.
func (s *Set) compile() {
	for _, m := range s.models {
		for i := range m.Secrets {
			if re, err := needle.Compile(m.Secrets[i].Pattern); err == nil {
				s.secrets = append(s.secrets, compiled{&m.Secrets[i], re})
			}
		}
		s.keys = append(s.keys, m.Keys...)
		s.unverified = append(s.unverified, m.Unverified...)
		s.made = append(s.made, m.Made...)
		s.shared = append(s.shared, m.Shared...)
	}
}

// A compiled row of a family of credentials.
type compiled struct {
	row *Secret
	re  *needle.Regexp
}

// SecretIn returns the family of the first credential in a text, and the
// credential; nil if there is none.
func (s *Set) SecretIn(text string) (*Secret, string) {
	for _, c := range s.secrets {
		if !c.re.In(text) {
			continue
		}
		if m := c.re.FindString(text); m != "" {
			return c.row, m
		}
	}
	return nil, ""
}

// Keys lists the rows about functions that take credentials.
func (s *Set) Keys() []Key { return s.keys }

// Unverified lists the rows about peers that nobody verifies.
func (s *Set) Unverified() []Unverified { return s.unverified }

// Made lists the rows about functions that make requests.
func (s *Set) Made() []Request { return s.made }

// Shared lists the globals that a whole process uses.
func (s *Set) Shared() []string { return s.shared }

func (c *checker) credentials(r *Rows) {
	for i, row := range r.Secrets {
		c.section, c.index, c.symbol, c.each = "secrets", i, row.Name, false
		c.unique(row.Name, "")
		if row.Name == "" {
			c.fail("name", "the name is missing")
		}
		if re, err := regexp.Compile(row.Pattern); err != nil || re.MatchString("") {
			c.fail("pattern", "%q is no pattern of credentials", row.Pattern)
		}
	}
	for i, row := range r.Keys {
		c.function("keys", i, row.Symbol, row.At)
		c.path("at", row.At, []string{RootArg, RootRecv}, true)
		if row.What == "" {
			c.fail("what", "what is missing: which credential?")
		}
	}
	for i, row := range r.Unverified {
		c.place("unverified", i, row.Symbol, row.Type, row.Field, row.Value)
		c.oneOf("value", row.Value, []string{"", "true"})
		if row.What == "" {
			c.fail("what", "what is missing: what does nobody verify?")
		}
	}
	for i, row := range r.Made {
		c.function("made", i, row.Symbol, "")
		c.path("url", row.URL, []string{RootArg}, true)
	}
	for i, g := range r.Shared {
		c.section, c.index, c.symbol = "shared", i, g
		if _, err := ParseType(g); err != nil || strings.HasPrefix(g, "*") {
			c.fail("", "write import/path.Name")
		}
	}
}
