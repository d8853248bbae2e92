package report

import (
	"fmt"
	"slices"
	"strings"

	"github.com/mcpvet/mcpvet/checklist"
	"github.com/mcpvet/mcpvet/internal/finding"
	"github.com/mcpvet/mcpvet/internal/inventory"
)

// summary writes the end of the report. It never sounds like a pass for what
// was not looked at: planned rules, unknown parts and what was not seen are
// named beside every count.
func (t *textWriter) summary() {
	s := t.r.Summary
	if s.Findings() == 0 {
		t.paragraph(t.p.bold(s.none()), " "+t.checked())
	} else {
		t.line(t.verdict())
		t.paragraph("", "Analysed "+analysed(s)+".")
	}
	if extra := t.extra(); extra != "" {
		t.paragraph("", extra)
	}
	t.paragraph("", rulesLine(s, t.r.Rules))
	t.unknown()
	t.notSeen()
}

// paragraph writes text wrapped, after a head that is already coloured.
func (t *textWriter) paragraph(head, text string) {
	for i, l := range wrap(head+text, t.opts.Width) {
		if i > 0 {
			l = "  " + l
		}
		t.line(l)
	}
}

// none says that nothing counts: what was known before is still there.
func (s Summary) none() string {
	if s.Known > 0 {
		return "No new findings"
	}
	return "No findings"
}

// checked says what "no findings" is about.
func (t *textWriter) checked() string {
	s := t.r.Summary
	switch {
	case s.Servers == 0 && s.Tools == 0:
		return fmt.Sprintf("because nothing was checked: there is no MCP server or tool in %s.", count(s.Packages, "package"))
	case len(s.Ran) == 0:
		return "because no rule ran. Analysed " + analysed(s) + "."
	}
	return fmt.Sprintf("of %s in %s.", t.ruleNames(s.Ran), analysed(s))
}

// ruleNames names a few rules, or counts many.
func (t *textWriter) ruleNames(ids []string) string {
	if len(ids) > 3 {
		return count(len(ids), "rule")
	}
	var out []string
	for _, id := range ids {
		out = append(out, strings.TrimSpace(id+" "+t.r.rule(id).Slug))
	}
	return list(out)
}

// verdict counts the findings by severity, worst first, without empty counts.
func (t *textWriter) verdict() string {
	s := t.r.Summary
	var parts []string
	for _, c := range []struct {
		n        int
		severity finding.Severity
	}{{s.Errors, finding.Error}, {s.Warnings, finding.Warning}, {s.Notes, finding.Note}} {
		if c.n > 0 {
			parts = append(parts, t.p.severity(c.severity, count(c.n, string(c.severity))))
		}
	}
	return list(parts)
}

// analysed says how much was looked at: "2 servers, 14 tools and 3 prompts in
// 12 packages".
func analysed(s Summary) string { return offered(s) + " in " + count(s.Packages, "package") }

// offered counts what the servers offer, without the empty kinds.
func offered(s Summary) string {
	parts := []string{count(s.Servers, "server"), count(s.Tools, "tool")}
	for _, c := range []struct {
		n    int
		noun string
	}{{s.Resources, "resource"}, {s.ResourceTemplates, "resource template"}, {s.Prompts, "prompt"}, {s.Completions, "completion"}} {
		if c.n > 0 {
			parts = append(parts, count(c.n, c.noun))
		}
	}
	return list(parts)
}

// extra names the findings that are in no count.
func (t *textWriter) extra() string {
	s := t.r.Summary
	var parts []string
	for _, p := range finding.Profiles() {
		if n := s.Hidden[p]; n > 0 {
			parts = append(parts, fmt.Sprintf("%d more with --profile %s", n, p))
		}
	}
	if s.Suppressed > 0 {
		parts = append(parts, fmt.Sprintf("%d accepted with a reason", s.Suppressed))
	}
	if s.Known > 0 {
		parts = append(parts, fmt.Sprintf("%d known before", s.Known))
	}
	if len(parts) == 0 {
		return ""
	}
	return "Not counted: " + strings.Join(parts, ", ") + "."
}

// rulesLine says which rules had a say, so that silence of the others is not
// taken for a pass.
func rulesLine(s Summary, rules []checklist.Rule) string {
	total := len(rules)
	out := fmt.Sprintf("%d of %s ran", len(s.Ran), count(total, "rule"))
	if off := total - len(s.Ran) - len(s.Planned); off > 0 {
		out += fmt.Sprintf("; %d switched off", off)
	}
	if n := len(s.Planned); n > 0 {
		out += fmt.Sprintf("; %d planned and not built yet, so nothing is known about them (mcpvet rules)", n)
	}
	return out + "."
}

// unknown lists the tools of which a part could not be determined.
func (t *textWriter) unknown() {
	tools := slices.DeleteFunc(slices.Clone(t.r.Inventory.Tools), func(tool *inventory.Tool) bool { return len(tool.Unknown) == 0 })
	if len(tools) == 0 {
		return
	}
	t.line()
	t.line(t.p.bold(fmt.Sprintf("%s unknown in part", count(len(tools), "tool"))))
	var rows []row
	for i, tool := range tools {
		if !t.opts.Verbose && i == shownNotSeen && len(tools) > shownNotSeen+1 {
			rows = append(rows, row{label: "…", text: fmt.Sprintf("%d more (--verbose)", len(tools)-i)})
			break
		}
		rows = append(rows, row{clean(tool.DisplayName()), positionOf(tool.Registration, tool.Position), unknownText(tool)})
	}
	t.short(rows)
}

// unknownText names the unknown parts of a tool with their reasons.
func unknownText(tool *inventory.Tool) string {
	var parts []string
	for _, u := range tool.Unknown {
		parts = append(parts, u.Part+": "+u.Reason)
	}
	return strings.Join(parts, "; ")
}

// positionOf returns the first of the places that is one.
func positionOf(places ...inventory.Position) finding.Position {
	for _, p := range places {
		if p.IsValid() {
			return finding.Position{File: p.File, Line: p.Line, Column: p.Column}
		}
	}
	return finding.Position{}
}

// notSeen lists what was not analysed.
func (t *textWriter) notSeen() {
	all := t.r.NotSeen
	if len(all) == 0 {
		return
	}
	t.line()
	t.line(t.p.bold(fmt.Sprintf("Not seen (%d)", len(all))))
	var rows []row
	for i, n := range all {
		if !t.opts.Verbose && i == shownNotSeen && len(all) > shownNotSeen+1 {
			rows = append(rows, row{label: "…", text: fmt.Sprintf("%d more (--verbose)", len(all)-i)})
			break
		}
		rows = append(rows, row{clean(n.What), positionOf(n.Position), n.Reason})
	}
	t.short(rows)
}

// short writes rows as a list.
func (t *textWriter) short(rows []row) {
	for _, r := range rows {
		if r.label == "…" {
			t.line("  … ", r.text)
			continue
		}
		for _, l := range entry(t.p, t.opts.Width, r) {
			t.line(l)
		}
	}
}

// entry returns the lines of one entry of a list: what and where on one line
// if that fits, and the text below, so that a long package path does not
// squeeze it.
func entry(p painter, limit int, r row) []string {
	out := []string{"  " + r.label}
	if place := placeText(r.pos); place != "" {
		if limit <= 0 || width(out[0])+2+width(place) <= limit {
			out[0] += "  " + p.path(place)
		} else {
			out = append(out, "    "+p.path(place))
		}
	}
	for _, l := range wrap(clean(r.text), limit-4) {
		out = append(out, "    "+p.dim(l))
	}
	return out
}
