package checks

import (
	"fmt"
	"slices"
	"strings"

	"github.com/mcpvet/mcpvet/internal/flow"
	"github.com/mcpvet/mcpvet/internal/interp"
	"github.com/mcpvet/mcpvet/internal/passes/controls"
	"github.com/mcpvet/mcpvet/internal/passes/posture"
	"github.com/mcpvet/mcpvet/internal/program"
	"github.com/mcpvet/mcpvet/models"
)

// scope judges what asks who calls, and what the caller may do, before a body
// changes anything.
func (c *checker) scope(e *Entry, b controls.Body) *Verdict {
	var found []*Verdict
	isChain := func(id string) bool {
		return id == b.ID || slices.ContainsFunc(b.Before, func(o controls.Control) bool { return o.Func.ID == id })
	}
	for _, w := range b.Before {
		if c.declares(w.Func.ID, models.ControlScope) {
			found = append(found, &Verdict{State: Pass, Level: flow.Decides, Evidence: "a function that is declared to check the scope stands before it", Pos: c.pos(w.Func.ID), where: inDecorator})
			continue
		}
		in, ok := c.entry(e.Entry, b, &w)
		if !ok {
			continue
		}
		around := c.scopeAround(e, in, w, isChain)
		e.tables = append(e.tables, around.tables...)
		if around.verdict != nil {
			v := *around.verdict
			found = append(found, &v)
		}
	}
	found = append(found, c.scopeInBody(e, b, isChain), c.offered(e))
	if c.serves(e.Server) == HTTP {
		found = append(found, c.scopeOverHTTP(e.Server))
	}
	if e.Server != nil && c.presumed[e.Server.ID].IsValid() {
		found = append(found, &Verdict{State: Pass, Level: flow.Present, Pos: c.presumed[e.Server.ID], Evidence: "what a library does here finds out who calls, by its name", where: inDecorator})
	}
	return best(found)
}

// A scopeCheck is what a function around bodies asks of who calls; the verdict
// is nil where it asks nothing or does not hand on.
type scopeCheck struct {
	verdict *Verdict
	tables  []flow.Table
}

// scopeAround judges a function around a body.
func (c *checker) scopeAround(e *Entry, in flow.Entry, w controls.Control, isChain func(string) bool) scopeCheck {
	asked := c.e.Asker(c.identity)
	if !asked.Touches(w.Func.ID) {
		return scopeCheck{}
	}
	key, next := beyond(asked, w)
	if e.Server != nil {
		key += mark + e.Server.ID
	}
	return c.scopes.Of(key, in, next, func(in flow.Entry) scopeCheck {
		j := c.e.Judge(c.identity, in)
		g, root, behind, handed := c.handoff(j, in, w.Next, isChain)
		out := scopeCheck{tables: j.Tables}
		if handed {
			out.verdict = c.guarded(e.Entry, j, g, "before it")
			if out.verdict.State != Pass && !behind { // what is decided behind it may be what has become of the call
				c.weakness(j, root, out.verdict)
			}
			out.verdict.where = inDecorator
		}
		return out
	})
}

// best returns the verdict that counts, of several controls on one way: the
// strongest that holds, else the one that has the most to say.
func best(list []*Verdict) *Verdict {
	var out *Verdict
	for _, v := range list {
		switch {
		case v == nil:
		case out == nil, v.State == Pass && (out.State != Pass || v.Level > out.Level):
			out = v
		case v.State != Pass && out.State != Pass && out.Reason == None && v.Reason != None:
			out = v
		}
	}
	// A check that does not work is told even where who calls is known.
	if out != nil && out.State == Pass && out.Level < flow.Decides {
		for _, v := range list {
			if v != nil && v.State == Fail && v.Reason != None && v.Reason != Ignored {
				return v
			}
		}
	}
	return out
}

// guarded makes a verdict of what stands before a place.
func (c *checker) guarded(e *posture.Entry, j *flow.Judge, g flow.Guard, place string) *Verdict {
	if g.Grade == flow.Silent {
		return &Verdict{State: Fail}
	}
	what := "the caller's scope is checked " + place
	if g.Grade == flow.Present {
		what = "whether there is a caller is checked " + place
	}
	if g.Switched {
		what += ", where a setting says so"
	}
	v := &Verdict{State: Pass, Level: g.Grade, Pos: g.Pos, Switched: g.Switched, Evidence: what}
	if h, ok := c.stale(e, j); ok {
		return &Verdict{State: Fail, Reason: Stale, Pos: h.Pos,
			Evidence: fmt.Sprintf("%s is that of the request that opened the session", short(h.Sym))}
	}
	return v
}

// weakness says why a function that asks who calls lets a call of the tool
// pass.
func (c *checker) weakness(j *flow.Judge, root *flow.Frame, v *Verdict) {
	for _, t := range j.Tables {
		if !t.Found {
			v.Reason, v.Pos, v.Evidence = NotListed, t.Pos, "it is not in the table that the check looks it up in"
			return
		}
	}
	if root == nil {
		return
	}
	if pos, sym, ok := j.Ignored(root); ok {
		v.Reason, v.Pos, v.Evidence = Ignored, pos, fmt.Sprintf("what %s says is not looked at", short(sym))
		return
	}
	if pos, ok := j.Gates(root); ok && j.Outcome(root) == flow.Decides {
		v.Reason, v.Pos, v.Evidence = Around, pos, "there is a way around the check"
	}
}

// scopeInBody judges the checks in a body.
func (c *checker) scopeInBody(e *Entry, b controls.Body, isChain func(string) bool) *Verdict {
	none := &Verdict{State: Fail, Pos: b.Pos}
	in, ok := c.entry(e.Entry, b, nil)
	if !ok {
		return none
	}
	if fn := c.regs.World.Func(b.ID); fn != nil && (fn.Recv || fn.FreeVars > 0 || c.asks(fn)) {
		e.Reads = true
	}
	j := c.e.Judge(c.identity, in)
	if !j.Touches(b.ID) {
		return none
	}
	var first *flow.Call
	var worst flow.Guard
	changes := 0
	root := c.visit(j, in, func(f *flow.Frame) bool { return f.Func() != b.ID && isChain(f.Func()) }, func(call flow.Call) {
		if !c.changes(&call) || !j.Live(&call) {
			return
		}
		changes++
		if g := j.Before(&call); first == nil || g.Grade < worst.Grade || g.Grade == worst.Grade && g.Switched && !worst.Switched {
			first, worst = &call, g
		}
	})
	e.tables = append(e.tables, j.Tables...)
	if root == nil {
		return none
	}
	outcome := j.Outcome(root)
	if changes == 0 || worst.Grade > flow.Silent && worst.Grade >= outcome {
		g := worst
		if changes == 0 {
			g = flow.Guard{Grade: outcome}
			g.Pos, _ = j.Gates(root)
			if !g.Pos.IsValid() {
				g.Pos = b.Pos
			}
		}
		v := c.guarded(e.Entry, j, g, "in the handler")
		if v.State != Pass && v.Reason == None {
			c.weakness(j, root, v)
		}
		return v
	}
	if worst.Grade > flow.Silent {
		return c.guarded(e.Entry, j, worst, "in the handler")
	}
	v := none
	switch pos, sym, ignored := j.Ignored(root); {
	case outcome == flow.Decides && j.GateBehind(first):
		v.Reason, v.Pos, v.Evidence = After, first.Pos, fmt.Sprintf("%s runs before the caller's scope is looked at", short(first.Sym))
	case ignored:
		v.Reason, v.Pos, v.Evidence = Ignored, pos, fmt.Sprintf("what %s says is not looked at", short(sym))
	case outcome == flow.Decides:
		v.Reason, v.Pos, v.Evidence = Around, first.Pos, fmt.Sprintf("%s is reached without the check of the caller's scope", short(first.Sym))
	}
	return v
}

// stale reports whether all that says who calls is that of another request: it
// is read from a context which is that of the request that opened the session.
func (c *checker) stale(e *posture.Entry, j *flow.Judge) (flow.Hit, bool) {
	if !slices.ContainsFunc(c.served(e.Server), func(t interp.Serving) bool { return t.Session }) || len(j.Hits) == 0 {
		return flow.Hit{}, false
	}
	for _, h := range j.Hits {
		rows := c.set.Func(h.Sym)
		if h.Call == nil || h.Sym != contextValue && (rows == nil || rows.Identity == nil || !rows.Identity.Context) {
			return flow.Hit{}, false
		}
	}
	return j.Hits[0], true
}

// declares reports whether a function, or the one that made it, is declared to
// be a control.
func (c *checker) declares(id, kind string) bool {
	for {
		if c.control(id, kind) != nil {
			return true
		}
		i := strings.LastIndexByte(id, '$')
		if i < 0 {
			return false
		}
		id = id[:i]
	}
}

func (c *checker) pos(id string) program.Pos {
	if f := c.regs.World.Func(id); f != nil {
		return f.Pos
	}
	return program.Pos{}
}

// unlisted finds the tools that change something and are missing in a list of
// those that do, by which the checks of a server tell them apart.
func (c *checker) unlisted(g *Group) {
	if !slices.ContainsFunc(g.Entries, func(e *Entry) bool {
		return e.Scope.State == Pass && slices.ContainsFunc(e.tables, func(t flow.Table) bool { return !t.Found })
	}) {
		return
	}
	for _, e := range g.Entries {
		c.writes(e)
	}
	for _, e := range g.Entries {
		if !e.Writes.IsValid() || e.Scope.State != Pass || !e.IsTool() {
			continue
		}
		for _, t := range e.tables {
			if t.Found || !g.writers(t) {
				continue
			}
			e.Scope = &Verdict{State: Fail, Reason: NotListed, Pos: t.Pos, Evidence: "it changes something, and is missing in the list of the tools that do"}
			break
		}
	}
}

// writers reports whether a table lists tools that change something, and leaves
// one out that does not.
func (g *Group) writers(t flow.Table) bool {
	in, out := 0, 0
	for _, e := range g.Entries {
		if !e.IsTool() || !e.Name.Known {
			continue
		}
		listed := slices.Contains(t.Names, e.Name.Value)
		switch {
		case listed && !e.Writes.IsValid():
			return false
		case listed:
			in++
		case !e.Writes.IsValid():
			out++
		}
	}
	return in > 0 && out > 0
}

// short returns a function's name as people write it.
func short(sym string) string {
	sym = models.Canonical(sym)
	sym = strings.NewReplacer("(*", "", "(", "", ")", "").Replace(sym)
	return sym[strings.LastIndexByte(sym, '/')+1:]
}

// writes finds where an entry changes something.
func (c *checker) writes(e *Entry) {
	for _, b := range c.before.Bodies[e.Entry] {
		in, ok := c.entry(e.Entry, b, nil)
		if !ok {
			continue
		}
		c.e.Walk(in, flow.Walker{Key: func(*flow.Frame) string { return "" }, Call: func(call flow.Call) {
			if !e.Writes.IsValid() && c.changes(&call) {
				e.Writes = call.Pos
			}
		}})
	}
}

// asks reports whether a function uses what changes: files, services, variables
// that functions store to.
func (c *checker) asks(fn *program.Func) bool {
	if slices.ContainsFunc(fn.Calls, func(sym string) bool {
		rows := c.set.Func(sym)
		return rows != nil && rows.Outbound != nil || c.set.API(sym) != nil || strings.HasPrefix(sym, "os.") || strings.HasPrefix(sym, "(*os.")
	}) {
		return true
	}
	return slices.ContainsFunc(fn.Consts, func(k program.Const) bool {
		return k.Kind == program.ConstGlobal && slices.ContainsFunc(c.regs.World.Packages(), func(p *program.Package) bool { return slices.Contains(p.Mutated, k.S) })
	})
}
