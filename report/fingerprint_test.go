package report

import (
	"strings"
	"testing"

	"github.com/mcpvet/mcpvet/internal/finding"
	"github.com/mcpvet/mcpvet/internal/inventory"
)

const printSource = `package p

func a() {
	run(cmd)
	run(cmd)
	stop(cmd)
}
`

func printReport(root string, lines ...int) Report {
	r := Report{Root: root, Inventory: &inventory.Inventory{Servers: []*inventory.Server{{ID: "s@a.go:3", Name: "s"}}}}
	for _, line := range lines {
		r.Findings = append(r.Findings, finding.Finding{
			Rule: "MCP004", Pos: at("a.go", line, 2, 10), Message: "m", Tool: "t", Server: "s@a.go:3", Severity: finding.Error, Profile: finding.Regular,
		})
	}
	return r
}

func prints(r Report) []string {
	r = Prepare(r)
	return r.fingerprints(newSources(r.Root))
}

// TestFingerprintsAreStable changes the source as people do: what does not
// touch the line must not rename the finding.
func TestFingerprintsAreStable(t *testing.T) {
	root := t.TempDir()
	writeFile(t, root, "a.go", printSource)
	before := prints(printReport(root, 4, 5, 6))
	if before[0] == before[1] || before[1] == before[2] {
		t.Fatalf("fingerprints are not unique: %v", before)
	}
	if !strings.HasSuffix(before[0], ":1") || !strings.HasSuffix(before[1], ":2") || before[0][:32] != before[1][:32] {
		t.Errorf("equal lines are not numbered: %v", before)
	}

	same := func(name string, r Report) {
		t.Helper()
		if got := prints(r); strings.Join(got, " ") != strings.Join(before, " ") {
			t.Errorf("%s: %v, want %v", name, got, before)
		}
	}
	writeFile(t, root, "a.go", "// a comment\n\n"+printSource)
	same("lines inserted above", printReport(root, 6, 7, 8))
	writeFile(t, root, "a.go", strings.ReplaceAll(printSource, "\t", "        "))
	same("indented anew", printReport(root, 4, 5, 6))
	writeFile(t, root, "a.go", strings.ReplaceAll(printSource, "\n", "\r\n"))
	same("other line ends", printReport(root, 4, 5, 6))

	writeFile(t, root, "a.go", printSource)
	r := printReport(root, 4, 5, 6)
	for i := range r.Findings {
		r.Findings[i].Message, r.Findings[i].Severity = "another wording", finding.Note
	}
	same("another wording", r)
	r = printReport(root, 4, 5, 6)
	r.Inventory.Servers[0].ID = "s@a.go:9"
	for i := range r.Findings {
		r.Findings[i].Server = "s@a.go:9"
	}
	same("another id of the server", r)

	r = printReport(root, 4, 5, 6)
	r.Findings[0].Profile, r.Profile = finding.Auditor, finding.Regular
	if got := prints(r); strings.Join(got, " ") != strings.Join(before[1:], " ") {
		t.Errorf("hiding a finding renames the others: %v, want %v", got, before[1:])
	}
}

// TestFingerprintsDiffer changes what makes another finding.
func TestFingerprintsDiffer(t *testing.T) {
	root := t.TempDir()
	writeFile(t, root, "a.go", printSource)
	writeFile(t, root, "b.go", printSource)
	before := prints(printReport(root, 4))[0]
	for name, edit := range map[string]func(*Report){
		"rule":   func(r *Report) { r.Findings[0].Rule = "MCP005" },
		"file":   func(r *Report) { r.Findings[0].Pos.File = "b.go" },
		"tool":   func(r *Report) { r.Findings[0].Tool = "u" },
		"server": func(r *Report) { r.Inventory.Servers[0].Name = "z" },
		"line":   func(r *Report) { r.Findings[0].Pos.Line = 6 },
	} {
		r := printReport(root, 4)
		edit(&r)
		if got := prints(r)[0]; got == before {
			t.Errorf("another %s has the same fingerprint", name)
		}
	}
}

// TestFingerprintWithoutSource falls back to the message.
func TestFingerprintWithoutSource(t *testing.T) {
	r := printReport(t.TempDir(), 4, 5)
	r.Findings[1].Message = "another"
	got := prints(r)
	if got[0][:32] == got[1][:32] {
		t.Errorf("two messages without source have one hash: %v", got)
	}
}
