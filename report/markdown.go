package report

import (
	"bufio"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"github.com/mcpvet/mcpvet/internal/finding"
)

// Bounds of the Markdown report: GitHub takes comments of 65,536 characters and
// job summaries of 1 MiB.
const (
	shownFindings = 100 // findings with a line of their own
	shownHops     = 12  // steps of a trace
)

// Markdown writes the findings for a pull request or the summary of a job: the
// sums, a table of the findings for each server, and folded away the traces and
// what satisfies the rules.
func Markdown(w io.Writer, r Report) error {
	r = Prepare(r)
	bw := bufio.NewWriter(w)
	m := &markdownWriter{w: bw, r: r}
	m.write()
	if err := bw.Flush(); err != nil {
		return fmt.Errorf("write report: %w", err)
	}
	return nil
}

type markdownWriter struct {
	w     *bufio.Writer
	r     Report
	shown int
}

func (m *markdownWriter) line(format string, args ...any) {
	_, _ = fmt.Fprintf(m.w, format+"\n", args...) // Flush reports the error
}

func (m *markdownWriter) write() {
	s := m.r.Summary
	m.line("## mcpvet: %s\n", m.verdict())
	m.line("Analysed %s.", markdown(analysed(s)))
	t := &textWriter{r: m.r}
	if extra := t.extra(); extra != "" {
		m.line("%s", markdown(extra))
	}
	m.line("%s", markdown(rulesLine(s, m.r.Rules)))
	groups := map[string][]finding.Finding{}
	for _, f := range m.r.Findings {
		if f.Suppressed == nil {
			groups[f.Server] = append(groups[f.Server], f)
		}
	}
	for _, id := range t.serverOrder(slices.Collect(maps.Keys(groups))) {
		m.server(id, groups[id])
	}
	if left := s.Findings() - m.shown; left > 0 {
		m.line("\n%s not shown here.", count(left, "more finding"))
	}
	m.remedies()
	m.notSeen()
}

// verdict counts the findings by severity.
func (m *markdownWriter) verdict() string {
	if m.r.Summary.Findings() == 0 {
		t := &textWriter{r: m.r}
		return strings.ToLower(m.r.Summary.none()) + " " + markdown(strings.TrimSuffix(t.checked(), "."))
	}
	t := &textWriter{r: m.r}
	return t.verdict()
}

// server writes the findings of one server.
func (m *markdownWriter) server(id string, list []finding.Finding) {
	title := "Not bound to one server"
	if s := m.r.server(id); s != nil {
		title = "Server"
		if s.Name != "" {
			title += " " + code(s.Name)
		}
		if at := line(s.Position); at != "" {
			title += " at " + code(at)
		}
	}
	list = list[:min(len(list), max(0, shownFindings-m.shown))]
	if len(list) == 0 {
		return
	}
	m.shown += len(list)
	m.line("\n### %s\n", title)
	m.line("| | rule | place | finding |")
	m.line("|---|---|---|---|")
	for _, f := range list {
		m.line("%s", tableRow([]string{string(f.Severity), m.rule(f.Rule), code(placeText(f.Pos)), markdown(f.Message)}))
	}
	var traced []finding.Finding
	for _, f := range list {
		if len(f.Trace) > 0 {
			traced = append(traced, f)
		}
	}
	if len(traced) == 0 {
		return
	}
	m.line("\n<details><summary>How the data gets there</summary>")
	for _, f := range traced {
		m.line("\n%s at %s\n", m.rule(f.Rule), code(placeText(f.Pos)))
		for i, step := range f.Trace {
			if i == shownHops && len(f.Trace) > shownHops+1 {
				m.line("1. %s", count(len(f.Trace)-i-1, "more step"))
				continue
			}
			if i > shownHops && i < len(f.Trace)-1 {
				continue
			}
			m.line("1. %s: %s", code(placeText(step.Pos)), markdown(step.Text))
		}
	}
	m.line("\n</details>")
}

// rule returns a link to the page of a rule.
func (m *markdownWriter) rule(id string) string {
	rule := m.r.rule(id)
	if rule.Slug == "" {
		return id
	}
	return fmt.Sprintf("[%s %s](%s)", rule.ID, rule.Slug, rule.URL())
}

// remedies says what satisfies the rules that have findings.
func (m *markdownWriter) remedies() {
	some := false
	for _, rule := range m.r.Rules {
		if rule.Remedy == "" || !slices.ContainsFunc(m.r.Findings, func(f finding.Finding) bool { return f.Rule == rule.ID && f.Suppressed == nil }) {
			continue
		}
		if !some {
			m.line("\n<details><summary>What satisfies the rules</summary>\n")
			some = true
		}
		m.line("- %s: %s", m.rule(rule.ID), markdown(rule.Remedy))
	}
	if some {
		m.line("\n</details>")
	}
}

// notSeen lists what was not analysed.
func (m *markdownWriter) notSeen() {
	if len(m.r.NotSeen) == 0 {
		return
	}
	m.line("\n<details><summary>Not seen (%d)</summary>\n", len(m.r.NotSeen))
	for i, n := range m.r.NotSeen {
		if i == shownFindings {
			m.line("- and %d more", len(m.r.NotSeen)-i)
			break
		}
		where := ""
		if at := line(n.Position); at != "" {
			where = " at " + code(at)
		}
		m.line("- %s%s: %s", code(n.What), where, markdown(n.Reason))
	}
	m.line("\n</details>")
}
