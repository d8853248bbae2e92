package engine

import (
	"github.com/mcpvet/mcpvet/internal/inventory"
	"github.com/mcpvet/mcpvet/internal/passes/posture"
)

// describe adds to a tool of the inventory what other passes know of it.
func (r *run) describe(e *posture.Entry, t *inventory.Tool) {
	for _, res := range r.effects {
		if s := res.Of[e]; s != nil {
			t.Effects, t.Changes, t.Destructive = s.Names(), string(s.Changes), string(s.Destructive)
		}
	}
}
