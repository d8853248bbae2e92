package flow

import (
	"slices"
	"strconv"
	"strings"

	"github.com/mcpvet/mcpvet/internal/program"
	"github.com/mcpvet/mcpvet/models"
)

// A Refusal is what a function that hands requests on checks of them before.
type Refusal struct {
	sites []guards // before each call that hands on
	e     *Engine
}

// Refused returns what the function of an entry checks before it calls a
// function with the id next; nil if it isn't known to call that.
func (e *Engine) Refused(en Entry, next string) *Refusal {
	x := e.decided(en)
	if x == nil {
		return nil
	}
	s := &sum{fn: x, bind: en.Binds, dead: x.deadOf(en)}
	r := &Refusal{e: e}
	for b := range x.Blocks {
		if s.dead != nil && s.dead[b] || x.guardsIn()[b] == nil {
			continue
		}
		for i := range x.Blocks[b].Instrs {
			in := &x.Blocks[b].Instrs[i]
			if in.Op != program.OpCall || in.Mode == program.CallStatic || in.Mode == program.CallBuiltin {
				continue
			}
			if slices.ContainsFunc(e.targets(s, site{int32(b), int32(i)}).list, func(t target) bool { return t.id == next }) {
				r.sites = append(r.sites, x.guardsIn()[b])
			}
		}
	}
	if len(r.sites) == 0 {
		return nil
	}
	return r
}

// Of returns the kinds of harm that an argument can't do after the checks, by
// whatever form of the request they read it from, and the checks that don't
// hold what they promise, as hops.
func (r *Refusal) Of(name string) (clears Mask, weak []Hop) {
	clears = allKinds
	for _, gs := range r.sites {
		var here Mask
		for key, g := range gs {
			if name == "" || !r.e.names(key, name) {
				continue
			}
			here |= g.clears
			for _, w := range g.weak {
				weak = append(weak, Hop{Pos: w.pos, Text: w.why, Weak: w.mask})
			}
		}
		clears &= here
	}
	slices.SortFunc(weak, func(a, b Hop) int { return comparePos(a.Pos, b.Pos) })
	return clears, slices.CompactFunc(weak, func(a, b Hop) bool { return a.Pos == b.Pos && a.Text == b.Text })
}

// names reports whether what a key stands for is the argument of a tool with
// that name, or each of the tool's arguments.
func (e *Engine) names(key, name string) bool {
	if list, ok := strings.CutPrefix(key, each); ok {
		return e.names(list, name) || e.areArguments(list)
	}
	key, _, _ = strings.Cut(key, "@")
	if strings.HasSuffix(key, mark+"["+name+"]") {
		return true // of the request, or of a map that it was decoded into
	}
	sym, args, _ := calledBy(key)
	constant := "c" + strconv.Itoa(int(program.ConstString)) + name + "0"
	return e.gives(sym, true) && slices.Contains(args, constant)
}

// areArguments reports whether a key stands for all arguments of a tool.
func (e *Engine) areArguments(key string) bool {
	key, _, _ = strings.Cut(key, "@")
	if sym, _, _ := calledBy(key); sym != "" {
		return e.gives(sym, false)
	}
	_, field, ok := strings.Cut(key[strings.LastIndex(key, mark)+1:], ".")
	return ok && e.models.HoldsArguments(field)
}

// gives reports whether a function gives arguments of a tool: one by its name,
// or all of them.
func (e *Engine) gives(sym string, byName bool) bool {
	rows := e.rows(sym)
	return rows != nil && slices.ContainsFunc(rows.Sources, func(s models.Source) bool {
		return s.Class == models.ClassArgument && (s.Name != "") == byName
	})
}
