package effects

import (
	"fmt"
	"strings"

	"github.com/mcpvet/mcpvet/internal/flow"
	"github.com/mcpvet/mcpvet/internal/passes/posture"
	"github.com/mcpvet/mcpvet/internal/passes/taint"
	"github.com/mcpvet/mcpvet/internal/program"
	"github.com/mcpvet/mcpvet/models"
)

// A visitor finds the effects of entries.
type visitor struct {
	e      *flow.Engine
	set    *models.Set
	acting map[string]bool // functions that may lead to an effect
	chosen map[place]bool  // where callers of a tool choose what is run

	entry *posture.Entry
	sum   *Summary
	seen  map[string]bool
}

// A place is a sink of a kind, reached from an entry.
type place struct {
	entry *posture.Entry
	pos   program.Pos
	kind  string
}

// chosen lists where the caller of a tool chooses the whole of what is run: the
// program, the code, the statement.
func chosen(flows *taint.Result) map[place]bool {
	out := map[place]bool{}
	whole := flow.KindMask(models.KindShell, models.KindProgram, models.KindCode)
	for _, f := range flows.Flows {
		if f.Source.Class != models.ClassArgument {
			continue
		}
		kind := f.Sink.Row.Kind
		switch {
		case kind == models.KindSQL && f.Mask&flow.Whole == 0:
		case kind == models.KindArgv && !f.Mask.Has(whole):
		default:
			out[place{f.Entry, f.Sink.Pos, kind}] = true
		}
	}
	return out
}

// enter reports whether to go on into a function.
func (v *visitor) enter(f *flow.Frame) bool { return v.acting[f.Func()] }

// maxKey bounds the texts by which calls of one function are told apart.
const maxKey = 60

// key tells calls of one function apart by what may decide what it does: texts
// and switches that the code chooses, and functions.
func (v *visitor) key(f *flow.Frame) string {
	var b strings.Builder
	for i, p := range f.Params() {
		switch p.Type {
		case "string", "bool", "int":
			switch s := f.Sym(program.Ref(i + 1)); s.Kind {
			case flow.SymText:
				b.WriteString(s.S[:min(len(s.S), maxKey)])
			case flow.SymBool, flow.SymInt:
				b.WriteByte('0' + byte(s.N&0xf))
			}
		}
		b.WriteByte('|')
	}
	return b.String() + f.FuncArgs()
}

// acts reports whether a call of a function outside the program may have an
// effect.
func (v *visitor) acts(sym string) bool {
	if rows := v.set.Func(sym); rows != nil {
		if len(rows.Effects) > 0 {
			return true
		}
		for _, s := range rows.Sinks {
			switch s.Kind {
			case models.KindPath, models.KindArgv, models.KindShell, models.KindProgram, models.KindCode, models.KindSQL:
				return true
			}
		}
	}
	if svc := v.set.Service(sym); svc != nil {
		act := svc.Act(v.set.Words(), name(sym))
		return act != models.ActNone
	}
	return v.foreign(sym)
}

// foreign reports whether a function is one of a library that nothing is known
// of.
func (v *visitor) foreign(sym string) bool {
	p, err := models.ParseFunc(sym)
	if err != nil {
		return false
	}
	first, _, _ := strings.Cut(p.Package, "/")
	return strings.Contains(first, ".") && !v.set.Local(p.Package) && v.set.ModelOf(p.Package) == nil && p.Type != ""
}

// call judges a call of code outside the program.
func (v *visitor) call(c flow.Call) {
	rows := v.set.Func(c.Sym)
	if rows != nil && len(rows.Effects) > 0 {
		for i := range rows.Effects {
			v.effect(c, &rows.Effects[i])
		}
		return
	}
	if rows != nil && v.sinks(c, rows.Sinks) {
		return
	}
	if svc := v.set.Service(c.Sym); svc != nil {
		act := svc.Act(v.set.Words(), name(c.Sym))
		if act != models.ActNone {
			v.add(&Effect{On: svc.On, Act: act, What: display(c.Sym), Reads: svc.Reads, Call: c})
		}
		return
	}
	if v.foreign(c.Sym) {
		v.guess(c)
	}
}

// guess takes a method of a library that no row is about for what its name says,
// where it asks a service: where it takes a context.
func (v *visitor) guess(c flow.Call) {
	if !v.takesContext(c) {
		return
	}
	act := v.set.Words().Act(name(c.Sym))
	if act == models.ActNone {
		return
	}
	v.add(&Effect{On: models.OnNet, Act: act, What: display(c.Sym), Guess: true, Call: c})
}

const contextType = "context.Context"

// takesContext reports whether an operand of a call is a context.
func (v *visitor) takesContext(c flow.Call) bool {
	for i, a := range c.Args() {
		if i > 2 {
			return false
		}
		for _, o := range c.Frame.Origins(a) {
			switch o.Kind {
			case flow.OriginEntry:
				if o.Frame.Params()[o.Index].Type == contextType {
					return true
				}
			case flow.OriginCall:
				if rows := v.set.Func(o.Sym); rows != nil && rows.Context != nil || strings.HasPrefix(o.Sym, "context.") {
					return true
				}
			}
		}
	}
	return false
}

// add notes an effect once.
func (v *visitor) add(e *Effect) {
	c := e.Call
	e.Sym, e.Pos = c.Sym, c.Pos
	e.Name = models.EffectName(e.On, e.Act)
	if e.Caller {
		switch e.On {
		case models.OnProcesses:
			e.Name = "exec-caller"
		case models.OnDatabase:
			e.Name = "sql-caller"
		}
	}
	key := fmt.Sprint(e.Pos, e.Name, e.Act, e.What)
	if v.seen[key] {
		return
	}
	v.seen[key] = true
	e.Hops = c.Frame.Hops()
	v.sum.Effects = append(v.sum.Effects, e)
}

// name returns the name of a function or method.
func name(sym string) string {
	p, err := models.ParseFunc(sym)
	if err != nil {
		return ""
	}
	return p.Func
}

// display returns the name of a function for people: Type.Method.
func display(sym string) string {
	p, err := models.ParseFunc(sym)
	switch {
	case err != nil:
		return sym
	case p.Type != "":
		return p.Type + "." + p.Func
	}
	pkg := p.Package[strings.LastIndexByte(p.Package, '/')+1:]
	return pkg + "." + p.Func
}
