package checklist

import (
	"bufio"
	"bytes"
	"os"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"
)

func TestBuiltin(t *testing.T) {
	rules := All()
	if len(rules) != 22 {
		t.Fatalf("got %d rules, want 22", len(rules))
	}
	if rules[0].ID != "MCP001" || rules[21].ID != "MCP022" {
		t.Errorf("rules are not in checklist order: %s … %s", rules[0].ID, rules[21].ID)
	}
	items := 0
	for _, r := range rules {
		if r.Group == Checklist {
			items++
		}
		// GitHub keeps the first ten tags of a rule: security, the tags, one
		// for each weakness.
		if n := 1 + len(r.Tags) + len(r.CWE); n > 10 {
			t.Errorf("%s has %d tags, of which GitHub shows 10", r.ID, n)
		}
	}
	if items != 11 {
		t.Errorf("%d rules belong to the checklist, want 11", items)
	}
}

// TestCompiled: what programs read is what the source says.
func TestCompiled(t *testing.T) {
	before := builtin
	t.Cleanup(func() { builtin = before })
	read := All()
	want, err := Compile()
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(compiled, want) || !reflect.DeepEqual(read, All()) {
		t.Error("checklist.json is out of date: go run ./internal/gen")
	}
}

func TestAllIsACopy(t *testing.T) {
	All()[0].ID = "changed"
	if got := All()[0].ID; got != "MCP001" {
		t.Errorf("a caller changed the table: first id is %q", got)
	}
}

func TestLookup(t *testing.T) {
	byID, ok1 := ByID("MCP004")
	bySlug, ok2 := BySlug("shellinterp")
	f1, ok3 := Find("MCP004")
	f2, ok4 := Find("shellinterp")
	if !ok1 || !ok2 || !ok3 || !ok4 {
		t.Fatalf("shellinterp not found: %v %v %v %v", ok1, ok2, ok3, ok4)
	}
	for _, r := range []Rule{bySlug, f1, f2} {
		if r.ID != byID.ID {
			t.Errorf("lookups disagree: %s and %s", r.ID, byID.ID)
		}
	}
	if want := "https://github.com/mcpvet/mcpvet/blob/main/docs/rules/shellinterp.md"; byID.URL() != want {
		t.Errorf("URL() = %q, want %q", byID.URL(), want)
	}
	for _, bad := range []string{"", "MCP999", "mcp004", "SHELLINTERP"} {
		if r, ok := Find(bad); ok {
			t.Errorf("Find(%q) = %s, want nothing", bad, r.ID)
		}
	}
	if _, ok := ByID("shellinterp"); ok {
		t.Error("ByID takes a slug")
	}
	if _, ok := BySlug("MCP004"); ok {
		t.Error("BySlug takes an id")
	}
}

func TestNames(t *testing.T) {
	if got := CWEName("CWE-918"); got != "Server-Side Request Forgery (SSRF)" {
		t.Errorf("CWEName(CWE-918) = %q", got)
	}
	if got := OWASPName("MCP05:2025"); got != "Command Injection & Execution" {
		t.Errorf("OWASPName(MCP05:2025) = %q", got)
	}
	if CWEName("CWE-1") != "" || OWASPName("MCP99:2025") != "" {
		t.Error("unknown ids have names")
	}
}

func TestImplemented(t *testing.T) {
	for l, want := range map[Lifecycle]bool{Planned: false, Preview: true, Stable: true, Deprecated: true, "": false} {
		if l.Implemented() != want {
			t.Errorf("%q.Implemented() = %v", l, !want)
		}
	}
}

// small is a valid checklist; TestParseErrors breaks one line of it at a time.
const small = `cwe:
  CWE-78: "command injection"
  CWE-22: "path traversal"
owasp:
  "MCP05:2025": "injection"
rules:
  - id: MCP001
    slug: one
    title: first
    item: "the first line"
    group: checklist
    severity: error
    security-severity: "9.8"
    precision: high
    cwe: [CWE-78]
    owasp: ["MCP05:2025"]
    spec: https://modelcontextprotocol.io/specification/x#clause
    lifecycle: preview
    since: v0.1.0
    summary: Reports the first.
    remedy: Mend the first.
    tags: [injection]
  - id: MCP002
    slug: two
    title: second
    item: ""
    group: threat model
    severity: note
    security-severity: "0.0"
    precision: low
    cwe: [CWE-22]
    owasp: []
    spec: ""
    lifecycle: planned
    summary: Reports the second.
    remedy: Mend the second.
    tags: []
`

func TestParseSmall(t *testing.T) {
	got, err := parse([]byte(small))
	if err != nil {
		t.Fatal(err)
	}
	if len(got.Rules) != 2 || got.Rules[0].SecuritySeverity != "9.8" || got.Rules[1].Group != ThreatModel {
		t.Errorf("parsed %+v", got)
	}
}

func TestParseErrors(t *testing.T) {
	tests := []struct{ name, old, new, want string }{
		{"not yaml", "rules:", "rules: [", "parse checklist"},
		{"unknown field", "    title: first", "    titel: first", "unknown field"},
		{"duplicate key", "    slug: one", "    slug: one\n    slug: uno", "already defined"},
		{"wrong type", "    tags: [injection]", "    tags: {a: b}", "parse checklist"},
		{"no rules", small[strings.Index(small, "rules:"):], "rules: []\n", "has no rules"},
		{"id missing", "  - id: MCP001\n    slug: one", "  - slug: one", `rule 1: id "" is not of the form`},
		{"id form", "id: MCP001", "id: MCP1", "not of the form MCPnnn"},
		{"id twice", "id: MCP002", "id: MCP001", "MCP001: id MCP001 is already used by MCP001"},
		{"slug form", "slug: one", "slug: one-two", "not a lower-case identifier"},
		{"slug twice", "slug: two", "slug: one", "slug one is already used by MCP001"},
		{"title missing", "title: first", "title: \"\"", "title is missing"},
		{"title twice", "title: second", "title: first", "title first is already used"},
		{"severity", "severity: error", "severity: fatal", `severity "fatal" is unknown`},
		{"score missing", `security-severity: "9.8"`, `security-severity: ""`, "not a quoted number"},
		{"score too high", `security-severity: "9.8"`, `security-severity: "10.1"`, "not a quoted number"},
		{"score form", `security-severity: "9.8"`, `security-severity: "9"`, "not a quoted number"},
		{"precision", "precision: high", "precision: fair", `precision "fair" is unknown`},
		{"summary form", "Reports the first.", "Reports the first", "ends in a period"},
		{"remedy form", "Mend the first.", "Mend the first", "ends in a period"},
		{"summary lines", "summary: Reports the first.", `summary: "Reports\nthe first."`, "not one line"},
		{"group", "group: checklist", "group: other", `group "other" is unknown`},
		{"item missing", `item: "the first line"`, `item: ""`, "item is missing"},
		{"item beyond", `item: ""`, `item: "a line"`, "does not go with the group"},
		{"lifecycle", "lifecycle: preview", "lifecycle: alpha", `lifecycle "alpha" is unknown`},
		{"planned since", "lifecycle: planned", "lifecycle: planned\n    since: v0.2.0", "a planned rule has no since"},
		{"since missing", "    since: v0.1.0\n", "", "is not a version"},
		{"since form", "since: v0.1.0", "since: 0.1", "is not a version"},
		{"cwe empty", "cwe: [CWE-78]", "cwe: []", "cwe is empty"},
		{"cwe form", "cwe: [CWE-78]", "cwe: [78]", "not of the form CWE-nnn"},
		{"cwe unnamed", "cwe: [CWE-78]", "cwe: [CWE-78, CWE-1]", "CWE-1 has no name"},
		{"cwe twice", "cwe: [CWE-78]", "cwe: [CWE-78, CWE-78]", `"CWE-78" is listed twice`},
		{"cwe unused", "cwe: [CWE-22]", "cwe: [CWE-78]", "CWE-22 is named, but no rule uses it"},
		{"owasp form", `owasp: ["MCP05:2025"]`, `owasp: ["MCP05"]`, "not of the form MCPnn:yyyy"},
		{"owasp unnamed", `owasp: ["MCP05:2025"]`, `owasp: ["MCP05:2025", "MCP06:2025"]`, "MCP06:2025 has no name"},
		{"owasp unused", `owasp: ["MCP05:2025"]`, "owasp: []", "MCP05:2025 is named"},
		{"tag form", "tags: [injection]", "tags: [Injection]", "not a lower-case word"},
		{"spec host", "https://modelcontextprotocol.io/specification/x#clause", "https://example.com/x#clause", "not the URL of a clause"},
		{"spec clause", "specification/x#clause", "specification/x", "not the URL of a clause"},
		{"order", "id: MCP001", "id: MCP003", "not in the order of their ids"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if !strings.Contains(small, tt.old) {
				t.Fatalf("the sample has no %q to break", tt.old)
			}
			_, err := parse([]byte(strings.Replace(small, tt.old, tt.new, 1)))
			if err == nil {
				t.Fatal("no error")
			}
			if !strings.Contains(err.Error(), tt.want) {
				t.Errorf("error %q does not say %q", err, tt.want)
			}
		})
	}
}

// TestParseReportsAllFaults makes sure that an editor sees every fault at once.
func TestParseReportsAllFaults(t *testing.T) {
	bad := strings.NewReplacer("severity: error", "severity: fatal", "precision: low", "precision: fair").Replace(small)
	_, err := parse([]byte(bad))
	if err == nil {
		t.Fatal("no error")
	}
	for _, want := range []string{"MCP001: severity", "MCP002: precision"} {
		if !strings.Contains(err.Error(), want) {
			t.Errorf("error %q does not say %q", err, want)
		}
	}
}

// TestAgreesWithRules compares ids, slugs, checklist lines, weaknesses and
// severities with the description of the rules, where it is at hand.
func TestAgreesWithRules(t *testing.T) {
	data, err := os.ReadFile("../../shared/RULES.md")
	if err != nil {
		t.Skip("the description of the rules is not at hand")
	}
	row := regexp.MustCompile(`^\| (MCP\d{3}) \| (\w+) \| (.*) \| ([\d, ]+) \|(?: ([a-z]+)[ /a-z]* \|)?$`)
	seen := 0
	for s := bufio.NewScanner(bytes.NewReader(data)); s.Scan(); {
		m := row.FindStringSubmatch(s.Text())
		if m == nil {
			continue
		}
		seen++
		r, ok := ByID(m[1])
		if !ok {
			t.Errorf("%s is missing", m[1])
			continue
		}
		if r.Slug != m[2] {
			t.Errorf("%s: slug %q, want %q", r.ID, r.Slug, m[2])
		}
		if r.Item != "" && r.Item != m[3] {
			t.Errorf("%s: item %q, want %q", r.ID, r.Item, m[3])
		}
		var cwe []string
		for n := range strings.SplitSeq(m[4], ", ") {
			cwe = append(cwe, "CWE-"+n)
		}
		if !slices.Equal(r.CWE, cwe) {
			t.Errorf("%s: cwe %v, want %v", r.ID, r.CWE, cwe)
		}
		if m[5] != "" && string(r.Severity) != m[5] {
			t.Errorf("%s: severity %q, want %q", r.ID, r.Severity, m[5])
		}
	}
	if seen != len(All()) {
		t.Errorf("the description has %d rules, the checklist %d", seen, len(All()))
	}
}
