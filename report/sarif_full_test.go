package report

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"testing"

	"github.com/mcpvet/mcpvet/internal/finding"
)

const multitoolVersion = "5.7.0"

// multitool returns the folder of Microsoft's SARIF validator, which also
// holds the official schema. It is installed by npm into the user's cache with
// MCPVET_FULL=1; without, a copy that is there is used.
func multitool(t *testing.T) string {
	t.Helper()
	cache, err := os.UserCacheDir()
	if err != nil {
		t.Skip("no cache folder for the SARIF validator: ", err)
	}
	prefix := filepath.Join(cache, "mcpvet-test", "sarif-multitool-"+multitoolVersion)
	dir := filepath.Join(prefix, "node_modules", "@microsoft", "sarif-multitool-linux")
	if _, err := os.Stat(filepath.Join(dir, "sarif-2.1.0.json")); err == nil {
		return dir
	}
	if os.Getenv("MCPVET_FULL") != "1" {
		t.Skip("the SARIF validator is not installed; MCPVET_FULL=1 installs it by npm")
	}
	npm, err := exec.LookPath("npm")
	if err != nil {
		t.Skip("no npm to install the SARIF validator with")
	}
	if err := os.MkdirAll(prefix, 0o755); err != nil {
		t.Fatal(err)
	}
	out, err := exec.CommandContext(t.Context(), npm, "install", "--prefix", prefix, "--no-save", "--ignore-scripts", "--force",
		"@microsoft/sarif-multitool-linux@"+multitoolVersion).CombinedOutput()
	if err != nil {
		t.Fatalf("npm install: %v\n%s", err, out)
	}
	return dir
}

// TestSARIFSchema validates against the official schema of SARIF 2.1.0.
func TestSARIFSchema(t *testing.T) {
	schema := compileSchema(t, filepath.Join(multitool(t), "sarif-2.1.0.json"))
	t.Run("merged", func(t *testing.T) {
		var b bytes.Buffer
		if err := MergeSARIF(&b, []SARIFFile{{"a", sarifOf(t, plain("MCP015", "a.go", finding.Note, 3))}, {"b", sarifOf(t, plain("MCP004", "b.go", finding.Error, 3))}}, "v1", "x"); err != nil {
			t.Fatal(err)
		}
		validate(t, schema, b.Bytes())
	})
	for name, r := range map[string]Report{"full": awkward(sampleReport(t)), "empty": {}} {
		t.Run(name, func(t *testing.T) {
			validate(t, schema, sarifBytes(t, r, SARIFOptions{IncludeSuppressed: true}))
		})
	}
}

// complaint is a line of the validator's output. Its notes are matters of
// taste (names in Pascal case, snippets, provenance) or need a network.
var complaint = regexp.MustCompile(`(?m)^.*: (error|warning) [A-Z]+[0-9]+: .*$`)

// TestSARIFMultitool runs the validator with the rules of SARIF and of GitHub
// code scanning. It exits with 0 whatever it finds, so its output counts; a
// broken log shows that it works.
func TestSARIFMultitool(t *testing.T) {
	if os.Getenv("MCPVET_FULL") != "1" {
		t.Skip("slow: set MCPVET_FULL=1")
	}
	if runtime.GOOS != "linux" || runtime.GOARCH != "amd64" {
		t.Skip("the validator's binary is for linux/amd64")
	}
	binary := filepath.Join(multitool(t), "Sarif.Multitool")
	if err := os.Chmod(binary, 0o755); err != nil {
		t.Fatal(err)
	}
	run := func(data []byte) []string {
		t.Helper()
		file := filepath.Join(t.TempDir(), "out.sarif")
		if err := os.WriteFile(file, data, 0o644); err != nil {
			t.Fatal(err)
		}
		out, err := exec.CommandContext(t.Context(), binary, "validate", "--rule-kind", "Sarif;Ghas", file).CombinedOutput()
		if err != nil || !strings.Contains(string(out), "Analysis completed successfully") {
			t.Fatalf("validate: %v\n%s", err, out)
		}
		return complaint.FindAllString(string(out), -1)
	}
	full, empty := sampleReport(t), sampleReport(t)
	empty.Findings = nil
	good := sarifBytes(t, full, SARIFOptions{})
	for name, data := range map[string][]byte{
		"full":            good,
		"with suppressed": sarifBytes(t, full, SARIFOptions{IncludeSuppressed: true}),
		"awkward":         sarifBytes(t, awkward(full), SARIFOptions{}),
		"empty":           sarifBytes(t, empty, SARIFOptions{}),
	} {
		for _, c := range run(data) {
			t.Errorf("%s: %s", name, c)
		}
	}
	if len(run(bytes.Replace(good, []byte(`"ruleIndex": 1,`), []byte(`"ruleIndex": 99,`), 1))) == 0 {
		t.Error("the validator accepts a broken log")
	}
}
