package report

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/mcpvet/mcpvet/checklist"
	"github.com/mcpvet/mcpvet/internal/finding"
	"github.com/mcpvet/mcpvet/internal/inventory"
)

// TestFormatsAgree counts what the formats tell of one run against each other.
func TestFormatsAgree(t *testing.T) {
	r := sampleReport(t)
	out := map[string]string{
		"text":     string(render(t, func(w io.Writer) error { return Text(w, r, TextOptions{}) })),
		"json":     string(render(t, func(w io.Writer) error { return JSON(w, r) })),
		"sarif":    string(render(t, func(w io.Writer) error { return SARIF(w, r, SARIFOptions{}) })),
		"markdown": string(render(t, func(w io.Writer) error { return Markdown(w, r) })),
		"github":   string(render(t, func(w io.Writer) error { return GitHub(w, r) })),
	}
	p := Prepare(r)
	want := p.Summary.Findings()
	if want == 0 {
		t.Fatal("the sample has no findings")
	}
	var doc struct {
		Findings []struct {
			Suppressed *struct{} `json:"suppressed"`
		} `json:"findings"`
		Summary struct {
			Findings int `json:"findings"`
		} `json:"summary"`
	}
	if err := json.Unmarshal([]byte(out["json"]), &doc); err != nil {
		t.Fatal(err)
	}
	counted := 0
	for _, f := range doc.Findings {
		if f.Suppressed == nil {
			counted++
		}
	}
	var log struct {
		Runs []struct {
			Results []struct{} `json:"results"`
		} `json:"runs"`
	}
	if err := json.Unmarshal([]byte(out["sarif"]), &log); err != nil {
		t.Fatal(err)
	}
	annotations, rows, heads := 0, 0, 0
	for line := range strings.Lines(out["github"]) {
		if strings.HasPrefix(line, "::") {
			annotations++
		}
	}
	for line := range strings.Lines(out["markdown"]) {
		for _, s := range []finding.Severity{finding.Error, finding.Warning, finding.Note} {
			if strings.HasPrefix(line, "| "+string(s)+" |") {
				rows++
			}
		}
	}
	for line := range strings.Lines(out["text"]) {
		for _, s := range []finding.Severity{finding.Error, finding.Warning, finding.Note} {
			if strings.HasPrefix(line, "    "+string(s)+" ") {
				heads++
			}
		}
	}
	for name, n := range map[string]int{"json": counted, "json's sum": doc.Summary.Findings, "sarif": len(log.Runs[0].Results), "github": annotations, "markdown": rows, "text": heads} {
		if n != want {
			t.Errorf("%s tells %d findings, and there are %d", name, n, want)
		}
	}
}

// hostile makes a report of one finding whose texts are the audited source's.
func hostile(text string) Report {
	name := text
	return Report{
		Findings: []finding.Finding{{
			Rule: "MCP004", Severity: finding.Error, Confidence: finding.High, Profile: finding.Regular, Tool: text, Server: "s",
			Message: "tool " + text, Pos: finding.Position{File: text, Line: 1, Column: 1},
			Trace: []finding.Step{{Pos: finding.Position{File: text, Line: 1}, Text: text}},
		}},
		Inventory: &inventory.Inventory{
			Servers: []*inventory.Server{{ID: "s", Name: text, Position: inventory.Position{File: text, Line: 1}}},
			Tools:   []*inventory.Tool{{Name: &name, Kind: inventory.KindTool}},
			NotSeen: []inventory.NotSeen{{What: text, Reason: text}},
		},
		Rules: checklist.All(), Ran: []string{"MCP004"},
	}
}

// TestGitHubCommands: nothing in the audited source is a command to the runner.
func TestGitHubCommands(t *testing.T) {
	r := hostile("x\r\n::error file=a,line=1::pwned\n::stop-commands::t\n##[set-output name=a]b,c:d%0A::add-mask::e")
	var b bytes.Buffer
	if err := GitHub(&b, r); err != nil {
		t.Fatal(err)
	}
	if err := Text(&b, r, TextOptions{Width: 40}); err != nil {
		t.Fatal(err)
	}
	commands := 0
	for line := range strings.Lines(b.String()) {
		if strings.HasPrefix(strings.TrimSpace(line), "::") {
			commands++
			if !strings.HasPrefix(line, "::error file=") {
				t.Errorf("a command: %q", line)
			}
			if props, _, _ := strings.Cut(strings.TrimPrefix(line, "::error "), "::"); strings.Count(props, ",") != 3 {
				t.Errorf("properties %q", props)
			}
		}
		if strings.Contains(line, "##[") {
			t.Errorf("a command of the old form: %q", line)
		}
	}
	if commands != 1 {
		t.Errorf("%d commands, want one:\n%s", commands, b.String())
	}
}

// TestGitHubShowsTheWorst: only some annotations of each level are shown, and
// what is left out is said.
func TestGitHubShowsTheWorst(t *testing.T) {
	r := Report{Rules: checklist.All()}
	for i := range 25 {
		r.Findings = append(r.Findings, finding.Finding{Rule: "MCP015", Severity: finding.Note, Profile: finding.Regular, Message: "m", Pos: finding.Position{File: "a.go", Line: i + 1}})
	}
	r.Findings = append(r.Findings, finding.Finding{Rule: "MCP004", Severity: finding.Error, Profile: finding.Regular, Message: "worst", Pos: finding.Position{File: "z.go", Line: 1}})
	var b bytes.Buffer
	if err := GitHub(&b, r); err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSpace(b.String()), "\n")
	if !strings.HasPrefix(lines[0], "::error file=z.go,line=1,") || strings.Count(b.String(), "::notice ") != maxAnnotations {
		t.Errorf("annotations:\n%s", b.String())
	}
	if want := fmt.Sprintf("%d findings not annotated", 25-maxAnnotations); !strings.Contains(b.String(), want) {
		t.Errorf("no %q in:\n%s", want, b.String())
	}
}

// TestMarkdownIsInert: nothing in the audited source is markup, a link, an image
// or the mention of somebody.
func TestMarkdownIsInert(t *testing.T) {
	r := hostile("[x](https://evil.example) <img src=x onerror=y> @everyone #1 ![i](u) `c` | a | **b** </details>\n# head\nwww.evil.example ~~~")
	var b bytes.Buffer
	if err := Markdown(&b, r); err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(b.String()) {
		inert := line
		for { // spans of code are inert
			before, rest, ok := strings.Cut(inert, "`")
			_, after, closed := strings.Cut(rest, "`")
			if !ok || !closed || strings.HasSuffix(before, `\\`) {
				break
			}
			inert = before + after
		}
		for _, bad := range []string{"<img", "](https://evil", "@everyone", " #1", "![", "**b**", "www.evil", "https://evil", "~~~", "\n# head"} {
			if strings.Contains(inert, bad) {
				t.Errorf("%q is live in %q", bad, line)
			}
		}
		if strings.HasPrefix(line, "| error |") && strings.Count(strings.ReplaceAll(line, `\|`, ""), "|") != 5 {
			t.Errorf("the row has other cells: %q", line)
		}
	}
	// The folds are the report's own: the text can neither open nor close one.
	opened, closed := strings.Count(b.String(), "<details>"), strings.Count(b.String(), "\n</details>\n")
	if opened == 0 || opened != closed {
		t.Errorf("%d folds opened, %d closed", opened, closed)
	}
}

// TestExcerptWindow wants a caret below what a finding is about, however far
// along the line that is.
func TestExcerptWindow(t *testing.T) {
	long := strings.Repeat("名", 40) + "HERE" + strings.Repeat("x", 300)
	for _, c := range []struct {
		text           string
		from, to, room int
		shown, below   string
	}{
		{"short", 2, 4, 60, "short", "or"},
		{long, 80, 84, 40, "", "HERE"},
		{strings.Repeat("a", 70) + "END", 70, 73, 40, "", "END"},
		{strings.Repeat("a", 39) + "z", 39, 40, 40, "", "z"},
	} {
		text, from, to := window(c.text, c.from, c.to, c.room)
		shown := keepStart(text, c.room)
		if c.shown != "" && shown != c.shown || width(shown) > c.room {
			t.Errorf("%q is shown, of %d cells", shown, width(shown))
		}
		at := 0
		got := ""
		for _, r := range shown {
			if at >= from && at < to {
				got += string(r)
			}
			at += width(string(r))
		}
		if got != c.below {
			t.Errorf("the caret is below %q of %q, want %q", got, shown, c.below)
		}
	}
}

// TestExcerpt: the caret is below what a person looks for.
func TestExcerpt(t *testing.T) {
	for _, c := range []struct {
		raw       string
		column    int
		endColumn int
		want      string // what is above the carets
	}{
		{"\ts := mcp.NewServer(nil)", 20, 0, "mcp.NewServer"},
		{"\tx := T{a: 1}", 8, 0, "T"},
		{"\treturn err", 2, 0, "return"},
		{"\treturn err", 9, 0, "err"},
		{"\ta(b)(c)", 6, 0, "("},
		{"\tquery(q)", 8, 9, "q"},
		{"\t日本 := run(x)", 15, 0, "run"},
	} {
		text, from, to := excerpt(c.raw, finding.Position{File: "a.go", Line: 1, Column: c.column, EndColumn: c.endColumn})
		got := ""
		cells := 0
		for _, r := range text {
			if cells >= from && cells < to {
				got += string(r)
			}
			cells += width(string(r))
		}
		if got != c.want {
			t.Errorf("%q at %d: %q, want %q", c.raw, c.column, got, c.want)
		}
	}
}
