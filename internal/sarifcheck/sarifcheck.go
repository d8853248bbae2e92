// Package sarifcheck holds the validators that tests give SARIF logs to: the
// official schema, and Microsoft's validator with the rules of GitHub.
package sarifcheck

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

const version = "5.7.0"

// multitool returns the folder of Microsoft's SARIF validator, which also
// holds the official schema. It is installed by npm into the user's cache with
// MCPVET_FULL=1; without, a copy that is there is used.
func multitool(t *testing.T) string {
	t.Helper()
	cache, err := os.UserCacheDir()
	if err != nil {
		t.Skip("no cache folder for the SARIF validator: ", err)
	}
	prefix := filepath.Join(cache, "mcpvet-test", "sarif-multitool-"+version)
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
	// Another package's tests may install it at the same time: what is there is
	// whole.
	if err := os.MkdirAll(filepath.Dir(prefix), 0o755); err != nil {
		t.Fatal(err)
	}
	own, err := os.MkdirTemp(filepath.Dir(prefix), "install-") //nolint:usetesting // it is renamed, and so on the same file system
	if err != nil {
		t.Fatal(err)
	}
	defer os.RemoveAll(own)
	out, err := exec.CommandContext(t.Context(), npm, "install", "--prefix", own, "--no-save", "--ignore-scripts", "--force",
		"@microsoft/sarif-multitool-linux@"+version).CombinedOutput()
	if err != nil {
		t.Fatalf("npm install: %v\n%s", err, out)
	}
	if err := os.Rename(own, prefix); err != nil {
		if _, there := os.Stat(dir); there != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// A Schema is the official schema of SARIF 2.1.0.
type Schema struct{ schema *jsonschema.Schema }

// NewSchema skips the test where the schema can't be had.
func NewSchema(t *testing.T) Schema {
	t.Helper()
	path := filepath.Join(multitool(t), "sarif-2.1.0.json")
	schema, err := jsonschema.NewCompiler().Compile(path)
	if err != nil {
		t.Fatalf("compile %s: %v", path, err)
	}
	return Schema{schema}
}

// Validate returns what the schema has against a log.
func (s Schema) Validate(data []byte) error {
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(data))
	if err != nil {
		return err
	}
	return s.schema.Validate(doc)
}

// complaint is a line of the validator's output. Its notes are matters of
// taste (names in Pascal case, snippets, provenance) or need a network.
var complaint = regexp.MustCompile(`(?m)^.*: (error|warning) [A-Z]+[0-9]+: .*$`)

// A Validator is Microsoft's, with the rules of SARIF and of GitHub code scanning.
type Validator struct{ binary string }

// NewValidator skips the test where the validator can't be had.
func NewValidator(t *testing.T) Validator {
	t.Helper()
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
	return Validator{binary}
}

// Complaints returns what the validator has against a log. It exits with 0
// whatever it finds, so its output counts.
func (v Validator) Complaints(t *testing.T, data []byte) []string {
	t.Helper()
	file := filepath.Join(t.TempDir(), "out.sarif")
	if err := os.WriteFile(file, data, 0o644); err != nil {
		t.Fatal(err)
	}
	out, err := exec.CommandContext(t.Context(), v.binary, "validate", "--rule-kind", "Sarif;Ghas", file).CombinedOutput()
	if err != nil || !strings.Contains(string(out), "Analysis completed successfully") {
		t.Fatalf("validate: %v\n%s", err, out)
	}
	return complaint.FindAllString(string(out), -1)
}
