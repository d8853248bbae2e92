// Package checks is the pass that judges, for each tool, which controls a call
// passes before it does anything: in the handler, in functions around it, in
// the server's middleware and in the HTTP layer. It knows a control by what it
// does; then by the rows of the models, which the team's configuration may add
// to, and by the directive //mcpvet:control.
package checks

import (
	"cmp"
	"fmt"
	"reflect"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/mcpvet/mcpvet/internal/flow"
	"github.com/mcpvet/mcpvet/internal/interp"
	"github.com/mcpvet/mcpvet/internal/inventory"
	"github.com/mcpvet/mcpvet/internal/passes/config"
	"github.com/mcpvet/mcpvet/internal/passes/controls"
	"github.com/mcpvet/mcpvet/internal/passes/endpoints"
	"github.com/mcpvet/mcpvet/internal/passes/outbound"
	"github.com/mcpvet/mcpvet/internal/passes/posture"
	"github.com/mcpvet/mcpvet/internal/passes/requests"
	"github.com/mcpvet/mcpvet/internal/passes/taint"
	"github.com/mcpvet/mcpvet/internal/passes/toolreg"
	"github.com/mcpvet/mcpvet/internal/program"
	"github.com/mcpvet/mcpvet/models"
)

// Analyzer judges controls. Its result is a *Result, nil out of scope.
var Analyzer = &analysis.Analyzer{
	Name: "mcpchecks",
	Doc:  "mcpchecks: judge which controls stand before each tool",
	Run:  run,
	// One after the other uses the engine, which is large.
	Requires: []*analysis.Analyzer{config.Analyzer, toolreg.Analyzer, posture.Analyzer, controls.Analyzer, taint.Analyzer,
		outbound.Analyzer, requests.Analyzer, endpoints.Analyzer, Declared},
	ResultType: reflect.TypeFor[*Result](),
}

// A Result is the verdicts on the servers of one package.
type Result struct {
	Groups  []*Group
	Skipped []program.Skipped // what was not judged to the end
}

// A Group is a server with what it offers: the constructions at one site whose
// protection is the same.
type Group struct {
	Server  *posture.Server // nil for what is on no server that is known
	Entries []*Entry
	// Kinds are the kinds of transports that clients get to the server by, as far
	// as they are known; "" stands for one of which the kind is not.
	Kinds  []string
	serves Serves
}

// Serves says how clients get to a server.
type Serves int

// How clients get to a server.
const (
	Unknown Serves = iota
	Stdio          // only whoever started it
	HTTP
)

// Serves says how clients get to the server.
func (g *Group) Serves() Serves { return g.serves }

// served lists how clients get to a server, in any evaluation of the code that
// makes it.
func (c *checker) served(s *posture.Server) []interp.Serving {
	if s == nil {
		return nil
	}
	return c.transports[s.ID]
}

// serves says how clients get to a server.
func (c *checker) serves(s *posture.Server) Serves {
	out := Unknown
	for _, t := range c.served(s) {
		switch t.Kind {
		case "http", "sse":
			return HTTP
		case "":
		default:
			out = Stdio
		}
	}
	return out
}

// An Entry is one tool, resource or the like with the verdicts on it, by the
// slugs of the rules.
type Entry struct {
	*posture.Entry
	Scope, Limit, Audit *Verdict
	// Writes is where it changes something, as far as that is known.
	Writes program.Pos
	// Reads says that it gives more than what the code says itself: it uses what
	// start-up code has made, or asks somebody.
	Reads  bool
	tables []flow.Table
}

// IsTool reports whether the entry is a tool, of whatever kind.
func (e *Entry) IsTool() bool {
	return e.Kind == inventory.KindTool || e.Kind == inventory.KindTask || e.Kind == inventory.KindSession
}

// A State is what a verdict comes to.
type State int

// The states.
const (
	Fail State = iota
	Pass
	Inconclusive
)

// A Reason says why a verdict is no pass, or not without reservation.
type Reason int

// The reasons.
const (
	None        Reason = iota // there is no control
	NotResolved               // the handler is not known
	Ignored                   // what the check says is not looked at
	After                     // something is done before the check
	Around                    // there is a way around the check
	NotListed                 // the tool is not in the table that the check looks it up in
	Stale                     // the identity is that of another request
	PerCall                   // the limit is made for each call
	ClientKey                 // the client chooses what is counted
	Unbounded                 // what is counted grows without bound
	OnlyUser                  // there is no limit for all
	OnlyAll                   // there is no limit for each user
	Missed                    // a way out leaves no record
)

// A Verdict is what is known of a control of an entry, with the evidence: a
// place and a clause.
type Verdict struct {
	State    State
	Reason   Reason
	Level    flow.Grade // of a scope: whether more is asked than who calls; of a record: whether it is more than a line of a log
	Switched bool       // it holds where a setting says so
	Loose    bool       // it stands before some requests, and whether before those for the server is not known
	Pos      program.Pos
	Evidence string
	More     []program.Pos // further places of the same
	// Declared says that the policy of the program has a row which asks for no
	// scope: somebody has decided so.
	Declared bool
	// Refused says that the policy has no row for the tool, so that it is refused.
	Refused bool
	// Free says of what is counted without bound that nobody has to be known
	// for a count of his own.
	Free bool
	// Raw is where the record holds the arguments as they came.
	Raw   program.Pos
	where where
}

// where is how far out a control is.
type where int

const (
	inHandler where = iota
	inDecorator
	inHTTP
)

func run(pass *analysis.Pass) (any, error) {
	regs := pass.ResultOf[toolreg.Analyzer].(*toolreg.Result)
	surface := pass.ResultOf[posture.Analyzer].(*posture.Result)
	if regs == nil || surface == nil {
		return (*Result)(nil), nil
	}
	res := &Result{}
	cfg := pass.ResultOf[config.Analyzer].(*config.Result)
	entries := slices.DeleteFunc(slices.Clone(surface.Entries), func(e *posture.Entry) bool {
		return !cfg.IncludeTests && strings.HasSuffix(e.Reg.Site.File, "_test.go")
	})
	if regs.Machine == nil || len(entries) == 0 {
		return res, nil
	}
	w := regs.World
	engine, done := pass.ResultOf[taint.Analyzer].(*taint.Result).Engine(w)
	defer done()
	c := &checker{
		e: engine, set: w.Models, regs: regs,
		before: pass.ResultOf[controls.Analyzer].(*controls.Result), declared: pass.ResultOf[Declared].(*DeclaredResult),
		ends: pass.ResultOf[endpoints.Analyzer].(*endpoints.Result), stacks: map[string]stack{},
		layers: map[*flow.Question]*layer{}, transports: map[string][]interp.Serving{}, presumed: map[string]program.Pos{},
		scopes: flow.Memo[scopeCheck]{}, counted: flow.Memo[limitCheck]{}, trails: flow.Memo[*Verdict]{}, refusals: flow.Memo[program.Pos]{},
	}
	for _, s := range surface.Servers {
		c.transports[s.ID] = append(c.transports[s.ID], s.Transports...)
		c.presume(s)
	}
	for _, e := range entries {
		if e.Name.Known {
			c.names = append(c.names, e.Name.Value)
		}
	}
	c.ask()
	byKey := map[string]*Group{}
	for _, e := range entries {
		j := c.judge(e)
		key := ""
		if e.Server != nil {
			key = e.Server.ID + "\x00" + protection(e.Server)
		}
		g := byKey[key]
		if g == nil {
			g = &Group{Server: e.Server, serves: c.serves(e.Server)}
			for _, t := range c.served(e.Server) {
				if !slices.Contains(g.Kinds, t.Kind) {
					g.Kinds = append(g.Kinds, t.Kind)
				}
			}
			byKey[key] = g
			res.Groups = append(res.Groups, g)
		}
		if !slices.ContainsFunc(g.Entries, func(o *Entry) bool { return same(o, j) }) {
			g.Entries = append(g.Entries, j)
		}
	}
	for _, g := range res.Groups {
		c.unlisted(g)
		slices.SortStableFunc(g.Entries, func(a, b *Entry) int {
			return cmp.Or(cmp.Compare(a.Name.Value, b.Name.Value), cmp.Compare(a.Reg.Site.File, b.Reg.Site.File), cmp.Compare(a.Reg.Site.Line, b.Reg.Site.Line))
		})
	}
	if c.cut {
		res.Skipped = append(res.Skipped, program.Skipped{Reason: "what stands before handlers was followed up to a limit only"})
	}
	return res, nil
}

// protection tells servers of one construction apart by what is around their
// handlers.
func protection(s *posture.Server) string {
	var b strings.Builder
	for _, m := range s.Middleware {
		fmt.Fprintf(&b, "%s:%d:%d ", m.Site.File, m.Site.Line, m.Site.Col)
	}
	return b.String()
}

// same reports whether two entries are one that several evaluations show, with
// the same verdicts.
func same(a, b *Entry) bool {
	return a.Kind == b.Kind && a.Name == b.Name && a.Reg.Site == b.Reg.Site && a.Pos == b.Pos &&
		a.Scope.State == b.Scope.State && a.Limit.State == b.Limit.State && a.Audit.State == b.Audit.State
}

// A checker judges the entries of one package.
type checker struct {
	e        *flow.Engine
	set      *models.Set
	regs     *toolreg.Result
	before   *controls.Result
	declared *DeclaredResult
	ends     *endpoints.Result
	stacks   map[string]stack       // by the ids of servers
	presumed map[string]program.Pos // likewise, see presumed.go
	names    []string
	cut      bool

	identity, headers, limits, records, sent, addresses, arguments *flow.Question
	keys                                                           map[string]bool // of contexts, see identity.go
	layers                                                         map[*flow.Question]*layer
	scopes                                                         flow.Memo[scopeCheck]
	counted                                                        flow.Memo[limitCheck]
	trails                                                         flow.Memo[*Verdict]
	refusals                                                       flow.Memo[program.Pos]
	hooks                                                          *[]hook                     // see observed; nil: not looked for
	transports                                                     map[string][]interp.Serving // by the ids of servers
}

// judge judges one entry.
func (c *checker) judge(e *posture.Entry) *Entry {
	out := &Entry{Entry: e}
	bodies := c.before.Bodies[e]
	if len(bodies) == 0 {
		reason := "its handler is not known"
		if e.Handler != nil && e.Handler.Reason != "" {
			reason = e.Handler.Reason
		}
		v := Verdict{State: Inconclusive, Reason: NotResolved, Pos: e.Reg.Site, Evidence: reason}
		a, b := v, v
		out.Scope, out.Limit, out.Audit = &v, &a, &b
		c.libraries(out)
		return out
	}
	for _, b := range bodies { // one of them serves a call, so the worst counts
		out.Scope = worse(out.Scope, c.scope(out, b))
		out.Limit = worse(out.Limit, c.limit(out, b))
		out.Audit = worse(out.Audit, c.audit(out, b))
	}
	c.libraries(out)
	return out
}

func worse(a, b *Verdict) *Verdict {
	if a == nil || a.State == Pass && (b.State != Pass || b.Level < a.Level) {
		return b
	}
	return a
}

// entry describes a function around a body, or the body, to the engine.
func (c *checker) entry(e *posture.Entry, b controls.Body, around *controls.Control) (flow.Entry, bool) {
	body := b.Body
	if around != nil {
		body.ID, body.Func = around.Func.ID, around.Func
	}
	in, ok := taint.EntryOf(c.regs, e, body, c.names)
	in.Kind = e.Reg.Kind
	if fn := c.regs.World.Func(b.ID); fn != nil {
		for _, p := range fn.Params {
			if c.set.IsRequest(p.Type) {
				in.Request = p.Type
			}
		}
	}
	if in.Request == "" && e.Reg.Row != nil { // a typed handler may leave it out
		in.Request = requestOf(e)
	}
	return in, ok
}

func requestOf(e *posture.Entry) string {
	for _, p := range e.Reg.HandlerParams {
		if strings.Contains(p, "Request") {
			return strings.TrimPrefix(p, "*")
		}
	}
	return ""
}

// visit walks what an entry reaches, without entering a function that is
// judged by itself, and returns the frame of the entry. Touched functions are
// told apart by what stands before them.
func (c *checker) visit(j *flow.Judge, in flow.Entry, stop func(*flow.Frame) bool, call func(flow.Call)) (root *flow.Frame) {
	ok := c.e.Walk(in, flow.Walker{
		Key: func(f *flow.Frame) string {
			if root == nil {
				root = f
			}
			if f.Caller() == nil {
				return ""
			}
			g := j.BeforeFrame(f)
			return fmt.Sprint(g.Grade, g.Switched)
		},
		Enter: func(f *flow.Frame) bool { return !stop(f) },
		Call:  call,
	})
	c.cut = c.cut || !ok
	return root
}

// handoff returns what stands before all calls by which a function around a
// body hands a request on; found is false if there is none, and behind is true if
// something is decided after such a call, which is too late to keep it.
func (c *checker) handoff(j *flow.Judge, in flow.Entry, next string, others func(string) bool) (g flow.Guard, root *flow.Frame, behind, found bool) {
	root = c.visit(j, in, func(f *flow.Frame) bool {
		if f.Func() != next {
			return others(f.Func())
		}
		if j.LiveFrame(f) {
			h := j.BeforeFrame(f)
			if !found || h.Grade < g.Grade || h.Grade == g.Grade && h.Switched {
				g = h
			}
			found = true
			behind = behind || j.GateBehindFrame(f)
		}
		return true
	}, func(flow.Call) {})
	return g, root, behind, found
}
