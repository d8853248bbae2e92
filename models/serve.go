package models

import "strings"

// What a part of the HTTP layer protects from, or limits (Wrap.Gives,
// Protection.Gives).
const (
	GivesAuth   = "auth"   // who does not show a credential is refused
	GivesOrigin = "origin" // requests that pages of other sites make are refused
	GivesHost   = "host"   // requests for another host than this one are refused
	GivesBody   = "body"   // the body of a request is bounded
	ShowsTarget = "target" // of a Show row: the method or path that is asked for
)

// A Listener row: the call serves HTTP requests that come in on an address.
type Listener struct {
	Symbol  `yaml:",inline"`
	Address string `yaml:"address,omitempty"` // path to the address
	Default string `yaml:"default,omitempty"` // the address where that is empty or left out
	Accepts string `yaml:"accepts,omitempty"` // path to what connections come from, instead of an address
	Handler string `yaml:"handler,omitempty"` // path to the handler; http.DefaultServeMux where it is nil
	// Server is the path to a value with a WebServer row, from which what is
	// not given otherwise is taken.
	Server string `yaml:"server,omitempty"`
	TLS    bool   `yaml:"tls,omitempty"`
	// Limits says that what the call makes has time limits.
	Limits bool `yaml:"limits,omitempty"`
}

// A WebServer row: a type of HTTP servers, by its fields.
type WebServer struct {
	Type     string   `yaml:"type"`
	Address  string   `yaml:"address,omitempty"`
	Handler  string   `yaml:"handler,omitempty"`
	Timeouts []string `yaml:"timeouts,omitempty"` // one that is set bounds how long a client may take to send a request
	TLS      string   `yaml:"tls,omitempty"`      // the configuration
	Clients  string   `yaml:"clients,omitempty"`  // below TLS: how certificates of clients are asked for
	Demands  []int    `yaml:"demands,omitempty"`  // values of Clients with which only clients with a valid one get in
	Note     string   `yaml:"note,omitempty"`
}

// A Bind row: the call makes what connections come from, or sets the address
// that a server of an SDK will listen on.
type Bind struct {
	Symbol  `yaml:",inline"`
	Network string `yaml:"network,omitempty"` // path
	Address string `yaml:"address"`           // path
	Inner   string `yaml:"inner,omitempty"`   // path to what is wrapped, instead of Address
	Server  string `yaml:"server,omitempty"`  // path to the server whose address is set
}

// A Route row: the call makes a router, or tells one where to send requests.
type Route struct {
	Symbol  `yaml:",inline"`
	Makes   bool   `yaml:"makes,omitempty"`   // result0 is a new router
	Router  string `yaml:"router,omitempty"`  // path, or a name that all code shares: "=net/http.DefaultServeMux"
	Pattern string `yaml:"pattern,omitempty"` // path
	Handler string `yaml:"handler,omitempty"` // path to the handler, or to a list whose last element is one and whose others come before it
	Uses    string `yaml:"uses,omitempty"`    // path to functions before all handlers of the router
	Around  string `yaml:"around,omitempty"`  // path to functions before this handler
	Child   bool   `yaml:"child,omitempty"`   // result0 is a router below Router
	Calls   string `yaml:"calls,omitempty"`   // path to a function that gets a router below Router
}

// A Wrap row: the call makes an HTTP handler that hands requests on to another.
type Wrap struct {
	Symbol  `yaml:",inline"`
	Handler string   `yaml:"handler,omitempty"` // path; without it the result is a function that takes the handler
	Gives   []string `yaml:"gives,omitempty"`
}

// A Protection says what an SDK's HTTP handler does of its own. Paths start at
// the call that makes it, or with result0 at what was made.
type Protection struct {
	Gives string `yaml:"gives"`
	Since string `yaml:"since,omitempty"` // of the module: from this version on, unless Off
	Until string `yaml:"until,omitempty"` // of the module: up to this version
	Off   string `yaml:"off,omitempty"`   // path to a value that switches it off: true, or a negative number
	By    string `yaml:"by,omitempty"`    // path to a value that has to be set for it
}

// A Dispatch row: the call lets a server answer one message, so that the
// function that calls it is the endpoint.
type Dispatch struct {
	Symbol `yaml:",inline"`
	Server string `yaml:"server,omitempty"` // path
	Body   string `yaml:"body,omitempty"`   // path to the message
}

// A Show row: the call, or the field, tells what a request shows of who sends it
// and for what: for what it protects to look at it.
type Show struct {
	Symbol `yaml:",inline"`
	Type   string `yaml:"type,omitempty"`
	Field  string `yaml:"field,omitempty"`
	Name   string `yaml:"name,omitempty"`  // path to the name of the header or the like
	Gives  string `yaml:"gives,omitempty"` // auth, origin, host or target; without it the name says it
}

// A ShowName row: what a header, or the like, of that name shows; with Part of
// every name with that in it.
type ShowName struct {
	Name  string `yaml:"name,omitempty"`
	Part  string `yaml:"part,omitempty"`
	Gives string `yaml:"gives"`
}

// A Refusal row: the call keeps a framework from handing the request on.
type Refusal struct {
	Symbol `yaml:",inline"`
}

// ShowsField returns what a field of a type shows of a request, or nil.
func (s *Set) ShowsField(typ, field string) *Show {
	return s.shows[s.canonical(strings.TrimPrefix(typ, "*"))+"."+field]
}

// ShowsName says what a header of that name shows, "" for nothing that is known.
func (s *Set) ShowsName(name string) string {
	name = strings.ToLower(name)
	for _, r := range s.showNames {
		if r.Name != "" && strings.ToLower(r.Name) == name || r.Part != "" && strings.Contains(name, r.Part) {
			return r.Gives
		}
	}
	return ""
}

// A Setting row: the call reads what the operator sets.
type Setting struct {
	Symbol  `yaml:",inline"`
	Name    string `yaml:"name"`              // path to the name of the setting
	Default string `yaml:"default,omitempty"` // path to what it is where nobody sets it; what the name was given elsewhere without
	Into    string `yaml:"into,omitempty"`    // path to a pointer to the value
	Pointer bool   `yaml:"pointer,omitempty"` // result0 is a pointer to the value
	Declare bool   `yaml:"declare,omitempty"` // the call only gives the name its default
	What    string `yaml:"what"`              // for people: flag, environment variable, setting
}

// A DefaultTag row: a struct tag with this key is the value of the field where
// the operator sets none.
type DefaultTag struct {
	Tag  string `yaml:"tag"`
	Note string `yaml:"note,omitempty"`
}

// WebServerType returns the row about a type of HTTP servers, without the
// pointer, or nil.
func (s *Set) WebServerType(typeName string) *WebServer { return s.webServers[s.canonical(typeName)] }

// DefaultTags lists the keys of struct tags with the default of a field.
func (s *Set) DefaultTags() []string { return s.defaultTags }

// indexServing indexes what serves HTTP requests, and what operators set.
func (ix *indexer) indexServing(m *Model) {
	for i := range m.Listeners {
		if f := ix.fn("listeners", m.Listeners[i].Symbol, m); f != nil {
			f.Listener = &m.Listeners[i]
		}
	}
	for i := range m.Binds {
		if f := ix.fn("binds", m.Binds[i].Symbol, m); f != nil {
			f.Bind = &m.Binds[i]
		}
	}
	for i := range m.Routes {
		if f := ix.fn("routes", m.Routes[i].Symbol, m); f != nil {
			f.Route = &m.Routes[i]
		}
	}
	for i := range m.Wraps {
		if f := ix.fn("wraps", m.Wraps[i].Symbol, m); f != nil {
			f.Wrap = &m.Wraps[i]
		}
	}
	for i := range m.Dispatches {
		if f := ix.fn("dispatches", m.Dispatches[i].Symbol, m); f != nil {
			f.Dispatch = &m.Dispatches[i]
		}
	}
	for i := range m.Settings {
		if f := ix.fn("settings", m.Settings[i].Symbol, m); f != nil {
			f.Setting = &m.Settings[i]
		}
	}
	for i := range m.Shows {
		r := &m.Shows[i]
		if r.Func == "" {
			if key := canonical(r.Type, ix.set.forks) + "." + r.Field; ix.take("shows", key, m) {
				ix.set.shows[key] = r
			}
		} else if f := ix.fn("shows", r.Symbol, m); f != nil {
			f.Show = r
		}
	}
	for i := range m.Refusals {
		if f := ix.fn("refusals", m.Refusals[i].Symbol, m); f != nil {
			f.Refuses = true
		}
	}
	ix.set.showNames = append(ix.set.showNames, m.ShowNames...)
	for i := range m.WebServers {
		r := &m.WebServers[i]
		if t := canonical(r.Type, ix.set.forks); ix.take("web_servers", t, m) {
			ix.set.webServers[t] = r
		}
	}
	for _, r := range m.DefaultTags {
		ix.set.defaultTags = append(ix.set.defaultTags, r.Tag)
	}
}

func (c *checker) serving(r *Rows) {
	gives := []string{GivesAuth, GivesOrigin, GivesHost, GivesBody}
	for i, r := range r.Listeners {
		c.function("listeners", i, r.Symbol, "")
		c.path("address", r.Address, valueRoots, false)
		c.path("accepts", r.Accepts, valueRoots, false)
		c.path("handler", r.Handler, valueRoots, r.Server == "")
		c.path("server", r.Server, valueRoots, false)
	}
	for i, r := range r.WebServers {
		c.typ("web_servers", i, r.Type, "", "", "")
		for _, f := range append([]string{r.Address, r.Handler, r.TLS}, r.Timeouts...) {
			c.field("fields", f, false)
		}
		c.field("clients", r.Clients, len(r.Demands) > 0)
	}
	for i, r := range r.Binds {
		c.function("binds", i, r.Symbol, "")
		c.path("network", r.Network, textRoots, false)
		c.path("address", r.Address, valueRoots, r.Inner == "")
		c.path("inner", r.Inner, valueRoots, false)
		c.path("server", r.Server, valueRoots, false)
	}
	for i, r := range r.Routes {
		c.function("routes", i, r.Symbol, "")
		c.path("router", r.Router, textRoots, !r.Makes)
		for _, p := range []string{r.Handler, r.Uses, r.Around, r.Calls} {
			c.path("handler", p, valueRoots, false)
		}
		c.path("pattern", r.Pattern, valueRoots, false)
		if !r.Makes && !r.Child && r.Handler == "" && r.Uses == "" && r.Calls == "" {
			c.fail("", "the call does nothing: give makes, handler, uses, child or calls")
		}
	}
	for i, r := range r.Wraps {
		c.function("wraps", i, r.Symbol, "")
		c.path("handler", r.Handler, valueRoots, false)
		for _, g := range r.Gives {
			c.oneOf("gives", g, gives)
		}
	}
	for i, r := range r.Dispatches {
		c.function("dispatches", i, r.Symbol, "")
		c.path("server", r.Server, valueRoots, false)
		c.path("body", r.Body, valueRoots, false)
	}
	for i, r := range r.Settings {
		c.function("settings", i, r.Symbol, "")
		c.path("name", r.Name, textRoots, true)
		c.path("default", r.Default, textRoots, false)
		c.path("into", r.Into, valueRoots, false)
	}
	shown := []string{GivesAuth, GivesOrigin, GivesHost, ShowsTarget}
	for i, r := range r.Shows {
		if r.Func == "" {
			c.typ("shows", i, r.Type, r.Since, r.Until, r.Field)
			c.field("field", r.Field, true)
		} else {
			c.function("shows", i, r.Symbol, "")
		}
		c.path("name", r.Name, valueRoots, r.Gives == "")
		c.oneOf("gives", r.Gives, append(shown, ""))
	}
	for i, r := range r.ShowNames {
		c.section, c.index, c.symbol = "show_names", i, r.Name+r.Part
		c.oneOf("gives", r.Gives, shown)
		if (r.Name == "") == (r.Part == "") || r.Part != strings.ToLower(r.Part) {
			c.fail("name", "give a name, or a part of names in lower case")
		}
	}
	for i, r := range r.Refusals {
		c.function("refusals", i, r.Symbol, "")
	}
	for i, r := range r.DefaultTags {
		c.section, c.index, c.symbol = "default_tags", i, r.Tag
		if r.Tag == "" || strings.ContainsAny(r.Tag, " :\"") {
			c.fail("tag", "%q is no key of a struct tag", r.Tag)
		}
	}
	for i, t := range r.Transports {
		c.section, c.index, c.symbol = "transports", i, t.Func
		for _, p := range t.Protects {
			c.oneOf("protects", p.Gives, gives)
			c.limits(p.Since, p.Until)
			c.path("off", p.Off, valueRoots, false)
			c.path("by", p.By, valueRoots, false)
		}
	}
}
