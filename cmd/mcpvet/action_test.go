package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/goccy/go-yaml"
	"golang.org/x/mod/module"
	modzip "golang.org/x/mod/zip"

	"github.com/mcpvet/mcpvet/internal/sarifcheck"
)

// An actionFile is what the tests read of action.yml.
type actionFile struct {
	Inputs map[string]struct {
		Description, Default string
	}
	Runs struct {
		Using string
		Steps []actionStep
	}
}

type actionStep struct {
	Name, ID, Uses, If, Shell, Run string
	WorkingDirectory               string `yaml:"working-directory"`
	Env, With                      map[string]string
}

func readAction(t *testing.T) actionFile {
	t.Helper()
	var a actionFile
	if err := yaml.Unmarshal([]byte(read(t, "action.yml")), &a); err != nil {
		t.Fatal(err)
	}
	if len(a.Runs.Steps) != 4 || a.Runs.Using != "composite" {
		t.Fatalf("action.yml: %+v", a.Runs)
	}
	return a
}

var expression = regexp.MustCompile(`\$\{\{\s*([^}]*?)\s*\}\}`)

// TestActionParts: no code of others but for the two actions, no input in the
// text of a script, and every input that is used is there.
func TestActionParts(t *testing.T) {
	a, text := readAction(t), read(t, "action.yml")
	var others []string
	for _, s := range a.Runs.Steps {
		if s.Uses != "" {
			name, commit, _ := strings.Cut(s.Uses, "@")
			others = append(others, name)
			if !regexp.MustCompile(`(?m)@`+commit+` # v\d+\.\d+\.\d+$`).MatchString(text) || !regexp.MustCompile(`^[0-9a-f]{40}$`).MatchString(commit) {
				t.Errorf("%s is not pinned to a commit, with its version behind it", s.Uses)
			}
		}
		if expression.MatchString(s.Run) {
			t.Errorf("step %q has an expression in its script", s.Name)
		}
		if s.Run != "" && s.Shell != "bash" {
			t.Errorf("step %q has no shell", s.Name)
		}
	}
	if want := []string{"actions/setup-go", "github/codeql-action/upload-sarif"}; !slices.Equal(others, want) {
		t.Errorf("actions of others: %q, want %q", others, want)
	}
	used := make(map[string]bool)
	for _, m := range regexp.MustCompile(`inputs\.([a-z-]+)`).FindAllStringSubmatch(text, -1) {
		used[m[1]] = true
		if _, ok := a.Inputs[m[1]]; !ok {
			t.Errorf("input %s is used and not there", m[1])
		}
	}
	for name, in := range a.Inputs {
		if !used[name] || in.Description == "" {
			t.Errorf("input %s is not used, or not described", name)
		}
	}
}

// TestActionRuns runs the scripts of action.yml as they are, with mcpvet
// installed from a module proxy that serves this working tree.
func TestActionRuns(t *testing.T) {
	if os.Getenv("MCPVET_FULL") == "" {
		t.Skip("mcpvet is built once more; MCPVET_FULL=1 runs this")
	}
	bash, err := exec.LookPath("bash")
	if err != nil {
		t.Skip("no bash")
	}
	a := readAction(t)
	root, err := filepath.Abs(repository)
	if err != nil {
		t.Fatal(err)
	}
	temp := t.TempDir()
	env := append(os.Environ(), proxyOf(t)...)
	env = append(env, "RUNNER_TEMP="+temp, "GITHUB_WORKSPACE="+root, "GITHUB_STEP_SUMMARY="+filepath.Join(temp, "summary"))

	// step runs a step with inputs in place of the defaults, and returns what it
	// prints, what it gives out, and its status.
	step := func(i int, inputs map[string]string) (out, given string, status int) {
		t.Helper()
		s := a.Runs.Steps[i]
		fill := func(text string) string {
			return expression.ReplaceAllStringFunc(text, func(e string) string {
				name := strings.TrimPrefix(expression.FindStringSubmatch(e)[1], "inputs.")
				if v, ok := inputs[name]; ok {
					return v
				}
				return a.Inputs[name].Default
			})
		}
		script := filepath.Join(temp, "script.sh")
		output := filepath.Join(temp, "output")
		for name, text := range map[string]string{script: s.Run, output: ""} {
			if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		// what GitHub runs for "shell: bash"
		cmd := exec.Command(bash, "--noprofile", "--norc", "-eo", "pipefail", script)
		cmd.Dir = filepath.Join(root, fill(s.WorkingDirectory))
		cmd.Env = append(slices.Clone(env), "GITHUB_OUTPUT="+output)
		for k, v := range s.Env {
			cmd.Env = append(cmd.Env, k+"="+fill(v))
		}
		var printed bytes.Buffer
		cmd.Stdout, cmd.Stderr = &printed, &printed
		var exit *exec.ExitError
		if err := cmd.Run(); errors.As(err, &exit) {
			status = exit.ExitCode()
		} else if err != nil {
			t.Fatal(err)
		}
		data, err := os.ReadFile(output)
		if err != nil {
			t.Fatal(err)
		}
		return printed.String(), strings.TrimSpace(string(data)), status
	}

	if out, _, status := step(1, map[string]string{"version": proxyVersion}); status != 0 {
		t.Fatalf("install: status %d\n%s", status, out)
	}
	// The upload is replaced by what GitHub would refuse a log for. Its own step is
	// the last one, and gets what the one before gives out.
	upload := a.Runs.Steps[3]
	if upload.With["sarif_file"] != "${{ steps."+a.Runs.Steps[2].ID+".outputs.sarif }}" || !strings.Contains(upload.If, "steps."+a.Runs.Steps[2].ID+".outputs.sarif != ''") || !strings.Contains(upload.If, "!cancelled()") {
		t.Errorf("the upload: %+v", upload)
	}
	schema, validator := sarifcheck.NewSchema(t), sarifcheck.NewValidator(t)
	log := filepath.Join(temp, "mcpvet.sarif")
	for name, test := range map[string]struct {
		inputs map[string]string
		status int
		given  string
		print  string
	}{
		"findings": {map[string]string{"working-directory": "examples", "args": "./gosdk-vulnerable/..."}, 1, "sarif=" + log, "::error file=examples/gosdk-vulnerable/"},
		"clean":    {map[string]string{"working-directory": "examples", "args": "./gosdk-repaired/..."}, 0, "sarif=" + log, ""},
		"alerts only, and two lines": {map[string]string{"working-directory": "examples", "args": "--enable tooldesc\n./gosdk-vulnerable/...", "fail-on": "never", "sarif-category": "tools"},
			0, "sarif=" + log, ""},
		"no program of a shell": {map[string]string{"working-directory": "examples", "args": "./gosdk-repaired/... ; touch $RUNNER_TEMP/owned"}, 2, "", ""},
		"nothing there":         {map[string]string{"working-directory": "examples", "args": "./missing/..."}, 2, "", ""},
	} {
		t.Run(name, func(t *testing.T) {
			out, given, status := step(2, test.inputs)
			if status != test.status || given != test.given || !strings.Contains(out, test.print) {
				t.Fatalf("status %d, given %q, want %d, %q and %q in\n%s", status, given, test.status, test.given, test.print, out)
			}
			if _, err := os.Stat(filepath.Join(temp, "owned")); err == nil {
				t.Error("an input is run as a program")
			}
			if given == "" {
				return
			}
			var sarif struct {
				Version string
				Runs    []struct {
					Results           []any
					AutomationDetails struct{ ID string }
				}
			}
			data, err := os.ReadFile(log)
			if err != nil {
				t.Fatal(err)
			}
			if err := schema.Validate(data); err != nil {
				t.Error(err)
			}
			for _, c := range validator.Complaints(t, data) {
				t.Error(c)
			}
			if err := json.Unmarshal(data, &sarif); err != nil || sarif.Version != "2.1.0" || len(sarif.Runs) != 1 || (len(sarif.Runs[0].Results) > 0) != (name != "clean") {
				t.Errorf("the log: %v, %+v", err, sarif)
			} else if c := test.inputs["sarif-category"]; !strings.HasPrefix(sarif.Runs[0].AutomationDetails.ID, c) {
				t.Errorf("category %q", sarif.Runs[0].AutomationDetails.ID)
			}
		})
	}
}

// proxyVersion is the version under which proxyOf serves the working tree.
const proxyVersion = "v0.0.1-action"

// proxy makes a module proxy that has this working tree, with the machine's own
// cache behind it, and returns the environment to use it: one for all tests, so that
// mcpvet is compiled once.
var proxy = sync.OnceValues(func() (env []string, err error) {
	root, err := filepath.Abs(repository)
	if err != nil {
		return nil, err
	}
	out, err := exec.Command("go", "env", "GOMODCACHE").Output()
	if err != nil {
		return nil, err
	}
	m := module.Version{Path: "github.com/mcpvet/mcpvet", Version: proxyVersion}
	home, err := sharedDir("proxy")
	if err != nil {
		return nil, err
	}
	cache, err := sharedDir("modcache")
	if err != nil {
		return nil, err
	}
	dir := filepath.Join(home, filepath.FromSlash(m.Path), "@v")
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return nil, err
	}
	mod, err := os.ReadFile(filepath.Join(root, "go.mod"))
	if err != nil {
		return nil, err
	}
	file := filepath.Join(dir, m.Version)
	for name, text := range map[string]string{
		filepath.Join(dir, "list"): m.Version + "\n", file + ".info": `{"Version": "` + m.Version + `"}`, file + ".mod": string(mod),
	} {
		if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
			return nil, err
		}
	}
	zip, err := os.Create(file + ".zip")
	if err != nil {
		return nil, err
	}
	if err := errors.Join(modzip.CreateFromDir(zip, m, root), zip.Close()); err != nil {
		return nil, err
	}
	return []string{
		"GOMODCACHE=" + cache, "GONOSUMDB=" + m.Path, "GOSUMDB=off", "GONOPROXY=none", "GOPRIVATE=",
		"GOPROXY=file://" + filepath.ToSlash(home) + ",file://" + filepath.ToSlash(filepath.Join(strings.TrimSpace(string(out)), "cache", "download")),
	}, nil
})

// proxyOf is proxy for a test.
func proxyOf(t *testing.T) []string {
	t.Helper()
	env, err := proxy()
	if err != nil {
		t.Fatal(err)
	}
	return slices.Clone(env)
}

// TestPreCommitHooks runs the hooks as pre-commit would, in a module with
// findings.
func TestPreCommitHooks(t *testing.T) {
	var hooks []struct {
		ID, Language, Entry, Files string
		Args                       []string
		PassFilenames              bool `yaml:"pass_filenames"`
	}
	if err := yaml.Unmarshal([]byte(read(t, ".pre-commit-hooks.yaml")), &hooks); err != nil {
		t.Fatal(err)
	}
	if len(hooks) != 2 {
		t.Fatalf("%d hooks", len(hooks))
	}
	for _, h := range hooks {
		files := regexp.MustCompile(h.Files)
		for name, want := range map[string]bool{"a.go": true, "x/go.mod": true, "go.sum": true, ".mcpvet.yaml": true, "README.md": false, "cargo.mod": false} {
			if files.MatchString(name) != want {
				t.Errorf("%s: %s: %v, want %v", h.ID, name, !want, want)
			}
		}
		if h.Language != "golang" || h.PassFilenames {
			t.Errorf("%+v", h)
		}
		dir := filepath.Join(t.TempDir(), "examples")
		if err := os.CopyFS(dir, os.DirFS(filepath.Join(repository, "examples"))); err != nil {
			t.Fatal(err)
		}
		words := append(strings.Fields(h.Entry), h.Args...)
		cmd := exec.Command(words[0], words[1:]...)
		cmd.Dir = dir
		var exit *exec.ExitError
		if out, err := cmd.CombinedOutput(); !errors.As(err, &exit) || exit.ExitCode() != 1 {
			t.Errorf("%s: %v\n%s", h.ID, err, out)
		}
	}
}
