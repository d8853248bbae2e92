package main

import (
	"bytes"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/goccy/go-yaml"
	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/mcpvet/mcpvet/checklist"
	"github.com/mcpvet/mcpvet/internal/passes/config"
)

// TestConfigSchema compares the schema with the program: what one accepts the
// other accepts, and the same for what is refused.
func TestConfigSchema(t *testing.T) {
	data, err := configSchema(checklist.All())
	if err != nil {
		t.Fatal(err)
	}
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	c := jsonschema.NewCompiler()
	if err := c.AddResource("config.json", doc); err != nil {
		t.Fatal(err)
	}
	s, err := c.Compile("config.json")
	if err != nil {
		t.Fatal(err)
	}
	documented, err := os.ReadFile("../../docs/configuration.md")
	if err != nil {
		t.Fatal(err)
	}
	example := regexp.MustCompile("(?s)```yaml\n(version:.*?)```").FindSubmatch(documented)
	if example == nil {
		t.Fatal("docs/configuration.md has no example that starts with version")
	}
	for _, tt := range []struct {
		name, text string
		want       bool
	}{
		{"the documented one", string(example[1]), true},
		{"what init writes", config.Template(), true},
		{"what init writes, switched on", uncommented(config.Template()), true},
		{"nothing but the version", "version: 1\n", true},
		{"no version", "profile: regular\n", false},
		{"another version", "version: 2\n", false},
		{"an unknown key", "version: 1\nprofil: regular\n", false},
		{"an unknown profile", "version: 1\nprofile: loud\n", false},
		{"an unknown rule", "version: 1\nrules: {MCP999: false}\n", false},
		{"a rule by slug", "version: 1\nrules: {confirm: false}\n", true},
		{"an unknown severity", "version: 1\nrules: {confirm: {severity: fatal}}\n", false},
		{"an exemption without a reason", "version: 1\npolicy: {exemptions: [{rule: MCP001}]}\n", false},
		{"a tool without a scope", "version: 1\npolicy: {scopes: {read: []}}\n", false},
		{"a guarded tool", "version: 1\npolicy: {tools: {purge: {scopes: admin, confirm: true, limit: 5/m, timeout: 1m30s}, ping: }}\n", true},
		{"a guarded tool without a time", "version: 1\npolicy: {tools: {purge: {limit: 5}}}\n", false},
		{"a limit in no time", "version: 1\npolicy: {limits: {user: 5/week}}\n", false},
		{"a time without a unit", "version: 1\npolicy: {timeout: \"30\"}\n", false},
		{"a prompt to be confirmed", "version: 1\npolicy: {prompts: {hello: {confirm: true}}}\n", false},
		{"an unknown row", "version: 1\nmodels:\n  sinkz: []\n", false},
		{"an unknown field of a row", "version: 1\nmodels:\n  sinks:\n  - {func: example.com/a.F, at: arg0, kind: path, does: read, wat: 1}\n", false},
		{"a row", "version: 1\nmodels:\n  sinks:\n  - {func: example.com/a.F, at: arg0, kind: path, does: read}\n", true},
	} {
		var v any
		if err := yaml.Unmarshal([]byte(tt.text), &v); err != nil {
			t.Errorf("%s: %v", tt.name, err)
			continue
		}
		bySchema := s.Validate(plain(v))
		_, byProgram := config.Parse("test.yaml", []byte(tt.text))
		if (bySchema == nil) != tt.want || (byProgram == nil) != tt.want {
			t.Errorf("%s: accepted should be %v\nschema: %v\nprogram: %v", tt.name, tt.want, bySchema, byProgram)
		}
	}
}

// plain makes numbers what the validator expects of JSON.
func plain(v any) any {
	switch v := v.(type) {
	case map[string]any:
		for k, e := range v {
			v[k] = plain(e)
		}
	case []any:
		for i, e := range v {
			v[i] = plain(e)
		}
	case uint64:
		return float64(v)
	case int64:
		return float64(v)
	}
	return v
}

// uncommented switches on what a template shows in comments: lines that start
// with "#" directly before a key or an element.
func uncommented(text string) string {
	var b strings.Builder
	for line := range strings.Lines(text) {
		if rest, ok := strings.CutPrefix(line, "#"); ok && !strings.HasPrefix(rest, " ") && strings.TrimSpace(rest) != "" {
			line = rest
		} else if ok && strings.HasPrefix(rest, "  ") {
			line = rest
		}
		b.WriteString(line)
	}
	return b.String()
}
