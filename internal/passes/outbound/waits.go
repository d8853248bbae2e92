package outbound

import (
	"github.com/mcpvet/mcpvet/internal/flow"
	"github.com/mcpvet/mcpvet/internal/program"
	"github.com/mcpvet/mcpvet/models"
)

// Waits is what one entry waits for outside the process, by what is proven: a
// call that is not reported need not be bounded.
type Waits struct {
	Covered bool // what runs before each of its bodies gives them a deadline
	Bounded []Wait
	Open    []Wait // nothing that bounds them was seen
}

// A Wait is one call that is waited for.
type Wait struct {
	Call string // the function
	Pos  program.Pos
	By   string // what bounds it, as a clause
	// Callers says, of an open one, that its context is that of the call of the
	// tool, which nothing gives a deadline.
	Callers bool
	// Service says that the call is one of a client library, which may be of
	// those that only prepare a request.
	Service bool
}

// waits notes a call that an entry waits for, once for each place; by is "" when
// nothing is seen that bounds it, and ctx what its context can be.
func (v *visitor) waits(c flow.Call, by string, ctx state) {
	w := v.res.Waits[v.entry]
	list := &w.Open
	if by != "" {
		list = &w.Bounded
	}
	for _, o := range *list {
		if o.Pos == c.Pos {
			return
		}
	}
	rows := v.set.Func(c.Sym)
	*list = append(*list, Wait{Call: c.Sym, Pos: c.Pos, By: by, Callers: by == "" && ctx.kinds == callers, Service: rows == nil || rows.Outbound == nil})
}

// byClient says how the client of a call bounds it, "" if that is not seen for
// every client that it can be.
func (v *visitor) byClient(c flow.Call, at string) string {
	const clause = "its client has a limit"
	if at == models.ClientDefault {
		if v.defaultLimited(c.Sym) {
			return clause
		}
		return ""
	}
	p, err := models.ParsePath(at)
	if err != nil {
		return ""
	}
	origins := c.Frame.Origins(c.Operand(p))
	for i := range origins {
		if !v.limited[origins[i].ID()] {
			return ""
		}
	}
	if len(origins) == 0 {
		return ""
	}
	return clause
}
