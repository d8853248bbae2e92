package flow

import (
	"slices"
	"strings"

	"github.com/mcpvet/mcpvet/internal/program"
)

// Acting returns the functions of the program from which a call of code outside
// is reached that acts says yes to. Functions that call values are among them,
// for nobody knows here what those do.
func (e *Engine) Acting(acts func(sym string) bool) map[string]bool {
	memo := map[string]bool{}
	return e.leading(func(f *program.Func) bool {
		for _, sym := range f.Calls {
			if e.funcs[sym] != nil {
				continue
			}
			v, ok := memo[sym]
			if !ok {
				v = acts(sym)
				memo[sym] = v
			}
			if v {
				return true
			}
		}
		return slices.ContainsFunc(f.Blocks, func(b program.Block) bool {
			return slices.ContainsFunc(b.Instrs, func(in program.Instr) bool {
				return in.Mode == program.CallDynamic && (in.Op == program.OpCall || in.Op == program.OpGo || in.Op == program.OpDefer)
			})
		})
	})
}

// naming returns the functions of the program from which one is reached that
// reads something of a name which is says yes to, or the answer of whoever is
// asked.
func (e *Engine) naming(is func(name string) bool) map[string]bool {
	return e.leading(func(f *program.Func) bool {
		if slices.ContainsFunc(f.Consts, func(c program.Const) bool {
			return c.Kind == program.ConstString && len(c.S) < maxName && !strings.Contains(c.S, " ") && is(c.S)
		}) {
			return true
		}
		return slices.ContainsFunc(f.Blocks, func(b program.Block) bool {
			return slices.ContainsFunc(b.Instrs, func(in program.Instr) bool {
				if in.Op == program.OpCall && e.confirms(in.Sym) {
					return true
				}
				return (in.Op == program.OpFieldAddr || in.Op == program.OpField) &&
					(is(in.Sym) || is(e.inJSON(&in)) || e.models.Approval(generic(in.Owner), in.Sym) != nil)
			})
		})
	})
}

// confirms reports whether a function outside the program asks somebody to
// confirm a call.
func (e *Engine) confirms(sym string) bool {
	rows := e.rows(sym)
	return rows != nil && rows.Control != nil && rows.Control.Refuses != ""
}

// inJSON returns the name that a field has in JSON, "" if it is not known.
func (e *Engine) inJSON(in *program.Instr) string {
	t := e.typ(generic(in.Owner))
	if t == nil {
		return ""
	}
	for _, field := range t.Fields {
		if field.Name == in.Sym {
			return jsonName(field)
		}
	}
	return ""
}

// maxName bounds the length of the name of an argument.
const maxName = 40

// leading returns the functions from which one is reached that is says yes to,
// by static calls, closures, and calls through interfaces of any method of the
// same name.
func (e *Engine) leading(is func(*program.Func) bool) map[string]bool {
	callers := map[string][]string{} // function, or name of a method -> ids
	out := map[string]bool{}
	var queue []string
	mark := func(id string) {
		if !out[id] {
			out[id] = true
			queue = append(queue, id)
		}
	}
	for _, id := range e.ids {
		f := e.funcs[id]
		if f.Parent != "" { // what a closure does is asked of who makes it
			callers[id] = append(callers[id], f.Parent)
		}
		for _, sym := range f.Calls {
			switch {
			case e.funcs[sym] != nil:
				callers[sym] = append(callers[sym], id)
			case isMethod(sym):
				key := "." + methodName(sym)
				callers[key] = append(callers[key], id)
			}
		}
		if is(f) {
			mark(id)
		}
	}
	for len(queue) > 0 {
		id := queue[len(queue)-1]
		queue = queue[:len(queue)-1]
		for _, c := range callers[id] {
			mark(c)
		}
		if isMethod(id) {
			for _, c := range callers["."+methodName(id)] {
				mark(c)
			}
		}
	}
	return out
}

// FuncArgs identifies the functions that the frame gets as arguments, so that
// calls that hand on different ones can be told apart.
func (f *Frame) FuncArgs() string {
	var b strings.Builder
	for i, p := range f.x.Params {
		if !strings.HasPrefix(p.Type, "func(") && f.e.kindOf(p.Type) != program.KindFunc {
			continue
		}
		for _, o := range f.Origins(program.Ref(i + 1)) {
			b.WriteString(o.ID())
			b.WriteByte(',')
		}
	}
	return b.String()
}
