package matrix

import (
	"fmt"
	"slices"
	"strings"

	"github.com/mcpvet/mcpvet/internal/confine"
	"github.com/mcpvet/mcpvet/internal/flow"
	"github.com/mcpvet/mcpvet/internal/flowrule"
	"github.com/mcpvet/mcpvet/internal/interp"
	"github.com/mcpvet/mcpvet/internal/inventory"
	"github.com/mcpvet/mcpvet/internal/passes/checks"
	"github.com/mcpvet/mcpvet/internal/passes/effects"
	"github.com/mcpvet/mcpvet/internal/passes/outbound"
	"github.com/mcpvet/mcpvet/internal/passes/posture"
	"github.com/mcpvet/mcpvet/internal/program"
	"github.com/mcpvet/mcpvet/models"
)

// maxEvidence bounds the evidence of one cell.
const maxEvidence = 10

// confirm: what destroys something does so only when the call says so.
func (c *cell) confirm() *inventory.State {
	var free, held []*effects.Effect
	g := c.does.Guard
	if g != nil {
		free, held = destroying(g.Free), destroying(g.Held)
	}
	switch {
	case len(free) > 0:
		st := &inventory.State{State: Fail}
		for _, e := range free[:min(len(free), maxEvidence)] {
			st.Evidence = append(st.Evidence, inventory.Evidence{Position: inventory.At(posture.At(e.Pos)), Text: e.Doing() + " without a confirmation of the call"})
		}
		return st
	case c.does.Destructive == effects.Unknown:
		return unknown(c.entry.Pos, c.does.Why)
	case c.does.Destructive == effects.No:
		if at, what := c.runs(); what != "" && len(c.on(models.OnProcesses)) == 0 {
			return afterwards(at, what, "what that does")
		}
		return na(c.entry.Pos, "it destroys nothing")
	case len(held) == 0:
		return unknown(c.entry.Pos, "whether what it destroys waits for a confirmation is not known")
	}
	if len(g.Forgeable) > 0 {
		w := effects.Worst(g.Forgeable)
		return fail(w.Pos, w.Doing()+" for an answer that a client can make up")
	}
	by := "only in a call that confirms it"
	switch {
	case g.Around:
		by = "and a function before the handler refuses a call that does not confirm it"
	case len(g.By) > 0:
		by = "only where " + strings.Join(quoted(g.By), " or ") + " says so"
	}
	e := effects.Worst(held)
	return pass(e.Pos, e.Doing()+" "+by)
}

func destroying(list []*effects.Effect) []*effects.Effect {
	var out []*effects.Effect
	for _, e := range list {
		if e.Destroys() {
			out = append(out, e)
		}
	}
	return out
}

func quoted(names []string) []string {
	out := make([]string, len(names))
	for i, n := range names {
		out[i] = fmt.Sprintf("%q", n)
	}
	return out
}

// A judged verdict is one with the server that it is about.
type judged struct {
	*checks.Verdict
	serves checks.Serves
}

// verdict returns what is known of a control in all packages that show the tool:
// where a package shows how the server is served, it knows what stands before
// it, and others don't count. Of several the worst counts.
func (c *cell) verdict(of func(*checks.Entry) *checks.Verdict) *judged {
	var out *judged
	for _, s := range c.seen {
		if s.in.Checks == nil {
			continue
		}
		for _, g := range s.in.Checks.Groups {
			for _, e := range g.Entries {
				if e.ID() != c.entry.ID() {
					continue
				}
				j := &judged{of(e), g.Serves()}
				if out == nil || j.before(out) {
					out = j
				}
			}
		}
	}
	return out
}

// before reports whether a verdict counts more than another.
func (j *judged) before(o *judged) bool {
	if a, b := j.serves != checks.Unknown, o.serves != checks.Unknown; a != b {
		return a
	}
	return j.rank() < o.rank()
}

func (j *judged) rank() int {
	switch {
	case j.State == checks.Fail && j.Reason != checks.None:
		return 0
	case j.State == checks.Fail:
		return 1
	case j.State == checks.Inconclusive:
		return 2
	}
	return 3 + int(j.Level)
}

// posture answers for a control that every tool should have; lacks says that it
// is not there.
func (c *cell) posture(j *judged, lacks string) *inventory.State {
	if j == nil {
		return unknown(c.entry.Reg.Site, "what stands before it was not judged")
	}
	at := j.Pos
	if !at.IsValid() {
		at = c.entry.Reg.Site
	}
	switch {
	case j.State == checks.Inconclusive:
		return unknown(at, j.Evidence)
	case j.State == checks.Fail && j.Reason == checks.None && c.entry.Server == nil:
		return unknown(c.entry.Reg.Site, lacks+" was seen, and the server that it is on is not known")
	case j.State == checks.Fail && j.Reason == checks.None && j.serves == checks.Unknown:
		return unknown(c.entry.Reg.Site, lacks+" was seen, and where the server is served, what else stands before it, is not")
	case j.State == checks.Fail && j.Reason == checks.None:
		return fail(c.entry.Reg.Site, lacks)
	case j.State == checks.Fail:
		return fail(at, j.Evidence)
	case j.Switched:
		return unknown(at, j.Evidence+", where a setting says so")
	case j.Loose:
		return unknown(at, j.Evidence+", and whether every request for the server passes that is not known")
	case !j.Pos.IsValid():
		return unknown(at, j.Evidence+", and no place shows it")
	}
	return pass(at, j.Evidence)
}

// scope: a check of what the caller may do can refuse each call.
func (c *cell) scope() *inventory.State {
	j := c.verdict(func(e *checks.Entry) *checks.Verdict { return e.Scope })
	if j != nil && j.serves == checks.Stdio {
		for _, s := range c.seen {
			if s.Server != nil && slices.ContainsFunc(s.Server.Transports, func(t interp.Serving) bool { return t.Kind != "" && t.Kind != "stdio" }) {
				return unknown(c.entry.Reg.Site, "who gets to the server by its transport is not known")
			}
		}
		return na(c.entry.Reg.Site, "only whoever started the server gets to it")
	}
	if j != nil && j.Declared && c.does.Changes == effects.No {
		return na(j.Pos, j.Evidence+", and it changes nothing")
	}
	if j != nil && j.State == checks.Pass && j.Level < flow.Decides {
		return fail(j.Pos, j.Evidence+", and not what the caller may do")
	}
	return c.posture(j, "no check of the caller's scope")
}

// ratelimit: calls are limited, for each user and in all.
func (c *cell) ratelimit() *inventory.State {
	j := c.verdict(func(e *checks.Entry) *checks.Verdict { return e.Limit })
	if j != nil && j.State == checks.Pass {
		switch {
		case j.Reason == checks.OnlyUser:
			return fail(j.Pos, j.Evidence+", and not for all together")
		case j.Reason == checks.OnlyAll:
			return fail(j.Pos, j.Evidence+", and not for each user")
		case j.Reason == checks.Unbounded && j.Free:
			return fail(j.Pos, j.Evidence+", and what is counted is kept for ever")
		}
	}
	return c.posture(j, "no rate limit")
}

// audit: every way out leaves a record.
func (c *cell) audit() *inventory.State {
	j := c.verdict(func(e *checks.Entry) *checks.Verdict { return e.Audit })
	if j != nil && j.State == checks.Pass && j.Level == flow.Present {
		return unknown(j.Pos, j.Evidence+", and whether that is a record of the call is not known")
	}
	return c.posture(j, "no record of every call")
}

// open says what of a tool was not seen, so that nothing is proven of it; "" if
// all was.
func (c *cell) open() (at program.Pos, reason string) {
	if !c.does.Whole {
		return c.entry.Pos, "its handler was not followed to the end"
	}
	for _, s := range c.seen {
		if s.in.Flows != nil && len(s.in.Flows.Skipped) > 0 {
			return c.entry.Pos, s.in.Flows.Skipped[0].Reason
		}
	}
	return program.Pos{}, ""
}

// on lists the effects of the tool on something.
func (c *cell) on(what ...string) []*effects.Effect {
	var out []*effects.Effect
	for _, e := range c.does.Effects {
		for _, w := range what {
			if e.On == w {
				out = append(out, e)
				break
			}
		}
	}
	return out
}

// flows: no argument reaches what a rule watches without a check that holds.
// Findings are taken in by the caller.
func (c *cell) flows() *inventory.State {
	item := map[string]struct{ on, without, safe string }{
		"pathroot":    {models.OnFiles, "it touches no file", "no argument gets to the path unchecked"},
		"shellinterp": {models.OnProcesses, "it runs no program", "no argument becomes part of a command text"},
		"sqlparam":    {models.OnDatabase, "it asks no database", "no argument becomes part of the statement"},
		"sandbox":     {models.OnProcesses, "it runs nothing of the caller's choice", ""},
	}[c.rule.Slug]
	acts := c.on(item.on)
	settings := false
	if c.rule.Slug == "pathroot" { // which file that is, is no business of the tool
		all := len(acts)
		acts = slices.DeleteFunc(acts, func(e *effects.Effect) bool { return e.Shared })
		settings = len(acts) < all
	}
	if at, reason := c.open(); reason != "" {
		return unknown(at, reason)
	}
	if c.rule.Slug == "sandbox" {
		boxed := c.boxes()
		for _, e := range c.does.Effects {
			if boxed != nil && e.On == models.OnProcesses && boxed.at[e.Pos] {
				continue
			}
			if e.Act == models.ActRun || e.Caller && e.On == models.OnProcesses { // here, or by asking a service
				return unknown(e.Pos, e.Doing()+", and what confines it is not known")
			}
		}
		if boxed != nil {
			return boxed.State
		}
		if at, what := c.runs(); what != "" {
			return afterwards(at, what, "what confines it")
		}
		return na(c.entry.Pos, item.without)
	}
	if len(acts) == 0 {
		for _, e := range c.does.Effects {
			if e.Guess && e.Act == "" {
				return unknown(e.Pos, "what "+e.What+" does is not known")
			}
		}
		if settings {
			return na(c.entry.Pos, "it touches no file but those that nearly all tools of the server read")
		}
		return na(c.entry.Pos, item.without)
	}
	st := &inventory.State{State: Pass}
	for _, e := range acts[:min(len(acts), maxEvidence)] {
		st.Evidence = append(st.Evidence, inventory.Evidence{Position: inventory.At(posture.At(e.Pos)), Text: item.safe + " (" + e.What + ")"})
	}
	return st
}

// A boxed answer is a pass of sandbox with the places of what is confined.
type boxed struct {
	*inventory.State
	at map[program.Pos]bool
}

// boxes returns the answer for a tool of which all that the caller chooses of
// what is run is confined; nil where something is not, or nothing is chosen.
func (c *cell) boxes() *boxed {
	set := c.set()
	out := &boxed{&inventory.State{State: Pass}, map[program.Pos]bool{}}
	for _, f := range c.flowsOf() {
		if f.Source.Class != models.ClassArgument {
			continue
		}
		ch, ok := confine.Of(set, f)
		if !ok || !f.Mask.Has(flow.KindMask(ch.Kind)) {
			continue
		}
		at := f.Sink.Pos
		switch {
		case f.Sink.Run != nil:
			at = f.Sink.Run.Pos
		case f.Sink.Start.IsValid():
			at = f.Sink.Start
		}
		if ch.Box.Verdict != confine.Closed || ch.Fallback {
			return nil
		}
		known := out.at[at]
		out.at[f.Sink.Pos], out.at[at] = true, true
		if !known && len(out.Evidence) < maxEvidence {
			out.Evidence = append(out.Evidence, inventory.Evidence{Position: inventory.At(posture.At(at)), Text: "what the caller chooses runs in " + ch.Box.Name})
		}
	}
	if len(out.at) == 0 {
		return nil
	}
	return out
}

// runs returns where an argument gets to what is run, here or elsewhere, and a
// clause that says so; "" if none does.
func (c *cell) runs() (at inventory.Position, what string) {
	if f := c.injected; f != nil {
		return inventory.At(f.Pos), c.clause(f)
	}
	for _, f := range c.flowsOf() {
		switch kind := f.Sink.Row.Kind; kind {
		case models.KindProgram, models.KindShell, models.KindCode:
			if f.Source.Class == models.ClassArgument && f.Mask.Has(flow.KindMask(kind)) {
				return inventory.At(posture.At(f.Sink.Pos)), flowrule.Argument(f) + " gets to what is run"
			}
		}
	}
	return inventory.Position{}, ""
}

// afterwards is the answer where an argument gets to what is run, and something
// of what comes of it is not known.
func afterwards(at inventory.Position, what, open string) *inventory.State {
	return &inventory.State{State: Unknown, Evidence: []inventory.Evidence{{Position: at, Text: what + ", and " + open + " is not known"}}}
}

// deadline: everything that the tool waits for is bounded in time.
func (c *cell) deadline() *inventory.State {
	var waits outbound.Waits
	skipped := false
	st := &inventory.State{State: Fail}
	for _, s := range c.seen {
		if s.in.Outbound == nil {
			continue
		}
		for _, u := range s.in.Outbound.Unbounded {
			if u.Entry == s.Entry && len(st.Evidence) < maxEvidence {
				st.Evidence = append(st.Evidence,
					inventory.Evidence{Position: inventory.At(posture.At(u.At)), Text: unbounded(u)},
					inventory.Evidence{Position: inventory.At(posture.At(u.Pos)), Text: "the call of " + short(u.Call)})
			}
		}
		if s.Entry != c.entry {
			continue
		}
		skipped = skipped || len(s.in.Outbound.Skipped) > 0
		if w := s.in.Outbound.Waits[s.Entry]; w != nil {
			waits = *w
		}
	}
	does := map[program.Pos]bool{}
	for _, e := range c.does.Effects {
		does[e.Pos] = true
	}
	waits.Open = slices.DeleteFunc(slices.Clone(waits.Open), func(w outbound.Wait) bool { return w.Service && !does[w.Pos] })
	at, reason := c.open()
	acts := c.on(models.OnNet, models.OnKubernetes, models.OnDatabase, models.OnMessages, models.OnProcesses)
	switch {
	case len(st.Evidence) > 0:
		return st
	case reason != "":
		return unknown(at, reason)
	case skipped:
		return unknown(c.entry.Pos, "what it waits for was followed up to a limit only")
	case waits.Covered && len(acts)+len(waits.Bounded) > 0:
		return pass(c.entry.Reg.Site, "what runs before the handler gives it a deadline")
	case len(waits.Open) > 0:
		w := waits.Open[0]
		if i := slices.IndexFunc(waits.Open, func(w outbound.Wait) bool { return w.Callers }); i >= 0 {
			w = waits.Open[i]
			const text = "it waits with the context of the call, and nothing gives that a deadline"
			if c.served() {
				return fail(w.Pos, text)
			}
			return unknown(w.Pos, text+" that was seen")
		}
		return unseen(w.Pos, short(w.Call))
	}
	bounded := map[string]bool{} // packages: what makes a request is another function than what sends it
	for _, w := range waits.Bounded {
		bounded[packageOf(w.Call)] = true
	}
	for _, e := range acts {
		if !bounded[packageOf(e.Sym)] && e.Act != models.ActNone {
			return unseen(e.Pos, e.What)
		}
	}
	if len(waits.Bounded) == 0 {
		if at, what := c.runs(); what != "" {
			return afterwards(at, what, "how long that takes")
		}
		return na(c.entry.Pos, "it waits for nothing outside the process")
	}
	w := waits.Bounded[0]
	return pass(w.Pos, short(w.Call)+": "+w.By)
}

// unseen says that nothing was seen that bounds a call, in the same words for
// every call, which is evidence of its own.
func unseen(at program.Pos, call string) *inventory.State {
	st := unknown(at, "nothing was seen that bounds how long it waits")
	st.Evidence = append(st.Evidence, inventory.Evidence{Position: st.Evidence[0].Position, Text: "for " + call})
	return st
}

// served reports whether it is known how clients get to the server, and so what
// stands before its handlers.
func (c *cell) served() bool {
	return slices.ContainsFunc(c.seen, func(s sight) bool { return s.Server != nil && len(s.Server.Transports) > 0 })
}

// packageOf returns the package of a function, its name where it has none.
func packageOf(sym string) string {
	p, err := models.ParseFunc(sym)
	if err != nil {
		return sym
	}
	return p.Package
}

// unbounded says why nothing bounds a call, so that calls with one cause read
// the same.
func unbounded(u *outbound.Unbounded) string {
	switch u.Cause {
	case outbound.Detached:
		return "a new context without a deadline is made for what it waits for"
	case outbound.Kept:
		return "the context of what it waits for was made at start-up, without a deadline"
	case outbound.Unused:
		return "a context with a deadline is made, and left unused"
	case outbound.Deviant:
		return "the context of what it waits for has no deadline, where calls like it have one"
	case outbound.NoLimit:
		return "the client of its requests has no limit, and their context no deadline"
	}
	return short(u.Call) + " takes no context, and nothing bounds how long it takes"
}

// redact: no secret and no raw error gets out.
func (c *cell) redact() *inventory.State {
	for _, f := range c.flowsOf() {
		if f.Source.Class == models.ClassError && f.Sink.In(models.KindResult) {
			return fail(f.Sink.Pos, fmt.Sprintf("the raw error of %s reaches %s", f.Source.Name, f.Sink.Sym))
		}
	}
	if at, reason := c.open(); reason != "" {
		return unknown(at, reason)
	}
	if _, what := c.runs(); what == "" && len(c.does.Effects) == 0 && !c.asks() {
		return na(c.entry.Pos, "it reads nothing from outside the process")
	}
	if at := c.redactor(); at.IsValid() {
		return pass(at, "what stands around the handler takes secrets out of all that it returns")
	}
	return unknown(c.entry.Pos, "no secret was seen to get out, and that what it reads holds none is not known")
}

// redactor returns where something around the handler takes secrets out of what
// it returns, wherever the tool was seen.
func (c *cell) redactor() program.Pos {
	var at program.Pos
	for _, s := range c.seen {
		if s.in.Flows == nil {
			continue
		}
		if at = s.in.Flows.Redacted[s.Entry]; !at.IsValid() {
			return at
		}
	}
	return at
}

// asks reports whether the tool waits for anything outside the process.
func (c *cell) asks() bool {
	for _, s := range c.seen {
		if s.in.Outbound == nil {
			continue
		}
		if w := s.in.Outbound.Waits[s.Entry]; w != nil && len(w.Bounded)+len(w.Open) > 0 {
			return true
		}
	}
	return false
}

// untrusted: text of others has borders.
func (c *cell) untrusted() *inventory.State {
	bare, fenced := flow.KindMask(models.KindModel), flow.KindMask(models.KindFenced)
	var has *inventory.State
	for _, f := range c.flowsOf() {
		if f.Source.Class != models.ClassOutside || f.Sink.Sym != flow.SymResult {
			continue
		}
		switch {
		case f.Mask.Has(bare):
			return fail(f.Sink.Pos, f.Source.Name+" stands without borders in "+f.Sink.Sym)
		case f.Mask.Has(fenced):
			has = pass(f.Sink.Pos, f.Source.Name+" has borders in "+f.Sink.Sym)
		}
	}
	if at, reason := c.open(); reason != "" {
		return unknown(at, reason)
	}
	if has != nil {
		return has
	}
	for _, e := range c.does.Effects {
		if e.OfOthers() {
			return unknown(e.Pos, "it reads text of others ("+e.What+"), and what becomes of it was not seen")
		}
	}
	if at, what := c.runs(); what != "" && len(c.on(models.OnProcesses)) == 0 {
		return afterwards(at, what, "whose text comes back")
	}
	for _, e := range c.does.Effects {
		if what := c.contents(e); what != "" {
			return unknown(e.Pos, "it gets at "+what+", and what becomes of that was not seen")
		}
	}
	return na(c.entry.Pos, "it reads no text from outside the process")
}

// contents says which text an effect can bring from outside the process, "" for
// none.
func (c *cell) contents(e *effects.Effect) string {
	switch {
	case e.On == models.OnDatabase && (e.Act == models.ActRead || e.Caller):
		return "rows of a database"
	case e.On == models.OnProcesses && (e.Act == models.ActRead || e.Act == models.ActRun):
		return "the output of a program"
	case e.On != models.OnFiles || e.Act != models.ActRead:
		return ""
	}
	rows := c.set().Func(e.Sym)
	if rows != nil && slices.ContainsFunc(rows.Sources, func(s models.Source) bool { return s.Class == models.ClassOutside }) {
		return "what is in files"
	}
	return ""
}

// set returns the models of the run.
func (c *cell) set() *models.Set {
	for _, s := range c.seen {
		if s.in.Effects != nil && s.in.Effects.Models != nil {
			return s.in.Effects.Models
		}
	}
	return &models.Set{}
}

// short returns a function's name as people write it: exec.Command,
// http.Client.Do.
func short(sym string) string {
	sym = models.Canonical(sym)
	sym = strings.NewReplacer("(*", "", "(", "", ")", "").Replace(sym)
	return sym[strings.LastIndexByte(sym, '/')+1:]
}
