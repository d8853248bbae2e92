package models

import (
	"fmt"
	"slices"
	"strings"
)

// An indexer puts the rows of models into a set. The first model with a row of
// a section for a symbol keeps the pair.
type indexer struct {
	set   *Set
	owner map[string]*Model // section and symbol -> model that has it
	errs  []error
}

// take reports whether m may add a row of section for symbol. A user's row
// wins silently; two builtin models with one symbol are an error.
func (ix *indexer) take(section, symbol string, m *Model) bool {
	key := section + " " + symbol
	o := ix.owner[key]
	switch {
	case o == nil:
		ix.owner[key] = m
		return true
	case o == m:
		return true
	case o != ix.set.user:
		ix.errs = append(ix.errs, fmt.Errorf("models %s and %s both have %s for %s", o.Name, m.Name, section, symbol))
	}
	return false
}

// fn returns the rows of the function in s for m to add to, or nil when
// another model's rows stand.
func (ix *indexer) fn(section string, s Symbol, m *Model) *FuncRows {
	symbol := canonical(s.Func, ix.set.forks)
	if !ix.take(section, symbol, m) {
		return nil
	}
	f := ix.set.funcs[symbol]
	if f == nil {
		f = &FuncRows{Model: m}
		ix.set.funcs[symbol] = f
	}
	if f.Model == ix.set.user {
		f.Model = m
	}
	return f
}

func (ix *indexer) index(m *Model) {
	ix.indexFuncs(m)
	ix.indexTypes(m)
}

func (ix *indexer) indexFuncs(m *Model) {
	for i := range m.Servers {
		if f := ix.fn("servers", m.Servers[i].Symbol, m); f != nil {
			f.Server = &m.Servers[i]
		}
	}
	for _, r := range m.Registrars {
		if f := ix.fn("registrars", r.Symbol, m); f != nil {
			f.Registrars = append(f.Registrars, r)
		}
	}
	for _, r := range m.Removers {
		if f := ix.fn("removers", r.Symbol, m); f != nil {
			f.Removers = append(f.Removers, r)
		}
	}
	for i := range m.Constructors {
		if f := ix.fn("constructors", m.Constructors[i].Symbol, m); f != nil {
			f.Constructor = &m.Constructors[i]
		}
	}
	for i := range m.Options {
		if f := ix.fn("options", m.Options[i].Symbol, m); f != nil {
			f.Option = &m.Options[i]
		}
	}
	for i := range m.Adapters {
		if f := ix.fn("adapters", m.Adapters[i].Symbol, m); f != nil {
			f.Adapter = &m.Adapters[i]
		}
	}
	for _, r := range m.Transports {
		if f := ix.fn("transports", r.Symbol, m); f != nil {
			f.Transports = append(f.Transports, r)
		}
	}
	for i := range m.Middleware {
		if f := ix.fn("middleware", m.Middleware[i].Symbol, m); f != nil {
			f.Middleware = &m.Middleware[i]
		}
	}
	for i := range m.Evaluated {
		if f := ix.fn("evaluated", m.Evaluated[i].Symbol, m); f != nil {
			f.Evaluated = &m.Evaluated[i]
		}
	}
	ix.indexTaint(m)
	ix.indexEffects(m)
	ix.indexOutbound(m)
	ix.indexControls(m)
	ix.indexIdentities(m)
	ix.indexServing(m)
	ix.indexPolicies(m)
	ix.indexOptionals(m)
}

// indexTaint indexes sources, sinks, flows, barriers and programs.
func (ix *indexer) indexTaint(m *Model) {
	for _, r := range m.Sources {
		if r.Func == "" {
			if f := ix.field("sources", r.Type, r.Field, m); f != nil {
				f.Sources = append(f.Sources, r)
			}
		} else if f := ix.fn("sources", r.Symbol, m); f != nil {
			f.Sources = append(f.Sources, r)
		}
	}
	for _, r := range m.Sinks {
		if r.Func == "" {
			if f := ix.field("sinks", r.Type, r.Field, m); f != nil {
				f.Sinks = append(f.Sinks, r)
			}
		} else if f := ix.fn("sinks", r.Symbol, m); f != nil {
			f.Sinks = append(f.Sinks, r)
		}
	}
	for _, r := range m.Flows {
		if f := ix.fn("flows", r.Symbol, m); f != nil {
			f.Flows = append(f.Flows, r)
		}
	}
	for _, r := range m.Barriers {
		if f := ix.fn("barriers", r.Symbol, m); f != nil {
			f.Barriers = append(f.Barriers, r)
		}
	}
	for i := range m.Programs {
		r := &m.Programs[i]
		for _, name := range r.Names {
			if !ix.take("programs", name, m) {
				continue
			}
			rows := append(slices.Clone(ix.set.programs[name]), r)
			slices.SortStableFunc(rows, func(a, b *Program) int { return len(b.Sub) - len(a.Sub) })
			ix.set.programs[name] = rows
		}
	}
}

// indexEffects indexes what calls and programs do outside the process.
func (ix *indexer) indexEffects(m *Model) {
	for _, r := range m.Effects {
		if f := ix.fn("effects", r.Symbol, m); f != nil {
			f.Effects = append(f.Effects, r)
		}
	}
	for i := range m.Services {
		r := &m.Services[i]
		if p := canonicalPath(r.Package, ix.set.forks); ix.take("services", p, m) {
			ix.set.services[p] = append(ix.set.services[p], r)
		}
	}
	for i := range m.Commands {
		for _, name := range m.Commands[i].Programs {
			if ix.take("commands", name, m) {
				ix.set.commands[name] = &m.Commands[i]
			}
		}
	}
	for i := range m.Approvals {
		r := &m.Approvals[i]
		if key := canonical(r.Type, ix.set.forks) + "." + r.Field; ix.take("approvals", key, m) {
			ix.set.approvals[key] = r
		}
	}
	for _, sym := range m.Errors {
		ix.set.errors[canonical(sym, ix.set.forks)] = true
	}
	for _, p := range m.Local {
		ix.set.local[canonicalPath(p, ix.set.forks)] = true
	}
}

// indexOutbound indexes outbound calls, and what bounds them.
func (ix *indexer) indexOutbound(m *Model) {
	for i := range m.Outbound {
		if f := ix.fn("outbound", m.Outbound[i].Symbol, m); f != nil {
			f.Outbound = &m.Outbound[i]
		}
	}
	for i := range m.Contexts {
		if f := ix.fn("contexts", m.Contexts[i].Symbol, m); f != nil {
			f.Context = &m.Contexts[i]
		}
	}
	for i := range m.Timers {
		if f := ix.fn("timers", m.Timers[i].Symbol, m); f != nil {
			f.Timer = &m.Timers[i]
		}
	}
	for i := range m.Clients {
		r := &m.Clients[i]
		if r.Type == "" {
			if f := ix.fn("clients", r.Symbol, m); f != nil {
				f.Client = r
			}
			continue
		}
		if t := canonical(r.Type, ix.set.forks); ix.take("clients", t, m) {
			ix.set.clients[t] = r
			if r.Variable != "" {
				ix.set.clientVars[canonical(r.Variable, ix.set.forks)] = r
			}
		}
	}
	for i := range m.APIClients {
		r := &m.APIClients[i]
		if f := ix.fn("api_clients", r.Symbol, m); f != nil {
			f.APIClient = r
			p := canonical(r.Package(), ix.set.forks)
			ix.set.apis[p] = append(ix.set.apis[p], r)
		}
	}
}

// field returns the rows of a field for m to add to, or nil when another
// model's rows stand.
func (ix *indexer) field(section, typ, field string, m *Model) *FieldRows {
	key := canonical(typ, ix.set.forks) + "." + field
	if !ix.take(section, key, m) {
		return nil
	}
	f := ix.set.taintFields[key]
	if f == nil {
		f = &FieldRows{Model: m}
		ix.set.taintFields[key] = f
	}
	return f
}

func (ix *indexer) indexTypes(m *Model) {
	s := ix.set
	s.endpoints = append(s.endpoints, m.Endpoints...)
	for i := range m.Forwarded {
		r := &m.Forwarded[i]
		if name := strings.ToLower(r.Name); ix.take("forwarded", name, m) {
			s.forwarded[name] = r
		}
	}
	for i := range m.Descriptors {
		r := &m.Descriptors[i]
		if t := canonical(r.Type, s.forks); ix.take("descriptors", t, m) {
			s.descriptors[t] = typed[*Descriptor]{r, m}
		}
	}
	for i := range m.Handlers {
		r := &m.Handlers[i]
		if t := canonical(r.Type, s.forks); ix.take("handlers", t, m) {
			s.handlers[t] = typed[[]*HandlerType]{append(s.handlers[t].rows, r), m}
		}
	}
	for i := range m.Fields {
		r := &m.Fields[i]
		if t := canonical(r.Type, s.forks); ix.take("fields", t, m) {
			s.fields[t] = typed[[]*Field]{append(s.fields[t].rows, r), m}
		}
	}
}
