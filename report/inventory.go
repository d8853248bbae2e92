package report

import (
	"cmp"
	"maps"
	"slices"

	"github.com/mcpvet/mcpvet/internal/inventory"
)

// complete returns a copy of inv that is sorted and in which every list and
// map is there, empty instead of nil: JSON then has [] and {}, never null.
// A nil inventory is an empty one.
func complete(inv *inventory.Inventory) *inventory.Inventory {
	if inv == nil {
		inv = &inventory.Inventory{}
	}
	return &inventory.Inventory{
		Version:           cmp.Or(inv.Version, inventory.Version),
		Servers:           completeServers(inv.Servers),
		Tools:             completeTools(inv.Tools),
		Resources:         completeTools(inv.Resources),
		ResourceTemplates: completeTools(inv.ResourceTemplates),
		Prompts:           completeTools(inv.Prompts),
		Completions:       completeTools(inv.Completions),
		NotSeen:           orEmpty(mergeNotSeen(inv.NotSeen)),
	}
}

func orEmpty[T any](s []T) []T {
	if s == nil {
		return []T{}
	}
	return s
}

func orEmptyMap[V any](m map[string]V) map[string]V {
	if m == nil {
		return map[string]V{}
	}
	return m
}

func completeServers(in []*inventory.Server) []*inventory.Server {
	out := []*inventory.Server{}
	for _, s := range in {
		if s == nil {
			continue
		}
		c := *s
		c.Transports = orEmpty(slices.Sorted(slices.Values(s.Transports)))
		c.Controls = completeControls(s.Controls)
		out = append(out, &c)
	}
	slices.SortStableFunc(out, func(a, b *inventory.Server) int {
		return cmp.Or(compareAt(a.Position, b.Position), cmp.Compare(a.ID, b.ID))
	})
	return out
}

func completeTools(in []*inventory.Tool) []*inventory.Tool {
	out := []*inventory.Tool{}
	for _, t := range in {
		if t == nil {
			continue
		}
		c := *t
		c.Annotations = orEmptyMap(t.Annotations)
		c.Declared = orEmptyMap(t.Declared)
		c.Properties = orEmptyMap(maps.Clone(t.Properties))
		maps.DeleteFunc(c.Properties, func(_ string, p *inventory.Property) bool { return p == nil })
		c.Unknown = orEmpty(t.Unknown)
		c.Controls = completeControls(t.Controls)
		out = append(out, &c)
	}
	slices.SortStableFunc(out, compareTool)
	return out
}

func compareTool(a, b *inventory.Tool) int {
	return cmp.Or(
		compareAt(a.Position, b.Position),
		cmp.Compare(a.DisplayName(), b.DisplayName()),
		compareAt(a.Registration, b.Registration),
		cmp.Compare(serverID(a), serverID(b)),
		cmp.Compare(a.Kind, b.Kind),
		cmp.Compare(a.URI, b.URI),
		cmp.Compare(a.Description, b.Description),
	)
}

// serverID returns the id of t's server, or "".
func serverID(t *inventory.Tool) string {
	if t.Server == nil {
		return ""
	}
	return *t.Server
}

// completeControls keeps nil: controls are absent until they are computed.
func completeControls(in map[string]*inventory.State) map[string]*inventory.State {
	out := maps.Clone(in)
	maps.DeleteFunc(out, func(_ string, state *inventory.State) bool { return state == nil })
	for slug, state := range out {
		c := *state
		c.Evidence = orEmpty(state.Evidence)
		out[slug] = &c
	}
	return out
}
