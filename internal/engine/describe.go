package engine

import (
	"slices"

	"github.com/mcpvet/mcpvet/internal/inventory"
	"github.com/mcpvet/mcpvet/internal/matrix"
	"github.com/mcpvet/mcpvet/internal/passes/posture"
)

// describers returns what adds to the inventory what other passes know.
func (r *run) describers() []func(*posture.Entry, *inventory.Tool) {
	list := []func(*posture.Entry, *inventory.Tool){r.describe}
	if r.Controls {
		m := matrix.New(r.packages, r.findings, r.ran)
		list = append(list, func(e *posture.Entry, t *inventory.Tool) {
			if slices.Contains([]string{inventory.KindTool, inventory.KindTask, inventory.KindSession}, e.Kind) {
				t.Controls = m.Controls(e)
			}
		})
	}
	return list
}

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
