// Package controls is the pass that finds what a request passes before the
// body of a handler gets it: decorators of the project, and the middleware of
// the server in the order and with the coverage that its SDK gives it. What
// they check is asked by whoever needs it.
package controls

import (
	"reflect"
	"slices"

	"golang.org/x/tools/go/analysis"

	"github.com/mcpvet/mcpvet/internal/interp"
	"github.com/mcpvet/mcpvet/internal/passes/config"
	"github.com/mcpvet/mcpvet/internal/passes/handler"
	"github.com/mcpvet/mcpvet/internal/passes/posture"
	"github.com/mcpvet/mcpvet/internal/passes/toolreg"
	"github.com/mcpvet/mcpvet/models"
)

// Analyzer finds controls. Its result is a *Result, nil out of scope.
var Analyzer = &analysis.Analyzer{
	Name:       "mcpcontrols",
	Doc:        "mcpcontrols: find the decorators and middleware before each handler",
	Run:        run,
	Requires:   []*analysis.Analyzer{config.Analyzer, toolreg.Analyzer, posture.Analyzer},
	ResultType: reflect.TypeFor[*Result](),
}

// A Result maps each entry to the bodies of its handler, and to what libraries
// put around it.
type Result struct {
	Bodies map[*posture.Entry][]Body
	Given  map[*posture.Entry][]Given
	regs   *toolreg.Result
	policy *config.Policy
}

// A Body is one function that serves an entry.
type Body struct {
	handler.Body
	// Before are the functions that a request passes first, outermost first;
	// each is a closure that knows what it hands on to.
	Before []Control
}

// A Control is one function before a body.
type Control struct {
	Func *interp.Func
	Next string // id of the function that it hands on to
}

func run(pass *analysis.Pass) (any, error) {
	regs := pass.ResultOf[toolreg.Analyzer].(*toolreg.Result)
	surface := pass.ResultOf[posture.Analyzer].(*posture.Result)
	if regs == nil || surface == nil {
		return (*Result)(nil), nil
	}
	res := &Result{Bodies: map[*posture.Entry][]Body{}, Given: map[*posture.Entry][]Given{}, regs: regs,
		policy: &pass.ResultOf[config.Analyzer].(*config.Result).Config.Policy}
	for _, e := range surface.Entries {
		if e.Handler != nil {
			res.Bodies[e] = bodies(regs, e)
			res.Given[e] = given(regs, e)
		}
	}
	return res, nil
}

// bodies returns the bodies of an entry with what is before each.
func bodies(regs *toolreg.Result, e *posture.Entry) []Body {
	out := make([]Body, 0, len(e.Handler.Bodies))
	for _, b := range e.Handler.Bodies {
		out = append(out, Body{Body: b, Before: chain(b)})
	}
	if e.Server == nil || regs.Machine == nil || len(e.Server.Middleware) == 0 {
		return out
	}
	v := handler.Value(regs.Machine, e.Reg)
	if v == nil {
		return out
	}
	for _, w := range wrappers(e) {
		if made := regs.Machine.Wrap(e.Reg, w, v); isFunc(made) {
			v = made // otherwise what it does is not known, and nothing is believed of it
		}
	}
	// The middleware may lead to other bodies, and that is not for this pass to
	// say: what it adds is taken where it leads to the same.
	for _, b := range handler.Resolve(regs.Machine, regs.World, v).Bodies {
		i := slices.IndexFunc(out, func(o Body) bool { return o.ID == b.ID })
		if i >= 0 && len(b.Wrappers) >= len(out[i].Wrappers) {
			out[i].Before = chain(b)
		}
	}
	return out
}

func isFunc(v interp.Value) bool {
	_, ok := interp.Plain(v).(*interp.Func)
	return ok
}

// chain lists the wrappers of a body as controls.
func chain(b handler.Body) []Control {
	var out []Control
	for i, w := range b.Wrappers {
		next := b.ID
		if i+1 < len(b.Wrappers) {
			next = b.Wrappers[i+1].ID
		}
		out = append(out, Control{Func: w, Next: next})
	}
	return out
}

// wrappers lists the middleware functions around an entry, innermost first.
func wrappers(e *posture.Entry) []interp.Value {
	calls := slices.DeleteFunc(slices.Clone(e.Server.Middleware), func(w interp.Wrapping) bool {
		return !slices.Contains(w.Row.Covers, e.Reg.Kind) || w.Row.LaterOnly && w.Order > e.Reg.Order
	})
	slices.SortStableFunc(calls, func(a, b interp.Wrapping) int {
		if a.Row.Order == models.LastOutermost {
			return a.Order - b.Order
		}
		return b.Order - a.Order
	})
	var out []interp.Value
	for _, c := range calls {
		for _, f := range slices.Backward(c.Functions) { // of one call, the first is outermost
			out = append(out, f)
		}
	}
	return out
}
