// Package effects is the pass that finds what handlers do outside the process:
// to files, programs, databases, services and people, each with the calls that
// lead there.
package effects

import (
	"reflect"
	"slices"

	"golang.org/x/tools/go/analysis"

	"github.com/mcpvet/mcpvet/internal/flow"
	"github.com/mcpvet/mcpvet/internal/passes/controls"
	"github.com/mcpvet/mcpvet/internal/passes/posture"
	"github.com/mcpvet/mcpvet/internal/passes/taint"
	"github.com/mcpvet/mcpvet/internal/passes/toolreg"
	"github.com/mcpvet/mcpvet/internal/program"
	"github.com/mcpvet/mcpvet/models"
)

// Analyzer finds effects. Its result is a *Result, nil out of scope.
var Analyzer = &analysis.Analyzer{
	Name:       "mcpeffects",
	Doc:        "mcpeffects: find what handlers do outside the process",
	Run:        run,
	Requires:   []*analysis.Analyzer{toolreg.Analyzer, posture.Analyzer, controls.Analyzer, taint.Analyzer},
	ResultType: reflect.TypeFor[*Result](),
}

// A Result says of each entry what it does.
type Result struct {
	Of     map[*posture.Entry]*Summary
	Models *models.Set // whose rows were asked
}

// An Answer is what is known of a question about a tool.
type Answer string

// The answers.
const (
	Yes     Answer = "yes"
	No      Answer = "no"
	Depends Answer = "depends" // on an argument, a mode, or the far end
	Unknown Answer = "unknown"
)

// A Summary is what one entry does.
type Summary struct {
	Effects     []*Effect // in the order of their calls, nearest first
	Changes     Answer
	Destructive Answer
	Guard       *Guard // of a tool that changes something
	Whole       bool   // all that it calls was visited
	Why         string // of Unknown and Depends: on what it depends, or what is not known
}

// An Effect is one call that does something outside the process.
type Effect struct {
	Name   string // in the vocabulary of the inventory: fs-read, net-write, ...
	On     string
	Act    string // one of models.Acts, "" where it is not known
	Sym    string // the function that is called
	What   string // for people: "POST /api/x", "git push", "DELETE FROM"
	Pos    program.Pos
	Hops   []flow.Hop // from the entry to the call
	Call   flow.Call
	Reads  string // whose text comes back, see models.Effect
	Caller bool   // whoever calls the tool chooses what is done
	Guess  bool   // by the name of a function that no row is about
	Named  bool   // the name of the tool says the same
	Vague  bool   // the far end decides: the name of the tool says what is meant
	// Shared says that nearly all tools of the server read it, at one place: a
	// setting, not what the tool is for.
	Shared bool
	// AnyMethod says that it is a request whose method the code does not choose.
	AnyMethod bool
	key       string // id of what became another act when more was known
	// Bounded says that a check stands before what the caller chooses. It does
	// not hold for everything, and what it leaves is not known.
	Bounded bool
}

// confirmed reports whether a library asks for a confirmation of each call of an
// entry, or may do so, as what its policy says is not known.
func confirmed(before *controls.Result, en *posture.Entry) bool {
	g, ok := before.Gives(en, models.ControlConfirm)
	if !ok || !en.Name.Known {
		return false
	}
	says, known := before.Says(g, en.Name.Value)
	return !known || says.Confirm || !says.Listed // what has no row is refused
}

func run(pass *analysis.Pass) (any, error) {
	regs := pass.ResultOf[toolreg.Analyzer].(*toolreg.Result)
	surface := pass.ResultOf[posture.Analyzer].(*posture.Result)
	if regs == nil || surface == nil {
		return (*Result)(nil), nil
	}
	res := &Result{Of: map[*posture.Entry]*Summary{}}
	if regs.Machine == nil || len(surface.Entries) == 0 {
		return res, nil
	}
	res.Models = regs.World.Models
	flows := pass.ResultOf[taint.Analyzer].(*taint.Result)
	e, done := flows.Engine(regs.World)
	defer done()
	v := &visitor{e: e, set: regs.World.Models, handing: flow.Memo[handing]{}, free: flow.Memo[bool]{}, walks: flow.Memo[walked]{}, asked: map[string][]string{}}
	v.choices(flows)
	v.trips()
	v.keyed()
	v.acting = e.Acting(v.acts)
	var names []string
	for _, en := range surface.Entries {
		if en.Name.Known {
			names = append(names, en.Name.Value)
		}
	}
	before := pass.ResultOf[controls.Analyzer].(*controls.Result)
	var tools []*tool
	for _, en := range surface.Entries {
		t := &tool{
			entry: en, bodies: before.Bodies[en],
			enter: func(b controls.Body) (flow.Entry, bool) { return taint.EntryOf(regs, en, b.Body, names) },
			around: func(b controls.Body, c controls.Control) (flow.Entry, bool) {
				body := b.Body
				body.ID, body.Func = c.Func.ID, c.Func
				in, ok := taint.EntryOf(regs, en, body, names)
				in.Kind, in.Request = en.Reg.Kind, taint.RequestOf(regs.World, b.Body.ID)
				return in, ok
			},
		}
		v.visit(t)
		tools = append(tools, t)
		res.Of[en] = &t.Summary
	}
	v.housekeeping(tools)
	for _, t := range tools {
		v.methods(t)
		t.judge()
		t.Guard = v.guard(t)
		if t.Guard != nil && confirmed(before, t.entry) {
			t.Guard = &Guard{Held: append(t.Guard.Held, t.Guard.Free...), By: t.Guard.By, Around: true}
		}
		if t.Guard != nil {
			t.Guard.Forgeable = v.forged(t)
			t.Guard.Replayed = v.replayed(t)
			t.Guard.Switch = v.switched(t)
		}
	}
	return res, nil
}

// A tool is an entry with what is asked of it.
type tool struct {
	Summary
	entry   *posture.Entry
	bodies  []controls.Body
	enter   func(b controls.Body) (flow.Entry, bool)
	around  func(b controls.Body, c controls.Control) (flow.Entry, bool)
	keeps   bool                 // it commits transactions
	visited map[program.Pos]bool // the places of its effects
	method  string               // of requests, where the caller chooses it: the one that does most
}

// visit finds what the bodies of a tool call.
func (v *visitor) visit(t *tool) {
	v.e.Again() // what one tool costs is not taken from the others
	v.entry, v.sum, v.seen, v.lost = t.entry, &t.Summary, map[string]bool{}, false
	v.kept = false
	t.Whole = len(t.bodies) > 0
	for _, b := range t.bodies {
		in, ok := t.enter(b)
		if !ok || !v.e.Walk(in, flow.Walker{Key: v.key, Enter: v.enter, Call: v.call}) {
			t.Whole = false
		}
	}
	t.Whole, t.keeps = t.Whole && !v.lost, v.kept
	t.visited = map[program.Pos]bool{}
	for _, e := range t.Effects {
		t.visited[e.Pos] = true
	}
	v.rest()
}

// judge answers the questions about a tool from what was found.
func (t *tool) judge() {
	t.Changes, t.Destructive = No, No
	unknown := ""
	for _, e := range t.Effects {
		switch {
		case e.Act == "":
			if unknown == "" {
				unknown = "what " + e.What + " does is not known"
			}
		case e.Changes():
			t.Changes = Yes
		}
		if e.Destroys() {
			t.Destructive = Yes
		}
	}
	if !t.Whole && unknown == "" {
		unknown = "its handler was not followed to the end"
	}
	if unknown == "" {
		return
	}
	if t.Changes == No {
		t.Changes, t.Why = Unknown, unknown
	}
	if t.Destructive == No {
		t.Destructive, t.Why = Unknown, unknown
	}
}

// Changes reports whether an effect changes something.
func (e *Effect) Changes() bool {
	return e.Act != "" && e.Act != models.ActRead && e.Act != models.ActNone
}

// Destroys reports whether an effect can delete, overwrite or update what
// exists, run what the caller chooses, spend, or reach people.
func (e *Effect) Destroys() bool {
	switch e.Act {
	case models.ActUpdate, models.ActDelete, models.ActSend, models.ActGrant, models.ActSpend, models.ActRun:
		return true
	}
	return e.Caller && e.Act != models.ActRead
}

// OfOthers reports whether an effect reads what anybody can have written.
func (e *Effect) OfOthers() bool {
	return e.Act == models.ActRead && (e.Reads == models.TextOfOthers || e.Reads == models.TextOfBoth)
}

// OfOwner reports whether an effect reads what belongs to whoever runs the
// server.
func (e *Effect) OfOwner() bool {
	return e.Act == models.ActRead && (e.Reads == models.TextOfOwner || e.Reads == models.TextOfBoth)
}

// Tells reports whether an effect brings something out of the process, to where
// others may read it.
func (e *Effect) Tells() bool {
	if e.Caller {
		return e.On == models.OnProcesses
	}
	return e.Changes() && (e.On == models.OnNet || e.On == models.OnMessages || e.Act == models.ActSend)
}

// Names lists the names of the effects, sorted.
func (s *Summary) Names() []string {
	var out []string
	for _, e := range s.Effects {
		if e.Name != "" {
			out = append(out, e.Name)
		}
		if e.OfOthers() {
			out = append(out, "untrusted-read")
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}
