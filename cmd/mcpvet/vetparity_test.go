package main

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// A difference is a finding, at FILE: MCPnnn, that only one of the ways in
// reports, and why. docs/limits.md says the same to people.
type difference struct{ at, why string }

// The differences there are, the same for go vet and golangci-lint, which analyse
// package by package. One that is gone is a failure too: then it is no longer to
// be listed here and there.
var (
	onlyCommandLine = map[string][]difference{
		"testdata": {
			{"src/toolreg/partly/parts/parts.go: MCP015", "go vet runs no tool on a package with type errors"},
			{"src/toolreg/partly/main.go: MCP006", "the tools of such a package are not counted"},
			{"src/toolreg/partly/main.go: MCP009", "likewise"},
			{"src/toolreg/partly/main.go: MCP016", "likewise"},
		},
	}
	onlyVet = map[string][]difference{
		"testdata": {
			{"src/toolreg/partly/main.go: MCP006", "the tools of a package with type errors are not counted"},
			{"src/toolreg/partly/main.go: MCP009", "likewise"},
			{"src/toolreg/partly/main.go: MCP016", "likewise"},
			{"src/toolreg/kinds/registry/registry.go: MCP015", "go vet analyses a library before the program that says which of several types it holds"},
		},
	}
)

// TestVetParity compares what go vet and the command line report on every
// module of examples and testdata: the same findings at the same places.
func TestVetParity(t *testing.T) {
	if testing.Short() {
		t.Skip("go vet analyses every dependency once")
	}
	root, err := filepath.Abs(filepath.Join("..", ".."))
	if err != nil {
		t.Fatal(err)
	}
	for _, dir := range modulesBelow(t, root, "examples", "testdata") {
		name, err := filepath.Rel(root, dir)
		if err != nil {
			t.Fatal(err)
		}
		t.Run(filepath.ToSlash(name), func(t *testing.T) {
			if name != "examples" && os.Getenv("MCPVET_FULL") == "" {
				t.Skip("go vet analyses the dependencies of each module; MCPVET_FULL=1 runs this")
			}
			name := filepath.ToSlash(name)
			cli, vet := checkLines(t, dir), vetLines(t, dir)
			if len(cli) == 0 && name != "testdata/outside" { // a library without a server
				t.Error("the command line reports nothing, so there is nothing to compare")
			}
			sameFindings(t, "the command line", cli, vet, onlyCommandLine[name])
			sameFindings(t, "go vet", vet, cli, onlyVet[name])
		})
	}
}

// TestCasesParity compares all ways in, and both loaders, on other people's
// programs: those below the folder that MCPVET_CASES names, or beside the
// repository in shared/cases, a module in each folder.
func TestCasesParity(t *testing.T) {
	if os.Getenv("MCPVET_FULL") == "" {
		t.Skip("golangci-lint is built for it; MCPVET_FULL=1 runs this")
	}
	root, err := filepath.Abs(cmp.Or(os.Getenv("MCPVET_CASES"), filepath.Join(repository, "..", "shared", "cases")))
	if err != nil {
		t.Fatal(err)
	}
	mods, err := filepath.Glob(filepath.Join(root, "*", "go.mod"))
	if err != nil {
		t.Fatal(err)
	}
	if len(mods) == 0 {
		t.Skipf("there are no modules below %s; MCPVET_CASES names another folder", root)
	}
	g := newGolangci(t)
	config := golangciConfig(t, "profile: regular", "profile: pedantic")
	for _, mod := range mods {
		dir := filepath.Dir(mod)
		t.Run(filepath.Base(dir), func(t *testing.T) {
			cli := checkLines(t, dir, "--load=source")
			if len(cli) == 0 {
				t.Error("the command line reports nothing, so there is nothing to compare")
			}
			for _, other := range []struct {
				name string
				got  map[string]int
			}{
				{"export data", checkLines(t, dir, "--load=export")},
				{"go vet", vetLines(t, dir)},
				{"golangci-lint", g.lines(t, dir, config, "./...")},
			} {
				t.Logf("%d lines from source, %d with %s", len(cli), len(other.got), other.name)
				sameFindings(t, "the command line, and not "+other.name+",", cli, other.got, nil)
				sameFindings(t, other.name, other.got, cli, nil)
			}
		})
	}
}

// modulesBelow lists the folders that hold a go.mod.
func modulesBelow(t *testing.T, root string, folders ...string) []string {
	t.Helper()
	var dirs []string
	for _, f := range folders {
		err := filepath.WalkDir(filepath.Join(root, f), func(path string, d os.DirEntry, err error) error {
			if err == nil && d.Name() == "go.mod" {
				dirs = append(dirs, filepath.Dir(path))
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	return dirs
}

// sameFindings reports the lines that only this way in has, but for those that
// are known.
func sameFindings(t *testing.T, who string, got, other map[string]int, known []difference) {
	t.Helper()
	seen := make([]bool, len(known))
	for _, line := range slices.Sorted(maps.Keys(got)) {
		if got[line] <= other[line] {
			continue
		}
		i := slices.IndexFunc(known, func(d difference) bool {
			file, rule, _ := strings.Cut(d.at, ": ")
			return strings.HasPrefix(line, file+":") && strings.Contains(line, ": "+rule+": ")
		})
		if i < 0 {
			t.Errorf("only %s reports %s", who, line)
			continue
		}
		seen[i] = true
	}
	for i, d := range known {
		if !seen[i] {
			t.Errorf("not only %s reports %s any more (%s): take it off the list", who, d.at, d.why)
		}
	}
}

// checkLines returns what the command line finds in a module, as lines and how
// often there is each.
func checkLines(t *testing.T, dir string, flags ...string) map[string]int {
	t.Helper()
	args := append([]string{"check", "-C", dir, "--root", dir, "--profile", "pedantic", "--allow-empty", "--format", "json"}, flags...)
	out, err := exec.Command("mcpvet", append(args, "./...")...).Output()
	var exit *exec.ExitError
	if err != nil && (!errors.As(err, &exit) || exit.ExitCode() != 1) {
		t.Fatalf("%v\n%s", err, stderrOf(err))
	}
	var rep jsonReport
	if err := json.Unmarshal(out, &rep); err != nil {
		t.Fatal(err)
	}
	lines := make(map[string]int)
	for _, f := range rep.Findings {
		// Two other limits of go vet: a nested module is another run, and a
		// directive without effect shows only when all packages are done.
		if f.Suppressed != nil || inNestedModule(dir, f.Position.File) ||
			f.Rule == "MCP000" && strings.Contains(f.Message, "suppresses nothing: no finding of") {
			continue
		}
		lines[f.line()]++
	}
	return lines
}

// inNestedModule reports whether a file belongs to a module below dir.
func inNestedModule(dir, file string) bool {
	for d := filepath.Dir(filepath.Join(dir, filepath.FromSlash(file))); d != dir && len(d) > len(dir); d = filepath.Dir(d) {
		if _, err := os.Stat(filepath.Join(d, "go.mod")); err == nil {
			return true
		}
	}
	return false
}

// vetLines is checkLines for go vet.
func vetLines(t *testing.T, dir string) map[string]int {
	t.Helper()
	tool, err := exec.LookPath("mcpvet")
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command("go", "vet", "-vettool="+tool, "-profile=pedantic", "./...")
	cmd.Dir = dir
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	var exit *exec.ExitError
	if err := cmd.Run(); err != nil && !errors.As(err, &exit) {
		t.Fatal(err)
	}
	lines := make(map[string]int)
	for _, line := range diagnosticsOf(stderr.String(), dir) {
		lines[line]++
	}
	if len(lines) == 0 && exit != nil {
		t.Errorf("go vet: %v\n%s", exit, stderr.String())
	}
	return lines
}

func stderrOf(err error) string {
	var exit *exec.ExitError
	if errors.As(err, &exit) {
		return string(exit.Stderr)
	}
	return ""
}

// A jsonReport is what the tests read of "check --format json".
type jsonReport struct {
	Findings []jsonFinding
}

type jsonFinding struct {
	Rule     string
	Message  string
	Position struct {
		File         string
		Line, Column int
	}
	Suppressed any
}

func (f jsonFinding) line() string {
	return fmt.Sprintf("%s:%d:%d: %s: %s", f.Position.File, f.Position.Line, f.Position.Column, f.Rule, f.Message)
}
