package models

import (
	"slices"
	"strings"
	"sync"
)

// shapes are lookups that few callers need; they are made at the first one.
type shapes struct {
	once       sync.Once
	requests   map[string]bool
	registrars map[string][]string // method name -> symbols
	sinks      map[string][]string // method name -> symbols
	arguments  map[string]bool     // fields that hold the arguments of a tool
}

func (s *Set) shape() *shapes {
	s.shapes.once.Do(func() {
		s.shapes.requests = map[string]bool{}
		s.shapes.registrars = map[string][]string{}
		s.shapes.sinks = map[string][]string{}
		s.shapes.arguments = map[string]bool{}
		for _, m := range s.models {
			for _, r := range m.Requests {
				s.shapes.requests[s.canonical(r)] = true
			}
		}
		for symbol, rows := range s.funcs {
			if len(rows.Registrars) > 0 && strings.HasPrefix(symbol, "(") {
				name := symbol[strings.LastIndexByte(symbol, '.')+1:]
				s.shapes.registrars[name] = append(s.shapes.registrars[name], symbol)
			}
		}
		for symbol, rows := range s.funcs {
			if len(rows.Sinks) > 0 && strings.HasPrefix(symbol, "(") {
				name := symbol[strings.LastIndexByte(symbol, '.')+1:]
				s.shapes.sinks[name] = append(s.shapes.sinks[name], symbol)
			}
		}
		for _, rows := range s.taintFields {
			for _, r := range rows.Sources {
				if r.Class == ClassArgument {
					s.shapes.arguments[r.Field[strings.LastIndexByte(r.Field, '.')+1:]] = true
				}
			}
		}
		for _, byName := range []map[string][]string{s.shapes.registrars, s.shapes.sinks} {
			for _, symbols := range byName {
				slices.Sort(symbols)
			}
		}
	})
	return &s.shapes
}

// IsRequest reports whether a type, or what it points to, is the request of
// an SDK.
func (s *Set) IsRequest(typeName string) bool {
	return s.shape().requests[s.canonical(strings.TrimPrefix(typeName, "*"))]
}

// RegistrarsNamed returns the registrars that are methods of that name,
// sorted: what a call through a project's own interface may reach.
func (s *Set) RegistrarsNamed(method string) []string { return s.shape().registrars[method] }

// SinksNamed returns the sinks that are methods of that name, sorted: what a
// call through a project's own interface may reach.
func (s *Set) SinksNamed(method string) []string { return s.shape().sinks[method] }

// HoldsArguments reports whether a field of that name, in some request of an
// SDK, holds what the client has chosen.
func (s *Set) HoldsArguments(field string) bool { return s.shape().arguments[field] }
