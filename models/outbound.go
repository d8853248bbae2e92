package models

import "strings"

// What an outbound call does (Outbound.Does).
const (
	OutHTTP     = "http"     // sends an HTTP request and waits for the answer
	OutProcess  = "process"  // makes or runs a program
	OutDatabase = "database" // asks a database
	OutDial     = "dial"     // connects to an address
	OutRPC      = "rpc"      // asks another service
)

// OutboundKinds lists what outbound calls do.
func OutboundKinds() []string { return []string{OutHTTP, OutProcess, OutDatabase, OutDial, OutRPC} }

// ClientDefault, as Outbound.Client or APIClient.HTTP, is the client that the
// library makes or keeps itself, which has no time limit.
const ClientDefault = "=default"

// An Outbound row: the call waits for something outside the process.
type Outbound struct {
	Symbol  `yaml:",inline"`
	Does    string `yaml:"does"`
	Context string `yaml:"context,omitempty"` // path to the context, or to what holds it: a request
	Client  string `yaml:"client,omitempty"`  // path to the client that may have a limit of its own, or ClientDefault
	Limit   string `yaml:"limit,omitempty"`   // path to a duration that bounds the call unless it is zero
	Instead string `yaml:"instead,omitempty"` // the function that takes a context
	// Made says that the call only makes what is run or sent by a method of
	// its result: one of these names. Nothing is waited for without one.
	Made []string `yaml:"made,omitempty"`
	// Starts is, with Made, the method that starts what is made without waiting
	// for it.
	Starts string `yaml:"starts,omitempty"`
}

// A Context row: the call returns a context, or what holds one.
type Context struct {
	Symbol `yaml:",inline"`
	From   string `yaml:"from,omitempty"`   // path to what it is derived from; without it the context is a new one, which nobody cancels
	Bounds bool   `yaml:"bounds,omitempty"` // it ends at a time
	// Handler is the path to an HTTP handler: the result is one, too, which
	// hands on requests that hold such a context.
	Handler string `yaml:"handler,omitempty"`
	// Drops says that it does not end when what it is derived from does.
	Drops bool `yaml:"drops,omitempty"`
	// Cancel is the path to the function that ends it, which a timer may call.
	Cancel string `yaml:"cancel,omitempty"`
}

// A Timer row: the call lets something happen later: what a select or a
// goroutine waits for, or the call of the function at Calls. With Ends it is
// what such a function calls to end a program or another thing.
type Timer struct {
	Symbol `yaml:",inline"`
	Calls  string `yaml:"calls,omitempty"`
	Ends   bool   `yaml:"ends,omitempty"`
}

// A Client row: a type of clients, a function that makes one, or an option of
// APIClient.HTTP that holds one.
type Client struct {
	Symbol    `yaml:",inline"`
	Type      string   `yaml:"type,omitempty"`
	Limit     string   `yaml:"limit,omitempty"`     // of a type: the field with the limit; zero is none
	Transport string   `yaml:"transport,omitempty"` // of a type: the field with what carries requests, which may bound them
	Method    string   `yaml:"method,omitempty"`    // of a type: the method of Transport that carries a request
	Variable  string   `yaml:"variable,omitempty"`  // of a type: the variable that holds the default client
	Bounded   bool     `yaml:"bounded,omitempty"`   // of a function: the client has a limit
	Public    bool     `yaml:"public,omitempty"`    // of a function: the client connects to public addresses only, whatever a name resolves to
	Local     []string `yaml:"local,omitempty"`     // of a function: a text in an argument that says that all is in this process
	From      string   `yaml:"from,omitempty"`      // of a function: path to what its result has the limit of
}

// An APIClient row: the call makes a client of a service. What its package's
// methods ask the service for is bounded by their context or by the HTTP client
// that the call is given.
type APIClient struct {
	Symbol `yaml:",inline"`
	HTTP   string `yaml:"http,omitempty"` // path to the HTTP client, or to options that may hold one; ClientDefault
	// Serves is the path that the packages begin with whose methods ask the
	// service; the package of Func by default.
	Serves string `yaml:"serves,omitempty"`
	// ByContext says that a client has no limit of its own: the methods are
	// bounded by their context alone.
	ByContext bool `yaml:"by_context,omitempty"`
	// Ignores says that the methods take no context: only the HTTP client can
	// bound them.
	Ignores bool `yaml:"ignores,omitempty"`
}

// Package returns the import path that the packages begin with whose methods
// ask the service.
func (a *APIClient) Package() string {
	if a.Serves != "" {
		return a.Serves
	}
	p, _ := ParseFunc(a.Func)
	return p.Package
}

// API returns the rows about clients of the service that a method asks, none if
// it asks no service that there are rows about.
func (s *Set) API(symbol string) []*APIClient {
	if !strings.HasPrefix(symbol, "(") || len(s.apis) == 0 {
		return nil
	}
	p, err := ParseFunc(s.canonical(symbol))
	if err != nil {
		return nil
	}
	for path := p.Package; path != ""; {
		if rows := s.apis[path]; rows != nil {
			return rows
		}
		i := strings.LastIndexByte(path, '/')
		if i < 0 {
			break
		}
		path = path[:i]
	}
	return nil
}

// ClientType returns the row about a type of clients, without the pointer, or
// nil.
func (s *Set) ClientType(typeName string) *Client { return s.clients[s.canonical(typeName)] }

// ClientVariable returns the row about the type of a default client, by the
// variable that holds it, or nil.
func (s *Set) ClientVariable(name string) *Client { return s.clientVars[s.canonical(name)] }
