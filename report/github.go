package report

import (
	"bufio"
	"cmp"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/mcpvet/mcpvet/internal/finding"
)

// maxAnnotations is how many annotations of each level GitHub shows for a step.
// https://docs.github.com/en/rest/checks/runs
const maxAnnotations = 10

// GitHub writes the findings as workflow commands of GitHub Actions, which show
// them at the lines of a change; the worst come first, since only some of each
// level are shown. A last line says how many there are.
func GitHub(w io.Writer, r Report) error {
	r = Prepare(r)
	bw := bufio.NewWriter(w)
	list := slices.DeleteFunc(slices.Clone(r.Findings), func(f finding.Finding) bool { return f.Suppressed != nil })
	slices.SortStableFunc(list, func(a, b finding.Finding) int { return cmp.Compare(b.Severity.Rank(), a.Severity.Rank()) })
	n := map[finding.Severity]int{}
	for _, f := range list {
		if n[f.Severity]++; n[f.Severity] > maxAnnotations {
			continue
		}
		_, _ = fmt.Fprintln(bw, annotation(r, f)) // Flush reports the error
	}
	t := &textWriter{r: r}
	if len(list) == 0 {
		_, _ = fmt.Fprintf(bw, "mcpvet: %s %s\n", strings.ToLower(r.Summary.none()), clean(t.checked()))
	} else {
		_, _ = fmt.Fprintf(bw, "mcpvet: %s\n", clean(t.verdict()))
	}
	cut := 0
	for _, k := range n {
		cut += max(0, k-maxAnnotations)
	}
	if cut > 0 {
		_, _ = fmt.Fprintf(bw, "mcpvet: %s not annotated, since GitHub shows %d of each level; the job summary and code scanning have all\n", count(cut, "finding"), maxAnnotations)
	}
	if len(r.NotSeen) > 0 {
		_, _ = fmt.Fprintf(bw, "mcpvet: %s not analysed\n", count(len(r.NotSeen), "part"))
	}
	if err := bw.Flush(); err != nil {
		return fmt.Errorf("write report: %w", err)
	}
	return nil
}

// annotation returns the workflow command for a finding.
func annotation(r Report, f finding.Finding) string {
	level := map[finding.Severity]string{finding.Error: "error", finding.Warning: "warning"}[f.Severity]
	var props []string
	add := func(name, value string) { props = append(props, name+"="+property(value)) }
	if f.Pos.IsValid() {
		add("file", strings.ReplaceAll(f.Pos.File, "##[", "# #["))
		add("line", strconv.Itoa(f.Pos.Line))
		if f.Pos.EndLine > f.Pos.Line {
			add("endLine", strconv.Itoa(f.Pos.EndLine))
		} else if f.Pos.Column > 0 { // a column without an end column is not shown
			add("col", strconv.Itoa(f.Pos.Column))
			if f.Pos.EndColumn > f.Pos.Column {
				add("endColumn", strconv.Itoa(f.Pos.EndColumn))
			}
		}
	}
	add("title", strings.TrimSpace(f.Rule+" "+r.rule(f.Rule).Slug))
	text := clean(f.Message)
	if remedy := r.rule(f.Rule).Remedy; remedy != "" {
		text += "\n" + remedy
	}
	return "::" + cmp.Or(level, "notice") + " " + strings.Join(props, ",") + "::" + data(text)
}

// data escapes the text of a workflow command: a new line would end it, and
// could start another one.
func data(s string) string {
	return strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A").Replace(s)
}

// property escapes the value of a property of a workflow command.
func property(s string) string {
	return strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A", ":", "%3A", ",", "%2C").Replace(s)
}
