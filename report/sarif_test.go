package report

import (
	"encoding/json"
	"fmt"
	"io"
	"net/url"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/mcpvet/mcpvet/checklist"
	"github.com/mcpvet/mcpvet/internal/finding"
	"github.com/mcpvet/mcpvet/internal/inventory"
)

func sarifBytes(t *testing.T, r Report, opts SARIFOptions) []byte {
	t.Helper()
	return render(t, func(w io.Writer) error { return SARIF(w, r, opts) })
}

func sarifRun(t *testing.T, r Report, opts SARIFOptions) logRun {
	t.Helper()
	var log logFile
	if err := json.Unmarshal(sarifBytes(t, r, opts), &log); err != nil {
		t.Fatal(err)
	}
	if log.Version != "2.1.0" || log.Schema == "" || len(log.Runs) != 1 {
		t.Fatalf("version %q, schema %q, %d runs", log.Version, log.Schema, len(log.Runs))
	}
	return log.Runs[0]
}

func (r logRun) result(t *testing.T, rule string) logResult {
	t.Helper()
	for _, res := range r.Results {
		if res.RuleID == rule {
			return res
		}
	}
	t.Fatalf("no result of %s", rule)
	return logResult{}
}

// awkward adds findings that lack what a result must have.
func awkward(r Report) Report {
	shop := "shop@cmd/shop/main.go:4"
	r.Findings = append(slices.Clone(r.Findings),
		finding.Finding{Rule: "MCP017", Message: "no place but the server's", Severity: finding.Error, Server: shop},
		finding.Finding{Rule: "MCP006", Message: "no place at all", Severity: finding.Warning},
		finding.Finding{Rule: "MCP900", Message: "rule that nobody lists", Severity: finding.Note, Pos: at("a:b?c#d.go", 3, 0, 0)},
		finding.Finding{Rule: "MCP007", Message: "outside", Severity: finding.Warning, Pos: at("/elsewhere/x y.go", 3, 2, 2)},
		finding.Finding{
			Rule: "MCP008", Message: `tool "[x](1)" is named like a link`, Severity: finding.Warning, Pos: at(mainFile, 2, 1, 0),
			Trace:   []finding.Step{{Text: "a step without a place"}, {Pos: at(mainFile, 5, 1, 3), Text: "[y](2)"}},
			Related: []finding.Evidence{{Text: "a place [that] is \\ unknown"}, {Pos: at(mainFile, 6, 1, 3)}},
			Fixes: []finding.Fix{
				{Title: "nothing"},
				{Title: "no column", Safe: true, Edits: []finding.Edit{{Pos: at(mainFile, 2, 0, 0), NewText: "x"}}},
				{Title: "insert", Safe: true, Edits: []finding.Edit{
					{Pos: at(mainFile, 2, 1, 0), NewText: "x"}, {Pos: at(ordersFile, 2, 1, 0), NewText: "y"}, {Pos: at(mainFile, 3, 1, 5), NewText: "z"},
				}},
			},
		},
	)
	return r
}

var link = regexp.MustCompile(`(?:^|[^\\])\[(?:[^\]\\]|\\.)*\]\((\d+)\)`)

// TestSARIFIsSound checks everything that viewers rely on, over findings of
// every shape.
func TestSARIFIsSound(t *testing.T) {
	r := awkward(sampleReport(t))
	data := sarifBytes(t, r, SARIFOptions{IncludeSuppressed: true})
	var doc any
	if err := json.Unmarshal(data, &doc); err != nil {
		t.Fatal(err)
	}
	noNulls(t, "", doc)
	run := sarifRun(t, r, SARIFOptions{IncludeSuppressed: true})
	if run.ColumnKind != "utf16CodeUnits" || run.VersionControlProvenance != nil || run.OriginalURIBaseIDs[srcRoot] == nil {
		t.Errorf("columnKind %q, bases %v", run.ColumnKind, run.OriginalURIBaseIDs)
	}
	if strings.Contains(string(data), r.Root) {
		t.Error("the log holds the absolute root")
	}

	rules := run.Tool.Driver.Rules
	seen := map[string]bool{}
	for _, rule := range rules {
		if seen[rule.ID] {
			t.Errorf("rule %s is listed twice", rule.ID)
		}
		seen[rule.ID] = true
		if rule.ShortDescription.Text == "" || rule.FullDescription.Text == "" || rule.DefaultConfiguration.Level == "" || !slices.Contains(rule.Properties.Tags, "security") {
			t.Errorf("rule lacks a part: %+v", rule)
		}
	}
	locations := func(what string, l logLocation) {
		t.Helper()
		a, region := l.PhysicalLocation.ArtifactLocation, l.PhysicalLocation.Region
		u, err := url.Parse(a.URI)
		if err != nil || a.URI == "" || strings.ContainsAny(a.URI, " ?#") {
			t.Errorf("%s: uri %q: %v", what, a.URI, err)
			return
		}
		if u.IsAbs() == (a.URIBaseID != "") {
			t.Errorf("%s: uri %q with base %q", what, a.URI, a.URIBaseID)
		}
		if region.StartLine < 1 || region.StartColumn < 0 || region.EndLine != 0 && region.EndLine < region.StartLine ||
			region.EndLine == region.StartLine && region.EndColumn <= region.StartColumn {
			t.Errorf("%s: region %+v", what, region)
		}
	}
	prints := map[string]bool{}
	for _, res := range run.Results {
		if rules[res.RuleIndex].ID != res.RuleID {
			t.Errorf("ruleIndex %d is %s, not %s", res.RuleIndex, rules[res.RuleIndex].ID, res.RuleID)
		}
		if !slices.Contains([]string{"error", "warning", "note"}, res.Level) || !strings.HasSuffix(res.Message.Text, ".") {
			t.Errorf("level %q, message %q", res.Level, res.Message.Text)
		}
		if len(res.Locations) != 1 {
			t.Errorf("%s has %d locations", res.RuleID, len(res.Locations))
		}
		locations(res.RuleID, res.Locations[0])
		ids := map[string]bool{}
		for _, l := range res.RelatedLocations {
			locations(res.RuleID+" related", l)
			ids[strconv.Itoa(l.ID)] = true
		}
		if len(ids) != len(res.RelatedLocations) {
			t.Errorf("%s: ids of related locations are not unique", res.RuleID)
		}
		for _, m := range link.FindAllStringSubmatch(res.Message.Text, -1) {
			if !ids[m[1]] {
				t.Errorf("%s links place %s, which is not there: %s", res.RuleID, m[1], res.Message.Text)
			}
			delete(ids, m[1])
		}
		if len(ids) > 0 {
			t.Errorf("%s does not link %v: %s", res.RuleID, ids, res.Message.Text)
		}
		for _, flow := range res.CodeFlows {
			for _, l := range flow.ThreadFlows[0].Locations {
				locations(res.RuleID+" flow", l.Location)
			}
		}
		p := res.PartialFingerprints[fingerprintKey]
		if p == "" || prints[p] {
			t.Errorf("%s: fingerprint %q is empty or not unique", res.RuleID, p)
		}
		prints[p] = true
		for _, taxon := range res.Taxa {
			if run.Taxonomies[0].Taxa[taxon.Index].ID != taxon.ID || taxon.ToolComponent.GUID != run.Taxonomies[0].GUID {
				t.Errorf("%s: taxon %+v", res.RuleID, taxon)
			}
		}
	}
	for _, inv := range run.Invocations {
		for _, n := range inv.ToolExecutionNotifications {
			if run.Tool.Driver.Notifications[n.Descriptor.Index].ID != n.Descriptor.ID {
				t.Errorf("notification %+v", n)
			}
		}
	}
}

func noNulls(t *testing.T, path string, v any) {
	t.Helper()
	switch v := v.(type) {
	case nil:
		t.Errorf("%s is null", path)
	case map[string]any:
		for k, e := range v {
			noNulls(t, path+"."+k, e)
		}
	case []any:
		for i, e := range v {
			noNulls(t, fmt.Sprintf("%s[%d]", path, i), e)
		}
	}
}

func TestSARIFRules(t *testing.T) {
	run := sarifRun(t, sampleReport(t), SARIFOptions{})
	if len(run.Tool.Driver.Rules) != len(checklist.All()) {
		t.Errorf("%d rules are listed", len(run.Tool.Driver.Rules))
	}
	rule := run.Tool.Driver.Rules[3]
	if rule.ID != "MCP004" || rule.Name != "shellinterp" || rule.Properties.SecuritySeverity != "9.8" || rule.Properties.Precision != "high" ||
		!slices.Contains(rule.Properties.Tags, "external/cwe/cwe-078") || rule.DefaultConfiguration.Level != "error" {
		t.Errorf("rule %+v", rule)
	}
	for i, r := range checklist.All() {
		enabled := run.Tool.Driver.Rules[i].DefaultConfiguration.Enabled
		if disabled := enabled != nil && !*enabled; disabled == r.Lifecycle.Implemented() {
			t.Errorf("%s is %s, and disabled: %v", r.ID, r.Lifecycle, disabled)
		}
	}
	built := run.Tool.Driver.Rules[14]
	if built.ID != "MCP015" || built.DefaultConfiguration.Enabled != nil || !strings.Contains(built.Help.Markdown, "# tooldesc") || built.Help.Text == "" {
		t.Errorf("rule %+v", built)
	}
	if d := run.Tool.Driver; d.Version != "0.1.0" || d.SemanticVersion != "0.1.0" {
		t.Errorf("versions %q and %q", d.Version, d.SemanticVersion)
	}
	r := sampleReport(t)
	r.ToolVersion = "(devel)"
	if d := sarifRun(t, r, SARIFOptions{}).Tool.Driver; d.Version != "0.0.0-devel" || d.SemanticVersion != "0.0.0-devel" {
		t.Errorf("versions %q and %q of a development build", d.Version, d.SemanticVersion)
	}
}

// TestSARIFColumns compares with columns counted by hand: before the query on
// line 6 stand a tab, an emoji of two units and characters of two and three
// bytes.
func TestSARIFColumns(t *testing.T) {
	res := sarifRun(t, sampleReport(t), SARIFOptions{}).result(t, "MCP005")
	if got, want := res.Locations[0].PhysicalLocation.Region, (logRegion{6, 22, 6, 70}); got != want {
		t.Errorf("region %+v, want %+v", got, want)
	}
	if got, want := res.Fixes[0].ArtifactChanges[0].Replacements[0].DeletedRegion, (logRegion{6, 31, 6, 69}); got != want {
		t.Errorf("deleted region %+v, want %+v", got, want)
	}
	if uri := res.Locations[0].PhysicalLocation.ArtifactLocation.URI; uri != "pkg/h%C3%A9llo%20w%C3%B6rld%20100%25/orders.go" {
		t.Errorf("uri %q", uri)
	}
	flow := res.CodeFlows[0].ThreadFlows[0].Locations
	if len(flow) != 7 || flow[6].Location.PhysicalLocation.Region.StartColumn != 22 || flow[0].Location.Message.Text != `argument "where"` {
		t.Errorf("flow %+v", flow)
	}
}

func TestUTF16Column(t *testing.T) {
	root := t.TempDir()
	writeFile(t, root, "u.go", "\ufeffé x\n"+ // a byte order mark is no character
		"🛒x\n"+ // a surrogate pair
		"e\u0301x\n"+ // a letter and a combining accent: two units
		"👩\u200d👧x\n"+ // a joined emoji: five units
		"\xffx\r\n"+ // a byte that is no UTF-8
		"日本x")
	src := newSources(root)
	tests := []struct {
		file               string
		line, column, want int
	}{
		{"u.go", 1, 4, 1}, {"u.go", 1, 6, 2}, {"u.go", 1, 7, 3},
		{"u.go", 2, 1, 1}, {"u.go", 2, 5, 3}, {"u.go", 2, 6, 4},
		{"u.go", 3, 4, 3},
		{"u.go", 4, 12, 6},
		{"u.go", 5, 2, 2}, {"u.go", 5, 3, 3},
		{"u.go", 6, 7, 3},
		{"u.go", 6, 40, 40},  // the source changed
		{"u.go", 99, 7, 7},   // the source changed
		{"gone.go", 1, 7, 7}, // not to be read
		{"", 1, 7, 7},
	}
	for _, tt := range tests {
		if got := src.utf16Column(tt.file, tt.line, tt.column); got != tt.want {
			t.Errorf("%s:%d:%d is column %d in UTF-16 units, want %d", tt.file, tt.line, tt.column, got, tt.want)
		}
	}
	if got := src.utf16Column(filepath.ToSlash(filepath.Join(root, "u.go")), 2, 5); got != 3 {
		t.Errorf("absolute file: column %d, want 3", got)
	}
}

func TestArtifact(t *testing.T) {
	for file, want := range map[string]logArtifact{
		"a/b.go":              {"a/b.go", srcRoot},
		"a b/100%.go":         {"a%20b/100%25.go", srcRoot},
		"日本/é.go":             {"%E6%97%A5%E6%9C%AC/%C3%A9.go", srcRoot},
		"a:b?c#d[e].go":       {"a%3Ab%3Fc%23d%5Be%5D.go", srcRoot},
		"../sibling/x.go":     {"../sibling/x.go", srcRoot},
		"/abs/x y.go":         {"file:///abs/x%20y.go", ""},
		"C:/abs/x.go":         {"file:///C:/abs/x.go", ""},
		"a~b/(c)+d,e;f=g@.go": {"a~b/(c)+d,e;f=g@.go", srcRoot},
	} {
		a := artifact(file)
		got := logArtifact{URI: *a.URI}
		if a.URIBaseId != nil {
			got.URIBaseID = *a.URIBaseId
		}
		if got != want {
			t.Errorf("artifact(%q) = %+v, want %+v", file, got, want)
		}
		path, err := url.PathUnescape(strings.TrimPrefix(got.URI, "file://"))
		if err != nil || strings.TrimPrefix(path, "/") != strings.TrimPrefix(file, "/") {
			t.Errorf("%q does not decode to %q: %q, %v", got.URI, file, path, err)
		}
	}
}

func TestSARIFMessages(t *testing.T) {
	run := sarifRun(t, awkward(sampleReport(t)), SARIFOptions{})
	want := `Tool "\[x\](1)" is named like a link. See [a place \[that\] is \\ unknown](1), [here](2).`
	res := run.result(t, "MCP008")
	if res.Message.Text != want {
		t.Errorf("message %q, want %q", res.Message.Text, want)
	}
	if got := res.CodeFlows[0].ThreadFlows[0].Locations[1].Location.Message.Text; got != `\[y\](2)` {
		t.Errorf("step %q makes a link", got)
	}
	if len(res.Fixes) != 1 || len(res.Fixes[0].ArtifactChanges) != 2 || len(res.Fixes[0].ArtifactChanges[0].Replacements) != 2 {
		t.Errorf("fixes %+v", res.Fixes)
	}
	if got := res.Fixes[0].ArtifactChanges[0].Replacements[0].DeletedRegion; got != (logRegion{2, 1, 2, 1}) {
		t.Errorf("an insertion deletes %+v", got)
	}

	many := sampleReport(t)
	for i := range 30 {
		many.Findings[1].Related = append(many.Findings[1].Related, finding.Evidence{Pos: at(mainFile, 5, 2, 3), Text: fmt.Sprint("place ", i)})
	}
	posture := sarifRun(t, many, SARIFOptions{}).result(t, "MCP002")
	if len(posture.RelatedLocations) != 36 || len(link.FindAllString(posture.Message.Text, -1)) != maxLinks || !strings.HasSuffix(posture.Message.Text, " and 26 more.") {
		t.Errorf("%d related places, message %q", len(posture.RelatedLocations), posture.Message.Text)
	}
}

func TestSARIFSuppressed(t *testing.T) {
	r := sampleReport(t)
	without, with := sarifRun(t, r, SARIFOptions{}), sarifRun(t, r, SARIFOptions{IncludeSuppressed: true})
	if len(without.Results) != 3 || len(with.Results) != 4 {
		t.Fatalf("%d and %d results, want 3 and 4", len(without.Results), len(with.Results))
	}
	s := with.result(t, "MCP001").Suppressions
	if len(s) != 1 || s[0].Kind != "inSource" || s[0].Justification != "the till confirms" || s[0].Location.PhysicalLocation.Region.StartLine != 10 {
		t.Errorf("suppressions %+v", s)
	}
}

func TestSARIFWithoutFindings(t *testing.T) {
	r := sampleReport(t)
	r.Findings = nil
	if data := sarifBytes(t, r, SARIFOptions{}); !strings.Contains(string(data), `"results": []`) {
		t.Error("results are not an empty list")
	}
	run := sarifRun(t, r, SARIFOptions{})
	if len(run.Tool.Driver.Rules) != 22 || len(run.Invocations) != 1 || !run.Invocations[0].ExecutionSuccessful {
		t.Errorf("the run is not a full one: %+v", run.Invocations)
	}
	notes := run.Invocations[0].ToolExecutionNotifications
	if len(notes) != 2 || notes[1].Message.Text != "Not analysed: example.com/shop/internal/legacy: does not type-check: undefined: legacyClient." ||
		notes[1].Level != "warning" || notes[1].Locations[0].PhysicalLocation.Region.StartLine != 41 || notes[0].Locations != nil {
		t.Errorf("notifications %+v", notes)
	}
	sarifRun(t, Report{}, SARIFOptions{}) // not even rules
}

// TestSARIFCaps goes over both limits and looks for what was cut: the mildest
// findings and the middle of a trace, and that it is said.
func TestSARIFCaps(t *testing.T) {
	if maxResults != 25_000 || maxFlowSteps != 10_000 {
		t.Fatal("the limits are not those of GitHub code scanning")
	}
	r := Report{Rules: checklist.All(), Inventory: &inventory.Inventory{}}
	for i := range maxResults + 10 {
		f := finding.Finding{Rule: "MCP004", Pos: at("a.go", i+1, 1, 2), Message: "m", Severity: finding.Error}
		if i < 20 {
			f.Severity = finding.Note // first in the file, and still the ones to go
		}
		r.Findings = append(r.Findings, f)
	}
	last := &r.Findings[len(r.Findings)-1]
	for i := range maxFlowSteps + 5 {
		last.Trace = append(last.Trace, finding.Step{Pos: at("a.go", i+1, 1, 2), Text: fmt.Sprint("step ", i)})
	}
	run := sarifRun(t, r, SARIFOptions{})
	if len(run.Results) != maxResults {
		t.Errorf("%d results", len(run.Results))
	}
	notes := 0
	for i, res := range run.Results {
		if res.Level == "note" {
			notes++
		}
		if i > 0 && res.Locations[0].PhysicalLocation.Region.StartLine <= run.Results[i-1].Locations[0].PhysicalLocation.Region.StartLine {
			t.Fatal("results are out of order")
		}
	}
	if notes != 10 {
		t.Errorf("%d notes are left, want 10", notes)
	}
	flow := run.Results[len(run.Results)-1].CodeFlows[0].ThreadFlows[0].Locations
	if len(flow) != maxFlowSteps || flow[len(flow)-1].Location.Message.Text != fmt.Sprint("step ", maxFlowSteps+4) {
		t.Errorf("%d steps, the last one %q", len(flow), flow[len(flow)-1].Location.Message.Text)
	}
	var said []string
	for _, n := range run.Invocations[0].ToolExecutionNotifications {
		said = append(said, n.Descriptor.ID+": "+n.Message.Text)
	}
	want := []string{
		"cut: 10 findings of severity note or below left out: a run holds 25000.",
		"cut: 5 steps of the trace at a.go:25010:1 left out: a result holds 10000.",
	}
	if !slices.Equal(said, want) {
		t.Errorf("notifications %q, want %q", said, want)
	}
}
