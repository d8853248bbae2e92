package report

import (
	"bufio"
	"cmp"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"github.com/mcpvet/mcpvet/internal/finding"
	"github.com/mcpvet/mcpvet/internal/inventory"
)

// TextOptions are the options of Text.
type TextOptions struct {
	Color   bool // colour with ANSI escapes
	Width   int  // cells of a line; 0: never wrap
	Verbose bool // whole traces, every related place, confidence, suppressed findings
}

const (
	shownSteps   = 3  // hops of a trace between its first and its last step
	shownRelated = 4  // related places of a finding
	shownNotSeen = 10 // parts that were not analysed
)

// Text writes the findings for people: grouped by server and tool, each with
// its place, a short trace and related places, and a summary that says what
// was analysed, what was not, and which rules had a say.
func Text(w io.Writer, r Report, opts TextOptions) error {
	r = Prepare(r)
	bw := bufio.NewWriter(w)
	t := &textWriter{w: bw, r: r, opts: opts, p: painter{opts.Color}}
	t.src = newSources(r.Root)
	t.findings()
	t.remedies()
	t.summary()
	if err := bw.Flush(); err != nil {
		return fmt.Errorf("write report: %w", err)
	}
	return nil
}

// A textWriter writes one text report. Its writer keeps the first error.
type textWriter struct {
	w    *bufio.Writer
	r    Report
	opts TextOptions
	p    painter
	src  *sources
}

func (t *textWriter) line(parts ...string) {
	s := strings.TrimRight(strings.Join(parts, ""), " ")
	// Where a log is GitHub's, a line that starts so is a command to it.
	if rest := strings.TrimLeft(s, " "); strings.HasPrefix(rest, "::") {
		s = s[:len(s)-len(rest)] + "\\" + rest
	}
	_, _ = t.w.WriteString(s + "\n") // Flush reports the error
}

// shown reports whether f has a block of its own.
func (t *textWriter) shown(f finding.Finding) bool { return f.Suppressed == nil || t.opts.Verbose }

func (t *textWriter) findings() {
	groups := map[string][]finding.Finding{} // server id -> findings
	for _, f := range t.r.Findings {
		if t.shown(f) {
			groups[f.Server] = append(groups[f.Server], f)
		}
	}
	for _, id := range t.serverOrder(slices.Collect(maps.Keys(groups))) {
		t.serverHeading(id)
		tools := map[string][]finding.Finding{}
		for _, f := range groups[id] {
			tools[f.Tool] = append(tools[f.Tool], f)
		}
		for _, name := range slices.Sorted(maps.Keys(tools)) { // "", the server itself, comes first
			t.line()
			label := t.p.bold(clean(name))
			if name == "" {
				label = t.p.dim("the whole server")
				if id == "" {
					label = t.p.dim("no tool")
				}
			}
			t.line("  ", label)
			for _, f := range tools[name] {
				t.finding(f)
			}
		}
		t.line()
	}
}

// serverOrder sorts ids of servers as the inventory lists them, then those it
// doesn't know, then "".
func (t *textWriter) serverOrder(ids []string) []string {
	rank := map[string]int{"": len(t.r.Inventory.Servers) + 1}
	for i, s := range t.r.Inventory.Servers {
		rank[s.ID] = i - len(t.r.Inventory.Servers)
	}
	slices.SortFunc(ids, func(a, b string) int { return cmp.Or(cmp.Compare(rank[a], rank[b]), cmp.Compare(a, b)) })
	return ids
}

func (t *textWriter) serverHeading(id string) {
	s := t.r.server(id)
	switch {
	case s != nil:
		t.line(serverHeading(t.p, s, t.opts.Width))
	case id != "":
		t.line(t.p.bold(clean(id)))
	default:
		t.line(t.p.bold("Not bound to one server"))
	}
}

// serverHeading is the line that names a server: name, SDK, transports, place.
func serverHeading(p painter, s *inventory.Server, limit int) string {
	name := cmp.Or(clean(s.Name), "unnamed server")
	sdk := strings.TrimSpace(clean(s.SDK) + " " + clean(s.SDKVersion))
	var parts []string
	for _, part := range []string{sdk, clean(strings.Join(s.Transports, ", "))} {
		if part != "" {
			parts = append(parts, part)
		}
	}
	place := clean(placeOf(s.Position))
	details := strings.Join(append(slices.Clone(parts), place), " · ")
	if limit > 0 && width(name)+2+width(details) > limit {
		details = strings.Join(parts, " · ") + "\n  " + place
	}
	first, rest, more := strings.Cut(details, "\n")
	out := p.bold(name) + "  " + p.dim(first)
	if more {
		out += "\n" + p.dim(rest)
	}
	return out
}

func placeOf(pos inventory.Position) string {
	return finding.Position{File: pos.File, Line: pos.Line, Column: pos.Column}.String()
}

// finding writes one finding: head, message, trace, related places, fixes.
func (t *textWriter) finding(f finding.Finding) {
	rule := t.r.rule(f.Rule)
	label := strings.TrimSpace(f.Rule + " " + rule.Slug)
	place := clean(f.Pos.String())
	if !f.Pos.IsValid() {
		place = "no place"
	}
	label += t.doubt(f)
	head := "    " + t.p.severity(f.Severity, pad(string(f.Severity), 7)) + "  " + t.p.path(place)
	if t.fits(4 + 7 + 2 + width(place) + 2 + width(label)) {
		t.line(head, "  ", t.p.dim(label))
	} else {
		t.line(head)
		t.line("      ", t.p.dim(label))
	}
	for _, l := range wrap(clean(f.Message), t.opts.Width-6) {
		t.line("      ", l)
	}
	if !slices.Contains(rule.CWE, hardCoded) { // its line holds the credential
		t.source(f.Pos)
	}
	rows := slices.Concat(t.traceRows(f), t.relatedRows(f), fixRows(f))
	if f.Suppressed != nil {
		rows = append(rows, row{suppressedLabel(f.Suppressed.Kind), f.Suppressed.Pos, cmp.Or(f.Suppressed.Reason, "without a reason")})
	}
	t.rows(rows)
}

// suppressedLabel says in a word why a finding does not count.
func suppressedLabel(k finding.SuppressionKind) string {
	switch k {
	case finding.Baselined:
		return "known"
	case finding.Exempted:
		return "exempted"
	}
	return "ignored"
}

// doubt says how sure a finding is where it is not sure, and with Verbose
// always, with its profile.
func (t *textWriter) doubt(f finding.Finding) string {
	var parts []string
	if f.Confidence != "" && (f.Confidence != finding.High || t.opts.Verbose) {
		parts = append(parts, string(f.Confidence)+" confidence")
	}
	if f.Profile != "" && t.opts.Verbose {
		parts = append(parts, string(f.Profile))
	}
	if len(parts) == 0 {
		return ""
	}
	return " (" + strings.Join(parts, ", ") + ")"
}

// fits reports whether a line of n cells needs no wrapping.
func (t *textWriter) fits(n int) bool { return t.opts.Width <= 0 || n <= t.opts.Width }

// A row is a line below a finding: what it is, where, and what is there.
type row struct {
	label string
	pos   finding.Position
	text  string
}

func (t *textWriter) traceRows(f finding.Finding) []row {
	var rows []row
	last := len(f.Trace) - 1
	for i, step := range f.Trace {
		label := "via"
		switch {
		case i == 0:
			label = "from"
		case i == last:
			label = "to"
		case !t.opts.Verbose && i == 1+shownSteps && last > 1+shownSteps:
			rows = append(rows, row{label: "…", text: count(last-i, "more step")})
			continue
		case !t.opts.Verbose && i > shownSteps:
			continue
		}
		rows = append(rows, row{label, step.Pos, step.Text})
	}
	return rows
}

func (t *textWriter) relatedRows(f finding.Finding) []row {
	var rows []row
	for i, e := range f.Related {
		// One more is shown rather than a line that says "1 more".
		if !t.opts.Verbose && i == shownRelated && len(f.Related) > shownRelated+1 {
			rows = append(rows, row{label: "…", text: count(len(f.Related)-i, "more related place")})
			break
		}
		rows = append(rows, row{"also", e.Pos, e.Text})
	}
	return rows
}

// fixTitle says what a fix does, and whether --fix applies it or a person has to
// look at it.
func fixTitle(f finding.Fix) string {
	if f.Safe {
		return f.Title + " (safe)"
	}
	return f.Title + " (for review)"
}

func fixRows(f finding.Finding) []row {
	var rows []row
	for _, fix := range f.Fixes {
		rows = append(rows, row{label: "fix", text: fixTitle(fix)})
	}
	return rows
}

// rows writes the rows in columns; where a place is too long for its column,
// what is there goes to the next line.
func (t *textWriter) rows(rows []row) {
	const indent = 8
	labels, places := 0, 0
	for _, r := range rows {
		labels = max(labels, width(r.label))
		if n := width(placeText(r.pos)); t.opts.Width <= 0 || n <= t.opts.Width*2/5 {
			places = max(places, n)
		}
	}
	for _, r := range rows {
		place := placeText(r.pos)
		margin := indent + labels + 2
		head := strings.Repeat(" ", indent) + t.p.dim(pad(r.label, labels)) + "  "
		switch {
		case place == "":
		case width(place) <= places:
			head += t.p.path(place) + strings.Repeat(" ", places-width(place)+2)
			margin += places + 2
		default:
			t.line(head, t.p.path(place))
			head = strings.Repeat(" ", margin)
		}
		limit := 0
		if t.opts.Width > 0 {
			limit = max(t.opts.Width-margin, 20)
		}
		for _, l := range wrap(clean(r.text), limit) {
			t.line(head, l)
			head = strings.Repeat(" ", margin)
		}
	}
}

// placeText is a place for a column: empty, not "-", where there is none.
func placeText(pos finding.Position) string {
	if !pos.IsValid() {
		return ""
	}
	return clean(pos.String())
}
