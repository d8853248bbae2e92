package report

import (
	"bufio"
	"cmp"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/jedib0t/go-pretty/v6/text"

	"github.com/mcpvet/mcpvet/checklist"
	"github.com/mcpvet/mcpvet/internal/inventory"
)

// The answers to an item of the checklist, as the inventory has them, in the
// order in which a reader wants them.
var answers = []string{"fail", "unknown", "pass", "n/a"}

// items lists the items of the checklist: the rules that answer them.
func items() []checklist.Rule {
	return slices.DeleteFunc(slices.Clone(checklist.All()), func(r checklist.Rule) bool { return r.Group != checklist.Checklist })
}

// answer returns how a tool stands to an item, "unknown" where nobody has
// asked.
func answer(t *inventory.Tool, slug string) string {
	if st := t.Controls[slug]; st != nil && slices.Contains(answers, st.State) {
		return st.State
	}
	return "unknown"
}

// A reason is why tools have the same answer to an item.
type reason struct {
	state, text string
	tools       []*inventory.Tool
	places      []inventory.Position
}

// place returns the place that is that of all of several tools, "" if there is
// none.
func (r *reason) place() string {
	if len(r.places) < 2 || slices.ContainsFunc(r.places, func(p inventory.Position) bool { return line(p) != line(r.places[0]) }) {
		return ""
	}
	return line(r.places[0])
}

// line names the line of a place, "" for none.
func line(p inventory.Position) string {
	at := positionOf(p)
	if !at.IsValid() {
		return ""
	}
	at.Column = 0
	return clean(at.String())
}

// reasons groups the answers of tools to an item by what they say, the gravest
// and the most frequent first. Only the first evidence of a cell counts.
func reasons(tools []*inventory.Tool, slug string) []*reason {
	type key struct{ state, text string }
	by := map[key]*reason{}
	var out []*reason
	for _, t := range tools {
		k := key{answer(t, slug), "it was not asked"}
		var at inventory.Position
		if st := t.Controls[slug]; st != nil && len(st.Evidence) > 0 {
			k.text, at = st.Evidence[0].Text, st.Evidence[0].Position
		}
		if by[k] == nil {
			by[k] = &reason{state: k.state, text: k.text}
			out = append(out, by[k])
		}
		by[k].tools, by[k].places = append(by[k].tools, t), append(by[k].places, at)
	}
	slices.SortStableFunc(out, func(a, b *reason) int {
		return cmp.Or(slices.Index(answers, a.state)-slices.Index(answers, b.state), len(b.tools)-len(a.tools))
	})
	return out
}

// A section is the tools of one server, or those whose server is not known.
type section struct {
	server *inventory.Server // nil where it is not known
	tools  []*inventory.Tool
}

// sections returns the servers with their tools, by name.
func sections(inv *inventory.Inventory) []section {
	var out []section
	known := map[string]bool{}
	take := func(s *inventory.Server, mine func(*inventory.Tool) bool) {
		var tools []*inventory.Tool
		for _, t := range inv.Tools {
			if mine(t) {
				tools = append(tools, t)
			}
		}
		slices.SortStableFunc(tools, func(a, b *inventory.Tool) int {
			return cmp.Or(cmp.Compare(a.DisplayName(), b.DisplayName()), compareTool(a, b))
		})
		if s != nil || len(tools) > 0 {
			out = append(out, section{s, tools})
		}
	}
	for _, s := range inv.Servers {
		known[s.ID] = true
		take(s, func(t *inventory.Tool) bool { return serverID(t) == s.ID && t.Server != nil })
	}
	take(nil, func(t *inventory.Tool) bool { return t.Server == nil || !known[*t.Server] })
	return out
}

// tally counts the answers of tools to an item.
func tally(tools []*inventory.Tool, slug string) map[string]int {
	n := map[string]int{}
	for _, t := range tools {
		n[answer(t, slug)]++
	}
	return n
}

// Checklist writes for people how each tool stands to each item of the
// checklist: for each server the sums, the matrix, and why.
func Checklist(w io.Writer, inv *inventory.Inventory, opts TableOptions) error {
	bw := bufio.NewWriter(w)
	c := &checklistWriter{toolsWriter{w: bw, inv: complete(inv), opts: opts, p: painter{opts.Color}}}
	for _, s := range sections(c.inv) {
		c.section(s)
	}
	c.notSeen()
	for _, l := range wrap("A tool passes only where the control is proven; unknown (?) is no pass.", opts.Width) {
		c.line(c.p.dim(l))
	}
	if err := bw.Flush(); err != nil {
		return fmt.Errorf("write checklist: %w", err)
	}
	return nil
}

type checklistWriter struct{ toolsWriter }

func (c *checklistWriter) section(s section) {
	if s.server != nil {
		c.line(serverHeading(c.p, s.server, c.opts.Width))
	} else {
		c.line(c.p.bold("Server unknown") + "  " + c.p.dim("registered where no construction of a server was found"))
	}
	if len(s.tools) == 0 {
		c.line("  " + c.p.dim("no tool is registered on it"))
		c.line("")
		return
	}
	c.line("")
	c.sums(s.tools)
	c.line("")
	c.matrix(s.tools)
	c.line("")
	for _, item := range items() {
		c.why(s.tools, item.Slug)
	}
	c.line("")
}

// sums writes how many tools have which answer to each item.
func (c *checklistWriter) sums(tools []*inventory.Tool) {
	columns := []column{
		{title: "item", style: painter.bold}, {title: "pass", right: true}, {title: "fail", right: true}, {title: "n/a", right: true}, {title: "?", right: true},
		{title: count(len(tools), "tool"), shrink: wrapCell, least: 20},
	}
	var rows [][]string
	for _, item := range items() {
		n := tally(tools, item.Slug)
		row := []string{item.Slug}
		for _, s := range []string{"pass", "fail", "n/a", "unknown"} {
			if n[s] == 0 {
				row = append(row, "-")
			} else {
				row = append(row, strconv.Itoa(n[s]))
			}
		}
		rows = append(rows, append(row, item.Item))
	}
	for _, l := range renderTable(columns, rows, c.opts.Width, c.p) {
		c.line(l)
	}
}

// least is how wide a cell of the matrix is at least: "pass", and "fail".
const leastCell = 4

// matrix writes a line for each tool. Heads are cut where the slugs do not fit
// beside the names; a name that is too long has a line of its own.
func (c *checklistWriter) matrix(tools []*inventory.Tool) {
	var heads []string
	for _, item := range items() {
		heads = append(heads, item.Slug)
	}
	names := make([]string, len(tools))
	longest := len("tool")
	for i, t := range tools {
		names[i] = c.nameColumn("tool").cell(t)
		longest = max(longest, width(names[i]))
	}
	full := tableIndent + longest
	for _, h := range heads {
		full += tableGap + len(h)
	}
	gap := tableGap
	if c.opts.Width > 0 && full > c.opts.Width {
		gap = 1
		for i, h := range heads {
			heads[i] = h[:min(len(h), leastCell)]
		}
		longest = max(min(longest, c.opts.Width-tableIndent-len(heads)*(leastCell+gap)), len("tool"))
	}
	row := func(name string, style func(string) string, cells []string, paint func(string, string) string) {
		line := strings.Repeat(" ", tableIndent) + style(pad(name, longest))
		for i, cell := range cells {
			line += strings.Repeat(" ", gap) + paint(cell, pad(cell, max(len(heads[i]), leastCell)))
		}
		c.line(line)
	}
	plain := func(s string) string { return s }
	row("tool", c.p.dim, heads, func(_, s string) string { return c.p.dim(s) })
	for i, t := range tools {
		var cells []string
		for _, item := range items() {
			cells = append(cells, strings.Replace(answer(t, item.Slug), "unknown", "?", 1))
		}
		name := names[i]
		if width(name) > longest {
			c.line(strings.Repeat(" ", tableIndent) + c.p.bold(name))
			name = ""
		}
		style := c.p.bold
		if name == "" {
			style = plain
		}
		row(name, style, cells, func(cell, s string) string { return c.p.answer(strings.Replace(cell, "?", "unknown", 1), s) })
	}
}

// answer colours an answer.
func (p painter) answer(state, label string) string {
	switch state {
	case "pass":
		return p.paint(label, text.FgGreen)
	case "fail":
		return p.paint(label, text.Bold, text.FgRed)
	case "unknown":
		return p.paint(label, text.FgYellow)
	}
	return p.dim(label)
}

// shownReasons is how many reasons for the answers to an item are told.
const shownReasons = 10

// shownTools is how many tools are named with a reason that many have.
const shownTools = 4

// why writes the evidence for the answers to an item: each reason once, with the
// tools that it holds for.
func (c *checklistWriter) why(tools []*inventory.Tool, slug string) {
	list := reasons(tools, slug)
	if !c.opts.Wide {
		list = slices.DeleteFunc(list, func(r *reason) bool { return r.state == "n/a" })
	}
	if len(list) == 0 {
		return
	}
	c.line("  " + c.p.bold(slug))
	const indent = 4
	hang := strings.Repeat(" ", indent+leastCell+tableGap)
	for i, r := range list {
		if i == shownReasons && !c.opts.Wide {
			c.line(hang + c.p.dim(fmt.Sprintf("and %s; --wide shows all", count(len(list)-i, "other reason"))))
			break
		}
		label := strings.Replace(r.state, "unknown", "?", 1)
		for i, l := range wrap(clean(r.text), c.left(hang)) {
			if i == 0 {
				c.line(strings.Repeat(" ", indent) + c.p.answer(r.state, pad(label, leastCell)) + strings.Repeat(" ", tableGap) + l)
				continue
			}
			c.line(hang + l)
		}
		shown := len(r.tools)
		if !c.opts.Wide && shown > shownTools+1 {
			shown = shownTools
		}
		one := r.place() // of all of them
		var names []string
		for i, t := range r.tools[:shown] {
			name := clean(t.DisplayName())
			if at := line(r.places[i]); at != "" && one == "" {
				name += " (" + at + ")"
			}
			names = append(names, name)
		}
		if rest := len(r.tools) - shown; rest > 0 {
			names = append(names, fmt.Sprintf("and %d more", rest))
		}
		text := strings.Join(names, ", ")
		if one != "" {
			text = "at " + one + ": " + text
		}
		for _, l := range wrap(text, c.left(hang)) {
			c.line(hang + c.p.dim(l))
		}
	}
}

// left is how many cells are left behind an indent, 0 for any number.
func (c *checklistWriter) left(indent string) int {
	if c.opts.Width <= 0 {
		return 0
	}
	return max(c.opts.Width-len(indent), 20)
}
