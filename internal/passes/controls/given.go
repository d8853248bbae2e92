package controls

import (
	"slices"

	"github.com/mcpvet/mcpvet/internal/interp"
	"github.com/mcpvet/mcpvet/internal/passes/handler"
	"github.com/mcpvet/mcpvet/internal/passes/posture"
	"github.com/mcpvet/mcpvet/internal/passes/toolreg"
	"github.com/mcpvet/mcpvet/internal/program"
	"github.com/mcpvet/mcpvet/models"
)

// A Given is what a library puts around a handler, of which only rows tell: its
// functions are not part of the program.
type Given struct {
	Kinds  []string     // see models.GivenControls
	Policy interp.Value // what says more of each tool, nil if nothing is known of it
	Site   program.Pos
}

// Gives reports whether a library puts a control of this kind around the
// handler of an entry, and where the program asks for it.
func (r *Result) Gives(e *posture.Entry, kind string) (Given, bool) {
	for _, g := range r.Given[e] {
		if slices.Contains(g.Kinds, kind) {
			return g, true
		}
	}
	return Given{}, false
}

// given lists what libraries put around the handler of an entry: around all
// handlers of its server, and around this one.
func given(regs *toolreg.Result, e *posture.Entry) []Given {
	var out []Given
	if e.Server != nil {
		for _, w := range e.Server.Middleware {
			if len(w.Row.Gives) == 0 || !slices.Contains(w.Row.Covers, e.Reg.Kind) || w.Row.LaterOnly && w.Order > e.Reg.Order {
				continue
			}
			out = append(out, Given{Kinds: w.Row.Gives, Policy: w.Policy, Site: w.Site})
		}
	}
	if regs.Machine == nil {
		return out
	}
	v := handler.Value(regs.Machine, e.Reg)
	for range maxAdapters {
		o, ok := interp.Plain(v).(*interp.Opaque)
		if !ok || o.Inner == nil {
			break
		}
		if rows := regs.World.Models.Func(o.Sym); rows != nil && rows.Adapter != nil && len(rows.Adapter.Gives) > 0 {
			out = append(out, Given{Kinds: rows.Adapter.Gives, Policy: regs.Machine.ArgumentOf(o, rows.Adapter.Policy), Site: o.Pos})
		}
		v = o.Inner
	}
	return out
}

// maxAdapters bounds how many adapters stand around each other.
const maxAdapters = 16

// Says is what a policy has for one tool.
type Says struct {
	Listed  bool
	Scopes  bool // the caller needs some
	Public  bool // nobody has to be known
	Confirm bool // each call is confirmed
}

// Says reads the row of a tool in the policy; known is false if the policy, or
// its rows, are not constants of the program.
func (g *Given) Says(set *models.Set, m *interp.Machine, tool string) (s Says, known bool) {
	if g.Policy == nil || m == nil {
		return s, false
	}
	policy, ok := interp.Plain(m.Deref(g.Policy)).(*interp.Struct)
	if !ok || policy.Open != nil {
		return s, false
	}
	row := set.PolicyType(policy.Type)
	if row == nil {
		return s, false
	}
	tools, ok := interp.Plain(policy.Fields[row.Tools]).(*interp.Map)
	if !ok || tools.Obj.Open != nil {
		return s, false
	}
	for i, k := range tools.Obj.Keys {
		name, ok := interp.Plain(k).(*interp.Const)
		if !ok {
			return s, false
		}
		if text, _ := name.V.(string); text != tool {
			continue // patterns are for what has no row of its own
		}
		of, ok := interp.Plain(tools.Obj.Vals[i]).(*interp.Struct)
		if !ok || of.Open != nil {
			return s, false
		}
		s.Listed = true
		s.Scopes = there(of.Fields[row.Scopes])
		s.Public = isTrue(of.Fields[row.Public])
		s.Confirm = isTrue(of.Fields[row.Confirm])
		return s, true
	}
	return s, false
}

// isTrue reports whether a value is the constant true.
func isTrue(v interp.Value) bool {
	c, ok := interp.Plain(v).(*interp.Const)
	return ok && c.V == true
}

// there reports whether there is something in a list.
func there(v interp.Value) bool {
	l, ok := interp.Plain(v).(*interp.List)
	return ok && len(l.Cells) > 0
}
