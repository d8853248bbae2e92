package main

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// run summarises lines and returns the last line, the whole output and the
// verdict.
func run(t *testing.T, lines ...string) (last, all string, ok bool) {
	t.Helper()
	var b bytes.Buffer
	ok, err := summarise(strings.NewReader(strings.Join(lines, "\n")+"\n"), &b)
	if err != nil {
		t.Fatal(err)
	}
	out := strings.TrimSuffix(b.String(), "\n")
	return out[strings.LastIndexByte(out, '\n')+1:], out, ok
}

const (
	start    = `{"Action":"start","Package":"p"}`
	runA     = `{"Action":"run","Package":"p","Test":"TestA"}`
	outA     = `{"Action":"output","Package":"p","Test":"TestA","Output":"a_test.go:1: went wrong\n"}`
	passA    = `{"Action":"pass","Package":"p","Test":"TestA"}`
	failA    = `{"Action":"fail","Package":"p","Test":"TestA"}`
	skipA    = `{"Action":"skip","Package":"p","Test":"TestA"}`
	passPkg  = `{"Action":"pass","Package":"p"}`
	failPkg  = `{"Action":"fail","Package":"p"}`
	skipPkg  = `{"Action":"skip","Package":"empty"}`
	buildOut = `{"Action":"build-output","ImportPath":"p","Output":"p.go:1: undefined: x\n"}`
	buildBad = `{"Action":"build-fail","ImportPath":"p"}`
)

func TestSummary(t *testing.T) {
	for _, test := range []struct {
		name  string
		lines []string
		last  string
		ok    bool
		shows string
	}{
		{"pass", []string{start, runA, outA, passA, passPkg}, "1 passed, 0 failed", true, "pass p"},
		{"fail", []string{start, runA, outA, failA, failPkg}, "0 passed, 1 failed", false, "went wrong"},
		{"skip", []string{start, runA, skipA, passPkg, start, runA, passA, passPkg}, "1 passed, 0 failed", true, ""},
		{"skipped only", []string{start, runA, skipA, passPkg}, "0 passed, 1 failed", false, "no test ran"},
		{"package without tests", []string{skipPkg, start, runA, passA, passPkg}, "1 passed, 0 failed", true, ""},
		{"build", []string{buildOut, buildBad, failPkg}, "0 passed, 1 failed", false, "undefined: x"},
		{"crash outside tests", []string{start, runA, passA, failPkg}, "1 passed, 1 failed", false, "failed: package p"},
		{"test cut off", []string{start, runA, outA}, "0 passed, 2 failed", false, "p TestA did not end"},
		{"package cut off", []string{start, runA, passA}, "1 passed, 1 failed", false, "p did not end"},
		{"crash in a test", []string{start, runA, outA, failPkg}, "0 passed, 1 failed", false, "went wrong"},
		{"nothing", []string{"make: nothing to do"}, "0 passed, 1 failed", false, "no test ran"},
		{"twice, bad then good", []string{start, runA, failA, failPkg, start, runA, passA, passPkg}, "0 passed, 1 failed", false, "failed: p TestA"},
		{"twice, good then bad", []string{start, runA, passA, passPkg, start, runA, failA, failPkg}, "0 passed, 1 failed", false, "failed: p TestA"},
		{"step", []string{"::step lint", "bad.go:1: unused", "::step-failed lint", start, runA, passA, passPkg}, "1 passed, 1 failed", false, "failed: step lint"},
		{"step with a failed test", []string{"::step test", start, runA, failA, failPkg, "::step-failed test"}, "0 passed, 1 failed", false, "failed: p TestA"},
		{"step after a failed test", []string{"::step test", start, runA, failA, failPkg, "::step-failed test", "::step lint", "::step-failed lint"}, "0 passed, 2 failed", false, "failed: step lint"},
		{"JSON that is no event", []string{`{"Action":""}`, `{broken`, start, runA, passA, passPkg}, "1 passed, 0 failed", true, "{broken"},
	} {
		t.Run(test.name, func(t *testing.T) {
			last, all, ok := run(t, test.lines...)
			if last != test.last || ok != test.ok || !strings.Contains(all, test.shows) {
				t.Errorf("got %q, %v; want %q, %v and %q somewhere in\n%s", last, ok, test.last, test.ok, test.shows, all)
			}
		})
	}
}

// TestRealOutput reads what the go command really writes, for a module with
// good and bad packages.
func TestRealOutput(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{
		"go.mod":            "module example.com/m\n\ngo 1.26\n",
		"good/good_test.go": "package good\n\nimport \"testing\"\n\nfunc TestGood(t *testing.T) { t.Run(\"sub\", func(t *testing.T) {}) }\n",
		"bad/bad_test.go":   "package bad\n\nimport \"testing\"\n\nfunc TestBad(t *testing.T) { t.Error(\"told so\") }\n",
		"die/die_test.go":   "package die\n\nimport (\n\t\"os\"\n\t\"testing\"\n)\n\nfunc TestDie(t *testing.T) { os.Exit(3) }\n",
		"syn/syn_test.go":   "package syn\n\nfunc TestSyn(\n",
	} {
		file := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	cmd := exec.Command("go", "test", "-json", "./...")
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GOFLAGS=", "GOWORK=off")
	out, err := cmd.CombinedOutput()
	if err == nil {
		t.Fatal("go test passed")
	}
	last, all, ok := run(t, strings.TrimSuffix(string(out), "\n"))
	// Passed: TestGood and its subtest. Failed: TestBad, TestDie, and the
	// package that does not parse.
	if last != "2 passed, 3 failed" || ok || !strings.Contains(all, "told so") {
		t.Errorf("got %q, %v for\n%s\nof\n%s", last, ok, all, out)
	}
}
