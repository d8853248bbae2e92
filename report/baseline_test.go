package report

import (
	"fmt"
	"strings"
	"testing"

	"github.com/mcpvet/mcpvet/internal/finding"
)

// counting names the findings that count by their line and message.
func counting(r Report) string {
	var out []string
	for _, f := range Prepare(r).Findings {
		if f.Suppressed == nil {
			out = append(out, fmt.Sprintf("%d %s", f.Pos.Line, f.Message))
		}
	}
	return strings.Join(out, ", ")
}

func TestBaselineTellsEqualOnesApart(t *testing.T) {
	root := t.TempDir()
	writeFile(t, root, "a.go", printSource)
	two := func(change func(first, second *finding.Finding)) Report {
		r := printReport(root, 4, 5)
		r.Profile = finding.Regular
		change(&r.Findings[0], &r.Findings[1])
		return r
	}
	hidden := two(func(first, _ *finding.Finding) { first.Profile = finding.Pedantic })
	ignored := two(func(first, _ *finding.Finding) {
		first.Suppressed = &finding.Suppression{Kind: finding.Directive, Reason: "r"}
	})
	both := two(func(_, _ *finding.Finding) {})
	one := printReport(root, 4)

	for _, test := range []struct {
		name        string
		before, now Report
		count       string
		gone        int
	}{
		{"the same", both, both, "", 0},
		{"an equal one that is hidden", hidden, hidden, "", 0},
		{"an equal one that is accepted", ignored, ignored, "", 0},
		{"one more", one, both, "5 m", 0},
		{"one less", both, one, "", 1},
		{"the accepted one is gone, and the other moved up", ignored, one, "", 0},
		{"another profile shows what was hidden", hidden, both, "4 m", 0},
	} {
		now, gone := BaselineOf(test.before).Apply(test.now, "known")
		if got := counting(now); got != test.count || len(gone) != test.gone {
			t.Errorf("%s: %q counts and %d are gone, want %q and %d", test.name, got, len(gone), test.count, test.gone)
		}
	}

	// Two baselines may know the same finding, and that is still one.
	now, _ := BaselineOf(one).Apply(both, "in a file")
	now, _ = BaselineOf(one).Apply(now, "was there")
	if got := counting(now); got != "5 m" {
		t.Errorf("after two baselines %q counts", got)
	}
}

// TestCarryOver changes the text of a line, as a fix does.
func TestCarryOver(t *testing.T) {
	root := t.TempDir()
	writeFile(t, root, "a.go", printSource)
	known := BaselineOf(printReport(root, 4))
	before, _ := known.Apply(printReport(root, 4, 6), "known")
	if got := counting(before); got != "6 m" {
		t.Fatalf("before: %q counts", got)
	}
	writeFile(t, root, "a.go", strings.Replace(printSource, "run(cmd)", "run(ctx, cmd)", 1))
	now, _ := known.Apply(printReport(root, 4, 6), "known")
	if got := counting(CarryOver(before, now)); got != "6 m" {
		t.Errorf("after the change %q counts", got)
	}
	writeFile(t, root, "a.go", printSource)
	now, _ = known.Apply(printReport(root, 4, 6), "known")
	if got := counting(CarryOver(before, now)); got != "6 m" {
		t.Errorf("without a change %q counts", got)
	}
}

func TestParseBaseline(t *testing.T) {
	good := `{"version": 1, "findings": [{"rule": "MCP001", "file": "a.go", "message": "m", "fingerprint": "ab:1"}]}` + "\n"
	if b, err := ParseBaseline("b.json", []byte(good)); err != nil || len(b.Findings) != 1 {
		t.Errorf("%v, %v", b, err)
	}
	for _, bad := range []string{
		"", "null", "[]", "{}", "<<<<<<< HEAD\n" + good, good + ">>>>>>> other\n", good + good,
		`{"version": 1, "findings": [{}]}`, `{"version": 1, "findings": [], "more": 1}`,
	} {
		if _, err := ParseBaseline("b.json", []byte(bad)); err == nil || !strings.Contains(err.Error(), `"mcpvet baseline"`) {
			t.Errorf("%q: %v", bad, err)
		}
	}
}
