package report

import (
	"bufio"
	"cmp"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/mcpvet/mcpvet/internal/inventory"
)

// TableOptions are the options of ToolsTable and RulesTable.
type TableOptions struct {
	Width int  // cells of a line; 0: never shorten or wrap
	Wide  bool // every column in full, whatever the width
	Color bool // colour with ANSI escapes
}

// ToolsTable writes the inventory for people: each server with its tools,
// resources, templates, prompts and completions, then what could not be
// determined and what was not seen. Names are never shortened.
func ToolsTable(w io.Writer, inv *inventory.Inventory, opts TableOptions) error {
	bw := bufio.NewWriter(w)
	t := &toolsWriter{w: bw, inv: complete(inv), opts: opts, p: painter{opts.Color}}
	if opts.Wide {
		t.opts.Width = 0
	}
	t.write()
	if err := bw.Flush(); err != nil {
		return fmt.Errorf("write inventory: %w", err)
	}
	return nil
}

type toolsWriter struct {
	w     *bufio.Writer
	inv   *inventory.Inventory
	opts  TableOptions
	p     painter
	marks bool // a hint was shown that only the SDK states
}

func (t *toolsWriter) line(s string) {
	_, _ = t.w.WriteString(strings.TrimRight(s, " ") + "\n") // Flush reports the error
}

func (t *toolsWriter) write() {
	known := map[string]bool{}
	for _, s := range t.inv.Servers {
		known[s.ID] = true
		t.line(serverHeading(t.p, s, t.opts.Width))
		t.sections(func(tool *inventory.Tool) bool { return tool.Server != nil && *tool.Server == s.ID })
	}
	orphan := func(tool *inventory.Tool) bool { return tool.Server == nil || !known[*tool.Server] }
	all := slices.Concat(t.inv.Tools, t.inv.Resources, t.inv.ResourceTemplates, t.inv.Prompts, t.inv.Completions)
	if slices.ContainsFunc(all, orphan) {
		t.line(t.p.bold("Server unknown") + "  " + t.p.dim("registered where no construction of a server was found"))
		t.sections(orphan)
	}
	if t.marks {
		for _, l := range wrap("Hints: as the code states them; in parentheses what only the SDK's default says; ! means false.", t.opts.Width) {
			t.line(t.p.dim(l))
		}
		t.line("")
	}
	t.notSeen()
	t.totals()
}

// sections writes what one server offers, by kind, without the empty kinds.
func (t *toolsWriter) sections(mine func(*inventory.Tool) bool) {
	empty := true
	for _, s := range []struct {
		title   string
		items   []*inventory.Tool
		columns []column
	}{
		{"tool", t.inv.Tools, t.toolColumns()},
		{"resource", t.inv.Resources, t.resourceColumns()},
		{"resource template", t.inv.ResourceTemplates, t.resourceColumns()},
		{"prompt", t.inv.Prompts, t.promptColumns()},
		{"completion", t.inv.Completions, t.promptColumns()},
	} {
		var items []*inventory.Tool
		for _, item := range s.items {
			if mine(item) {
				items = append(items, item)
			}
		}
		if len(items) == 0 {
			continue
		}
		slices.SortStableFunc(items, func(a, b *inventory.Tool) int {
			return cmp.Or(cmp.Compare(a.DisplayName(), b.DisplayName()), compareTool(a, b))
		})
		empty = false
		t.line("")
		t.line("  " + count(len(items), s.title))
		var rows [][]string
		for _, item := range items {
			row := make([]string, len(s.columns))
			for i, c := range s.columns {
				row[i] = c.cell(item)
			}
			rows = append(rows, row)
		}
		for _, l := range renderTable(s.columns, rows, t.opts.Width, t.p) {
			t.line(l)
		}
		t.unknown(items)
	}
	if empty {
		t.line("  " + t.p.dim("nothing is registered on it"))
	}
	t.line("")
}

// A column of a table: its title, how a cell is made, and what may be cut.
type column struct {
	title  string
	cell   func(*inventory.Tool) string
	shrink func(string, int) string // cuts a cell to a width; nil: never cut
	least  int                      // cells below which the column is dropped rather than cut
	right  bool                     // aligned to the right
	style  func(painter, string) string
}

func (t *toolsWriter) toolColumns() []column {
	out := []column{t.nameColumn("tool"), t.placeColumn(), {title: "hints", cell: t.hints}, doesColumn(), t.handlerColumn(), argsColumn()}
	if t.opts.Wide {
		out = append(out,
			column{title: "changes", cell: func(tool *inventory.Tool) string { return tool.Changes }},
			column{title: "destructive", cell: func(tool *inventory.Tool) string { return tool.Destructive }},
			column{title: "effects", cell: func(tool *inventory.Tool) string { return strings.Join(tool.Effects, " ") }},
			descriptionColumn())
	}
	return dropEmpty(out, t.inv.Tools)
}

// doesColumn says in one word what a tool does to what exists.
func doesColumn() column {
	return column{title: "does", cell: func(tool *inventory.Tool) string {
		switch {
		case tool.Changes == "":
			return ""
		case tool.Destructive == "yes":
			return "destructive"
		case tool.Changes == "yes":
			return "changes"
		case tool.Changes == "no" && tool.Destructive == "no":
			return "reads"
		}
		return "?"
	}}
}

func (t *toolsWriter) resourceColumns() []column {
	out := []column{t.nameColumn("name"), {title: "uri", shrink: keepStart, least: 12,
		cell: func(tool *inventory.Tool) string { return clean(tool.URI) }}, t.placeColumn(), t.handlerColumn()}
	if t.opts.Wide {
		out = append(out, descriptionColumn())
	}
	return out
}

func (t *toolsWriter) promptColumns() []column {
	out := []column{t.nameColumn("name"), t.placeColumn(), t.handlerColumn(), argsColumn()}
	if t.opts.Wide {
		out = append(out, descriptionColumn())
	}
	return out
}

// dropEmpty removes the optional columns that no tool fills: effects are
// absent until they are computed.
func dropEmpty(columns []column, tools []*inventory.Tool) []column {
	optional := []string{"does", "changes", "destructive", "effects"}
	return slices.DeleteFunc(columns, func(c column) bool {
		return slices.Contains(optional, c.title) &&
			!slices.ContainsFunc(tools, func(tool *inventory.Tool) bool { return c.cell(tool) != "" })
	})
}

func (t *toolsWriter) nameColumn(title string) column {
	return column{title: title, style: painter.bold, cell: func(tool *inventory.Tool) string {
		name := clean(tool.DisplayName())
		switch {
		case tool.Name == nil && tool.Pattern != "":
			name += " (family)"
		case tool.Kind == inventory.KindTask || tool.Kind == inventory.KindSession || tool.Kind == inventory.KindMethod:
			name += " (" + tool.Kind + ")"
		}
		return name
	}}
}

func (t *toolsWriter) placeColumn() column {
	return column{title: "where", shrink: keepFile, least: 14, style: painter.path, cell: func(tool *inventory.Tool) string {
		pos := positionOf(tool.Position, tool.Registration)
		if !t.opts.Wide {
			pos.Column = 0
		}
		return clean(pos.String())
	}}
}

func (t *toolsWriter) handlerColumn() column {
	return column{title: "handler", shrink: keepEnd, least: 10, cell: func(tool *inventory.Tool) string {
		if tool.Handler == nil {
			return "?"
		}
		name := clean(tool.Handler.Name)
		if !t.opts.Wide {
			return bareFunc(name)
		}
		return fmt.Sprintf("%s %s:%d", name, clean(tool.Handler.File), tool.Handler.Line)
	}}
}

func argsColumn() column {
	return column{title: "args", right: true, cell: func(tool *inventory.Tool) string {
		if isUnknown(tool, "schema") {
			return "?"
		}
		return strconv.Itoa(len(tool.Properties))
	}}
}

func descriptionColumn() column {
	return column{title: "description", cell: func(tool *inventory.Tool) string { return clean(tool.Description) }}
}

func isUnknown(tool *inventory.Tool, part string) bool {
	return slices.ContainsFunc(tool.Unknown, func(u inventory.Unknown) bool { return u.Part == part })
}

// bareFunc drops the package of a function's full name:
// "(*example.com/x/tools.Server).Delete" becomes "(*Server).Delete".
func bareFunc(name string) string {
	start := max(strings.IndexFunc(name, func(r rune) bool { return r != '(' && r != '*' }), 0)
	path := name[start:]
	if end := strings.IndexAny(path, "[)"); end >= 0 { // not into type arguments
		path = path[:end]
	}
	slash := strings.LastIndex(path, "/") + 1
	dot := strings.Index(path[slash:], ".")
	return name[:start] + name[start+slash+dot+1:]
}

// hints are the annotations of a tool in short.
func (t *toolsWriter) hints(tool *inventory.Tool) string {
	var stated, defaults []string
	for _, h := range []struct{ name, short string }{
		{"readOnlyHint", "ro"}, {"destructiveHint", "destr"}, {"idempotentHint", "idem"}, {"openWorldHint", "open"},
	} {
		if v, ok := tool.Declared[h.name].(bool); ok {
			switch {
			case v:
				stated = append(stated, h.short)
			case t.opts.Wide || tellsMore(tool, h.name):
				stated = append(stated, "!"+h.short)
			}
			continue
		}
		// A default of false says nothing that silence would not.
		if v, ok := tool.Annotations[h.name].(bool); ok && v {
			defaults = append(defaults, h.short)
		}
	}
	if len(defaults) > 0 {
		stated = append(stated, "("+strings.Join(defaults, " ")+")")
	}
	t.marks = t.marks || len(stated) > 0
	if isUnknown(tool, "annotations") {
		stated = append(stated, "?")
	}
	return cmp.Or(strings.Join(stated, " "), "-")
}

// tellsMore reports whether a hint that is stated as false says more than
// silence: a tool that only reads destroys nothing anyway, and not being
// idempotent is what the protocol assumes.
func tellsMore(tool *inventory.Tool, hint string) bool {
	readOnly, _ := tool.Declared["readOnlyHint"].(bool)
	return hint != "idempotentHint" && (hint != "destructiveHint" || !readOnly)
}

// unknown writes the parts of the items that could not be determined.
func (t *toolsWriter) unknown(items []*inventory.Tool) {
	for _, item := range items {
		if len(item.Unknown) == 0 {
			continue
		}
		head, reason := "  ? "+clean(item.DisplayName())+"  ", clean(unknownText(item))
		if t.opts.Width <= 0 || width(head)+width(reason) <= t.opts.Width {
			t.line(head + t.p.dim(reason))
			continue
		}
		t.line(head)
		for _, l := range wrap(reason, t.opts.Width-6) {
			t.line("      " + t.p.dim(l))
		}
	}
}

func (t *toolsWriter) notSeen() {
	for i, n := range t.inv.NotSeen {
		if i == 0 {
			t.line(t.p.bold(fmt.Sprintf("Not seen (%d)", len(t.inv.NotSeen))))
		}
		for _, l := range entry(t.p, t.opts.Width, row{clean(n.What), positionOf(n.Position), n.Reason}) {
			t.line(l)
		}
	}
	if len(t.inv.NotSeen) > 0 {
		t.line("")
	}
}

func (t *toolsWriter) totals() {
	s := Summary{
		Servers: len(t.inv.Servers), Tools: len(t.inv.Tools), Resources: len(t.inv.Resources),
		ResourceTemplates: len(t.inv.ResourceTemplates), Prompts: len(t.inv.Prompts), Completions: len(t.inv.Completions),
	}
	for _, tool := range t.inv.Tools {
		if len(tool.Unknown) > 0 {
			s.Unknown++
		}
	}
	out := offered(s)
	if s.Unknown > 0 {
		out += fmt.Sprintf("; %s unknown in part", count(s.Unknown, "tool"))
	}
	for _, l := range wrap(out, t.opts.Width) {
		t.line(t.p.bold(l))
	}
}
