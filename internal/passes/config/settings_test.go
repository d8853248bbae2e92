package config

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/mcpvet/mcpvet/internal/finding"
)

// settingsFolder makes a repository with a configuration and a folder in it.
func settingsFolder(t *testing.T) (root, dir string) {
	t.Helper()
	root = t.TempDir()
	dir = filepath.Join(root, "a", "b")
	for _, d := range []string{filepath.Join(root, ".git"), dir} {
		if err := os.MkdirAll(d, 0o755); err != nil {
			t.Fatal(err)
		}
	}
	for name, text := range map[string]string{
		FileName:    "version: 1\nprofile: auditor\nexclude: [gen]\npolicy:\n  tools:\n    Del: {confirm: true}\n",
		"other.yml": "version: 1\nprofile: pedantic\n",
	} {
		if err := os.WriteFile(filepath.Join(root, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return root, dir
}

func TestFromSettings(t *testing.T) {
	root, dir := settingsFolder(t)
	read := func(settings any) *Config {
		t.Helper()
		c, err := FromSettings(settings, dir)
		if err != nil {
			t.Fatal(err)
		}
		return c
	}
	nearest := read(nil)
	if nearest.Profile != finding.Auditor || nearest.Path != filepath.Join(root, FileName) || !nearest.Excludes(filepath.Join(root, "gen", "x.go")) {
		t.Errorf("the nearest file: %+v", nearest)
	}
	if c := read(map[string]any{"config": "other.yml"}); c.Profile != finding.Pedantic || len(c.Exclude) != 0 {
		t.Errorf("a file above, by name: %+v", c)
	}
	if c := read(map[string]any{"config": filepath.Join(root, "other.yml")}); c.Profile != finding.Pedantic {
		t.Errorf("an absolute path: %+v", c)
	}
	over := read(map[string]any{
		"profile": "regular",
		"rules":   map[string]any{"mcp015": false, "hints": map[string]any{"severity": "note"}},
		"exclude": []any{"third_party"},
		"tests":   true,
		"policy": map[string]any{"exemptions": []any{map[string]any{
			"rule": "mcp001", "tool": "Del", "reason": "yes: it is", "expires": time.Date(2027, 1, 31, 0, 0, 0, 0, time.UTC),
		}}},
		"models": map[string]any{"registrars": []any{map[string]any{"func": "corp.example/kit.Expose", "kind": "tool", "name": "arg0", "handler": "arg1"}}},
	})
	switch {
	case over.Profile != finding.Regular, over.RuleEnabled("MCP015"), over.Rules["MCP016"].Severity != finding.Note, over.Tests == nil || !*over.Tests:
		t.Errorf("keys of the settings: %+v", over)
	case over.Excludes(filepath.Join(root, "gen", "x.go")), !over.Excludes(filepath.Join(root, "third_party", "x.go")):
		t.Errorf("excluded paths: %+v", over.Exclude)
	case len(over.Policy.Tools) != 1, len(over.Policy.Exemptions) != 1, over.Policy.Exemptions[0].Expires.IsZero():
		t.Errorf("the policy, of the file and the settings: %+v", over.Policy)
	case len(over.Models.Registrars) != 1:
		t.Errorf("models: %+v", over.Models)
	case over.Digest == nearest.Digest:
		t.Error("one digest for two configurations")
	}
	if over2 := read(map[string]any{"profile": "pedantic"}); over2.Digest == over.Digest {
		t.Error("one digest for two settings")
	}
}

func TestFromSettingsWithoutFile(t *testing.T) {
	root := t.TempDir()
	if err := os.WriteFile(filepath.Join(root, "go.mod"), []byte("module m\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	dir := filepath.Join(root, "a")
	if err := os.Mkdir(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	c, err := FromSettings(map[string]any{"exclude": "gen"}, dir)
	if err != nil {
		t.Fatal(err)
	}
	if !c.Excludes(filepath.Join(root, "gen", "x.go")) || c.Excludes(filepath.Join(root, "a", "gen", "x.go")) {
		t.Error("excluded paths are not relative to the root")
	}
}

func TestFromSettingsErrors(t *testing.T) {
	_, dir := settingsFolder(t)
	for name, test := range map[string]struct {
		settings any
		want     string
	}{
		"no mapping":  {[]any{"profile"}, "must be a mapping"},
		"key":         {map[string]any{"profil": "regular"}, `settings: unknown key "profil" in the settings; did you mean profile?`},
		"value":       {map[string]any{"profile": "regulr"}, `settings: unknown profile "regulr"; did you mean regular?`},
		"type":        {map[string]any{"tests": "perhaps"}, "settings: tests must be true or false"},
		"rule":        {map[string]any{"rules": map[string]any{"tooldsc": false}}, "did you mean tooldesc?"},
		"inner key":   {map[string]any{"rules": map[string]any{"hints": map[string]any{"sevrity": "note"}}}, "did you mean severity?"},
		"file":        {map[string]any{"config": "missing.yml"}, "missing.yml"},
		"file's type": {map[string]any{"config": true}, "config must be the path"},
		"names":       {map[string]any{"policy": map[string]any{"tools": map[string]any{"del": nil}}}, "whose case is lost"},
		"reason":      {map[string]any{"policy": map[string]any{"exemptions": []any{map[string]any{"rule": "MCP001"}}}}, "needs a reason"},
		"models":      {map[string]any{"models": map[string]any{"registrars": []any{map[string]any{"fnc": "a.B"}}}}, "fnc"},
	} {
		c, err := FromSettings(test.settings, dir)
		if err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: got %v, %v, want an error with %q", name, c, err, test.want)
		} else if settingsLine.MatchString(err.Error()) {
			t.Errorf("%s: the line of no file: %v", name, err)
		}
	}
}
