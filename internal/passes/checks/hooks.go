package checks

import (
	"slices"

	"github.com/mcpvet/mcpvet/internal/flow"
	"github.com/mcpvet/mcpvet/internal/passes/posture"
	"github.com/mcpvet/mcpvet/internal/program"
	"github.com/mcpvet/mcpvet/models"
)

// A hook is a function that a server is told to call for every call of a tool:
// before it, or after one that has gone well or failed.
type hook struct {
	id, after string
	model     *models.Model // of the SDK that calls it
	given     []flow.Made   // calls that give a server what holds it; none are known where it goes another way
}

// findHooks lists the hooks.
func (c *checker) findHooks() *[]hook {
	out := &[]hook{}
	for _, m := range c.e.CallsOf(func(sym string) bool {
		r := c.control(sym, models.ControlAudit)
		return r != nil && r.Wraps != ""
	}) {
		row := c.control(m.Sym, models.ControlAudit)
		p, err := models.ParsePath(row.Wraps)
		if err != nil || !m.Live {
			continue
		}
		h := hook{after: row.After, model: c.set.Func(m.Sym).Model}
		if h.model == nil {
			h.model = c.set.ModelOf(packageOf(m.Sym))
		}
		h.given = c.givers(&m)
		for _, o := range m.Frame.Origins(m.Operand(p)) {
			if o.Kind == flow.OriginFunc {
				h.id = o.Sym
				*out = append(*out, h)
			}
		}
	}
	return out
}

// givers lists the calls of the SDK that get what a hook is added to.
func (c *checker) givers(m *flow.Made) []flow.Made {
	holder := origins(m.Frame, m.Args()[0])
	if len(holder) == 0 {
		return nil
	}
	pkg := packageOf(m.Sym)
	var out []flow.Made
	for _, g := range c.e.CallsOf(func(sym string) bool { return packageOf(sym) == pkg }) {
		args := g.Args()
		if p, err := models.ParseFunc(g.Sym); err != nil || p.Type != "" {
			continue
		}
		if slices.ContainsFunc(args, func(r program.Ref) bool {
			return slices.ContainsFunc(origins(g.Frame, r), func(id string) bool { return slices.Contains(holder, id) })
		}) {
			out = append(out, g)
		}
	}
	return out
}

// origins returns the ids of what is made that a value can be.
func origins(f *flow.Frame, r program.Ref) []string {
	var out []string
	for _, o := range f.Origins(r) {
		if o.Kind == flow.OriginNew {
			out = append(out, o.ID())
		}
	}
	return out
}

// hooked reports whether a server may call a hook: it is one of the same SDK,
// and got what holds the hook, as far as that is seen.
func (c *checker) hooked(s *posture.Server, h *hook) bool {
	if h.model != nil && s.Model != nil && h.model.Module != s.Model.Module {
		return false
	}
	for i := range h.given {
		g := &h.given[i]
		if slices.ContainsFunc(s.Calls, g.Frame.Live) {
			return true
		}
		if !g.Frame.Live(s.Site) {
			continue
		}
		for _, made := range c.e.CallsAt([]program.Pos{s.Site}) { // beside others, in one function
			args := made.Args()
			if n := len(args); n > 0 && slices.ContainsFunc(made.Frame.Elements(args[n-1]), func(o flow.Origin) bool { // its options
				return o.Kind == flow.OriginUnknown || o.Kind == flow.OriginEntry || o.Kind == flow.OriginCall && o.Pos == g.Pos
			}) {
				return true
			}
		}
	}
	return len(h.given) == 0
}

// packageOf returns the package of a function, "" where it has none.
func packageOf(sym string) string {
	p, err := models.ParseFunc(sym)
	if err != nil {
		return ""
	}
	return p.Package
}
