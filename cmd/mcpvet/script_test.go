package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
)

func TestMain(m *testing.M) {
	testscript.Main(tidy{m}, map[string]func(){"mcpvet": main})
}

// tidy takes away what tests share.
type tidy struct{ *testing.M }

func (t tidy) Run() int {
	code := t.M.Run()
	if shared.dir != "" {
		// what Go keeps of modules is read-only
		_ = filepath.WalkDir(shared.dir, func(path string, d fs.DirEntry, err error) error {
			if err == nil && d.IsDir() {
				_ = os.Chmod(path, 0o700)
			}
			return err
		})
		_ = os.RemoveAll(shared.dir)
	}
	return code
}

// TestScript runs the transcripts of testdata/script. Besides the commands of
// testscript they have:
//
//	buildgolangci        build golangci-lint with the plugin as $GOLANGCI, and write
//	                     the ready configuration as .golangci.yml
//	exits N command...   run a command that must exit with status N
//	sdkmod [dir]         write a go.mod and go.sum that require the SDKs
//	findings file        print the findings of "check --format json" as lines
//	vetfindings file     print the output of go vet in the same form
//	json file key want   compare a value of a JSON file: "summary.errors 2"
//
// MODULE is the folder of mcpvet's module, and the condition full holds with
// MCPVET_FULL=1.
func TestScript(t *testing.T) {
	goEnv := readGoEnv(t)
	sdk, err := filepath.Abs(filepath.Join("testdata", "sdk"))
	if err != nil {
		t.Fatal(err)
	}
	module, err := filepath.Abs(filepath.Join("..", ".."))
	if err != nil {
		t.Fatal(err)
	}
	testscript.Run(t, testscript.Params{
		Condition: func(cond string) (bool, error) {
			if cond != "full" {
				return false, fmt.Errorf("unknown condition %q", cond)
			}
			return os.Getenv("MCPVET_FULL") != "", nil
		},
		Dir:                 filepath.Join("testdata", "script"),
		RequireExplicitExec: false,
		RequireUniqueNames:  true,
		Setup: func(env *testscript.Env) error {
			env.Vars = append(env.Vars, goEnv...)
			mcpvet, err := exec.LookPath("mcpvet")
			if err != nil {
				return err
			}
			env.Setenv("MCPVET", mcpvet)
			env.Setenv("SDK", sdk)
			env.Setenv("MODULE", module)
			return nil
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"buildgolangci": buildGolangciScript,
			"exits":         exits,
			"sdkmod":        sdkmod,
			"findings":      findings,
			"vetfindings":   vetFindings,
			"json":          jsonValue,
		},
	})
}

// readGoEnv returns the caches and proxies of the machine, which a transcript
// has no home folder to find: without them each one would download the SDKs.
func readGoEnv(t *testing.T) []string {
	t.Helper()
	names := []string{"GOMODCACHE", "GOCACHE", "GOPATH", "GOPROXY", "GONOPROXY", "GOSUMDB", "GONOSUMDB", "GOPRIVATE"}
	out, err := exec.Command("go", append([]string{"env", "-json"}, names...)...).Output()
	if err != nil {
		t.Fatal(err)
	}
	vars := make(map[string]string)
	if err := json.Unmarshal(out, &vars); err != nil {
		t.Fatal(err)
	}
	var env []string
	for _, n := range names {
		if vars[n] != "" {
			env = append(env, n+"="+vars[n])
		}
	}
	return env
}

func exits(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: exits N command...")
	}
	code := 0
	if err := ts.Exec(args[1], args[2:]...); err != nil {
		var exit *exec.ExitError
		if !errors.As(err, &exit) {
			ts.Fatalf("%v", err)
		}
		code = exit.ExitCode()
	}
	if fmt.Sprint(code) != args[0] {
		ts.Fatalf("exit status %d, want %s", code, args[0])
	}
}

func sdkmod(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) > 1 {
		ts.Fatalf("usage: sdkmod [dir]")
	}
	dir := "."
	if len(args) == 1 {
		dir = args[0]
	}
	ts.Check(os.MkdirAll(ts.MkAbs(dir), 0o755))
	for _, name := range []string{"go.mod", "go.sum"} {
		data, err := os.ReadFile(filepath.Join(ts.Getenv("SDK"), name))
		ts.Check(err)
		ts.Check(os.WriteFile(filepath.Join(ts.MkAbs(dir), name), data, 0o644))
	}
}

// findings prints lines "file:line:column: MCPnnn: message" of what a report
// in JSON shows and doesn't suppress.
func findings(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: findings file")
	}
	var rep jsonReport
	ts.Check(json.Unmarshal([]byte(ts.ReadFile(args[0])), &rep))
	var lines []string
	for _, f := range rep.Findings {
		if f.Suppressed == nil {
			lines = append(lines, f.line())
		}
	}
	printSorted(ts, lines)
}

// vetLine is a diagnostic of mcpvet in the output of go vet; related places
// are indented.
var vetLine = regexp.MustCompile(`^(.+?:\d+:\d+: MCP\d+: .*)$`)

func vetFindings(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: vetfindings file")
	}
	printSorted(ts, diagnosticsOf(ts.ReadFile(args[0]), ts.MkAbs(".")))
}

// diagnosticsOf returns the lines of mcpvet in the output of go vet, with files
// relative to the folder it ran in.
func diagnosticsOf(output, wd string) []string {
	wd += string(filepath.Separator)
	var lines []string
	for line := range strings.Lines(output) {
		if m := vetLine.FindStringSubmatch(strings.TrimRight(line, "\n")); m != nil {
			lines = append(lines, strings.TrimPrefix(strings.TrimPrefix(m[1], wd), "./"))
		}
	}
	return lines
}

func printSorted(ts *testscript.TestScript, lines []string) {
	slices.Sort(lines)
	for _, l := range lines {
		fmt.Fprintln(ts.Stdout(), l)
	}
}

// jsonValue compares a value with its JSON text; "len" at the end of a key is
// the length of a list.
func jsonValue(ts *testscript.TestScript, neg bool, args []string) {
	if len(args) != 3 {
		ts.Fatalf("usage: json file key want")
	}
	dec := json.NewDecoder(strings.NewReader(ts.ReadFile(args[0])))
	dec.UseNumber()
	var v any
	ts.Check(dec.Decode(&v))
	for key := range strings.SplitSeq(args[1], ".") {
		switch x := v.(type) {
		case map[string]any:
			if _, ok := x[key]; !ok {
				ts.Fatalf("%s: no key %q", args[1], key)
			}
			v = x[key]
		case []any:
			var i int
			if key == "len" {
				v = json.Number(fmt.Sprint(len(x)))
			} else if _, err := fmt.Sscan(key, &i); err != nil || i < 0 || i >= len(x) {
				ts.Fatalf("%s: no element %q of %d", args[1], key, len(x))
			} else {
				v = x[i]
			}
		default:
			ts.Fatalf("%s: %q of a scalar", args[1], key)
		}
	}
	var got bytes.Buffer
	enc := json.NewEncoder(&got)
	enc.SetEscapeHTML(false)
	ts.Check(enc.Encode(v))
	if same := strings.TrimSpace(got.String()) == args[2]; same == neg {
		ts.Fatalf("%s is %s, and it is compared with %s", args[1], strings.TrimSpace(got.String()), args[2])
	}
}
