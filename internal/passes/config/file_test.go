package config

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/mcpvet/mcpvet/internal/finding"
)

const full = `# settings of a project
version: 1
profile: pedantic
fail-on: error
tests: true
generated: false
rules:
  MCP015: {enabled: false}
  shellinterp:
    severity: warning
  mcp006: false
exclude:
  - internal/gen
  - "**/*_mock.go"
models:
  # an in-house registrar
  registrars:
    - func: corp.example/kit.Expose
      kind: tool
      name: arg0
      handler: arg1
policy:
  scopes:
    delete_*: admin
    read: [mail.read, mail.list]
  exemptions:
    - rule: MCP004
      tool: run
      reason: only on a throwaway machine
      expires: 2027-01-31
    - {rule: audit, reason: audited by the proxy}
follow: [corp.example/kit/..., corp.example/auth]
`

func TestParseFull(t *testing.T) {
	c, err := Parse("/p/.mcpvet.yaml", []byte(full))
	if err != nil {
		t.Fatal(err)
	}
	if c.Profile != finding.Pedantic || c.FailOn != finding.Error || c.Tests == nil || !*c.Tests || c.Generated == nil || *c.Generated {
		t.Errorf("scalars: %+v", c)
	}
	if c.RuleEnabled("MCP015") || c.RuleEnabled("MCP006") || !c.RuleEnabled("MCP004") || !c.RuleEnabled("MCP001") {
		t.Errorf("rules: %+v", c.Rules)
	}
	if got := c.SeverityOf("MCP004", finding.Error); got != finding.Warning {
		t.Errorf("severity of MCP004 = %s, want warning", got)
	}
	if len(c.Models.Registrars) != 1 || c.Models.Registrars[0].Func != "corp.example/kit.Expose" {
		t.Errorf("models: %+v", c.Models)
	}
	for path, want := range map[string]bool{
		"/p/internal/gen/a/b.go": true, "/p/internal/generate.go": false, "/p/x/y_mock.go": true, "/p/y_mock.go": true, "/q/y_mock.go": false,
	} {
		if got := c.Excludes(path); got != want {
			t.Errorf("Excludes(%s) = %v, want %v", path, got, want)
		}
	}
	if want := []string{"corp.example/kit/...", "corp.example/auth"}; !slices.Equal(c.Follow, want) {
		t.Errorf("follow: %q, want %q", c.Follow, want)
	}
	if p := c.Policy; len(p.Scopes) != 2 || !p.Scopes[0].Tool.Match("delete_user") || p.Scopes[0].Tool.Match("undelete_user") || len(p.Scopes[1].Scopes) != 2 {
		t.Errorf("scopes: %+v", p.Scopes)
	}
	if c.Digest != DigestOf([]byte(full)) || !strings.HasPrefix(c.Digest, "sha256:") || len(c.Digest) != 7+64 {
		t.Errorf("digest %q", c.Digest)
	}
}

func TestToolRows(t *testing.T) {
	c, err := Parse("/p/.mcpvet.yaml", []byte(`version: 1
policy:
  timeout: 20s
  limits: {user: 60/m, global: 10/30s}
  tools:
    "*": {scopes: any}
    delete_*: {scopes: [a, b], confirm: true, limit: 5/m, timeout: 10s}
    delete_draft: {scopes: a}
    ping: {public: true}
    time:
  resources: {"docs://**": {}}
  prompts: {greet: }
  methods: {completion/complete: {public: true}}
`))
	if err != nil {
		t.Fatal(err)
	}
	for tool, want := range map[string]string{"delete_x": "delete_*", "delete_draft": "delete_draft", "other": "*", "ping": "ping", "time": "time", "a/b": ""} {
		got := ""
		if r := c.Policy.ToolRow(tool); r != nil {
			got = r.Tool.String()
		}
		if got != want {
			t.Errorf("%s: row %q, want %q", tool, got, want)
		}
	}
	if r := c.Policy.ToolRow("delete_x"); !r.Confirm || len(r.Scopes) != 2 || r.Public {
		t.Errorf("%+v", r)
	}
}

func TestExempt(t *testing.T) {
	c, err := Parse("/p/.mcpvet.yaml", []byte(full))
	if err != nil {
		t.Fatal(err)
	}
	day := func(s string) time.Time {
		d, err := time.Parse(time.DateTime, s)
		if err != nil {
			t.Fatal(err)
		}
		return d
	}
	run := finding.Finding{Rule: "MCP004", Tool: "run"}
	if s := c.Exempt(run, day("2027-01-31 23:00:00")); s == nil || s.Reason != "only on a throwaway machine" || s.Pos.Line != 27 {
		t.Errorf("on its last day: %+v", s)
	}
	if s := c.Exempt(run, day("2027-02-01 00:00:00")); s != nil {
		t.Errorf("expired, but %+v", s)
	}
	if s := c.Exempt(finding.Finding{Rule: "MCP004", Tool: "other"}, day("2026-01-01 00:00:00")); s != nil {
		t.Errorf("another tool, but %+v", s)
	}
	// Without a tool the exemption covers findings about servers, too.
	if s := c.Exempt(finding.Finding{Rule: "MCP009"}, day("2030-01-01 00:00:00")); s == nil {
		t.Error("a server's finding is not exempt")
	}
}

func TestParseErrors(t *testing.T) {
	for name, test := range map[string]struct {
		in   string
		want []string // parts of the message
	}{
		"unknown key":        {"version: 1\nprofil: regular\n", []string{"c:2:1: ", `unknown key "profil"`, "did you mean profile?"}},
		"unknown nested key": {"version: 1\nrules:\n  MCP015:\n    sevrity: error\n", []string{"c:4:5: ", "did you mean severity?"}},
		"far from any key":   {"version: 1\nxyzzy: 1\n", []string{"known: version, profile, fail-on"}},
		"unknown rule":       {"version: 1\nrules:\n  shelinterp: false\n", []string{"c:3:3: ", "did you mean shellinterp?"}},
		"unknown rule id":    {"version: 1\nrules:\n  MCP999: false\n", []string{`unknown rule "MCP999"`}},
		"rule twice":         {"version: 1\nrules:\n  MCP015: false\n  tooldesc: true\n", []string{"c:4:3: ", "by id and by slug"}},
		"key twice":          {"version: 1\ntests: true\ntests: false\n", []string{"tests"}},
		"bad profile":        {"version: 1\nprofile: paranoid\n", []string{"c:2:10: ", `unknown profile "paranoid"`, "known: regular, pedantic, auditor"}},
		"bad fail-on":        {"version: 1\nfail-on: eror\n", []string{"did you mean error?"}},
		"bad boolean":        {"version: 1\ntests: yep\n", []string{"c:2:8: ", "tests must be true or false"}},
		"no version":         {"profile: regular\n", []string{"version is missing"}},
		"wrong version":      {"version: 2\n", []string{"version must be 1"}},
		"a list":             {"- version: 1\n", []string{"must be a mapping"}},
		"a text":             {"hello\n", []string{"must be a mapping"}},
		"two documents":      {"version: 1\n---\nversion: 1\n", []string{"second document"}},
		"anchor":             {"version: 1\nexclude: &a [x]\n", []string{"anchors"}},
		"no YAML":            {"version: [1\n", []string{"not readable as YAML"}},
		"nested brackets":    {"version: 1\n# ]]]\nexclude: " + strings.Repeat("[", 100000), []string{"c:3: ", "more than 200 nested brackets"}},
		"nested lists":       {"version: 1\nexclude:\n" + strings.Repeat("- ", 100000), []string{"c:3: ", `more than 200 times "-"`}},
		"anchors":            {"version: 1\nexclude:" + strings.Repeat(" &a", 100000), []string{"c:2: ", `more than 200 times "&"`}},
		"glob outside":       {"version: 1\nexclude: [../x]\n", []string{"c:2:11: ", "leaves the folder"}},
		"exclude mapping":    {"version: 1\nexclude: {a: b}\n", []string{"must be a list"}},
		"follow: folder":     {"version: 1\nfollow: [a.example/x, ./x]\n", []string{"c:2:23: ", `"./x" is a folder`}},
		"follow: Windows":    {"version: 1\nfollow: 'C:\\x'\n", []string{"is a folder"}},
		"follow: empty":      {"version: 1\nfollow: ['']\n", []string{"an element of follow must be a text"}},
		"row: unknown key":   {"version: 1\npolicy:\n  tools:\n    del: {confrm: true}\n", []string{"c:4:11: ", "did you mean confirm?"}},
		"row: public":        {"version: 1\npolicy:\n  tools:\n    del: {public: true, scopes: a}\n", []string{"c:4:5: ", "can't be public"}},
		"row: confirm":       {"version: 1\npolicy:\n  prompts:\n    del: {confirm: true}\n", []string{"c:4:5: ", "only tools"}},
		"row: boolean":       {"version: 1\npolicy:\n  tools:\n    del: {confirm: maybe}\n", []string{"must be true or false"}},
		"row: limit":         {"version: 1\npolicy:\n  tools:\n    del: {limit: 5/year}\n", []string{"c:4:18: ", "60/m"}},
		"row: no limit":      {"version: 1\npolicy:\n  tools:\n    del: {limit: 0/m}\n", []string{"60/m"}},
		"row: timeout":       {"version: 1\npolicy:\n  tools:\n    del: {timeout: 30}\n", []string{"timeout must be a"}},
		"limits: unknown":    {"version: 1\npolicy:\n  limits: {usr: 5/m}\n", []string{"did you mean user?"}},
		"policy: timeout":    {"version: 1\npolicy: {timeout: -1s}\n", []string{"with a unit"}},
		"scope missing":      {"version: 1\npolicy:\n  scopes:\n    del: []\n", []string{"c:4:5: ", "has no scope"}},
		"exemption: reason":  {"version: 1\npolicy:\n  exemptions:\n    - rule: MCP001\n", []string{"needs a reason"}},
		"exemption: rule":    {"version: 1\npolicy:\n  exemptions:\n    - reason: x\n", []string{"needs the rule"}},
		"exemption: day":     {"version: 1\npolicy:\n  exemptions:\n    - {rule: MCP001, reason: x, expires: 31.1.2027}\n", []string{"must be a day as 2027-01-31"}},
		"models: line":       {"version: 1\nmodels:\n  registrars:\n    - func: corp.example/kit.Expose\n      kindd: tool\n", []string{"c:5:", "kindd"}},
		"models: on one line": {"{version: 1, models: {registrars: [{func: a/b.C, kind: tool}]}}\n",
			[]string{"lines of their own"}},
		"several at once": {"version: 1\nprofil: x\ntest: true\n", []string{`"profil"`, `"test"`, "did you mean tests?"}},
	} {
		t.Run(name, func(t *testing.T) {
			c, err := Parse("c", []byte(test.in))
			if err == nil {
				t.Fatalf("no error; parsed %+v", c)
			}
			for _, w := range test.want {
				if !strings.Contains(err.Error(), w) {
					t.Errorf("error %q lacks %q", err, w)
				}
			}
		})
	}
}

func TestParseEmpty(t *testing.T) {
	for _, in := range []string{"", "# nothing yet\n", "---\n", "version: 1\n", "version: 1\nmodels:\nrules:\n"} {
		c, err := Parse("c", []byte(in))
		if err != nil {
			t.Errorf("%q: %v", in, err)
		} else if c.Profile != "" || len(c.Rules) != 0 {
			t.Errorf("%q: %+v", in, c)
		}
	}
}

func TestModelsBetweenOtherKeys(t *testing.T) {
	in := "version: 1\nmodels: {registrars: [{func: corp.example/kit.Expose, kind: tool, name: arg0, handler: arg1}]}\n# \u00fc\nprofile: auditor\n"
	c, err := Parse("c", []byte(in))
	if err != nil {
		t.Fatal(err)
	}
	if len(c.Models.Registrars) != 1 || c.Profile != finding.Auditor {
		t.Errorf("%+v", c)
	}
}

func TestFind(t *testing.T) {
	top := t.TempDir()
	deep := filepath.Join(top, "a", "b")
	if err := os.MkdirAll(deep, 0o755); err != nil {
		t.Fatal(err)
	}
	if path, err := Find(deep, top); path != "" || err != nil {
		t.Errorf("without a file: %q, %v", path, err)
	}
	outside := filepath.Join(top, FileName)
	if err := os.WriteFile(outside, []byte("version: 1\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	if path, err := Find(deep, top); path != outside || err != nil {
		t.Errorf("above: %q, %v", path, err)
	}
	// A file above the root belongs to somebody else.
	if path, err := Find(deep, filepath.Join(top, "a")); path != "" || err != nil {
		t.Errorf("beyond the root: %q, %v", path, err)
	}
	if err := os.Mkdir(filepath.Join(deep, FileName), 0o755); err != nil {
		t.Fatal(err)
	}
	if _, err := Find(deep, top); err == nil {
		t.Error("a folder of that name is no error")
	}
}

func TestLoadTooLarge(t *testing.T) {
	path := filepath.Join(t.TempDir(), FileName)
	if err := os.WriteFile(path, make([]byte, maxSize+1), 0o644); err != nil {
		t.Fatal(err)
	}
	if _, err := Load(path); err == nil || !strings.Contains(err.Error(), "at most") {
		t.Errorf("got %v", err)
	}
}

// TestNestingAllowed gives the parser the worst that is let through: it must not
// take long. The time grows with the size, of which this is an eighth of what a
// configuration may have, and only with indentation faster.
func TestNestingAllowed(t *testing.T) {
	const size = maxSize / 8
	var indented strings.Builder
	for i := 0; indented.Len() < maxSize-2000; i++ {
		indented.WriteString(strings.Repeat(" ", i) + "a:\n")
	}
	fill := func(line string) string { return strings.Repeat(line, size/len(line)) }
	for name, in := range map[string]string{
		"brackets": fill("- " + strings.Repeat("[", 199) + strings.Repeat("]", 199) + "\n"),
		"lists":    fill(strings.Repeat("- ", 199) + "x\n"),
		"indented": indented.String(),
	} {
		t.Run(name, func(t *testing.T) {
			start := time.Now()
			if _, err := Parse("c", []byte(in)); err == nil {
				t.Error("it is no configuration, and there is no error")
			}
			if took := time.Since(start); took > 10*time.Second {
				t.Errorf("it took %v", took)
			}
		})
	}
}

func FuzzParse(f *testing.F) {
	f.Add([]byte(full))
	f.Add([]byte("version: 1\nrules: {MCP015: {enabled: no}}\n"))
	f.Add([]byte("version: 1\nmodels:\n  registrars:\n  - {func: a.B, kind: tool}\nexclude: [\"**\"]\n"))
	f.Add([]byte("? [a]\n: b\n"))
	f.Add([]byte("a: &a [*a]\n<<: *a\n"))
	f.Add([]byte("{{{{[[[["))
	f.Add([]byte("- - - - - -\n"))
	f.Fuzz(func(t *testing.T, data []byte) {
		c, err := Parse("fuzz", data)
		if (c == nil) == (err == nil) {
			t.Fatalf("config %v, error %v", c, err)
		}
		if err != nil {
			return
		}
		// What was accepted has only known words in it.
		for id, rc := range c.Rules {
			if got, _ := RuleID(id); got != id {
				t.Errorf("rule %q is kept under an unknown id", id)
			}
			if rc.Severity != "" && rc.Severity.Rank() == 0 {
				t.Errorf("severity %q", rc.Severity)
			}
		}
		for _, e := range c.Policy.Exemptions {
			if e.Rule == "" || strings.TrimSpace(e.Reason) == "" {
				t.Errorf("exemption %+v", e)
			}
		}
	})
}

// TestParseMark reads what an editor of another system writes.
func TestParseMark(t *testing.T) {
	text := "\xef\xbb\xbfversion: 1\r\nfail-on: never\r\n"
	c, err := Parse("/x/.mcpvet.yaml", []byte(text))
	if err != nil || c.FailOn != Never || c.Digest != DigestOf([]byte(text)) {
		t.Errorf("%+v, %v", c, err)
	}
}
