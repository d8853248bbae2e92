package effects

import (
	"fmt"
	"slices"
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
	acting map[string]bool     // functions that may lead to an effect
	chosen map[place]bool      // where callers of a tool choose what is run
	freely map[place]bool      // those of which no check bounds the choice
	harm   map[place]flow.Mask // what callers can do there
	flows  map[*posture.Entry][]*taint.Flow

	answers, states *flow.Question // see trips
	keys            *flow.Question // see keyed

	handing flow.Memo[handing]  // see refuses
	free    flow.Memo[bool]     // see hands
	walks   flow.Memo[walked]   // see reached
	asked   map[string][]string // of a body: the arguments that something was asked of so far

	entry *posture.Entry
	sum   *Summary
	seen  map[string]bool
	kept  bool // a transaction was committed
	lost  bool // which of many functions the tool calls is not known
}

// A place is a sink of a kind, reached from an entry.
type place struct {
	entry *posture.Entry
	pos   program.Pos
	kind  string
}

// choices finds where the caller of a tool chooses the whole of what is run: the
// program, the code, the statement.
func (v *visitor) choices(flows *taint.Result) {
	v.chosen, v.freely, v.flows = map[place]bool{}, map[place]bool{}, map[*posture.Entry][]*taint.Flow{}
	v.harm = map[place]flow.Mask{}
	whole := flow.KindMask(models.KindShell, models.KindProgram, models.KindCode)
	for _, f := range flows.Flows {
		if f.Source.Class != models.ClassArgument {
			continue
		}
		switch kind := f.Sink.Row.Kind; {
		case kind == models.KindStdin && !v.interprets(f): // what a program reads is not what it does
			continue
		case kind != models.KindArgv && kind != models.KindStdin && f.Mask&flow.Whole == 0 && !standsAlone(f.Sink):
			continue
		case kind == models.KindShell && !f.Mask.Has(flow.KindMask(models.KindShell)):
			continue // a check lets through what is none
		case kind == models.KindSQL:
		case f.Mask.Has(whole) && (kind == models.KindArgv || kind == models.KindShell || kind == models.KindProgram || kind == models.KindCode || kind == models.KindStdin):
		default:
			continue
		}
		v.chosen[place{f.Entry, f.Sink.Pos, f.Sink.Row.Kind}] = true
		v.harm[place{f.Entry, f.Sink.Pos, f.Sink.Row.Kind}] |= f.Mask
		if !slices.ContainsFunc(f.Hops, func(h flow.Hop) bool { return h.Weak.Has(whole) }) {
			v.freely[place{entry: f.Entry, pos: f.Sink.Pos}] = true
		}
		if ofProgram(f.Sink) {
			v.chosen[place{f.Entry, f.Sink.Pos, models.KindProgram}] = true
		}
		v.flows[f.Entry] = append(v.flows[f.Entry], f)
	}
}

// standsAlone reports whether what reaches the text of a sink that runs commands
// is one of the commands of the text: the code only adds others before or after.
func standsAlone(s *flow.Sink) bool {
	text := s.Written
	if i := s.At.Arg; i >= 0 && i < len(s.Args) {
		text = s.Args[i]
	}
	if s.Row.Kind != models.KindShell || text == nil {
		return false
	}
	return slices.ContainsFunc(strings.FieldsFunc(text.Pieces(), func(r rune) bool { return strings.ContainsRune(";|&\n", r) }),
		func(c string) bool { return strings.TrimSpace(c) == flow.Gap })
}

// rest adds where the caller of a tool chooses what is run that no call has told:
// what is written to a program that reads commands.
func (v *visitor) rest() {
	for _, f := range v.flows[v.entry] {
		// a command line is judged by its words, where it is made
		if f.Sink.Row.Kind == models.KindArgv || slices.ContainsFunc(v.sum.Effects, func(e *Effect) bool { return e.Caller && e.Pos == f.Sink.Pos }) {
			continue
		}
		v.note(v.ofFlow(f))
	}
}

// ofFlow returns the effect of a flow of what the caller chooses to where it is
// run.
func (v *visitor) ofFlow(f *taint.Flow) *Effect {
	e := &Effect{On: models.OnProcesses, Name: "exec-caller", Act: models.ActRun, Caller: true, Sym: f.Sink.Sym, What: display(f.Sink.Sym), Pos: f.Sink.Pos, Reads: models.TextOfOwner, Hops: f.Hops}
	if f.Sink.Row.Kind == models.KindSQL {
		e.On, e.Name = models.OnDatabase, "sql-caller"
	}
	return e
}

// manyMeant is from how many implementations on nothing is said of a tool that
// is one of them, and of which even the name is not known.
const manyMeant = 8

// enter reports whether to go on into a function: what is done once in the life
// of the process is no effect of a call.
func (v *visitor) enter(f *flow.Frame) bool {
	if !v.acting[f.Func()] {
		return false
	}
	if !v.entry.Name.Known && f.Among() >= manyMeant {
		v.lost = true
		return false
	}
	if via := f.Via(); via != "" {
		rows := v.set.Func(via)
		return rows == nil || !slices.ContainsFunc(rows.Effects, func(r models.Effect) bool { return r.Once })
	}
	return true
}

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
		act := svc.Act(v.set.Words(), receiver(sym), name(sym))
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
		v.kept = v.kept || rows.Effects[0].Commits
		v.effect(c, v.fitting(c, rows.Effects))
		return
	}
	if rows != nil && v.sinks(c, rows.Sinks) {
		return
	}
	if svc := v.set.Service(c.Sym); svc != nil {
		act := svc.Act(v.set.Words(), receiver(c.Sym), name(c.Sym))
		if act != models.ActNone {
			v.add(&Effect{On: svc.On, Act: act, What: display(c.Sym), Reads: svc.Reads, Call: c, Vague: svc.Vague(name(c.Sym))})
		}
		return
	}
	if v.foreign(c.Sym) {
		v.guess(c)
	}
}

// pending reports whether a call has an effect only when its receiver is
// committed.
func (v *visitor) pending(sym string) bool {
	rows := v.set.Func(strings.TrimSuffix(sym, name(sym)) + "Commit")
	return rows != nil && len(rows.Effects) > 0 && rows.Effects[0].Commits
}

// fitting returns the row that is about a call, of rows for versions of a
// function that take their arguments in another order.
func (v *visitor) fitting(c flow.Call, rows []models.Effect) *models.Effect {
	for i := range rows {
		if rows[i].Method == "" || strings.HasPrefix(rows[i].Method, "=") {
			return &rows[i]
		}
		if _, ok := v.operand(c, rows[i].Method).Texts(); ok {
			return &rows[i]
		}
	}
	return &rows[0]
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
	v.add(&Effect{On: models.OnNet, Act: act, What: display(c.Sym), Guess: true, Vague: act == "", Call: c})
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

// add notes what a call does.
func (v *visitor) add(e *Effect) {
	e.Sym, e.Pos = e.Call.Sym, e.Call.Pos
	e.Hops = e.Call.Frame.Hops()
	v.note(e)
}

// note notes an effect once.
func (v *visitor) note(e *Effect) {
	known := e.Act != ""
	if e.Vague {
		e.Act = v.meant(e.Act)
	}
	e.Named = known && e.Act != "" && v.meant("") == e.Act
	e.Name = models.EffectName(e.On, e.Act)
	if e.Caller {
		e.Bounded = !v.freely[place{entry: v.entry, pos: e.Pos}]
		switch e.On {
		case models.OnProcesses:
			e.Name = "exec-caller"
		case models.OnDatabase:
			e.Name = "sql-caller"
		}
	}
	if about := v.entry.Name.Value + " " + strings.TrimPrefix(e.What, "POST "); e.Act == models.ActRead && e.On == models.OnNet && e.Reads == "" && v.set.Words().Outsiders(about) {
		e.Reads = models.TextOfOthers
		if v.set.Words().Personal(about) {
			e.Reads = models.TextOfBoth
		}
	}
	key := fmt.Sprint(e.Pos, e.Name, e.Act, e.What)
	if !v.seen[key] {
		v.seen[key] = true
		v.sum.Effects = append(v.sum.Effects, e)
	}
}

// meant returns what a tool means to do with a call of which the far end decides
// what it does, as its name says; act without that.
func (v *visitor) meant(act string) string {
	words := models.SplitName(v.entry.Name.Value)
	for i := range words[:min(len(words), 3)] {
		if i > 0 && v.set.Words().Thing(words[i]) {
			continue // what is listed, not what is done
		}
		a := v.set.Words().Act(strings.Join(words[i:], "_"))
		if a == models.ActRead && act == models.ActCreate && !v.set.Words().Asks(words[i]) {
			continue // a scan or a review may well leave something behind
		}
		if a != "" && a != models.ActNone {
			return a
		}
	}
	return act
}

// name returns the name of a function or method.
func name(sym string) string {
	p, err := models.ParseFunc(sym)
	if err != nil {
		return ""
	}
	return p.Func
}

// receiver returns the name of the type that a method is of.
func receiver(sym string) string {
	p, err := models.ParseFunc(sym)
	if err != nil {
		return ""
	}
	return p.Type
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
