package effects

import (
	"slices"

	"github.com/mcpvet/mcpvet/internal/flow"
	"github.com/mcpvet/mcpvet/internal/program"
	"github.com/mcpvet/mcpvet/models"
)

// A call with a key of its own: what was done for the key is not done again. It
// holds where the key is looked up in what was kept, and the call is refused, or
// answered as before, when it is there.

// keyed makes the question which values are such a key.
func (v *visitor) keyed() {
	argument := func(rows []models.Source) *models.Source {
		i := slices.IndexFunc(rows, func(s models.Source) bool { return s.Class == models.ClassArgument && s.Name != "" })
		if i < 0 {
			return nil
		}
		return &rows[i]
	}
	row := func(sym string) *models.Source {
		if rows := v.set.Func(sym); rows != nil {
			return argument(rows.Sources)
		}
		return nil
	}
	v.keys = &flow.Question{
		Base: func(c *flow.Call) []flow.Mark {
			s := row(c.Sym)
			if s == nil {
				return nil
			}
			p, err := models.ParsePath(s.Name)
			if err != nil {
				return nil
			}
			out := make([]flow.Mark, len(c.Classes()))
			name, ok := flow.Use{Frame: c.Frame, Ref: c.Operand(p)}.Constant()
			for i := range out {
				out[i].Data = ok && v.set.Words().Idempotent(name) && c.Classes()[i] != program.ClassError
			}
			return out
		},
		Field: func(_, name string) flow.Mark { return flow.Mark{Data: v.set.Words().Idempotent(name)} },
		Bases: func(sym, _, name string) bool {
			return sym != "" && row(sym) != nil || name != "" && v.set.Words().Idempotent(name)
		},
	}
}

// replayed lists the effects of a tool that do not happen twice for one key.
func (v *visitor) replayed(t *tool) []*Effect {
	if t.Guard == nil || !slices.ContainsFunc(t.Guard.Free, (*Effect).Destroys) {
		return nil
	}
	has := len(t.entry.Properties) == 0
	for name := range t.entry.Properties {
		has = has || v.set.Words().Idempotent(name)
	}
	if !has {
		return nil
	}
	var out []*Effect
	for _, b := range t.bodies {
		in, ok := t.enter(b)
		if !ok {
			return nil
		}
		j := v.e.Judge(v.keys, in)
		if !j.Touches(b.ID) {
			return nil
		}
		for _, e := range t.Guard.Free {
			if e.Call.Frame != nil && j.Before(&e.Call).Grade == flow.Decides {
				out = append(out, e)
			}
		}
	}
	return out
}
