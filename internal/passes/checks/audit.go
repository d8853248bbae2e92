package checks

import (
	"fmt"
	"slices"
	"strings"

	"github.com/mcpvet/mcpvet/internal/flow"
	"github.com/mcpvet/mcpvet/internal/inventory"
	"github.com/mcpvet/mcpvet/internal/passes/controls"
	"github.com/mcpvet/mcpvet/internal/program"
	"github.com/mcpvet/mcpvet/models"
)

// quiet are words of names of functions whose records operators don't see.
var quiet = []string{"debug", "trace", "verbose"}

// writers are words that the names of functions begin with that write something
// down, where no row says more.
var writers = []string{"write", "insert", "exec", "publish", "emit", "append", "log", "record", "encode", "fprintf", "fprintln", "fprint", "create", "audit"}

// askRecords makes the question which calls write down which tool was called.
// What is followed is the name of the tool.
func (c *checker) askRecords() {
	c.records = &flow.Question{
		Base:  func(*flow.Call) []flow.Mark { return nil },
		Field: c.namesTool,
		Name:  true,
		Bases: func(sym, owner, field string) bool {
			if sym != "" {
				return c.mayRecord(sym)
			}
			return c.namesTool(owner, field).Data
		},
	}
}

// namesTool reports whether a field holds the name of the tool that is called.
func (c *checker) namesTool(owner, field string) flow.Mark {
	if d, _ := c.set.Descriptor(owner); d != nil && d.Kind == string(inventory.KindTool) && d.Name == field {
		return flow.Mark{Data: true} // of the tool that is wrapped
	}
	return flow.Mark{Data: field == "Name" && strings.Contains(owner, "CallTool")}
}

// mayRecord reports whether a function may write something down.
func (c *checker) mayRecord(sym string) bool {
	if c.control(sym, models.ControlAudit) != nil {
		return true
	}
	rows := c.set.Func(sym)
	if rows != nil && slices.ContainsFunc(rows.Sinks, func(s models.Sink) bool { return s.Kind == models.KindLog }) {
		return true
	}
	if c.regs.World.Func(sym) != nil {
		return false
	}
	words := models.SplitName(sym[strings.LastIndexByte(sym, '.')+1:])
	return len(words) > 0 && slices.Contains(writers, words[0])
}

// recorder makes a judge of which calls write down that a tool was called.
func (c *checker) recorder(in flow.Entry) *flow.Judge {
	q := *c.records
	var j *flow.Judge
	q.Passes = func(call *flow.Call) bool { return c.writesDown(j, &in, call) }
	j = c.e.JudgeLike(&q, c.records, in)
	return j
}

// writesDown reports whether a call writes down which tool was called, where
// operators see it.
func (c *checker) writesDown(j *flow.Judge, in *flow.Entry, call *flow.Call) bool {
	if c.control(call.Sym, models.ControlAudit) != nil {
		return true
	}
	name := call.Sym[strings.LastIndexByte(call.Sym, '.')+1:]
	loud := func(name string) bool {
		words := models.SplitName(name)
		return len(words) > 0 && !slices.Contains(quiet, words[0])
	}
	if !loud(name) {
		return false
	}
	if made := call.MadeBy(); made != "" && strings.HasSuffix(made, ".V") {
		return false // a level of verbosity
	}
	rows := c.set.Func(call.Sym)
	logs := rows != nil && slices.ContainsFunc(rows.Sinks, func(s models.Sink) bool { return s.Kind == models.KindLog })
	if logs && strings.HasPrefix(call.Classes(), string(program.ClassOther)) && !c.finished(call, loud) {
		return false // a field of a record, or what makes one, that nobody sees
	}
	if !logs && strings.HasPrefix(call.Sym, "fmt.Fprint") && call.BornInCall() {
		return false // into a text that is put together
	}
	for _, a := range call.Operands() {
		if j.Mark(call.Frame, a).Data {
			return true
		}
	}
	if !logs {
		return false
	}
	return slices.ContainsFunc(call.Words(), func(text string) bool {
		return in.Says("spoken of", text, func(name string) bool {
			return len(name) > 2 && (text == name || strings.Contains(text, name) && strings.ContainsAny(name, "_-"))
		})
	})
}

// finished reports whether what makes a part of a record is followed by a call of
// the logger that writes it where operators see it.
func (c *checker) finished(call *flow.Call, loud func(string) bool) bool {
	pkg := strings.TrimLeft(models.Canonical(call.Sym), "(*")
	if i := strings.LastIndexByte(pkg, '/'); i >= 0 {
		if j := strings.IndexByte(pkg[i:], '.'); j >= 0 {
			pkg = pkg[:i+j]
		}
	} else if j := strings.IndexByte(pkg, '.'); j >= 0 {
		pkg = pkg[:j]
	}
	return slices.ContainsFunc(call.UsedBy(), func(sym string) bool {
		name := sym[strings.LastIndexByte(sym, '.')+1:]
		return strings.HasPrefix(strings.TrimLeft(models.Canonical(sym), "(*"), pkg) && (strings.HasPrefix(sym, "(") || strings.HasPrefix(name, "Log")) &&
			loud(name) && name != "V" && !strings.HasPrefix(name, "With")
	})
}

// audit judges what writes down that a body was called, on every way out.
func (c *checker) audit(e *Entry, b controls.Body) *Verdict {
	var partial *Verdict
	for i := range b.Before {
		w := b.Before[i]
		if c.declares(w.Func.ID, models.ControlAudit) {
			return c.unrecorded(e, b, i, &Verdict{State: Pass, Evidence: "a function that is declared to write a record stands before it", Pos: c.pos(w.Func.ID), where: inDecorator})
		}
		in, ok := c.entry(e.Entry, b, &w)
		if !ok {
			continue
		}
		v := c.recordedAround(in, w)
		if v == nil {
			continue
		}
		v.where = inDecorator
		if v.State == Pass {
			return c.unrecorded(e, b, i, v)
		}
		partial = v
	}
	if in, ok := c.entry(e.Entry, b, nil); ok {
		if v := c.recorded(in); v != nil {
			if v.State == Pass {
				return c.unrecorded(e, b, len(b.Before), v)
			}
			if partial == nil {
				partial = v
			}
		}
	}
	if v := c.observed(e, b); v != nil {
		return v
	}
	if partial != nil {
		return partial
	}
	return &Verdict{State: Fail, Pos: b.Pos}
}

// recordedAround is recorded for a function around a body.
func (c *checker) recordedAround(in flow.Entry, w controls.Control) *Verdict {
	asked := c.e.Asker(c.records)
	if !asked.Touches(w.Func.ID) {
		return nil
	}
	key, next := beyond(asked, w)
	v := c.trails.Of(key, in, next, func(in flow.Entry) *Verdict { return c.recorded(in) })
	if v == nil {
		return nil
	}
	out := *v
	return &out
}

// recorded returns what a function records of a call, nil for nothing.
func (c *checker) recorded(in flow.Entry) *Verdict {
	j := c.recorder(in)
	if !j.Touches(in.Func) {
		return nil
	}
	root := c.e.Root(in)
	if root == nil {
		return nil
	}
	_, always := j.Missed(root)
	hit, named := program.Pos{}, false
	for _, h := range j.Hits {
		if h.Call == nil {
			if h.Sym == "send" { // somebody else writes it down
				hit, named = h.Pos, true
			}
			continue
		}
		if !hit.IsValid() {
			hit = h.Pos
		}
		named = named || slices.ContainsFunc(h.Call.Operands(), func(r program.Ref) bool { return j.Mark(h.Frame, r).Data })
	}
	switch {
	case always && !named:
		return &Verdict{State: Pass, Level: flow.Present, Pos: hit, Evidence: "every way out writes a line that speaks of the tool"}
	case always:
		return &Verdict{State: Pass, Level: flow.Decides, Pos: hit, Evidence: "every way out writes a record" + holding(c.said(j, in)), Raw: c.raw(j, in)}
	case !hit.IsValid() || !j.Some(root) || !named: // lines that speak of the tool are no trail
		return nil
	}
	// It is a trail with gaps where what goes well is written down; what writes
	// down some errors only is none.
	v := &Verdict{State: Fail, Reason: Missed, Evidence: "it returns here without a record"}
	goes := false
	for _, x := range j.Exits(root) {
		switch {
		case !x.Missed:
			goes = goes || !x.Fails
		case !x.Fails:
			return nil
		case !v.Pos.IsValid():
			v.Pos = x.Pos
		default:
			v.More = append(v.More, x.Pos)
		}
	}
	if !goes || !v.Pos.IsValid() {
		return nil
	}
	return v
}

// unrecorded is the verdict v of a record that the n-th function before a body
// writes, unless one outside it refuses calls that then leave no record.
func (c *checker) unrecorded(e *Entry, b controls.Body, n int, v *Verdict) *Verdict {
	for i := range b.Before[:min(n, len(b.Before))] {
		w := b.Before[i]
		in, ok := c.entry(e.Entry, b, &w)
		if !ok {
			continue
		}
		for _, q := range []*flow.Question{c.identity, c.limits} {
			if pos := c.refuses(q, in, b, w); pos.IsValid() {
				return &Verdict{State: Fail, Reason: Missed, Pos: pos, where: inDecorator,
					Evidence: fmt.Sprintf("what is refused here gets to no record, which is written at %s:%d", base(v.Pos.File), v.Pos.Line)}
			}
		}
	}
	return v
}

// refuses returns where a function around a body refuses calls for what the
// question is about.
func (c *checker) refuses(q *flow.Question, in flow.Entry, b controls.Body, w controls.Control) program.Pos {
	asked := c.e.Asker(q)
	if !asked.Touches(w.Func.ID) {
		return program.Pos{}
	}
	key, next := beyond(asked, w)
	if q == c.limits {
		key += mark + "limits"
	}
	return c.refusals.Of(key, in, next, func(in flow.Entry) program.Pos {
		j := c.e.Judge(q, in)
		isChain := func(id string) bool {
			return slices.ContainsFunc(b.Before, func(o controls.Control) bool { return o.Func.ID == id }) || id == b.ID
		}
		g, _, _, handed := c.handoff(j, in, w.Next, isChain)
		if !handed || g.Grade != flow.Decides || g.Waits || q == c.limits && !slices.ContainsFunc(j.Hits, func(h flow.Hit) bool { return h.Call != nil }) {
			return program.Pos{}
		}
		return g.Pos
	})
}

func base(file string) string { return file[strings.LastIndexByte(file, '/')+1:] }

// observed returns the verdict for a server whose hooks write down every call:
// one that sees it begin, or one for each way in which it ends.
func (c *checker) observed(e *Entry, b controls.Body) *Verdict {
	if e.Server == nil || !e.IsTool() {
		return nil
	}
	if c.hooks == nil {
		c.hooks = c.findHooks()
	}
	var success *Verdict
	failure := false
	for _, h := range *c.hooks {
		if !c.hooked(e.Server, &h) {
			continue
		}
		if h.after == models.AfterFailure { // where no tool is named: what failed may be any request
			failure = failure || slices.ContainsFunc(c.e.Callees(h.id), c.mayRecord)
			continue
		}
		v := c.recorded(flow.Entry{Func: h.id, Name: e.Name.Value, Names: c.names})
		if v == nil || v.State != Pass {
			continue
		}
		v.where = inDecorator
		if h.after == "" {
			return v
		}
		success = v
	}
	if success != nil && !failure && c.mayFail(e, b) {
		return &Verdict{State: Fail, Reason: Missed, Pos: success.Pos, where: inDecorator, Evidence: "a call that fails gets to no record: what writes it sees only those that go well"}
	}
	return success
}

// mayFail reports whether a body returns an error on some way out.
func (c *checker) mayFail(e *Entry, b controls.Body) bool {
	in, ok := c.entry(e.Entry, b, nil)
	if !ok {
		return true
	}
	root := c.e.Root(in)
	return root == nil || slices.ContainsFunc(c.recorder(in).Exits(root), func(x flow.Exit) bool { return x.Fails })
}

// raw returns where a record holds the arguments of the call as they came.
func (c *checker) raw(j *flow.Judge, in flow.Entry) program.Pos {
	asker := c.argumentsOf(in)
	for _, h := range j.Hits {
		if h.Call != nil && slices.ContainsFunc(h.Call.Operands(), func(r program.Ref) bool { return asker.Mark(h.Frame, r).Data && !h.Frame.IsNumber(r) }) {
			return h.Pos
		}
	}
	return program.Pos{}
}

// askArguments makes the question which values are the arguments of a call, as
// they came. What was hashed or counted is not.
func (c *checker) askArguments() {
	is := func(rows []models.Source) bool {
		return slices.ContainsFunc(rows, func(s models.Source) bool { return s.Class == models.ClassArgument })
	}
	field := func(owner, name string) flow.Mark {
		owner, _, _ = strings.Cut(owner, "[")
		rows := c.set.TaintField(owner, name)
		return flow.Mark{Data: rows != nil && is(rows.Sources)}
	}
	call := func(sym string) bool {
		rows := c.set.Func(sym)
		return rows != nil && is(rows.Sources)
	}
	c.arguments = &flow.Question{
		Base:  func(call *flow.Call) []flow.Mark { return answers(call.Classes(), flow.Silent) },
		Field: field,
		Bases: func(sym, owner, name string) bool {
			return sym != "" && call(sym) || owner != "" && field(owner, name).Data
		},
		Part: func(owner, name string) bool { return !c.namesTool(owner, name).Data }, // of what came, which tool is meant
		Opaque: func(sym string) bool {
			return strings.Contains(sym, "crypto/") || strings.Contains(sym, "hash") || c.opaque(sym)
		},
	}
}

// argumentsOf makes a judge of which values are the arguments of a call of the
// entry.
func (c *checker) argumentsOf(in flow.Entry) *flow.Judge {
	q := *c.arguments
	q.Params = nil
	for _, p := range in.Params {
		for len(q.Params) <= p.Index {
			q.Params = append(q.Params, flow.Mark{})
		}
		q.Params[p.Index].Data = q.Params[p.Index].Data || p.Class == models.ClassArgument
	}
	return c.e.JudgeLike(&q, c.arguments, in)
}
