// Package taint is the pass that follows what clients choose from the handlers
// of tools to the places where it does harm. The work is done by internal/flow;
// this pass finds the entries and says whose they are.
package taint

import (
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"sync"
	"weak"

	"golang.org/x/tools/go/analysis"

	"github.com/mcpvet/mcpvet/internal/flow"
	"github.com/mcpvet/mcpvet/internal/interp"
	"github.com/mcpvet/mcpvet/internal/inventory"
	"github.com/mcpvet/mcpvet/internal/passes/config"
	"github.com/mcpvet/mcpvet/internal/passes/controls"
	"github.com/mcpvet/mcpvet/internal/passes/httphandler"
	"github.com/mcpvet/mcpvet/internal/passes/posture"
	"github.com/mcpvet/mcpvet/internal/passes/told"
	"github.com/mcpvet/mcpvet/internal/passes/toolreg"
	"github.com/mcpvet/mcpvet/internal/program"
	"github.com/mcpvet/mcpvet/models"
)

// Analyzer follows data. Its result is a *Result, nil out of scope.
var Analyzer = &analysis.Analyzer{
	Name:       "mcptaint",
	Doc:        "mcptaint: follow what clients choose to where it does harm",
	Run:        run,
	Requires:   []*analysis.Analyzer{config.Analyzer, toolreg.Analyzer, posture.Analyzer, controls.Analyzer, httphandler.Analyzer},
	ResultType: reflect.TypeFor[*Result](),
	FactTypes:  []analysis.Fact{new(Told)},
}

// Seen is required by rules about what is seen: secrets, errors and texts of
// others. Where none of them runs, such data is not followed, which is dear.
var Seen = &analysis.Analyzer{
	Name: "mcpseen",
	Doc:  "mcpseen: follow what comes back to where it is seen",
	Run:  func(*analysis.Pass) (any, error) { return nil, nil },
}

// A Result is what reaches sinks from the entries of one package.
type Result struct {
	Flows   []*Flow
	Skipped []program.Skipped // what was not followed to the end
	// Redacted is, of an entry of which something around each handler takes
	// secrets out of what it returns, where that is; it is filled where secrets
	// are followed.
	Redacted map[*posture.Entry]program.Pos

	engine weak.Pointer[flow.Engine]
	busy   sync.Mutex
	owners map[int]owner // by the number of their trail
}

// An owner is what an argument belongs to that was kept, and which body it came
// in at.
type owner struct {
	entry *posture.Entry
	body  controls.Body
}

// Engine returns the engine for another pass over the same program: the same
// engine, unless nothing has kept it. One pass has it at a time, until it calls
// done.
func (res *Result) Engine(w *interp.World) (e *flow.Engine, done func()) {
	res.busy.Lock()
	if e := res.engine.Value(); e != nil {
		return e.Again(), res.busy.Unlock
	}
	e = newEngine(w)
	res.engine = weak.Make(e)
	return e, res.busy.Unlock
}

func newEngine(w *interp.World) *flow.Engine {
	return flow.New(w.Models, w.Packages(), w.Type, flow.DefaultLimits())
}

// A Flow is data of one source at one sink, by way of one entry.
type Flow struct {
	flow.Flow
	Entry *posture.Entry
	// Fresh says that no package that this one imports has seen the flow, so
	// that under go vet, where each package reports for itself, nothing is
	// told twice.
	Fresh bool
	// Around says that it is no handler but a function around it that the data
	// flows in: the entry is one of those that it stands before.
	Around bool
	// Recovers says that a panic on the way ends no more than the call, by what
	// the program does itself.
	Recovers bool
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
	res := &Result{owners: map[int]owner{}}
	seen := told.Read[Told](pass)
	if regs.Machine != nil && len(surface.Entries) > 0 {
		cfg := pass.ResultOf[config.Analyzer].(*config.Result)
		entries := slices.DeleteFunc(slices.Clone(surface.Entries), func(e *posture.Entry) bool {
			return e.Handler == nil || !cfg.IncludeTests && strings.HasSuffix(e.Reg.Site.File, "_test.go")
		})
		e, tools := res.follow(regs, entries, pass.ResultOf[controls.Analyzer].(*controls.Result), cfg.Unseen)
		web := res.web(e, pass.ResultOf[httphandler.Analyzer].([]*httphandler.Handler), surface.Servers)
		for _, flows := range append(tools, web) { // when all are followed: what one keeps, another uses
			flows()
		}
		res.finish(e, seen)
	}
	told.Write[Told](pass, seen)
	return res, nil
}

// follow follows data from the bodies of tools. What it returns adds their
// flows, when everything is followed.
func (res *Result) follow(regs *toolreg.Result, entries []*posture.Entry, before *controls.Result, unseen bool) (*flow.Engine, []func()) {
	w := regs.World
	e := newEngine(w)
	if unseen {
		e.Unseen()
	}
	res.engine = weak.Make(e)
	r := NewResolver(regs.Machine, w)
	var names []string
	for _, en := range entries {
		if en.Name.Known {
			names = append(names, en.Name.Value)
		}
	}
	around, bodies := map[string]bool{}, map[string]bool{}
	for _, en := range entries {
		for _, b := range before.Bodies[en] {
			bodies[b.ID] = true
			e.Serve(b.ID)
		}
	}
	if !unseen {
		res.redacted(w, e, entries, before)
		r.vars(e, entries)
	}
	var runs []func()
	for _, en := range entries {
		for _, b := range before.Bodies[en] {
			for _, c := range b.Before {
				if !around[c.Func.ID] && e.Reaches(c.Func.ID, models.KindLog) {
					around[c.Func.ID] = true
					runs = append(runs, res.around(e, r, en, c, bodies))
				}
			}
			in, ok := r.Entry(en, b.Body)
			if !ok {
				continue
			}
			in.Name, in.Names = en.Name.Value, names
			if !unseen {
				r.held(&in)
			}
			from := e.Follow(in)
			res.owns(from, owner{en, b})
			runs = append(runs, func() { res.keep(from.Flows(), e, r, en, b, before, names) })
		}
	}
	return e, runs
}

// keep adds the flows of a body, but for what stands before it stops.
func (res *Result) keep(flows []flow.Flow, e *flow.Engine, r *Resolver, en *posture.Entry, b controls.Body, before *controls.Result, names []string) {
	if len(flows) == 0 {
		return
	}
	refused := r.refused(e, en, b, names)
	recovers := r.recovers(b)
	for _, f := range flows {
		whose, refused := en, refused
		if o, ok := res.owners[f.Source.From]; ok && o.entry != en {
			whose, refused = o.entry, r.refused(e, o.entry, o.body, names)
		}
		if f.Sink.Sym == flow.SymResult {
			for _, c := range b.Before {
				f.Mask = f.Mask.Behind(e.Rewrites(c.Func.ID))
			}
		}
		// The text of an error loses its secrets on the way. What is known to
		// be a secret is none that a library could tell by its look.
		if _, given := before.Gives(en, models.GivesRedact); given && f.Source.Class == models.ClassError {
			continue
		}
		if letPass(&f, refused) {
			res.Flows = append(res.Flows, &Flow{Flow: f, Entry: whose, Recovers: recovers})
		}
	}
}

// owns notes whose arguments a trail follows.
func (res *Result) owns(t *flow.Trail, o owner) { res.owners[t.Number] = o }

// once leaves one flow of all that tools do to the same effect with an argument
// that another one keeps, and none where that one does the same itself: what is
// missing is one check, where the argument comes in. What command lines do is told
// apart by their places.
func (res *Result) once() {
	type harm struct {
		entry            *posture.Entry
		kind, does, name string
		at               program.Pos
	}
	of := func(f *Flow) harm {
		h := harm{entry: f.Entry, kind: f.Sink.Row.Kind, does: f.Sink.Row.Does, name: f.Source.Name}
		if h.kind == models.KindArgv || h.kind == models.KindStdin {
			h.at = f.Sink.Pos
		}
		return h
	}
	seen := map[harm]flow.Mask{}
	for _, f := range res.Flows {
		if f.Source.From == 0 && f.Source.Class == models.ClassArgument {
			seen[of(f)] |= f.Mask.Kinds()
		}
	}
	res.Flows = slices.DeleteFunc(res.Flows, func(f *Flow) bool {
		if f.Source.From == 0 {
			return false
		}
		h := of(f)
		again := f.Mask.Kinds()&^seen[h] == 0
		seen[h] |= f.Mask.Kinds()
		return again
	})
}

// finish says what was not followed, whose the flows are, and which of them
// other packages have seen.
func (res *Result) finish(e *flow.Engine, seen told.Set) {
	if e.Exhausted() {
		res.Skipped = append(res.Skipped, program.Skipped{Reason: "the flow of data was followed up to a limit only"})
	}
	res.once()
	res.attribute()
	for _, f := range res.Flows {
		k := f.key()
		f.Fresh = !seen[k]
	}
	for _, f := range res.Flows {
		seen[f.key()] = true
	}
}

// redacted finds the entries of which something takes secrets out of the results.
func (res *Result) redacted(w *interp.World, e *flow.Engine, entries []*posture.Entry, before *controls.Result) {
	res.Redacted = map[*posture.Entry]program.Pos{}
	results := flow.KindMask(models.KindResult)
	for _, en := range entries {
		if g, given := before.Gives(en, models.GivesRedact); given {
			res.Redacted[en] = g.Site
			continue
		}
		for _, b := range before.Bodies[en] {
			i := slices.IndexFunc(b.Before, func(c controls.Control) bool { return e.Rewrites(c.Func.ID).Has(results) })
			if i < 0 {
				delete(res.Redacted, en)
				break
			}
			if fn := w.Func(b.Before[i].Func.ID); fn != nil {
				res.Redacted[en] = fn.Pos
			}
		}
	}
}

// around follows what a function around handlers does itself with the arguments
// that pass it: it is as good for one tool as for all. What it returns adds its
// flows.
func (res *Result) around(e *flow.Engine, r *Resolver, en *posture.Entry, c controls.Control, bodies map[string]bool) func() {
	in, ok := r.requests(en, c)
	if !ok {
		return func() {}
	}
	from := e.Follow(in)
	res.owns(from, owner{entry: en})
	return func() {
		for _, f := range from.Flows() {
			if f.Source.Class == models.ClassArgument && f.Sink.In(models.KindLog) && !bodies[f.Sink.Func] {
				res.Flows = append(res.Flows, &Flow{Flow: f, Entry: en, Around: true})
			}
		}
	}
}

// letPass takes off a flow what is checked before the body gets the request, and
// reports whether anything is left.
func letPass(f *flow.Flow, refused []*flow.Refusal) bool {
	if f.Source.Class != models.ClassArgument {
		return f.Mask.Kinds() != 0
	}
	var weak []flow.Hop
	for _, r := range refused {
		clears, ws := r.Of(f.Source.Name)
		f.Mask &^= clears
		weak = append(weak, ws...)
	}
	f.Hops = append(weak, f.Hops...)
	return f.Mask.Kinds() != 0
}

// attribute drops the flows of tools that only seem to have an argument. Where
// one handler looks up what to run by the name of the tool, each tool seems to
// reach what any of them reaches: a flow of an argument is that of the tools
// whose schema has it, if there are such, and one of a tool whose name is not
// known, and which seems to do what many do, is that of the one whose name is.
func (res *Result) attribute() {
	type place struct{ sink, source program.Pos }
	owned := map[place]map[string]bool{}
	named := map[place]string{}
	for _, f := range res.Flows {
		p := place{f.Sink.Pos, f.Source.Pos}
		if owned[p] == nil {
			owned[p] = map[string]bool{}
		}
		if f.Entry.Properties[f.Source.Name] != nil {
			owned[p][f.Source.Name] = true
		}
		if f.Entry.Name.Known {
			named[p] = f.Entry.Name.Value
		}
	}
	does := map[*posture.Entry]map[string]bool{} // of tools without a name: whose flows they have
	for _, f := range res.Flows {
		if name := named[place{f.Sink.Pos, f.Source.Pos}]; name != "" && !f.Entry.Name.Known {
			if does[f.Entry] == nil {
				does[f.Entry] = map[string]bool{}
			}
			does[f.Entry][name] = true
		}
	}
	res.Flows = slices.DeleteFunc(res.Flows, func(f *Flow) bool {
		if len(does[f.Entry]) >= manyTools && named[place{f.Sink.Pos, f.Source.Pos}] != "" {
			return true
		}
		return f.Source.Class == models.ClassArgument && owned[place{f.Sink.Pos, f.Source.Pos}][f.Source.Name] &&
			f.Entry.Properties[f.Source.Name] == nil && schemaKnown(f.Entry)
	})
}

// manyTools is how many other tools a tool seems to be when it is none of them.
const manyTools = 4

// schemaKnown reports whether all arguments of a tool are known.
func schemaKnown(e *posture.Entry) bool {
	return e.Kind == inventory.KindTool && !slices.ContainsFunc(e.Unknown, func(u inventory.Unknown) bool {
		return u.Part == "schema" || u.Part == "options"
	})
}

// key identifies what a rule can say of a flow.
func (f *Flow) key() uint64 {
	s := f.Sink
	sum := sha256.Sum256(fmt.Appendf(nil, "%s\x00%s\x00%s\x00%s:%d:%d\x00%s\x00%s", f.Entry.Kind, f.Entry.Name.Value+f.Entry.Name.Pattern,
		s.Row.Kind, s.Pos.File, s.Pos.Line, s.Pos.Col, f.Source.Class, f.Source.Name))
	return binary.BigEndian.Uint64(sum[:8])
}
