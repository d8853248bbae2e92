// Package requests is the pass that follows what comes along with HTTP requests:
// from the functions of a server's program that serve them, by headers and by
// contexts, to where something is decided by it, kept of it or sent on with it.
package requests

import (
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"reflect"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/mcpvet/mcpvet/internal/flow"
	"github.com/mcpvet/mcpvet/internal/interp"
	"github.com/mcpvet/mcpvet/internal/passes/config"
	"github.com/mcpvet/mcpvet/internal/passes/controls"
	"github.com/mcpvet/mcpvet/internal/passes/handler"
	"github.com/mcpvet/mcpvet/internal/passes/httphandler"
	"github.com/mcpvet/mcpvet/internal/passes/outbound"
	"github.com/mcpvet/mcpvet/internal/passes/posture"
	"github.com/mcpvet/mcpvet/internal/passes/taint"
	"github.com/mcpvet/mcpvet/internal/passes/told"
	"github.com/mcpvet/mcpvet/internal/passes/toolreg"
	"github.com/mcpvet/mcpvet/internal/program"
	"github.com/mcpvet/mcpvet/models"
)

// Analyzer follows requests. Its result is a *Result, nil out of scope.
var Analyzer = &analysis.Analyzer{
	Name: "mcprequests",
	Doc:  "mcprequests: follow what comes along with HTTP requests",
	Run:  run,
	// One after the other uses the engine, which is large.
	Requires:   []*analysis.Analyzer{config.Analyzer, toolreg.Analyzer, posture.Analyzer, controls.Analyzer, taint.Analyzer, outbound.Analyzer, httphandler.Analyzer},
	ResultType: reflect.TypeFor[*Result](),
	FactTypes:  []analysis.Fact{new(Told)},
}

// A Result is what reaches sinks from the requests of one program.
type Result struct {
	World   *interp.World
	Servers []*posture.Server
	Flows   []*Flow
	Skipped []program.Skipped // what was not followed to the end

	reads map[string]bool // see state.go
}

// A Flow is data that came along with a request, at one sink.
type Flow struct {
	flow.Flow
	// Where the request came in: one of the two. What a handler puts into the
	// context is a flow of the tool that reads it.
	Handler *httphandler.Handler
	Entry   *posture.Entry
	// Fresh says that no package that this one imports has seen the flow.
	Fresh bool
}

// Told is the fact of a package: keys of the flows that it or a package it
// imports has seen.
type Told struct{ told.Keys }

func run(pass *analysis.Pass) (any, error) {
	regs := pass.ResultOf[toolreg.Analyzer].(*toolreg.Result)
	surface := pass.ResultOf[posture.Analyzer].(*posture.Result)
	if regs == nil || surface == nil {
		return (*Result)(nil), nil
	}
	res := &Result{World: regs.World, Servers: surface.Servers}
	seen := told.Read[Told](pass)
	if regs.World != nil && (len(surface.Servers) > 0 || len(surface.Entries) > 0) {
		cfg := pass.ResultOf[config.Analyzer].(*config.Result)
		entries := slices.DeleteFunc(slices.Clone(surface.Entries), func(e *posture.Entry) bool {
			return e.Handler == nil || !cfg.IncludeTests && strings.HasSuffix(e.Reg.Site.File, "_test.go")
		})
		res.follow(pass.ResultOf[taint.Analyzer].(*taint.Result), regs, pass.ResultOf[httphandler.Analyzer].([]*httphandler.Handler),
			entries, pass.ResultOf[controls.Analyzer].(*controls.Result), seen)
	}
	told.Write[Told](pass, seen)
	return res, nil
}

func (res *Result) follow(flows *taint.Result, regs *toolreg.Result, handlers []*httphandler.Handler, entries []*posture.Entry, before *controls.Result, seen told.Set) {
	w := res.World
	e, done := flows.Engine(w)
	defer done()
	e = e.ForRequests()
	handlers = slices.DeleteFunc(handlers, func(h *httphandler.Handler) bool { return e.Switched(h.Func.ID) })
	for _, en := range entries {
		for _, b := range en.Handler.Bodies {
			e.Serve(b.ID)
		}
	}
	var runs []func()
	for _, h := range handlers {
		from := e.Follow(headersOf(h))
		runs = append(runs, func() {
			for _, f := range from.Flows() {
				res.Flows = append(res.Flows, &Flow{Flow: f, Handler: h})
			}
		})
	}
	r := taint.NewResolver(regs.Machine, w)
	run := func(en *posture.Entry, b handler.Body, returns bool) {
		in, ok := r.Entry(en, b)
		if !ok {
			return
		}
		in.Returns = returns
		from := e.Follow(in)
		runs = append(runs, func() {
			for _, f := range from.Flows() {
				res.Flows = append(res.Flows, &Flow{Flow: f, Entry: en})
			}
		})
	}
	around := map[string]bool{}
	for _, en := range entries {
		for _, b := range en.Handler.Bodies {
			run(en, b, true)
		}
		for _, b := range before.Bodies[en] {
			for _, c := range b.Before { // what stands before tools sees the same requests
				if !around[c.Func.ID] {
					around[c.Func.ID] = true
					body := b.Body
					body.ID, body.Func = c.Func.ID, c.Func
					run(en, body, false)
				}
			}
		}
	}
	for _, flows := range runs { // what one keeps, in a context or elsewhere, is there when another is asked
		flows()
	}
	if e.Exhausted() {
		res.Skipped = append(res.Skipped, program.Skipped{Reason: "what comes along with requests was followed up to a limit only"})
	}
	checked := slices.ContainsFunc(res.Flows, func(f *Flow) bool {
		return f.Sink.Row.Kind == models.KindDecide && f.Source.Class == models.ClassHeader && f.Source.Name == "Authorization"
	})
	for _, f := range res.Flows {
		f.Fresh = !seen[res.key(f, checked)]
	}
	for _, f := range res.Flows {
		seen[res.key(f, checked)] = true
	}
}

// Served lists the transports that a tool's server has, or all servers if it is
// not known which one has the tool.
func (res *Result) Served(e *posture.Entry) []string {
	servers := res.Servers
	if e != nil && e.Server != nil {
		servers = []*posture.Server{e.Server}
	}
	var out []string
	for _, s := range servers {
		for _, t := range s.Transports {
			out = append(out, t.Kind)
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// key identifies what a rule can say of a flow. Where servers are served and
// tokens checked, a package that imports this one may see more of it.
func (res *Result) key(f *Flow, checked bool) uint64 {
	s := f.Sink
	served := []string(nil)
	if s.Row.Kind == models.KindState && f.Entry != nil {
		served = res.Served(f.Entry)
	}
	checked = checked && s.Row.Kind == models.KindBearer
	sum := sha256.Sum256(fmt.Appendf(nil, "%s\x00%s:%d:%d\x00%s:%d:%d\x00%s\x00%s\x00%q\x00%t", s.Row.Kind, s.Pos.File, s.Pos.Line, s.Pos.Col,
		f.Source.Pos.File, f.Source.Pos.Line, f.Source.Pos.Col, f.Source.Class, f.Source.Name, served, checked))
	return binary.BigEndian.Uint64(sum[:8])
}
