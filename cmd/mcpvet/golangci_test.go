package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/goccy/go-yaml"
	"github.com/rogpeppe/go-internal/testscript"
)

// golangci is a golangci-lint that was built with the plugin.
type golangci struct {
	path, cache string
}

// shared is the folder of what several tests need, "" without one. TestMain takes
// it away.
var shared struct {
	sync.Mutex
	dir string
}

// builtGolangci is the real golangci-lint with the plugin of this working tree,
// built as "golangci-lint custom" does, but from modules: once for all tests.
var builtGolangci = sync.OnceValues(func() (path string, err error) {
	root, err := filepath.Abs(repository)
	if err != nil {
		return "", err
	}
	dir, err := sharedDir("golangci-lint")
	if err != nil {
		return "", err
	}
	if err := os.CopyFS(dir, os.DirFS(filepath.Join("testdata", "golangci"))); err != nil {
		return "", err
	}
	path = filepath.Join(dir, "golangci-lint")
	for _, args := range [][]string{
		{"mod", "edit", "-replace=github.com/mcpvet/mcpvet=" + root},
		{"build", "-mod=mod", "-o", path, "."},
	} {
		cmd := exec.Command("go", args...)
		cmd.Dir = dir
		cmd.Env = append(os.Environ(), "GOWORK=off")
		if out, err := cmd.CombinedOutput(); err != nil {
			return "", fmt.Errorf("%s: %w\n%s", cmd, err, out)
		}
	}
	return path, nil
})

// sharedDir makes a folder in the shared one.
func sharedDir(name string) (string, error) {
	shared.Lock()
	defer shared.Unlock()
	if shared.dir == "" {
		dir, err := os.MkdirTemp("", "mcpvet-test-")
		if err != nil {
			return "", err
		}
		shared.dir = dir
	}
	dir := filepath.Join(shared.dir, name)
	return dir, os.MkdirAll(dir, 0o755)
}

// newGolangci returns the built golangci-lint, with an empty cache.
func newGolangci(t *testing.T) golangci {
	t.Helper()
	path, err := builtGolangci()
	if err != nil {
		t.Fatal(err)
	}
	return golangci{path: path, cache: t.TempDir()}
}

// buildGolangciScript is builtGolangci as a command of transcripts: the binary
// is $GOLANGCI.
func buildGolangciScript(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 0 {
		ts.Fatalf("usage: buildgolangci")
	}
	path, err := builtGolangci()
	ts.Check(err)
	ts.Setenv("GOLANGCI", path)
	ts.Setenv("GOLANGCI_LINT_CACHE", ts.MkAbs(".golangci-lint-cache"))
	ts.Check(os.WriteFile(ts.MkAbs(".golangci.yml"), []byte(readyConfig(ts)), 0o644))
}

// readyConfig returns the configuration for golangci-lint that users copy.
func readyConfig(ts *testscript.TestScript) string {
	data, err := os.ReadFile(filepath.Join(ts.Getenv("MODULE"), ".golangci-plugin.yml"))
	ts.Check(err)
	return string(data)
}

// TestGolangciVersions: one version everywhere, and what .custom-gcl.yml names is
// there.
func TestGolangciVersions(t *testing.T) {
	var custom struct {
		Version string
		Plugins []struct{ Module, Import, Path string }
	}
	if err := yaml.Unmarshal([]byte(read(t, ".custom-gcl.yml")), &custom); err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{
		"Makefile":                            "GOLANGCI     ?= " + custom.Version + "\n",
		"docs/golangci-lint.md":               "| this one | " + custom.Version + ",",
		"cmd/mcpvet/testdata/golangci/go.mod": "github.com/golangci/golangci-lint/v2 " + custom.Version + "\n",
	} {
		if !strings.Contains(read(t, name), text) {
			t.Errorf("%s has another version than %s", name, custom.Version)
		}
	}
	if len(custom.Plugins) != 1 || custom.Plugins[0].Path != "." {
		t.Fatalf("%+v", custom)
	}
	p := custom.Plugins[0]
	if !strings.Contains(read(t, "go.mod"), "module "+p.Module+"\n") || !strings.Contains(read(t, strings.TrimPrefix(p.Import, p.Module+"/")+"/plugin.go"), "register.Plugin(Name, New)") {
		t.Errorf("%+v is not there", p)
	}
}

// run runs golangci-lint in a folder and returns what it prints and its status.
func (g golangci) run(t *testing.T, dir string, args ...string) (stdout, stderr string, status int) {
	t.Helper()
	cmd := exec.Command(g.path, append([]string{"run"}, args...)...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GOLANGCI_LINT_CACHE="+g.cache)
	var out, errs bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &errs
	var exit *exec.ExitError
	if err := cmd.Run(); errors.As(err, &exit) {
		status = exit.ExitCode()
	} else if err != nil {
		t.Fatal(err)
	}
	return out.String(), errs.String(), status
}

// lines is checkLines for golangci-lint.
func (g golangci) lines(t *testing.T, dir, config string, patterns ...string) map[string]int {
	t.Helper()
	args := append([]string{"-c", config, "--path-mode=abs", "--output.json.path=stdout", "--show-stats=false"}, patterns...)
	stdout, stderr, status := g.run(t, dir, args...)
	var rep struct {
		Issues []struct {
			FromLinter, Text string
			Pos              struct {
				Filename     string
				Line, Column int
			}
		}
	}
	if err := json.Unmarshal([]byte(stdout), &rep); err != nil || status > 1 {
		t.Fatalf("status %d, %v\n%s%s", status, err, stdout, stderr)
	}
	lines := make(map[string]int)
	for _, issue := range rep.Issues {
		if issue.FromLinter != "mcpvet" {
			t.Logf("%s: %s:%d: %s", issue.FromLinter, issue.Pos.Filename, issue.Pos.Line, issue.Text)
			continue
		}
		var f jsonFinding
		name, err := filepath.Rel(dir, issue.Pos.Filename)
		if err != nil {
			t.Fatal(err)
		}
		f.Position.File, f.Position.Line, f.Position.Column = filepath.ToSlash(name), issue.Pos.Line, issue.Pos.Column
		f.Rule, f.Message, _ = strings.Cut(issue.Text, ": ")
		lines[f.line()]++
	}
	return lines
}

// golangciConfig writes the ready configuration, changed.
func golangciConfig(t *testing.T, replace ...string) string {
	t.Helper()
	text := read(t, ".golangci-plugin.yml")
	for i := 0; i < len(replace); i += 2 {
		if !strings.Contains(text, replace[i]) {
			t.Fatalf(".golangci-plugin.yml has no %q", replace[i])
		}
		text = strings.ReplaceAll(text, replace[i], replace[i+1])
	}
	path := filepath.Join(t.TempDir(), ".golangci.yml")
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	return path
}

// TestGolangciParity is TestVetParity for golangci-lint, which differs from the
// command line where go vet does.
func TestGolangciParity(t *testing.T) {
	if os.Getenv("MCPVET_FULL") == "" {
		t.Skip("golangci-lint is built for it; MCPVET_FULL=1 runs this")
	}
	g := newGolangci(t)
	config := golangciConfig(t, "profile: regular", "profile: pedantic")
	root, err := filepath.Abs(repository)
	if err != nil {
		t.Fatal(err)
	}
	for _, dir := range modulesBelow(t, root, "examples", "testdata") {
		name, err := filepath.Rel(root, dir)
		if err != nil {
			t.Fatal(err)
		}
		name = filepath.ToSlash(name)
		t.Run(name, func(t *testing.T) {
			cli, lint := checkLines(t, dir), g.lines(t, dir, config, "./...")
			sameFindings(t, "the command line", cli, lint, onlyCommandLine[name])
			sameFindings(t, "golangci-lint", lint, cli, onlyVet[name])
		})
	}
}
