package checks

import (
	"github.com/mcpvet/mcpvet/internal/flow"
	"github.com/mcpvet/mcpvet/internal/passes/controls"
	"github.com/mcpvet/mcpvet/internal/passes/posture"
	"github.com/mcpvet/mcpvet/models"
)

// libraries takes into account what a library puts around the handler of an entry,
// which is checked before anything that the program has.
func (c *checker) libraries(out *Entry) {
	// A row that lets everybody pass takes nothing away from a check of the tool's own.
	own := out.Scope.State == Pass && out.Scope.Level >= flow.Decides
	if v := c.givenScope(out.Entry); v != nil && !own && (out.Scope.State != Pass || v.State != Pass || v.Level > out.Scope.Level) {
		out.Scope = v
	}
	if g, ok := c.before.Gives(out.Entry, models.ControlLimit); ok {
		out.Limit = &Verdict{State: Pass, Pos: g.Site, Evidence: "calls are limited for each user and for all", where: inDecorator}
	}
	if g, ok := c.before.Gives(out.Entry, models.ControlAudit); ok {
		out.Audit = &Verdict{State: Pass, Level: flow.Decides, Pos: g.Site, Evidence: "every call is recorded", where: inDecorator}
	}
}

// givenScope judges the check of who calls that a library makes.
func (c *checker) givenScope(e *posture.Entry) *Verdict {
	g, ok := c.before.Gives(e, models.ControlScope)
	if !ok {
		return nil
	}
	v := &Verdict{State: Pass, Level: flow.Decides, Pos: g.Site, Evidence: "the caller's scope is checked before it", where: inDecorator}
	says, known := controls.Says{}, false
	if e.Name.Known {
		says, known = c.before.Says(g, e.Name.Value)
	}
	switch {
	case !known:
	case !says.Listed:
		v.Refused, v.Evidence = true, "the policy has no row for it, so that every call is refused"
	case says.Public:
		return &Verdict{State: Fail, Reason: Around, Pos: g.Site, Declared: true, Evidence: "the policy lets callers pass that nobody knows"}
	case !says.Scopes:
		v.Level, v.Declared, v.Evidence = flow.Present, true, "whether there is a caller is checked before it"
	}
	return v
}
