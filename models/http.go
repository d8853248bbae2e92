package models

import (
	"slices"
	"strings"
)

// An Endpoint row: a function with these parameters serves HTTP requests, as a
// handler of its own or as what an SDK calls for each request.
type Endpoint struct {
	Params   []string `yaml:"params"`             // their types, without a receiver
	Returns  string   `yaml:"returns,omitempty"`  // context: it returns one, which tells it from what sends requests
	Headers  []string `yaml:"headers,omitempty"`  // paths to what the client sends as headers
	Data     []string `yaml:"data,omitempty"`     // paths to what it sends otherwise and nothing has looked at: forms, bodies
	Response string   `yaml:"response,omitempty"` // path to what the answer is written to
	Token    string   `yaml:"token,omitempty"`    // path to the token that the client sends in the header Authorization
	Note     string   `yaml:"note,omitempty"`
}

// ReturnsContext is what Endpoint.Returns can be.
const ReturnsContext = "context"

// What a header that proxies set says (Forwarded.Says).
const (
	SaysClient = "client" // the address of the client
	SaysHost   = "host"   // the host, port or path that the client asked for
	SaysScheme = "scheme" // http or https
	SaysUser   = "user"   // who the client is
)

// A Forwarded row: a proxy sets the header, and so can a client that comes
// without one.
type Forwarded struct {
	Name string   `yaml:"name"`
	Says []string `yaml:"says"`
	Note string   `yaml:"note,omitempty"`
}

// EndpointsOf lists the rows about functions with parameters of these types,
// which serve HTTP requests.
func (s *Set) EndpointsOf(params []string) []Endpoint {
	var out []Endpoint
	for _, r := range s.endpoints {
		if slices.EqualFunc(r.Params, params, s.sameType) {
			out = append(out, r)
		}
	}
	return out
}

// sameType reports whether two types, or pointers to them, are the same but for
// the major version of their module.
func (s *Set) sameType(a, b string) bool {
	a, pointer := strings.CutPrefix(a, "*")
	b, other := strings.CutPrefix(b, "*")
	return pointer == other && canonical(a, s.forks) == canonical(b, s.forks)
}

// ForwardedHeader returns the row about a header that proxies set, or nil.
func (s *Set) ForwardedHeader(name string) *Forwarded { return s.forwarded[strings.ToLower(name)] }

// Tells reports whether a header says one of these.
func (f *Forwarded) Tells(what ...string) bool {
	return slices.ContainsFunc(f.Says, func(s string) bool { return slices.Contains(what, s) })
}

func (c *checker) endpoints(rows []Endpoint) {
	for i, r := range rows {
		c.section, c.index, c.symbol, c.each = "endpoints", i, strings.Join(r.Params, ", "), false
		c.unique(c.symbol, "")
		if len(r.Params) == 0 {
			c.fail("params", "the parameters are missing")
		}
		for _, p := range r.Params {
			if _, err := ParseType(strings.TrimPrefix(p, "*")); err != nil && p != "string" {
				c.fail("params", "%v", err)
			}
		}
		c.oneOf("returns", r.Returns, []string{"", ReturnsContext})
		if len(r.Headers) == 0 && r.Token == "" {
			c.fail("headers", "headers is missing: where is what the client sends?")
		}
		c.path("token", r.Token, []string{RootArg}, false)
		for _, p := range r.Headers {
			c.path("headers", p, []string{RootArg}, true)
		}
		for _, p := range r.Data {
			c.path("data", p, []string{RootArg}, true)
		}
		c.path("response", r.Response, []string{RootArg}, false)
	}
}

func (c *checker) forwarded(rows []Forwarded) {
	for i, r := range rows {
		c.section, c.index, c.symbol, c.each = "forwarded", i, r.Name, false
		c.unique(strings.ToLower(r.Name), "")
		if r.Name == "" || strings.ContainsAny(r.Name, " :") {
			c.fail("name", "%q is no name of a header", r.Name)
		}
		if len(r.Says) == 0 {
			c.fail("says", "says is missing: what does the proxy tell by it?")
		}
		for _, s := range r.Says {
			c.oneOf("says", s, []string{SaysClient, SaysHost, SaysScheme, SaysUser})
		}
	}
}

// Same reports whether two symbols are the same but for the major version of
// their module.
func (s *Set) Same(a, b string) bool { return canonical(a, s.forks) == canonical(b, s.forks) }
