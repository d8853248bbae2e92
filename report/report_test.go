package report

import (
	"bytes"
	"io"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/mcpvet/mcpvet/internal/finding"
	"github.com/mcpvet/mcpvet/internal/inventory"
)

func TestPrepare(t *testing.T) {
	in := sampleReport(t)
	before := len(in.Findings)
	r := Prepare(in)
	s := r.Summary
	if s.Errors != 2 || s.Warnings != 1 || s.Notes != 0 || s.Suppressed != 1 || s.Hidden[finding.Pedantic] != 1 {
		t.Errorf("summary counts %+v", s)
	}
	if s.Findings() != 3 || len(r.Findings) != 4 {
		t.Errorf("%d findings count, %d are kept; want 3 and 4", s.Findings(), len(r.Findings))
	}
	if s.Servers != 2 || s.Tools != 4 || s.Resources != 1 || s.ResourceTemplates != 1 || s.Prompts != 1 || s.Unknown != 2 || s.NotSeen != 2 {
		t.Errorf("summary of the inventory %+v", s)
	}
	if len(s.Ran) != 1 || len(s.Planned) != planned() {
		t.Errorf("%d rules ran and %d are planned, want 1 and %d", len(s.Ran), len(s.Planned), planned())
	}
	if len(in.Findings) != before || in.Summary.Servers != 0 {
		t.Error("Prepare changed its argument")
	}
	if again := Prepare(r); again.Summary.Hidden[finding.Pedantic] != 1 || len(again.Findings) != 4 {
		t.Errorf("preparing twice differs: %+v", again.Summary)
	}
}

func TestPrepareProfiles(t *testing.T) {
	for profile, want := range map[finding.Profile]int{finding.Regular: 4, finding.Pedantic: 5, finding.Auditor: 5, "": 5} {
		r := sampleReport(t)
		r.Profile = profile
		if got := len(Prepare(r).Findings); got != want {
			t.Errorf("profile %q shows %d findings, want %d", profile, got, want)
		}
	}
}

func TestFailed(t *testing.T) {
	note := finding.Finding{Severity: finding.Note, Profile: finding.Regular}
	failing := finding.Finding{Severity: finding.Error, Profile: finding.Regular}
	ignored := failing
	ignored.Suppressed = &finding.Suppression{Reason: "known"}
	hidden := failing
	hidden.Profile = finding.Auditor
	tests := []struct {
		name   string
		failOn finding.Severity
		f      finding.Finding
		want   bool
	}{
		{"error at warning", finding.Warning, failing, true},
		{"error at error", finding.Error, failing, true},
		{"note at warning", finding.Warning, note, false},
		{"note at note", finding.Note, note, true},
		{"never", "", failing, false},
		{"suppressed", finding.Note, ignored, false},
		{"hidden by the profile", finding.Note, hidden, false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			r := Report{Profile: finding.Regular, FailOn: tt.failOn, Findings: []finding.Finding{tt.f}}
			if got := r.Failed(); got != tt.want {
				t.Errorf("Failed() = %v", got)
			}
		})
	}
}

// variants are findings that differ in one part each, two by two.
func variants(t *testing.T) []finding.Finding {
	base := Prepare(sampleReport(t)).Findings
	out := slices.Clone(base)
	for _, edit := range []func(*finding.Finding){
		func(f *finding.Finding) { f.Rule = "MCP022" },
		func(f *finding.Finding) { f.Pos.Line++ },
		func(f *finding.Finding) { f.Pos.EndColumn++ },
		func(f *finding.Finding) { f.Pos.EndLine = f.Pos.Line + 1 },
		func(f *finding.Finding) { f.Tool += "x" },
		func(f *finding.Finding) { f.Server += "x" },
		func(f *finding.Finding) { f.Message += "x" },
		func(f *finding.Finding) { f.Severity = finding.Note },
		func(f *finding.Finding) { f.Severity = "other" },
		func(f *finding.Finding) { f.Confidence = finding.Low },
		func(f *finding.Finding) { f.Profile = finding.Auditor },
		func(f *finding.Finding) { f.Trace = append(slices.Clone(f.Trace), finding.Step{Text: "x"}) },
		func(f *finding.Finding) { f.Trace = append(slices.Clone(f.Trace), finding.Step{Text: "y"}) },
		func(f *finding.Finding) { f.Related = append(slices.Clone(f.Related), finding.Evidence{Text: "x"}) },
		func(f *finding.Finding) { f.Fixes = append(slices.Clone(f.Fixes), finding.Fix{Title: "x", Safe: true}) },
		func(f *finding.Finding) { f.Fixes = append(slices.Clone(f.Fixes), finding.Fix{Title: "x"}) },
		func(f *finding.Finding) {
			f.Fixes = append(slices.Clone(f.Fixes), finding.Fix{Title: "x", Edits: []finding.Edit{{NewText: "x"}}})
		},
		func(f *finding.Finding) { f.Suppressed = &finding.Suppression{Reason: "a"} },
		func(f *finding.Finding) { f.Suppressed = &finding.Suppression{Reason: "b"} },
		func(f *finding.Finding) {
			f.Suppressed = &finding.Suppression{Reason: "a", Pos: finding.Position{File: "x", Line: 1}}
		},
	} {
		for _, f := range base {
			edit(&f)
			out = append(out, f)
		}
	}
	return out
}

// TestCompareIsAnOrder checks antisymmetry and transitivity over every pair
// and triple, and that only equal findings compare equal.
func TestCompareIsAnOrder(t *testing.T) {
	all := variants(t)
	for _, a := range all {
		if compare(a, a) != 0 {
			t.Errorf("%v is not equal to itself", a)
		}
		for _, b := range all {
			ab, ba := compare(a, b), compare(b, a)
			if ab != -ba {
				t.Fatalf("compare is not antisymmetric: %d and %d for\n%+v\n%+v", ab, ba, a, b)
			}
			for _, c := range all {
				if ab < 0 && compare(b, c) < 0 && compare(a, c) >= 0 {
					t.Fatalf("compare is not transitive for\n%+v\n%+v\n%+v", a, b, c)
				}
			}
		}
	}
}

func TestDedupeKeepsTheWorst(t *testing.T) {
	f := finding.Finding{Rule: "MCP004", Pos: at("a.go", 1, 1, 5), Tool: "t", Message: "m", Severity: finding.Error, Confidence: finding.High, Profile: finding.Regular}
	ignored, milder, unsure, louder, longer := f, f, f, f, f
	ignored.Suppressed = &finding.Suppression{Reason: "x"}
	milder.Severity = finding.Warning
	unsure.Confidence = finding.Low
	louder.Profile = finding.Auditor
	longer.Trace = []finding.Step{{Text: "a"}}
	in := []finding.Finding{longer, ignored, milder, unsure, louder, f}
	got := dedupe(in)
	if len(got) != 1 || compare(got[0], f) != 0 {
		t.Errorf("kept %+v", got)
	}
	other := f
	other.Message = "another"
	if got := dedupe([]finding.Finding{f, other}); len(got) != 2 {
		t.Errorf("two messages became %d findings", len(got))
	}
}

// TestDeterministic renders the same report from shuffled input: the bytes
// must not change, in any format.
func TestDeterministic(t *testing.T) {
	base := sampleReport(t)
	formats := map[string]func(io.Writer, Report) error{
		"text":  func(w io.Writer, r Report) error { return Text(w, r, TextOptions{Width: 80, Verbose: true}) },
		"json":  JSON,
		"sarif": func(w io.Writer, r Report) error { return SARIF(w, r, SARIFOptions{IncludeSuppressed: true}) },
		"tools": func(w io.Writer, r Report) error { return ToolsTable(w, r.Inventory, TableOptions{Width: 80}) },
		"tools json": func(w io.Writer, r Report) error {
			return InventoryJSON(w, r.Inventory)
		},
	}
	want := map[string]string{}
	rng := rand.New(rand.NewPCG(1, 2))
	for i := range 20 {
		r := base
		r.Findings = slices.Clone(base.Findings)
		inv := *base.Inventory
		inv.Servers, inv.Tools = slices.Clone(inv.Servers), slices.Clone(inv.Tools)
		r.Inventory = &inv
		if i > 0 {
			rng.Shuffle(len(r.Findings), func(i, j int) { r.Findings[i], r.Findings[j] = r.Findings[j], r.Findings[i] })
			rng.Shuffle(len(inv.Servers), func(i, j int) { inv.Servers[i], inv.Servers[j] = inv.Servers[j], inv.Servers[i] })
			rng.Shuffle(len(inv.Tools), func(i, j int) { inv.Tools[i], inv.Tools[j] = inv.Tools[j], inv.Tools[i] })
		}
		for name, render := range formats {
			var b bytes.Buffer
			if err := render(&b, r); err != nil {
				t.Fatal(err)
			}
			if i == 0 {
				want[name] = b.String()
			} else if b.String() != want[name] {
				t.Fatalf("%s depends on the order of its input", name)
			}
		}
	}
}

func TestMergeNotSeen(t *testing.T) {
	a := inventory.NotSeen{What: "a", Reason: "r"}
	b := inventory.NotSeen{What: "b", Reason: "r"}
	got := mergeNotSeen([]inventory.NotSeen{b, a}, []inventory.NotSeen{a})
	if !slices.Equal(got, []inventory.NotSeen{a, b}) {
		t.Errorf("got %v", got)
	}
}
