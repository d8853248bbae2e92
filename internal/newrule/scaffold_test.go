package main

import (
	"bytes"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

const list = `# comment
rules:
  - id: MCP001
    slug: confirm
    lifecycle: planned
    summary: One.
  # between
  - id: MCP002
    slug: scope
    lifecycle: stable
    since: v0.3.0
    summary: Two.
  - id: MCP003
    slug: pathroot
    lifecycle: preview
    since: v0.10.0
    summary: Three.
`

func TestEnlist(t *testing.T) {
	got, err := enlist(list, options{slug: "confirm", id: "MCP001"})
	if err != nil {
		t.Fatal(err)
	}
	want := strings.Replace(list, "lifecycle: planned\n", "lifecycle: preview\n    since: v0.10.0\n", 1)
	if got != want {
		t.Errorf("a planned rule:\n%s\nwant:\n%s", got, want)
	}

	got, err = enlist(list, options{slug: "foo", id: "MCP004", since: "v1.0.0"})
	if err != nil {
		t.Fatal(err)
	}
	added, ok := strings.CutPrefix(got, list)
	if !ok || !strings.HasPrefix(added, "  - id: MCP004\n    slug: foo\n") || !strings.Contains(added, "    lifecycle: preview\n    since: v1.0.0\n") {
		t.Errorf("a new rule:\n%s", got)
	}
	if got, err = enlist(strings.TrimSuffix(list, "\n"), options{slug: "foo", id: "MCP004"}); err != nil || !strings.HasPrefix(got, list) {
		t.Errorf("a list without a last newline: %v\n%s", err, got)
	}
}

func TestEnlistFaults(t *testing.T) {
	for _, test := range []struct {
		name string
		o    options
		want string
	}{
		{"built", options{slug: "scope", id: "MCP002"}, "is not planned"},
		{"id taken", options{slug: "foo", id: "MCP001"}, "MCP001 is the rule confirm already"},
		{"slug taken", options{slug: "confirm", id: "MCP004"}, "confirm is the slug of MCP001 already"},
		{"id too low", options{slug: "foo", id: "MCP000"}, "a new one comes after MCP003"},
	} {
		t.Run(test.name, func(t *testing.T) {
			if got, err := enlist(list, test.o); err == nil || !strings.Contains(err.Error(), test.want) {
				t.Errorf("got %q, %v; want an error with %q", got, err, test.want)
			}
		})
	}
	if _, err := enlist("rules: []\n", options{slug: "foo", id: "MCP004"}); err == nil {
		t.Error("an empty list is accepted")
	}
}

func TestScaffoldFaults(t *testing.T) {
	root := t.TempDir()
	if err := os.MkdirAll(filepath.Join(root, "analyzers", "taken"), 0o755); err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		o    options
		want string
	}{
		{options{slug: "", id: "MCP023"}, "make new-rule"},
		{options{slug: "Foo", id: "MCP023"}, "lower-case"},
		{options{slug: "foo-bar", id: "MCP023"}, "lower-case"},
		{options{slug: "../foo", id: "MCP023"}, "lower-case"},
		{options{slug: "foo", id: ""}, "MCPnnn"},
		{options{slug: "foo", id: "MCP23"}, "MCPnnn"},
		{options{slug: "foo", id: "MCP023", since: "1.0"}, "since"},
		{options{slug: "taken", id: "MCP023"}, "exists already"},
		{options{slug: "foo", id: "MCP023"}, "read the checklist"},
	} {
		if _, err := scaffold(root, test.o); err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%+v: %v, want an error with %q", test.o, err, test.want)
		}
	}
}

// TestScaffoldedRule scaffolds a rule in a copy of the repository, and one
// that the checklist plans, and compiles and tests both.
func TestScaffoldedRule(t *testing.T) {
	root := t.TempDir()
	copyRepository(t, root)
	planned := plannedRule(t)
	for _, o := range []options{{slug: "zfoo", id: "MCP999"}, planned} {
		var out bytes.Buffer
		if err := run(&out, root, o); err != nil {
			t.Fatalf("%+v: %v\n%s", o, err, &out)
		}
		for _, name := range []string{"analyzers/" + o.slug + "/doc.go", "analyzers/analyzers.go", "docs/rules/" + o.slug + ".md", "README.md"} {
			if !strings.Contains(out.String(), name+"\n") {
				t.Errorf("%s: %s is not among what was written:\n%s", o.slug, name, &out)
			}
		}
		if err := run(io.Discard, root, o); err == nil || !strings.Contains(err.Error(), "exists already") {
			t.Errorf("%s a second time: %v", o.slug, err)
		}
	}
	for _, args := range [][]string{
		{"run", "./internal/gen", "-check"},
		{"vet", "./analyzers/zfoo", "./analyzers/" + planned.slug, "./analyzers"},
		{"test", "./analyzers/zfoo", "./analyzers/" + planned.slug},
	} {
		cmd := exec.Command("go", args...)
		cmd.Dir = root
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Errorf("go %s: %v\n%s", strings.Join(args, " "), err, out)
		}
	}
}

// plannedRule returns a rule that the checklist plans.
func plannedRule(t *testing.T) options {
	t.Helper()
	data, err := os.ReadFile("../../checklist/checklist.yaml")
	if err != nil {
		t.Fatal(err)
	}
	for _, text := range strings.Split(string(data), "\n  - id: ")[1:] {
		if slug := entrySlug.FindStringSubmatch(text); slug != nil && entryLife.MatchString(text) {
			return options{slug: slug[1], id: text[:len("MCP000")]}
		}
	}
	t.Skip("every rule of the checklist is built")
	return options{}
}

// copyRepository copies what a rule needs to root.
func copyRepository(t *testing.T, root string) {
	t.Helper()
	source := filepath.Join("..", "..")
	for _, name := range []string{"go.mod", "go.sum", "README.md", "analyzers", "checklist", "docs", "internal", "models"} {
		err := filepath.WalkDir(filepath.Join(source, name), func(path string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() {
				return err
			}
			rel, err := filepath.Rel(source, path)
			if err != nil {
				return err
			}
			data, err := os.ReadFile(path)
			if err != nil {
				return err
			}
			target := filepath.Join(root, rel)
			if err := os.MkdirAll(filepath.Dir(target), 0o755); err != nil {
				return err
			}
			return os.WriteFile(target, data, 0o644)
		})
		if err != nil {
			t.Fatal(err)
		}
	}
}
