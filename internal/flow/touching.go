package flow

import (
	"slices"

	"github.com/mcpvet/mcpvet/internal/program"
)

// In which functions a question has something to find at all.

// touching returns the functions in which the question has something to find,
// and those that call them.
func (e *Engine) touching(q *Question) map[string]bool {
	if e.touched == nil {
		e.touched = map[*Question]map[string]bool{}
	}
	if t, ok := e.touched[q]; ok {
		return t
	}
	out := map[string]bool{}
	above := map[string][]string{}
	for _, id := range e.ids {
		f := e.funcs[id]
		for _, c := range f.Calls {
			above[c] = append(above[c], id)
		}
		if f.Parent != "" {
			above[id] = append(above[id], f.Parent)
		}
		if e.finds(q, f) {
			out[id] = true
		}
	}
	todo := sorted(keysOf(out))
	for len(todo) > 0 {
		id := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		for _, sym := range append([]string{id}, e.throughs(id)...) {
			for _, up := range above[sym] {
				if !out[up] {
					out[up] = true
					todo = append(todo, up)
				}
			}
		}
	}
	e.touched[q] = out
	return out
}

func keysOf(m map[string]bool) []string {
	var out []string
	for k := range m {
		out = append(out, k)
	}
	return out
}

// throughs lists the methods of interfaces by which a method may be called.
func (e *Engine) throughs(id string) []string {
	if e.invoked == nil {
		e.invoked = map[string][]string{}
		for _, id := range e.ids {
			for _, c := range e.funcs[id].Calls {
				if isMethod(c) && e.funcs[c] == nil {
					e.invoked[methodName(c)] = append(e.invoked[methodName(c)], c)
				}
			}
		}
		for k, v := range e.invoked {
			e.invoked[k] = sorted(v)
		}
	}
	if !isMethod(id) {
		return nil
	}
	return e.invoked[methodName(id)]
}

// finds reports whether a function itself has something to find.
func (e *Engine) finds(q *Question, f *program.Func) bool {
	if slices.ContainsFunc(f.Calls, func(c string) bool { return q.Bases(c, "", "") }) {
		return true
	}
	for b := range f.Blocks {
		for i := range f.Blocks[b].Instrs {
			in := &f.Blocks[b].Instrs[i]
			switch in.Op {
			case program.OpField, program.OpFieldAddr:
				if q.Bases("", in.Owner, in.Sym) {
					return true
				}
			case program.OpBinOp:
				if q.Counters && isOrdering(in.Sym) && e.fn(f.ID).tallies(in) {
					return true
				}
			case program.OpSend:
				if q.Counters {
					return true
				}
			case program.OpUnknown:
				if q.Counters && in.Sym == program.Select && len(sends(in)) > 0 {
					return true
				}
			}
		}
	}
	return false
}

func isOrdering(op string) bool { return op == "<" || op == "<=" || op == ">" || op == ">=" }
