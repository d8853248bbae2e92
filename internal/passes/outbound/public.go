package outbound

import (
	"github.com/mcpvet/mcpvet/internal/flow"
	"github.com/mcpvet/mcpvet/internal/program"
	"github.com/mcpvet/mcpvet/models"
)

// reach notes whether a call can reach addresses that are not public: whether
// its client can, for the place of the call and for those where its request is
// made.
func (v *visitor) reach(c flow.Call, row *models.Outbound) {
	if row.Does != models.OutHTTP {
		return
	}
	public := v.public(c, row)
	v.reached(c.Pos, public)
	p, err := models.ParsePath(row.Context)
	if err != nil || row.Context == "" {
		return
	}
	for _, o := range c.Frame.Origins(c.Operand(p)) {
		if o.Kind == flow.OriginCall {
			v.reached(o.Pos, public)
		}
	}
}

// reached notes it for a place; what one client may reach counts.
func (v *visitor) reached(at program.Pos, public bool) {
	if was, seen := v.res.Public[at]; !seen || was {
		v.res.Public[at] = public
	}
}

// public reports whether the client of a call is made by a function whose
// clients connect to public addresses only, wherever it comes from.
func (v *visitor) public(c flow.Call, row *models.Outbound) bool {
	if row.Client == "" || row.Client == models.ClientDefault {
		return false
	}
	p, err := models.ParsePath(row.Client)
	if err != nil {
		return false
	}
	origins := c.Frame.Origins(c.Operand(p))
	for _, o := range origins {
		if o.Kind != flow.OriginCall {
			return false
		}
		if rows := v.set.Func(o.Sym); rows == nil || rows.Client == nil || !rows.Client.Public {
			return false
		}
	}
	return len(origins) > 0
}
