package report

import (
	"bytes"
	"testing"

	"github.com/mcpvet/mcpvet/internal/finding"
	"github.com/mcpvet/mcpvet/internal/sarifcheck"
)

// TestSARIFSchema validates against the official schema of SARIF 2.1.0.
func TestSARIFSchema(t *testing.T) {
	schema := sarifcheck.NewSchema(t)
	check := func(t *testing.T, data []byte) {
		t.Helper()
		if err := schema.Validate(data); err != nil {
			t.Errorf("%v\n%s", err, data)
		}
	}
	t.Run("merged", func(t *testing.T) {
		var b bytes.Buffer
		if err := MergeSARIF(&b, []SARIFFile{{"a", sarifOf(t, plain("MCP015", "a.go", finding.Note, 3))}, {"b", sarifOf(t, plain("MCP004", "b.go", finding.Error, 3))}}, "v1", "x"); err != nil {
			t.Fatal(err)
		}
		check(t, b.Bytes())
	})
	for name, r := range map[string]Report{"full": awkward(sampleReport(t)), "empty": {}} {
		t.Run(name, func(t *testing.T) {
			check(t, sarifBytes(t, r, SARIFOptions{IncludeSuppressed: true}))
		})
	}
}

// TestSARIFMultitool runs the validator with the rules of SARIF and of GitHub
// code scanning. A broken log shows that it works.
func TestSARIFMultitool(t *testing.T) {
	validator := sarifcheck.NewValidator(t)
	full, empty := sampleReport(t), sampleReport(t)
	empty.Findings = nil
	good := sarifBytes(t, full, SARIFOptions{})
	for name, data := range map[string][]byte{
		"full":            good,
		"with suppressed": sarifBytes(t, full, SARIFOptions{IncludeSuppressed: true}),
		"awkward":         sarifBytes(t, awkward(full), SARIFOptions{}),
		"empty":           sarifBytes(t, empty, SARIFOptions{}),
	} {
		for _, c := range validator.Complaints(t, data) {
			t.Errorf("%s: %s", name, c)
		}
	}
	if len(validator.Complaints(t, bytes.Replace(good, []byte(`"ruleIndex": 1,`), []byte(`"ruleIndex": 99,`), 1))) == 0 {
		t.Error("the validator accepts a broken log")
	}
}
