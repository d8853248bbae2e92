package posture

import (
	"cmp"
	"slices"
	"strings"

	"github.com/mcpvet/mcpvet/internal/finding"
	"github.com/mcpvet/mcpvet/internal/inventory"
	"github.com/mcpvet/mcpvet/internal/program"
)

// At converts a position.
func At(p program.Pos) finding.Position {
	return finding.Position{File: p.File, Line: int(p.Line), Column: int(p.Col)}
}

// Merge joins the surfaces of packages into one inventory. Positions are
// absolute; lists are sorted. What other passes know of an entry is added by
// describe.
func Merge(results []*Result, describe ...func(*Entry, *inventory.Tool)) *inventory.Inventory {
	inv := &inventory.Inventory{Version: inventory.Version}
	servers := map[string]*inventory.Server{}
	var entries []*Entry
	for _, r := range results {
		if r == nil {
			continue
		}
		for _, s := range r.Servers {
			addServer(servers, s)
		}
		entries = append(entries, r.Entries...)
		for _, s := range r.Skipped {
			inv.NotSeen = append(inv.NotSeen, inventory.NotSeen{What: s.Func, Reason: s.Reason, Position: inventory.At(At(s.Pos))})
		}
	}
	all := newTold(entries)
	seen := map[string]*Entry{}
	var order []string
	for _, e := range entries {
		if all.better(e) {
			continue
		}
		id := e.ID()
		old, ok := seen[id]
		if !ok {
			order = append(order, id)
		}
		if !ok || old.unknowns() > e.unknowns() {
			seen[id] = e
		}
	}
	for _, id := range order {
		e := seen[id]
		t := e.inventory()
		for _, d := range describe {
			d(e, t)
		}
		switch e.Kind {
		case inventory.KindResource:
			inv.Resources = append(inv.Resources, t)
		case inventory.KindResourceTemplate:
			inv.ResourceTemplates = append(inv.ResourceTemplates, t)
		case inventory.KindPrompt:
			inv.Prompts = append(inv.Prompts, t)
		case inventory.KindCompletion:
			inv.Completions = append(inv.Completions, t)
		case inventory.KindTool, inventory.KindTask, inventory.KindSession:
			inv.Tools = append(inv.Tools, t)
		}
	}
	for _, s := range servers {
		slices.Sort(s.Transports)
		s.Transports = slices.Compact(s.Transports)
		inv.Servers = append(inv.Servers, s)
	}
	slices.SortFunc(inv.Servers, func(a, b *inventory.Server) int {
		return cmp.Or(comparePositions(a.Position, b.Position), cmp.Compare(a.ID, b.ID))
	})
	for _, list := range [][]*inventory.Tool{inv.Tools, inv.Resources, inv.ResourceTemplates, inv.Prompts, inv.Completions} {
		slices.SortStableFunc(list, compareTools)
	}
	slices.SortFunc(inv.NotSeen, func(a, b inventory.NotSeen) int {
		return cmp.Or(cmp.Compare(a.What, b.What), cmp.Compare(a.Reason, b.Reason), comparePositions(a.Position, b.Position))
	})
	inv.NotSeen = slices.Compact(inv.NotSeen)
	return inv
}

func addServer(servers map[string]*inventory.Server, s *Server) {
	out := servers[s.ID]
	if out == nil {
		out = &inventory.Server{ID: s.ID, SDK: s.SDK, SDKVersion: s.Version, Position: inventory.At(At(s.Site)), Transports: []string{}}
		servers[s.ID] = out
	}
	if out.Name == "" {
		out.Name = s.Name
	}
	for _, t := range s.Transports {
		if t.Kind != "" {
			out.Transports = append(out.Transports, t.Kind)
		}
	}
}

// unknowns counts what is not known of an entry.
func (e *Entry) unknowns() int {
	n := len(e.Unknown)
	if e.Handler == nil || len(e.Handler.Bodies) == 0 {
		n++
	}
	return n
}

func comparePositions(a, b inventory.Position) int {
	return cmp.Or(cmp.Compare(a.File, b.File), cmp.Compare(a.Line, b.Line), cmp.Compare(a.Column, b.Column))
}

func compareTools(a, b *inventory.Tool) int {
	server := func(t *inventory.Tool) string {
		if t.Server == nil {
			return ""
		}
		return *t.Server
	}
	return cmp.Or(cmp.Compare(a.DisplayName(), b.DisplayName()), comparePositions(a.Position, b.Position),
		cmp.Compare(server(a), server(b)), comparePositions(a.Registration, b.Registration))
}

// inventory converts an entry to its JSON form.
func (e *Entry) inventory() *inventory.Tool {
	t := &inventory.Tool{
		Kind: e.Kind, Description: e.Description.Value, URI: e.URI.Value,
		Position: inventory.At(At(e.Pos)), Registration: inventory.At(At(e.Reg.Site)),
		Annotations: e.Annotations, Declared: e.Declared, Properties: e.Properties, Unknown: slices.Clone(e.Unknown),
	}
	if e.Name.Known {
		name := e.Name.Value
		t.Name = &name
	} else {
		t.Pattern = e.Name.Pattern
	}
	if e.Server != nil {
		id := e.Server.ID
		t.Server = &id
	} else {
		t.Unknown = append(t.Unknown, inventory.Unknown{Part: "server", Reason: "no construction of the server reaches the registration"})
	}
	if h := e.Handler; h != nil && len(h.Bodies) > 0 {
		b := h.Bodies[0]
		t.Handler = &inventory.Handler{Name: b.Name, File: b.Pos.File, Line: int(b.Pos.Line)}
		var names []string
		for _, b := range h.Bodies {
			if !slices.Contains(names, b.Name) { // the same one with other captured values
				names = append(names, b.Name)
			}
		}
		if len(names) > 1 {
			t.Unknown = append(t.Unknown, inventory.Unknown{Part: "handler", Reason: "it is one of " + strings.Join(names, ", ")})
		}
	} else {
		reason := "it was not found"
		if h != nil {
			reason = h.Reason
		}
		t.Unknown = append(t.Unknown, inventory.Unknown{Part: "handler", Reason: reason})
	}
	if t.Unknown == nil {
		t.Unknown = []inventory.Unknown{}
	}
	return t
}
