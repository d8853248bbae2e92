package tooldesc

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/mcpvet/mcpvet/internal/finding"
	"github.com/mcpvet/mcpvet/internal/fix"
	"github.com/mcpvet/mcpvet/internal/interp"
	"github.com/mcpvet/mcpvet/internal/inventory"
	"github.com/mcpvet/mcpvet/internal/passes/posture"
	"github.com/mcpvet/mcpvet/internal/passes/toolmeta"
	"github.com/mcpvet/mcpvet/internal/program"
)

// A group is what one server offers in one list, in the order of registration.
type group struct {
	owner any    // *interp.Server, or *interp.Unknown for a server that a caller hands in
	list  string // of the protocol: tools, prompts, resources, resource templates
	tools []*tool
}

// groups sorts descriptors by server and list. They are those of toolmeta: of
// descriptors that one helper writes, posture keeps one per name.
func groups(surface *posture.Result, meta *toolmeta.Result) []*group {
	servers := map[*interp.Server]*posture.Server{}
	for _, s := range surface.Servers {
		servers[s.Server] = s
	}
	type id struct {
		owner any
		list  string
	}
	index := map[id]*group{}
	var out []*group
	add := func(owner any, t *tool) {
		k := id{owner, listOf(t.Kind)}
		if k.list == "" || identity(t).Value == "" || !identity(t).Known {
			return
		}
		g := index[k]
		if g == nil {
			g = &group{owner: owner, list: k.list}
			index[k] = g
			out = append(out, g)
		}
		g.tools = append(g.tools, t)
	}
	for _, t := range meta.Tools {
		on := interp.ServersOf(t.Reg.Server)
		for _, s := range on {
			add(s, &tool{Tool: t, server: servers[s]})
		}
		if u, ok := interp.Plain(t.Reg.Server).(*interp.Unknown); ok && u.Param {
			add(u, &tool{Tool: t})
		}
	}
	for _, g := range out {
		slices.SortStableFunc(g.tools, func(a, b *tool) int { return cmp.Compare(a.Reg.Order, b.Reg.Order) })
	}
	return out
}

// listOf returns the list of the protocol that a kind appears in.
func listOf(kind string) string {
	switch kind {
	case inventory.KindTool, inventory.KindTask, inventory.KindSession:
		return "tools"
	case inventory.KindPrompt:
		return "prompts"
	case inventory.KindResource:
		return "resources"
	case inventory.KindResourceTemplate:
		return "resource templates"
	}
	return ""
}

// identity returns the text by which a server keeps t.
func identity(t *tool) toolmeta.Text {
	if t.Kind == inventory.KindResource || t.Kind == inventory.KindResourceTemplate {
		return t.URI
	}
	return t.Name
}

// pairs reports what two descriptors of one list have in common.
func (c *checker) pairs(groups []*group, removed []interp.Removal) {
	for _, g := range groups {
		live := c.duplicates(g, removed)
		if g.list == "tools" || g.list == "prompts" {
			c.lookalikes(live)
		}
		if g.list == "tools" {
			c.echoes(live)
		}
	}
}

// duplicates reports what is registered twice, and returns what the server
// has in the end.
func (c *checker) duplicates(g *group, removed []interp.Removal) []*tool {
	var live []*tool
	var taken []string
	for _, t := range g.tools {
		taken = append(taken, t.Name.Value)
	}
	for _, t := range g.tools {
		i := slices.IndexFunc(live, func(o *tool) bool {
			return identity(o).Value == identity(t).Value && o.ofSession() == t.ofSession()
		})
		switch {
		case i < 0:
			live = append(live, t)
			continue
		case takenOff(g, live[i], t, removed), sameDescriptor(live[i], t), t.ofSession(): // sessions may differ
		default:
			c.duplicate(live[i], t, taken)
		}
		if !t.Reg.Conditional {
			live[i] = t
		}
	}
	for _, t := range live {
		i := slices.IndexFunc(live, func(o *tool) bool { return o.Name.Value == t.Name.Value && !o.ofSession() })
		if t.ofSession() && i >= 0 {
			c.report(t, "shadow", finding.Finding{
				Pos: t.at(), Message: fmt.Sprintf("%s hides the tool of that name%s from its session", t.label(), onServer(t)),
				Severity: finding.Note, Profile: finding.Pedantic,
				Related: []finding.Evidence{{Pos: live[i].at(), Text: live[i].label()}},
			})
		}
	}
	return live
}

// ofSession reports whether only one session has t.
func (t *tool) ofSession() bool { return t.Kind == inventory.KindSession }

// sameDescriptor reports whether a and b are one descriptor that is reached
// twice, or two that the first one can be.
func sameDescriptor(a, b *tool) bool {
	return a.Reg == b.Reg ||
		a.Pos == b.Pos && a.Name.Pos == b.Name.Pos && a.Description.Pos == b.Description.Pos && a.Description.Value == b.Description.Value
}

// takenOff reports whether the first one may be removed before the second
// comes. What is removed for sure is not among the registrations any more.
func takenOff(g *group, first, second *tool, removed []interp.Removal) bool {
	return slices.ContainsFunc(removed, func(r interp.Removal) bool {
		if r.Order < first.Reg.Order || r.Order > second.Reg.Order || listOf(r.Kind) != g.list || !owns(g.owner, r.Server) {
			return false
		}
		return len(r.Names) == 0 || slices.ContainsFunc(r.Names, func(v interp.Value) bool {
			name, known := interp.AsString(v)
			return !known || name == identity(first).Value
		})
	})
}

func owns(owner any, server interp.Value) bool {
	if s, ok := owner.(*interp.Server); ok {
		return slices.Contains(interp.ServersOf(server), s)
	}
	return interp.Plain(server) == owner
}

// duplicate reports that second takes the place of first.
func (c *checker) duplicate(first, second *tool, taken []string) {
	what := fmt.Sprintf("%s %q", kindOf(second.Kind), identity(second).Value)
	f := finding.Finding{
		Pos:      second.at(written(identity(second))),
		Severity: finding.Error, Profile: finding.Regular,
		Related: []finding.Evidence{{Pos: first.at(written(identity(first))), Text: "the first " + what}},
	}
	twice := what + " is registered twice" + onServer(second)
	firstMay, secondMay := c.may(first, second)
	task := (first.Kind == inventory.KindTask) != (second.Kind == inventory.KindTask)
	switch {
	case firstMay:
		// They may be on exclusive arms of one branch; the arm that is not
		// taken when the other one returns counts as taken always.
		f.Message = twice + ", on a condition"
		f.Severity, f.Confidence, f.Profile = finding.Note, finding.Low, finding.Auditor
	case secondMay:
		f.Message = twice + ": on a condition the second replaces the first"
		f.Severity, f.Confidence, f.Profile = finding.Note, finding.Medium, finding.Pedantic
	case task:
		f.Message = twice + ", as a tool and as a task tool"
	case first.Reg.Model == nil || second.Reg.Model == nil:
		f.Message = twice
	default:
		f.Message = twice + ": the second replaces the first"
	}
	if !firstMay && !secondMay && c.handlers != nil && second.isTool() {
		f.Fixes = fix.Rename(c.src, second.Name.Pos, second.Name.Value, c.handlers.Handlers[second.Reg], taken)
	}
	c.report(second, "duplicate", f)
}

// may reports for each of two descriptors whether the server may come to be
// without it while it has the other one.
func (c *checker) may(first, second *tool) (firstMay, secondMay bool) {
	firstMay, secondMay = first.Reg.Conditional, second.Reg.Conditional
	if a, b := c.root(first), c.root(second); a != b {
		// Nothing runs both, as far as is known, but what every start does.
		firstMay, secondMay = firstMay || !starts(a), secondMay || !starts(b)
	}
	return firstMay, secondMay
}

// root returns the id of the function whose evaluation led to a registration:
// the caller of its outermost call.
func (c *checker) root(t *tool) string {
	if len(t.Reg.Calls) == 0 {
		return t.Reg.Func
	}
	outermost := t.Reg.Calls[len(t.Reg.Calls)-1]
	if c.callers == nil {
		c.callers = callers(c.world)
	}
	return c.callers[outermost]
}

// callers maps the position of each call to the function that it stands in.
func callers(w *interp.World) map[program.Pos]string {
	out := map[program.Pos]string{}
	for _, pkg := range w.Packages() {
		for id, f := range pkg.Funcs {
			for _, b := range f.Blocks {
				for _, in := range b.Instrs {
					switch in.Op {
					case program.OpCall, program.OpGo, program.OpDefer:
						out[in.Pos] = id
					}
				}
			}
		}
	}
	return out
}

// starts reports whether a function runs whenever the program starts.
func starts(id string) bool {
	return strings.HasSuffix(id, ".main") || strings.HasSuffix(id, ".init")
}

// onServer names the server in a message.
func onServer(t *tool) string {
	if t.server != nil && t.server.Name != "" {
		return fmt.Sprintf(" on server %q", t.server.Name)
	}
	return " on one server"
}

// lookalikes reports names that a reader takes for one another.
func (c *checker) lookalikes(live []*tool) {
	seen := map[string][]*tool{}
	for _, t := range live {
		if t.ofSession() {
			continue // of one session, which need not have the other
		}
		k := skeleton(t.Name.Value)
		for _, o := range seen[k] {
			if o.Name.Value != t.Name.Value && o.Reg != t.Reg {
				c.lookalike(o, t)
				break
			}
		}
		seen[k] = append(seen[k], t)
	}
}

func (c *checker) lookalike(first, second *tool) {
	f := finding.Finding{
		Pos: second.at(), Severity: finding.Warning, Profile: finding.Regular,
		Related: []finding.Evidence{{Pos: first.at(), Text: first.label()}},
	}
	var how string
	switch alike(first.Name.Value, second.Name.Value) {
	case byScript:
		how, f.Severity = "in characters that look the same", finding.Error
	case byCase:
		how = "in case and separators"
	case byDigit:
		how = "in digits and the letters that they look like"
	default:
		return
	}
	if firstMay, secondMay := c.may(first, second); firstMay || secondMay {
		f.Profile, f.Confidence = finding.Pedantic, finding.Medium
	}
	f.Message = fmt.Sprintf("%s and %s%s differ only %s", second.label(), first.label(), onServer(second), how)
	c.report(second, "lookalike", f)
}

// echoes reports descriptions that another tool has as well.
func (c *checker) echoes(live []*tool) {
	first := map[string]*tool{}
	for _, t := range live {
		text := strings.Join(strings.Fields(strings.ToLower(t.Description.Value)), " ")
		if !t.Description.Known || blank(text) || t.ofSession() {
			continue
		}
		o := first[text]
		if o == nil {
			first[text] = t
			continue
		}
		if firstMay, secondMay := c.may(o, t); firstMay || secondMay || o.Name.Value == t.Name.Value || o.Reg == t.Reg {
			continue
		}
		c.report(t, "echo", finding.Finding{
			Pos: t.at(t.Description), Severity: finding.Warning, Profile: finding.Pedantic,
			Message: fmt.Sprintf("%s has the description of %s%s", t.label(), o.label(), onServer(t)),
			Related: []finding.Evidence{{Pos: o.at(o.Description), Text: "the description of " + o.label()}},
		})
	}
}
