package controls

import (
	"slices"
	"strings"

	"github.com/mcpvet/mcpvet/internal/interp"
	"github.com/mcpvet/mcpvet/internal/passes/handler"
	"github.com/mcpvet/mcpvet/internal/passes/posture"
	"github.com/mcpvet/mcpvet/internal/passes/toolreg"
	"github.com/mcpvet/mcpvet/internal/program"
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

// Says returns what the policy of what is given has for a tool: that of the
// program, where its rows are constants, or else that of the configuration,
// which the program may read. known is false where there is neither.
func (r *Result) Says(g Given, tool string) (s Says, known bool) {
	if s, known := r.inProgram(g, tool); known || len(r.policy.Tools) == 0 {
		return s, known
	}
	if row := r.policy.ToolRow(tool); row != nil {
		return Says{Listed: true, Scopes: len(row.Scopes) > 0, Public: row.Public, Confirm: row.Confirm}, true
	}
	return Says{}, true
}

// inProgram reads the row of a tool in a policy that the program makes.
func (r *Result) inProgram(g Given, tool string) (s Says, known bool) {
	if g.Policy == nil || r.regs.Machine == nil {
		return s, false
	}
	policy, ok := interp.Plain(r.regs.Machine.Deref(g.Policy)).(*interp.Struct)
	if !ok || policy.Open != nil {
		return s, false
	}
	row := r.regs.World.Models.PolicyType(policy.Type)
	if row == nil {
		return s, false
	}
	tools, ok := interp.Plain(policy.Fields[row.Tools]).(*interp.Map)
	if !ok || tools.Obj.Open != nil {
		return s, false
	}
	patterns := false
	for i, k := range tools.Obj.Keys {
		c, ok := interp.Plain(k).(*interp.Const)
		if !ok {
			return s, false
		}
		name, _ := c.V.(string)
		patterns = patterns || strings.ContainsAny(name, "*?")
		if name != tool {
			continue
		}
		of, ok := interp.Plain(tools.Obj.Vals[i]).(*interp.Struct)
		if !ok || of.Open != nil {
			return s, false
		}
		return Says{Listed: true, Scopes: there(of.Fields[row.Scopes]), Public: isTrue(of.Fields[row.Public]), Confirm: isTrue(of.Fields[row.Confirm])}, true
	}
	// A pattern may be about it; without one it is refused.
	return s, !patterns
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
