package endpoints

import (
	"slices"
	"strings"

	"github.com/mcpvet/mcpvet/internal/interp"
	"github.com/mcpvet/mcpvet/internal/program"
	"github.com/mcpvet/mcpvet/models"
)

// Checks is what a function does with what a request shows, before it hands the
// request on.
type Checks struct {
	Auth   Check // a credential
	Origin Check // the page that a request comes from, or the host that it is for
	Body   bool  // the body is bounded
}

// A Check is how a function looks at one thing that a request shows.
type Check struct {
	Refuses bool // one answer to the check keeps the request from what is behind
	// Bypass says that a request may pass without the check, and Unless what
	// lets it: for people, "" where that is not known.
	Bypass  bool
	Unless  string
	Ignored bool        // it is looked at, and the request handed on whatever it is
	Pos     program.Pos // of the branch that refuses, or else of the look
}

// Shown is a set of what a request can show.
type Shown uint8

// What a request can show.
const (
	ShownAuth Shown = 1 << iota
	ShownOrigin
	ShownTarget
	ShownSecret // a header of a name that says nothing, compared in constant time
)

func shownOf(gives string) Shown {
	switch gives {
	case models.GivesAuth:
		return ShownAuth
	case models.GivesOrigin, models.GivesHost:
		return ShownOrigin
	case models.ShowsTarget:
		return ShownTarget
	}
	return 0
}

// step describes a function that a request passes. nexts are the calls by which
// it hands the request on; nil for one that a framework calls, which goes on by
// itself unless the function keeps it from that.
func (f *finder) step(fn *interp.Func, body *program.Func, nexts []next) Step {
	c := &checked{f: f, body: body, probe: f.l.Probe(fn), shown: f.derive(body, 0)}
	c.pass = map[int32]bool{}
	for _, n := range nexts {
		c.pass[n.block] = true
	}
	if nexts == nil {
		c.nextless()
	}
	s := Step{Func: fn}
	if len(c.pass) > 0 {
		s.Checks.Auth = c.check(ShownAuth | ShownSecret)
		s.Checks.Origin = c.check(ShownOrigin)
	}
	s.Checks.Body = slices.ContainsFunc(body.Calls, func(sym string) bool {
		rows := f.w.Models.Func(sym)
		return rows != nil && rows.Wrap != nil && slices.Contains(rows.Wrap.Gives, models.GivesBody)
	})
	return s
}

// A checked function.
type checked struct {
	f     *finder
	body  *program.Func
	probe *interp.Probe
	shown map[program.Ref]Shown
	pass  map[int32]bool // blocks that hand the request on
	stop  map[int32]bool // blocks that refuse for a framework
}

// nextless finds the blocks of a function that does not hand requests on itself:
// its middleware value was made for a placeholder, or a framework goes on when
// it returns.
func (c *checked) nextless() {
	c.stop = map[int32]bool{}
	var returns []int32
	for b := range c.body.Blocks {
		for i := range c.body.Blocks[b].Instrs {
			in := &c.body.Blocks[b].Instrs[i]
			switch {
			case in.Op == program.OpReturn:
				returns = append(returns, int32(b))
			case in.Op != program.OpCall:
			case in.Mode == program.CallInvoke && strings.HasSuffix(in.Sym, ").ServeHTTP"), in.Mode == program.CallDynamic && c.handsOn(in):
				c.pass[int32(b)] = true
			default:
				if rows := c.f.w.Models.Func(in.Sym); rows != nil && rows.Refuses {
					c.stop[int32(b)] = true
				}
			}
		}
	}
	if len(c.pass) == 0 && len(c.stop) > 0 {
		for _, b := range returns {
			if !c.stop[b] {
				c.pass[b] = true
			}
		}
	}
}

func (c *checked) handsOn(in *program.Instr) bool {
	request := c.f.requests(c.body)
	return len(in.Args) > 1 && slices.ContainsFunc(in.Args[1:], func(a program.Ref) bool { return request[a] })
}

// check judges how the function looks at what a request shows.
func (c *checked) check(what Shown) Check {
	var out Check
	looks := map[int32]bool{}   // blocks that branch on it
	refuses := map[int32]bool{} // those of them with a way that does not go on
	for b := range c.body.Blocks {
		blk := &c.body.Blocks[b]
		if len(blk.Succs) != 2 || len(blk.Instrs) == 0 || c.pass[int32(b)] {
			continue
		}
		last := &blk.Instrs[len(blk.Instrs)-1]
		if last.Op != program.OpIf || c.shown[last.Args[0]]&what == 0 || c.counts(last.Args[0]) {
			continue
		}
		looks[int32(b)] = true
		for _, s := range blk.Succs {
			if !c.goesOn(s, nil, map[int32]bool{}) && !c.busy(s, map[int32]bool{}) {
				refuses[int32(b)] = true
				out.Refuses = true
				if !out.Pos.IsValid() {
					out.Pos = c.posOf(int32(b))
				}
			}
		}
	}
	if !out.Refuses {
		out.Ignored = len(looks) > 0
		return out
	}
	barrier := refuses
	if what&ShownOrigin != 0 { // a request that shows none comes from no page
		barrier = looks
	}
	bypass := &way{barrier: barrier, seen: map[int32]bool{}}
	out.Bypass = c.goesOn(0, bypass, bypass.seen)
	if out.Bypass {
		out.Unless = c.unless(bypass)
		return out
	}
	for b := range refuses {
		if open, unless := c.helped(b, what, 0); open {
			out.Bypass, out.Unless = true, unless
		}
	}
	return out
}

// counts reports whether a condition compares numbers: how often somebody came
// says nothing of who it is.
func (c *checked) counts(cond program.Ref) bool {
	in, _ := negated(c.body, cond)
	return in != nil && in.Op == program.OpBinOp && strings.ContainsAny(in.Sym, "<>")
}

// tooMany is the status by which a limiter refuses, whoever is asking.
const tooMany = 429

// busy reports whether a way that does not go on answers that there are too many
// requests.
func (c *checked) busy(b int32, seen map[int32]bool) bool {
	if seen[b] {
		return false
	}
	seen[b] = true
	blk := &c.body.Blocks[b]
	for i := range blk.Instrs {
		in := &blk.Instrs[i]
		if (in.Op == program.OpCall || in.Op == program.OpStore) && slices.ContainsFunc(in.Args, func(a program.Ref) bool { return number(c.body, a) == tooMany }) {
			return true
		}
	}
	return slices.ContainsFunc(blk.Succs, func(s int32) bool { return c.busy(s, seen) })
}

func (c *checked) posOf(b int32) program.Pos {
	blk := &c.body.Blocks[b]
	for i := len(blk.Instrs) - 1; i >= 0; i-- {
		if blk.Instrs[i].Pos.IsValid() {
			return blk.Instrs[i].Pos
		}
	}
	return c.body.Pos
}

// A way through a function that avoids blocks.
type way struct {
	barrier map[int32]bool
	seen    map[int32]bool
	last    []int32 // branches on the way, in the order of the search
}

// goesOn reports whether control can come from a block to one that hands the
// request on, without the blocks of a barrier, and without the requests that
// are let through for what they ask for: a health check, the preflight of a
// browser.
func (c *checked) goesOn(b int32, w *way, seen map[int32]bool) bool {
	if seen[b] || c.stop[b] {
		return false
	}
	seen[b] = true
	if w != nil && w.barrier[b] {
		return false
	}
	if c.pass[b] {
		return true
	}
	blk := &c.body.Blocks[b]
	succs := blk.Succs
	if w != nil && len(succs) == 2 {
		succs = c.open(blk)
		w.last = append(w.last, b)
	}
	for _, s := range succs {
		if c.goesOn(s, w, seen) {
			return true
		}
	}
	if w != nil && len(succs) > 0 && len(w.last) > 0 && w.last[len(w.last)-1] == b {
		w.last = w.last[:len(w.last)-1]
	}
	return false
}

// open lists the successors of a branch that a request can take: known values
// decide it, and one about the target is taken for what is not exempt.
func (c *checked) open(blk *program.Block) []int32 {
	last := &blk.Instrs[len(blk.Instrs)-1]
	if last.Op != program.OpIf {
		return blk.Succs
	}
	cond := last.Args[0]
	if c.probe != nil {
		if known, ok := truth(c.probe.Value(cond)); ok {
			if known {
				return blk.Succs[:1]
			}
			return blk.Succs[1:]
		}
	}
	in, not := negated(c.body, cond)
	switch shown := c.shown[cond]; {
	case shown&(ShownAuth|ShownOrigin) != 0:
		return blk.Succs
	case shown&ShownTarget == 0 && !comparesText(c.body, in):
		return blk.Succs
	}
	if in != nil && in.Op == program.OpBinOp && in.Sym == "!=" {
		not = !not
	}
	if not {
		return blk.Succs[:1]
	}
	return blk.Succs[1:]
}

// negated returns what makes a condition, without the negations around it.
func negated(body *program.Func, cond program.Ref) (in *program.Instr, not bool) {
	in = definition(body, cond)
	for in != nil && in.Op == program.OpUnOp && in.Sym == "!" {
		not = !not
		in = definition(body, in.Args[0])
	}
	return in, not
}

// comparesText reports whether a value is compared with a text that is not
// empty: a mode that has to be chosen.
func comparesText(body *program.Func, in *program.Instr) bool {
	return in != nil && in.Op == program.OpBinOp && (in.Sym == "==" || in.Sym == "!=") &&
		slices.ContainsFunc(in.Args, func(a program.Ref) bool { s, ok := constText(body, a); return ok && s != "" })
}

// truth returns the boolean that a value is.
func truth(v interp.Value) (value, known bool) { return interp.AsBool(v) }

// unless says what lets a request pass without a check.
func (c *checked) unless(w *way) string {
	for _, b := range slices.Backward(w.last) {
		blk := &c.body.Blocks[b]
		last := &blk.Instrs[len(blk.Instrs)-1]
		if last.Op != program.OpIf || c.probe == nil {
			continue
		}
		if name := c.setting(last.Args[0], 4); name != "" {
			return name
		}
	}
	return ""
}

// setting names what an operator sets among what a value is made of.
func (c *checked) setting(r program.Ref, depth int) string {
	if depth == 0 || r <= 0 {
		return ""
	}
	if name := settingOf(c.probe.Value(r)); name != "" {
		return name
	}
	in := definition(c.body, r)
	if in == nil {
		return ""
	}
	if rows := c.f.w.Models.Func(in.Sym); in.Op == program.OpCall && rows != nil && rows.Setting != nil {
		if p, err := models.ParsePath(rows.Setting.Name); err == nil && p.Root == models.RootArg {
			i := p.Index
			if strings.HasPrefix(in.Sym, "(") {
				i++
			}
			if i < len(in.Args) {
				if name, ok := constText(c.body, in.Args[i]); ok {
					return rows.Setting.What + " " + name
				}
			}
		}
	}
	for _, a := range in.Args {
		if name := c.setting(a, depth-1); name != "" {
			return name
		}
	}
	return ""
}

func settingOf(v interp.Value) string {
	for _, alt := range interp.Alternatives(interp.Plain(v)) {
		switch u := interp.Plain(alt).(type) {
		case *interp.Unknown:
			if u.Setting != "" {
				return u.Setting
			}
		case *interp.Text:
			for _, p := range u.Parts {
				if p.Source != nil && p.Source.Setting != "" {
					return p.Source.Setting
				}
			}
		}
	}
	return ""
}
