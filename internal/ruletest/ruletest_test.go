package ruletest

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/mcpvet/mcpvet/internal/finding"
)

const program = "package p\n" +
	"\n" +
	"var a = 1 // want `first` \"sec.nd\"\n" +
	"// want +1 `third`\n" +
	"var b = `\n" +
	"` // want -1 \"fourth\"\n" +
	"var c = 3 // wanted by nobody\n"

func TestWantsOf(t *testing.T) {
	list, err := wantsOf("p/a.go", []byte(program))
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, w := range list {
		got = append(got, strings.Repeat("|", w.line)+w.text)
	}
	if want := []string{"|||first", "|||sec.nd", "|||||third", "|||||fourth"}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
	for _, bad := range []string{"// want nothing", "// want `(`", "// want `a", "// want `a` b", `// want "\q"`} {
		if _, err := wantsOf("p/a.go", []byte("package p\n\n"+bad+"\n")); err == nil {
			t.Errorf("no error for %s", bad)
		}
	}
	if _, err := wantsOf("p/a.go", []byte("not Go")); err == nil {
		t.Error("no error for a file that is not Go")
	}
}

func TestCompare(t *testing.T) {
	wants, err := wantsOf("p/a.go", []byte(program))
	if err != nil {
		t.Fatal(err)
	}
	at := func(line int, message string) finding.Finding {
		return finding.Finding{Pos: finding.Position{File: "p/a.go", Line: line}, Message: message, Severity: finding.Error, Profile: finding.Regular}
	}
	all := []finding.Finding{at(3, "the second"), at(3, "the first"), at(5, "the fourth"), at(5, "the third")}
	if faults := compare(wants, all); len(faults) > 0 {
		t.Errorf("faults %q", faults)
	}
	faults := compare(wants, append(all[:3:3], at(3, "the first"), at(7, "x")))
	if len(faults) != 3 || !strings.Contains(faults[0], "p/a.go:3: reported and not wanted: error regular: the first") ||
		!strings.Contains(faults[1], "p/a.go:7: reported") || faults[2] != "p/a.go:5: wanted and not reported: third" {
		t.Errorf("faults %q", faults)
	}
	if len(compare(wants, []finding.Finding{at(4, "the first")})) != 5 {
		t.Error("a finding on another line is taken")
	}
}

func TestIsolate(t *testing.T) {
	src, dir := filepath.Join(t.TempDir(), "a folder"), t.TempDir()
	for name, text := range map[string]string{
		"go.mod": "module m\n\nreplace x/y => ./y\n", "go.sum": "", "src/a/a.go": program, "src/a/b/b.txt": "b", "src/c/c.go": "broken",
	} {
		path := filepath.Join(src, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	wants, err := isolate(src, dir, []string{"a"})
	if err != nil || len(wants) != 4 || wants[0].file != "src/a/a.go" {
		t.Fatalf("%v %v", wants, err)
	}
	if data, err := os.ReadFile(filepath.Join(dir, "go.mod")); err != nil || !strings.Contains(string(data), strconv.Quote(filepath.Join(src, "y"))) {
		t.Errorf("go.mod is %q, %v: the folder that replaces a module is not found from there", data, err)
	}
	for name, there := range map[string]bool{"go.mod": true, "go.sum": true, "src/a/a.go": true, "src/a/b/b.txt": true, "src/c": false} {
		if _, err := os.Stat(filepath.Join(dir, filepath.FromSlash(name))); (err == nil) != there {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := isolate(src, t.TempDir(), []string{"none"}); err == nil {
		t.Error("no error for a folder that is not there")
	}
	if _, err := isolate(src, t.TempDir(), []string{"c"}); err == nil {
		t.Error("no error for a broken program")
	}
}

func TestJudge(t *testing.T) {
	wants := []*want{{file: "src/gaps/missed/main.go", line: 3, text: "x", re: regexp.MustCompile("x")}}
	at := func(file string) finding.Finding {
		return finding.Finding{Pos: finding.Position{File: file, Line: 3}, Message: "x"}
	}
	known := map[string]string{"missed": "why", "alarm": "why"}
	programs := []string{"missed", "alarm"}
	if faults := judge("gaps", programs, known, wants, []finding.Finding{at("src/gaps/alarm/main.go")}); len(faults) > 0 {
		t.Errorf("faults %q", faults)
	}
	faults := judge("gaps", programs, known, wants, []finding.Finding{at("src/gaps/missed/main.go")})
	if len(faults) != 2 || !strings.Contains(faults[0], "src/gaps/alarm/: a gap is closed") || !strings.Contains(faults[1], "src/gaps/missed/: a gap is closed") {
		t.Errorf("faults %q", faults)
	}
	faults = judge("gaps", []string{"alarm"}, map[string]string{"missed": "why"}, nil, []finding.Finding{at("src/gaps/alarm/main.go")})
	if len(faults) != 2 || !strings.Contains(faults[0], "say in the test why") || !strings.Contains(faults[1], "not there") {
		t.Errorf("faults %q", faults)
	}
}
