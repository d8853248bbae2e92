// Package endpoints is the pass that finds where servers take requests over
// HTTP: on which address, with which limits, and which functions a request
// passes before the SDK's handler gets it.
package endpoints

import (
	"reflect"
	"slices"

	"golang.org/x/tools/go/analysis"

	"github.com/mcpvet/mcpvet/internal/interp"
	"github.com/mcpvet/mcpvet/internal/passes/config"
	"github.com/mcpvet/mcpvet/internal/passes/controls"
	"github.com/mcpvet/mcpvet/internal/passes/posture"
	"github.com/mcpvet/mcpvet/internal/passes/requests"
	"github.com/mcpvet/mcpvet/internal/passes/told"
	"github.com/mcpvet/mcpvet/internal/passes/toolreg"
	"github.com/mcpvet/mcpvet/internal/program"
	"github.com/mcpvet/mcpvet/models"
)

// Analyzer finds endpoints. Its result is a *Result, nil out of scope.
var Analyzer = &analysis.Analyzer{
	Name: "mcpendpoints",
	Doc:  "mcpendpoints: find the HTTP endpoints of servers and what stands before them",
	Run:  run,
	// The passes that ask the machine of the evaluation come first: asking may
	// change what it remembers, and two at a time must not.
	Requires:   []*analysis.Analyzer{config.Analyzer, toolreg.Analyzer, posture.Analyzer, controls.Analyzer, requests.Analyzer},
	ResultType: reflect.TypeFor[*Result](),
	FactTypes:  []analysis.Fact{new(Told)},
}

// A Result is the endpoints that the evaluation of one package shows.
type Result struct {
	World     *interp.World
	Endpoints []*Endpoint // in the order of the calls that serve them
	Servers   []*posture.Server

	// Loopback are the functions that decide whether an address is one of this
	// machine only.
	Loopback []Predicate
}

// An Endpoint is one call that takes requests for servers over HTTP.
type Endpoint struct {
	Servers []*posture.Server // none where it is not known which are served
	Pos     program.Pos       // of the address: the HTTP server that is made for it, or the call
	Site    program.Pos       // of the call that serves
	Kinds   []string          // of transports: http, sse; "" for a handler of the program's own
	Address Address
	Ways    []*Way // the ways that a request can take, by route and by what was configured

	Unlimited bool // nothing bounds how long a client may take to send a request
	TLS       bool
	Mutual    bool // only clients with a certificate get in

	// Inside is what each of the servers asks of tool calls by itself.
	Inside []Inside

	// Partial says that the endpoint was seen without its callers, on which the
	// address or the server depend.
	Partial bool
	// Fresh says that no package that this one imports has seen the endpoint.
	Fresh bool
}

// A Way is one way of a request to what serves it.
type Way struct {
	Before []Step // outermost first
	Target *Target
	Route  string // pattern of the innermost route, "" without or unknown
}

// A Step is one function that a request passes.
type Step struct {
	Func *interp.Func // nil for a function that is not in the program
	Sym  string       // of that
	Next string       // id or symbol of what it hands on to, "" for none of the program's functions
	// Gives lists what a row says that it protects from, or with Presumed what
	// the name of a function says that is not in the program.
	Gives    []string
	Presumed bool
	// Checks is what a function of the program does by itself.
	Checks Checks
	// Demanded says that it holds a setting without which the program does not
	// start: there is no way around it for want of that.
	Demanded bool
	// Switched says that what was configured decides whether it stands there.
	Switched bool
}

// A Target is what serves requests in the end.
type Target struct {
	Kind     string // of the transport, "" for a handler of the program's own
	Row      *models.Transport
	Model    *models.Model
	Version  string // of the SDK
	Site     program.Pos
	Func     *program.Func  // a handler of the program's own
	Dispatch *program.Instr // there, the call that lets a server answer
	servers  []*interp.Server
	made     interp.Value // what the row's paths start at
	args     []interp.Value
	m        *interp.Machine
}

// Told is the fact of a package: keys of the endpoints that it or a package it
// imports has seen.
type Told struct{ told.Keys }

func run(pass *analysis.Pass) (any, error) {
	regs := pass.ResultOf[toolreg.Analyzer].(*toolreg.Result)
	surface := pass.ResultOf[posture.Analyzer].(*posture.Result)
	if regs == nil || surface == nil {
		return (*Result)(nil), nil
	}
	res := &Result{World: regs.World, Servers: surface.Servers}
	seen := told.Read[Told](pass)
	if regs.Machine != nil {
		cfg := pass.ResultOf[config.Analyzer].(*config.Result)
		f := &finder{w: regs.World, m: regs.Machine, version: cfg.SDKVersion, servers: map[*interp.Server]*posture.Server{}, reads: map[string]Shown{}}
		for _, s := range surface.Servers {
			f.servers[s.Server] = s
		}
		for _, l := range regs.Machine.Events.Listening {
			if e := f.endpoint(l); e != nil {
				e.Partial = pass.Pkg.Name() != "main" && (len(e.Servers) == 0 || e.Address.called)
				res.add(e)
			}
		}
		if len(res.Endpoints) > 0 {
			res.Loopback = f.predicates()
		}
	}
	for _, e := range res.Endpoints {
		e.Fresh = !seen[e.key()]
	}
	for _, e := range res.Endpoints {
		if !e.Partial {
			seen[e.key()] = true
		}
	}
	told.Write[Told](pass, seen)
	return res, nil
}

// add joins what one call serves, which an evaluation may reach several times.
func (res *Result) add(e *Endpoint) {
	i := slices.IndexFunc(res.Endpoints, func(o *Endpoint) bool { return o.Site == e.Site && o.Pos == e.Pos })
	if i < 0 {
		res.Endpoints = append(res.Endpoints, e)
		return
	}
	o := res.Endpoints[i]
	for _, s := range e.Servers {
		if !slices.ContainsFunc(o.Servers, func(t *posture.Server) bool { return t.ID == s.ID }) {
			o.Servers = append(o.Servers, s)
		}
	}
	for _, k := range e.Kinds {
		if !slices.Contains(o.Kinds, k) {
			o.Kinds = append(o.Kinds, k)
		}
	}
	o.Partial = o.Partial && e.Partial
	o.Ways = append(o.Ways, e.Ways...)
	o.Inside = append(o.Inside, e.Inside...)
	o.Address = o.Address.or(e.Address)
	o.Unlimited = o.Unlimited || e.Unlimited
	o.Mutual = o.Mutual && e.Mutual
	o.TLS = o.TLS && e.TLS
}

// Of lists the endpoints that serve a server over HTTP. A server with none may
// be served over stdio, or in a way that was not seen: see OverHTTP.
func (res *Result) Of(s *posture.Server) []*Endpoint {
	var out []*Endpoint
	for _, e := range res.Endpoints {
		if slices.ContainsFunc(e.Servers, func(t *posture.Server) bool { return t == s || t.ID == s.ID }) {
			out = append(out, e)
		}
	}
	return out
}

// OverHTTP reports whether a server takes requests over HTTP: by an endpoint, or
// by a handler for one of which is not seen where it listens.
func (res *Result) OverHTTP(s *posture.Server) bool {
	return len(res.Of(s)) > 0 || slices.ContainsFunc(s.Transports, func(t interp.Serving) bool { return t.Kind == "http" || t.Kind == "sse" })
}

// Unbound lists the handlers of servers of which is not seen where they listen:
// the calls that make them.
func (res *Result) Unbound(s *posture.Server) []interp.Serving {
	var out []interp.Serving
	for _, t := range s.Transports {
		if (t.Kind == "http" || t.Kind == "sse") && !res.bound(t.Site) && !slices.ContainsFunc(out, func(o interp.Serving) bool { return o.Site == t.Site }) {
			out = append(out, t)
		}
	}
	return out
}

func (res *Result) bound(site program.Pos) bool {
	return slices.ContainsFunc(res.Endpoints, func(e *Endpoint) bool {
		return e.Site == site || slices.ContainsFunc(e.Ways, func(w *Way) bool { return w.Target.Site == site })
	})
}
