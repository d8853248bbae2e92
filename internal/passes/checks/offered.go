package checks

import (
	"fmt"
	"slices"

	"github.com/mcpvet/mcpvet/internal/flow"
	"github.com/mcpvet/mcpvet/internal/interp"
	"github.com/mcpvet/mcpvet/internal/program"
)

// offered judges whether a tool is there only for whoever may call it: a server
// is made for each caller, and the tool is put on it behind a check of what he
// may do. On a server that others use as well, it would be there for all.
func (c *checker) offered(e *Entry) *Verdict {
	if e.Reg == nil || !e.Reg.Conditional || e.Server == nil || e.Server.Server == nil {
		return nil
	}
	var made []string
	for _, call := range c.e.CallsAt(append([]program.Pos{e.Server.Site}, e.Server.Calls...)) {
		made = append(made, call.Frame.Func())
	}
	j := c.e.Asker(c.identity)
	var best flow.Guard
	for _, call := range c.e.CallsAt(append([]program.Pos{e.Reg.Site}, e.Reg.Calls...)) {
		if !slices.Contains(made, call.Frame.Func()) || !j.Touches(call.Frame.Func()) {
			continue
		}
		if g := j.Before(&call); g.Grade > best.Grade {
			best = g
		}
	}
	if best.Grade < flow.Decides || best.Switched {
		return nil
	}
	if slices.ContainsFunc(c.served(e.Server), func(t interp.Serving) bool { return t.Session }) {
		return &Verdict{State: Fail, Reason: Stale, Pos: best.Pos, Evidence: fmt.Sprintf("%s is asked when a session is opened, and not again", short(best.Sym))}
	}
	return &Verdict{State: Pass, Level: best.Grade, Pos: best.Pos, Evidence: "the tool is offered only to a caller whose scope allows it", where: inDecorator}
}
