package engine

import (
	"github.com/mcpvet/mcpvet/internal/inventory"
	"github.com/mcpvet/mcpvet/internal/passes/posture"
)

// describe adds to a tool of the inventory what other passes know of it.
func (r *run) describe(e *posture.Entry, t *inventory.Tool) {
	for _, res := range r.effects {
		s := res.Of[e]
		if s == nil {
			continue
		}
		t.Effects, t.Changes, t.Destructive, t.Because = s.Names(), string(s.Changes), string(s.Destructive), s.Why
		for _, x := range s.Effects {
			by := inventory.Effect{Effect: x.Name, What: x.What, Position: inventory.At(posture.At(x.Pos)), Path: []inventory.Evidence{}}
			for _, h := range x.Hops {
				by.Path = append(by.Path, inventory.Evidence{Position: inventory.At(posture.At(h.Pos)), Text: h.Text})
			}
			t.EffectsBy = append(t.EffectsBy, by)
		}
	}
}
