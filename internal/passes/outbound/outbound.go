// Package outbound is the pass that finds what handlers wait for outside the
// process, and whether anything bounds it in time: the context of the call, the
// client that makes it, or a timer.
package outbound

import (
	"reflect"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/mcpvet/mcpvet/internal/flow"
	"github.com/mcpvet/mcpvet/internal/passes/config"
	"github.com/mcpvet/mcpvet/internal/passes/controls"
	"github.com/mcpvet/mcpvet/internal/passes/posture"
	"github.com/mcpvet/mcpvet/internal/passes/taint"
	"github.com/mcpvet/mcpvet/internal/passes/toolreg"
	"github.com/mcpvet/mcpvet/internal/program"
	"github.com/mcpvet/mcpvet/models"
)

// Analyzer finds outbound calls. Its result is a *Result, nil out of scope.
var Analyzer = &analysis.Analyzer{
	Name:       "mcpoutbound",
	Doc:        "mcpoutbound: find what handlers wait for outside the process, and what bounds it",
	Run:        run,
	Requires:   []*analysis.Analyzer{config.Analyzer, toolreg.Analyzer, posture.Analyzer, controls.Analyzer, taint.Analyzer},
	ResultType: reflect.TypeFor[*Result](),
}

// A Result is the outbound calls of the entries of one package that nothing
// bounds.
type Result struct {
	Unbounded []*Unbounded
	Waits     map[*posture.Entry]*Waits
	// Dialled are the entries whose requests all go through clients that look at
	// the address that they are about to connect to.
	Dialled map[*posture.Entry]bool
	// Public says of places where requests are made or sent whether only clients
	// get them that connect to public addresses.
	Public  map[program.Pos]bool
	Skipped []program.Skipped // what was not visited to the end
}

// A Cause says why nothing bounds a call.
type Cause int

// The causes.
const (
	NoContext Cause = iota // the call takes no context
	Detached               // its context is a new one, that nobody cancels
	Kept                   // its context was kept by start-up code
	Unused                 // a bounded context was made, and another is used
	NoLimit                // its client has no limit, and its context no deadline
	Deviant                // its context has no deadline, where those of calls like it have one
)

// An Unbounded is one outbound call of one entry.
type Unbounded struct {
	Entry *posture.Entry
	Cause Cause
	At    program.Pos // what is to be mended: the call, the context or the client
	Call  string      // the function
	Pos   program.Pos // of the call
	Row   *models.Outbound
	Hops  []flow.Hop // from the entry to the call
	// Default says that the client is the one that a library makes or keeps.
	Default bool
	// Made is, for NoLimit, the function that makes the client, "" for a
	// literal.
	Made string
	// Beside is, for Unused, where the bounded context is made.
	Beside program.Pos
}

func run(pass *analysis.Pass) (any, error) {
	regs := pass.ResultOf[toolreg.Analyzer].(*toolreg.Result)
	surface := pass.ResultOf[posture.Analyzer].(*posture.Result)
	if regs == nil || surface == nil {
		return (*Result)(nil), nil
	}
	res := &Result{Waits: map[*posture.Entry]*Waits{}, Dialled: map[*posture.Entry]bool{}, Public: map[program.Pos]bool{}}
	if regs.Machine == nil || len(surface.Entries) == 0 {
		return res, nil
	}
	w := regs.World
	e, done := pass.ResultOf[taint.Analyzer].(*taint.Result).Engine(w)
	defer done()
	v := &visitor{e: e, set: w.Models, res: res, asked: map[string]*asked{}, likes: likes{by: map[like]*manners{}}, before: flow.Memo[bool]{}}
	v.limited = v.limits()
	var names []string
	for _, en := range surface.Entries {
		if en.Name.Known {
			names = append(names, en.Name.Value)
		}
	}
	layered := v.layered()
	before := pass.ResultOf[controls.Analyzer].(*controls.Result)
	for _, en := range surface.Entries {
		w := &Waits{Covered: len(before.Bodies[en]) > 0}
		res.Waits[en] = w
		for _, b := range before.Bodies[en] {
			in, ok := taint.EntryOf(regs, en, b.Body, names)
			if !ok {
				continue
			}
			_, given := before.Gives(en, models.GivesDeadline)
			v.entry, v.covered = en, given || layered && behind(en.Server)
			v.passed = !v.covered && v.wrapped(regs, en, b, names)
			v.covered = v.covered || v.passed
			w.Covered = w.Covered && v.covered
			if !e.Walk(in, flow.Walker{Key: v.key, Call: v.call}) {
				v.cut = true
			}
		}
	}
	v.services()
	v.deviants()
	if v.cut {
		res.Skipped = append(res.Skipped, program.Skipped{Reason: "what handlers call was followed up to a limit only"})
	}
	return res, nil
}

// A visitor judges the calls of entries.
type visitor struct {
	e       *flow.Engine
	set     *models.Set
	res     *Result
	entry   *posture.Entry
	limited map[string]bool // origins of clients that have a limit
	asked   map[string]*asked
	cut     bool
	covered bool // what runs before the body that is visited gives it a deadline
	passed  bool // it is in the context that the body gets
	likes   likes
	before  flow.Memo[bool] // whether functions around handlers hand on a deadline
}

// asked is a service that entries ask with contexts without a deadline.
type asked struct {
	rows []*models.APIClient
	by   []*Unbounded
}

// wrapped reports whether what runs before a body hands on a context with a
// deadline.
func (v *visitor) wrapped(regs *toolreg.Result, en *posture.Entry, b controls.Body, names []string) bool {
	var ids []string
	for _, c := range b.Before {
		ids = append(ids, c.Func.ID)
	}
	for _, c := range b.Before {
		body := b.Body
		body.ID, body.Func = c.Func.ID, c.Func
		in, ok := taint.EntryOf(regs, en, body, names)
		if !ok {
			continue
		}
		does := v.before.Of(strings.Join(ids, "\n"), in, c.Next, func(in flow.Entry) bool { return v.handsOnBounded(in, c.Next, ids) })
		if does {
			return true
		}
	}
	return false
}

// turnsFrom reports a call with a context of its own, where the one that it
// should get would have ended it in time.
func (v *visitor) turnsFrom(c flow.Call, row *models.Outbound) bool {
	if !v.passed || row.Context == "" {
		return false
	}
	ctx := v.contextAt(c, row.Context)
	if ctx.kinds != detached || !v.waitedFor(c, row) || v.local(c) || v.released(c.Frame) {
		return false
	}
	if limited, _ := v.withLimit(c, row.Limit); limited || row.Client != "" && len(v.makersOf(c, row)) == 0 {
		return false
	}
	v.add(&Unbounded{Entry: v.entry, Call: c.Sym, Pos: c.Pos, At: ctx.pos, Row: row, Hops: c.Frame.Hops(), Cause: Detached})
	return true
}

// handsOnBounded reports whether an entry calls the next function with a context
// that has a deadline, wherever it does; before are all that run before a body.
func (v *visitor) handsOnBounded(in flow.Entry, next string, before []string) bool {
	handed, bounded := 0, 0
	v.e.Walk(in, flow.Walker{
		Key:  func(*flow.Frame) string { return "" },
		Call: func(flow.Call) {},
		Enter: func(f *flow.Frame) bool {
			if f.Func() != next {
				return !slices.Contains(before, f.Func())
			}
			for i, p := range f.Params() {
				if p.Type == contextType {
					handed++
					if v.context(f, program.Ref(i+1), 0).is(bounds) {
						bounded++
					}
				}
			}
			return false
		},
	})
	return handed > 0 && handed == bounded
}

const contextType = "context.Context"

// key tells calls of one function apart by what can bound what it does: its
// contexts, its clients and requests.
func (v *visitor) key(f *flow.Frame) string {
	var b strings.Builder
	for i, p := range f.Params() {
		typ := strings.TrimPrefix(p.Type, "*")
		switch {
		case p.Type == contextType:
			c := v.context(f, program.Ref(i+1), 0)
			b.WriteString(c.String())
		case v.set.ClientType(typ) != nil || typ == "net/http.Request":
			for _, o := range f.Origins(program.Ref(i + 1)) {
				b.WriteString(o.ID())
			}
		}
		b.WriteByte('|')
	}
	return b.String()
}

// call judges a call.
func (v *visitor) call(c flow.Call) {
	if rows := v.set.Func(c.Sym); rows != nil && rows.Outbound != nil {
		v.reach(c, rows.Outbound)
		v.outbound(c, rows.Outbound)
		return
	}
	if rows := v.set.API(c.Sym); rows != nil {
		v.service(c, rows)
	}
}

func (v *visitor) outbound(c flow.Call, row *models.Outbound) {
	v.dialled(c, row)
	if v.covered && v.turnsFrom(c, row) {
		return
	}
	if v.covered {
		v.waits(c, "what runs before the handler gives it a deadline", state{})
		if row.Context != "" && row.Client == "" {
			v.likes.right(v.entry, row.Does)
		}
		return
	}
	if limited, sure := v.withLimit(c, row.Limit); limited || !v.waitedFor(c, row) || v.local(c) || v.released(c.Frame) {
		if sure {
			v.waits(c, "it is called with a duration", state{})
		} else if limited {
			v.waits(c, "", state{})
		}
		return
	}
	u := &Unbounded{Entry: v.entry, Call: c.Sym, Pos: c.Pos, At: c.Pos, Row: row, Hops: c.Frame.Hops(), Cause: NoContext}
	var ctx state
	if row.Context != "" {
		ctx = v.contextAt(c, row.Context)
		switch {
		case ctx.kinds == bounds:
			v.waits(c, "its context has a deadline", ctx)
		case row.Client != "":
			v.waits(c, v.byClient(c, row.Client), state{})
		default:
			v.waits(c, "", ctx)
		}
		if ctx.is(bounds) || ctx.is(unknown) || ctx.kinds == 0 || row.Client == "" {
			v.unbounded(c.Frame, ctx, u, row.Does)
			return
		}
		if pos, ok := v.unused(c.Frame); ok && ctx.is(callers) {
			u.Cause, u.Beside = Unused, pos
			v.add(u)
			return
		}
	}
	if row.Client != "" {
		if row.Context == "" {
			v.waits(c, v.byClient(c, row.Client), state{})
		}
		v.client(c, row, u)
		return
	}
	v.waits(c, "", ctx)
	v.add(u)
}

// unbounded reports a call that only its context can bound, if that is another
// than the one that it should get. That no context of a server has a deadline is
// no fault of a call.
func (v *visitor) unbounded(f *flow.Frame, ctx state, u *Unbounded, kind string) {
	if ctx.is(bounds) {
		v.likes.right(u.Entry, kind)
	}
	if ctx.is(bounds) || ctx.is(unknown) {
		return
	}
	pos, unused := v.unused(f)
	switch {
	case unused && ctx.is(callers):
		u.Cause, u.Beside = Unused, pos
	case ctx.kinds == detached:
		u.Cause, u.At = Detached, ctx.pos
	case ctx.kinds == kept:
		u.Cause = Kept
	case ctx.is(callers): // with a new one for who has none
		u.Cause = Deviant
		v.likes.wrong(u, kind)
		return
	default:
		return
	}
	v.add(u)
}

// waitedFor reports whether somebody waits for what a call makes. What gets to
// other functions is waited for, unless the program only starts it.
func (v *visitor) waitedFor(c flow.Call, row *models.Outbound) bool {
	if len(row.Made) == 0 {
		return true
	}
	methods, elsewhere := c.Uses()
	for _, m := range methods {
		if slices.Contains(row.Made, m) {
			return true
		}
	}
	if !elsewhere || row.Starts != "" && slices.Contains(methods, row.Starts) {
		return false
	}
	return !v.called(c, []string{row.Starts}) || v.called(c, row.Made)
}

// called reports whether the program calls one of the methods of what a call
// makes.
func (v *visitor) called(c flow.Call, methods []string) bool {
	p, err := models.ParseFunc(c.Sym)
	if err != nil {
		return false
	}
	for _, m := range v.e.CallsOf(func(sym string) bool {
		q, err := models.ParseFunc(sym)
		return err == nil && q.Package == p.Package && q.Type != "" && slices.Contains(methods, q.Func)
	}) {
		for _, o := range m.Frame.Origins(m.Args()[0]) {
			if o.ID() == c.ID() {
				return true
			}
		}
	}
	return false
}

// local reports whether what a method asks is in this process.
func (v *visitor) local(c flow.Call) bool {
	args := c.Args()
	if !strings.HasPrefix(c.Sym, "(") || len(args) == 0 {
		return false
	}
	for _, o := range c.Frame.Origins(args[0]) {
		if o.Kind != flow.OriginCall {
			continue
		}
		rows := v.set.Func(o.Sym)
		if rows == nil || rows.Client == nil {
			continue
		}
		for i := range o.Args() {
			text, _ := o.Text(i)
			if slices.ContainsFunc(rows.Client.Local, func(part string) bool { return strings.Contains(text, part) }) {
				return true
			}
		}
	}
	return false
}

// withLimit reports whether a duration bounds a call, as far as is known, and
// whether that is known.
func (v *visitor) withLimit(c flow.Call, at string) (limited, sure bool) {
	if at == "" {
		return false, false
	}
	p, err := models.ParsePath(at)
	if err != nil {
		return false, false
	}
	origins := c.Frame.Origins(c.Operand(p))
	for _, step := range p.Steps {
		var next []flow.Origin
		for i := range origins {
			if origins[i].Kind != flow.OriginNew {
				return true, false
			}
			next = append(next, origins[i].Field(step.Field)...)
		}
		origins = next
	}
	for _, o := range origins {
		if o.Kind != flow.OriginNil && (o.Kind != flow.OriginConst || o.Number != 0) {
			return true, true
		}
	}
	return false, false
}

func (v *visitor) add(u *Unbounded) {
	v.res.Unbounded = append(v.res.Unbounded, u)
}
