package effects

import (
	"maps"
	"slices"

	"github.com/mcpvet/mcpvet/internal/flow"
)

// maxOperations bounds the operations of a tool that are told apart.
const maxOperations = 120

// chosenOf is reached for tools that do several things, of which an argument
// chooses one: what a check of the operation lets pass, another part of the
// function must do for the same operation. Each is followed by itself, where an
// argument that confirms was asked for: else no operation is held.
func (v *visitor) chosenOf(t *tool, s flow.Scenario, confirmed func() bool) (ids map[string]bool, around bool) {
	ids, around = v.reached(t, &s)
	if !confirmed() {
		return ids, around
	}
	for _, name := range slices.Sorted(maps.Keys(t.entry.Properties)) {
		if !slices.Contains(slices.Collect(maps.Values(ids)), true) {
			break
		}
		p := t.entry.Properties[name]
		if p.Type != "" && p.Type != "string" || v.says(name) != 0 || !v.set.Words().Operation(name) {
			continue
		}
		if some, ok := v.operations(t, s, name, flow.Given{Left: true, Value: text(p)}); ok {
			maps.DeleteFunc(ids, func(id string, _ bool) bool { return !some[id] })
		}
	}
	return ids, around
}

// operations returns what a tool does for any text of an argument: left out,
// each that it is compared with, and one that is none of these. It is false for
// an argument that is compared with nothing.
func (v *visitor) operations(t *tool, s flow.Scenario, name string, left flow.Given) (map[string]bool, bool) {
	met, seen, ids := map[string]bool{}, map[string]bool{}, map[string]bool{}
	follow := func(g flow.Given) {
		of := s
		of.Met = func(text string) { met[text] = true }
		of.Arg = func(n string) (flow.Given, bool) {
			if n == name {
				return g, true
			}
			return s.Arg(n)
		}
		some, _ := v.reached(t, &of)
		for id, ok := range some {
			ids[id] = ids[id] || ok
		}
	}
	follow(flow.Given{Value: flow.Other})
	if len(met) == 0 {
		return nil, false
	}
	follow(left)
	for len(seen) < len(met) {
		for _, text := range slices.Sorted(maps.Keys(met)) {
			if seen[text] {
				continue
			}
			if seen[text] = true; len(seen) > maxOperations {
				return nil, false
			}
			follow(flow.Given{Value: text})
		}
	}
	return ids, true
}
