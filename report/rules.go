package report

import (
	"bufio"
	"cmp"
	"fmt"
	"io"
	"strings"

	"github.com/mcpvet/mcpvet/checklist"
)

// RulesTable writes the rules for people, by group, with how far each is
// built. A planned rule is listed as planned: it never runs.
func RulesTable(w io.Writer, rules []checklist.Rule, opts TableOptions) error {
	bw := bufio.NewWriter(w)
	p := painter{opts.Color}
	limit := opts.Width
	if opts.Wide {
		limit = 0
	}
	line := func(s string) { _, _ = bw.WriteString(strings.TrimRight(s, " ") + "\n") } // Flush reports the error

	built := 0
	for _, g := range []struct {
		group checklist.Group
		title string
	}{{checklist.Checklist, "From the security checklist"}, {checklist.ThreatModel, "From its threat model and best practices"}} {
		var rows [][]string
		for _, r := range rules {
			if r.Group != g.group {
				continue
			}
			if r.Lifecycle.Implemented() {
				built++
			}
			rows = append(rows, ruleRow(r, opts.Wide))
		}
		if len(rows) == 0 {
			continue
		}
		line(p.bold(g.title))
		for _, l := range renderTable(ruleColumns(opts.Wide), rows, limit, p) {
			line(l)
		}
		line("")
	}
	line(Wrap(fmt.Sprintf("%d of %s built; a planned rule never runs, and findings of one in preview may still change.", built, count(len(rules), "rule")), opts.Width))
	if err := bw.Flush(); err != nil {
		return fmt.Errorf("write rules: %w", err)
	}
	return nil
}

func ruleColumns(wide bool) []column {
	out := []column{
		{title: "id"},
		{title: "rule", style: painter.bold},
		{title: "severity"},
		{title: "status"},
		{title: "reports", shrink: wrapCell, least: 20},
		{title: "owasp mcp", shrink: wrapCell, least: 9},
		{title: "cwe", shrink: wrapCell, least: 4},
	}
	if wide {
		out = append(out, column{title: "checklist item"}, column{title: "page"})
	}
	return out
}

// wrapCell breaks a cell into lines instead of cutting it.
func wrapCell(s string, n int) string { return strings.Join(wrap(s, n), "\n") }

func ruleRow(r checklist.Rule, wide bool) []string {
	status := string(r.Lifecycle)
	if wide && r.Since != "" {
		status += " since " + r.Since
	}
	cwes := make([]string, len(r.CWE))
	for i, c := range r.CWE {
		cwes[i] = strings.TrimPrefix(c, "CWE-")
	}
	risks := make([]string, len(r.OWASP))
	for i, o := range r.OWASP {
		risks[i], _, _ = strings.Cut(o, ":") // all are of one year
	}
	row := []string{r.ID, r.Slug, string(r.Severity), status, r.Title, cmp.Or(strings.Join(risks, " "), "-"), strings.Join(cwes, " ")}
	if wide {
		row[4], row[5] = r.Summary, cmp.Or(strings.Join(r.OWASP, " "), "-")
		row = append(row, cmp.Or(r.Item, "-"), r.URL())
	}
	return row
}
