// Package told keeps what packages have seen, so that under go vet, where each
// package reports for itself, nothing is told twice: a package that imports
// another sees the same tools, flows and places again.
package told

import (
	"fmt"
	"maps"
	"slices"

	"golang.org/x/tools/go/analysis"
)

// Keys is what the fact of a package holds: keys of what it or a package it
// imports has seen, sorted. A pass embeds it in a fact of its own.
type Keys struct{ Seen []uint64 }

// AFact marks Keys as a fact.
func (*Keys) AFact() {}

func (k *Keys) String() string { return fmt.Sprintf("%d told", len(k.Seen)) }

func (k *Keys) self() *Keys { return k }

// A Fact is a pointer to a struct that embeds Keys.
type Fact[F any] interface {
	*F
	analysis.Fact
	self() *Keys
}

// Set is the keys that are known so far.
type Set map[uint64]bool

// Read returns what the packages that pass imports have seen.
func Read[F any, P Fact[F]](pass *analysis.Pass) Set {
	s := Set{}
	for _, imp := range pass.Pkg.Imports() {
		if f := P(new(F)); pass.ImportPackageFact(imp, f) {
			for _, k := range f.self().Seen {
				s[k] = true
			}
		}
	}
	return s
}

// Write passes a set on, what imported packages have seen included: go vet hands
// a package only the facts of its direct imports. An empty one makes no fact.
func Write[F any, P Fact[F]](pass *analysis.Pass, s Set) {
	if len(s) == 0 {
		return
	}
	f := P(new(F))
	f.self().Seen = slices.Sorted(maps.Keys(s))
	pass.ExportPackageFact(f)
}
