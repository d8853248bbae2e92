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
)

func sarifOf(t *testing.T, r Report) []byte {
	t.Helper()
	return render(t, func(w io.Writer) error { return SARIF(w, r, SARIFOptions{}) })
}

// TestMergeOfOne gives the log that it got, byte by byte.
func TestMergeOfOne(t *testing.T) {
	r := sampleReport(t)
	log := sarifOf(t, r)
	for _, files := range [][]SARIFFile{{{"a", log}}, {{"a", log}, {"b", log}}} {
		var b bytes.Buffer
		if err := MergeSARIF(&b, files, r.ToolVersion, ""); err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(b.Bytes(), log) {
			t.Errorf("%d logs that are the same give another one:\n%s", len(files), b.String())
		}
	}
}

// plain makes a report of findings of one rule in one file.
func plain(rule, file string, severity finding.Severity, n int) Report {
	r := Report{ToolVersion: "v1", Rules: checklist.All(), Ran: []string{rule}}
	for i := range n {
		r.Findings = append(r.Findings, finding.Finding{Rule: rule, Severity: severity, Profile: finding.Regular, Message: "m", Pos: finding.Position{File: file, Line: i + 1, Column: 1}})
	}
	return r
}

// runOf reads the one run of a log.
func runOf(t *testing.T, data []byte) logRun {
	t.Helper()
	var log struct{ Runs []logRun }
	if err := json.Unmarshal(data, &log); err != nil || len(log.Runs) != 1 {
		t.Fatalf("%d runs, %v", len(log.Runs), err)
	}
	return log.Runs[0]
}

func TestMergeOfSeveral(t *testing.T) {
	files := []SARIFFile{{"b", sarifOf(t, plain("MCP015", "b.go", finding.Note, 2))}, {"a", sarifOf(t, plain("MCP004", "a.go", finding.Error, 2))}}
	var b bytes.Buffer
	if err := MergeSARIF(&b, files, "v1", "backend"); err != nil {
		t.Fatal(err)
	}
	run := runOf(t, b.Bytes())
	var got []string
	for _, res := range run.Results {
		got = append(got, fmt.Sprint(res.RuleID, " ", run.Tool.Driver.Rules[res.RuleIndex].ID, " ", res.Locations[0].PhysicalLocation.ArtifactLocation.URI))
	}
	if want := "MCP004 MCP004 a.go, MCP004 MCP004 a.go, MCP015 MCP015 b.go, MCP015 MCP015 b.go"; strings.Join(got, ", ") != want {
		t.Errorf("results %s, want %s", strings.Join(got, ", "), want)
	}
	if !strings.Contains(b.String(), `"id": "backend/"`) {
		t.Error("no category")
	}
}

// TestMergeKeepsTheLimit: what a run can't hold is left out, notes first, and
// that is said.
func TestMergeKeepsTheLimit(t *testing.T) {
	files := []SARIFFile{{"a", sarifOf(t, plain("MCP015", "a.go", finding.Note, 25_000))}, {"b", sarifOf(t, plain("MCP004", "b.go", finding.Error, 25_000))}}
	var b bytes.Buffer
	if err := MergeSARIF(&b, files, "v1", ""); err != nil {
		t.Fatal(err)
	}
	run := runOf(t, b.Bytes())
	errors := 0
	for _, res := range run.Results {
		if res.Level == "error" {
			errors++
		}
	}
	if len(run.Results) != maxResults || errors != 25_000 {
		t.Errorf("%d results, %d of them errors", len(run.Results), errors)
	}
	if want := "25000 findings of severity note or below left out"; !strings.Contains(b.String(), want) {
		t.Errorf("no %q", want)
	}
}

// damaged is a log with the name of mcpvet and what is given.
func damaged(driver, run string) []byte {
	return []byte(`{"version": "2.1.0", "runs": [{"tool": {"driver": {"name": "mcpvet", "version": "1", ` + driver + `}}` + run + `}]}`)
}

func TestMergeRefuses(t *testing.T) {
	good := sarifOf(t, plain("MCP015", "a.go", finding.Note, 1))
	foreign := bytes.Replace(good, []byte(`"name": "mcpvet"`), []byte(`"name": "other"`), 1)
	lost := bytes.Replace(good, []byte(`"ruleId": "MCP015"`), []byte(`"ruleId": "MCP999"`), 1)
	for _, c := range []struct {
		data    []byte
		version string
		want    string
	}{
		{[]byte("{"), "v1", "merge x: it is no SARIF"},
		{[]byte(`{"version": "2.1.0", "runs": []}`), "v1", "it has no run"},
		{[]byte(`{"version": "2.0.0", "runs": []}`), "v1", "version"},
		{foreign, "v1", "was not written by mcpvet"},
		{good, "v2", "written by mcpvet 1, and this is v2"},
		{[]byte(`{"version": "2.1.0", "runs": [null]}`), "v1", "was not written by mcpvet"},
		{[]byte(`{"version": "2.1.0", "runs": [{"tool": {}}]}`), "v1", "was not written by mcpvet"},
		{damaged(`"rules": [null]`, ""), "v1", "damaged"},
		{damaged(`"rules": []`, `, "results": [null]`), "v1", "damaged"},
		{damaged(`"rules": [{"id": "a"}]`, `, "results": [{"ruleId": "a", "locations": [null]}, {"ruleId": "a"}]`), "v1", "damaged"},
		{damaged(`"rules": []`, `, "invocations": [null]`), "v1", "damaged"},
		{damaged(`"rules": []`, `, "invocations": [{"toolExecutionNotifications": [null]}]`), "v1", "damaged"},
		{lost, "v1", `the rule "MCP999", which is not in it`},
	} {
		err := MergeSARIF(io.Discard, []SARIFFile{{"x", c.data}}, c.version, "")
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%v, want %q", err, c.want)
		}
	}
	if err := MergeSARIF(io.Discard, nil, "v1", ""); err == nil {
		t.Error("no log is no error")
	}
}
