package toolreg

import (
	"go/types"
	"slices"
	"strings"

	"github.com/mcpvet/mcpvet/internal/interp"
	"github.com/mcpvet/mcpvet/internal/program"
)

// An evaluation runs start-up code on one machine.
type evaluation struct {
	w         *interp.World
	m         *interp.Machine
	exhausted []string // paths of packages whose evaluation reached its limit
}

// evaluate runs the start-up code of a package: its initialisers, main, and
// every function of it that registers something and was not reached. Then it
// runs what is left of libraries, given by their paths.
func evaluate(w *interp.World, own *program.Package, libraries map[string]bool) *evaluation {
	e := &evaluation{w: w, m: w.NewMachine(interp.DefaultLimits())}
	e.m.Init(own.Path)
	if own.Main {
		e.m.Run(own.Path + ".main")
	}
	e.run(roots(w, own))
	e.m.Finish()
	if e.m.Events.Exhausted {
		e.exhausted = append(e.exhausted, own.Path)
	}
	e.rest(libraries)
	return e
}

// rest runs what of the libraries that the program stands for it did not run
// itself: functions that register something, with unknown arguments.
func (e *evaluation) rest(libraries map[string]bool) {
	left := map[*program.Package][]string{}
	var order []*program.Package
	for _, p := range e.w.Packages() {
		if !libraries[p.Path] {
			continue
		}
		ids := roots(e.w, p)
		if len(e.exhausted) == 0 { // otherwise what was run may have been cut off
			ids = slices.DeleteFunc(ids, e.m.Ran)
		}
		if len(ids) > 0 {
			order = append(order, p)
			left[p] = ids
		}
	}
	if len(order) == 0 {
		return
	}
	e.m.Restart()
	for _, p := range order {
		e.m.Events.Exhausted = false
		e.m.Init(p.Path)
		e.run(left[p])
		if e.m.Events.Exhausted {
			e.exhausted = append(e.exhausted, p.Path)
		}
	}
	e.m.Finish()
}

// run runs those functions that have not been run since the last restart.
func (e *evaluation) run(ids []string) {
	for _, id := range ids {
		if !e.m.Ran(id) {
			e.m.Run(id)
		}
	}
}

// libraries returns the paths of the packages that the pass of pkg evaluates
// along with it.
func libraries(pkg *types.Package, evaluator func(*types.Package) *types.Package) map[string]bool {
	out := map[string]bool{}
	seen := map[*types.Package]bool{}
	var visit func(*types.Package)
	visit = func(p *types.Package) {
		for _, imp := range p.Imports() {
			if seen[imp] {
				continue
			}
			seen[imp] = true
			if evaluator(imp) == pkg {
				out[imp.Path()] = true
			}
			visit(imp)
		}
	}
	visit(pkg)
	return out
}

// roots lists the functions of a package that register something themselves
// or through others, those that no other one calls first, in source order.
func roots(w *interp.World, own *program.Package) []string {
	reaches := map[string]bool{}
	called := map[string]bool{}
	for id, f := range own.Funcs {
		if w.Registers(f) {
			reaches[id] = true
		}
		for _, c := range f.Calls {
			if c != id {
				called[c] = true
			}
		}
	}
	for changed := true; changed; {
		changed = false
		for id, f := range own.Funcs {
			if reaches[id] {
				continue
			}
			if slices.ContainsFunc(f.Calls, func(c string) bool { return reaches[c] }) {
				reaches[id], changed = true, true
			}
		}
	}
	var ids []string
	for id := range reaches {
		if own.Funcs[id].Parent == "" { // a closure runs where it is made
			ids = append(ids, id)
		}
	}
	slices.SortFunc(ids, func(a, b string) int {
		if called[a] != called[b] {
			if called[a] {
				return 1
			}
			return -1
		}
		fa, fb := own.Funcs[a], own.Funcs[b]
		if c := strings.Compare(fa.Pos.File, fb.Pos.File); c != 0 {
			return c
		}
		if c := int(fa.Pos.Line) - int(fb.Pos.Line); c != 0 {
			return c
		}
		return strings.Compare(a, b)
	})
	return ids
}
